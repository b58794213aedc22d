"""Collation: which words of an account other accounts of the same event have in the same order.

Words are compared by their stems, ignoring case; two accounts share the words of their longest common subsequence. In
scripts without spaces letters are compared in place of words. Function words count only between content words: what is
shared begins and ends with a content word.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq

from taeg.consolidate.fusion.lexicon import lexicon
from taeg.text.language import Language, language
from taeg.text.scripts import has_unspaced, unspaced_letters

PECULIAR, SOME, ALL, NEUTRAL = 0, 1, 2, 3
"""In this account only; in some others; in every account of the event; function words of which nothing is said."""
LONGEST = 20_000
"""Maximum number of words per account; later words are not compared."""
COMPARED = 20_000_000_000
"""Limit for the sum of the products of word counts over the pairs of accounts of an event (some seconds). In a larger
event only the first accounts are compared with all others."""
PAIR = 80_000
"""Fixed cost of a pair, in the same unit."""
MIN_STEM = 4
"""Letters of a content word in a language without a list of function words."""
MIN_CONTENT = 2
"""Letters of a content word in a language with such a list."""
MIN_LETTERS = 2
"""Letters of a script without spaces that a shared stretch must have."""
_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")
_CLITIC = re.compile("n?'")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a text whose words are shared by equally many accounts; the parts joined give the text."""

    text: str
    shared: int
    """`PECULIAR`, `SOME`, `ALL` or `NEUTRAL`."""


def shared(texts: Sequence[str], code: str) -> list[tuple[Stretch, ...]]:
    """Split the texts of an event into stretches; a single text is one stretch that is not shared."""
    rules, function_words = language(code), lexicon(code).function_words
    words = [word_spans(text)[:LONGEST] for text in texts]
    stems = [[stem_of(text[a:b], rules) for a, b in found] for text, found in zip(texts, words, strict=True)]
    content = [
        np.array([_is_content(text[a:b], function_words, rules) for a, b in found], dtype=bool)
        for text, found in zip(texts, words, strict=True)
    ]
    accounts = [i for i, found in enumerate(stems) if found]
    with_whom = [np.zeros(len(found), dtype=np.int64) for found in stems]
    work = 0
    for a, b in combinations(accounts, 2):
        work += PAIR + len(stems[a]) * len(stems[b])
        if work > COMPARED:
            break
        for block in LCSseq.opcodes(stems[a], stems[b]):
            if block.tag == "equal":
                first, last = _significant(stems[a], content[a], block.src_start, block.src_end)
                if not function_words and first < last:
                    first, last = block.src_start, block.src_end
                with_whom[a][first:last] += 1
                with_whom[b][
                    first - block.src_start + block.dest_start : last - block.src_start + block.dest_start
                ] += 1
    others = len(accounts) - 1
    levels = [np.where(n == 0, PECULIAR, np.where(n == others, ALL, SOME)) for n in with_whom]
    if function_words:
        levels = [_neutral(level, found) for level, found in zip(levels, content, strict=True)]
    return [_stretches(text, found, level.tolist()) for text, found, level in zip(texts, words, levels, strict=True)]


def _is_content(word: str, function_words: frozenset[str], rules: Language) -> bool:
    """Whether a word says something by itself: `which` and `of` do not, a longer word or a number does."""
    if word.isdecimal():
        return True
    if not function_words:
        return len(stem_of(word, rules)) >= MIN_STEM
    parts = _CLITIC.split(word.casefold().replace("\u2019", "'"))
    return len(word) >= MIN_CONTENT and not function_words.issuperset(parts)


def _significant(stems: Sequence[str], content: npt.NDArray[np.bool_], start: int, end: int) -> tuple[int, int]:
    """The part of a shared stretch from its first to its last content word; empty if there is none."""
    if sum(map(has_unspaced, stems[start:end])) >= MIN_LETTERS:
        return start, end
    [found] = np.nonzero(content[start:end])
    return (start + int(found[0]), start + int(found[-1]) + 1) if len(found) else (start, start)


def _neutral(levels: npt.NDArray[np.int64], content: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """The levels, with function words as neutral unless they are shared or stand between content words that are not."""
    [known] = np.nonzero(content | (levels != PECULIAR))
    if not len(known):
        return levels
    places = np.arange(len(levels))
    before = levels[known[np.maximum(np.searchsorted(known, places, side="right") - 1, 0)]]
    after = levels[known[np.minimum(np.searchsorted(known, places), len(known) - 1)]]
    alone = (before == PECULIAR) & (after == PECULIAR)
    return np.where(alone | (levels != PECULIAR), levels, NEUTRAL)


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
