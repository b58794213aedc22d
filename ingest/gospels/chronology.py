"""The chronology of every gospel corpus: 169 events of Passion Week with their verses in each gospel.

The verse references are those of the published chronology; days, locations and titles were written for TAEG.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType

from ingest.gospels.books import GOSPELS
from ingest.gospels.verse_reference import Span, VerseReference
from taeg.model.corpus import Event

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
    """The verses in which one gospel reports an event; `origin` is the file and line of the entry."""

    source: str
    reference: VerseReference
    origin: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """An event of the timeline with its accounts."""

    event: Event
    accounts: tuple[Account, ...]


def chronology() -> tuple[Row, ...]:
    """Read the built-in chronology, in timeline order."""
    rows = []
    for origin, cells in read_built_in("gospel_events.tsv"):
        event = Event(cells["event"], cells["title"], day=cells["day"], location=cells["location"], origin=origin)
        references = ((gospel.id, cells[gospel.id]) for gospel in GOSPELS if cells[gospel.id])
        accounts = (Account(source, VerseReference.parse(text, origin), origin) for source, text in references)
        rows.append(Row(event, tuple(accounts)))
    return tuple(rows)


def read_built_in(table: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a table in `ingest/data`, each with its file and line."""
    header, *lines = (files("ingest") / "data" / table).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=2):
        yield f"{table}:{number}", dict(zip(header.split("\t"), line.split("\t"), strict=True))
