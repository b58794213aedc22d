"""What the rules need to know of the whole corpus: how rare words are, a sample of it, and clocks said to be wrong."""

import hashlib
import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from taeg.conflicts.claims.sentences import split
from taeg.conflicts.slots import Weights
from taeg.conflicts.values import Account, Batches
from taeg.text.expressions import durations
from taeg.text.language import ENGLISH, language

SAMPLE = 512
"""Sentences from which the mean vector is computed: those with the smallest hash, so that order does not matter."""
_WORD = re.compile(r"[a-z0-9]+")
_WRONG = re.compile(r"\b((?:[\w']{1,20}[ -]){1,6})(?:fast|slow|ahead|behind|out)\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"\bnot (?:yet )?(?:been )?put (?:(?:it|them|my watch|the clocks?) )?(?:forward|back)\b", re.IGNORECASE
)
_HOUR = 60
_LONGEST = 3 * 3600
_CLOCK = re.compile(
    r"\b(?:clock|watch|timer|recorder|timestamp|time stamp|it|which|runs?|running|is|was)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Survey:
    """Facts about a corpus."""

    weights: Weights
    sample: tuple[str, ...]
    """Sentences, by hash."""
    wrong_clocks: Mapping[int, frozenset[int]]
    """Minutes by which clocks of a source are said to be fast or slow."""


def survey(batches: Batches) -> Survey:
    """Read a corpus once."""
    frequency: Counter[str] = Counter()
    sentences = 0
    wrong: defaultdict[int, set[int]] = defaultdict(set)
    sample: list[tuple[int, str]] = []  # a heap of negative hashes, so that the largest hash is on top
    kept: set[str] = set()
    for batch in batches():
        for account in batch:
            for minutes in _wrong_clocks(account):
                wrong[account.source].add(minutes)
            for _, sentence in split(account.text):
                sentences += 1
                frequency.update(set(stems(sentence)))
                _keep(sample, kept, sentence)
    return Survey(
        Weights(sentences, frequency),
        tuple(sorted(kept)),
        {source: frozenset(minutes) for source, minutes in sorted(wrong.items())},
    )


def stems(text: str) -> Sequence[str]:
    """Return the stems of the words of a text."""
    stem = language(ENGLISH).stem
    return [stem(word) for word in _WORD.findall(text.lower())]


def _keep(sample: list[tuple[int, str]], kept: set[str], sentence: str) -> None:
    """Add a sentence to the sample if its hash is among the smallest."""
    if sentence in kept:
        return
    rank = -int.from_bytes(hashlib.sha256(sentence.encode("utf-8", "surrogatepass")).digest()[:8], "big")
    if len(sample) < SAMPLE:
        heapq.heappush(sample, (rank, sentence))
        kept.add(sentence)
    elif rank > sample[0][0]:
        _, dropped = heapq.heappushpop(sample, (rank, sentence))
        kept.add(sentence)
        kept.discard(dropped)


def _wrong_clocks(account: Account) -> set[int]:
    """Return the minutes of 'that clock is ten minutes fast'."""
    found = {_HOUR} if _CHANGED.search(account.text) else set()
    for match in _WRONG.finditer(account.text):
        if not _CLOCK.search(account.text, max(0, match.start() - 60), match.end()):
            continue
        for length in durations(match[1], ENGLISH):
            close = not match[1][length.end :].strip(" -")
            if close and 60 <= length.seconds <= _LONGEST:
                found.add(round(length.seconds / 60))
    return found
