"""The table of facts behind every gospel corpus: 169 events of Passion Week and where each gospel tells them.

The references are those of the published chronology; days, places and titles are our own words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType

from ingest.gospels.books import GOSPELS
from ingest.gospels.verse_reference import Reference, Span
from taeg.model.corpus import Event

TABLE = "gospel_events.tsv"

PASSION_WEEK: Mapping[str, Span] = MappingProxyType(
    {
        "matthew": Span(21, 1, 28, 20),
        "mark": Span(11, 1, 16, 20),
        "luke": Span(19, 29, 24, 53),
        "john": Span(12, 1, 20, 31),
    }
)
"""What the published data holds of each gospel."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Where one gospel tells an event; `place` is the file and line that says so."""

    source: str
    reference: Reference
    place: str


@dataclass(frozen=True, slots=True)
class Row:
    """An event of the timeline with its tellings."""

    event: Event
    tellings: tuple[Telling, ...]


def chronology() -> tuple[Row, ...]:
    """Read the built-in chronology, in timeline order."""
    lines = (files("ingest") / "data" / TABLE).read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        place = f"{TABLE}:{number}"
        cells = dict(zip(columns, line.split("\t"), strict=True))
        event = Event(cells["event"], cells["title"], day=cells["day"], location=cells["location"], origin=place)
        tellings = tuple(
            Telling(gospel.id, Reference.parse(cells[gospel.id], place), place)
            for gospel in GOSPELS
            if cells[gospel.id]
        )
        rows.append(Row(event, tellings))
    return tuple(rows)
