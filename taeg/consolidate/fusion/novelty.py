"""How new a sentence is: against what the narrative has of the event, and of other events.

`Included` holds what the narrative has of one event. Its measures are the weight of a sentence beyond its words (a
synonym counts `vocabulary.SYNONYM`), and the likeness to the most similar sentence: the cosine of vectors, or without
vectors of weighted words. What likeness means nothing differs between corpora, so `Levels` takes it from the likeness
between sentences of the same account.

`Elsewhere` finds what the narrative has of other events with an inverted index over the rarest stems of each sentence,
so that the time of a query does not depend on the size of the narrative.
"""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from taeg.consolidate.fusion.phrases import amounts, announces_speech, conflict, has_verb
from taeg.consolidate.fusion.polarity import Clauses, is_negated
from taeg.consolidate.fusion.sentence_spans import clause_spans, figures, has_quote, quote_marks
from taeg.consolidate.fusion.vocabulary import Ids, Sentence, Vocabulary
from taeg.text.expressions import clock_times

Vector = npt.NDArray[np.float32]

RAREST = 6
"""Stems by which a sentence of another event is found."""
MOST_POSTINGS, COMPARED = 400, 20
"""Sentences of other events that are looked at for a sentence, and those with most common stems that are compared."""
HALF = 0.5
"""If another event has a sentence with this share of the weight of a sentence, its words count as included."""
TOLD_CLAUSE = 0.34
"""A clause at the end with a smaller share of new weight is cut off a note."""
FEWEST_CLAUSE_WORDS, FEWEST_LEFT = 2, 3
"""Content words of a clause, and of what remains of a sentence; otherwise nothing is cut off."""
SAMPLE, FEWEST = 2_000, 50
"""Sentences from which the levels are estimated, at most and at least."""
QUANTILES = (0.5, 0.75, 0.9)
FLOORS_VECTORS, FLOORS_WORDS = (0.5, 0.62, 0.7), (0.25, 0.4, 0.55)

_CAPITAL = re.compile(r"\b[^\W\d_a-z][^\W\d_]{2,}")
_SENTENCE_START = re.compile(r"(?:^|[.!?:][\"\u201d\u2019']*\s*[\"\u201c\u2018'(]*|[\"\u201c\u2018'(|-]\s*)$")


@dataclass(frozen=True, slots=True)
class Levels:
    """Quantiles of the likeness of a sentence to the most similar one of its own account, with lower limits."""

    middle: float
    high: float
    highest: float

    @classmethod
    def of(cls, likeness: Sequence[float], *, vectors: bool) -> "Levels":
        """Return the levels for likenesses of a sample of sentences."""
        floors = FLOORS_VECTORS if vectors else FLOORS_WORDS
        found = np.quantile(likeness, QUANTILES).tolist() if len(likeness) >= FEWEST else floors
        return cls(*(max(value, floor) for value, floor in zip(found, floors, strict=True)))


class Included:
    """What the narrative has of an event so far."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.stems: set[int] = set()
        """Stems of the words included, and of their lemmas."""
        self.exact: set[int] = set()
        """Stems of the words included."""
        self._vocabulary = vocabulary
        self._unread: list[str] = []
        self._clauses = Clauses(vocabulary)
        self._without_clauses: list[str] = []
        self._amounts: frozenset[tuple[str, float]] = frozenset()
        self._minutes: set[int] = set()
        self._with: defaultdict[int, list[int]] = defaultdict(list)
        self._masses: list[float] = []
        self._vectors: list[Vector] = []

    def add(self, sentence: Sentence, vector: Vector | None = None, text: str = "") -> None:
        """Add a sentence, with its text if its numbers and negations count."""
        if text:
            self._unread.append(text)
            self._without_clauses.append(text)
        self.exact.update(sentence.stems)
        self.stems.update(sentence.stems)
        self.stems.update(*map(self._vocabulary.keys, sentence.words))
        for stem in sentence.stems:
            self._with[stem].append(len(self._masses))
        self._masses.append(self._vocabulary.mass(sentence.stems))
        if vector is not None:
            self._vectors.append(vector)

    def differs(self, text: str) -> bool:
        """Whether a sentence gives another number of something than the narrative, or another clock time."""
        code = self._vocabulary.lexicon.code
        own, minutes = amounts(text, code), {time.minute for time in clock_times(text, code)}
        if own or minutes:
            self._amounts = self._amounts.union(*(amounts(unread, code) for unread in self._unread))
            self._minutes.update(time.minute for unread in self._unread for time in clock_times(unread, code))
            self._unread.clear()
        return bool(minutes - self._minutes) or (bool(own) and conflict(own, self._amounts))

    def opposes(self, text: str) -> bool:
        """Whether a sentence denies what the narrative says, or affirms what it denies."""
        for unread in self._without_clauses:
            self._clauses.add(unread)
        self._without_clauses.clear()
        return self._clauses.opposes(text)

    def excess(self, words: Ids) -> tuple[float, float]:
        """Return the weight of words beyond what is included, and their whole weight."""
        return self._vocabulary.excess(words, self.stems)

    def new_share(self, stems: Ids) -> float:
        """Return the share of the weight of stems that are not included, synonyms not considered."""
        mass = self._vocabulary.mass(stems)
        return self._vocabulary.mass(stem for stem in stems if stem not in self.exact) / mass if mass else 0.0

    def likeness(self, stems: Ids, vector: Vector | None = None) -> float:
        """Return the likeness to the most similar sentence included."""
        if vector is not None and self._vectors:
            return float((np.stack(self._vectors) @ vector).max())
        shared: defaultdict[int, float] = defaultdict(float)
        for stem in stems:
            weight = self._vocabulary.weight[stem]
            for row in self._with.get(stem, ()):
                shared[row] += weight
        own = self._vocabulary.mass(stems)
        return max((value / ((own * self._masses[row]) ** 0.5 or 1.0) for row, value in shared.items()), default=0.0)


class Elsewhere:
    """What the narrative has of other events, and sentences that stand in several events of the corpus."""

    def __init__(self, vocabulary: Vocabulary, formulas: frozenset[int] = frozenset()) -> None:
        self.formulas = formulas
        """Fingerprints of sentences that stand in several events."""
        self._vocabulary = vocabulary
        self._postings: defaultdict[int, array[int]] = defaultdict(lambda: array("i"))
        self._stems = array("i")
        self._starts = array("q", [0])

    def add(self, stems: Ids) -> None:
        """Add a sentence of the narrative."""
        row = len(self._starts) - 1
        self._stems.extend(stems)
        self._starts.append(len(self._stems))
        for stem in self._rarest(stems):
            self._postings[stem].append(row)

    def overlap(self, stems: Ids) -> frozenset[int]:
        """Return the stems that the most similar sentence of another event has, if it has half of the weight."""
        counts: Counter[int] = Counter()
        budget = MOST_POSTINGS
        for stem in self._rarest(stems):
            rows = self._postings.get(stem, ())
            if len(rows) <= budget:
                counts.update(rows)
                budget -= len(rows)
        mass, own = self._vocabulary.mass(stems), set(stems)
        best, found = HALF * mass, frozenset[int]()
        for row, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:COMPARED]:
            shared = own.intersection(self._stems[self._starts[row] : self._starts[row + 1]])
            value = self._vocabulary.mass(stem for stem in stems if stem in shared)
            if value > best:
                best, found = value, frozenset(shared)
        return found

    def _rarest(self, stems: Ids) -> list[int]:
        weight = self._vocabulary.weight
        return sorted((stem for stem in stems if weight[stem]), key=weight.__getitem__, reverse=True)[:RAREST]


def fingerprint(stems: Ids) -> int:
    """Return a number that sentences of the same stems share."""
    return hash(tuple(sorted(stems)))


def new_names(text: str, vocabulary: Vocabulary, included: set[int]) -> set[str]:
    """Return the capitalised words within sentences, and the figures, that are not included."""
    found = set(figures(text))
    if vocabulary.lexicon.names:
        found |= {
            match.group() for match in _CAPITAL.finditer(text) if not _SENTENCE_START.search(text, 0, match.start())
        }
    return {name for name in found if any(vocabulary.keys(w).isdisjoint(included) for w in vocabulary.content(name))}


def without_repeated_end(text: str, vocabulary: Vocabulary, included: Included) -> tuple[int, int]:
    """Return the part of a sentence that remains if repeated clauses are cut off its end.

    Quotations, what a verb of saying announces, and negated clauses are not cut off.
    """
    clauses = _joined(clause_spans(text, vocabulary.lexicon), text, vocabulary)
    last = len(clauses)
    while last > 1:
        start, end = clauses[last - 1]
        clause = text[start:end]
        new, mass = included.excess(vocabulary.content(clause))
        if has_quote(clause) or is_negated(clause, vocabulary) or (mass and new >= TOLD_CLAUSE * mass):
            break
        last -= 1
    if last == len(clauses):
        return 0, len(text)
    part = text[: clauses[last - 1][1]]
    grammar = vocabulary.lexicon.grammar
    balanced = quote_marks(part) % 2 == quote_marks(text) % 2
    whole = len(vocabulary.content(part)) >= FEWEST_LEFT and (
        grammar is None or (has_verb(part, grammar) and not announces_speech(part, text[len(part) :], grammar))
    )
    return (0, len(part.rstrip(" ,;:-\u2014"))) if balanced and whole else (0, len(text))


def _joined(clauses: Iterable[tuple[int, int]], text: str, vocabulary: Vocabulary) -> list[tuple[int, int]]:
    """Join clauses of fewer than two content words to their neighbours."""
    found: list[tuple[int, int]] = []
    for start, end in clauses:
        if found and len(vocabulary.content(text[start:end])) < FEWEST_CLAUSE_WORDS:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    if len(found) > 1 and len(vocabulary.content(text[slice(*found[0])])) < FEWEST_CLAUSE_WORDS:
        found[:2] = [(found[0][0], found[1][1])]
    return found
