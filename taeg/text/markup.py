"""HTML for notebooks: elements whose text is escaped, without scripts, links and colours."""

from html import escape

SHOWN = 10
"""Passages of a narrative that a notebook shows."""
_SMALL = "font-size: 85%; opacity: 0.75; margin-top: 0.8em"
_TEXT = "white-space: pre-line; text-align: start; max-width: 50em"


class Html(str):
    """Text that is markup already and is not escaped again."""

    __slots__ = ()

    def __add__(self, other: str) -> "Html":
        return Html(str(self) + (other if isinstance(other, Html) else escape(other)))


def element(tag: str, *content: str, **attributes: str) -> Html:
    """Return an element; its content is escaped unless it is `Html`. Attributes without a value are left out."""
    inside = "".join(part if isinstance(part, Html) else escape(part) for part in content)
    named = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)
    return Html(f"<{tag}{named}>{inside}</{tag}>")


def small(text: str) -> Html:
    """A line of details in small type; nothing if it is empty."""
    return element("div", text, style=_SMALL, dir="auto") if text else Html()


def row(*cells: str) -> Html:
    """A row of a table of texts."""
    return element("tr", *(element("td", cell, style="vertical-align: top; text-align: start") for cell in cells))


def text(content: str, language: str = "") -> Html:
    """A text in its own writing direction, with its line breaks."""
    return element("div", content, style=_TEXT, dir="auto", lang=language)
