"""Measures of a draft against the known events: pair F1, B-cubed, Kendall's tau, local disorder and ROUGE-L.

Only units whose event is known are judged (`gold` >= 0). A unit that the draft puts into no event counts as an event of
its own.
"""

from dataclasses import dataclass

import numpy as np

import eval
from eval.metrics.order import local_disorder, tau_b
from taeg.align.draft import Draft
from taeg.align.values import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Scores:
    """A draft measured against the known events."""

    f1: float
    """Of the pairs of units of different sources that are put into one event."""
    precision: float
    recall: float
    b_cubed: float
    tau: float
    disorder: float
    rouge: float = float("nan")
    """ROUGE-L of the longest passage of each event, in the order of the draft."""


def labels(draft: Draft) -> IntArray:
    """Event of each unit of the draft's statements in the draft, -1 for none."""
    found = np.full(len(draft.statements.units), -1, np.int64)
    for passage in draft.passages:
        found[list(passage.units)] = passage.event
    return found


def measure(draft: Draft, gold: IntArray, reference: str = "") -> Scores:
    """Compare a draft with the known events of its units."""
    source = np.array([unit.source for unit in draft.statements.units])
    found = labels(draft)
    judged = gold >= 0
    precision, recall, f1 = pair_scores(found[judged], gold[judged], source[judged])
    placed = judged & (found >= 0)
    rouge = eval.rouge_l(longest(draft), reference).f1 if reference else float("nan")
    return Scores(
        f1,
        precision,
        recall,
        b_cubed(found[judged], gold[judged]),
        tau_b(found[placed], gold[placed]),
        disorder(found[placed], gold[placed]),
        rouge,
    )


def pair_scores(found: IntArray, gold: IntArray, source: IntArray) -> tuple[float, float, float]:
    """Precision, recall and F1 over the pairs of units of different sources."""
    found = _own_events(found)
    ours, known, both = (
        _cross_pairs(label, source) for label in (found, gold, found * (gold.max(initial=0) + 1) + gold)
    )
    precision, recall = both / max(ours, 1), both / max(known, 1)
    return precision, recall, 2 * both / max(ours + known, 1)


def _cross_pairs(label: IntArray, source: IntArray) -> int:
    """Number of pairs with the same label and different sources."""
    each = np.unique(label, return_counts=True)[1]
    within = np.unique(np.stack([label, source]), axis=1, return_counts=True)[1]
    return int((each**2).sum() - (within**2).sum()) // 2


def b_cubed(found: IntArray, gold: IntArray) -> float:
    """Harmonic mean of B-cubed precision and recall."""
    found = _own_events(found)
    if not len(found):
        return 1.0

    def sizes(label: IntArray) -> FloatArray:
        _, inverse, counts = np.unique(label, return_inverse=True, return_counts=True)
        return np.asarray(counts[inverse], np.float64)

    both = sizes(found * (gold.max() + 1) + gold)
    precision, recall = float((both / sizes(found)).mean()), float((both / sizes(gold)).mean())
    return 2 * precision * recall / (precision + recall)


def _own_events(found: IntArray) -> IntArray:
    """Number units without an event as events of their own."""
    alone = found < 0
    own = found.copy()
    own[alone] = found.max(initial=-1) + 1 + np.arange(int(alone.sum()))
    return own


def disorder(found: IntArray, gold: IntArray) -> float:
    """Share of units that must move; units of one event of the draft are compared in the best order."""
    return local_disorder(gold[np.lexsort((gold, found))])


def longest(draft: Draft) -> str:
    """The narrative of a draft by the strategy `longest`."""
    texts = [
        max(
            (" ".join(draft.statements.units[u].text for u in draft.passages[p].units) for p in event.passages), key=len
        )
        for event in draft.events
    ]
    return " ".join(texts)
