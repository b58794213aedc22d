"""How exactly a value is stated, from the hedge that the grammar of expressions found and the words around it."""

import re
from functools import cache

from taeg.conflicts.claims.words import word_lists

_BOUNDS = {"at least": 1, "over": 1, "after": 1, "at most": -1, "before": -1, "by": -1}
_ESTIMATES = ("about", "nearly", "just before", "just after")
_SINCE = re.compile(r"\b(?:since|from|not before)\s*$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|up to)\s*$", re.IGNORECASE)
_NOT_UNTIL = re.compile(
    r"(?:n't|\bnot|\bnever|\bnothing|\bnobody)\b[^.;,]*\b(?:until|till|before)(?: \w+)?\s*$", re.IGNORECASE
)
_WIDTH = 60


def hedged(text: str, start: int, end: int, hedge: str) -> tuple[bool, int]:
    """Return whether a value is an estimate, and whether it is a lower (1) or an upper (-1) bound."""
    bound = _BOUNDS.get(hedge, 0)
    about = hedge in _ESTIMATES
    if not about and not bound:
        about = bool(_before().search(text[max(0, start - _WIDTH) : start]) or _after().match(text[end:]))
    return about, bound


def hedged_clock(text: str, start: int, end: int, hedge: str) -> tuple[bool, int]:
    """Return the same for a clock time: 'since ten' is a lower bound, 'until ten' an upper one."""
    before = text[max(0, start - _WIDTH) : start]
    if word_lists().phrase("near").search(before[-24:]):
        return True, 0
    about, bound = hedged(text, start, end, hedge)
    if _NOT_UNTIL.search(before):
        return about, 1
    if not bound:
        bound = 1 if _SINCE.search(before) else -1 if _UNTIL.search(before) else 0
    return about, bound


@cache
def _before() -> re.Pattern[str]:
    """The words of an estimate, directly before the value or before an article or preposition of it."""
    own = word_lists().phrase("hedges_before").pattern
    return re.compile(
        rf"(?:{own})(?:\W+(?:at|to|it|was|there|were|be|a|an|the|about|of|that)){{0,4}}\W*$", re.IGNORECASE
    )


@cache
def _after() -> re.Pattern[str]:
    own = word_lists().phrase("hedges_after").pattern
    return re.compile(rf"(?:[\w%]+\s)?[\s,]*(?:{own})", re.IGNORECASE)
