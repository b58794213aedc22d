"""Fusion of one event: what is inserted into the base account, and what becomes a note.

Work is limited where accounts are many: equal sentences are considered once, sentences without new words are left out
by sets of numbers before anything else is computed, at most `MOST_GUESTS` siblings are aligned, those with the most
new content, and notes are chosen from a heap, whose entries are measured again only when they come first.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from taeg.consolidate.fusion.context import needed_before
from taeg.consolidate.fusion.guards import Account
from taeg.consolidate.fusion.lexicon import Grammar
from taeg.consolidate.fusion.novelty import (
    Elsewhere,
    Levels,
    Told,
    fingerprint,
    new_names,
    without_told_end,
)
from taeg.consolidate.fusion.phrases import has_verb
from taeg.consolidate.fusion.placing import Insertion, Placement, telling
from taeg.consolidate.fusion.sentence_spans import is_complete
from taeg.consolidate.fusion.settings import Settings
from taeg.consolidate.fusion.vocabulary import Sentence, Vocabulary

Vectors = npt.NDArray[np.float32]

BASE_ACCOUNT = -1
"""The number of the base among the accounts of an event."""
MOST_GUESTS = 12
"""Siblings that are aligned with the base of an event."""
NEW_INSERTION = 0.5
"""Smallest share of new words in an insertion."""
WITH_NAME = 0.05
"""By how much the share of new words of a note may be lower if a name or a figure is new."""
LEAST_WEIGHT = 1.0
"""Smallest new weight of a note, in rare words."""
NEW_INSERTION_WEIGHT, SIMILAR_INSERTION = 1.4, 0.7
"""Smallest new weight of an insertion, in rare words; the share of new weight if it resembles a sentence told."""
SYNONYMS_SHARE = 0.1
"""By how much synonyms may lower the share of new weight of a note."""
WITH_CONTEXT = 0.6
"""Smallest share of new weight of a note together with the sentences that it needs."""
LIKENESS_COST, NAME_BONUS, MOST_NAMES = 6.0, 0.6, 2
"""Rare words that a note needs besides, for each unit of likeness above the usual; what a new name saves."""
FORMULA_WEIGHT = 4.6
"""New weight, in rare words, from which a sentence that stands in several events is told nevertheless."""
VERBLESS_WEIGHT = 2.3
"""Smallest new weight, in rare words, of a note without verb, name and figure."""
FEWEST_INSERTED, FEWEST_NOTED = 3, 2
"""Content words of an insertion and of a note."""
HIGHEST_VECTORS, HIGHEST_WORDS = 0.72, 0.6
"""Likeness to a sentence told from which a sentence is no note."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an event."""

    index: int
    """Index in the corpus."""
    text: str
    sentences: Sequence[Sentence]
    vectors: Vectors | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A part of a version that is told beside the base, with its new weight in rare words."""

    version: int
    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True)
class Inserted:
    """A part of a version that is told within the base, after `after` characters of it."""

    version: int
    start: int
    end: int
    after: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Fused:
    """What is told of an event besides its base."""

    inserted: tuple[Inserted, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Fuser:
    """Fuses the events of a corpus one after another, in timeline order."""

    vocabulary: Vocabulary
    settings: Settings
    levels: Levels
    elsewhere: Elsewhere

    def fuse(self, base: Version, siblings: Sequence[Version]) -> Fused:
        """Return what siblings add to a base; those with most to tell come first in `siblings`."""
        fused = Fused()
        exact = {stem for sentence in base.sentences for stem in sentence.stems}
        new = [self._new_sentences(exact, sibling) for sibling in siblings]
        if any(new):
            told = Told(self.vocabulary)
            for row, sentence in enumerate(base.sentences):
                told.add(sentence, _vector(base, row), base.text[sentence.start : sentence.end])
            done: set[tuple[int, int]] = set()
            inserted = self._insertions(told, base, siblings, new, done) if self.settings.inline else ()
            notes = self._notes(told, base, siblings, new, done) if self.settings.notes else ()
            fused = Fused(inserted, notes)
        for sentence in base.sentences:
            self.elsewhere.add(sentence.stems)
        return fused

    def _new_sentences(self, exact: set[int], sibling: Version) -> list[int]:
        """Return the sentences of a sibling with new words, by sets of stems alone."""
        mass = self.vocabulary.mass
        least = self.vocabulary.unit * min(NEW_INSERTION_WEIGHT, LEAST_WEIGHT - NAME_BONUS * MOST_NAMES)
        found = []
        for row, sentence in enumerate(sibling.sentences):
            new = [stem for stem in sentence.stems if stem not in exact]
            if new and mass(new) >= least and len(sentence.stems) >= FEWEST_NOTED:
                found.append(row)
        return found

    def _insertions(
        self,
        told: Told,
        base: Version,
        siblings: Sequence[Version],
        new: Sequence[list[int]],
        done: set[tuple[int, int]],
    ) -> tuple[Inserted, ...]:
        grammar = self.vocabulary.lexicon.grammar
        if grammar is None or len(base.sentences) < FEWEST_NOTED:
            return ()
        account = Account(base.text, base.sentences, self.vocabulary, grammar)
        if account.is_testimony:
            return ()
        fresh = [
            [row for row in rows if self._could_be_inserted(told, version, row, grammar)]
            for version, rows in zip(siblings, new, strict=True)
        ]
        guests = [number for number, rows in enumerate(fresh) if rows][:MOST_GUESTS]
        if not guests:
            return ()
        accounts = [
            Account(siblings[number].text, siblings[number].sentences, self.vocabulary, grammar) for number in guests
        ]
        placement = Placement(
            account,
            telling(account, base.vectors),
            accounts,
            [telling(a, siblings[number].vectors) for a, number in zip(accounts, guests, strict=True)],
        )
        gaps: dict[int, list[Insertion]] = {}
        for guest, number in enumerate(guests):
            if accounts[guest].is_testimony:
                continue
            for insertion in placement.certain(guest):
                before = gaps.get(insertion.gap, [])
                chained = bool(before) and (before[-1].sibling, before[-1].last) == (guest, insertion.first - 1)
                rows = range(insertion.first, insertion.last + 1)
                if before and before[-1].sibling != guest:
                    continue
                if not set(rows) & set(fresh[number]) or not self._is_new(told, siblings[number], rows):
                    continue
                if placement.refusal(insertion, chained=chained):
                    continue
                gaps.setdefault(insertion.gap, []).append(insertion)
                for row in rows:
                    self._tell(told, siblings[number], row)
                    done.add((number, row))
        found = []
        for gap in sorted(gaps):
            for insertion in gaps[gap]:
                version = siblings[guests[insertion.sibling]]
                span = version.sentences[insertion.first].start, version.sentences[insertion.last].end
                after = base.sentences[gap - 1].end if gap < len(base.sentences) else len(base.text)
                found.append(Inserted(version.index, *span, after, insertion.confidence))
        return tuple(found)

    def _could_be_inserted(self, told: Told, sibling: Version, row: int, grammar: Grammar) -> bool:
        """Whether a sentence is whole and new enough, by conditions that are quickly tested."""
        sentence = sibling.sentences[row]
        text = sibling.text[sentence.start : sentence.end]
        return told.new_share(sentence.stems) >= NEW_INSERTION and is_complete(text) and has_verb(text, grammar)

    def _is_new(self, told: Told, sibling: Version, rows: range) -> bool:
        """Whether an insertion is new enough."""
        sentences = [sibling.sentences[row] for row in rows]
        words = tuple(dict.fromkeys(word for sentence in sentences for word in sentence.words))
        stems = self.vocabulary.stems(words)
        if len(stems) < FEWEST_INSERTED or told.new_share(stems) < NEW_INSERTION:
            return False
        new, mass = told.untold(words)
        text = sibling.text[sentences[0].start : sentences[-1].end]
        if new < NEW_INSERTION_WEIGHT * self.vocabulary.unit or self._says_nothing(text):
            return False
        likeness = max(told.likeness(s.stems, _vector(sibling, row)) for s, row in zip(sentences, rows, strict=True))
        least = NEW_INSERTION if likeness < self.levels.middle else SIMILAR_INSERTION
        return likeness < self.levels.high and new >= least * mass and not self.elsewhere.told(stems)

    def _says_nothing(self, text: str) -> bool:
        """Whether a sentence only says what is not known, or is about the report."""
        lexicon = self.vocabulary.lexicon
        return bool(lexicon.unknown.search(text) or lexicon.meta.search(text))

    def _notes(
        self,
        told: Told,
        base: Version,
        siblings: Sequence[Version],
        new: Sequence[list[int]],
        done: set[tuple[int, int]],
    ) -> tuple[Note, ...]:
        @cache
        def accounts(number: int) -> Account:
            version, grammar = base if number == BASE_ACCOUNT else siblings[number], self.vocabulary.lexicon.grammar
            assert grammar is not None  # noqa: S101 (asked for with a grammar only)
            return Account(version.text, version.sentences, self.vocabulary, grammar)

        heap: list[tuple[float, int, int]] = []
        seen: set[tuple[int, ...]] = set()
        for number, rows in enumerate(new):
            for row in rows:
                words = siblings[number].sentences[row].words
                if (number, row) not in done and words not in seen:
                    seen.add(words)
                    heap.append((-_gain(told, words), number, row))
        heapq.heapify(heap)
        found = []
        while heap:
            gain, number, row = heap[0]
            current = -_gain(told, siblings[number].sentences[row].words)
            if current > gain + 1e-9 and len(heap) > 1 and current > min(heap[1:3])[0]:
                heapq.heapreplace(heap, (current, number, row))
                continue
            heapq.heappop(heap)
            if (number, row) in done or not (proposed := self._note(told, siblings[number], row)):
                continue
            noted = {r for n, r in done if n == number}
            others = self._context(accounts, siblings[number], number, row, noted)
            if others and not self._is_worth(told, siblings[number], [*others, row]):
                continue
            for other in (row, *others):
                sentence = proposed if other == row else siblings[number].sentences[other]
                weight, _ = told.untold(sentence.words)
                found.append(Note(siblings[number].index, sentence.start, sentence.end, weight / self.vocabulary.unit))
                self._tell(told, siblings[number], other, sentence)
                done.add((number, other))
        return tuple(found)

    def _context(
        self, accounts: Callable[[int], Account], sibling: Version, number: int, row: int, told: set[int]
    ) -> list[int]:
        """Return the other sentences that a note of a sentence needs: what it refers to, and a denial after it."""
        lexicon = self.vocabulary.lexicon
        before = needed_before(accounts(number), accounts(BASE_ACCOUNT), row, told) if lexicon.grammar else []
        following = row + 1
        if following < len(sibling.sentences) and following not in told:
            sentence = sibling.sentences[following]
            if lexicon.denial.search(sibling.text[sentence.start : sentence.end]):
                return [*before, following]
        return before

    def _is_worth(self, told: Told, sibling: Version, rows: Sequence[int]) -> bool:
        """Whether a note together with the sentences that it needs is new enough."""
        words = tuple(dict.fromkeys(word for row in rows for word in sibling.sentences[row].words))
        new, mass = told.untold(words)
        return new >= WITH_CONTEXT * mass

    def _note(self, told: Told, sibling: Version, row: int) -> Sentence | None:
        """Return the part of a sentence that makes a note: new enough, or with a number that differs from one told."""
        whole = sibling.sentences[row]
        text = sibling.text[whole.start : whole.end]
        start, end = without_told_end(text, self.vocabulary, told)
        sentence = self.vocabulary.sentence(sibling.text, whole.start + start, whole.start + end)
        if self._is_new_enough(told, sentence, text[start:end], whole, _vector(sibling, row)):
            return sentence
        return whole if self.settings.figures and told.differs(text) else None

    def _is_new_enough(
        self, told: Told, sentence: Sentence, text: str, whole: Sentence, vector: Vectors | None
    ) -> bool:
        weight, mass = told.untold(sentence.words)
        names = len(new_names(text, self.vocabulary, told.stems))
        share = self.settings.novelty - (WITH_NAME if names else 0.0)
        if not mass or len(sentence.stems) < FEWEST_NOTED or weight < (share - SYNONYMS_SHARE) * mass:
            return False
        unit = self.vocabulary.unit
        need = unit * (LEAST_WEIGHT - NAME_BONUS * min(names, MOST_NAMES))
        if not names and weight < VERBLESS_WEIGHT * unit and not self._has_verb(text):
            return False
        if weight < need or told.new_share(sentence.stems) < share or self._says_nothing(text):
            return False
        likeness = told.likeness(whole.stems, vector)
        limit = HIGHEST_WORDS if vector is None else HIGHEST_VECTORS
        if likeness >= max(self.levels.highest, limit):
            return False
        need += unit * LIKENESS_COST * max(0.0, likeness - self.levels.middle)
        if elsewhere := self.elsewhere.told(sentence.stems):
            weight, _ = self.vocabulary.untold(sentence.words, told.stems | elsewhere)
        is_formula = fingerprint(whole.stems) in self.elsewhere.formulas and weight < FORMULA_WEIGHT * unit
        return weight >= need and weight >= (share - SYNONYMS_SHARE) * mass and not is_formula

    def _has_verb(self, text: str) -> bool:
        """Whether a sentence has a finite verb, as far as the language has a list of verbs."""
        grammar = self.vocabulary.lexicon.grammar
        return grammar is None or has_verb(text, grammar)

    def _tell(self, told: Told, sibling: Version, row: int, sentence: Sentence | None = None) -> None:
        sentence = sentence or sibling.sentences[row]
        told.add(sentence, _vector(sibling, row), sibling.text[sentence.start : sentence.end])
        self.elsewhere.add(sentence.stems)


def _gain(told: Told, words: tuple[int, ...]) -> float:
    """The order of notes: much that is new first, and of equally much what repeats least."""
    new, mass = told.untold(words)
    return new * new / mass if mass else 0.0


def _vector(version: Version, row: int) -> Vectors | None:
    return None if version.vectors is None else version.vectors[row]
