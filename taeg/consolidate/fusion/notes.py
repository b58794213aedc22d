"""Notes: the sentences of other accounts that say something new, with what is needed to understand them.

A sentence is noted if enough of it is new. In testimony also if it gives another number than the narrative, says the
opposite of it, or takes back what the speaker said before. Hearsay must be newer than the rest.
"""

import heapq
from collections.abc import Iterable, Sequence
from functools import cached_property

from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.context import needed
from taeg.consolidate.fusion.novelty import Elsewhere, Included, Levels, fingerprint, new_names, without_repeated_end
from taeg.consolidate.fusion.phrases import has_verb
from taeg.consolidate.fusion.settings import Settings
from taeg.consolidate.fusion.versions import Note, Vectors, Version
from taeg.consolidate.fusion.vocabulary import Sentence, Vocabulary
from taeg.text.cues import Reader, cues

WITH_NAME = 0.05
"""By how much the share of new words of a note may be lower if a name or a figure is new."""
LEAST_WEIGHT = 1.0
"""Smallest new weight of a note, in rare words."""
SYNONYMS_SHARE = 0.1
"""By how much synonyms may lower the share of new weight of a note."""
WITH_CONTEXT, WITH_CONTEXT_TESTIMONY = 0.5, 0.4
"""Smallest share of new weight of a note together with the sentences that it needs."""
LIKENESS_COST, NAME_BONUS, MOST_NAMES = 6.0, 0.6, 2
"""Rare words that a note needs besides, for each unit of likeness above the usual; what a new name saves."""
FORMULA_WEIGHT = 4.6
"""New weight, in rare words, from which a sentence that stands in several events is noted nevertheless."""
VERBLESS_WEIGHT = 2.3
"""Smallest new weight, in rare words, of a note without verb, name and figure."""
FEWEST_NOTED = 2
"""Content words of a note."""
HIGHEST_VECTORS, HIGHEST_WORDS = 0.72, 0.6
"""Likeness to a sentence of the narrative from which a sentence is no note."""
HEARSAY_SHARE, HEARSAY_WEIGHT = 0.1, 1.0
"""By how much the share of new words, and the new weight, of a note from hearsay must be higher."""
ON_TOPIC = 0.1
"""Smallest share of the weight of a note from hearsay in words that other accounts of the event have, too."""
LEAST_NEW = LEAST_WEIGHT - NAME_BONUS * MOST_NAMES
"""Smallest weight of the new words of a sentence that can be a note, in rare words."""

Key = tuple[int, int]
"""A sibling and one of its sentences."""


class Notes:
    """Chooses the notes on one event."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        settings: Settings,
        levels: Levels,
        elsewhere: Elsewhere,
        included: Included,
        versions: tuple[Version, Sequence[Version]],
    ) -> None:
        self._vocabulary = vocabulary
        self._settings = settings
        self._levels = levels
        self._elsewhere = elsewhere
        self._included = included
        self._base, self._siblings = versions
        self._accounts: dict[int, Account] = {}
        own = [*self._siblings, self._base]
        first = [v for v in own if not v.second_hand]
        self._topic = {stem for v in first or own for sentence in v.sentences for stem in sentence.stems}
        """Words of the accounts that are not hearsay."""

    def choose(self, new: Sequence[list[int]], done: set[Key]) -> tuple[Note, ...]:
        """Return notes from the sentences `new` of each sibling; those in `done` are included, and notes are added."""
        heap: list[tuple[float, int, int]] = []
        seen: set[tuple[int, ...]] = set()
        for number, rows in enumerate(new):
            for row in self._with_retractions(number, rows):
                words = self._siblings[number].sentences[row].words
                if (number, row) not in done and words not in seen:
                    seen.add(words)
                    heap.append((-self._gain(words), number, row))
        heapq.heapify(heap)
        found: list[Note] = []
        while heap:
            gain, number, row = heap[0]
            current = -self._gain(self._siblings[number].sentences[row].words)
            if current > gain + 1e-9 and len(heap) > 1 and current > min(heap[1:3])[0]:
                heapq.heapreplace(heap, (current, number, row))
                continue
            heapq.heappop(heap)
            if (number, row) not in done:
                found += self._noted(number, row, done)
        return tuple(found)

    def _with_retractions(self, number: int, rows: list[int]) -> Iterable[int]:
        """Return the sentences of a sibling that may be notes: with new words, or about an earlier account."""
        if not self._siblings[number].amends or not (account := self._account(number)):
            return rows
        return sorted({*rows, *account.retractions})

    def _noted(self, number: int, row: int, done: set[Key]) -> list[Note]:
        """Return a sentence and what it needs as notes; none if it is not new enough or cannot be understood."""
        sibling = self._siblings[number]
        account = self._account(number)
        proposed, forced = self._proposed(number, row)
        if proposed is None or (account and not row and account.is_clause(row)):
            return []
        if self._settings.figures and account and account.is_prompt(row):
            return []
        rows = self._run(number, row, {r for n, r in done if n == number})
        if rows is None or (len(rows) > 1 and not forced and not self._is_worth(sibling, rows)):
            return []
        found = []
        for other in rows:
            sentence = proposed if rows == [row] else sibling.sentences[other]
            if other == rows[-1]:
                sentence = self._without_announcement(sibling, sentence)
            weight, _ = self._included.excess(sentence.words)
            found.append(Note(sibling.index, sentence.start, sentence.end, weight / self._vocabulary.unit))
            text = sibling.text[sentence.start : sentence.end]
            self._included.add(sentence, sibling.vector(other), text)
            self._elsewhere.add(sentence.stems)
            done.add((number, other))
        return found

    def _without_announcement(self, sibling: Version, sentence: Sentence) -> Sentence:
        """Return a sentence without the comma or colon that would announce another one."""
        text = sibling.text[sentence.start : sentence.end]
        end = len(text.rstrip(" ,;:\u2014"))
        return self._vocabulary.sentence(sibling.text, sentence.start, sentence.start + end) if end else sentence

    def _run(self, number: int, row: int, noted: set[int]) -> list[int] | None:
        """Return the sentences that a note of a sentence needs, itself included; None if it cannot be understood."""
        sibling = self._siblings[number]
        rows: range | None = range(row, row + 1)
        if (account := self._account(number)) and (base := self._account(-1)):
            rows = needed(account, base, row, noted, testimony=self._settings.figures)
        if rows is None:
            return None
        following = rows.stop
        if following < len(sibling.sentences):
            sentence = sibling.sentences[following]
            if self._vocabulary.lexicon.denial.search(sibling.text[sentence.start : sentence.end]):
                rows = range(rows.start, rows.stop + 1)
        return [r for r in rows if r not in noted]

    def _proposed(self, number: int, row: int) -> tuple[Sentence | None, bool]:
        """Return the part of a sentence that makes a note, and whether it is noted however little is new."""
        sibling = self._siblings[number]
        whole = sibling.sentences[row]
        text = sibling.text[whole.start : whole.end]
        if self._settings.figures:
            account = self._account(number)
            if (account and row in account.retractions) or self._included.differs(text) or self._included.opposes(text):
                return whole, True
        start, end = 0, len(text)
        if not self._settings.figures:
            start, end = without_repeated_end(text, self._vocabulary, self._included)
        sentence = self._vocabulary.sentence(sibling.text, whole.start + start, whole.start + end)
        if self._is_new_enough(sentence, text[start:end], whole, sibling.vector(row), self._is_hearsay(number, text)):
            return sentence, False
        return None, False

    def _is_hearsay(self, number: int, text: str) -> bool:
        """Whether a sentence of testimony is hearsay, or its source has much from hearsay."""
        if not self._settings.figures:
            return False
        return self._siblings[number].second_hand or self._cues.is_hearsay(text)

    @cached_property
    def _cues(self) -> Reader:
        return cues(self._vocabulary.lexicon.code)

    def _is_new_enough(
        self, sentence: Sentence, text: str, whole: Sentence, vector: Vectors | None, hearsay: bool
    ) -> bool:
        included, unit = self._included, self._vocabulary.unit
        weight, mass = included.excess(sentence.words)
        if hearsay and self._vocabulary.mass(set(sentence.stems) & self._topic) < ON_TOPIC * mass:
            return False
        names = len(new_names(text, self._vocabulary, included.stems))
        share = self._settings.novelty - (WITH_NAME if names else 0.0) + (HEARSAY_SHARE if hearsay else 0.0)
        if not mass or len(sentence.stems) < FEWEST_NOTED or weight < (share - SYNONYMS_SHARE) * mass:
            return False
        need = unit * (LEAST_WEIGHT - NAME_BONUS * min(names, MOST_NAMES) + (HEARSAY_WEIGHT if hearsay else 0.0))
        if not names and weight < VERBLESS_WEIGHT * unit and not self._has_verb(text):
            return False
        if weight < need or included.new_share(sentence.stems) < share or self._vocabulary.lexicon.says_nothing(text):
            return False
        likeness = included.likeness(whole.stems, vector)
        limit = HIGHEST_WORDS if vector is None else HIGHEST_VECTORS
        if likeness >= max(self._levels.highest, limit):
            return False
        need += unit * LIKENESS_COST * max(0.0, likeness - self._levels.middle)
        if elsewhere := self._elsewhere.overlap(sentence.stems):
            weight, _ = self._vocabulary.excess(sentence.words, included.stems | elsewhere)
        is_formula = fingerprint(whole.stems) in self._elsewhere.formulas and weight < FORMULA_WEIGHT * unit
        return weight >= need and weight >= (share - SYNONYMS_SHARE) * mass and not is_formula

    def _is_worth(self, sibling: Version, rows: Sequence[int]) -> bool:
        """Whether a note together with the sentences that it needs is new enough."""
        words = tuple(dict.fromkeys(word for row in rows for word in sibling.sentences[row].words))
        new, mass = self._included.excess(words)
        return new >= (WITH_CONTEXT_TESTIMONY if self._settings.figures else WITH_CONTEXT) * mass

    def _has_verb(self, text: str) -> bool:
        """Whether a sentence has a finite verb, as far as the language has a list of verbs."""
        grammar = self._vocabulary.lexicon.grammar
        return grammar is None or has_verb(text, grammar)

    def _gain(self, words: tuple[int, ...]) -> float:
        """The order of notes: much that is new first, and of equally much what repeats least."""
        new, mass = self._included.excess(words)
        return new * new / mass if mass else 0.0

    def _account(self, number: int) -> Account | None:
        """Return a sibling, or with -1 the base, with the word lists of the language; None if there are none."""
        grammar = self._vocabulary.lexicon.grammar
        if grammar is None:
            return None
        if number not in self._accounts:
            version = self._siblings[number] if number >= 0 else self._base
            self._accounts[number] = Account(
                version.text, version.sentences, self._vocabulary, grammar, amends=version.amends
            )
        return self._accounts[number]
