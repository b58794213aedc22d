"""Collation: which words of an account other accounts of the same event have in the same order.

Words are compared by their stems, ignoring case; two accounts share the words of their longest common subsequence. In
scripts without spaces letters are compared in place of words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from rapidfuzz.distance import LCSseq

from taeg.text.language import Language, language
from taeg.text.scripts import has_unspaced, unspaced_letters

PECULIAR, SOME, ALL = 0, 1, 2
"""In this account only; in some others; in every account of the event."""
LONGEST = 20_000
"""Maximum number of words per account; later words are not compared."""
COMPARED = 20_000_000_000
"""Limit for the sum of the products of word counts over the pairs of accounts of an event (some seconds). In a larger
event only the first accounts are compared with all others."""
PAIR = 80_000
"""Fixed cost of a pair, in the same unit."""
MIN_STEM = 4
"""Letters that at least one stem of a shared stretch must have."""
MIN_LETTERS = 2
"""Letters of a script without spaces that a shared stretch must have."""
_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a text whose words are shared by equally many accounts; the parts joined give the text."""

    text: str
    shared: int
    """`PECULIAR`, `SOME` or `ALL`."""


def shared(texts: Sequence[str], code: str) -> list[tuple[Stretch, ...]]:
    """Split the texts of an event into stretches; a single text is one stretch that is not shared."""
    rules = language(code)
    words = [word_spans(text)[:LONGEST] for text in texts]
    stems = [[stem_of(text[a:b], rules) for a, b in found] for text, found in zip(texts, words, strict=True)]
    accounts = [i for i, found in enumerate(stems) if found]
    with_whom = [np.zeros(len(found), dtype=np.int64) for found in stems]
    work = 0
    for a, b in combinations(accounts, 2):
        work += PAIR + len(stems[a]) * len(stems[b])
        if work > COMPARED:
            break
        for block in LCSseq.opcodes(stems[a], stems[b]):
            if block.tag == "equal" and _is_significant(stems[a][block.src_start : block.src_end]):
                with_whom[a][block.src_start : block.src_end] += 1
                with_whom[b][block.dest_start : block.dest_end] += 1
    others = len(accounts) - 1
    levels = [[ALL if n == others > 0 else SOME if n else PECULIAR for n in found.tolist()] for found in with_whom]
    return [_stretches(text, found, level) for text, found, level in zip(texts, words, levels, strict=True)]


def _is_significant(words: Sequence[str]) -> bool:
    """Whether shared words are significant: `of the` is not, a longer word or a number is."""
    if any(len(word) >= MIN_STEM or word.isdecimal() for word in words):
        return True
    return sum(map(has_unspaced, words)) >= MIN_LETTERS


def word_spans(text: str) -> list[tuple[int, int]]:
    """Return where the words of a text start and end, and the letters of scripts without spaces."""
    found = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        found += [(start + a, start + b) for a, b in unspaced_letters(text[start:end])]
    return found


def stem_of(word: str, rules: Language) -> str:
    """Return the stem by which a word is compared."""
    return rules.stem(word.casefold().replace("\u2019", "'"))


def _stretches(text: str, words: Sequence[tuple[int, int]], levels: Sequence[int]) -> tuple[Stretch, ...]:
    """Join adjacent words of one level with the text between them; other text belongs to the word before."""
    if not text:
        return ()
    turns = [i for i in range(1, len(words)) if levels[i] != levels[i - 1]]
    cuts = [0, *(words[i][0] for i in turns)]
    kinds = [levels[0] if levels else PECULIAR, *(levels[i] for i in turns)]
    ends = [*cuts[1:], len(text)]
    return tuple(Stretch(text[start:end], kind) for start, end, kind in zip(cuts, ends, kinds, strict=True))
