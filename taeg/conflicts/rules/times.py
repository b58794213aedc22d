"""Rules for clock times and dates."""

import re

from taeg.conflicts import gates
from taeg.conflicts.clash import distance, same_end
from taeg.conflicts.gates import Pair
from taeg.conflicts.rules.base import BROADER, SAME, SYNONYM, Rule
from taeg.conflicts.values import CONFIDENT, POSSIBLE

_OWN = re.compile(r"\b(?:me|myself)\b")
"""Words for what was done to the speaker, which may be done to others at another time."""


def _moment(pair: Pair) -> bool:
    """Whether two clock times or dates are those of what happened, and not of a report or a range."""
    a, b = pair.a, pair.b
    if gates.of_report(a) or gates.of_report(b):
        return False
    return not (a.flags.in_range or b.flags.in_range) or same_end(a, b)


def _clock_same(pair: Pair) -> bool:
    a, b, slots = pair.a, pair.b, pair.slots
    return (
        _moment(pair)
        and pair.strict
        and slots.head >= SYNONYM
        and slots.predicate >= SAME
        and slots.arguments >= 0.3
        and not (a.flags.first_person or b.flags.first_person)
    )


def _clock_predicate(pair: Pair) -> bool:
    slots = pair.slots
    head = slots.head >= BROADER or (slots.head >= 0.3 and slots.sentence >= 0.25)
    return _moment(pair) and slots.predicate >= SYNONYM and head and slots.unshared <= 1


def _clock_noun(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _moment(pair)
        and slots.head >= SYNONYM
        and slots.sentence >= 0.25
        and slots.predicate >= 0.5
        and slots.unshared <= 1.2
    )


def _clock_sentence(pair: Pair) -> bool:
    slots = pair.slots
    return _moment(pair) and slots.sentence >= 0.6 and slots.clause >= 0.4 and slots.head >= 0.3


def _clock_core(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _moment(pair) and slots.core >= 0.5 and slots.predicate >= 0.3 and slots.head >= 0.3 and slots.sentence >= 0.2
    )


def _clock_apart(pair: Pair) -> bool:
    return _moment(pair) and pair.apart and not gates.own_actions(pair.a, pair.b)


def _clock_exact(pair: Pair) -> bool:
    """Whether each account has one time, exact and not of the speaker alone, and they are far apart.

    One of them must be the time of 'it was ten', or the clauses must share what happened or to whom; they must not say
    two different things that happened.
    """
    a, b, slots = pair.a, pair.b, pair.slots
    said = a.flags.copular or b.flags.copular
    alike = said or slots.head >= BROADER or slots.predicate >= SYNONYM or slots.arguments >= 0.5
    return (
        _clock_apart(pair)
        and pair.strict
        and pair.single
        and alike
        and slots.predicate >= 0.3
        and not _OWN.search(f"{a.clause} {b.clause}")
        and not any(
            claim.about or claim.bound or claim.flags.late or claim.flags.early or claim.flags.first_person
            for claim in (a, b)
        )
    )


def _clock_single(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _moment(pair)
        and pair.single
        and not gates.own_actions(pair.a, pair.b)
        and (slots.head >= SYNONYM or (slots.names > 0 and slots.arguments >= 0.3))
        and abs(distance(pair.a, pair.b)) <= gates.FAR[1]
    )


def _date_single(pair: Pair) -> bool:
    """Whether both accounts have one full date, of about the same time."""
    first, second = ({part[0] for part in claim.parts} for claim in (pair.a, pair.b))
    days = {"d", "m"} <= first and {"d", "m"} <= second
    years = "y" in first and "y" in second and pair.slots.head >= SAME
    return _moment(pair) and pair.single and (days or years)


def _date_predicate(pair: Pair) -> bool:
    slots = pair.slots
    alike = slots.predicate >= SYNONYM or (slots.sentence >= 0.5 and slots.predicate >= 0.3)
    return _moment(pair) and alike and (slots.head >= SYNONYM or slots.arguments >= 0.4)


def _date_sentence(pair: Pair) -> bool:
    slots = pair.slots
    same_words = slots.core >= SAME or (slots.core >= 0.5 and slots.predicate >= 0.5)
    core = same_words and slots.sentence >= 0.25 and slots.unshared <= 1.5
    return _moment(pair) and (core or (pair.alone and slots.sentence >= 0.6 and slots.predicate >= 0.3))


CLOCKS = (
    Rule("same noun and predicate", CONFIDENT, _clock_same),
    Rule("only exact times, far apart", CONFIDENT, _clock_exact, any_match=True),
    Rule("similar predicate", POSSIBLE, _clock_predicate),
    Rule("similar noun", POSSIBLE, _clock_noun),
    Rule("similar sentences", POSSIBLE, _clock_sentence),
    Rule("similar nouns and predicates", POSSIBLE, _clock_core),
    Rule("no times of the accounts are near", POSSIBLE, _clock_apart, any_match=True),
    Rule("only time in each account", POSSIBLE, _clock_single),
)
DATES = (
    Rule("similar predicate", POSSIBLE, _date_predicate),
    Rule("similar sentences", POSSIBLE, _date_sentence),
    Rule("only date in each account", POSSIBLE, _date_single),
)
"""From the surest to the weakest."""
