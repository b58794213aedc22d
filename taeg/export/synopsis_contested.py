"""What the synopsis page shows of contested facts.

Offsets count UTF-16 code units, as in `taeg.export.synopsis_data`. A side is `[version, start, end, value, flags]`; a
correction `[version, start, end, amended, start, end, old, new]`; a copy `[version, original, share]`.
"""

from collections.abc import Sequence
from typing import Any

from taeg.conflicts.facts import values
from taeg.conflicts.values import TIERS, Amendment, Fact
from taeg.consolidate.voices import person
from taeg.export.appendix import KINDS, reason
from taeg.export.book import Book
from taeg.export.synopsis_fused import utf16_length

HEDGED, SECONDHAND, PREFERRED = 1, 2, 4
"""Flags of a side."""


def pack_contested(book: Book) -> dict[str, Any] | None:
    """Return facts, corrections and copies, or None if contradictions have not been looked for."""
    if book.contested is None:
        return None
    places = _Places(book)
    kinds = [kind for kind in KINDS if any(fact.kind == kind for fact in book.contested.facts)]
    return {
        "tiers": TIERS,
        "kinds": [KINDS[kind] for kind in kinds],
        "speakers": [person(source.title) or source.id for source in book.sources],
        "facts": [_fact(fact, kinds.index(fact.kind), places) for fact in book.contested.facts],
        "amendments": [_amendment(amendment, places) for amendment in book.contested.amendments],
        "copies": [[copy.version, copy.original, round(copy.share, 3)] for copy in book.contested.copies],
    }


class _Places:
    """Offsets in versions as JavaScript counts them."""

    def __init__(self, book: Book) -> None:
        self._versions = book.versions

    def of(self, version: int, *offsets: int) -> list[int]:
        """The version and offsets in it."""
        text = self._versions[version].text
        return [version, *offsets] if text.isascii() else [version, *(utf16_length(text[:at]) for at in offsets)]


def _fact(fact: Fact, kind: int, places: _Places) -> Sequence[Any]:
    """A row for a fact, its sides by value."""
    sides = []
    for value, indices in values(fact):
        for index in indices:
            side = fact.sides[index]
            flags = HEDGED * side.hedged + SECONDHAND * (not side.firsthand) + PREFERRED * (index in fact.preferred)
            sides.append([*places.of(side.version, side.start, side.end), value, flags])
    because = reason(fact) if fact.preferred else ""
    return [
        fact.id,
        fact.event,
        kind,
        fact.key,
        TIERS.index(fact.tier),
        fact.rule,
        sides,
        because,
        fact.decided,
        fact.why,
    ]


def _amendment(found: Amendment, places: _Places) -> Sequence[Any]:
    return [
        *places.of(found.version, found.start, found.end),
        *places.of(found.amended, found.amended_start, found.amended_end),
        *(found.old, found.new),
    ]
