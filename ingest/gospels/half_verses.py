"""Split a verse into its halves `a` and `b`.

The letters mean only 'first part' and 'second part'; they do not define where the parts meet. This rule agrees best
with the published gold text: split at the strongest boundary, and among equals at the one nearest the middle. A verse
without punctuation is split at the white space nearest its middle; without white space, `b` is empty.
"""

import re

_CLOSERS = "'\"`\u2018\u2019\u201c\u201d\u00ab\u00bb\u2039\u203a)\\]}\u300d\u300f\uff09\u3011\u300b\u3009\uff3d\uff5d"
"""Closing quotes and brackets, including those that open a quote in other languages; they stay with the mark."""


def _marks(spaced: str, unspaced: str, *others: str) -> re.Pattern[str]:
    """Return a pattern for punctuation marks with the closers after them.

    `spaced` marks count only before white space or a closer, so `5,000` contains no boundary; `unspaced` marks belong
    to scripts written without spaces.
    """
    closers = f"[{_CLOSERS}]"
    return re.compile("|".join((f"[{spaced}](?:{closers}+|(?=\\s))", f"[{unspaced}]{closers}*", *others)))


BOUNDARIES = (
    # . ! ? ellipsis, Arabic question mark and full stop, dandas | ideographic and full-width forms
    _marks(".!?\u2026\u061f\u06d4\u0964\u0965", "\u3002\uff01\uff1f\uff0e\uff61"),
    # ; : Arabic semicolon, Greek high dot | full-width forms | dashes
    _marks(";:\u061b\u00b7\u0387\u037e", "\uff1b\uff1a", "--(?!-)", "[\u2014\u2015](?![\u2014\u2015])"),
    # , Arabic comma | full-width and ideographic commas
    _marks(",\u060c", "\uff0c\u3001\uff64"),
    re.compile(r"(?<=\s)(?=(?:and|but|then|while)\s)", re.IGNORECASE),
    re.compile(r"\s(?!\s)"),
)
"""Patterns of boundaries, strongest first; the second half begins at the end of a match."""


def halves(verse: str) -> tuple[str, str]:
    """Return the two halves of a verse, stripped; the second is empty if the verse cannot be split."""
    verse = verse.strip()
    # Each half must contain a letter or digit, so a mark at either end of the verse is no boundary.
    letters = [position for position, character in enumerate(verse) if character.isalnum()]
    if letters:
        for boundary in BOUNDARIES:
            ends = [m.end() for m in boundary.finditer(verse) if letters[0] < m.end() <= letters[-1]]
            if ends:
                cut = min(ends, key=lambda end: (abs(2 * end - len(verse)), end))
                return verse[:cut].rstrip(), verse[cut:].lstrip()
    return verse, ""
