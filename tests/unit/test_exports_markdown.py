"""Markdown: accounts are shown as text, by CommonMark and by common extensions."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from taeg.export import markdown, notes
from taeg.export.book import Book
from taeg.text.dates import readable
from tests.unit import books

COMMONMARK = MarkdownIt("commonmark").use(footnote_plugin)
EXTENDED = (
    MarkdownIt("commonmark")
    .enable(["table", "strikethrough"])
    .use(footnote_plugin)
    .use(deflist_plugin)
    .use(dollarmath_plugin)
)
BLOCKS = {"paragraph_open", "paragraph_close", "inline"}
HEADINGS = {"heading_open", "heading_close"}
INLINE = {"text", "text_special", "hardbreak"}
PIECES = (
    *("#", "1.", "2)", "-", "+", "*", "_", "`", "```", "~~~", "~~", "|", "|-|", "===", "---", ":", ": ", ">", "<b>"),
    *("[", "]", "(", ")", "![", "[^1]", "[^1]: ", "[a]: ", "\\", "!", "\t", "    ", "\n", "\n\n", "\r", "a", "B", " "),
    *("$", "@", "www.a.de", "https://a.de", "<https://a.de>", "<!--", "-->", "&lt;", "{", "}", "%", "=", "^", "."),
    *("\u00a0", "\u2028", "é", "e\u0301", "ש", "\x01"),
)
awkward = st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.text(max_size=40))
engines = pytest.mark.parametrize("engine", [COMMONMARK, EXTENDED], ids=["commonmark", "extended"])


def shown(inline: Token) -> str:
    """The text of a paragraph, lines apart."""
    return "".join("\n" if child.type == "hardbreak" else child.content for child in inline.children or [])


def lines(text: str) -> list[str]:
    return [line for line in notes.plain(text).split("\n") if line.strip()]


@settings(max_examples=500, deadline=None)
@given(awkward)
@example(books.MARKDOWN)
@example(books.HTML)
@example(books.CONTROL + books.SIGNS)
@example("a\n---\nb\n===")
@example("a | b\n- | -\n1 | 2")
def test_escaped_text_is_shown_unchanged(text: str) -> None:
    for engine in (COMMONMARK, EXTENDED):
        tokens = engine.parse(markdown.escaped(text))
        assert {token.type for token in tokens} <= BLOCKS
        inlines = [token for token in tokens if token.type == "inline"]
        assert {child.type for inline in inlines for child in inline.children or []} <= INLINE
        assert [line for inline in inlines for line in shown(inline).split("\n")] == lines(text)


def parsed(book: Book, engine: MarkdownIt = EXTENDED) -> tuple[list[Token], dict[str, str]]:
    """The blocks, and the notes by number."""
    tokens = engine.parse(markdown.export(book).decode())
    at = next(i for i, token in enumerate(tokens) if token.type == "footnote_block_open")
    found: dict[str, str] = {}
    label = ""
    for token in tokens[at:]:
        label = token.meta["label"] if token.type == "footnote_open" else label
        if token.type == "inline":
            found[label] = shown(token)
    return tokens[:at], found


@engines
@pytest.mark.parametrize("strategy", ["taeg", "longest", "priority", "lexrank"])
def test_every_passage_has_its_source(strategy: str, engine: MarkdownIt) -> None:
    book = books.with_main(strategy)
    tokens, found = parsed(book, engine)
    assert {token.type for token in tokens} <= BLOCKS | HEADINGS
    paragraphs = [
        tokens[i].children or []
        for i in range(len(tokens))
        if tokens[i].type == "inline" and tokens[i - 1].type == "paragraph_open"
    ][1:]
    said: list[tuple[str, str]] = []
    words = ""
    for children in paragraphs:
        if shown(Token("inline", "", 0, children=children)).startswith(("(chosen by", "(renamed by")):
            continue
        for child in children:
            assert child.type in INLINE | {"footnote_ref"}
            if child.type == "footnote_ref":
                said.append((words, child.meta["label"]))
                words = ""
            else:
                words += "\n" if child.type == "hardbreak" else child.content
        words += "\n"
    for (shown_words, label), passage in zip(said, book.main.passages, strict=True):
        assert lines(shown_words.strip()) == lines(passage.text.strip())
        time = readable(passage.time, "en")
        for part in (passage.source_title, passage.reference, time, f"Version {passage.version}"):
            assert notes.one_line(part) in found[label]


def test_headings() -> None:
    tokens, _ = parsed(books.book())
    headings = [shown(tokens[i + 1]) for i, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings == [
        "A night at the <pier>",
        "1. The alarm | bell (Monday, 10 April 1912, Pier #1)",
        "2. fire (-1)",
        "3. <i>Odd</i> #",
        "5. A torn *page*",
        "6. +end of it",
    ]
    quoted, _ = parsed(books.with_main("lexrank"))
    assert sum(token.type == "heading_open" for token in quoted) == 1
