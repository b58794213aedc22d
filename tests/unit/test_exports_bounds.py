"""Long books: how much work a format takes for them, counted. Each once grew with the square of the book."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product

import pytest
from docx.oxml.xmlchemy import BaseOxmlElement
from lxml import etree

from taeg.consolidate.narrative import Passage, traced
from taeg.export import docx as word
from taeg.export import graphml, island, tei, text
from taeg.export.book import Book, Happening
from tests.unit.strange_book import strange

MANY = 300


def told(happenings: Sequence[Happening], passages: Sequence[Passage]) -> Book:
    """A book of these events and passages."""
    book = strange()
    telling = replace(book.main, passages=tuple(passages), sentences=traced(passages, "und"))
    return replace(book, language="und", happenings=tuple(happenings), tellings=(telling,), before=(), same_event=())


def of_one_version(words: str, quoted: Sequence[str]) -> Book:
    """A book of one account, and a run that quotes it."""
    book = strange()
    happening = next(h for h in book.happenings if h.accounts)
    account = replace(happening.accounts[0], text=words, stretches=())
    a, h = account, replace(happening, accounts=(account,))
    passages = [
        Passage(h.id, h.title, a.id, a.source, a.reference, part, a.source_title, a.time, h.edits) for part in quoted
    ]
    return told([h], passages)


def test_tei_counts_no_children() -> None:
    class Uncounted(etree.ElementBase):
        def __len__(self) -> int:
            raise AssertionError("lxml goes through all children to count them")

    parent = Uncounted()
    tei._say(parent, "a")
    for _ in range(3):
        etree.SubElement(parent, "s")
        tei._say(parent, "b")
        tei._say(parent, "c")
    assert etree.tostring(parent) == b"<Uncounted>a<s/>bc<s/>bc<s/>bc</Uncounted>"


def test_word_looks_for_no_end_of_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    real = BaseOxmlElement.first_child_found_in

    def looking(self: BaseOxmlElement, *names: str) -> etree._Element | None:
        looked.append(str(self.tag).rpartition("}")[2])
        return real(self, *names)

    monkeypatch.setattr(BaseOxmlElement, "first_child_found_in", looking)
    happening = next(h for h in strange().happenings if h.accounts)
    made = word.export(told([replace(happening, id=f"e{number}", title="x") for number in range(MANY)], []))
    assert made
    assert looked.count("body") <= 3  # the mark at the end, and the table


def test_text_looks_at_brackets_once() -> None:
    found = text._LIKE_A_MARK
    assert found.findall("[[[1 [2] [[x] [[") == ["[[[", "["]
    brackets = "[" * MANY
    assert not any(found.match(brackets + "1", at) for at in range(1, MANY))
    assert found.match(brackets + "1")


def test_graphml_gives_short_names_to_many_ids_that_look_alike() -> None:
    names = graphml._Names()
    ids = ["x" + "".join(signs) for signs in islice(product("\ufffe\uffff", repeat=12), MANY)]
    made = [names.new("version", identifier) for identifier in (*ids, "x\ufffd", "x" + "\ufffd" * 12 + "~7")]
    assert len(set(made)) == len(made)
    assert max(map(len, made)) <= len("version/") + len(ids[0]) + len("~7~300")
    assert [names("version", identifier) for identifier in ids] == made[: len(ids)]


def test_the_page_counts_the_letters_of_a_version_once(monkeypatch: pytest.MonkeyPatch) -> None:
    quoted = [f"\U0001f600 It is so {number}." for number in range(MANY)]
    book = of_one_version(" ".join(quoted), quoted[::-1])
    counted: list[int] = []
    real = island._units

    def counting(words: str) -> int:
        counted.append(len(words))
        return real(words)

    monkeypatch.setattr(island, "_units", counting)
    packed = island.pack(book)
    lengths = [len(words.encode("utf-16-le")) // 2 for words in quoted]
    starts = [sum(lengths[:number]) + number for number in range(MANY)]
    spans = [[start, start + length] for start, length in zip(starts, lengths, strict=True)]
    assert [passage[1:3] for passage in packed["runs"][0]["passages"]] == spans[::-1]
    assert sum(counted) <= 10 * sum(lengths)
