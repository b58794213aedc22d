"""Contested facts in a narrative: it has what a policy or a person prefers, and the other sides follow as notes.

Before a strategy runs, `passed_over` says which versions it should not select, because another version of the event
tells more of what is preferred. After it, `with_other_sides` adds the sentences of the sides that the narrative lacks.
Nothing is removed from it. Of a fact without a preference it has all sides.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from taeg.base.errors import InputError
from taeg.conflicts.values import Fact, Side
from taeg.consolidate.arrays import Arrays, stretches
from taeg.consolidate.fusion.lexicon import lexicon
from taeg.consolidate.fusion.sentence_spans import sentence_spans
from taeg.consolidate.fusion.strategy import moments
from taeg.consolidate.spans import (
    BASE,
    CONTESTED,
    CONTESTED_FACTS,
    INLINE,
    NOTE,
    NOTES,
    QUOTE,
    Parameter,
    Spans,
    concatenate,
)
from taeg.consolidate.strategies import Strategy, apply

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Contested:
    """The sides of a fact, with the indices of some arrays."""

    event: int
    preferred: tuple[Side, ...]
    """Empty if the fact is not settled."""
    others: tuple[Side, ...]


def apply_with(
    facts: Sequence[Fact], name: str, function: Strategy, arrays: Arrays, parameters: Mapping[str, Parameter]
) -> tuple[Spans, dict[str, Parameter]]:
    """Run a strategy that takes contested facts into account; the number of facts is added to what it returns.

    A strategy with the parameter `notes` set to 0 gets no notes of other sides.
    """
    contested = in_arrays(facts, arrays)
    if not contested:
        return apply(name, function, arrays, parameters)
    arrays = replace(arrays, passed_over=passed_over(contested, arrays))
    spans, made = apply(name, function, arrays, parameters)
    if not parameters.get("notes", True):
        return spans, {**made, CONTESTED_FACTS: len(contested)}
    if (spans.role == QUOTE).any():
        raise InputError(f"strategy {name!r} quotes sentences instead of telling events, so it cannot settle facts")
    return with_other_sides(spans, contested, arrays), {**made, CONTESTED_FACTS: len(contested)}


def in_arrays(facts: Sequence[Fact], arrays: Arrays) -> tuple[Contested, ...]:
    """Return the facts of which a corpus, or a part of it, has several sides, with its indices.

    Facts about the order of two events are left out: no event has all their sides.
    """
    positions: dict[int, int] | None = None
    if arrays.version_index is not None:
        positions = {version: place for place, version in enumerate(arrays.version_index.tolist())}
    found = []
    for fact in facts:
        sides: tuple[list[Side], list[Side]] = [], []
        for number, side in enumerate(fact.sides):
            version = side.version if positions is None else positions.get(side.version, -1)
            if version >= 0 and arrays.chars[version]:
                sides[number not in fact.preferred].append(replace(side, version=version))
        preferred, others = sides
        versions = {side.version for side in (*preferred, *others)}
        events = {int(arrays.event[version]) for version in versions}
        if len(versions) > 1 and len(events) == 1 and others:
            found.append(Contested(events.pop(), tuple(preferred), tuple(others)))
    return tuple(found)


def passed_over(contested: Sequence[Contested], arrays: Arrays) -> Mask:
    """Mark the versions that tell less of what is preferred than another version of their event.

    What counts is the number of preferred sides, minus the number of facts of which it has only another side.
    """
    balance = np.zeros(len(arrays.event), dtype=np.int64)
    for fact in (fact for fact in contested if fact.preferred):
        right = {side.version for side in fact.preferred}
        wrong = {side.version for side in fact.others} - right
        balance[list(right)] += 1
        balance[list(wrong)] -= 1
    usable = arrays.chars > 0
    best = np.full(arrays.events, np.iinfo(np.int64).min)
    np.maximum.at(best, arrays.event[usable], balance[usable])
    return np.asarray(usable & (balance < best[arrays.event]), dtype=np.bool_)


def with_other_sides(spans: Spans, contested: Sequence[Contested], arrays: Arrays) -> Spans:
    """Add a note for each value of a fact that the running text lacks, with one sentence of each.

    If the fact is settled, a note that has such a sentence already becomes a note of the other side.
    """
    included = _Included(spans)
    covered = set(spans.event.tolist())
    wanted = [
        (fact, value)
        for fact in contested
        if fact.event in covered
        for value in _values(fact)
        if not any(included.rows(side, (BASE, INLINE)) for side in value)
    ]
    role = spans.role.astype("<U16")
    missing: list[tuple[Contested, Side]] = []
    for fact, value in wanted:
        if rows := [row for side in value for row in included.rows(side, NOTES)]:
            if fact.preferred:
                role[rows] = CONTESTED
        else:
            missing.append((fact, min(value)))
    sentence = _sentences([side for _, side in missing], arrays)
    added: dict[tuple[int, int, int], Contested] = {}
    for fact, side in missing:
        start, end = sentence[side]
        if not included.overlaps(side.version, start, end):
            added[side.version, start, end] = fact
            included.add(side.version, start, end)
    return _in_order(concatenate(replace(spans, role=role), _noted(added, arrays)), arrays)


def _in_order(spans: Spans, arrays: Arrays) -> Spans:
    """Sort spans by event; notes follow the running text, by source and place, the contested ones last."""
    noted = np.isin(spans.role, NOTES)
    contested = spans.role == CONTESTED
    given = np.where(noted, moments(arrays)[spans.version], 0)
    source, start = np.where(noted, spans.source, 0), np.where(noted, spans.start, 0)
    return spans[np.lexsort((np.arange(len(spans)), start, given, source, contested, noted, spans.event))]


class _Included:
    """The parts of versions that spans have."""

    def __init__(self, spans: Spans) -> None:
        self._found: defaultdict[int, list[tuple[int, int, str, int]]] = defaultdict(list)
        for row, (_, version, _, start, end, role, _) in enumerate(spans.rows()):
            self._found[version].append((start, end, role, row))

    def add(self, version: int, start: int, end: int) -> None:
        """Add a part."""
        self._found[version].append((start, end, "", -1))

    def rows(self, side: Side, roles: Sequence[str]) -> list[int]:
        """Return the rows of spans of some roles that have the words of a side."""
        return [
            row
            for start, end, role, row in self._found[side.version]
            if role in roles and start <= side.start and side.end <= end
        ]

    def overlaps(self, version: int, start: int, end: int) -> bool:
        """Whether a part is included already, at least partly."""
        return any(start < other_end and other_start < end for other_start, other_end, *_ in self._found[version])


def _noted(rows: dict[tuple[int, int, int], Contested], arrays: Arrays) -> Spans:
    if not rows:
        return Spans.empty()
    version, start, end = (np.array(column) for column in zip(*rows, strict=True))
    return Spans.of(
        event=[fact.event for fact in rows.values()],
        version=version,
        source=arrays.source[version],
        start=start,
        end=end,
        role=[CONTESTED if fact.preferred else NOTE for fact in rows.values()],
        score=0.0,
    )


def _values(fact: Contested) -> Iterator[list[Side]]:
    """The sides of a fact by value: the preferred one if it is settled, and each of the others."""
    if fact.preferred:
        yield list(fact.preferred)
    others: dict[str, list[Side]] = {}
    for side in fact.others:
        others.setdefault(side.value, []).append(side)
    yield from others.values()


def _sentences(sides: Sequence[Side], arrays: Arrays) -> dict[Side, tuple[int, int]]:
    """Return the sentence around each side, or the sentences if it is in several; texts are read in batches."""
    by_version: defaultdict[int, list[Side]] = defaultdict(list)
    for side in sides:
        by_version[side.version].append(side)
    words = lexicon(arrays.language)
    found = {}
    for first, stop in stretches(np.array(sorted(by_version), dtype=np.int64)):
        for version, text in enumerate(arrays.texts(first, stop), first):
            if version not in by_version:
                continue
            places = sentence_spans(text, words)
            for side in by_version[version]:
                around = [s for s in places if s[0] < max(side.end, side.start + 1) and side.start < s[1]]
                found[side] = (around[0][0], around[-1][1]) if around else (side.start, side.end)
    return found
