"""Contradictions that a model of textual inference of the user finds in like sentences of two accounts.

The verdict is a rule of its own (`nli: …` with the start of the digest of the model) and `possible` at most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from taeg.conflicts.values import POSSIBLE, STATEMENT, Account, Batches, Conflict, Side
from taeg.conflicts.weights import Weights, key, weights
from taeg.conflicts.wording import wording
from taeg.text.cues import cues
from taeg.text.nli import Judge

ALIKE = 0.35
"""Least cosine of two sentences about one thing."""
LEAST = 0.9
"""Least probability of a contradiction, in both directions."""

_MOST = 300
"""Pairs of an event that the model judges, the most alike first: a verdict takes a fraction of a second."""
_RAREST, _HOLDERS = 6, 64
"""Words of a sentence by which like ones are looked up, and sentences that are compared for each word."""
_FEWEST = 3
"""Content words of a sentence."""
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class _Sentence:
    account: Account
    code: str
    start: int
    end: int
    stems: frozenset[str]

    @property
    def text(self) -> str:
        return " ".join(self.account.text[self.start : self.end].split())

    def side(self) -> Side:
        marks = cues(self.code).read(self.text)
        return Side(self.account.version, self.start, self.end, self.text, bool(marks.hedged), not marks.hearsay)


def find(batches: Batches, language: str, judge: Judge) -> list[Conflict]:
    """Return the sentences of two accounts of an event that a model finds contradictory, by version."""
    words = weights(batches, language)
    rule = f"nli: {judge.digest[:_DIGITS]}"
    found = [
        conflict
        for batch in batches()
        for event in _by_event(batch)
        for conflict in _of_event(event, language, words, judge, rule)
    ]
    return sorted(found, key=lambda conflict: (conflict.a, conflict.b))


def _by_event(batch: Sequence[Account]) -> list[list[Account]]:
    events: dict[int, list[Account]] = {}
    for account in batch:
        events.setdefault(account.event, []).append(account)
    return [sorted(events[event], key=lambda account: account.version) for event in sorted(events)]


def _of_event(
    accounts: Sequence[Account], language: str, words: Weights, judge: Judge, rule: str
) -> Iterator[Conflict]:
    alike = (pair for pair in _pairs(accounts, language, words) if pair[0] >= ALIKE)
    for _, a, b in nsmallest(_MOST, alike, key=_rank):
        probability = min(judge.contradiction([(a.text, b.text), (b.text, a.text)]))
        if probability >= LEAST:
            first, second = sorted((a.side(), b.side()))
            shown = key(a.stems & b.stems, words, a.text, a.code)
            yield Conflict(STATEMENT, shown, first, second, POSSIBLE, round(probability, 4), rule)


def _rank(pair: tuple[float, _Sentence, _Sentence]) -> tuple[float, int, int, int, int]:
    cosine, a, b = pair
    return -cosine, a.account.version, a.start, b.account.version, b.start


def _pairs(accounts: Sequence[Account], language: str, words: Weights) -> Iterator[tuple[float, _Sentence, _Sentence]]:
    """Yield the pairs of sentences of two accounts that share a word; equal sentences are left out."""
    holders: dict[str, list[_Sentence]] = {}
    seen: set[str] = set()
    for account in accounts:
        new = [
            (sentence, words.rarest(sentence.stems, _RAREST))
            for sentence in _sentences(account, language)
            if sentence.text not in seen
        ]
        for sentence, rarest in new:
            others = {id(other): other for stem in rarest for other in holders.get(stem, ())}
            for other in others.values():
                yield words.cosine(other.stems, sentence.stems), other, sentence
        for sentence, rarest in new:
            seen.add(sentence.text)
            for stem in rarest:
                if len(known := holders.setdefault(stem, [])) < _HOLDERS:
                    known.append(sentence)


def _sentences(account: Account, language: str) -> Iterator[_Sentence]:
    code = account.language or language
    lists = wording(code)
    for start, end in lists.sentences(account.text):
        stems = frozenset(lists.stems(account.text[start:end]))
        if len(stems) >= _FEWEST:
            yield _Sentence(account, code, start, end, stems)
