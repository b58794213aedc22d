"""Values of each kind in a sentence, other values that contradict them, and other ways to write the same value."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bench.conflict_words import COLOURS, FAR_COLOURS, NO_COLOUR, NOT_COUNTED, PLURAL, UNITS
from bench.planted_numbers import (
    CLOCK_PATTERN,
    NUMBER,
    OLD_STYLE,
    clock_text,
    clock_words,
    in_words,
    like,
    other_clock,
    other_number,
    read_clock,
    value_of,
)
from taeg.conflicts.values import AGE, CLOCK, COLOUR, COUNT, DATE, DURATION, MEASURE, MONEY, SIDE

KINDS = (COUNT, CLOCK, MEASURE, COLOUR, AGE, MONEY, DATE, DURATION, SIDE)


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a sentence, with a contradicting one and harmless rewritings."""

    kind: str
    start: int
    end: int
    other: str
    """Another value in the same form."""
    same: tuple[str, ...] = ()
    """The same value in other forms: words for figures, rounded with 'about', another unit."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a parsed sentence."""

    text: str
    tag: str
    dep: str
    head: int
    start: int
    end: int


Finder = Callable[[str, Sequence[Word], Random], Iterator[Value]]

_TIME_UNITS = "seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?"
_UNITS = "|".join(sorted((*UNITS, "inche", "cubit", "span", "handbreadth", "furlong", "degree", "m"), key=len))
_NAMED = {name: group for group in COLOURS for name in group if name not in NO_COLOUR}
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_OPPOSITES = {"left": "right", "right": "left", "north": "south", "south": "north", "east": "west", "west": "east"}
_OPPOSITES |= {f"{side}ern": f"{other}ern" for side, other in _OPPOSITES.items() if side not in {"left", "right"}}
_MONEY_WORDS = "pounds?|dollars?|euros?|quid|pence|shekels?|talents?|shillings?|crowns?|pieces of silver"


def find(sentence: str, words: Sequence[Word], chance: Random) -> list[Value]:
    """Return the values of a sentence that can be changed; of overlapping ones the first finder's."""
    found: list[Value] = []
    for finder in _FINDERS:
        for value in finder(sentence, words, chance):
            if all(value.end <= other.start or other.end <= value.start for other in found):
                found.append(value)
    return sorted(found, key=lambda value: value.start)


def _clocks(sentence: str, _words: Sequence[Word], chance: Random) -> Iterator[Value]:
    for match in CLOCK_PATTERN.finditer(sentence):
        if time := read_clock(match):
            same = []
            if time.form not in {"words", "hour"}:
                exact = time.minutes % 5 == 0
                same.append(clock_words(time.minutes) if exact else f"about {clock_words(time.minutes)}")
            yield Value(CLOCK, match.start(), match.end(), clock_text(other_clock(time, chance)), tuple(same))


def _ages(sentence: str, _words: Sequence[Word], chance: Random) -> Iterator[Value]:
    patterns = (
        rf"(?P<n>{NUMBER})(?= years old| years of age|[- ]years?[- ]old)",
        rf"(?<=\baged )(?P<n>{NUMBER})(?! years old)",
        r"(?<=[a-z], )(?P<n>[1-9]\d)(?=,)",
        rf"(?P<n>{NUMBER}) years old",
    )
    for pattern in patterns[:3]:
        for match in re.finditer(pattern, sentence):
            value = value_of(match["n"])
            if not 2 <= value <= 99 or (pattern is patterns[2] and not _after_name(sentence, match.start())):
                continue
            moved = chance.choice([change for change in (-13, -9, -6, -4, 4, 6, 9, 13) if value + change > 1])
            written = match["n"]
            yield Value(
                AGE, match.start("n"), match.end("n"), like(written, value + moved), _other_form(written, value)
            )


def _after_name(sentence: str, at: int) -> bool:
    return bool(re.search(r"[A-Z][a-z]+ [A-Z][a-z]+, $", sentence[:at]))


def _with_unit(kind: str, units: str, after: str = "") -> Finder:
    pattern = re.compile(rf"(?<![\w,.])(?P<n>{NUMBER})[ -]?(?P<unit>{units})\b{after}", re.IGNORECASE)

    def finder(sentence: str, _words: Sequence[Word], chance: Random) -> Iterator[Value]:
        for match in pattern.finditer(sentence):
            value = value_of(match["n"])
            if value < 2:
                continue
            written, unit = match["n"], match["unit"]
            same = [*_other_form(written, value), *_rounded(written, value)]
            rewritten = [f"{number}{sentence[match.end('n') : match.end('unit')]}" for number in same]
            if kind == MEASURE:
                rewritten += _other_unit(value, unit)
            other = like(written, other_number(value, chance)) + sentence[match.end("n") : match.end("unit")]
            yield Value(kind, match.start("n"), match.end("unit"), other, tuple(rewritten))

    return finder


def _other_unit(value: int, unit: str) -> list[str]:
    name, factor = UNITS.get(unit.lower().removesuffix("s"), ("", 0.0))
    changed = value * factor
    return [f"about {round(changed):,} {name}"] if name and changed >= 5 else []


def _rounded(written: str, value: int) -> list[str]:
    """A rounded number with 'about', if the number is not round."""
    if value < 21 or value % 10 == 0:
        return []
    grain = 10 if value < 200 else 100
    near = round(value / grain) * grain
    return [f"about {like(written.lower(), near)}"] if abs(near - value) / value <= 0.08 else []


def _other_form(written: str, value: int) -> tuple[str, ...]:
    """Words for figures and figures for words."""
    if written[0].isdigit():
        return (in_words(value),) if value < 100 else ()
    return () if OLD_STYLE.search(written) else (str(value) if value < 10_000 else f"{value:,}",)


def _money_signs(sentence: str, _words: Sequence[Word], chance: Random) -> Iterator[Value]:
    for match in re.finditer(r"(?P<sign>[£$€])(?P<n>\d[\d,]*)(?![\d.])", sentence):
        value = value_of(match["n"].rstrip(","))
        if value > 1:
            end = match.start() + 1 + len(match["n"].rstrip(","))
            yield Value(MONEY, match.start(), end, match["sign"] + like(match["n"], other_number(value, chance)))


def _dates(sentence: str, _words: Sequence[Word], chance: Random) -> Iterator[Value]:
    pattern = (
        rf"\b(?P<m>{_MONTHS}) (?P<d>[1-3]?\d)\b(?!:)|\b(?P<d2>[1-3]?\d)(?P<th>st|nd|rd|th)? (?:of )?(?P<m2>{_MONTHS})\b"
    )
    for match in re.finditer(pattern, sentence):
        group = "d" if match["d"] else "d2"
        day = int(match[group])
        others = [other for other in range(4, 28) if 3 <= abs(other - day) <= 12]
        if 1 <= day <= 31 and others:
            other = chance.choice(others)
            end = match.end(group) + len(match["th"] or "")
            ordinal = (
                ("st" if other == 21 else "nd" if other == 22 else "rd" if other == 23 else "th") if match["th"] else ""
            )
            yield Value(DATE, match.start(group), end, f"{other}{ordinal}")


def _sides(sentence: str, _words: Sequence[Word], chance: Random) -> Iterator[Value]:
    pattern = (
        r"\b(?:on|to|at|from) (?:the|his|her|its|their) (?P<a>left|right)\b(?! of way)"
        r"|\b(?P<b>left|right)(?=[- ]hand\b| side\b)"
        r"|\b(?P<c>north|south|east|west|northern|southern|eastern|western)(?= (?:side|end|bank|gate|wall|wing|tower))"
    )
    for match in re.finditer(pattern, sentence):
        group = match.lastgroup or "a"
        yield Value(SIDE, match.start(group), match.end(group), _OPPOSITES[match[group]])


def _colours(sentence: str, words: Sequence[Word], chance: Random) -> Iterator[Value]:
    for word in words:
        if word.text in _NAMED and word.tag.startswith("JJ") and word.dep in {"amod", "acomp", "attr", "oprd"}:
            near = _NAMED[word.text]
            yield Value(COLOUR, word.start, word.end, chance.choice([name for name in FAR_COLOURS if name not in near]))


def _counts(sentence: str, words: Sequence[Word], chance: Random) -> Iterator[Value]:
    starts = {word.start: at for at, word in enumerate(words)}
    for match in re.finditer(rf"(?<![\w,.:£$-])(?:{NUMBER})(?![\w:.,%-]\d|-)", sentence, re.IGNORECASE):
        written, value = match[0], value_of(match[0])
        following = next((starts[at] for at in range(match.end(), match.end() + 2) if at in starts), None)
        if value < 2 or following is None or written.lower().startswith(("a ", "an ")):
            continue
        nouns = [word for word in words[following : following + 3] if word.tag == "NNS" or word.text in PLURAL]
        between = words[following : words.index(nouns[0])] if nouns else []
        named = any(word.text[0].isupper() for word in (*between, *nouns[:1]))
        plain = all(word.tag.startswith(("JJ", "NN")) for word in between)
        if nouns and plain and not named and nouns[0].text not in NOT_COUNTED:
            same = (*_other_form(written, value), *_rounded(written, value))
            yield Value(COUNT, match.start(), match.end(), like(written, other_number(value, chance)), same)


_FINDERS: tuple[Finder, ...] = (
    _clocks,
    _ages,
    _dates,
    _money_signs,
    _with_unit(MONEY, _MONEY_WORDS),
    _with_unit(MEASURE, rf"(?:{_UNITS})s?", r"(?! of (?:silver|gold))"),
    _with_unit(DURATION, _TIME_UNITS, r"(?![- ]old| of age| ago| later| after| before| past| to)"),
    _sides,
    _colours,
    _counts,
)
