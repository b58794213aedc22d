"""The gold text: read from a file, aligned by profile, rebuilt from the table of verses."""

from pathlib import Path

import pytest

from ingest.gospels.chronology import Account, Row, chronology
from ingest.gospels.gold_text import GOLD_FILE, add_gold_text, gold_verses, read_segments
from ingest.gospels.verse_reference import VerseReference
from taeg.model.corpus import AUDITED, PUBLISHED, Event, Profile
from tests.unit.refusals import refusal


def row(id: str, *sources: str) -> Row:
    return Row(Event(id, f"Event {id}"), tuple(Account(source, VerseReference.parse("1:1"), "") for source in sources))


ROWS = (row("a", "mark"), row("b"), row("c", "mark", "luke"), row("d", "john"))
"""Four events; the second has no account."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 They left. 2 It stormed. 3 It was calm.", ["They left.", "It stormed.", "It was calm."]),
        ("1\n They\n  left.\n\n2\tIt stormed.\n", ["They left.", "It stormed."]),
        ("1 all 12 of them 2 had 1 boat and 2 oars 3 no more", ["all 12 of them", "had 1 boat and 2 oars", "no more"]),
        ("1 verse 2. and (2) and 2nd and 02 2 next", ["verse 2. and (2) and 2nd and 02", "next"]),
        ("1 2 3 words", ["", "", "words"]),
        ("a preface of 3 lines 1 words", ["words"]),
    ],
)
def test_segments(tmp_path: Path, text: str, expected: list[str]) -> None:
    path = tmp_path / GOLD_FILE
    path.write_text(text, encoding="utf-8")
    assert read_segments(path, ROWS) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1. So 2 No.", ":1: no segment: the first one must be marked with a bare 1"),
        (b"1 a 2 b 3 c 4 d", ": segment 4 matches no event: the chronology has 3 events with an account"),
        (b"1 They left.\n2 caf\xe9", ":2: byte 0xE9 ('é' in Windows-1252) is not UTF-8; save the file as UTF-8"),
    ],
)
def test_invalid_files(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / GOLD_FILE
    path.write_bytes(content)
    assert refusal(lambda: read_segments(path, ROWS)) == f"{path}{message}"


@pytest.mark.parametrize(
    ("profile", "given", "expected"),
    [
        (AUDITED, ["A", "C", "D"], ["A", "", "C", "D"]),
        (PUBLISHED, ["A", "C", "D"], ["A", "C", "D", ""]),
        (AUDITED, ["A"], ["A", "", "", ""]),
    ],
)
def test_alignment_by_profile(profile: Profile, given: list[str], expected: list[str]) -> None:
    aligned = add_gold_text(ROWS, given, profile)
    assert [row.event.gold_text for row in aligned] == expected
    assert [row.event.id for row in aligned] == ["a", "b", "c", "d"]
    assert [row.accounts for row in aligned] == [row.accounts for row in ROWS]


def test_table_of_gold_verses() -> None:
    verses = gold_verses()
    sources = {row.event.id: {account.source for account in row.accounts} for row in chronology()}
    assert list(verses) == [id for id in sources if id not in ("53", "163")], "in timeline order"
    assert (verses["1"].source, str(verses["1"].reference)) == ("john", "12:1-8")
    assert all(str(gold.reference).isascii() and len(str(gold.reference)) < 40 for gold in verses.values()), "no text"
    # At event 47 the published gold text uses a gospel that the chronology does not list there.
    assert [event for event, gold in verses.items() if gold.source not in sources[event]] == ["47"]
