"""The words of clock times: forms, parts of the day, prefixes and hedges of a language."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from taeg.text.expressions.lexicon import Table, language_table, part_nouns, weekdays
from taeg.text.expressions.reading import Reading
from taeg.text.expressions.tokens import Phrases, Token
from taeg.text.expressions.units import CURRENCIES, SYMBOLS

AT, BOUND, ABOUT, LINK = "at", "bound", "about", "link"
"""Kinds of words before a time: 'at', 'before', 'about', and 'to' or 'and' after another time."""
_FILLERS = 5
"""Most words between a time and the part of the day: 'at ten on the same Friday night'."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say a time; see `taeg.text.expressions.clock`."""

    elements: tuple[tuple[str, bool], ...]
    """Names of elements, and whether each is optional."""
    sign: int
    base: int
    needs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Prefix:
    """The words before a time: the token they begin at, their kinds and the hedge."""

    first: int
    kinds: frozenset[str]
    hedge: str


@dataclass(frozen=True, slots=True)
class Part:
    """The part of the day after a time; it ends before token `last`."""

    last: int
    half: str
    sure: bool
    """Whether it alone shows that a bare number before it is an hour ('ten in the morning')."""


class ClockWords:
    """The words of one language."""

    def __init__(self, language: Table) -> None:
        table = language.section("clock")
        self.ambiguous_hours = table.number("ambiguous_hours")
        self.dot_after = table.words("dot_after")
        self.colon_needs_support = table.flag("colon_needs_support")
        self.hour_alone = table.flag("hour_alone")
        self.hour_suffix = table.phrases("hour_suffix")
        self.zones = table.words("zones")
        self.named = table.by_number("named")
        self.one = table.words("one")
        self.named_not_after = table.words("named_not_after")
        self.named_not_before = table.words("named_not_before")
        self.fractions = table.by_number("fractions")
        self.zero_minutes = table.phrases("zero_minutes")
        self.forms = tuple(_form(form) for form in table.sections("forms"))
        self.words = {name: table.section("words").phrases(name) for name in table.section("words").names()}
        self.prefixes = {kind: table.by_value(kind) for kind in (AT, BOUND, ABOUT, LINK)}
        self.hedges_after = table.by_value("hedges_after")
        caution = table.section("caution")
        self.not_after = caution.words("not_after")
        self.not_at = caution.words("not_at")
        self.ended = caution.words("ended")
        self.copulas = caution.words("copulas")
        self.subjects = caution.words("subjects")
        self.auxiliaries = caution.words("auxiliaries")
        self.pronouns = caution.words("pronouns")
        self.persons = caution.words("persons")
        self.scores = caution.words("scores")
        self.range_openers = caution.words("range_openers")
        self.half_not_after = caution.words("half_not_after")
        self.parts = table.by_value("parts")
        self.part_nouns = Phrases(part_nouns(language))
        self.capital_nouns = language.flag("capital_nouns")
        self.part_fillers = table.phrases("part_fillers")
        self.articles = table.words("articles")
        self.day_links = table.words("day_links")
        self.part_openers = table.words("part_openers")
        self.months = Phrases(language.section("dates").numbered("months", 1))
        self.weekdays = Phrases(weekdays(language))
        quantities = language.section("quantities")
        self.units = (
            quantities.by_value("units"),
            quantities.by_value("currencies"),
            language.section("durations").by_value("units"),
            language.section("numbers").by_value("multipliers"),
            Phrases({**SYMBOLS, **CURRENCIES}),
        )
        openers: list[Phrases[Any]] = [self.named, self.fractions]
        openers += [self.words[name] for form in self.forms for name, _ in form.elements[:1] if name in self.words]
        self.starters = self.one.union(word for table in openers for word in table.first_words())
        """Words other than numbers with which a time may begin."""

    def part_after(self, tokens: tuple[Token, ...], at: int) -> Part | None:
        """Return the part of the day that follows a time."""
        if found := self.parts.at(tokens, at):
            return Part(*found, True)
        end = at
        for _ in range(_FILLERS):
            filler = self.part_fillers.at(tokens, end) or self.weekdays.at(tokens, end)
            if filler is None:
                break
            end = filler[0]
            noun = self.part_nouns.at(tokens, end)
            if noun and tokens[end].capital >= self.capital_nouns:
                return Part(*noun, tokens[at].word in self.part_openers)
        return None

    def part_before(self, reading: Reading, at: int) -> str:
        """Return the half of the day of the words before a prefix ('that night, about ten'); empty if unknown."""
        tokens = reading.tokens
        if at > 1 and tokens[at - 1].word == ",":
            at -= 1
        if found := self.parts.before(tokens, at):
            return found[1]
        noun = self.part_nouns.before(tokens, at)
        if noun is None or (self.capital_nouns and (not tokens[noun[0]].capital or reading.opens(noun[0]))):
            return ""  # 'Morgen um zehn': tomorrow
        return noun[1]


def _form(table: Table) -> Form:
    elements = tuple((name.strip("[]"), name.startswith("[")) for name in table.text("form").split())
    needs = frozenset(need.strip() for need in table.text("needs").split(",") if need.strip())
    return Form(elements, table.number("sign") or 1, table.number("base"), needs)


@cache
def clock_words(code: str) -> ClockWords:
    """Return the words of a language."""
    return ClockWords(language_table(code))
