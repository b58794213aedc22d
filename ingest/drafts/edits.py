"""What a person edited in the tables of a draft, as decisions.

An event is recognized by its passages: one whose id is new and whose passages belonged to an event that is gone was
renamed, and no decision follows from that.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path

from ingest.drafts import folder as files
from ingest.drafts.folder import DecisionRow, EventRow, PassageRow, State
from taeg.base.errors import Problems, listed, quoted

NAMED = 5
"""Ids in a message."""
Range = tuple[str, int, int]
"""File, start and end."""


@dataclass(frozen=True, slots=True)
class Edits:
    """What was edited since the tables were written."""

    decisions: tuple[DecisionRow, ...]
    renamed: Mapping[str, str]
    """The new ids of events that a person renamed, by the old ones."""


def found(folder: Path, state: State, problems: Problems) -> Edits:
    """Compare the tables with what was written; raise InputError if an event was renamed in one of them only."""
    passages = [row for _, row in files.read_rows(folder / files.ALIGNMENT, PassageRow, problems)]
    events = [row for _, row in files.read_rows(folder / files.TIMELINE, EventRow, problems)]
    decided = [row for _, row in files.read_rows(folder / files.DECISIONS, DecisionRow, problems)]
    problems.settle()
    _check_ids(folder, passages, events, state, problems)
    problems.settle()
    old = old_ids(passages, state)
    made = [*of_alignment(passages, state, decided), *of_timeline(events, passages, state)]
    return Edits(tuple(made), {before: now for now, before in old.items()})


def _check_ids(
    folder: Path, passages: Sequence[PassageRow], events: Sequence[EventRow], state: State, problems: Problems
) -> None:
    known = {values[0] for values in (*state.timeline, *state.previous_timeline)}
    used, timed = {row.event for row in passages} - {""}, {row.event for row in events}
    without = [row.event for row in events if row.event not in used | known]
    missing = list(dict.fromkeys(row.event for row in passages if row.event in used - timed))
    if known and without and missing:
        problems.fault(
            f"the events {_ids(without)} have no passage, and the events {_ids(missing)} of {files.ALIGNMENT} are not "
            "in this table; write the same ids in both tables",
            str(folder / files.TIMELINE),
        )


def _ids(ids: Sequence[str]) -> str:
    return listed([quoted(id, 60) for id in ids], NAMED)


def old_ids(passages: Sequence[PassageRow], state: State) -> dict[str, str]:
    """Return the earlier id of each event that was renamed: the one with which it shares most text."""
    if files.events_of(passages) == state.previous:
        return {}
    earlier = _Earlier(state)
    used, known = {row.event for row in passages}, set(state.written.values())
    shared: Counter[tuple[str, str]] = Counter()
    for row in passages:
        if row.event and row.event not in known:
            for event, common in earlier.events(row):
                if event and event not in used:
                    shared[row.event, event] += common
    old: dict[str, str] = {}
    for (now, before), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if now not in old and before not in old.values():
            old[now] = before
    return old


class _Earlier:
    """The passages as they were written."""

    def __init__(self, state: State) -> None:
        self._written = state.written
        self._ranges: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        for key, event in state.written.items():
            file, start, end = key.rsplit(":", 2)
            self._ranges[file].append((int(start), int(end), event))

    def events(self, row: PassageRow) -> list[tuple[str, int]]:
        """The events of the passages in a range, with the number of common characters."""
        if (event := self._written.get(files.key(row))) is not None:
            return [(event, row.end - row.start)]
        common = [(event, min(end, row.end) - max(start, row.start)) for start, end, event in self._ranges[row.file]]
        return [(event, count) for event, count in common if count > 0]

    def event(self, row: PassageRow) -> str:
        """The event with most of the text of a range; empty if there was none."""
        return max(self.events(row), key=lambda one: one[1], default=("", 0))[0]

    def bounds(self, row: PassageRow) -> list[int]:
        """The ends of a range that were inside the text of passages, or between two of them."""
        if files.key(row) in self._written:
            return []
        held = self._ranges[row.file]
        first, last = min((a for a, _, _ in held), default=0), max((b for _, b, _ in held), default=0)
        return [at for at in (row.start, row.end) if first < at < last]


def of_alignment(
    passages: Sequence[PassageRow], state: State, decided: Sequence[DecisionRow] = ()
) -> list[DecisionRow]:
    """Return the decisions for rows with another event, and for rows with other bounds.

    `decided` are the earlier decisions: a row that joins passages from which they part it is bound to each of them.
    """
    if files.events_of(passages) == state.previous:  # the process was killed before it wrote the new table
        return []
    earlier, old = _Earlier(state), old_ids(passages, state)
    rows = [replace(row, event=old.get(row.event, row.event)) for row in passages]
    changed = [row for row in rows if state.written.get(files.key(row)) != row.event]
    kept: dict[str, list[PassageRow]] = defaultdict(list)
    for row in rows:
        if state.written.get(files.key(row)) == row.event and row.event:
            kept[row.event].append(row)
    cuts = dict.fromkeys((row.file, at) for row in changed for at in earlier.bounds(row))
    made = [DecisionRow("split", file, at, at) for file, at in cuts]
    made += _parted(changed, kept, earlier)
    sources: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        sources[row.event].add(row.source)
    apart = _apart(decided)
    first_of = {event: some[0] for event, some in kept.items()}
    for row in changed:
        place = _range(row)
        if not row.event:
            made.append(DecisionRow("none", *place))
        elif first := first_of.get(row.event):
            others = [_range(one) for one in kept[row.event] if _range(one) in apart[place]]
            made += [DecisionRow("same", *place, *other) for other in others if other != _range(first)]
            made.append(DecisionRow("same", *place, *_range(first)))
        else:
            alone = len(sources[row.event]) == 1
            made.append(DecisionRow("own", *place) if alone else DecisionRow("same", *place, *place))
            first_of[row.event] = row
    return made


def _parted(
    changed: Sequence[PassageRow], kept: Mapping[str, Sequence[PassageRow]], earlier: _Earlier
) -> list[DecisionRow]:
    """Part the rows that left an event from those that stayed in it, and those that went to different events."""
    left: dict[str, dict[str, PassageRow]] = defaultdict(dict)
    for row in changed:
        before = earlier.event(row)
        if before and row.event:
            left[before].setdefault(row.event, row)
    made = []
    for before, first_of in left.items():
        for event, row in first_of.items():
            stayed = kept.get(before, ()) if event != before else ()
            made += [DecisionRow("different", *_range(row), *_range(one)) for one in stayed]
        made += [DecisionRow("different", *_range(a), *_range(b)) for a, b in combinations(first_of.values(), 2)]
    return made


def _apart(decided: Sequence[DecisionRow]) -> dict[Range, set[Range]]:
    """The ranges from which each range was parted."""
    apart: dict[Range, set[Range]] = defaultdict(set)
    for row in decided:
        if row.kind == "different":
            one, other = (row.file, row.start, row.end), (row.other_file, row.other_start, row.other_end)
            apart[one].add(other)
            apart[other].add(one)
    return apart


def _range(row: PassageRow) -> Range:
    return row.file, row.start, row.end


def of_timeline(events: Sequence[EventRow], passages: Sequence[PassageRow], state: State) -> list[DecisionRow]:
    """Return the decisions for titles, times and places that changed, and for events that were moved or are new."""
    old = old_ids(passages, state)
    named = files.described(events)
    now = [(old.get(event, event), *values) for event, *values in named]
    if not state.timeline or tuple(now) == state.timeline or named == state.previous_timeline:
        return []
    first_of: dict[str, PassageRow] = {}
    for row in passages:
        first_of.setdefault(old.get(row.event, row.event), row)
    written = {values[0]: values[1:] for values in state.timeline}
    made = []
    for event, *values in now:
        if event not in first_of:
            continue
        place = _range(first_of[event])
        for kind, before, value in zip(
            ("title", "time", "place"), written.get(event, ("", "", "")), values, strict=True
        ):
            if before != value:
                made.append(DecisionRow(kind, *place, value=value))
    order = [event for event, *_ in now if event in first_of]
    known = [event for event in order if event in written]
    placed = {old.get(row.event, row.event) for row in events if row.order}
    pairs = moved(known, list(written))
    pairs += [(a, b) for a, b in pairwise(order) if {a, b} <= placed and not {a, b} <= written.keys()]
    made += [DecisionRow("before", *_range(first_of[a]), *_range(first_of[b])) for a, b in pairs]
    return made


def moved(order: Sequence[str], before: Sequence[str]) -> list[tuple[str, str]]:
    """Return neighbours of a new order of events, from the first to the last place that changed."""
    there = set(order)
    old = [event for event in before if event in there]
    changed = [place for place, (a, b) in enumerate(zip(order, old, strict=True)) if a != b]
    return list(pairwise(order[max(0, changed[0] - 1) : changed[-1] + 2])) if changed else []
