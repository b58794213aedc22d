"""The constraints on the rows of a layout that follow from the decisions of a reviewer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from taeg.align.answers import Answers, Decision, Kind
from taeg.align.layout import Layout
from taeg.align.values import BoolArray, IntArray, Span, Statements


@dataclass(frozen=True)
class Constraints:
    """What decisions require of the rows of a layout."""

    component: IntArray
    """Rows with the same number belong to one event."""
    apart: tuple[tuple[int, int], ...]
    """Pairs of rows that belong to different events."""
    alone: BoolArray
    """Rows whose event no other source describes."""
    none: BoolArray
    """Rows that belong to no event."""
    decided: BoolArray
    """Rows for which a person has answered."""
    cuts: BoolArray
    """A passage ends after the row."""
    joined: BoolArray
    """No passage ends after the row."""
    ends: BoolArray
    """A passage that a person has confirmed ends after the row, or begins after it, and another event follows."""
    before: tuple[tuple[int, int], ...]
    """Pairs of rows whose events are ordered."""
    overruled: tuple[int, ...]
    """Indices of decisions that a later one contradicts."""
    unknown: tuple[int, ...]
    """Indices of decisions whose spans contain no unit."""

    def cuts_between(self, first: IntArray, second: IntArray) -> BoolArray:
        """Whether a passage must end between two rows, the first before the second."""
        ends = np.append(0, np.cumsum(self.cuts))
        found: BoolArray = ends[second] > ends[first]
        return found


def bind(answers: Answers, statements: Statements, layout: Layout) -> Constraints:
    """Translate decisions into constraints, the latest first."""
    binding = _Binding(statements, layout)
    splits = [decision.span for decision in answers.decisions if decision.kind == "split"]
    overruled, unknown = [], []
    for index in range(len(answers.decisions) - 1, -1, -1):
        decision = answers.decisions[index]
        if decision.kind == "different" and _divided(decision, splits):
            continue
        rows, others = binding.rows(decision)
        if not len(rows) or not len(others):
            unknown.append(index)
        elif not binding.actions[decision.kind](rows, others):
            overruled.append(index)
    return binding.constraints(tuple(sorted(overruled)), tuple(sorted(unknown)))


def _divided(decision: Decision, splits: Sequence[Span]) -> bool:
    """Whether a passage of a decision was divided: that the whole is another event does not hold for its parts."""
    spans = [span for span in (decision.span, decision.other) if span is not None]
    return any(span.document == cut.document and span.start < cut.start < span.end for span in spans for cut in splits)


class _Binding:
    """Constraints under construction. Each action returns whether its decision holds."""

    def __init__(self, statements: Statements, layout: Layout) -> None:
        size = len(layout)
        self._finder = _Rows(statements, layout)
        self._groups = _Groups(size)
        self._source = layout.source
        self._none, self._decided = np.zeros(size, bool), np.zeros(size, bool)
        self._cuts, self._joined = np.zeros(size, bool), np.zeros(size, bool)
        self._confirmed: list[IntArray] = []
        self._before: list[tuple[int, int]] = []
        self._joined_rows: set[int] = set()
        self.actions: dict[Kind, Callable[[IntArray, IntArray], bool]] = {
            "same": self._same,
            "different": self._different,
            "own": self._own,
            "none": self._no_event,
            "split": self._split,
            "join": self._join,
            "before": self._ordered,
        }

    def rows(self, decision: Decision) -> tuple[IntArray, IntArray]:
        """Return the rows of both spans; of one span, the same twice."""
        if decision.kind == "split":
            rows = self._finder.ending_at(decision.span)
            return rows, rows
        rows = self._finder.within(decision.span)
        return rows, rows if decision.other is None else self._finder.within(decision.other)

    def _confirm(self, *passages: IntArray) -> None:
        """Keep passages about which a person has decided as they are, unless a later decision divides them."""
        for rows in passages:
            self._decided[rows] = True
            self._joined[rows[:-1]] |= ~self._cuts[rows[:-1]]
        self._confirmed += passages

    def _events(self, *parts: IntArray) -> list[int]:
        rows = np.concatenate(parts)
        found: list[int] = rows[~self._none[rows]].tolist()
        return found

    def _same(self, rows: IntArray, others: IntArray) -> bool:
        self._confirm(rows, others)
        return self._united(rows, others)

    def _united(self, rows: IntArray, others: IntArray) -> bool:
        some = self._events(rows, others)
        joined = [self._groups.join(some[0], row) for row in some]
        self._joined_rows.update(some)
        return bool(joined) and all(joined)

    def _different(self, rows: IntArray, others: IntArray) -> bool:
        done = [self._groups.separate(a, b) for a in self._events(rows) for b in self._events(others)]
        self._confirm(rows)
        return all(done)  # also if one of them is no event

    def _own(self, rows: IntArray, others: IntArray) -> bool:
        mine = {self._groups.find(row) for row in rows.tolist()}
        foreign = (row for row in self._joined_rows if self._source[row] != self._source[rows[0]])
        if any(self._groups.find(row) in mine for row in foreign):
            return False  # a later decision added a passage of another source
        held = self._same(rows, others)
        self._groups.closed.update(self._groups.find(row) for row in self._events(rows))
        return held

    def _no_event(self, rows: IntArray, others: IntArray) -> bool:
        free = rows[~self._decided[rows]]
        self._none[free] = True
        self._confirm(free)
        return len(free) > 0

    def _split(self, rows: IntArray, others: IntArray) -> bool:
        self._cuts[rows] = ~self._joined[rows]
        return bool(self._cuts[rows].all())

    def _join(self, rows: IntArray, others: IntArray) -> bool:
        """Make two passages one, which is not yet an answer to who else describes its event."""
        held = self._united(rows, others)
        between = np.arange(min(rows[0], others[0]), max(rows[-1], others[-1]))
        self._joined[between] = ~self._cuts[between]
        return held and bool(self._joined[between].all())

    def _ordered(self, rows: IntArray, others: IntArray) -> bool:
        first, second = int(rows[0]), int(others[0])
        if self._precedes(second, first):
            return False
        self._before.append((first, second))
        return True

    def _precedes(self, first: int, second: int) -> bool:
        """Whether later decisions put the event of one row before that of another, or both into one."""
        goal, reached = self._groups.find(second), [self._groups.find(first)]
        for group in reached:
            if group == goal:
                return True
            following = (self._groups.find(b) for a, b in self._before if self._groups.find(a) == group)
            reached.extend(g for g in following if g not in reached)
        return False

    def constraints(self, overruled: tuple[int, ...], unknown: tuple[int, ...]) -> Constraints:
        """Return what all decisions together require."""
        groups = self._groups
        component = np.array([groups.find(row) for row in range(len(self._none))], np.int64)
        event = np.where(self._none, -1, component)
        ends = np.zeros(len(event), bool)
        for rows in self._confirmed:
            for last in (rows[:1] - 1, rows[-1:]):
                ends[last[(last >= 0) & (last + 1 < len(event))]] = True
        ends[:-1] &= (event[1:] != event[:-1]) & ~self._joined[:-1]
        alone = np.isin(component, [groups.find(row) for row in groups.closed])
        return Constraints(
            component,
            tuple(sorted((a, b) for a, some in groups.apart.items() for b in some if a < b)),
            alone & ~self._none,
            self._none,
            self._decided,
            self._cuts,
            self._joined,
            ends,
            tuple(self._before),
            overruled,
            unknown,
        )


class _Groups:
    """Disjoint sets of rows with sets that must stay apart."""

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))
        self.apart: dict[int, set[int]] = {}
        self.closed: set[int] = set()

    def find(self, row: int) -> int:
        while self.parent[row] != row:
            self.parent[row] = self.parent[self.parent[row]]
            row = self.parent[row]
        return row

    def join(self, a: int, b: int) -> bool:
        """Join two sets unless they must stay apart or one is closed; return whether they are one set."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return True
        if b in self.apart.get(a, ()) or a in self.closed or b in self.closed:
            return False
        low, high = min(a, b), max(a, b)
        self.parent[high] = low
        for other in self.apart.pop(high, set()):
            self.apart[other].discard(high)
            self.apart[other].add(low)
            self.apart.setdefault(low, set()).add(other)
        return True

    def separate(self, a: int, b: int) -> bool:
        """Keep two sets apart; return False if they are one."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        self.apart.setdefault(a, set()).add(b)
        self.apart.setdefault(b, set()).add(a)
        return True


class _Rows:
    """Finds the rows that a span covers."""

    def __init__(self, statements: Statements, layout: Layout) -> None:
        units = statements.units
        self._layout = layout
        self._starts: dict[int, list[tuple[float, int, int, int]]] = {}
        for row, index in enumerate(layout.unit.tolist()):
            unit = units[index]
            middle = (unit.start + unit.end) / 2
            self._starts.setdefault(unit.document, []).append((middle, unit.start, unit.end, row))

    def within(self, span: Span) -> IntArray:
        """Rows whose middle lies in the span."""
        rows = [row for middle, _, _, row in self._starts.get(span.document, ()) if span.start <= middle < span.end]
        return np.array(rows, np.int64)

    def ending_at(self, span: Span) -> IntArray:
        """The last row that ends before the start of the span, if another of its sequence follows."""
        rows = [row for _, _, end, row in self._starts.get(span.document, ()) if end <= span.start]
        return np.array([row for row in rows[-1:] if self._layout.continues[row]], np.int64)
