"""Whether a sentence denies what another affirms: 'There was no message' and 'I left a message'.

What two speakers say of themselves is no denial: 'I looked at the clock', 'I did not look at the clock'.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from taeg.consolidate.fusion.phrases import words
from taeg.consolidate.fusion.sentence_spans import clause_spans, outside_quotes
from taeg.consolidate.fusion.vocabulary import Ids, Vocabulary, split

SAME_CLAUSE = 0.6
"""Share of the weight of the smaller of two clauses that both have, from which they are about the same."""
NEGATED = "n't"
OPENING = 2
"""Words at the beginning of a clause in which its subject is looked for."""


@dataclass(frozen=True, slots=True)
class _Clause:
    stems: Ids
    negated: bool
    of_speaker: bool


class Clauses:
    """The clauses of sentences, and whether they are negated."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._with: defaultdict[int, list[int]] = defaultdict(list)
        self._clauses: list[_Clause] = []

    def add(self, text: str) -> None:
        """Add the clauses of a sentence."""
        for clause in self._of(text):
            for stem in clause.stems:
                self._with[stem].append(len(self._clauses))
            self._clauses.append(clause)

    def opposes(self, text: str) -> bool:
        """Whether a clause of a sentence denies one that was added, or the other way, and none says the same."""
        return any(self._is_opposed(clause) for clause in self._of(text))

    def _is_opposed(self, clause: _Clause) -> bool:
        mass, own = self._vocabulary.mass, set(clause.stems)
        near = {row for stem in clause.stems for row in self._with.get(stem, ())}
        polarities = set()
        for other in map(self._clauses.__getitem__, sorted(near)):
            shared = mass(stem for stem in other.stems if stem in own)
            same = shared and shared >= SAME_CLAUSE * min(mass(clause.stems), mass(other.stems))
            if same and not (clause.of_speaker and other.of_speaker):
                polarities.add(other.negated)
        return polarities == {not clause.negated}

    def _of(self, text: str) -> Iterator[_Clause]:
        vocabulary = self._vocabulary
        narrated = outside_quotes(text)
        for start, end in clause_spans(narrated, vocabulary.lexicon):
            clause = narrated[start:end]
            stems = vocabulary.stems(vocabulary.content(clause))
            if any(vocabulary.weight[stem] for stem in stems):
                grammar = vocabulary.lexicon.grammar
                opening = words(clause)[1][:OPENING]
                of_speaker = grammar is not None and not grammar.first_person.isdisjoint(opening)
                yield _Clause(stems, is_negated(clause, vocabulary), of_speaker)


def is_negated(clause: str, vocabulary: Vocabulary) -> bool:
    """Whether a clause has a word that negates it."""
    contracted = NEGATED in clause.lower().replace("\u2019", "'")
    return contracted or not vocabulary.lexicon.negation.isdisjoint(split(clause))
