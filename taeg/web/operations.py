"""What a reviewer does on the page, and the decisions that follow from it.

Operations name text by its place in a document, and an event by the place of one of its passages, so they stay valid
when the draft changes between showing and answering.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import msgspec

from ingest.drafts.drafting import Result
from ingest.drafts.edits import moved
from ingest.drafts.folder import DecisionRow, PassageRow
from taeg.base.errors import InputError

MOST_CHARACTERS = 300
"""Of a title, time or place."""


class Place(msgspec.Struct, frozen=True):
    """A range of characters of a document."""

    document: int
    start: int
    end: int


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """A card: which of the passages shown describe the same event."""

    place: Place
    ticked: tuple[Place, ...]
    others: tuple[Place, ...]


class Own(msgspec.Struct, frozen=True, tag="own"):
    """No other source describes the event of the passage."""

    place: Place


class NoEvent(msgspec.Struct, frozen=True, tag="none"):
    """The passages describe no event."""

    places: tuple[Place, ...]


class Split(msgspec.Struct, frozen=True, tag="split"):
    """A passage begins here; `end` of the place is ignored."""

    place: Place


class Join(msgspec.Struct, frozen=True, tag="join"):
    """The passage and the next one are one."""

    place: Place


class Move(msgspec.Struct, frozen=True, tag="move"):
    """The passage describes another event."""

    place: Place
    to: Place


class Merge(msgspec.Struct, frozen=True, tag="merge"):
    """Two events are one."""

    place: Place
    to: Place


class Describe(msgspec.Struct, frozen=True, tag="describe"):
    """Set the title, time or place of an event."""

    place: Place
    field: Literal["title", "time", "place"]
    value: str


class Order(msgspec.Struct, frozen=True, tag="order"):
    """Move an event in the timeline, directly before or after another."""

    place: Place
    to: Place
    after: bool


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Take back the last operation."""


Operation = Answer | Own | NoEvent | Split | Join | Move | Merge | Describe | Order
Range = tuple[str, int, int]
"""File, start and end."""


class Write(msgspec.Struct, frozen=True):
    """An operation with the version of the decisions that the page knew."""

    version: str
    operation: Operation | Undo


@dataclass(frozen=True)
class Context:
    """The current draft, and the translation of places on the page to ranges of the texts."""

    result: Result
    range_of: Callable[[Place], Range]
    recut: bool = False
    """Whether each draft divides the documents anew."""

    def cuts(self, file: str) -> list[DecisionRow]:
        """Decisions that keep the passages of a document from being joined again once a person divides it."""
        if not self.recut:
            return []
        known = {row.start for row in self.result.decisions if row.kind == "split" and row.file == file}
        starts = [row.start for row in self.result.passages if row.file == file][1:]
        return [DecisionRow("split", file, at, at) for at in starts if at not in known]

    def ranges_of(self, places: Iterable[Place]) -> Iterable[Range]:
        """Ranges of the texts at some places, each once."""
        return dict.fromkeys(map(self.range_of, places))

    def passage(self, place: Place) -> int:
        """Index of the passage at a place."""
        file, start, end = self.range_of(place)
        rows = self.result.passages
        common = [min(end, row.end) - max(start, row.start) if row.file == file else 0 for row in rows]
        best = max(range(len(rows)), key=lambda i: (common[i], -i))
        if common[best] <= 0:
            raise InputError("there is no passage at this place any more; reload the page")
        return best

    def event(self, place: Place) -> str:
        """Id of the event of the passage at a place."""
        found = self.result.passages[self.passage(place)].event
        if not found:
            raise InputError("the passage belongs to no event; reload the page")
        return found

    def parted(self, one: Range) -> set[Range]:
        """Ranges that decisions keep apart from one."""
        pairs = [
            ((row.file, row.start, row.end), (row.other_file, row.other_start, row.other_end))
            for row in self.result.decisions
            if row.kind == "different"
        ]
        return {b for a, b in pairs if a == one} | {a for a, b in pairs if b == one}

    def members(self, event: str) -> list[PassageRow]:
        """Passages of an event, those decided by a person first."""
        rows = [row for row in self.result.passages if row.event == event]
        return sorted(rows, key=lambda row: row.decided != "person")


def decisions(operation: Operation, context: Context) -> list[DecisionRow]:  # noqa: PLR0911 (one per operation)
    """Translate an operation into decisions."""
    match operation:
        case Answer(place, ticked, others):
            own = context.range_of(place)
            return [
                _row("same", own, own),
                *(_row("different", own, other) for other in context.ranges_of(others)),
                *(_row("same", own, tick) for tick in context.ranges_of(ticked)),
            ]
        case Own(place):
            return [_row("own", context.range_of(place))]
        case NoEvent(places):
            return [_row("none", one) for one in context.ranges_of(places)]
        case Split(place):
            return _split(context, place)
        case Join(place):
            return _join(context, place)
        case Move(place, to):
            return _move(context, place, to)
        case Merge(place, to):
            return _merge(context, context.event(place), context.event(to))
        case Describe(place, field, value):
            return [_describe(context, place, field, " ".join(value.split()))]
        case Order(place, to, after):
            return _order(context, context.event(place), context.event(to), after=after)


def _row(kind: str, one: Range, other: Range | None = None) -> DecisionRow:
    return DecisionRow(kind, *one, *(other or ()))


def _range(row: PassageRow) -> Range:
    return row.file, row.start, row.end


def _split(context: Context, place: Place) -> list[DecisionRow]:
    file, at, _ = context.range_of(place)
    inside = [row for row in context.result.passages if row.file == file and row.start < at < row.end]
    if not inside:
        raise InputError("a passage begins there already; put the cursor inside a passage")
    return [*context.cuts(file), DecisionRow("split", file, at, at)]


def _join(context: Context, place: Place) -> list[DecisionRow]:
    rows, index = context.result.passages, context.passage(place)
    if index + 1 == len(rows) or rows[index + 1].file != rows[index].file:
        raise InputError("no passage of this document follows")
    file, following = rows[index].file, rows[index + 1].start
    kept = [row for row in context.cuts(file) if row.start != following]
    return [*kept, _row("join", _range(rows[index]), _range(rows[index + 1]))]


def _move(context: Context, place: Place, to: Place) -> list[DecisionRow]:
    passage, target = context.result.passages[context.passage(place)], context.event(to)
    if passage.event == target:
        raise InputError("the passage is in this event already")
    own = _range(passage)
    left = context.members(passage.event) if passage.event else []
    first, *rest = map(_range, context.members(target))
    parted = context.parted(own)
    return [
        *(_row("different", own, _range(row)) for row in left if row != passage),
        *(_row("same", own, member) for member in rest if member in parted),
        _row("same", own, first),
    ]


def _merge(context: Context, one: str, other: str) -> list[DecisionRow]:
    if one == other:
        raise InputError("this is one event already")
    first, *rest = context.members(other) + context.members(one)
    return [_row("same", _range(first), _range(row)) for row in rest]


def _describe(context: Context, place: Place, field: str, value: str) -> DecisionRow:
    if len(value) > MOST_CHARACTERS:
        raise InputError(f"the {field} has {len(value)} characters; write at most {MOST_CHARACTERS}")
    if field == "title" and not value:
        raise InputError("an event needs a title")
    row = context.members(context.event(place))[0]
    return DecisionRow(field, *_range(row), value=value)


def _order(context: Context, event: str, neighbour: str, *, after: bool) -> list[DecisionRow]:
    if neighbour == event:
        raise InputError("an event cannot be moved next to itself")
    before = [row.event for row in context.result.events]
    order = [id for id in before if id != event]
    order.insert(order.index(neighbour) + after, event)
    if order == before:
        raise InputError("the event is there already")
    ranges = {id: _range(context.members(id)[0]) for id in order}
    return [_row("before", ranges[a], ranges[b]) for a, b in moved(order, before)]
