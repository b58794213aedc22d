"""Known events: a chronology given by the user, or passages whose events the data name.

A chronology is aligned as one more source, whose sentences are titles and are never the same event. Clusters that
contain one of them describe that event; other clusters are assigned to the most similar event, or to none.
"""

from dataclasses import replace

import numpy as np
from scipy.sparse import csr_array

from taeg.align import pairs
from taeg.align.clustering import Links
from taeg.align.constraints import Constraints
from taeg.align.layout import Layout
from taeg.align.told_times import Times
from taeg.align.values import Confidence, Document, FloatArray, IntArray, KnownEvent, Statements, Unit

LAST = "\U0010ffff"
"""Name of the chronology as a source, after all others."""
SIMILAR = 0.05
"""Mean confidence from which a cluster without a title is assigned to an event."""


def has_chronology(statements: Statements) -> bool:
    """Whether events are known, but not which passages describe them."""
    return bool(statements.events) and not statements.membership


def extended(statements: Statements) -> Statements:
    """Return the statements with the chronology as a further source."""
    source, document = len(statements.sources), len(statements.documents)
    units = []
    start = 0
    for number, event in enumerate(statements.events):
        text = _text(event)
        units.append(Unit(source, document, start, start + len(text), number, text))
        start += len(text) + 1
    return replace(
        statements,
        sources=(*statements.sources, LAST),
        documents=(*statements.documents, Document(source, LAST)),
        units=(*statements.units, *units),
    )


def without(statements: Statements) -> Statements:
    """Return the statements without the chronology as a source."""
    source = len(statements.sources) - 1
    return replace(
        statements,
        sources=statements.sources[:-1],
        documents=statements.documents[:-1],
        units=tuple(unit for unit in statements.units if unit.source != source),
    )


def _text(event: KnownEvent) -> str:
    clock = event.time[11:16]  # of YYYY-MM-DDThh:mm
    return ". ".join(part for part in (f"{clock}: {event.title}" if clock else event.title, event.place) if part)


def apart(first: int, stop: int) -> list[tuple[int, int]]:
    """Pairs of rows of the chronology, none of which describe the same event."""
    return [(a, b) for a in range(first, stop) for b in range(a + 1, stop)]


def named(layout: Layout, statements: Statements) -> IntArray:
    """Index of the known event of each row, -1 if unknown."""
    if statements.membership:
        return np.array(statements.membership, np.int64)[layout.unit]
    found = np.full(len(layout), -1, np.int64)
    if count := len(statements.events):
        found[-count:] = np.arange(count)
    return found


def given_confidence(layout: Layout, statements: Statements) -> csr_array:
    """Confidences of rows whose events the data name: 1 for the same event, else 0."""
    a, b = _same_event(layout, statements)
    cross = layout.sequence[a] != layout.sequence[b]
    a, b = a[cross], b[cross]
    return csr_array((np.ones(len(a), np.float32), (a, b)), shape=(len(layout), len(layout)))


def given_links(layout: Layout, statements: Statements) -> Links:
    """Pairs of rows of one sequence that have the same event in the data."""
    a, b = _same_event(layout, statements)
    own = (layout.sequence[a] == layout.sequence[b]) & (a < b)
    return Links(a[own], b[own], np.ones(int(own.sum())))


def _same_event(layout: Layout, statements: Statements) -> tuple[IntArray, IntArray]:
    """All ordered pairs of rows that have the same event in the data."""
    member = named(layout, statements)
    order = np.argsort(member, kind="stable")[(member < 0).sum() :]
    groups = np.split(order, np.flatnonzero(np.diff(member[order])) + 1)
    return (
        np.concatenate([np.repeat(group, len(group)) for group in groups]),
        np.concatenate([np.tile(group, len(group)) for group in groups]),
    )


def events_of(
    layout: Layout, statements: Statements, label: IntArray, confidence: Confidence, kept: Constraints
) -> IntArray:
    """Return the known event of each row for clusters of rows.

    Clusters that a person made and that have no known event get numbers after those of the known events; other ones
    are assigned to the most similar event, or to none.
    """
    member, count = named(layout, statements), len(statements.events)
    event = np.full(len(label), -1, np.int64)
    taken: dict[int, int] = {}
    following = count
    sizes = np.bincount(label[label >= 0])
    for cluster in np.argsort(-sizes, kind="stable").tolist():
        rows = np.flatnonzero(label == cluster)
        own = member[rows][member[rows] >= 0]
        known = int(np.bincount(own).argmax()) if len(own) else -1
        if known >= 0 and known not in taken:
            taken[known] = cluster
            event[rows] = known
        elif kept.decided[rows].any() or statements.membership:
            event[rows] = following
            following += 1
    if not statements.membership:
        _assign(label, event, confidence, count)
    return event


def _assign(label: IntArray, event: IntArray, confidence: Confidence, count: int) -> None:
    """Assign clusters without an event to the most similar one."""
    which = [np.flatnonzero(event == e) for e in range(count)]
    open_rows = np.flatnonzero((label >= 0) & (event < 0))
    if not len(open_rows):
        return
    likeness = np.stack([_best(confidence, open_rows, rows) for rows in which], axis=1)
    for cluster in np.unique(label[open_rows]).tolist():
        own = label[open_rows] == cluster
        mean = likeness[own].mean(axis=0)
        if mean.max() >= SIMILAR:
            event[open_rows[own]] = int(mean.argmax())


def _best(confidence: Confidence, rows: IntArray, members: IntArray) -> FloatArray:
    found: FloatArray = pairs.block(confidence, rows, members).max(axis=1, initial=0).astype(np.float64)
    return found


def trimmed(
    layout: Layout, times: Times, confidence: Confidence, constraints: Constraints, count: int
) -> tuple[Layout, Times, Confidence, Constraints]:
    """Leave out the rows of the chronology, which are the last `count` ones."""
    size = len(layout) - count
    rows = slice(0, size)
    breaks = layout.breaks[rows]
    return (
        Layout(layout.unit[rows], layout.source[rows], layout.sequence[rows], breaks, layout.texts[rows]),
        replace(times, named=times.named[rows], mean=times.mean[rows], variance=times.variance[rows]),
        confidence[rows, rows],
        replace(
            constraints,
            **{name: getattr(constraints, name)[rows] for name in _ARRAYS},
            apart=tuple(pair for pair in constraints.apart if max(pair) < size),
        ),
    )


_ARRAYS = ("component", "alone", "none", "decided", "cuts", "joined", "ends")
