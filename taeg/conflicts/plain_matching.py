"""Contradictions that need no parser: claims of two accounts are compared if the words around them are alike.

Everything found here is `possible` at most: without a parser it is not known what a value measures.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import TYPE_CHECKING

from taeg.conflicts.plain_claims import PlainClaim, claims
from taeg.conflicts.plain_values import clash, is_weekday, minutes_apart
from taeg.conflicts.values import (
    CLOCK,
    COLOUR,
    DATE,
    DURATION,
    MEASURE,
    MONEY,
    POSSIBLE,
    Account,
    Batches,
    Conflict,
)
from taeg.conflicts.wording import wording

if TYPE_CHECKING:
    from taeg.text.vectors.encoder import Encoder

RULE = "words around the value"

_LEAST = {
    CLOCK: (0.3, 0.5),
    DATE: (0.2, 0.45),
    MONEY: (0.3, 0.35),
    MEASURE: (0.3, 0.35),
    DURATION: (0.35, 0.45),
    COLOUR: (0.0, 0.0),  # the noun is the same
}
"""Least share of the words around a value, weighted by their rarity: if several are shared, and if one is."""
_WEEKDAY = 0.6
"""The same for dates that are only a day of the week."""
_LATEST = 180
"""Minutes by which two clock times of one thing may differ."""
_ALIKE, _LESS = 0.5, 0.4
"""Cosine of sentence vectors from which a part of the share is enough, and this part."""
_LIKE_PLACE = 0.5
"""Share of the rank of the best pair from which a pair is in a like place."""
_SMOOTHING = 3.0
_OTHERS = 25
"""Accounts without the word that are added to a corpus, so that words of a small corpus have weight too."""
_HOLDERS = 128
"""Claims that are compared for each word, so that thousands of accounts of an event take no quadratic time."""
_SAMPLE = 512
"""Sentences from which the mean vector is computed."""
_WORDS_OF_KEY = 3


def find(batches: Batches, language: str, encoder: "Encoder | None" = None) -> list[Conflict]:
    """Return the contradictions of a corpus, by version.

    The accounts are read twice: first to count in how many of them each word occurs. With an encoder, claims in
    sentences of like meaning need fewer shared words.
    """
    frequency: Counter[str] = Counter()
    accounts = 0
    sample: list[str] = []
    for batch in batches():
        for account in batch:
            lists = wording(account.language or language)
            frequency.update(set(lists.stems(account.text)))
            accounts += 1
            if encoder is not None and len(sample) < _SAMPLE:
                sample += (account.text[start:end] for start, end in lists.sentences(account.text))
    weights = _Weights(frequency, accounts)
    meaning = _Meaning(encoder, sample[:_SAMPLE]) if encoder is not None and sample else None
    found = [
        conflict
        for batch in batches()
        for event in _by_event(batch)
        for conflict in _Event(event, language, weights, meaning).conflicts()
    ]
    return sorted(found, key=lambda conflict: (conflict.a, conflict.b, conflict.kind))


def _by_event(batch: Sequence[Account]) -> list[list[Account]]:
    events: dict[int, list[Account]] = {}
    for account in batch:
        events.setdefault(account.event, []).append(account)
    return [sorted(events[event], key=lambda account: account.version) for event in sorted(events)]


class _Weights:
    """The weight of a stem: the logarithm of how rare it is."""

    def __init__(self, frequency: Mapping[str, int], accounts: int) -> None:
        self._frequency = frequency
        self._accounts = accounts

    def of(self, stem: str) -> float:
        return log((self._accounts + _OTHERS) / (self._frequency.get(stem, 0) + 0.5))

    def sum(self, stems: frozenset[str]) -> float:
        return sum(self.of(stem) for stem in sorted(stems))

    def squares(self, stems: frozenset[str]) -> float:
        return sum(self.of(stem) ** 2 for stem in sorted(stems))


class _Meaning:
    """Cosines of sentence vectors, with the mean of the corpus taken away."""

    def __init__(self, encoder: "Encoder", sample: Sequence[str]) -> None:
        self._encoder = encoder
        self._mean = encoder.encode(sample).mean(axis=0)

    def cosine(self, a: str, b: str) -> float:
        one, other = self._encoder.encode([a, b]) - self._mean
        length = sqrt(float(one @ one) * float(other @ other))
        return float(one @ other) / length if length else 0.0


@dataclass(frozen=True, slots=True)
class _Told:
    """A claim with the account that makes it."""

    claim: PlainClaim
    account: Account
    code: str

    @property
    def sentence(self) -> str:
        return self.account.text[slice(*self.claim.sentence)]


@dataclass(frozen=True, slots=True)
class _Pair:
    share: float
    cosine: float
    shared: frozenset[str]

    @property
    def rank(self) -> float:
        return self.share + self.cosine


@dataclass(slots=True)
class _Neighbours:
    """The pairs of a claim by the version of the other claim."""

    by_version: dict[int, list[tuple[int, _Pair]]] = field(default_factory=dict)

    def add(self, version: int, other: int, pair: _Pair) -> None:
        self.by_version.setdefault(version, []).append((other, pair))

    def best(self, version: int) -> float:
        return max(pair.rank for _, pair in self.by_version[version])


class _Event:
    """The claims of one event. Equal claims of different accounts are compared once, as a class."""

    def __init__(self, accounts: Sequence[Account], language: str, weights: _Weights, meaning: _Meaning | None) -> None:
        self._weights = weights
        self._meaning = meaning
        classes: dict[tuple[object, ...], list[_Told]] = {}
        for account in accounts:
            code = account.language or language
            for claim in _without_second_colours(list(claims(account, code))):
                value = claim.value
                key = (value.kind, value.unit, value.value, value.about, value.bound, claim.near, claim.around)
                classes.setdefault(key, []).append(_Told(claim, account, code))
        self._classes = list(classes.values())
        self._claims = [members[0].claim for members in self._classes]

    def conflicts(self) -> Iterator[Conflict]:
        """Yield the contradictions of the event."""
        pairs = self._pairs()
        neighbours = [_Neighbours() for _ in self._claims]
        for (i, j), pair in pairs.items():
            neighbours[i].add(self._claims[j].version, j, pair)
            neighbours[j].add(self._claims[i].version, i, pair)
        for (i, j), pair in pairs.items():
            if (
                clash(self._claims[i].value, self._claims[j].value)
                and self._is_best(neighbours, i, j, pair)
                and self._alike(i, j, pair)
                and not self._elsewhere(neighbours, i, j, pair)
                and not self._elsewhere(neighbours, j, i, pair)
            ):
                yield from self._between(i, j, pair)

    def _pairs(self) -> dict[tuple[int, int], _Pair]:
        """Compare the claims of a kind that share a word near the value."""
        holders: dict[tuple[str, str, str], list[int]] = {}
        pairs: dict[tuple[int, int], _Pair] = {}
        for j, claim in enumerate(self._claims):
            keys = [(claim.value.kind, claim.value.unit, stem) for stem in sorted(claim.near)]
            for i in sorted({i for key in keys for i in holders.get(key, ())}):
                if self._claims[i].version != claim.version:
                    pairs[i, j] = self._compared(self._claims[i], claim)
            for key in keys:
                known = holders.setdefault(key, [])
                if len(known) < _HOLDERS:
                    known.append(j)
        return pairs

    def _compared(self, a: PlainClaim, b: PlainClaim) -> _Pair:
        weights = self._weights
        shared, around = a.near & b.near, a.around & b.around
        share = weights.sum(shared) / (min(weights.sum(a.near), weights.sum(b.near)) + _SMOOTHING)
        lengths = sqrt(weights.squares(a.around) * weights.squares(b.around))
        return _Pair(max(share, 0.0), weights.squares(around) / lengths if lengths else 0.0, shared)

    def _is_best(self, neighbours: Sequence[_Neighbours], i: int, j: int, pair: _Pair) -> bool:
        a, b = self._claims[i].version, self._claims[j].version
        return pair.rank >= max(neighbours[i].best(b), neighbours[j].best(a))

    def _alike(self, i: int, j: int, pair: _Pair) -> bool:
        a, b = self._claims[i].value, self._claims[j].value
        several, one = _LEAST[a.kind]
        least = several if len(pair.shared) > 1 else one
        if is_weekday(a) or is_weekday(b):
            least = _WEEKDAY
        if a.kind == CLOCK and minutes_apart(a, b) > _LATEST:
            return False
        if pair.share >= least:
            return True
        if self._meaning is None or pair.share < least * _LESS:
            return False
        return self._meaning.cosine(self._classes[i][0].sentence, self._classes[j][0].sentence) >= _ALIKE

    def _elsewhere(self, neighbours: Sequence[_Neighbours], i: int, j: int, pair: _Pair) -> bool:
        """Whether the account of claim i also gives the value of claim j in a like place."""
        value = self._claims[j].value
        return any(
            other.rank >= _LIKE_PLACE * pair.rank and not clash(self._claims[k].value, value)
            for k, other in neighbours[j].by_version[self._claims[i].version]
            if k != i
        )

    def _between(self, i: int, j: int, pair: _Pair) -> Iterator[Conflict]:
        """Yield the conflicts of two classes: each member with the first one of the other class."""
        first, second = self._classes[i], self._classes[j]
        rarest = sorted(pair.shared, key=lambda stem: (-self._weights.of(stem), stem))[:_WORDS_OF_KEY]
        lists = wording(first[0].code)
        words = {lists.stem(word): word for word in reversed(lists.words(first[0].sentence))}
        key = ", ".join(words.get(stem, stem) for stem in rarest)
        score = round(min(1.0, pair.rank / 2), 4)
        members = [(one, second[0]) for one in first] + [(first[0], other) for other in second[1:]]
        for one, other in members:
            if one.claim.version != other.claim.version:
                a, b = sorted(each.claim.side(each.account.text, each.code) for each in (one, other))
                yield Conflict(one.claim.value.kind, key, a, b, POSSIBLE, score, f"{one.claim.value.kind}: {RULE}")


def _without_second_colours(found: list[PlainClaim]) -> list[PlainClaim]:
    """Leave out colours of a noun that has different ones in the same account: there are several such things."""
    colours: dict[frozenset[str], set[str]] = {}
    for claim in found:
        if claim.value.kind == COLOUR:
            colours.setdefault(claim.near, set()).add(claim.value.value)
    return [claim for claim in found if claim.value.kind != COLOUR or len(colours[claim.near]) == 1]
