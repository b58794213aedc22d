"""The values that are found in a text, each with its position: `text[start:end]` is the expression.

A hedge is one of the words below in every language: 'gegen zehn' and 'a eso de las diez' both have the hedge `about`.
Of clock times and dates: `about`, `just before`, `just after`, `before`, `after`, `by`. Of amounts: `about`, `nearly`,
`over`, `at least`, `at most`. An empty hedge means that the text states the value as exact.
"""

import datetime
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day: 'twenty to twelve', '23.41', 'half past seven', 'midnight'."""

    minute: int
    """Of the day, 0 to 1439."""
    half_day_known: bool
    """If False, the same minute twelve hours later is as likely."""
    start: int
    end: int
    hedge: str = ""
    figures: bool = False
    """Whether it is written in figures with minutes ('23.41'), as by a person who read a clock or a log."""


@dataclass(frozen=True, slots=True)
class SpokenDate:
    """A date or a part of one: '3 March 1987', 'last Tuesday', 'March 11', 'on Friday', 'since 2006'."""

    year: int | None
    month: int | None
    day: int | None
    weekday: int | None
    """0 is Monday."""
    date: datetime.date | None
    """The day, if the text gives it completely or if it follows from `today`."""
    start: int
    end: int
    hedge: str = ""


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time: 'two and a half hours', 'half an hour later'."""

    seconds: float
    direction: int
    """1 for 'later' and 'after', -1 for 'ago', 'earlier' and 'before', else 0."""
    from_now: bool
    """Whether the direction is seen from the moment of speaking ('two hours ago') and not from an event."""
    start: int
    end: int
    hedge: str = ""
    high: float | None = None
    """The upper end of a range in seconds: 'four or five minutes'."""


@dataclass(frozen=True, slots=True)
class Number:
    """A cardinal number in words or figures."""

    value: float
    start: int
    end: int
    hedge: str = ""
    high: float | None = None
    """The upper end of a range: 'two or three', '10-15'."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with a unit: money, length, mass, speed, an age and so on."""

    value: float
    """In the unit of the text."""
    unit: str
    """Name of the unit in every language (`foot`, `kilometre`, `tonne`); for money the ISO 4217 code (`GBP`)."""
    dimension: str
    """`money`, `length`, `area`, `volume`, `mass`, `speed`, `temperature`, `share`, `power` or `age`."""
    base: float
    """The value in the base unit of its dimension (metre, kilogram, metre per second …); of money and ages the same."""
    start: int
    end: int
    hedge: str = ""
    high: float | None = None
    """The upper end of a range, in the unit of the text."""
