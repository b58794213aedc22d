"""Claims that need no parser: clock times, dates, money, measures, durations and colours, and the words around them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from taeg.conflicts import amendment_patterns as patterns
from taeg.conflicts.plain_values import PlainValue, plain_values
from taeg.conflicts.values import CLOCK, COLOUR, DATE, DURATION, MEASURE, MONEY, Account, Side
from taeg.conflicts.wording import Span, Wording, wording
from taeg.text.cues import cues

KINDS = (CLOCK, DATE, MONEY, MEASURE, DURATION, COLOUR)

_DATELINE = re.compile(r"^[A-Z\u00c0-\u00de][^.\n]{0,60}? \([^)\n]{2,30}\) [-\u2013\u2014] ")
_NOTE = re.compile(r"\([^)]*\)")
_BREAK = re.compile(r"[;:\u2013\u2014(),]|\s-\s")
_BEFORE = 30
"""Characters before a value that may hold a negation or a verb of reporting."""
_QUESTION = re.compile(r"[?\u037e\uff1f\u061f][\"'\u201d\u2019)]*$")


@dataclass(frozen=True, slots=True)
class PlainClaim:
    """A value with the words around it."""

    version: int
    value: PlainValue
    """With its place in the text of the account."""
    sentence: Span
    near: frozenset[str]
    """Stems of the content words of the clause, without the value; of a colour, the noun that has it."""
    around: frozenset[str]
    """Stems of the content words of the sentence, without values."""

    def side(self, text: str, code: str) -> Side:
        """Return the claim as a side of a conflict."""
        firsthand = not cues(code).is_hearsay(text[slice(*self.sentence)])
        value = self.value
        return Side(self.version, value.start, value.end, value.value, value.hedged, firsthand)


def claims(account: Account, code: str) -> Iterator[PlainClaim]:
    """Yield the claims of an account.

    Questions, what was said before or is withdrawn, denied values, and dates of reports are left out.
    """
    lists = wording(account.language or code)
    for start, end in lists.sentences(account.text):
        sentence = account.text[start:end]
        if _QUESTION.search(sentence) or patterns.said(sentence, lists) or patterns.withdrawal(sentence, lists):
            continue
        shown = _NOTE.sub(_blank, _DATELINE.sub(_blank, sentence))
        values = plain_values(shown, lists.code)
        if not any(value.kind in KINDS for value in values):
            continue
        masked = _masked(shown, values)
        around = frozenset(lists.stems(masked))
        for value in values:
            if value.kind in KINDS and not _excluded(shown, value, lists):
                near = _noun(masked, value, lists) if value.kind == COLOUR else _clause(masked, value, lists)
                if near:
                    moved = replace(value, start=value.start + start, end=value.end + start)
                    yield PlainClaim(account.version, moved, (start, end), near, around)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _masked(sentence: str, values: Sequence[PlainValue]) -> str:
    for value in values:
        sentence = sentence[: value.start] + " " * (value.end - value.start) + sentence[value.end :]
    return sentence


def _excluded(sentence: str, value: PlainValue, lists: Wording) -> bool:
    """Whether a value is denied ('not at ten') or is the date of a report ('police said on Monday')."""
    before = lists.words(sentence[max(0, value.start - _BEFORE) : value.start])[-3:]
    if patterns.negates(" ".join(before), lists):
        return True
    return value.kind == DATE and not lists.reporting.isdisjoint(before)


def _bounds(masked: str, value: PlainValue) -> Span:
    """Return where the clause of a value begins and ends."""
    breaks = [0, *(match.end() for match in _BREAK.finditer(masked)), len(masked)]
    return max(at for at in breaks if at <= value.start), min(at for at in breaks if at >= value.end)


def _clause(masked: str, value: PlainValue, lists: Wording) -> frozenset[str]:
    first, last = _bounds(masked, value)
    return frozenset(lists.stems(masked[first:last]))


def _noun(masked: str, value: PlainValue, lists: Wording) -> frozenset[str]:
    """Return the stem of the noun beside a colour: 'a grey van', 'un coche gris', 'the van was grey'."""
    first, last = _bounds(masked, value)
    before, after = lists.words(masked[first : value.start])[::-1], lists.words(masked[value.end : last])
    if lists.noun_after and after and (stem := lists.stem(after[0])):
        return frozenset((stem,))
    if not lists.noun_after and before and (stem := lists.stem(before[0])) and before[0] not in lists.copulas:
        return frozenset((stem,))
    if before and before[0] in lists.copulas:
        return frozenset(filter(None, map(lists.stem, before[1:2])))
    return frozenset()
