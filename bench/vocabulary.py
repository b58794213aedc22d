"""An artificial vocabulary for generated corpora: pronounceable words with Zipf-distributed frequencies.

The words are enumerated, not drawn, so they are the same on every machine. Words of neighbouring rank are synonyms,
except the most frequent ones, which represent function words.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]

TYPES = 99_999
FUNCTION_WORDS = 150
"""Ranks of function words, which are never reworded."""
CLASS = 3
"""Number of words in a class of synonyms."""
PLAIN = 3_000
"""Ranks of the words of padding sentences."""
RARE = 2_000
"""First rank of the words that are used as topics."""
SHIFT = 2.7
"""Mandelbrot's correction of Zipf's law for the most frequent words."""

_ONSETS = ("b", "d", "l", "m", "n", "r", "s", "t", "v", "bl", "br", "dr", "pl", "sl", "st", "tr")
_CODAS = ("", "n", "l", "r", "m")
_SYLLABLES = tuple(onset + vowel + coda for coda in _CODAS for vowel in "aeiou" for onset in _ONSETS)
_TWO, _THREE = 300, 20_000
"""First ranks of words of two and three syllables."""


@cache
def words() -> list[str]:
    """All words, the most frequent first."""
    found = [_SYLLABLES[rank] for rank in range(_TWO)]
    # a step that is coprime to the number of combinations visits each of them once
    found += [_combine((rank * 48_611) % len(_SYLLABLES) ** 2, 2) for rank in range(_THREE - _TWO)]
    found += [_combine((rank * 30_000_001) % len(_SYLLABLES) ** 3, 3) for rank in range(TYPES - _THREE)]
    return found


def _combine(number: int, syllables: int) -> str:
    parts = []
    for _ in range(syllables):
        number, at = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[at])
    return "".join(parts)


@cache
def _table() -> npt.NDArray[np.object_]:
    return np.array(words(), dtype=np.object_)


def spell(ids: Ids) -> list[str]:
    """Return the words of these ranks."""
    found: list[str] = _table()[ids].tolist()
    return found


@cache
def _cumulative(ranks: int) -> npt.NDArray[np.float64]:
    share = np.cumsum(1.0 / (np.arange(ranks) + SHIFT))
    return share / share[-1]


def draw(chance: npt.NDArray[np.float64], ranks: int = TYPES) -> Ids:
    """Draw a rank by Zipf's law for each number in [0, 1)."""
    return np.searchsorted(_cumulative(ranks), chance, side="right")


def synonyms(ids: Ids, step: Ids) -> Ids:
    """Return a synonym of each word (`step` 1 or 2); function words are unchanged."""
    first = ids - ids % CLASS
    return np.where(ids < FUNCTION_WORDS, ids, first + (ids % CLASS + step) % CLASS)
