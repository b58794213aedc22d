"""Insertions: which sentences of siblings have a certain place in a base account."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.alignment import MOST_CELLS, Alignment, Telling
from taeg.consolidate.fusion.guards import RULES, Place, refusal

CERTAIN = 0.9
"""Smallest confidence of an insertion."""
POSSIBLE, SUPPORTED = 0.4, 0.95
"""From this confidence on, other accounts that have the sentence in the same gap make the place certain."""
UNMATCHED = 0.15
"""Smallest probability that the sentence matches nothing in the base."""
TOLD_END = 0.5
"""Smallest share of the last base sentence that the sibling tells before what is put after it."""
SAME, POSTERIOR = 0.5, 0.7
"""Likeness of another account's sentence that counts as the same, and the probability of its gap."""
LONGEST_RUN = 6
"""Sentences of one insertion."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """Sentences `first` to `last` of a sibling for a gap of the base, with the confidence of the place."""

    sibling: int
    first: int
    last: int
    gap: int
    confidence: float


@dataclass(slots=True)
class Placement:
    """A base account and the alignments of its siblings, computed when they are needed."""

    base: Account
    base_telling: Telling
    siblings: Sequence[Account]
    tellings: Sequence[Telling]
    _alignments: dict[int, Alignment] = field(default_factory=dict)

    def alignment(self, sibling: int) -> Alignment:
        """Return the alignment of a sibling."""
        if sibling not in self._alignments:
            telling = self.tellings[sibling]
            self._alignments[sibling] = Alignment(self.base.vocabulary, telling, self.base_telling)
        return self._alignments[sibling]

    def fits(self, sibling: int) -> bool:
        """Whether a sibling can be aligned: both have several sentences, and not too many."""
        rows, columns = len(self.tellings[sibling].stems), len(self.base_telling.stems)
        return rows > 1 and columns > 1 and rows * columns <= MOST_CELLS

    def certain(self, sibling: int) -> Iterator[Insertion]:
        """Yield the runs of sentences of a sibling whose place is certain, in order."""
        if not self.fits(sibling):
            return
        for first, last in runs(self.siblings[sibling]):
            confidence, gap = self.confidence(sibling, first, last)
            if confidence >= CERTAIN:
                yield Insertion(sibling, first, last, gap, confidence)

    def confidence(self, sibling: int, first: int, last: int) -> tuple[float, int]:
        """Return how certain the place of a run of sentences is, and the gap."""
        alignment = self.alignment(sibling)
        gap = alignment.best_gap(first)
        together = all(alignment.best_gap(i) == gap for i in range(first, last + 1))
        if not gap or not together or alignment.in_gap[first : last + 1].min() < UNMATCHED:
            return 0.0, gap
        evidence = [alignment.evidence(i, i, gap) for i in range(first, last + 1)]
        if evidence[0].at_end and evidence[0].tight_left < TOLD_END:
            return 0.0, gap
        found = min(item.confidence for item in evidence)
        return (self._with_others(sibling, first, gap, found) if found >= POSSIBLE else found), gap

    def _with_others(self, sibling: int, sentence: int, gap: int, confidence: float) -> float:
        """The confidence after asking the other accounts that have the sentence.

        One that has it in another gap makes it 0; if all that place it clearly agree, it is at least `SUPPORTED`.
        """
        own = self.tellings[sibling]
        one = Telling([own.stems[sentence]], None if own.vectors is None else own.vectors[sentence : sentence + 1])
        for other in range(len(self.siblings)):
            if other == sibling or not self.fits(other):
                continue
            likeness = Alignment(self.base.vocabulary, one, self.tellings[other]).likeness[0]
            best = int(likeness.argmax())
            if likeness[best] < SAME:
                continue
            alignment = self.alignment(other)
            if alignment.best_gap(best) != gap:
                return 0.0
            if alignment.gap[best, gap] >= POSTERIOR:
                confidence = max(confidence, SUPPORTED)
        return confidence

    def refusal(self, insertion: Insertion, *, chained: bool, rules: slice = slice(None)) -> str:
        """Return the name of the guard that refuses an insertion, or an empty text."""
        alignment = self.alignment(insertion.sibling)
        evidence = alignment.evidence(insertion.first, insertion.last, insertion.gap)
        place = Place(
            self.base,
            self.siblings[insertion.sibling],
            alignment,
            insertion.first,
            insertion.last,
            insertion.gap,
            chained,
            evidence,
        )
        return refusal(place, RULES[rules])


def runs(account: Account) -> Iterator[tuple[int, int]]:
    """Yield the sentences that can be inserted, as first and last of a run that leaves no quotation open."""
    quoting, first = account.quoting, 0
    while first < len(quoting):
        last = first
        while quoting[last][1] and last + 1 < len(quoting):
            last += 1
        if not quoting[first][0] and not quoting[last][1] and last - first < LONGEST_RUN:
            yield first, last
        first = last + 1


def telling(account: Account, vectors: npt.NDArray[np.float32] | None) -> Telling:
    """Return what an alignment needs of an account."""
    return Telling([sentence.stems for sentence in account.sentences], vectors)
