"""Which words of an account other accounts of the same event share, in the same order: what collation makes visible.

Words are compared without regard to case and by their stems; two accounts share the words of their longest common
subsequence. A pure function of texts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from rapidfuzz.distance import LCSseq

from taeg.text.language import Language, language

PECULIAR, SOME, ALL = 0, 1, 2
"""Told by this account alone; by some others too; by every account of the event."""
LONGEST = 20_000
"""Words of an account that are compared; what comes after them is peculiar."""
COMPARED = 20_000_000_000
"""Words times words of all pairs of accounts of an event that are compared, some seconds' work. In a larger event the
first accounts are compared with all, but the others not with each other."""
PAIR = 80_000
"""What a pair counts at least: as long as so many words times words it takes to begin with one."""
TELLING = 4
"""Letters that one of them must have; stems are what is counted."""
_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a text all of whose words are shared alike; the parts of a text joined are the text."""

    text: str
    shared: int
    """`PECULIAR`, `SOME` or `ALL`."""


def shared(texts: Sequence[str], code: str) -> list[tuple[Stretch, ...]]:
    """The texts of one event, each in stretches; a text that stands alone is one stretch that nobody shares."""
    tongue = language(code)
    words = [list(_WORD.finditer(text))[:LONGEST] for text in texts]
    stems = [[_stem(match.group(), tongue) for match in found] for found in words]
    told = [i for i, found in enumerate(stems) if found]
    with_whom = [np.zeros(len(found), dtype=np.int64) for found in stems]
    work = 0
    for a, b in combinations(told, 2):
        work += PAIR + len(stems[a]) * len(stems[b])
        if work > COMPARED:
            break
        for block in LCSseq.opcodes(stems[a], stems[b]):
            if block.tag == "equal" and _says_something(stems[a][block.src_start : block.src_end]):
                with_whom[a][block.src_start : block.src_end] += 1
                with_whom[b][block.dest_start : block.dest_end] += 1
    others = len(told) - 1
    levels = [[ALL if n == others > 0 else SOME if n else PECULIAR for n in found.tolist()] for found in with_whom]
    return [_stretches(text, found, level) for text, found, level in zip(texts, words, levels, strict=True)]


def _says_something(words: Sequence[str]) -> bool:
    """Whether words in common mean anything: `of the` does not, a longer word or a number does."""
    return any(len(word) >= TELLING or word.isdecimal() for word in words)


def _stem(word: str, tongue: Language) -> str:
    return tongue.stem(word.casefold().replace("\u2019", "'"))


def _stretches(text: str, words: Sequence[re.Match[str]], levels: Sequence[int]) -> tuple[Stretch, ...]:
    """Neighbouring words of one kind with what stands between them; the rest goes with the word before."""
    if not text:
        return ()
    turns = [i for i in range(1, len(words)) if levels[i] != levels[i - 1]]
    cuts = [0, *(words[i].start() for i in turns)]
    kinds = [levels[0] if levels else PECULIAR, *(levels[i] for i in turns)]
    ends = [*cuts[1:], len(text)]
    return tuple(Stretch(text[start:end], kind) for start, end, kind in zip(cuts, ends, kinds, strict=True))
