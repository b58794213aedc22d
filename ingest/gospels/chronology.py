"""The chronology of every gospel corpus: 169 events of Passion Week with their verses in each gospel.

The verse references are those of the published chronology; days, locations and titles were written for TAEG.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType

from ingest.gospels.books import GOSPELS
from ingest.gospels.verse_reference import Span, VerseReference
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
"""The part of each gospel that the published data contains."""


@dataclass(frozen=True, slots=True)
class Account:
    """The verses in which one gospel tells an event; `origin` is the file and line of the entry."""

    source: str
    reference: VerseReference
    origin: str


@dataclass(frozen=True, slots=True)
class Row:
    """An event of the timeline with its accounts."""

    event: Event
    accounts: tuple[Account, ...]


def chronology() -> tuple[Row, ...]:
    """Read the built-in chronology, in timeline order."""
    lines = (files("ingest") / "data" / TABLE).read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        origin = f"{TABLE}:{number}"
        cells = dict(zip(columns, line.split("\t"), strict=True))
        event = Event(cells["event"], cells["title"], day=cells["day"], location=cells["location"], origin=origin)
        accounts = tuple(
            Account(gospel.id, VerseReference.parse(cells[gospel.id], origin), origin)
            for gospel in GOSPELS
            if cells[gospel.id]
        )
        rows.append(Row(event, accounts))
    return tuple(rows)
