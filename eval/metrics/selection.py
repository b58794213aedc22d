"""Selection: how near each version is to the gold text of its event, and how often a run selects the nearest.

Only contested events with gold text count, those with two or more versions that have text. The oracle always selects
the nearest version and is the upper bound; random selection is the floor.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eval.metrics.rouge import rouge_l
from taeg.base.errors import InputError
from taeg.model.corpus import Corpus
from taeg.model.corpus_graph import FloatArray, IntArray

BoolArray = npt.NDArray[np.bool_]

TOLERANCE = 1e-12
"""Versions whose ROUGE-L differs by less are equally near."""


@dataclass(frozen=True, slots=True)
class Selection:
    """All versions of a corpus rated against the gold text, by index."""

    rouge_l: FloatArray
    """ROUGE-L F1 of each version against the gold text of its event; nan without text or gold text."""
    event: IntArray
    """The event of each version."""
    best: IntArray
    """The nearest version of each event, ties to the first in declared order; -1 where there is none."""
    evaluated: IntArray
    """The events that count, rising."""
    contested: int
    """The number of events with two or more versions."""
    chances: FloatArray
    """The probability that a random selection is right, for each evaluated event."""
    strict: bool
    """Whether only the first of several nearest versions is right, as in the published code."""

    @property
    def floor(self) -> float:
        """Expected accuracy of random selection."""
        return float(np.mean(self.chances))

    def is_best(self, selected: IntArray) -> BoolArray:
        """Whether no version is nearer than the selected one, for each evaluated event."""
        chosen, best = selected[self.evaluated], self.best[self.evaluated]
        if self.strict:
            return np.equal(chosen, best)
        return np.logical_and(chosen >= 0, self.rouge_l[chosen] >= self.rouge_l[best] - TOLERANCE)

    def rouge_l_of(self, selected: IntArray) -> FloatArray:
        """ROUGE-L of the selected version for each evaluated event; 0 where none was selected."""
        chosen = selected[self.evaluated]
        return np.where(chosen >= 0, np.nan_to_num(self.rouge_l[chosen]), 0.0)


def rate_versions(corpus: Corpus) -> Selection:
    """Compare every version with the gold text of its event."""
    events = len(corpus.events)
    index = {event.id: i for i, event in enumerate(corpus.events)}
    event = np.array([index[v.event] for v in corpus.versions], dtype=np.int64)
    usable = np.array([v.usable for v in corpus.versions])
    gold = [e.gold_text for e in corpus.events]
    nearness = np.array(
        [
            rouge_l(v.text, gold[e], corpus.language).f1 if v.usable and gold[e] else np.nan
            for v, e in zip(corpus.versions, event.tolist(), strict=True)
        ]
    )
    versions, candidates = (np.bincount(e, minlength=events) for e in (event, event[usable]))
    evaluated = np.flatnonzero((candidates >= 2) & np.array([bool(text) for text in gold]))
    if not len(evaluated):
        raise InputError(f"corpus {corpus.name!r} has no event with two texts and a reference: nothing to compare")
    # versions are in declared order, so the first of the nearest is the first source's
    ranked = np.lexsort((np.arange(len(event)), -np.nan_to_num(nearness), event))
    ranked = ranked[usable[ranked]]
    with_text, first = np.unique(event[ranked], return_index=True)
    best = np.full(events, -1, dtype=np.int64)
    best[with_text] = ranked[first]
    highest = np.full(events, np.nan)
    highest[with_text] = nearness[best[with_text]]
    strict = not corpus.profile.aligns_reference
    nearest = np.bincount(event[nearness >= highest[event] - TOLERANCE], minlength=events)
    right = np.ones_like(nearest) if strict else nearest
    chances = right[evaluated] / candidates[evaluated]
    return Selection(nearness, event, best, evaluated, int(np.count_nonzero(versions >= 2)), chances, strict)
