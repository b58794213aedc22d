"""Half verses, passages and gaps, on invented verses."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.gospels.books import GOSPELS, NAMES, gospel_named
from ingest.gospels.half_verses import halves
from ingest.gospels.verse_reference import Reference
from ingest.gospels.verses import OMITTED, Passage, VerseText, canonical
from taeg.base.errors import InputError


@pytest.mark.parametrize(
    ("verse", "first", "second"),
    [
        # The strongest boundary wins over a nearer but weaker one.
        ("It rained. So, as the day went on, they stayed.", "It rained.", "So, as the day went on, they stayed."),
        ("He came, he saw; the others, tired, slept.", "He came, he saw;", "the others, tired, slept."),
        ("They sat, and ate, and after that they left.", "They sat, and ate,", "and after that they left."),
        ("They sat down and ate bread.", "They sat down", "and ate bread."),
        # Of several as strong the one nearest the middle; of two as near the earlier.
        ("One. Two three. Four five six seven.", "One. Two three.", "Four five six seven."),
        ("Ab, cd, ef", "Ab,", "cd, ef"),
        # Closing quotes and brackets stay with the mark.
        ('He said, "Go home." She went.', 'He said, "Go home."', "She went."),
        ("He said, \u201cGo (now!)\u201d Then she went off.", "He said, \u201cGo (now!)\u201d", "Then she went off."),
        ("`Go home.` And they went.", "`Go home.`", "And they went."),
        # Dashes need no white space; a dash at the start divides nothing.
        ("The lamp burned--it was late.", "The lamp burned--", "it was late."),
        ("The lamp burned\u2014it was late.", "The lamp burned\u2014", "it was late."),
        ("-- because he knew them, all of them", "-- because he knew them,", "all of them"),
        # A mark inside a number or a word, or at the very end, is none.
        ("About 5,000 people stood there waiting.", "About 5,000 people", "stood there waiting."),
        ("He paid 3.50 coins, no more.", "He paid 3.50 coins,", "no more."),
        # White space nearest the middle when nothing else divides.
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


def test_halves_of_hostile_verses_take_no_time() -> None:
    began = time.perf_counter()
    for unit in (".", '."', "-", ", ", " ", "and ", "\u2014", "a"):
        halves(unit * 200_000 + "x")
    assert time.perf_counter() - began < 10


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
        ("1:79", "The lamp burned.", ()),
        ("1:79-80", "The lamp burned. They slept; nobody woke them.", ()),
        ("1:80-2:1", "They slept; nobody woke them. Morning came.", ()),
        ("1:79-80a", "The lamp burned. They slept;", ()),
        ("1:80b-2:1", "nobody woke them. Morning came.", ()),
        ("2:1; 1:79", "Morning came. The lamp burned.", ()),
        ("2:1-5", "Morning came. Silence.", ("Luke 2:2-4",)),
        ("2:2", "", ("Luke 2:2",)),
        ("2:2a", "", ("Luke 2:2a",)),
        ("2:2,4,6", "", ("Luke 2:2", "Luke 2:4", "Luke 2:6")),
        ("2:2,3", "", ("Luke 2:2-3",)),
        ("2:5b", "", ("Luke 2:5b",)),
        ("2:5b-7a", "", ("Luke 2:5b-7a",)),
        ("1:78-79", "The lamp burned.", ("Luke 1:78",)),
        # A chapter that the text does not hold at all, and a gap across chapters.
        ("13:34-35", "", ("Luke 13:34-35",)),
        ("2:51-3:2", "", ("Luke 2:51-3:2",)),
    ],
)
def test_passages_and_gaps(reference: str, text: str, gaps: tuple[str, ...]) -> None:
    assert VERSES.passage("Luke", Reference.parse(reference)) == Passage(text, gaps)


def test_the_published_reading_keeps_the_mark_of_an_omitted_verse() -> None:
    passage = VERSES.passage("Luke", Reference.parse("2:1-2"), literal=True)
    assert passage == Passage(f"Morning came. {OMITTED}")


@pytest.mark.parametrize(
    ("book", "reference", "message"),
    [
        ("Luke", "2:53", "t.tsv:4: Luke has no verse 2:53 (chapter 2 ends at verse 52); correct the reference"),
        ("Luke", "2:53-3:1", "t.tsv:4: Luke has no verse 2:53 (chapter 2 ends at verse 52); correct the reference"),
        ("Luke", "2:1-3:39", "t.tsv:4: Luke has no verse 3:39 (chapter 3 ends at verse 38); correct the reference"),
        ("Luke", "25:1", "t.tsv:4: Luke has no chapter 25 (its last chapter is 24); correct the reference"),
        ("Luke", "1:1-999:999", "t.tsv:4: Luke has no chapter 999 (its last chapter is 24); correct the reference"),
        ("Mark", "16:22", "t.tsv:4: Mark has no verse 16:22 (chapter 16 ends at verse 21); correct the reference"),
        ("Acts", "1:1", "t.tsv:4: Acts has no chapter 1 (there is no such book in this text); correct the reference"),
    ],
)
def test_a_verse_that_no_book_has_is_an_error(book: str, reference: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        VERSES.passage(book, Reference.parse(reference), "t.tsv:4")
    assert str(caught.value) == message


def test_a_text_may_have_more_verses_than_the_canon() -> None:
    assert VERSES.passage("Mark", Reference.parse("16:20-21")).gaps == ("Mark 16:20",)


def test_canonical_chapters() -> None:
    chapters = {gospel.title: sum(1 for title, _ in canonical() if title == gospel.title) for gospel in GOSPELS}
    assert chapters == {"Matthew": 28, "Mark": 16, "Luke": 24, "John": 21}
    assert canonical()["Luke", 23] == 56
    assert sum(canonical().values()) == 3779


def test_no_name_means_two_books() -> None:
    for gospel in GOSPELS:
        for name in NAMES[gospel.id]:
            assert gospel_named(name) == gospel, name


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
def test_names_of_books(name: str, title: str | None) -> None:
    gospel = gospel_named(name)
    assert (gospel.title if gospel else None) == title
