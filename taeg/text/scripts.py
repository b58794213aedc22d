"""Words and sentence ends by script, decided by the characters of a text, whatever its language is said to be.

`UNSPACED` are scripts that put no spaces between words. A run of their letters is divided into overlapping pairs of
letters, as Lucene's CJK analyser does: 東京大学 gives 東京, 京大, 大学; a single letter stays one. The one tokenizer of
such texts is `words`, which weights and all metrics use through `tokens`. Sentences end at the characters that Unicode
lists as terminators (property Sentence_Terminal), as in Unicode Standard Annex 29.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import regex

Words = tuple[str, ...]

UNSPACED = (
    *("Hani", "Hira", "Kana", "Bopo", "Yiii"),
    *("Thai", "Laoo", "Mymr", "Khmr", "Talu", "Lana", "Tavt", "Bali", "Java"),
)
"""ISO 15924 codes. Tibetan is not one of them: it marks the end of each syllable, and its words are syllables. Korean
has spaces."""
BIGRAMS = "+bigrams"
"""Follows the name of a tokenizer in signatures if some texts are in scripts without spaces."""
WEIGHTS = f"scikit-learn{BIGRAMS}"
"""The name of the words that weights are computed from, in the signatures of runs."""
TERMINATORS = "unicode"
"""The name of the rule of `sentences` in signatures."""

_MAYBE_UNSPACED = re.compile("[^\x00-\u0dff\u10a0-\u177f\u1b80-\u3004\uaae0-\uf8ff]")
"""Contains all letters of `UNSPACED` and few others; a fast test that needs no import."""
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile("[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a]")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Removed before texts are divided into pairs: some programs mark the words of Thai or Khmer with them."""
_QUOTES = "\"'"
_MOST_CLOSING = 8
"""Closing marks after a terminator; texts with more are split after so many."""


def words(text: str) -> Words:
    """Split into runs of letters, combining marks and digits, case-folded; runs without spaces become bigrams.

    Full-width and half-width forms are equal to the usual ones in texts that have such runs. Case folding can decompose
    a character (a dotted capital I), so the text is normalised again afterwards.
    """
    form: Literal["NFC", "NFKC"] = "NFC"
    if has_unspaced(text):
        form, text = "NFKC", text.translate(_INVISIBLE)
    folded = unicodedata.normalize(form, unicodedata.normalize(form, text).casefold())
    return tuple(
        token for run, word in _patterns().words.findall(folded) for token in ([word] if word else _pairs(run))
    )


def tokens(text: str, own: Callable[[str], Sequence[str]]) -> Words:
    """Split with `words` if most of a text is in scripts without spaces, else with `own`.

    Runs without spaces within other text become bigrams as well; then `own` splits what is between them.
    """
    if not has_unspaced(text):
        return tuple(own(text))
    pieces = _patterns().run.split(text)
    runs, others = pieces[1::2], pieces[::2]
    if sum(map(len, runs)) >= sum(len(_patterns().words.findall(other)) for other in others):
        return words(text)
    split = (words(piece) if index % 2 else own(piece) for index, piece in enumerate(pieces) if piece)
    return tuple(token for found in split for token in found)


def has_unspaced(text: str) -> bool:
    """Whether a text has a letter of a script without spaces."""
    return not text.isascii() and bool(_MAYBE_UNSPACED.search(text)) and bool(_patterns().run.search(text))


def unspaced_letters(word: str) -> list[tuple[int, int]]:
    """Return where the letters of scripts without spaces start and end in a word, and what is between them.

    A word without such letters is one piece.
    """
    if not has_unspaced(word):
        return [(0, len(word))]
    return [match.span() for match in _patterns().pieces.finditer(word)]


def sentences(text: str) -> Words:
    """Split after terminators and the quotes and brackets that close after them.

    A period, `!`, `?` or `…` ends a sentence where white space follows, and so does the Greek question mark, which
    looks like a semicolon. Terminators such as `。`, `؟` or `।`, and `!` or `?` in scripts without spaces, need no
    space; there is no end before a comma, a dash or the like, nor before the Japanese particle of a quotation.
    """
    return _split(text, _patterns().end)


def refine(text: str) -> Words:
    """Split after the terminators that need no space only, for a text that was split by other rules before."""
    return _split(text, _patterns().mark) if has_marks(text) else (text,)


def has_marks(text: str) -> bool:
    """Whether a text has a terminator that needs no space."""
    return not text.isascii() and bool(_patterns().mark.search(text))


def latin_share(text: str) -> float:
    """Return the share of Latin letters in the letters of a text; 1 for a text without letters."""
    if text.isascii():
        return 1.0
    letters = len(_LETTER.findall(text))
    return len(_LATIN.findall(text)) / letters if letters else 1.0


def _pairs(run: str) -> list[str]:
    letters: list[str] = _patterns().unit.findall(run)
    return [a + b for a, b in pairwise(letters)] or letters


def _split(text: str, end: "regex.Pattern[str]") -> Words:
    ends = [0]
    for match in end.finditer(text):
        if match.lastgroup == "spaced":
            ends.append(match.end())
        elif not _patterns().continued.match(text, at := _closed(text, ends[-1], match.end())):
            ends.append(at)
    pieces = (text[start:end].strip() for start, end in zip(ends, [*ends[1:], len(text)], strict=True))
    return tuple(piece for piece in pieces if piece)


def _closed(text: str, start: int, at: int) -> int:
    """Return where the closing marks after a terminator end; a straight quote closes if it is the second of two."""
    for place in range(at, min(at + _MOST_CLOSING, len(text))):
        sign = text[place]
        paired = sign in _QUOTES and text.count(sign, start, place) % 2
        if not paired and unicodedata.category(sign) not in ("Pe", "Pf"):
            return place
    return min(at + _MOST_CLOSING, len(text))


class _Patterns:
    """Patterns of the package `regex`, which is slow to import and which most commands do not need."""

    def __init__(self) -> None:
        import regex

        scripts = "".join(rf"\p{{scx={script}}}" for script in UNSPACED)
        letter = rf"[[[\p{{L}}\p{{Nl}}]&&[{scripts}]]--[\u02b0-\u02ff]]"
        unit = rf"{letter}\p{{M}}*"
        mark, other = r"[\p{SB=STerm}--[!?]]", r"[!?\p{SB=ATerm}\u2026]"
        signs = rf"[{mark}{other}]"
        # a run of terminators is tried at its start only, so that the time is linear
        marks = rf"(?<!{signs})(?={other}*+{mark}){signs}++"
        unspaced = rf"(?<={letter}\p{{M}}{{0,4}})(?:[!?]++|\uff0e(?!\p{{N}}))"
        spaced = r"(?:(?<![.!?\u2026])[.!?\u2026]++|(?<=\p{Greek}\p{M}{0,4});|\u037e)[\"'\p{Pe}\p{Pf}\p{Pi}]*+(?=\s)"

        def compiled(pattern: str) -> "regex.Pattern[str]":
            return regex.compile(f"(?V1){pattern}")

        self.run = compiled(f"((?:{unit})+)")
        self.unit = compiled(unit)
        self.pieces = compiled(rf"{unit}|(?:(?!{letter}).)+")
        self.words = compiled(rf"((?:{unit})+)|((?:(?!{letter})[\p{{L}}\p{{M}}\p{{N}}])+)")
        self.mark = compiled(f"{marks}|{unspaced}")
        self.end = compiled(f"(?P<spaced>{spaced})|{marks}|{unspaced}")
        self.continued = compiled(r"\s*+\p{SB=SContinue}|(?<=[」』])(?:と|って)")


@cache
def _patterns() -> _Patterns:
    return _Patterns()
