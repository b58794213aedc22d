"""Measures, money, scores, and ages with a unit ('52-year-old', 'aged 43', 'in her forties')."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from taeg.conflicts.claims.counts import shown
from taeg.conflicts.claims.describe import Found
from taeg.conflicts.claims.hedges import hedged
from taeg.conflicts.claims.sentences import Sentence
from taeg.conflicts.claims.syntax import NOUNS, VERBS, noun_after, subject_of, top_of, verb_of
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Token
from taeg.conflicts.values import AGE, MEASURE, MONEY, SCORE
from taeg.text.expressions import Number, Quantity

_MONEY, _AGE = "money", "age"
_PER = re.compile(r"\s*(?:a|an|per|each) ?(?:year|month|week|day|hour|head|person|ticket|piece|each|night|mile)?\b")
_SYMBOLS = {
    **{"metre": "m", "kilometre": "km", "centimetre": "cm", "millimetre": "mm", "kilogram": "kg", "gram": "g"},
    **{"tonne": "t", "litre": "l", "percent": "%", "mile per hour": "mph", "kilometre per hour": "km/h"},
}
_SCORE = re.compile(r"\s*(?:votes?)?\s*(?:to|-|\u2013)\s*$")
_REFERENCE = 7
"""Words after a distance among which its reference stands."""
_FIGURES = re.compile(r"(?<![\w.,:-])(\d{1,3})-(\d{1,3})(?![\w.,:-]*\d)(?![\w-])")
_HYPHEN = re.compile(r"[\s-]*year")


def measure(sentence: Sentence, quantity: Quantity) -> Found | None:
    """Return a quantity as a measure, a sum of money or an age."""
    text, start, end = sentence.text, quantity.start, quantity.end
    about, bound = hedged(text, start, end, quantity.hedge)
    about = about or quantity.high is not None
    factor = quantity.base / quantity.value if quantity.value else 1.0
    high = quantity.high if quantity.high is not None else quantity.value
    if quantity.dimension == _AGE:
        if quantity.high is not None:
            return None
        head = _aged(sentence, quantity)
        return Found(
            AGE, start, end, f"{quantity.value:g}", quantity.value, quantity.value, about=about, bound=bound, head=head,
            anchor=head,
        )  # fmt: skip
    if quantity.dimension == _MONEY:
        unit = quantity.unit + ("/" if _PER.match(text, end) else "")
        value = f"{quantity.unit} {_grouped(quantity.value, high)}"
        return Found(MONEY, start, end, value, quantity.value, high, unit=unit, about=about, bound=bound)
    value = f"{shown(quantity.value, high)} {_SYMBOLS.get(quantity.unit, quantity.unit)}"
    return Found(
        MEASURE, start, end, value, quantity.value * factor, high * factor, unit=quantity.dimension, about=about,
        bound=bound, head=_measured(sentence, quantity), adjective=_adjective(sentence, quantity),
    )  # fmt: skip


def ages(sentence: Sentence) -> Iterator[Found]:
    """Yield ages by decade: 'in her forties', 'in his early twenties'."""
    for match in _decades().finditer(sentence.text):
        lists = word_lists()
        low = float(lists.values("ages", "decades")[match["decade"].lower()])
        high = 19.0 if low < 20 else low + 9
        part = (match["part"] or "").lower()
        if part in lists.words("ages", "early"):
            high = low + 4
        elif part in lists.words("ages", "late"):
            low += 5
        tokens = sentence.parse.within(match.start(), match.end())
        head = _subject(sentence, tokens[-1]) if tokens else None
        if head is not None:
            value = shown(low, high)
            yield Found(AGE, match.start(), match.end(), value, low, high, head=head, anchor=head)


def scores(sentence: Sentence, numbers: list[Number]) -> Iterator[Found]:
    """Yield scores and votes: '5-4', 'by 214 votes to 180'."""
    if not word_lists().phrase("votes").search(sentence.text):
        return
    for match in _FIGURES.finditer(sentence.text):
        first, second = (Number(float(match[group]), *match.span(group)) for group in (1, 2))
        yield Found(SCORE, *match.span(), match[0], first.value, second.value)
    for first, second in pairwise(numbers):
        if _SCORE.match(sentence.text[first.end : second.start]):
            value = f"{first.value:g}-{second.value:g}"
            yield Found(SCORE, first.start, second.end, value, first.value, second.value)


def _grouped(low: float, high: float) -> str:
    return f"{low:,.10g}" if low == high else f"{low:,.10g}-{high:,.10g}"


def _measured(sentence: Sentence, quantity: Quantity) -> Token | None:
    """Return the noun that a measure describes: 'a wall of two metres', 'the 30-metre section'."""
    parse = sentence.parse
    own = parse.within(quantity.start, quantity.end)
    top = top_of(parse, own) if own else None
    if top is None:
        return None
    above = parse.head(top)
    if _adjective(sentence, quantity) in word_lists().words("measures", "distances"):
        following = parse.tokens[own[-1].index + 1 : own[-1].index + _REFERENCE]
        noun = next((word for word in following if word.pos in NOUNS), None)  # 'a mile below the bridge'
        return noun_after(parse, noun) if noun else None
    if top.dep == "pobj" and parse.head(above).pos == "NOUN" and above.lower == "of":
        return parse.head(above)
    if top.dep in ("nmod", "amod", "compound", "nummod") and above.pos == "NOUN":
        return above
    return None


def _adjective(sentence: Sentence, quantity: Quantity) -> str:
    match = re.match(r"[\s-]*([a-z]+)", sentence.text[quantity.end :])
    lists = word_lists()
    word = match[1] if match and match[1] in lists.words("measures", "adjectives") else ""
    return lists.values("measures", "adjective_forms").get(word, word)


def _aged(sentence: Sentence, quantity: Quantity) -> Token | None:
    """Return the person whose age is given."""
    parse = sentence.parse
    own = parse.within(quantity.start, quantity.end)
    if not own:
        return None
    top = top_of(parse, own)
    hyphened = _HYPHEN.search(sentence.text[quantity.start : quantity.end])
    if hyphened and sentence.text[quantity.start : quantity.end].count("-"):  # 'a 52-year-old man'
        following = parse.tokens[own[-1].index + 1 : own[-1].index + 4]
        if following and following[0].pos in (*VERBS, "PUNCT", "ADP", "PRON"):
            return top  # 'the ten-year-old is well'
        noun = next((word for word in following if word.pos in NOUNS), None)
        head = noun_after(parse, noun) if noun else None
        if head is not None:
            named = parse.head(head)
            return named if head.dep == "appos" and named.pos == "PROPN" else head
    above = parse.head(top)
    if above.lower == "aged":
        above = parse.head(above)
    while above.pos not in (*NOUNS, *VERBS) and above.head != above.index:
        above = parse.head(above)
    if above.pos in NOUNS and above.index < own[0].index:
        return above
    return _subject(sentence, top) or next((word for word in parse.tokens if word.pos == "PROPN"), None)


def _subject(sentence: Sentence, token: Token) -> Token | None:
    parse = sentence.parse
    above = token
    while above.head != above.index and above.pos not in VERBS:
        above = parse.head(above)
        if above.pos in NOUNS and above.index < token.index and above.dep != "pobj":
            return above
    subject = subject_of(parse, verb_of(parse, token))
    return subject if subject is not None and subject.index != token.index else None


@cache
def _decades() -> re.Pattern[str]:
    lists = word_lists()
    decades = "|".join(lists.values("ages", "decades"))
    owners = "|".join(sorted(lists.words("ages", "owners")))
    parts = "|".join((*sorted(lists.words("ages", "early") | lists.words("ages", "late")), "mid"))
    return re.compile(
        rf"\bin (?:{owners}) (?:(?P<part>{parts})[ -])?(?P<decade>{decades})\b", re.IGNORECASE
    )  # the span is that of the whole phrase
