"""Insertions: which sentences of siblings have a certain place in a base account."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from taeg.consolidate.fusion.alignment import MOST_CELLS, Alignment, Telling
from taeg.consolidate.fusion.guards import RULES, Account, Place, refusal

CERTAIN = 0.9
"""Smallest confidence of an insertion."""
POSSIBLE, SUPPORTED = 0.4, 0.95
"""From this confidence on, a third account that has the sentence in the same gap makes the place certain."""
UNMATCHED = 0.5
"""Smallest probability that the sentence matches nothing in the base."""
SAME, POSTERIOR = 0.5, 0.7
"""Likeness of the third account's sentence, and the probability of its gap."""
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
        found = min(alignment.evidence(i, i, gap).confidence for i in range(first, last + 1))
        if POSSIBLE <= found < CERTAIN:
            found = max(found, self._support(sibling, first, gap))
        return found, gap

    def _support(self, sibling: int, sentence: int, gap: int) -> float:
        """The confidence that third accounts give to a gap: `SUPPORTED` if they all agree, else 0."""
        own = self.tellings[sibling]
        found = 0.0
        for other in range(len(self.siblings)):
            if other == sibling or not self.fits(other):
                continue
            third = self.tellings[other]
            one = Telling([own.stems[sentence]], None if own.vectors is None else own.vectors[sentence : sentence + 1])
            likeness = Alignment(self.base.vocabulary, one, third).likeness[0]
            best = int(likeness.argmax())
            alignment = self.alignment(other)
            if likeness[best] < SAME or alignment.gap[best].max() < POSTERIOR:
                continue
            if alignment.best_gap(best) != gap:
                return 0.0
            found = SUPPORTED
        return found

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
