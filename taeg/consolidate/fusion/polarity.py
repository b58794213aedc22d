"""Whether a sentence denies what another affirms: 'There was no message' and 'I left a message'."""

from collections import defaultdict
from collections.abc import Iterator

from taeg.consolidate.fusion.sentence_spans import clause_spans, outside_quotes
from taeg.consolidate.fusion.vocabulary import Ids, Vocabulary, split

SAME_CLAUSE = 0.6
"""Share of the weight of the smaller of two clauses that both have, from which they are about the same."""
NEGATED = "n't"


class Clauses:
    """The clauses of sentences, and whether they are negated."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._with: defaultdict[int, list[int]] = defaultdict(list)
        self._clauses: list[tuple[Ids, bool]] = []

    def add(self, text: str) -> None:
        """Add the clauses of a sentence."""
        for clause, negated in self._of(text):
            for stem in clause:
                self._with[stem].append(len(self._clauses))
            self._clauses.append((clause, negated))

    def opposes(self, text: str) -> bool:
        """Whether a clause of a sentence denies one that was added, or the other way, and none says the same."""
        return any(self._is_opposed(clause, negated) for clause, negated in self._of(text))

    def _is_opposed(self, clause: Ids, negated: bool) -> bool:
        mass, own = self._vocabulary.mass, set(clause)
        near = {row for stem in clause for row in self._with.get(stem, ())}
        polarities = set()
        for other, polarity in map(self._clauses.__getitem__, sorted(near)):
            shared = mass(stem for stem in other if stem in own)
            if shared and shared >= SAME_CLAUSE * min(mass(clause), mass(other)):
                polarities.add(polarity)
        return polarities == {not negated}

    def _of(self, text: str) -> Iterator[tuple[Ids, bool]]:
        vocabulary = self._vocabulary
        narrated = outside_quotes(text)
        for start, end in clause_spans(narrated, vocabulary.lexicon):
            clause = narrated[start:end]
            stems = vocabulary.stems(vocabulary.content(clause))
            if any(vocabulary.weight[stem] for stem in stems):
                yield stems, is_negated(clause, vocabulary)


def is_negated(clause: str, vocabulary: Vocabulary) -> bool:
    """Whether a clause has a word that negates it."""
    contracted = NEGATED in clause.lower().replace("\u2019", "'")
    return contracted or not vocabulary.lexicon.negation.isdisjoint(split(clause))
