"""The rules that make two clashing claims a conflict, by kind, from the surest to the weakest.

`confident` needs the same noun and the same predicate; everything looser is `possible`. A pair has the tier of the
first rule that holds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from taeg.conflicts import gates
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.gates import Pair
from taeg.conflicts.slots import noun_of
from taeg.conflicts.values import (
    AGE,
    CLOCK,
    COLOUR,
    CONFIDENT,
    COUNT,
    DATE,
    DURATION,
    MEASURE,
    MONEY,
    POSSIBLE,
    SCORE,
    SIDE,
)

SAME, SYNONYM, BROADER = 0.99, 0.8, 0.5
"""Least similarity of a noun or predicate that is the same, a synonym, a broader term."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The tier of a conflict, with the rule that found it."""

    tier: str
    score: float
    rule: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a kind."""

    name: str
    tier: str
    holds: Callable[[Pair], bool]
    any_match: bool = False
    """Whether the rule does not need the best match of the words."""


def judge(pair: Pair) -> Verdict | None:
    """Return the verdict of the first rule that holds; None if the claims are no conflict."""
    kind = pair.a.kind
    rule = next((rule for rule in RULES.get(kind, ()) if (pair.best or rule.any_match) and rule.holds(pair)), None)
    if rule is None:
        return None
    tier = POSSIBLE if gates.supposed(pair.a, pair.b) or kind not in CERTAIN else rule.tier
    return Verdict(tier, _score(pair), f"{kind}: {rule.name}")


CERTAIN = (COUNT, CLOCK, AGE, MEASURE, COLOUR)
"""Kinds that may be confident."""


def _score(pair: Pair) -> float:
    """Return how well the slots match, from 0 to 1."""
    slots = pair.slots
    alike = max(slots.clause, slots.sentence, 0.0)
    parts = (slots.head, slots.predicate, min(1.0, 2 * slots.arguments), min(1.0, alike))
    return round(max(0.0, sum(parts) / 4 - 0.1 * slots.unshared), 3)


def _sure_count(pair: Pair) -> bool:
    """Whether the gates of a confident count are passed."""
    a, b, slots = pair.a, pair.b, pair.slots
    return (
        pair.strict
        and slots.head >= SAME
        and not (a.flags.elliptic or b.flags.elliptic or a.flags.article or b.flags.article)
        and min(slots.names, slots.modifiers) >= 0
        and min(a.high, b.high) > 0
        and a.head not in word_lists().words("counts", "uncounted")
        and (slots.unshared <= 1 or slots.sentence >= 0.75)
    )


def _is_general(pair: Pair) -> bool:
    return pair.a.head in word_lists().words("counts", "general")


def _count_same(pair: Pair) -> bool:
    slots = pair.slots
    if not _sure_count(pair) or slots.predicate < SAME:
        return False
    if slots.sentence >= 0.75:
        return True
    if _is_general(pair):
        return slots.arguments >= 0.4
    return slots.arguments >= 0.3 or slots.clause >= 0.5


def _count_synonym(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _sure_count(pair)
        and not _is_general(pair)
        and slots.predicate >= SYNONYM
        and slots.arguments >= 0.4
        and slots.clause >= 0.4
    )


def _count_being(pair: Pair) -> bool:
    plain = all(not claim.predicates - {claim.head} for claim in (pair.a, pair.b))
    return _sure_count(pair) and not _is_general(pair) and plain and pair.slots.arguments >= 0.4


def _counted(pair: Pair) -> bool:
    """Whether two counts are plain numbers of something."""
    a, b = pair.a, pair.b
    return not (a.flags.article or b.flags.article) and min(a.high, b.high) > 0 and not _uncounted(pair)


def _uncounted(pair: Pair) -> bool:
    return pair.a.head in word_lists().words("counts", "uncounted")


def _elliptic(pair: Pair) -> bool:
    return pair.a.flags.elliptic or pair.b.flags.elliptic


def _count_article(pair: Pair) -> bool:
    a, b, slots = pair.a, pair.b, pair.slots
    return (
        (a.flags.article or b.flags.article)
        and max(a.low, b.low) >= 2
        and slots.head >= SAME
        and slots.predicate >= SAME
        and (slots.arguments >= 0.3 or slots.clause >= 0.4)
        and slots.unshared <= 1
        and not (a.flags.part or b.flags.part)
        and a.flags.restricted == b.flags.restricted
    )


def _count_article_there(pair: Pair) -> bool:
    a, b = (pair.a, pair.b) if pair.a.flags.article else (pair.b, pair.a)
    return (
        a.flags.article
        and not b.flags.article
        and b.low >= 2
        and b.flags.existential
        and pair.slots.head >= SAME
        and not b.flags.part
        and pair.slots.modifiers >= 0
        and a.flags.restricted == b.flags.restricted
    )


def _count_none(pair: Pair) -> bool:
    slots = pair.slots
    return (
        min(pair.a.high, pair.b.high) == 0
        and slots.head >= BROADER
        and slots.predicate >= SAME
        and slots.arguments >= 0.35
        and slots.unshared <= 1
    )


def _count_noun(pair: Pair) -> bool:
    slots = pair.slots
    alike = slots.predicate >= 0.5 and (slots.arguments >= 0.2 or slots.clause >= 0.3)
    return (
        _counted(pair)
        and not _elliptic(pair)
        and slots.head >= SAME
        and (alike or slots.clause >= 0.5)
        and slots.unshared <= 1.5
        and slots.names >= 0
    )


def _count_predicate(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _counted(pair)
        and slots.head >= BROADER
        and slots.predicate >= SAME
        and (slots.arguments >= 0.35 or slots.clause >= 0.4)
        and slots.unshared <= 1
    )


def _count_state(pair: Pair) -> bool:
    a, b, slots = pair.a, pair.b, pair.slots
    return (
        _counted(pair)
        and bool(a.state)
        and a.state == b.state
        and slots.head >= BROADER
        and slots.sentence >= 0.15
        and slots.unshared <= 1
    )


def _count_synonymous_noun(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _counted(pair)
        and not _elliptic(pair)
        and min(pair.a.low, pair.b.low) > 1
        and slots.head >= SYNONYM
        and slots.predicate >= 0.3
        and (slots.clause >= 0.4 or slots.sentence >= 0.45)
        and slots.unshared <= 1.2
        and min(slots.names, slots.modifiers) >= 0
    )


def _count_elliptic(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _counted(pair)
        and _elliptic(pair)
        and slots.head >= BROADER
        and slots.sentence >= 0.35
        and slots.clause >= 0.35
        and slots.arguments >= 0.25
        and slots.unshared <= 1
        and min(pair.a.low, pair.b.low) >= 10
    )


def _count_there(pair: Pair) -> bool:
    a, b = pair.a, pair.b
    existential = a.flags.existential and b.flags.existential
    few = min(a.low, b.low) <= 1 and pair.slots.head < SYNONYM
    return _counted(pair) and existential and not few and pair.slots.head >= BROADER and pair.slots.unshared <= 1


def _count_alone(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _counted(pair)
        and pair.alone
        and not _elliptic(pair)
        and min(pair.a.low, pair.b.low) > 1
        and slots.head >= SAME
        and (slots.clause >= 0.2 or slots.sentence >= 0.3)
        and slots.unshared <= 1.5
        and slots.names >= 0
        and (not _is_general(pair) or slots.predicate >= 0.3)
        and (slots.predicate >= 0.3 or slots.clause >= 0.5)
    )


def _count_only(pair: Pair) -> bool:
    a, b = pair.a, pair.b
    return (
        _counted(pair)
        and pair.only
        and pair.strict
        and min(a.low, b.low) >= gates.LARGE
        and a.state == b.state
        and pair.slots.head >= BROADER
        and pair.slots.names >= 0
    )


def _moment(pair: Pair) -> bool:
    """Whether two clock times or dates are those of what happened, and not of a report or a range."""
    return not any(gates.of_report(claim) or claim.flags.in_range for claim in (pair.a, pair.b))


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
        and slots.predicate >= 0.3
        and slots.unshared <= 1.2
    )


def _clock_sentence(pair: Pair) -> bool:
    slots = pair.slots
    return _moment(pair) and slots.sentence >= 0.6 and slots.clause >= 0.4 and slots.head >= 0.3


def _clock_core(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _moment(pair)
        and slots.core >= 0.5
        and slots.predicate >= 0.3
        and slots.head >= 0.3
        and slots.sentence >= 0.2
    )


def _clock_apart(pair: Pair) -> bool:
    return _moment(pair) and pair.apart and not (pair.a.flags.first_person and pair.b.flags.first_person)


def _date_predicate(pair: Pair) -> bool:
    slots = pair.slots
    alike = slots.predicate >= SYNONYM or slots.sentence >= 0.5
    return _moment(pair) and alike and (slots.head >= SYNONYM or slots.arguments >= 0.4)


def _date_sentence(pair: Pair) -> bool:
    slots = pair.slots
    core = slots.core >= 0.5 and slots.sentence >= 0.25 and slots.unshared <= 1.5
    return _moment(pair) and (core or (pair.alone and slots.sentence >= 0.6))


def _money(pair: Pair) -> bool:
    slots = pair.slots
    alike = slots.sentence >= 0.25 or slots.clause >= 0.4
    words = slots.predicate >= SYNONYM or slots.head >= SYNONYM or slots.arguments >= 0.4 or slots.core >= 0.5
    return alike and words


def _money_alone(pair: Pair) -> bool:
    return pair.alone


def _comparable(pair: Pair) -> bool:
    """Whether two measures may be of one dimension: 'long' and 'wide' are not."""
    return not pair.a.adjective or not pair.b.adjective or pair.a.adjective == pair.b.adjective


def _same_adjective(pair: Pair) -> bool:
    return bool(pair.a.adjective) and pair.a.adjective == pair.b.adjective


def _measure_same(pair: Pair) -> bool:
    slots = pair.slots
    return (
        _comparable(pair)
        and pair.strict
        and slots.head >= SYNONYM
        and slots.predicate >= SAME
        and (slots.arguments >= 0.3 or _same_adjective(pair))
        and slots.unshared <= 1
    )


def _measure_adjective(pair: Pair) -> bool:
    return _same_adjective(pair) and pair.slots.head >= 0.3 and pair.slots.clause >= 0.4


def _measure_distance(pair: Pair) -> bool:
    far = word_lists().words("measures", "distances")
    return _same_adjective(pair) and pair.a.adjective in far and pair.alone and pair.slots.head >= SYNONYM


def _measure_alike(pair: Pair) -> bool:
    slots = pair.slots
    if not _comparable(pair):
        return False
    if slots.predicate >= SYNONYM and slots.unshared <= 1 and (
        slots.head >= BROADER or (slots.head >= 0.3 and slots.clause >= 0.9)
    ):
        return True
    if slots.head >= SYNONYM and slots.arguments >= 0.4:
        return True
    return slots.core >= 0.5 and slots.head >= BROADER and max(slots.clause, slots.sentence) >= 0.4


def _measure_alone(pair: Pair) -> bool:
    slots = pair.slots
    return _comparable(pair) and pair.alone and ((slots.core >= 0.5 and slots.clause >= 0.3) or slots.clause >= 0.6)


def _named(pair: Pair) -> bool:
    """Whether both nouns are known."""
    vague = word_lists().words("words", "pronouns") | {"", "one", "i"}
    return noun_of(pair.a) not in vague and noun_of(pair.b) not in vague


def _colour_gates(pair: Pair) -> bool:
    a, b, slots = pair.a, pair.b, pair.slots
    same_clause = a.flags.restricted == b.flags.restricted
    return _named(pair) and slots.modifiers >= 0 and same_clause and gates.one_value_each(pair)


def _described(pair: Pair) -> bool:
    slots = pair.slots
    return slots.predicate >= 0.5 or slots.arguments >= 0.3 or slots.clause >= 0.35


def _colour_same(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.strict and pair.slots.head >= SAME and _described(pair)


def _colour_noun(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.slots.head >= SAME


def _colour_synonym(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.slots.head >= SYNONYM and _described(pair)


def _side_noun(pair: Pair) -> bool:
    slots = pair.slots
    near = slots.arguments >= 0.3 or slots.clause >= 0.4
    if not _colour_gates(pair) or slots.head < SAME or gates.other_values_differ(pair):
        return False
    return (near and slots.unshared <= 1) or slots.sentence >= 0.5


def _side_predicate(pair: Pair) -> bool:
    slots = pair.slots
    return (
        slots.predicate >= SAME
        and not gates.other_values_differ(pair)
        and max(slots.clause, slots.sentence) >= 0.35
        and slots.arguments >= 0.25
        and slots.modifiers >= 0
        and pair.a.flags.restricted == pair.b.flags.restricted
    )


_LENGTHS = (
    Rule("same noun and predicate", CONFIDENT, _measure_same),
    Rule("same dimension", POSSIBLE, _measure_adjective),
    Rule("similar noun or predicate", POSSIBLE, _measure_alike),
    Rule("same distance", POSSIBLE, _measure_distance),
    Rule("only one in each account", POSSIBLE, _measure_alone),
)
RULES: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {
        COUNT: (
            Rule("same noun and predicate", CONFIDENT, _count_same),
            Rule("same noun and similar predicate", CONFIDENT, _count_synonym),
            Rule("same noun without predicate", CONFIDENT, _count_being),
            Rule("one person against several", POSSIBLE, _count_article),
            Rule("one that there was against several", POSSIBLE, _count_article_there),
            Rule("none against some", POSSIBLE, _count_none),
            Rule("same noun in similar clauses", POSSIBLE, _count_noun),
            Rule("similar noun and same predicate", POSSIBLE, _count_predicate),
            Rule("same state", POSSIBLE, _count_state),
            Rule("similar noun in similar clauses", POSSIBLE, _count_synonymous_noun),
            Rule("missing noun in similar clauses", POSSIBLE, _count_elliptic),
            Rule("what there was", POSSIBLE, _count_there),
            Rule("only one of the noun in each account", POSSIBLE, _count_alone),
            Rule("only large count of the noun in each account", POSSIBLE, _count_only),
        ),
        CLOCK: (
            Rule("same noun and predicate", CONFIDENT, _clock_same),
            Rule("similar predicate", POSSIBLE, _clock_predicate),
            Rule("similar noun", POSSIBLE, _clock_noun),
            Rule("similar sentences", POSSIBLE, _clock_sentence),
            Rule("similar nouns and predicates", POSSIBLE, _clock_core),
            Rule("no times of the accounts are near", POSSIBLE, _clock_apart, any_match=True),
        ),
        AGE: (
            Rule("same person", CONFIDENT, lambda pair: pair.strict and pair.slots.head >= SAME),
            Rule("similar name", POSSIBLE, lambda pair: pair.slots.head >= SYNONYM),
        ),
        MEASURE: _LENGTHS,
        DURATION: _LENGTHS,
        COLOUR: (
            Rule("same noun in similar clauses", CONFIDENT, _colour_same),
            Rule("same noun", POSSIBLE, _colour_noun),
            Rule("similar noun", POSSIBLE, _colour_synonym),
        ),
        DATE: (
            Rule("similar predicate", POSSIBLE, _date_predicate),
            Rule("similar sentences", POSSIBLE, _date_sentence),
        ),
        MONEY: (
            Rule("similar clauses", POSSIBLE, _money),
            Rule("only one in each account", POSSIBLE, _money_alone),
        ),
        SCORE: (
            Rule(
                "similar noun or predicate",
                POSSIBLE,
                lambda pair: max(pair.slots.predicate, pair.slots.head) >= SYNONYM or pair.slots.sentence >= 0.2,
            ),
        ),
        SIDE: (
            Rule("same noun", POSSIBLE, _side_noun),
            Rule("same predicate", POSSIBLE, _side_predicate),
        ),
    }
)
"""The rules of each kind, from the surest to the weakest."""
