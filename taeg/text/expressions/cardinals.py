"""Cardinal numbers in words and figures: 'three hundred and forty-two', 'zweieinhalb', '1,200', 'half a dozen'."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from taeg.text.expressions.lexicon import Table, alternatives, language_table
from taeg.text.expressions.tokens import FIGURE, MARK, WORD, Token

FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
MANY = float("inf")
_CODE_MARKS = "/_#@"


@dataclass(frozen=True, slots=True)
class Cardinal:
    """A number at tokens `first` to `last` (exclusive)."""

    first: int
    last: int
    value: float
    in_words: bool
    vague: bool = False

    @property
    def integer(self) -> int | None:
        """The value if it is an integer."""
        return int(self.value) if self.value == int(self.value) else None


class NumberWords:
    """The number words of a language."""

    def __init__(self, table: Table) -> None:
        self.values = table.numbered("values")
        self.tens = table.numbered("tens", 20, 10)
        self.hundreds = table.numbered("hundreds", 100, 100)
        self.twenties = table.by_number("twenties")
        self.unit_before_tens = table.text("unit_before_tens")
        self.range_between = frozenset(alternatives(table.text("range_between")))
        self.multipliers = table.by_number("multipliers")
        self.bare_multipliers = table.words("bare_multipliers")
        self.articles = frozenset(alternatives(table.text("articles")))
        self.sets = table.by_number("sets")
        self.phrases = table.by_number("phrases")
        self.vague = table.phrases("vague")
        self.vague_before = table.words("vague_before")
        self.tails = table.by_number("tails")
        self.joiners = {
            10.0: alternatives(table.text("after_tens")) or [""],
            100.0: alternatives(table.text("after_hundreds")) or [""],
            MANY: alternatives(table.text("after_thousands")) or [""],
        }
        compounds = table.section("compounds")
        self.compound_and = compounds.text("and")
        self.compound_half = compounds.text("half")
        self.compound_one = compounds.text("one")
        self.compound_multipliers = [
            (word, 10.0**power)
            for power, word in ((3, compounds.text("thousand")), (2, compounds.text("hundred")))
            if word
        ]
        decimal, group = table.text("decimal") or ".", table.text("group")
        grouped = rf"[0-9]{{1,3}}(?:{re.escape(group)}[0-9]{{3}})+" if group else "(?!)"
        self.figure = re.compile(rf"({grouped}|[0-9]+)(?:{re.escape(decimal)}([0-9]+))?")

    def figure_value(self, text: str) -> float | None:
        """Return the value of a figure; None if it is a time, a date, or a code with a leading zero."""
        match = self.figure.fullmatch(text)
        if match is None or len(text) > 18 or (len(match[1]) > 1 and match[1][0] == "0"):
            return None
        return float(f"{re.sub('[^0-9]', '', match[1])}.{match[2] or 0}")

    def small(self, word: str) -> int | None:
        """Return the value of a word below 100."""
        found = self.values.get(word)
        return found if found is not None else self.tens.get(word)

    def compound(self, word: str) -> float | None:
        """Return the value of a number written as one word, e.g. 'dreihundertzweiundvierzig'."""
        if not self.compound_multipliers or len(word) > 100:
            return None
        if self.compound_half and word.endswith(self.compound_half):
            whole = self._compound(word.removesuffix(self.compound_half))
            return None if whole is None else whole + 0.5
        return self._compound(word)

    def _compound(self, word: str) -> float | None:
        for part, factor in self.compound_multipliers:
            if part in word:
                left, _, right = word.partition(part)
                many = self._compound(left) if left else 1.0
                rest = self._compound(right.removeprefix(self.compound_and)) if right else 0.0
                return None if many is None or rest is None or not 0 < many < 1000 else many * factor + rest
        if word == self.compound_one:
            return 1.0
        if (value := self.small(word)) is not None:
            return float(value)
        for ten, value in self.tens.items():
            unit = word.removesuffix(self.compound_and + ten)
            one = 1 if unit == self.compound_one else 0
            if unit != word and 0 < (found := self.values.get(unit, one)) < 10:
                return float(value + found)
        return None


@cache
def number_words(code: str) -> NumberWords:
    """Return the number words of a language."""
    return NumberWords(language_table(code).section("numbers"))


def scan(tokens: Sequence[Token], words: NumberWords) -> dict[int, Cardinal]:
    """Return the numbers of a text by their first token; they do not overlap."""
    found: dict[int, Cardinal] = {}
    at = 0
    while at < len(tokens):
        cardinal = _cardinal(tokens, at, words)
        if cardinal is None:
            at += 1
            continue
        found[at] = cardinal
        at = cardinal.last
    return found


def _cardinal(tokens: Sequence[Token], at: int, words: NumberWords) -> Cardinal | None:
    if tokens[at].kind == MARK or (at and tokens[at - 1].word in words.vague_before):  # 'mehrere hundert'
        return None
    if phrase := words.phrases.at(tokens, at):
        return Cardinal(at, phrase[0], phrase[1], True, words.vague.at(tokens, at) is not None)
    if tokens[at].kind == FIGURE:
        return _figure(tokens, at, words)
    found = _in_words(tokens, at, words)
    if found is None and tokens[at].word in words.articles:
        multiplied = words.multipliers.at(tokens, at + 1)
        found = _in_words(tokens, at + 1, words, 1) if multiplied else words.sets.at(tokens, at + 1)
    if found is None:
        return None
    end, value = found
    if group := words.sets.at(tokens, end):
        end, value = group[0], value * group[1]
    return _with_tail(tokens, Cardinal(at, end, value, True), words)


def _figure(tokens: Sequence[Token], at: int, words: NumberWords) -> Cardinal | None:
    """Return the number of a figure that is not part of a code, a time, a date or a telephone number."""
    token, end = tokens[at], at + 1
    value = words.figure_value(token.word)
    before = tokens[at - 1] if at else None
    following = tokens[end] if end < len(tokens) else None
    if value is None or _is_code(token, before, following):
        return None
    if _joined(token, before) and not _is_range(tokens, at - 1, words):
        return None
    if _joined(following, token) and not _is_range(tokens, at, words):
        return None
    if following is not None and following.gap == "" and following.word in FRACTIONS:
        return Cardinal(at, end + 1, value + FRACTIONS[following.word], False)
    if group := words.multipliers.at(tokens, end) or words.sets.at(tokens, end):
        end, value = group[0], value * group[1]
    return _with_tail(tokens, Cardinal(at, end, value, False), words)


def _is_code(token: Token, before: Token | None, following: Token | None) -> bool:
    """Whether a figure belongs to a code such as `YJ11`, `BA/1`, `2/3` or `0113 496 0000`."""
    if before is not None:
        glued = before.kind == WORD if token.gap in ("", "-") else False
        if (
            glued
            or (token.gap == " " and _are_one_code(before, token))
            or (token.gap == "" and before.word in _CODE_MARKS)
        ):
            return True
    if following is not None:
        one = following.gap == " " and _are_one_code(token, following)
        return one or (following.gap == "" and following.word in _CODE_MARKS)
    return False


def _are_one_code(first: Token, second: Token) -> bool:
    """Whether two figures in a row belong together, as in a telephone number; after a year a number may follow."""
    if not (first.word.isdigit() and second.word.isdigit()):
        return False
    return len(first.word) != 4 or len(second.word) > 2


def _joined(second: Token | None, first: Token | None) -> bool:
    return first is not None and second is not None and first.kind == second.kind == FIGURE and second.gap == "-"


def _is_range(tokens: Sequence[Token], at: int, words: NumberWords) -> bool:
    """Whether two figures joined by a hyphen are a range, and not a score, a date or a telephone number."""
    if at > 0 and _joined(tokens[at], tokens[at - 1]):
        return False
    if at + 2 < len(tokens) and _joined(tokens[at + 2], tokens[at + 1]):
        return False
    low, high = words.figure_value(tokens[at].word), words.figure_value(tokens[at + 1].word)
    return low is not None and high is not None and low < high


def _with_tail(tokens: Sequence[Token], cardinal: Cardinal, words: NumberWords) -> Cardinal:
    tail = words.tails.at(tokens, cardinal.last)
    if tail is None or cardinal.integer is None:
        return cardinal
    end, value = tail[0], cardinal.value + tail[1]
    if multiplier := words.multipliers.at(tokens, end):
        end, value = multiplier[0], value * multiplier[1]
    return Cardinal(cardinal.first, end, value, cardinal.in_words)


def _in_words(tokens: Sequence[Token], at: int, words: NumberWords, start: float = 0) -> tuple[int, float] | None:
    """Parse a number in words: parts must become smaller, joined by the words of the language."""
    total, current = 0.0, start
    room, largest = MANY, MANY
    end = at
    begun = start > 0
    while True:
        found = _part(tokens, end, words, room if begun else MANY, joined=begun)
        if found is not None and not (begun and room <= 1):
            end, value, room = found
            current += value
            begun = True
            continue
        multiplier = words.multipliers.at(tokens, end)
        if multiplier is None or multiplier[1] >= largest:
            break
        bare = not begun and tokens[end].word in words.bare_multipliers
        if not bare and not 0 < current < multiplier[1]:
            break
        end, factor = multiplier
        begun = True
        if factor == 100:
            current, room = max(current, 1) * factor, 100.0
        else:
            total, current, largest, room = total + max(current, 1) * factor, 0.0, factor, factor
    return (end, total + current) if end > at and begun else None


def _part(
    tokens: Sequence[Token], at: int, words: NumberWords, room: float, *, joined: bool
) -> tuple[int, float, float] | None:
    """Return end and value of the next part, which must be below `room`, and the room that it leaves."""
    joiners = [""]
    if joined:
        joiners = words.joiners[room if room in words.joiners else MANY]
    for joiner in joiners:
        place = at
        if joiner:
            if place >= len(tokens) or tokens[place].word != joiner:
                continue
            if room == 10 and place > 1 and tokens[place - 2].word in words.range_between:
                continue
            place += 1
        if place >= len(tokens) or tokens[place].kind != WORD:
            continue
        found = _value(tokens, place, words, room, joined=joined)
        if found is not None:
            return found
    return None


def _value(
    tokens: Sequence[Token], at: int, words: NumberWords, room: float, *, joined: bool
) -> tuple[int, float, float] | None:
    """Return end and value of the number word at a token, and the room that it leaves."""
    word = tokens[at].word
    found: list[tuple[int, float, float]] = []
    if score := words.twenties.at(tokens, at):  # 'threescore and ten'
        found.append((*score, 20.0))
    if inverted := _unit_and_tens(tokens, at, words):
        found.append((*inverted, 1.0))
    for table, left in ((words.values, 1.0), (words.tens, 10.0), (words.hundreds, 100.0)):
        if (value := table.get(word)) is not None:
            found.append((at + 1, float(value), left))
    if joined and room == 10 and word in words.articles:  # 'treinta y un'
        found.append((at + 1, 1.0, 1.0))
    if not found and word != words.compound_one and (compound := words.compound(word)) is not None:
        found.append((at + 1, compound, 1.0))
    return next((part for part in found if part[1] < room and (part[1] or not joined)), None)


def _unit_and_tens(tokens: Sequence[Token], at: int, words: NumberWords) -> tuple[int, float] | None:
    """Return 'five and twenty', but not 'between five and twenty'."""
    joint, ten = (tokens[at + step].word if at + step < len(tokens) else "" for step in (1, 2))
    unit, tens = words.values.get(tokens[at].word, 0), words.tens.get(ten)
    between = at > 0 and tokens[at - 1].word in words.range_between
    if not 0 < unit < 10 or tens is None or not joint or joint != words.unit_before_tens or between:
        return None
    return at + 3, float(unit + tens)
