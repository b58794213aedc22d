"""A made-up language for generated corpora: pronounceable words, drawn as often as words are in texts (Zipf).

Words are counted through, not drawn, so they are the same everywhere. Words of neighbouring rank form classes of
synonyms; the most frequent ones, which stand for the small words of a language, have none. No real text is in it.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]

TYPES = 99_999
SMALL_WORDS = 150
"""Ranks that no paraphrase touches."""
CLASS = 3
"""Words that can stand for each other."""
PLAIN = 3_000
"""Ranks from which sentences about nothing are made."""
RARE = 2_000
"""Ranks from which on words name things."""
SHIFT = 2.7
"""Mandelbrot's correction of Zipf's law for the most frequent words."""

_ONSETS = ("b", "d", "l", "m", "n", "r", "s", "t", "v", "bl", "br", "dr", "pl", "sl", "st", "tr")
_CODAS = ("", "n", "l", "r", "m")
_SYLLABLES = tuple(onset + vowel + coda for coda in _CODAS for vowel in "aeiou" for onset in _ONSETS)
_TWO, _THREE = 300, 20_000
"""Ranks from which on words have two and three syllables: the more frequent, the shorter."""


@cache
def words() -> list[str]:
    """All words, the most frequent first."""
    found = [_SYLLABLES[rank] for rank in range(_TWO)]
    # a step without a common divisor with the number of combinations meets each of them once
    found += [_combined((rank * 48_611) % len(_SYLLABLES) ** 2, 2) for rank in range(_THREE - _TWO)]
    found += [_combined((rank * 30_000_001) % len(_SYLLABLES) ** 3, 3) for rank in range(TYPES - _THREE)]
    return found


def _combined(number: int, syllables: int) -> str:
    parts = []
    for _ in range(syllables):
        number, at = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[at])
    return "".join(parts)


@cache
def _table() -> npt.NDArray[np.object_]:
    return np.array(words(), dtype=np.object_)


def spelt(ids: Ids) -> list[str]:
    """The words of these ranks."""
    found: list[str] = _table()[ids].tolist()
    return found


@cache
def _cumulative(ranks: int) -> npt.NDArray[np.float64]:
    share = np.cumsum(1.0 / (np.arange(ranks) + SHIFT))
    return share / share[-1]


def drawn(chance: npt.NDArray[np.float64], ranks: int = TYPES) -> Ids:
    """Words by Zipf's law, one for each number in [0, 1)."""
    return np.searchsorted(_cumulative(ranks), chance, side="right")


def synonyms(ids: Ids, step: Ids) -> Ids:
    """For each word another of its class (`step` 1 or 2); a small word stays as it is."""
    first = ids - ids % CLASS
    return np.where(ids < SMALL_WORDS, ids, first + (ids % CLASS + step) % CLASS)
