"""Numbers and clock times as written, for the generator of contradictions: reading, other values, same form.

This is independent of `taeg.text.expressions` on purpose: what detection cannot read must still be planted.
"""

import re
from dataclasses import dataclass
from random import Random

from bench.conflict_words import SMALL, TENS

_SMALL = {word: value for value, word in enumerate(SMALL)} | {
    word: 10 * value for value, word in enumerate(TENS) if value > 1
}
_LARGE = {"score": 20, "dozen": 12, "hundred": 100, "thousand": 1000}
_WORD = "|".join(sorted([*list(_SMALL)[1:], *_LARGE, "threescore", "fourscore"], key=len, reverse=True))
NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d+|(?:an? (?=hundred|thousand|dozen))?\b(?:{_WORD})\b(?:[ -](?:and )?(?:{_WORD})\b)*)"
)
"""A number in figures or words, also of older English (`forty and two`, `threescore`)."""
OLD_STYLE = re.compile(r"\b(?:and two|and three|score)\b")


def value_of(text: str) -> int:
    """Return the value of a number as written; 0 if it is none."""
    figures = text.replace(",", "")
    if figures.isdigit():
        return int(figures)
    total = part = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in {"threescore", "fourscore"}:
            part += 60 if word == "threescore" else 80
        elif word in _SMALL:
            part += _SMALL[word]
        elif word == "thousand":
            total, part = total + max(part, 1) * 1000, 0
        elif word in _LARGE:
            part = max(part, 1) * _LARGE[word]
    return total + part


def in_words(value: int) -> str:
    """Return a number below a million in words."""
    if value < 20:
        return SMALL[value]
    if value < 100:
        return TENS[value // 10] + (f"-{SMALL[value % 10]}" if value % 10 else "")
    size, name = (1000, "thousand") if value >= 1000 else (100, "hundred")
    rest = value % size
    tail = "" if not rest else f" and {in_words(rest)}" if rest < 100 else f" {in_words(rest)}"
    return f"{in_words(value // size)} {name}{tail}"


def like(text: str, value: int) -> str:
    """Return a number in the form of another one: figures with commas, or words with the same first letter case."""
    if text[0].isdigit():
        return f"{value:,}" if "," in text or (value > 9999 and value_of(text) <= 9999) else str(value)
    written = in_words(value)
    return written.capitalize() if text[0].isupper() else written


def other_number(value: int, chance: Random) -> int:
    """Return a number that cannot be the given one with rounding: at least two fifths away, equally round."""
    if value < 10:
        return chance.choice([other for other in range(2, 10) if abs(other - value) >= (2 if value > 3 else 1)])
    grain = 1
    while value % (grain * 10) == 0:
        grain *= 10
    if value // grain == 1 and grain > 1:
        grain //= 2
    options = [max(2, round(value * factor / grain)) * grain for factor in (0.4, 0.5, 0.6, 1.5, 1.7, 2.2)]
    return chance.choice([other for other in options if abs(other - value) > 0.3 * value])


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time as written."""

    minutes: int
    form: str
    """`words`, `hour`, or a format of figures."""


_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_STEPS = {"five": 5, "ten": 10, "quarter": 15, "a quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30}
CLOCK_PATTERN = re.compile(
    rf"\b(?P<step>a quarter|quarter|half|five|ten|twenty-five|twenty) (?P<way>past|to) (?P<of>{_HOUR})\b"
    rf"|\b(?P<full>{_HOUR}) o'clock\b"
    r"|(?<![\d:.,£$/-])(?P<h>[01]?\d|2[0-3])(?P<sep>[:.])(?P<m>[0-5]\d)(?![\d:,]|\.\d)"
    r"(?P<half> ?(?:[ap]m\b|[ap]\.m\.))?"
    r"|(?<=\bat )(?P<four>(?:[01]\d|2[0-3])[0-5]\d)\b(?! [a-z]+s\b)",
    re.IGNORECASE,
)
"""A clock time; a dot between hour and minute counts only with am or pm or after 'at' (see `read_clock`)."""


def read_clock(found: re.Match[str]) -> Clock | None:
    """Return the time of a match of CLOCK_PATTERN."""
    if found["step"]:
        sign, step = (1 if found["way"].lower() == "past" else -1), _STEPS[found["step"].lower()]
        return Clock((60 * SMALL.index(found["of"].lower()) + sign * step) % 720, "words")
    if found["full"]:
        return Clock(60 * SMALL.index(found["full"].lower()), "hour")
    if found["four"]:
        return Clock(60 * int(found["four"][:2]) + int(found["four"][2:]), "four")
    before = found.string[: found.start()].lower()
    if found["sep"] == "." and not found["half"] and not before.endswith(("at ", "by ", "until ")):
        return None
    return Clock(60 * int(found["h"]) + int(found["m"]), found["sep"] + (found["half"] or ""))


def clock_text(time: Clock) -> str:
    """Return a time in its form; in words it is rounded to five minutes."""
    if time.form in {"words", "hour"}:
        return clock_words(time.minutes)
    hour, minute = divmod(time.minutes % 1440, 60)
    if time.form == "four":
        return f"{hour:02}{minute:02}"
    half = time.form[1:]
    if half:
        hour = hour % 12 or 12
    return f"{hour}{time.form[0]}{minute:02}{half}" if half else f"{hour:02}{time.form[0]}{minute:02}"


def clock_words(minutes: int) -> str:
    """Return a time of day in words, to five minutes."""
    hour, minute = divmod(5 * round(minutes / 5) % 720, 60)
    names = {step: name for name, step in _STEPS.items() if name != "a quarter"}
    if minute == 0:
        return f"{SMALL[hour or 12]} o'clock"
    if minute <= 30:
        return f"{names[minute]} past {SMALL[hour or 12]}"
    return f"{names[60 - minute]} to {SMALL[hour + 1]}"


def other_clock(time: Clock, chance: Random) -> Clock:
    """Return a time 20 to 95 minutes away; in the half of the day that is written, if one is."""
    moved = chance.choice((-1, 1)) * 5 * chance.randint(4, 19)
    half = len(time.form) > 1 and time.form[1:].strip().lower().startswith(("a", "p"))
    minutes = time.minutes + moved
    if half and not 60 <= minutes < 780:
        minutes = time.minutes - moved
    return Clock(minutes % (720 if time.form in {"words", "hour"} else 1440), time.form)
