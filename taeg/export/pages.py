"""The plain pages around the synopsis: a list of corpora, and a message. Everything in them is escaped."""

from collections.abc import Sequence
from html import escape

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="color-scheme" content="light dark"><title>{title}</title></head>
<body><main><h1>{title}</h1>{body}</main></body></html>
"""


def message(words: str) -> bytes:
    """A page that says one thing."""
    return _PAGE.format(title="TAEG", body=f"<p>{escape(words)}</p>").encode()


def listed(title: str, links: Sequence[tuple[str, str, str]]) -> bytes:
    """A page of links, each an address, a name and a word more."""
    items = "".join(f'<li><a href="{escape(a)}">{escape(name)}</a>, {escape(more)}</li>' for a, name, more in links)
    empty = "<p>The graph holds no corpus; load one with: taeg ingest gospels</p>"
    return _PAGE.format(title=escape(title), body=f"<ul>{items}</ul>" if items else empty).encode()
