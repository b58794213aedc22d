"""The claims of accounts: sentences, parses, and the values in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from taeg.conflicts.claims.colours import colours, sides
from taeg.conflicts.claims.counts import articles, counts, frequencies, none_at_all
from taeg.conflicts.claims.describe import Found, describe
from taeg.conflicts.claims.measures import ages, measure, scores
from taeg.conflicts.claims.sentences import Context, Sentence, split, without_notes
from taeg.conflicts.claims.syntax import NOUNS, object_of, subject_of
from taeg.conflicts.claims.times import clock, day, duration, spoken_hour
from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Parse, Parser
from taeg.text.expressions import ClockTime, Duration, Expressions, Number, Quantity, SpokenDate, expressions
from taeg.text.expressions.spans import Span
from taeg.text.language import ENGLISH

T = TypeVar("T", ClockTime, SpokenDate, Duration, Quantity, Number)
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
    needed = sorted({unit.text for units in split_texts for unit in units})
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

    def moved(items: list[T]) -> list[T]:
        inside = [item for item in items if start <= item.start and item.end <= end]
        return [replace(item, start=item.start - start, end=item.end - start) for item in inside]

    return Expressions(
        moved(values.clock_times),
        moved(values.dates),
        moved(values.durations),
        moved(values.quantities),
        moved(values.numbers),
    )


def _claims_of(units: list[_Unparsed], parses: dict[str, Parse], is_person: Callable[[str], bool]) -> list[Claim]:
    found: list[Claim] = []
    context = Context()
    for number, unit in enumerate(units):
        parse = parses[unit.text]
        sentence = Sentence(number, unit.text, unit.start, parse, context)
        for value in _found(sentence, unit.values, is_person):
            claim = describe(sentence, value)
            if claim is not None:
                found.append(claim)
        context = _after(parse, context, is_person)
    return sorted(found, key=lambda claim: (claim.start, claim.end, claim.kind))


def _found(sentence: Sentence, values: Expressions, is_person: Callable[[str], bool]) -> list[Found]:
    """Return the values of a sentence; of two that overlap the first one found."""
    candidates: list[Found | None] = [clock(sentence, time) for time in values.clock_times]
    candidates += [day(sentence, date) for date in values.dates]
    candidates += list(scores(sentence, values.numbers))
    candidates += list(ages(sentence))
    candidates += [duration(sentence, length) for length in values.durations]
    candidates += [measure(sentence, quantity) for quantity in values.quantities]
    candidates += [spoken_hour(sentence, number) for number in values.numbers]
    candidates += [counts(sentence, number) for number in values.numbers]
    candidates += [
        *frequencies(sentence),
        *none_at_all(sentence),
        *articles(sentence, is_person),
        *colours(sentence),
        *sides(sentence),
    ]
    kept: list[Found] = []
    for candidate in candidates:
        if candidate is not None and not any(_overlap(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def _overlap(a: Span, b: Span) -> bool:
    return a.start < b.end and b.start < a.end


def _after(parse: Parse, context: Context, is_person: Callable[[str], bool]) -> Context:
    """Return the context of the sentence after one."""
    subject, person, thing = context.subject, context.person, context.thing
    root = next((token for token in parse.tokens if token.dep == "ROOT"), None)
    if root is not None:
        topic = subject_of(parse, root)
        same_thing = topic is not None and topic.lower in word_lists().words("words", "neuter")
        words = (topic,) if same_thing else (object_of(parse, root), topic)  # a subject before an object
        for noun in (word for word in words if word is not None and word.pos in NOUNS):
            if (noun.pos == "PROPN" and noun.text[:1].isupper()) or is_person(noun.lemma):
                person = noun.lemma
            else:
                thing = noun.lemma
            subject = noun.lemma
    plural = next((token.lemma for token in reversed(parse.tokens) if token.tag == "NNS"), "")
    return Context(subject, person, thing, plural)
