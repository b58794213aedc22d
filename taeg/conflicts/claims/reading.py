"""The claims of accounts: sentences, parses, and the values in them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from taeg.conflicts.claims.colours import colours, sides
from taeg.conflicts.claims.counts import articles, counts, none_at_all
from taeg.conflicts.claims.describe import Found, describe
from taeg.conflicts.claims.measures import ages, measure, scores
from taeg.conflicts.claims.sentences import Sentence, split, without_notes
from taeg.conflicts.claims.syntax import NOUNS, subject_of
from taeg.conflicts.claims.times import clock, day, duration
from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Parse, Parser
from taeg.text.expressions import Expressions, Number, expressions, numbers
from taeg.text.expressions.spans import Span
from taeg.text.language import ENGLISH

_NO_VALUES = Expressions([], [], [], [], [])


@dataclass(frozen=True)
class _Unparsed:
    """A sentence of a text with the values in it."""

    start: int
    text: str
    values: Expressions


def claims(texts: Sequence[str], parser: Parser, is_person: Callable[[str], bool]) -> list[list[Claim]]:
    """Return the claims of each text, in order of their positions."""
    split_texts = [_sentences(text) for text in texts]
    needed = sorted({unit.text for units in split_texts for unit in _worth_parsing(units)})
    parses = dict(zip(needed, parser.parse(needed), strict=True))
    return [_claims_of(units, parses, is_person) for units in split_texts]


def _sentences(text: str) -> list[_Unparsed]:
    """Return the sentences of a text, each with the values that begin in it."""
    clean = without_notes(text)
    values = expressions(clean, ENGLISH)
    units = [_Unparsed(start, sentence, _NO_VALUES) for start, sentence in split(clean)]
    return [replace(unit, values=_within(values, unit.start, unit.start + len(unit.text))) for unit in units]


def _within(values: Expressions, start: int, end: int) -> Expressions:
    """Return the values of a sentence, with positions in it."""

    def moved(items: list) -> list:  # type: ignore[type-arg]
        return [
            replace(item, start=item.start - start, end=item.end - start)
            for item in items
            if start <= item.start and item.end <= end
        ]

    return Expressions(
        moved(values.clock_times),
        moved(values.dates),
        moved(values.durations),
        moved(values.quantities),
        moved(values.numbers),
    )


def _worth_parsing(units: list[_Unparsed]) -> list[_Unparsed]:
    """Return the sentences that may have a claim, and the ones before them, to which their pronouns refer."""
    may = [bool(_may_claim().search(unit.text)) or unit.values != _NO_VALUES for unit in units]
    return [unit for at, unit in enumerate(units) if may[at] or (at + 1 < len(units) and may[at + 1])]


@cache
def _may_claim() -> re.Pattern[str]:
    """The words that a claim without numbers has."""
    lists = word_lists()
    words = {"a", "an", "no", *lists.table("colours"), *lists.words("counts", "nobody")}
    words |= set(lists.values("ages", "decades")) | {"scored", "votes"}
    words |= {side for pair in lists.pairs("sides", "pairs") for side in pair}
    return re.compile(rf"\b(?:{'|'.join(sorted(words))})", re.IGNORECASE)


def _claims_of(
    units: list[_Unparsed], parses: dict[str, Parse], is_person: Callable[[str], bool]
) -> list[Claim]:
    found: list[Claim] = []
    antecedent = plural = ""
    for number, unit in enumerate(units):
        parse = parses.get(unit.text)
        if parse is None:
            antecedent = plural = ""
            continue
        sentence = Sentence(number, unit.text, unit.start, parse, antecedent, plural)
        for value in _found(sentence, unit.values, is_person):
            claim = describe(sentence, value)
            if claim is not None:
                found.append(claim)
        antecedent, plural = _subject(parse) or antecedent, _plural(parse)
    return sorted(found, key=lambda claim: (claim.start, claim.end, claim.kind))


def _found(sentence: Sentence, values: Expressions, is_person: Callable[[str], bool]) -> list[Found]:
    """Return the values of a sentence; of two that overlap the first one found."""
    candidates: list[Found | None] = [clock(sentence, time) for time in values.clock_times]
    candidates += [day(sentence, date) for date in values.dates]
    every = sorted(_with_scores(sentence, values), key=lambda item: item.start)
    won = list(scores(sentence, every))
    candidates += [score for score, _, _ in won]
    candidates += list(ages(sentence))
    candidates += [duration(sentence, length) for length in values.durations]
    candidates += [measure(sentence, quantity) for quantity in values.quantities]
    candidates += [counts(sentence, number) for number in values.numbers]
    candidates += [*none_at_all(sentence), *articles(sentence, is_person), *colours(sentence), *sides(sentence)]
    kept: list[Found] = []
    for candidate in candidates:
        if candidate is not None and not any(_overlap(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def _with_scores(sentence: Sentence, values: Expressions) -> list[Number]:
    """Return the numbers of a sentence, also those of a score, which `numbers` leaves out."""
    return values.numbers


def _overlap(a: Span, b: Span) -> bool:
    return a.start < b.end and b.start < a.end


def _subject(parse: Parse) -> str:
    """Return the lemma of the subject of a sentence if it is a noun."""
    root = next((token for token in parse.tokens if token.dep == "ROOT"), None)
    subject = subject_of(parse, root) if root else None
    return subject.lemma if subject and subject.pos in NOUNS else ""


def _plural(parse: Parse) -> str:
    return next((token.lemma for token in reversed(parse.tokens) if token.tag == "NNS"), "")
