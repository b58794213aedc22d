"""Selection: which version of an event is nearest to the reference, and how often a run chose it.

Only contested events count: two or more versions with text, and a reference. The oracle, which always chooses the
nearest version, is the upper bound; choosing by chance is the floor.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eval.metrics.rouge import rouge_l
from taeg.base.errors import InputError
from taeg.model.corpus import Corpus

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]


SAME = 1e-12
"""Versions whose likeness differs by less are equally near."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the reference says of every version of a corpus, by place."""

    likeness: FloatArray
    """ROUGE-L F1 of each version against the reference of its event; NaN where there is no text or no reference."""
    event: IntArray
    """The event of each version."""
    best: IntArray
    """For each event the place of the nearest version, ties to the first in declared order; -1 where there is none."""
    evaluated: IntArray
    """The events that count, rising."""
    contested: int
    chances: FloatArray
    """For each event that counts, how likely a choice by chance is right."""
    strict: bool
    """Whether only the first of several nearest versions is right, as in the published code."""

    @property
    def floor(self) -> float:
        """Expected accuracy of choosing by chance."""
        return float(np.mean(self.chances))

    def right(self, chosen: IntArray) -> BoolArray:
        """For each event that counts, whether no version is nearer than the chosen one."""
        places, best = chosen[self.evaluated], self.best[self.evaluated]
        if self.strict:
            return np.equal(places, best)
        near = self.likeness[places] >= self.likeness[best] - SAME
        return np.logical_and(places >= 0, near)

    def scores(self, chosen: IntArray) -> FloatArray:
        """For each event that counts, the likeness of what was chosen; 0 where nothing was."""
        places = chosen[self.evaluated]
        return np.where(places >= 0, np.nan_to_num(self.likeness[places]), 0.0)


def judge(corpus: Corpus) -> Judgement:
    """Compare every version with the reference of its event."""
    place = {event.id: i for i, event in enumerate(corpus.events)}
    event = np.array([place[v.event] for v in corpus.versions], dtype=np.int64)
    text = np.array([v.usable for v in corpus.versions])
    likeness = np.array(
        [
            rouge_l(v.text, corpus.events[e].gold_text, corpus.language).f1
            if v.usable and corpus.events[e].gold_text
            else np.nan
            for v, e in zip(corpus.versions, event.tolist(), strict=True)
        ]
    )
    told = np.bincount(event, minlength=len(corpus.events))
    candidates = np.bincount(event[text], minlength=len(corpus.events))
    referenced = np.array([bool(e.gold_text) for e in corpus.events])
    evaluated = np.flatnonzero((candidates >= 2) & referenced)
    if not len(evaluated):
        raise InputError(f"corpus {corpus.name!r} has no event with two texts and a reference: nothing to compare")
    best = np.full(len(corpus.events), -1, dtype=np.int64)
    # the versions stand in declared order, so the first of the best is the first source's
    order = np.lexsort((np.arange(len(event)), -np.nan_to_num(likeness), event))
    order = order[text[order]]
    events, first = np.unique(event[order], return_index=True)
    best[events] = order[first]
    strict = not corpus.profile.aligns_reference
    top = np.full(len(corpus.events), np.nan)
    top[best >= 0] = likeness[best[best >= 0]]
    nearest = np.bincount(event[likeness >= top[event] - SAME], minlength=len(corpus.events))
    chances = (np.ones_like(nearest) if strict else nearest)[evaluated] / candidates[evaluated]
    return Judgement(likeness, event, best, evaluated, int(np.count_nonzero(told >= 2)), chances, strict)
