"""Finding the marks in a sentence."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from taeg.text.cues.phrases import ATTRIBUTED, CORRECTS, HEARSAY, HEDGED, RECORDS, UNWITNESSED, phrases
from taeg.text.expressions import expressions
from taeg.text.expressions.lexicon import alternatives, language_table
from taeg.text.language import base_code

Span = tuple[int, int]

_APOSTROPHES = str.maketrans("\u2019\u02bc`", "'''")
_QUOTED = re.compile(
    r"\u201c[^\u201c\u201d]*(?:\u201d|$)"  # “English”, also without an end
    r"|\u201e[^\u201e\u201c\u201d]*(?:[\u201c\u201d]|$)"  # „German“
    r"|\u00ab[^\u00ab\u00bb]*(?:\u00bb|$)"  # «Spanish»
    r'|(?:^|(?<=[\s(\u2014]))"[^"]*(?:"|$)'
    r"|(?:^|(?<=[\s(]))\u2018(?:[^\u2018\u2019]|\u2019(?=\w))*(?:\u2019|$)"
    r"|^[^\u201c\u201d\u201e]*\u201d"  # the end of speech that began in an earlier sentence
)
_MARKS = re.compile('["\u2018\u201c-\u201e\u00ab\u00bb]')


@dataclass(frozen=True, slots=True)
class Cues:
    """The marks of a sentence as (start, end), in order."""

    hearsay: tuple[Span, ...]
    """The speaker has it from somebody else who is not answerable: 'I was told that', 'they say', 'is said to have'."""
    hedged: tuple[Span, ...]
    """The speaker infers, estimates or did not see: 'must have been', 'apparently', 'about twenty'."""
    precise: tuple[Span, ...]
    """Clock times, dates, figures, measures, and records such as logs and receipts; no estimates."""
    attributed: tuple[Span, ...] = ()
    """A named or official source answers for it: 'police said', 'according to the ministry'. Milder than hearsay."""
    unwitnessed: tuple[Span, ...] = ()
    """The speaker was not there or did not perceive it: 'not witnessed', 'I did not see who it was'."""
    corrects: tuple[Span, ...] = ()
    """The speaker corrects an earlier account: 'further to my statement', 'I want to correct one thing'."""


class Reader:
    """Finds the marks in sentences of one language; without a file for the language, only figures are found."""

    def __init__(self, language: str) -> None:
        self._code = base_code(language)
        self._phrases = phrases(self._code)
        self._may_have_values = _value_words(self._code)

    def read(self, sentence: str) -> Cues:
        """Return the marks of a sentence."""
        own = _without_quotes(sentence).translate(_APOSTROPHES)
        exact, estimates = self._values(sentence)
        return Cues(
            self._found(HEARSAY, own),
            _merged([*self._found(HEDGED, own), *estimates]),
            _merged([*self._found(RECORDS, own), *exact]),
            self._found(ATTRIBUTED, own),
            self._found(UNWITNESSED, own),
            self._found(CORRECTS, own),
        )

    def is_hearsay(self, sentence: str) -> bool:
        """Whether a sentence has a mark of hearsay."""
        return bool(self._found(HEARSAY, _without_quotes(sentence).translate(_APOSTROPHES)))

    def _values(self, sentence: str) -> tuple[list[Span], list[Span]]:
        """Return the exact and the estimated times, dates, durations, quantities and numbers."""
        exact: list[Span] = []
        estimates: list[Span] = []
        if self._may_have_values.search(sentence):
            values = expressions(sentence, self._code)
            for group in (values.clock_times, values.dates, values.durations, values.quantities, values.numbers):
                for item in group:
                    (estimates if item.hedge else exact).append((item.start, item.end))
        return exact, estimates

    def _found(self, kind: str, text: str) -> tuple[Span, ...]:
        found = [match.span() for match in self._phrases[kind].finditer(text)]
        if not found:
            return ()
        exceptions = [match.span() for match in self._phrases[f"not-{kind}"].finditer(text)]
        return tuple(
            (start, end)
            for start, end in found
            if not any(start < other_end and other_start < end for other_start, other_end in exceptions)
        )


def _without_quotes(sentence: str) -> str:
    """Replace quoted text by line feeds, so that positions stay."""
    if not _MARKS.search(sentence):
        return sentence
    first = sentence.find('"')
    if first > 0 and not sentence[first - 1].isspace() and sentence.count('"') % 2:  # speech began in another sentence
        sentence = "\n" * (first + 1) + sentence[first + 1 :]
    return _QUOTED.sub(lambda quote: "\n" * len(quote[0]), sentence)


def _value_words(code: str) -> re.Pattern[str]:
    """Compile what every exact value of a language has: a digit, or a word for a number, a time or a date."""
    table = language_table(code)
    numbers, dates = table.section("numbers"), table.section("dates")
    words = {
        word for name in ("values", "tens") for phrase in alternatives(numbers.text(name)) for word in phrase.split()
    }
    words |= {
        word for name in ("months", "weekdays") for group in alternatives(dates.text(name)) for word in group.split()
    }
    for name in ("multipliers", "twenties", "sets"):
        words |= set(numbers.by_phrase(name))
    words |= set(table.section("clock").by_phrase("named"))
    compounds = bool(numbers.section("compounds").names())
    edge = "" if compounds else r"\b"
    expression = "|".join(re.escape(word) for word in sorted(words))
    return re.compile(rf"\d|{edge}(?:{expression}){edge}" if words else r"\d", re.IGNORECASE)


def _merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Sort spans and join those that overlap."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


@cache
def cues(language: str) -> Reader:
    """Return the reader of a language, for instance `en` or `de-AT`."""
    return Reader(language)
