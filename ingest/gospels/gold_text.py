"""The reference consolidation: what a person chose to say of each event, for evaluation.

It comes from the published golden file where the user has it, else from a table of facts: which verses of which gospel
that file uses for each event. Rebuilt from the table, any translation gets a reference, but one that carries over the
golden's choices: it is no independent evidence.

The published file numbers its segments. It leaves out the event that nobody tells without leaving out its number, so
number k belongs to the k-th event that somebody tells; the published code takes it for the k-th event of all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path

from ingest.files import decode, read_bytes
from ingest.gospels.books import GOSPELS
from ingest.gospels.chronology import Row
from ingest.gospels.verse_reference import Reference
from ingest.gospels.verses import VerseText
from taeg.base.errors import InputError
from taeg.model.profile import Profile

GOLDEN = "Golden_Sample.txt"
TABLE = "gospel_reference.tsv"
NOTE = "reference consolidation rebuilt from the verses of the published one: it carries over that one's choices"

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which words the published reference uses for an event."""

    event: str
    source: str
    reference: Reference


def choices() -> tuple[Choice, ...]:
    """Read the table of facts, in timeline order."""
    lines = (files("ingest") / "data" / TABLE).read_text(encoding="utf-8").splitlines()
    return tuple(
        Choice(event, source, Reference.parse(reference, f"{TABLE}:{number}"))
        for number, line in enumerate(lines[1:], start=2)
        for event, source, reference in [line.split("\t")]
    )


def rebuilt(rows: Sequence[Row], verses: VerseText) -> list[str]:
    """The segments of the reference in this translation, one for each event that somebody tells."""
    titles = {gospel.id: gospel.title for gospel in GOSPELS}
    texts = {c.event: verses.passage(titles[c.source], c.reference).text for c in choices()}
    return [texts.get(row.event.id, "") for row in rows if row.tellings]


def written(path: Path, rows: Sequence[Row]) -> list[str]:
    """The segments of a golden file, one for each event that somebody tells."""
    text = decode(read_bytes(path), "utf-8", path)
    segments = _segments(text)
    told = sum(1 for row in rows if row.tellings)
    if not segments:
        raise InputError("no segment: the first one must be marked with a bare 1", f"{path}:1")
    if len(segments) > told:
        raise InputError(f"segment {told + 1} matches no event: the chronology tells {told}", str(path))
    return segments


def with_reference(rows: Sequence[Row], segments: Sequence[str], profile: Profile) -> list[Row]:
    """Give each event its segment, as the profile counts them."""
    counted = [row for row in rows if row.tellings or not profile.aligns_reference]
    texts = {row.event.id: text for row, text in zip_longest(counted, segments) if row and text}
    return [replace(row, event=replace(row.event, gold_text=texts.get(row.event.id, ""))) for row in rows]


def _segments(text: str) -> list[str]:
    """Cut at the bare numbers 1, 2, 3, … in ascending order."""
    marks: list[tuple[int, int]] = []
    for word in _WORD.finditer(text):
        if word.group() == str(len(marks) + 1):
            marks.append(word.span())
    if not marks:
        return []
    ends = [start for start, _ in marks[1:]] + [len(text)]
    return [" ".join(text[after:end].split()) for (_, after), end in zip(marks, ends, strict=True)]
