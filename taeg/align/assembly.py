"""Assembly of a draft from clusters of rows: passages, order, titles, contradictions and candidates."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from taeg.align import pairs
from taeg.align.constraints import Constraints
from taeg.align.draft import Contradiction, Draft, DraftEvent, Passage
from taeg.align.event_dates import event_times
from taeg.align.layout import Layout
from taeg.align.order import Mentions, Timeline, timeline
from taeg.align.titles import titles
from taeg.align.told_times import Times
from taeg.align.values import BoolArray, Confidence, FloatArray, IntArray, KnownEvent, Settings, Statements

FRAME_CONFIDENCE = 0.8
TIME_CONTRADICTION = 10.0
"""Minutes by which a named time must be later than that of the next event to count against the order."""


def assemble(
    statements: Statements,
    layout: Layout,
    times: Times,
    confidence: Confidence,
    label: IntArray,
    constraints: Constraints,
    settings: Settings,
) -> Draft:
    """Return the draft for clusters of rows."""
    before = [(int(label[a]), int(label[b])) for a, b in constraints.before if min(label[a], label[b]) >= 0]
    known = statements.events
    kept, numbers = np.unique(np.append(np.arange(len(known)), label[label >= 0]), return_inverse=True)
    event = np.full(len(label), -1, np.int64)
    event[label >= 0] = numbers[len(known) :]
    position = {int(old): new for new, old in enumerate(kept.tolist())}
    required = [(position[a], position[b]) for a, b in before if a != b]
    line = timeline(_mentions(layout, event, times, statements), [*required, *_given_order(statements, required)])
    rank = np.empty(len(line.order), np.int64)
    rank[line.order] = np.arange(len(line.order))
    event[event >= 0] = rank[event[event >= 0]]

    starts = _passage_starts(statements, layout, event, constraints, settings)
    owner = np.cumsum(starts) - 1
    certainty = _row_confidence(layout, confidence, event)
    # passages are listed as the statements list their units, not as the layout does
    first = np.flatnonzero(starts)
    order = np.argsort(layout.unit[first], kind="stable") if len(first) else first
    place = np.empty(len(first), np.int64)
    place[order] = np.arange(len(first))
    passage_of = place[owner] if len(first) else owner
    rows = np.split(np.arange(len(owner)), first[1:])
    passages = [_passage(statements, layout, rows[p], event, certainty, constraints) for p in order.tolist()]
    events = _events(statements, passages, line, times)
    return Draft(
        statements,
        tuple(passages),
        events,
        tuple(_contradictions(passages, events, line)),
        grain=0.0,
        grain_given=False,
        overruled=constraints.overruled,
        unknown=constraints.unknown,
        scores=_Scores(layout, confidence, passage_of, len(passages), constraints),
    )


def _mentions(layout: Layout, event: IntArray, times: Times, statements: Statements) -> Mentions:
    """The events of the rows; known events are a further sequence, because some may have no row."""
    count = len(statements.events)
    last = int(layout.sequence.max(initial=-1)) + 1
    if not count:
        return Mentions(layout.sequence, event, times.named)
    apart = last + (np.zeros(count, np.int64) if statements.ordered else np.arange(count))
    return Mentions(
        np.append(layout.sequence, apart),
        np.append(event, np.arange(count)),
        np.append(times.named, np.full(count, np.nan)),
    )


def _given_order(statements: Statements, required: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbours of the given order, except where a person has reversed them."""
    if not statements.ordered:
        return []
    after: dict[int, set[int]] = {}
    for first, second in required:
        after.setdefault(first, set()).add(second)

    def follows(event: int, goal: int) -> bool:
        reached = [event]
        for each in reached:
            reached.extend(after.get(each, set()) - set(reached))
        return goal in reached

    return [(a, b) for a, b in pairwise(range(len(statements.events))) if not follows(b, a)]


def _passage_starts(
    statements: Statements, layout: Layout, event: IntArray, constraints: Constraints, settings: Settings
) -> BoolArray:
    """Whether a passage starts at each row."""
    if not len(layout):
        return np.zeros(0, bool)
    document = np.array([statements.units[i].document for i in layout.unit.tolist()])
    new_document = np.append(True, document[1:] != document[:-1])
    changed = np.append(True, event[1:] != event[:-1])
    if statements.given or settings.passages == "sentence":
        changed |= ~np.append(False, constraints.joined[:-1])
    else:
        changed |= np.append(False, (constraints.cuts | constraints.ends)[:-1])
    starts: BoolArray = new_document | changed
    return starts


def _row_confidence(layout: Layout, confidence: Confidence, event: IntArray) -> FloatArray:
    """Confidence that each row belongs to its event: mean over the event's other sequences of the best member."""
    found = np.zeros(len(layout))
    order = np.argsort(event, kind="stable")[(event < 0).sum() :]
    for rows in np.split(order, np.flatnonzero(np.diff(event[order])) + 1):
        sequences = np.unique(layout.sequence[rows])
        if len(sequences) == 1:
            found[rows] = 1 - pairs.block(confidence, rows).max(axis=1, initial=0)
            continue
        block = pairs.block(confidence, rows, rows)
        best = np.stack([block[:, layout.sequence[rows] == s].max(axis=1) for s in sequences.tolist()], axis=1)
        own = layout.sequence[rows][:, None] == sequences[None, :]
        found[rows] = np.where(own, 0, best).sum(axis=1) / (len(sequences) - 1)
    found[event < 0] = FRAME_CONFIDENCE
    return found


def _passage(
    statements: Statements,
    layout: Layout,
    rows: IntArray,
    event: IntArray,
    certainty: FloatArray,
    constraints: Constraints,
) -> Passage:
    indices = layout.unit[rows]
    units = [statements.units[i] for i in indices.tolist()]
    decided = bool(constraints.decided[rows].all())
    return Passage(
        units[0].source,
        units[0].document,
        units[0].start,
        units[-1].end,
        range(int(indices[0]), int(indices[-1]) + 1),
        int(event[rows[0]]),
        1.0 if decided else round(float(certainty[rows].mean()), 3),
        decided,
    )


def _events(
    statements: Statements, passages: Sequence[Passage], line: Timeline, times: Times
) -> tuple[DraftEvent, ...]:
    members: list[list[int]] = [[] for _ in line.order]
    for index, passage in enumerate(passages):
        if passage.event >= 0:
            members[passage.event].append(index)
    units, owner, source = [], [], []
    for passage in passages:
        for i in passage.units:
            units.append(statements.units[i].text)
            owner.append(passage.event)
            source.append(passage.source)
    named = titles(units, owner, source, statements.language, len(members))
    event_of = np.full(len(statements.units), -1, np.int64)
    for passage in passages:
        event_of[passage.units.start : passage.units.stop] = passage.event
    when = event_times(statements, event_of.tolist(), line.stated, line.order, times.offset)
    found = []
    for e, some in enumerate(members):
        number = int(line.order[e])
        known = statements.events[number] if number < len(statements.events) else KnownEvent("")
        found.append(
            DraftEvent(
                known.title or named[e].title,
                known.time or when[e],
                known.place or named[e].place,
                tuple(some),
                round(float(np.mean([passages[p].confidence for p in some])), 3) if some else 0.0,
                round(float(line.confidence[e]), 3),
                known.id,
            )
        )
    return tuple(found)


def _contradictions(passages: Sequence[Passage], events: Sequence[DraftEvent], line: Timeline) -> list[Contradiction]:
    """Steps back of the sources, and named times that are later than that of the next timed event."""
    found = []
    told = [i for i, passage in enumerate(passages) if passage.event >= 0]
    for a, b in pairwise(told):
        one, other = passages[a], passages[b]
        if one.document == other.document and one.event > other.event:
            found.append(Contradiction(other.event, one.event, one.source, (a, b)))
    time = line.time[line.order] if len(line.order) else line.time
    timed = np.flatnonzero(~np.isnan(time)).tolist()
    found += [Contradiction(a, b, -1) for a, b in pairwise(timed) if time[a] > time[b] + TIME_CONTRADICTION]
    return found


class _Scores:
    """Scores of all passages as candidates for one."""

    def __init__(
        self, layout: Layout, confidence: Confidence, passage_of: IntArray, count: int, constraints: Constraints
    ) -> None:
        self._confidence, self._passage_of, self._count = confidence, passage_of, count
        # a sparse one is symmetric
        self._transposed = confidence.T if isinstance(confidence, np.ndarray) else confidence
        self._none = constraints.none
        self._component = constraints.component
        self._apart = set(constraints.apart)

    def __call__(self, passage: int) -> list[float]:
        """Mean over the rows of the passage of the best confidence in each other one."""
        rows = np.flatnonzero(self._passage_of == passage)
        own_rows = pairs.block(self._confidence, rows)
        best = np.zeros((len(rows), self._count))
        for k in range(len(rows)):
            np.maximum.at(best[k], self._passage_of, own_rows[k])
        back = np.zeros(self._count)
        np.maximum.at(back, self._passage_of, pairs.block(self._transposed, rows).max(axis=0))
        scores = (best.mean(axis=0) + back) / 2
        own = set(self._component[rows].tolist())
        for a, b in self._apart:
            for one, other in ((a, b), (b, a)):
                if one in own:
                    barred = np.flatnonzero(self._component == other)
                    scores[np.unique(self._passage_of[barred])] = -1
        scores[np.unique(self._passage_of[self._none])] = -1
        found: list[float] = scores.tolist()
        return found
