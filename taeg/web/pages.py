"""Plain HTML pages around the synopsis: a list of corpora, a message, a redirect. All values are escaped."""

from collections.abc import Sequence
from html import escape

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="color-scheme" content="light dark">{head}<title>{title}</title></head>
<body><main><h1>{title}</h1>{body}</main></body></html>
"""


def message(text: str) -> str:
    """A page with one message."""
    return _page("TAEG", f"<p>{escape(text)}</p>")


def link_list(title: str, links: Sequence[tuple[str, str, str]]) -> str:
    """A page of links, each given as address, name and detail."""
    items = "".join(f'<li><a href="{escape(a)}">{escape(name)}</a>, {escape(detail)}</li>' for a, name, detail in links)
    empty = "<p>The graph holds no corpus. Load one with: taeg ingest gospels</p>"
    return _page(title, f"<ul>{items}</ul>" if items else empty)


def redirect(url: str) -> str:
    """A page that opens another address."""
    link = f'<p><a href="{escape(url)}">Open the synopsis</a></p>'
    return _page("TAEG", link, f'<meta http-equiv="refresh" content="0;url={escape(url)}">')


def _page(title: str, body: str, head: str = "") -> str:
    return _PAGE.format(title=escape(title), body=body, head=head)
