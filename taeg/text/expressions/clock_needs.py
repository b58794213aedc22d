"""What must hold around a clock time, besides its form, for it to be accepted; see `taeg.text.expressions.clock`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from taeg.text.expressions.clock_words import ABOUT, AT, LINK, ClockWords, Form, Part, Prefix
from taeg.text.expressions.reading import Reading
from taeg.text.expressions.tokens import MARK
from taeg.text.expressions.values import ClockTime

_LOOK_BACK = 4
"""Words before a prefix among which the subject of a copula, or the words of a score, are looked for."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible time at tokens `first` to `last`, with what surrounds it."""

    reading: Reading
    words: ClockWords
    first: int
    last: int
    minute: int
    """Of the day; of the hour if the form has no hour."""
    known: bool
    form: Form
    figures: bool
    prefix: Prefix | None
    part: Part | None
    near: ClockTime | None

    @property
    def accepted(self) -> bool:
        """Whether all needs of the form are met."""
        return all(NEEDS[need](self) for need in self.form.needs)

    @property
    def has_part(self) -> bool:
        """Whether a part of the day follows that makes it a time."""
        return self.part is not None and (self.part.sure or self.prefix is not None)

    @property
    def has_support(self) -> bool:
        """Whether a prefix or a part of the day makes it a time."""
        return self.prefix is not None or self.has_part

    def before(self, words: frozenset[str]) -> bool:
        """Whether one of the words is among the last ones before the prefix."""
        end = self.prefix.first if self.prefix else self.first
        return any(self.reading.word(place) in words for place in range(max(0, end - _LOOK_BACK), end))


def _free(candidate: Candidate) -> bool:
    return candidate.has_part or candidate.reading.free(candidate.last)


def _ended(candidate: Candidate) -> bool:
    reading, at = candidate.reading, candidate.last
    return at >= len(reading.tokens) or reading.tokens[at].kind == MARK or reading.word(at) in candidate.words.ended


def _alone(candidate: Candidate) -> bool:
    reading, end = candidate.reading, candidate.last
    whole = reading.opens(candidate.first) and (end >= len(reading.tokens) or reading.tokens[end].kind == MARK)
    return candidate.has_support or whole


def _no_range(candidate: Candidate) -> bool:
    opened = candidate.reading.word(candidate.first - 1) in candidate.words.range_openers
    return not opened and not candidate.before(candidate.words.scores)


def _no_article(candidate: Candidate) -> bool:
    return candidate.reading.word(candidate.first - 1) not in candidate.words.half_not_after


def _caution(candidate: Candidate) -> bool:
    """Whether the words before a bare hour do not suggest that it is a count or an age."""
    prefix, words = candidate.prefix, candidate.words
    if candidate.has_part and candidate.part and candidate.part.sure:
        return True
    if prefix is None or candidate.before(words.not_at):
        return False
    before = candidate.reading.word(prefix.first - 1)
    if prefix.kinds & {AT, LINK}:
        return True
    if _age(candidate.reading, words, prefix.first) or candidate.before(words.scores):
        return False
    if before in words.copulas:
        return candidate.before(words.subjects)
    return before not in words.not_after


def _age(reading: Reading, words: ClockWords, at: int) -> bool:
    """Whether the words before token `at` show that an age follows ('she was about eight, maybe nine')."""
    comma = reading.word(at - 1) == ","
    if number := reading.numbers_by_end.get(at - comma):  # what the number before is, this one is too
        hedge = words.prefixes[ABOUT].before(reading.tokens, number.first)
        at = hedge[0] if hedge else number.first
        comma = reading.word(at - 1) == ","
    if comma:
        return reading.word(at - 2) in words.persons  # 'the girl, about eight, ran'
    if reading.word(at - 1) not in words.copulas:
        return False
    at -= 2
    while reading.word(at) in words.auxiliaries | words.copulas:
        at -= 1
    return reading.word(at) in words.pronouns | words.persons


NEEDS: Mapping[str, Callable[[Candidate], bool]] = MappingProxyType(
    {
        "free": _free,
        "ended": _ended,
        "prefix": lambda candidate: candidate.has_support,
        "part": lambda candidate: candidate.has_part,
        "alone": _alone,
        "no object": lambda candidate: not candidate.before(candidate.words.not_at),
        "caution": _caution,
        "no range": _no_range,
        "no article": _no_article,
        "near": lambda candidate: candidate.near is not None,
    }
)
