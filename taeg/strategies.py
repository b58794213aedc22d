"""The table of strategies: each a pure function from a corpus' arrays to one choice per event.

A strategy sees no store, no file and no clock. A new one is one function and one line in `STRATEGIES`; its
keyword arguments, with their defaults, are its parameters and are recorded with every run.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from taeg.centrality import DAMPING, MAX_STEPS, TOLERANCE, lexrank
from taeg.corpusgraph import Edges, FloatArray, IntArray
from taeg.errors import InputError

Parameter = int | float | str
TIE_DECIMALS = 9
"""Centralities, in multiples of the mean, that agree to this are a tie: sums in another order move the last bits."""


@dataclass(frozen=True, slots=True)
class Arrays:
    """A corpus as strategies see it: one entry for each version, in declared order."""

    events: int
    """How many events the timeline has."""
    event: IntArray
    source: IntArray
    chars: IntArray
    """0 where the version has no text: it is then no candidate."""
    before: Edges
    same_event: Edges


@dataclass(frozen=True, slots=True)
class Choices:
    """For each event of the timeline the place of the chosen version, or -1; and what each version scored."""

    version: IntArray
    score: FloatArray


def highest(arrays: Arrays, score: FloatArray) -> Choices:
    """Choose each event's best-scored version with text; ties go to the first in declared order of sources."""
    candidates = np.flatnonzero(arrays.chars > 0)
    order = np.lexsort((candidates, arrays.source[candidates], -score[candidates], arrays.event[candidates]))
    ranked = candidates[order]
    events, first = np.unique(arrays.event[ranked], return_index=True)
    version = np.full(arrays.events, -1, dtype=np.int64)
    version[events] = ranked[first]
    return Choices(version, score)


def longest(arrays: Arrays) -> Choices:
    """The version with most characters."""
    return highest(arrays, arrays.chars.astype(np.float64))


def taeg(
    arrays: Arrays, *, damping: float = DAMPING, tolerance: float = TOLERANCE, max_steps: int = MAX_STEPS
) -> Choices:
    """The version most central in the graph of BEFORE and SAME_EVENT (LexRank)."""
    if not (0 <= damping <= 1 and tolerance > 0 and max_steps > 0):
        raise InputError("taeg wants a damping between 0 and 1, a tolerance above 0 and at least one step")
    nodes = len(arrays.event)
    ranks = lexrank(nodes, arrays.before, arrays.same_event, damping=damping, tolerance=tolerance, max_steps=max_steps)
    return highest(arrays, np.round(ranks * nodes, TIE_DECIMALS))


Strategy = Callable[..., Choices]

STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        "longest": longest,
        "taeg": taeg,
    }
)


def strategy(name: str) -> Strategy:
    """Return the strategy of that name."""
    try:
        return STRATEGIES[name]
    except KeyError:
        raise InputError(f"unknown strategy {name!r}; known strategies: {', '.join(STRATEGIES)}") from None


def resolved(name: str, given: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """The parameters a run of this strategy has: what was given, and the defaults of the rest."""
    known = {
        p.name: p.default
        for p in inspect.signature(strategy(name)).parameters.values()
        if p.kind is inspect.Parameter.KEYWORD_ONLY
    }
    for key, value in given.items():
        if key not in known:
            raise InputError(f"strategy {name!r} has no parameter {key!r}; it has: {', '.join(known) or 'none'}")
        wanted = (int, float) if isinstance(known[key], float) else type(known[key])
        if not isinstance(value, wanted):
            raise InputError(f"parameter {key!r} of strategy {name!r} is not of the kind of its default {known[key]}")
    return known | dict(given)
