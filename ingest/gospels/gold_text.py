"""The gold text of the gospel corpora: a human consolidation, one segment per event, used for evaluation.

It is read from the published file if the user has it, otherwise rebuilt from a table of the verses that the published
text uses for each event. A rebuilt gold text exists for every translation, but it repeats the choices of the published
one and is not independent evidence.

The published file has no segment for the event that no gospel reports, and numbers the others consecutively: segment k
belongs to the k-th event with an account. The published code assigns it to the k-th event of all.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from ingest.files import decode, read_bytes
from ingest.gospels.books import TITLES
from ingest.gospels.chronology import Account, Row, read_built_in
from ingest.gospels.verse_reference import VerseReference
from ingest.gospels.verses import VerseText
from taeg.base.errors import InputError
from taeg.model.corpus import Profile

GOLD_FILE = "Golden_Sample.txt"
NOTE = "reference consolidation rebuilt from the verses of the published one: it carries over that one's choices"


def gold_verses() -> dict[str, Account]:
    """Return the verses that the published gold text uses for each event, in timeline order."""
    return {
        cells["event"]: Account(cells["source"], VerseReference.parse(cells["reference"], origin), origin)
        for origin, cells in read_built_in("gospel_reference.tsv")
    }


def rebuild_segments(rows: Sequence[Row], verses: VerseText) -> list[str]:
    """Return the gold text in a translation: one segment for each event with an account."""
    texts = {event: verses.passage(TITLES[gold.source], gold.reference).text for event, gold in gold_verses().items()}
    return [texts.get(row.event.id, "") for row in rows if row.accounts]


def read_segments(path: Path, rows: Sequence[Row]) -> list[str]:
    """Read the segments of a published file, one for each event with an account."""
    segments = _split(decode(read_bytes(path), "utf-8", path))
    expected = sum(1 for row in rows if row.accounts)
    if not segments:
        raise InputError("no segment: the first one must be marked with a bare 1", f"{path}:1")
    if len(segments) > expected:
        raise InputError(
            f"segment {expected + 1} matches no event: the chronology has {expected} events with an account", str(path)
        )
    return segments


def add_gold_text(rows: Sequence[Row], segments: Sequence[str], profile: Profile) -> list[Row]:
    """Assign each segment to an event, counting events as the profile does."""
    counted = [row for row in rows if row.accounts or not profile.aligns_reference]
    texts = {row.event.id: text for row, text in zip_longest(counted, segments) if row and text}
    return [replace(row, event=replace(row.event, gold_text=texts.get(row.event.id, ""))) for row in rows]


def _split(text: str) -> list[str]:
    """Split at the bare numbers 1, 2, 3, … in ascending order."""
    marks: list[tuple[int, int]] = []
    for word in re.finditer(r"\S+", text):
        if word.group() == str(len(marks) + 1):
            marks.append(word.span())
    ends = [start for start, _ in marks[1:]] + [len(text)]
    return [" ".join(text[after:end].split()) for (_, after), end in zip(marks, ends, strict=False)]
