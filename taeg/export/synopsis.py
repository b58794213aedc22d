"""The synopsis: one HTML file with timeline, narrative and accounts side by side, opened offline and asking nobody.

The page's parts lie in `page/`, its script in rooms in `page/script/`; here they become one file with the book as data.
Style and script are let in by their hashes alone, and whatever the book says is text. Not for what the data looks like:
that is `taeg.export.island`.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files

from taeg.export import island
from taeg.export.book import Book

POLICY = (
    "default-src 'none'",
    "style-src '{style}'",
    "script-src '{script}'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
)
"""What the page may do: use its own style and script, and nothing else."""
ROOMS = (
    "book",
    "making",
    "finding",
    "state",
    "timeline",
    "narrative",
    "panel",
    "accounts",
    "scores",
    "about",
    "keys",
    "start",
)
"""The rooms of the script, in the order in which they are joined: the data comes first, what sets it going last."""
_HOLE = re.compile(r"\{\{(\w+)\}\}")


def export(book: Book) -> bytes:
    """The book as one page."""
    style, script = _part("synopsis.css"), _script()
    policy = "; ".join(POLICY).format(style=_hash(style), script=_hash(script))
    page = _filled(
        _part("synopsis.html"),
        {
            "policy": escape(policy),
            "title": escape(book.name),
            "program": escape(book.program),
            "style": style,
            "script": script,
            "data": island.text(book),
            "narrative": _plain(book),
        },
    )
    return page.encode()


def _script() -> str:
    """The rooms as one script. They share their names with one another and with nothing else on the page."""
    rooms = "\n".join(_part(f"script/{room}.js") for room in ROOMS)
    return f'"use strict";\n\n(() => {{\n{rooms}}})();\n'


def _part(name: str) -> str:
    return files("taeg.export").joinpath("page", name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """The template with its holes filled in one go: what fills one is never searched for another."""
    return _HOLE.sub(lambda hole: parts[hole[1]], template)


def _plain(book: Book) -> str:
    """The narrative for browsers without script, each passage under its citation."""
    lang = f' lang="{escape(book.language)}"' if island.tongue(book) else ""
    return "\n".join(
        f'<section><p class="cite" dir="auto">{escape(passage.citation)}</p>'
        f'<p class="words"{lang} dir="auto">{escape(passage.text)}</p></section>'
        for passage in book.main.passages
    )
