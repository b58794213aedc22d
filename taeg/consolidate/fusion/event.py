"""Fusion of one event: what is inserted into the base account, and what becomes a note.

Work is limited where accounts are many: equal sentences are considered once, sentences without new words are left out
by sets of numbers before anything else is computed, at most `MOST_GUESTS` siblings are aligned, those with the most
new content, and notes are chosen from a heap, whose entries are measured again only when they come first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.lexicon import Grammar
from taeg.consolidate.fusion.notes import FEWEST_NOTED, LEAST_NEW, Notes
from taeg.consolidate.fusion.novelty import Elsewhere, Included, Levels
from taeg.consolidate.fusion.phrases import has_verb
from taeg.consolidate.fusion.placing import Insertion, Placement, telling
from taeg.consolidate.fusion.sentence_spans import is_complete
from taeg.consolidate.fusion.settings import Settings
from taeg.consolidate.fusion.versions import Fused, Inserted, Version
from taeg.consolidate.fusion.vocabulary import Vocabulary

MOST_GUESTS = 12
"""Siblings that are aligned with the base of an event."""
NEW_INSERTION = 0.5
"""Smallest share of new words in an insertion."""
NEW_INSERTION_WEIGHT, SIMILAR_INSERTION = 1.4, 0.7
"""Smallest new weight of an insertion, in rare words; the share of new weight if it is like another sentence."""
FEWEST_INSERTED = 3
"""Content words of an insertion."""


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
            included = Included(self.vocabulary)
            for row, sentence in enumerate(base.sentences):
                included.add(sentence, base.vector(row), base.text[sentence.start : sentence.end])
            done: set[tuple[int, int]] = set()
            inserted = self._insertions(included, base, siblings, new, done) if self.settings.inline else ()
            notes = Notes(self.vocabulary, self.settings, self.levels, self.elsewhere, included, (base, siblings))
            fused = Fused(inserted, notes.choose(new, done) if self.settings.notes else ())
        for sentence in base.sentences:
            self.elsewhere.add(sentence.stems)
        return fused

    def _new_sentences(self, exact: set[int], sibling: Version) -> list[int]:
        """Return the sentences of a sibling with new words, by sets of stems alone."""
        mass = self.vocabulary.mass
        least = self.vocabulary.unit * min(NEW_INSERTION_WEIGHT, LEAST_NEW)
        found = []
        for row, sentence in enumerate(sibling.sentences):
            new = [stem for stem in sentence.stems if stem not in exact]
            if new and mass(new) >= least and len(sentence.stems) >= FEWEST_NOTED:
                found.append(row)
        return found

    def _insertions(
        self,
        included: Included,
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
            [row for row in rows if self._could_be_inserted(included, version, row, grammar)]
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
                if not set(rows) & set(fresh[number]) or not self._is_new(included, siblings[number], rows):
                    continue
                if placement.refusal(insertion, chained=chained):
                    continue
                gaps.setdefault(insertion.gap, []).append(insertion)
                for row in rows:
                    sentence = siblings[number].sentences[row]
                    text = siblings[number].text[sentence.start : sentence.end]
                    included.add(sentence, siblings[number].vector(row), text)
                    self.elsewhere.add(sentence.stems)
                    done.add((number, row))
        found = []
        for gap in sorted(gaps):
            for insertion in gaps[gap]:
                version = siblings[guests[insertion.sibling]]
                span = version.sentences[insertion.first].start, version.sentences[insertion.last].end
                after = base.sentences[gap - 1].end if gap < len(base.sentences) else len(base.text)
                found.append(Inserted(version.index, *span, after, insertion.confidence))
        return tuple(found)

    def _could_be_inserted(self, included: Included, sibling: Version, row: int, grammar: Grammar) -> bool:
        """Whether a sentence is whole and new enough, by conditions that are quickly tested."""
        sentence = sibling.sentences[row]
        text = sibling.text[sentence.start : sentence.end]
        return included.new_share(sentence.stems) >= NEW_INSERTION and is_complete(text) and has_verb(text, grammar)

    def _is_new(self, included: Included, sibling: Version, rows: range) -> bool:
        """Whether an insertion is new enough."""
        sentences = [sibling.sentences[row] for row in rows]
        words = tuple(dict.fromkeys(word for sentence in sentences for word in sentence.words))
        stems = self.vocabulary.stems(words)
        if len(stems) < FEWEST_INSERTED or included.new_share(stems) < NEW_INSERTION:
            return False
        new, mass = included.excess(words)
        text = sibling.text[sentences[0].start : sentences[-1].end]
        if new < NEW_INSERTION_WEIGHT * self.vocabulary.unit or self.vocabulary.lexicon.says_nothing(text):
            return False
        likeness = max(included.likeness(s.stems, sibling.vector(row)) for s, row in zip(sentences, rows, strict=True))
        least = NEW_INSERTION if likeness < self.levels.middle else SIMILAR_INSERTION
        return likeness < self.levels.high and new >= least * mass and not self.elsewhere.overlap(stems)
