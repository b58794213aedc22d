"""The synopsis: one HTML file with timeline, narrative and accounts side by side, which works offline.

The parts of the page are in `page/`, its script in modules in `page/script/`. A content security policy allows only
this style and script, by their hashes. The embedded data is made by `taeg.export.synopsis_data`.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files

from taeg.export.book import Book
from taeg.export.synopsis_data import known_language, to_json

POLICY = (
    "default-src 'none'",
    "style-src '{style}'",
    "script-src '{script}'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
)
WRITING = "connect-src 'self'"
"""The further rule of a page on which facts are decided."""
"""Content security policy."""
MODULES = (
    *("book", "facts", "making", "finding", "state", "timeline", "narrative"),
    *("fused", "omitted", "contested"),
    *("panel", "accounts", "scores", "about", "keys", "start"),
)
"""The modules of the script, in the order in which they are joined."""
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


def export(book: Book) -> bytes:
    """Export as one HTML page."""
    return page(book)


def page(book: Book, decide: str = "") -> bytes:
    """Return the page; `decide` is the address to which it sends decisions about contested facts, if any."""
    style, script = _part("synopsis.css"), _script("deciding" if decide else "")
    policy = "; ".join((*POLICY, WRITING) if decide else POLICY).format(style=_hash(style), script=_hash(script))
    filled = _filled(
        _part("synopsis.html"),
        {
            "policy": escape(policy),
            "title": escape(book.name),
            "program": escape(book.program),
            "style": style,
            "script": script,
            "data": to_json(book, decide),
            "narrative": _plain(book),
        },
    )
    return filled.encode()


def _script(further: str = "") -> str:
    """The modules as one script in one function scope."""
    modules = "\n".join(_part(f"script/{module}.js") for module in (further, *MODULES) if module)
    return f'"use strict";\n\n(() => {{\n{modules}}})();\n'


def _part(name: str) -> str:
    return files("taeg.export").joinpath("page", name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """Replace all placeholders in one pass, so that values are never searched for placeholders."""
    return _PLACEHOLDER.sub(lambda match: parts[match[1]], template)


def _plain(book: Book) -> str:
    """The narrative for browsers without JavaScript, each passage with its citation."""
    lang = f' lang="{escape(book.language)}"' if known_language(book) else ""
    return "\n".join(
        f'<section><p class="cite" dir="auto">{escape(passage.citation)}</p>'
        f'<p class="words"{lang} dir="auto">{escape(passage.text)}</p></section>'
        for passage in book.main.passages
    )
