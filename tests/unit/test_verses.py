"""Half verses, passages, gaps and book names."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.gospels.books import GOSPELS, NAMES, gospel_named
from ingest.gospels.verse_reference import VerseReference
from ingest.gospels.verses import OMITTED, Passage, VerseText, canonical, halves
from taeg.base.errors import InputError


@pytest.mark.parametrize(
    ("verse", "first", "second"),
    [
        # A stronger boundary is preferred to a nearer one.
        ("It rained. So, as the day went on, they stayed.", "It rained.", "So, as the day went on, they stayed."),
        ("He came, he saw; the others, tired, slept.", "He came, he saw;", "the others, tired, slept."),
        ("They sat, and ate, and after that they left.", "They sat, and ate,", "and after that they left."),
        ("They sat down and ate bread.", "They sat down", "and ate bread."),
        # Among equals the one nearest the middle, then the earlier.
        ("One. Two three. Four five six seven.", "One. Two three.", "Four five six seven."),
        ("Ab, cd, ef", "Ab,", "cd, ef"),
        # Closing quotes and brackets stay with the mark.
        ('He said, "Go home." She went.', 'He said, "Go home."', "She went."),
        ("He said, \u201cGo (now!)\u201d Then she went off.", "He said, \u201cGo (now!)\u201d", "Then she went off."),
        # Dashes need no white space; a dash at the start is no boundary.
        ("The lamp burned\u2014it was late.", "The lamp burned\u2014", "it was late."),
        ("-- because he knew them, all of them", "-- because he knew them,", "all of them"),
        # A mark inside a number or at the end is no boundary.
        ("About 5,000 people stood there waiting.", "About 5,000 people", "stood there waiting."),
        # White space nearest the middle as a last resort.
        ("They stayed there overnight.", "They stayed", "there overnight."),
        ("Silence.", "Silence.", ""),
        ("", "", ""),
        ("...", "...", ""),
        # Other scripts.
        ("他们来了。他就走了。", "他们来了。", "他就走了。"),
        ("他们来了\uff0c他就走了。", "他们来了\uff0c", "他就走了。"),
        ("جاؤوا\u061f ثم ذهب، وحده", "جاؤوا\u061f", "ثم ذهب، وحده"),
    ],
)
def test_halves(verse: str, first: str, second: str) -> None:
    assert halves(verse) == (first, second)


@given(st.text(alphabet="ab.,;:!?-\u2014 '\"”)5\u3002", max_size=60))
def test_halves_keep_every_word(verse: str) -> None:
    first, second = halves(verse)
    assert "".join((first + second).split()) == "".join(verse.split())
    assert first == first.strip()
    assert second == second.strip()


VERSES = VerseText(
    {
        ("Luke", 1, 79): " The lamp burned. ",
        ("Luke", 1, 80): "They slept; nobody woke them.",
        ("Luke", 2, 1): "Morning came.",
        ("Luke", 2, 2): "See Footnote",
        ("Luke", 2, 3): "",
        ("Luke", 2, 5): "Silence.",
        ("Mark", 16, 21): "A verse more than the usual count.",
    }
)


@pytest.mark.parametrize(
    ("reference", "text", "gaps"),
    [
        ("1:80-2:1", "They slept; nobody woke them. Morning came.", ()),
        ("1:79-80a", "The lamp burned. They slept;", ()),
        ("1:80b-2:1", "nobody woke them. Morning came.", ()),
        ("2:1; 1:79", "Morning came. The lamp burned.", ()),
        ("2:1-5", "Morning came. Silence.", ("Luke 2:2-4",)),
        ("2:2a", "", ("Luke 2:2a",)),
        ("2:2,4,6", "", ("Luke 2:2", "Luke 2:4", "Luke 2:6")),
        ("2:5b-7a", "", ("Luke 2:5b-7a",)),
        ("1:78-79", "The lamp burned.", ("Luke 1:78",)),
        # A chapter that the text lacks, and a gap across chapters.
        ("13:34-35", "", ("Luke 13:34-35",)),
        ("2:51-3:2", "", ("Luke 2:51-3:2",)),
    ],
)
def test_passages_and_gaps(reference: str, text: str, gaps: tuple[str, ...]) -> None:
    assert VERSES.passage("Luke", VerseReference.parse(reference)) == Passage(text, gaps)


def test_literal_keeps_the_omission_mark() -> None:
    passage = VERSES.passage("Luke", VerseReference.parse("2:1-2"), literal=True)
    assert passage == Passage(f"Morning came. {OMITTED}")


@pytest.mark.parametrize(
    ("book", "reference", "message"),
    [
        ("Luke", "2:53", "t.tsv:4: Luke has no verse 2:53 (chapter 2 ends at verse 52); correct the reference"),
        ("Luke", "2:1-3:39", "t.tsv:4: Luke has no verse 3:39 (chapter 3 ends at verse 38); correct the reference"),
        ("Luke", "25:1", "t.tsv:4: Luke has no chapter 25 (its last chapter is 24); correct the reference"),
        ("Mark", "16:22", "t.tsv:4: Mark has no verse 16:22 (chapter 16 ends at verse 21); correct the reference"),
        ("Acts", "1:1", "t.tsv:4: Acts has no chapter 1 (there is no such book in this text); correct the reference"),
    ],
)
def test_nonexistent_verses(book: str, reference: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        VERSES.passage(book, VerseReference.parse(reference), "t.tsv:4")
    assert str(caught.value) == message


def test_canonical_chapters() -> None:
    assert Counter(title for title, _ in canonical()) == {"Matthew": 28, "Mark": 16, "Luke": 24, "John": 21}
    assert sum(canonical().values()) == 3779


def test_book_names_are_unambiguous() -> None:
    for gospel in GOSPELS:
        assert {gospel_named(name) for name in NAMES[gospel.id].split()} == {gospel}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("The Gospel according to St. John", "John"),
        ("Das Evangelium nach Matthäus", "Matthew"),
        ("SÃO MARCOS", "Mark"),
        ("Évangile selon saint Luc", "Luke"),
        ("ΚΑΤΑ ΛΟΥΚΑΝ", "Luke"),  # noqa: RUF001
        ("От Иоанна", "John"),
        ("mrk", "Mark"),
        ("JHN", "John"),
        (" 42 ", "Luke"),
        ("1 John", None),
        ("3Jn", None),
        ("44", None),
        ("Gospel of Thomas", None),
        ("", None),
    ],
)
def test_book_names(name: str, title: str | None) -> None:
    gospel = gospel_named(name)
    assert (gospel.title if gospel else None) == title
