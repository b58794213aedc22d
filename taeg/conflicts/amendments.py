"""Explicit corrections: 'revised to 14 from 16', '14, not 16', 'that report was wrong', 'I said …; I now think …'.

The phrases of each language are in `data/<code>.toml`. A correction without an unmistakable word ('14, not 16') counts
only if another account of the event has the old value.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile

from taeg.conflicts import amendment_patterns as patterns
from taeg.conflicts.plain_values import PlainValue, plain_values
from taeg.conflicts.values import Account, Amendment
from taeg.conflicts.wording import Span, Wording, wording

FROM_TO, NOT, NOT_BUT, WITHDRAWN, TAKEN_BACK = "from-to", "not", "not-but", "withdrawn", "taken-back"

_SHARED = 2
"""Content words that a withdrawal and the account that it withdraws must share."""
_SAME_STATEMENT = 0.5
"""Share of the content words after 'I said' that the earlier statement must have."""
_MOST = 100
"""Earlier accounts of the same source, and of all sources, that are searched."""
_UNKNOWN = float("-inf")
_SHORT = 8
"""Content words of a withdrawal; if it has fewer, the sentence before belongs to it ('That was wrong')."""


@dataclass(frozen=True)
class _Sentence:
    text: str
    start: int
    lists: Wording

    @cached_property
    def values(self) -> list[PlainValue]:
        return plain_values(self.text, self.lists.code)

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(self.lists.stems(self.text))

    @property
    def span(self) -> Span:
        return self.start, self.start + len(self.text)


@dataclass(frozen=True)
class _Text:
    account: Account
    lists: Wording

    @cached_property
    def sentences(self) -> list[_Sentence]:
        text = self.account.text
        return [_Sentence(text[start:end], start, self.lists) for start, end in self.lists.sentences(text)]


@dataclass(frozen=True, slots=True)
class _Found:
    """A correction before its account is known."""

    rule: str
    old: str
    new: str = ""
    value: PlainValue | None = None
    sure: bool = True


def find(accounts: Sequence[Account], language: str) -> list[Amendment]:
    """Return the corrections among the accounts of one event, by version and place.

    `language` is that of the corpus. The corrected account is an earlier one that has the old value or, of withdrawals,
    the same words; accounts of the same source come first. Accounts whose order is unknown may correct each other.
    """
    texts = [_Text(account, wording(account.language or language)) for account in accounts]
    order = _Order(texts)
    found = {amendment for text in texts for amendment in _of_account(text, order)}
    return sorted(found, key=lambda a: (a.version, a.start, a.amended, a.amended_start, a.rule, a.new, a.old))


class _Order:
    """The accounts of an event in order of time, the unknown ones first."""

    def __init__(self, texts: Sequence[_Text]) -> None:
        self._all = sorted(texts, key=_place)
        self._of_source: dict[int, list[_Text]] = {}
        for text in self._all:
            self._of_source.setdefault(text.account.source, []).append(text)

    def earlier(self, text: _Text) -> list[_Text]:
        """Return the accounts that may have been given before another one, the latest first; of many, the latest."""
        own = islice(self._before(text, self._of_source[text.account.source]), _MOST)
        others = islice(self._before(text, self._all), _MOST)
        return list({other.account.version: other for other in (*own, *others)}.values())

    @staticmethod
    def _before(text: _Text, texts: Sequence[_Text]) -> Iterator[_Text]:
        time = text.account.time
        last = len(texts) if time == _UNKNOWN else bisect_right(texts, time, key=lambda other: other.account.time)
        return (other for other in reversed(texts[:last]) if _is_earlier(other, text))


def _place(text: _Text) -> tuple[float, int, int]:
    return text.account.time, text.account.order_in_source, text.account.version


def _of_account(text: _Text, order: _Order) -> Iterator[Amendment]:
    if not patterns.may_amend(text.account.text, text.lists):
        return
    earlier: list[_Text] | None = None
    done = 0
    for at, sentence in enumerate(text.sentences):
        found = [*_from_to(sentence), *_instead(sentence)]
        if found or patterns.withdrawal(sentence.text, sentence.lists) or patterns.said(sentence.text, sentence.lists):
            earlier = order.earlier(text) if earlier is None else earlier
        for each in found:
            if (made := _with_value(each, sentence, text, earlier or [])) is not None:
                yield made
        if found or earlier is None or sentence.start < done:
            continue
        made = _taken_back(text, at, earlier) or _withdrawal(text, at, earlier)
        if made is not None:
            done = made.end
            yield made


def _is_earlier(other: _Text, text: _Text) -> bool:
    """Whether an account may have been given before another one."""
    a, b = other.account, text.account
    if a.version == b.version:
        return False
    if a.time != b.time and _UNKNOWN not in (a.time, b.time):
        return a.time < b.time
    return a.source != b.source or a.order_in_source < b.order_in_source


def _from_to(sentence: _Sentence) -> Iterator[_Found]:
    for new, old in patterns.from_to(sentence.text, sentence.lists):
        value = next((v for v in sentence.values if _overlap((v.start, v.end), old)), None)
        words = _cut(sentence, old, value)
        alone = plain_values(words, sentence.lists.code)  # 'from 16 to 14' looks like a score
        yield _Found(FROM_TO, words, _cut(sentence, new, None), value or next(iter(alone), None))


def _instead(sentence: _Sentence) -> Iterator[_Found]:
    """Yield 'A, not B' and 'not B but A'; without a word such as 'correction' only if both are of one type."""
    marked = patterns.marked(sentence.text, sentence.lists)
    for start, old in patterns.not_old(sentence.text, sentence.lists):
        value = _first_value(sentence, old)
        before = [v for v in sentence.values if value and v.end <= start and _same_type(v, value)]
        if value and before and before[-1].value != value.value:
            shown = sentence.text[before[-1].start : before[-1].end]
            yield _Found(NOT, sentence.text[value.start : value.end], shown, value, marked)
        elif marked:
            new = " ".join(sentence.text[:start].split()[-4:])
            yield _Found(NOT, sentence.text[old[0] : old[1]], new.strip(",;:(\"'"), value)
    for replacing, replaced in patterns.not_but(sentence.text, sentence.lists):
        value, other = _first_value(sentence, replaced), _first_value(sentence, replacing)
        if value and other and _same_type(value, other) and value.value != other.value:
            shown = sentence.text[other.start : other.end]
            yield _Found(NOT_BUT, sentence.text[value.start : value.end], shown, value, marked)


def _first_value(sentence: _Sentence, span: Span) -> PlainValue | None:
    """Return the value at the beginning of a span; an article or preposition may stand before it."""
    for value in sentence.values:
        if span[0] <= value.start < span[1] and len(sentence.text[span[0] : value.start].split()) <= 2:
            return value
    return None


def _same_type(a: PlainValue, b: PlainValue) -> bool:
    return a.kind == b.kind and a.unit == b.unit


def _cut(sentence: _Sentence, span: Span, value: PlainValue | None) -> str:
    """Return the words of a value: the value found in them, else a figure, else the first word and names after it."""
    value = value or next((v for v in sentence.values if _overlap((v.start, v.end), span)), None)
    if value is not None:
        return sentence.text[value.start : value.end]
    words = sentence.text[span[0] : span[1]].split()
    if figures := [word for word in words if word[0].isdigit()]:
        return figures[0].strip(".,;:()\"'")
    return " ".join([*words[:1], *takewhile(lambda word: word[:1].isupper(), words[1:])]).strip(".,;:()\"'")


def _with_value(found: _Found, sentence: _Sentence, text: _Text, earlier: Sequence[_Text]) -> Amendment | None:
    account = text.account
    place = _holder(found, sentence, account, earlier)
    start, end = sentence.span
    if place is None:
        if not found.sure:
            return None
        at = account.text.find(found.old, start)
        place = account.version, at if at >= 0 else start, at + len(found.old) if at >= 0 else end
    return Amendment(account.version, start, end, found.rule, *place, found.new, found.old)


def _holder(
    found: _Found, sentence: _Sentence, account: Account, earlier: Sequence[_Text]
) -> tuple[int, int, int] | None:
    """Return version and place of the old value: in the same source, with most shared words, in the latest account."""
    best: tuple[tuple[bool, int, float, int, int], tuple[int, int, int]] | None = None
    for other in earlier:
        same = other.account.source == account.source
        for candidate in other.sentences:
            shared = len(candidate.stems & sentence.stems)
            if not shared and not (same and found.sure):
                continue
            for start, end in _places(found, candidate):
                version = other.account.version
                rank = (same, shared, other.account.time, other.account.order_in_source, -version)
                place = (version, candidate.start + start, candidate.start + end)
                if best is None or rank > best[0]:
                    best = rank, place
    return best[1] if best else None


def _places(found: _Found, sentence: _Sentence) -> Iterator[Span]:
    if found.value is not None:
        value = found.value
        yield from ((v.start, v.end) for v in sentence.values if _same_type(v, value) and v.value == value.value)
    elif old := _without_article(found.old, sentence.lists):
        words = rf"(?<!\w){re.escape(old)}(?!\w)"
        yield from (match.span() for match in re.finditer(words, sentence.text, re.IGNORECASE))


def _without_article(words: str, lists: Wording) -> str:
    first, _, rest = words.partition(" ")
    return rest if rest and first.casefold() in lists.stop else words


def _withdrawal(text: _Text, at: int, earlier: Sequence[_Text]) -> Amendment | None:
    """Return a withdrawal with the most similar sentence of an earlier account; None if there is no such sentence."""
    sentence, account = text.sentences[at], text.account
    if not patterns.withdrawal(sentence.text, sentence.lists):
        return None
    stems = sentence.stems
    if len(stems) < _SHORT and at:
        stems |= text.sentences[at - 1].stems
    start, end = sentence.span
    best = _most_similar(stems, account, earlier)
    if best is None:
        return None
    return Amendment(account.version, start, end, WITHDRAWN, best[1], *best[2].span)


def _most_similar(
    stems: frozenset[str], account: Account, earlier: Sequence[_Text]
) -> tuple[int, int, _Sentence] | None:
    """Return the number of shared words, the version and the sentence; the same source first."""
    ranked = [
        ((other.account.source == account.source, shared / len(candidate.stems) ** 0.5), shared, other, candidate)
        for other in earlier
        for candidate in other.sentences
        if (shared := len(candidate.stems & stems)) >= _SHARED
    ]
    if not ranked:
        return None
    _, shared, other, candidate = max(ranked, key=lambda row: (row[0], row[2].account.time, -row[2].account.version))
    return shared, other.account.version, candidate


def _taken_back(text: _Text, at: int, earlier: Sequence[_Text]) -> Amendment | None:
    """Return a second statement that repeats what its source said before and then says that it is not so."""
    own = [other for other in earlier if other.account.source == text.account.source]
    sentence = text.sentences[at]
    end = patterns.said(sentence.text, sentence.lists)
    if not own or not end:
        return None
    statement = frozenset(sentence.lists.stems(sentence.text[end:]))
    best = _most_similar(statement, text.account, own) if statement else None
    if best is None or best[0] < max(_SHARED, _SAME_STATEMENT * len(statement)):
        return None
    last = _denial(text, at)
    if last is None:
        return None
    version, place = best[1], best[2].span
    return Amendment(text.account.version, sentence.start, last.span[1], TAKEN_BACK, version, *place)


def _denial(text: _Text, at: int) -> _Sentence | None:
    """Return the sentence that denies a statement, before the next 'I said'."""
    for place, sentence in enumerate(text.sentences[at:]):
        if patterns.kept(sentence.text, sentence.lists) or (place and patterns.said(sentence.text, sentence.lists)):
            return None
        if place and patterns.denies(sentence.text, sentence.lists):
            return sentence
    return None


def _overlap(a: Span, b: Span) -> bool:
    return a[0] < b[1] and b[0] < a[1]
