"""The reference consolidation: cut out of a golden file, aligned as the profile says, rebuilt from a table of facts."""

from pathlib import Path

import pytest

import ingest
from ingest.gospels import built_in as gospels
from ingest.gospels import gold_text as golden
from ingest.gospels.books import GOSPELS
from ingest.gospels.chronology import Row, Telling, chronology
from ingest.gospels.gold_text import choices, rebuilt, with_reference, written
from ingest.gospels.verse_reference import Reference
from ingest.gospels.verses import VerseText
from taeg.base.errors import InputError
from taeg.model.corpus import Event
from taeg.model.profile import AUDITED, PUBLISHED, Profile


def row(id: str, *sources: str) -> Row:
    return Row(Event(id, f"Event {id}"), tuple(Telling(source, Reference.parse("1:1"), "") for source in sources))


ROWS = (row("a", "mark"), row("b"), row("c", "mark", "luke"), row("d", "john"))
"""Four events; nobody tells the second."""


def segments(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / golden.GOLDEN
    path.write_text(text, encoding="utf-8")
    return written(path, ROWS)


# --- cutting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 They left. 2 It stormed. 3 It was calm.", ["They left.", "It stormed.", "It was calm."]),
        ("1\n They\n  left.\n\n2\tIt stormed.\n", ["They left.", "It stormed."]),
        ("1 all 12 of them 2 had 1 boat and 2 oars 3 no more", ["all 12 of them", "had 1 boat and 2 oars", "no more"]),
        ("1 at 3 they ate 2 loaves 3 later", ["at 3 they ate", "loaves", "later"]),
        ("1 verse 2. and (2) and 2nd and 02 2 next", ["verse 2. and (2) and 2nd and 02", "next"]),
        ("1 2 3 words", ["", "", "words"]),
        ("a preface of 3 lines 1 words", ["words"]),
        ("3 2 1 go", ["go"]),
        ("1", [""]),
    ],
)
def test_segments_are_cut_at_the_next_bare_number(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert segments(tmp_path, text) == expected


def test_a_file_without_marks_is_refused(tmp_path: Path) -> None:
    for text in ("", "They left.", "2 It stormed. 3 It was calm.", "1. They left."):
        with pytest.raises(InputError) as caught:
            segments(tmp_path, text)
        expected = f"{tmp_path / golden.GOLDEN}:1: no segment: the first one must be marked with a bare 1"
        assert str(caught.value) == expected


def test_more_segments_than_told_events_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        segments(tmp_path, "1 one 2 two 3 three 4 four 5 five")
    expected = f"{tmp_path / golden.GOLDEN}: segment 4 matches no event: the chronology tells 3"
    assert str(caught.value) == expected


def test_a_golden_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / golden.GOLDEN
    path.write_bytes(b"1 They left.\n2 caf\xe9")
    with pytest.raises(InputError, match=r":2: byte 19 is not UTF-8; save the file as UTF-8$"):
        written(path, ROWS)
    path.unlink()
    with pytest.raises(InputError, match="is not a file"):
        written(path, ROWS)


# --- aligning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "given", "expected"),
    [
        (AUDITED, ["A", "C", "D"], ["A", "", "C", "D"]),
        (PUBLISHED, ["A", "C", "D"], ["A", "C", "D", ""]),
        (AUDITED, ["A"], ["A", "", "", ""]),
        (AUDITED, ["", "C", ""], ["", "", "C", ""]),
        (AUDITED, [], ["", "", "", ""]),
        (PUBLISHED, [], ["", "", "", ""]),
    ],
)
def test_segments_go_to_events_as_the_profile_counts_them(
    profile: Profile, given: list[str], expected: list[str]
) -> None:
    aligned = with_reference(ROWS, given, profile)
    assert [row.event.gold_text for row in aligned] == expected
    assert [row.event.id for row in aligned] == ["a", "b", "c", "d"]
    assert [row.tellings for row in aligned] == [row.tellings for row in ROWS]


# --- the table of facts ----------------------------------------------------------------------------------------------


def test_the_table_has_a_row_for_every_event_but_two() -> None:
    rows = choices()
    timeline = [row.event.id for row in chronology()]
    assert len(rows) == 167
    assert [c.event for c in rows] == [id for id in timeline if id not in ("53", "163")], "in timeline order"
    assert {c.source for c in rows} <= {gospel.id for gospel in GOSPELS}
    assert (rows[0].event, rows[0].source, str(rows[0].reference)) == ("1", "john", "12:1-8")


def test_the_table_holds_no_text() -> None:
    assert all(str(c.reference).isascii() and len(str(c.reference)) < 40 for c in choices())


def test_the_reference_is_one_of_those_who_tell_the_event_but_once() -> None:
    """At event 47 the golden sample uses the words of a gospel that the chronology does not list there."""
    told = {row.event.id: {t.source for t in row.tellings} for row in chronology()}
    assert [c.event for c in choices() if c.source not in told[c.event]] == ["47"]


def test_every_reference_can_be_read_in_the_asv() -> None:
    verses, _ = gospels._verses("asv")
    titles = {gospel.id: gospel.title for gospel in GOSPELS}
    assert [c for c in choices() if not verses.passage(titles[c.source], c.reference).text] == []


def test_the_rebuilt_reference_is_that_of_the_corpus() -> None:
    verses, _ = gospels._verses("asv")
    rows = chronology()
    texts = rebuilt(rows, verses)
    assert len(texts) == 168, "one for each event that somebody tells"
    audited = ingest.read("gospels")
    assert [event.gold_text for row, event in zip(rows, audited.events, strict=True) if row.tellings] == texts
    published = ingest.read("gospels", profile="published")
    assert [event.gold_text for event in published.events] == [*texts, ""]


def test_a_translation_that_lacks_the_verses_has_no_reference_there() -> None:
    assert set(rebuilt(chronology(), VerseText({}))) == {""}
