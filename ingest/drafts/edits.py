"""What a person edited in the tables of a draft, as decisions."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from ingest.drafts import folder as files
from ingest.drafts.folder import DecisionRow, EventRow, PassageRow, State
from taeg.base.errors import Problems


def found(folder: Path, state: State, problems: Problems) -> list[DecisionRow]:
    """Return the decisions that follow from what was edited since the tables were written."""
    passages = [row for _, row in files.read_rows(folder / files.ALIGNMENT, PassageRow, problems)]
    events = [row for _, row in files.read_rows(folder / files.TIMELINE, EventRow, problems)]
    problems.settle()
    return [*of_alignment(passages, state), *of_timeline(events, passages, state)]


def of_alignment(passages: Sequence[PassageRow], state: State) -> list[DecisionRow]:
    """Return the decisions for rows with another event, and for rows with other bounds."""
    if files.events_of(passages) == state.previous:  # the process was killed before it wrote the new table
        return []
    made: list[DecisionRow] = []
    first_of: dict[str, PassageRow] = {}
    changed = [row for row in passages if state.written.get(files.key(row)) != row.event]
    for row in passages:
        if row.event and row not in changed:
            first_of.setdefault(row.event, row)
    for row in changed:
        place = (row.file, row.start, row.end)
        if files.key(row) not in state.written:
            made += [DecisionRow("split", row.file, at, at) for at in (row.start, row.end)]
        if not row.event:
            made.append(DecisionRow("none", *place))
        elif other := first_of.get(row.event):
            made.append(DecisionRow("same", *place, other.file, other.start, other.end))
        else:
            made.append(DecisionRow("own", *place))
            first_of[row.event] = row
    return made


def of_timeline(events: Sequence[EventRow], passages: Sequence[PassageRow], state: State) -> list[DecisionRow]:
    """Return the decisions for titles, times and places that changed, and for events that were moved."""
    now = files.described(events)
    if not state.timeline or now in (state.timeline, state.previous_timeline):
        return []
    first_of: dict[str, PassageRow] = {}
    for row in passages:
        first_of.setdefault(row.event, row)
    written = {values[0]: values[1:] for values in state.timeline}
    made = []
    for event, *values in now:
        if event not in written or event not in first_of:
            continue
        place = first_of[event]
        for kind, old, new in zip(("title", "time", "place"), written[event], values, strict=True):
            if old != new:
                made.append(DecisionRow(kind, place.file, place.start, place.end, value=new))
    order = [event for event, *_ in now if event in written and event in first_of]
    for a, b in moved(order, list(written)):
        one, other = first_of[a], first_of[b]
        made.append(DecisionRow("before", one.file, one.start, one.end, other.file, other.start, other.end))
    return made


def moved(order: Sequence[str], before: Sequence[str]) -> list[tuple[str, str]]:
    """Return neighbours of a new order of events, from the first to the last place that changed."""
    old = [event for event in before if event in set(order)]
    changed = [place for place, (a, b) in enumerate(zip(order, old, strict=True)) if a != b]
    return list(pairwise(order[max(0, changed[0] - 1) : changed[-1] + 2])) if changed else []
