"""Rules for ages, measures, durations, colours, money, scores and sides."""

from collections.abc import Mapping
from types import MappingProxyType

from taeg.conflicts import gates
from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.gates import Pair
from taeg.conflicts.rules.base import BROADER, SAME, SYNONYM, Rule
from taeg.conflicts.slots import noun_of
from taeg.conflicts.values import AGE, COLOUR, CONFIDENT, DURATION, MEASURE, MONEY, POSSIBLE, SCORE, SIDE

_LASTING, _LEAST_LASTING, _SIZES, _AGES = 6.0, 1.2, 5.0, 1.5
"""How many times one of two values of one thing is the other at most: lengths of time (and at least), measures, ages.
"""


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
    if (
        slots.predicate >= SYNONYM
        and slots.unshared <= 1
        and (slots.head >= BROADER or (slots.head >= 0.3 and slots.clause >= 0.9))
    ):
        return True
    alike = max(slots.clause, slots.sentence) >= 0.4 or slots.arguments >= 0.5
    if slots.predicate >= SAME and slots.head >= 0.3 and alike:
        return True
    if slots.head >= SYNONYM and slots.arguments >= 0.4:
        return True
    return slots.core >= 0.5 and slots.head >= BROADER and max(slots.clause, slots.sentence) >= 0.4


def _measure_alone(pair: Pair) -> bool:
    slots = pair.slots
    return _comparable(pair) and pair.alone and ((slots.core >= 0.5 and slots.clause >= 0.3) or slots.clause >= 0.6)


def _measure_single(pair: Pair) -> bool:
    lasting = pair.a.kind == DURATION
    near = (
        _LEAST_LASTING <= gates.ratio(pair.a, pair.b) < _LASTING if lasting else gates.ratio(pair.a, pair.b) <= _SIZES
    )
    return pair.single and _comparable(pair) and near and pair.a.unit != "share"


def _measure_sure(pair: Pair) -> bool:
    """Whether each account has one measure of the unit, of the same thing or in the same direction."""
    same = (_same_adjective(pair) and pair.slots.head > 0) or (pair.slots.head >= SYNONYM and pair.slots.unshared <= 1)
    return pair.strict and same and _measure_single(pair)


def _age_sure(pair: Pair) -> bool:
    """Whether the only ages are near, and one of them is that of 'he' or 'she'."""
    personal = word_lists().words("words", "personal")
    near = gates.ratio(pair.a, pair.b) <= _AGES
    return pair.strict and near and not personal.isdisjoint((pair.a.head, pair.b.head)) and _age_single(pair)


def _age_single(pair: Pair) -> bool:
    """Whether both ages may be of one person, the only one with an age in each account."""
    a, b = pair.a, pair.b
    names = all(claim.name[:1].isupper() and claim.head not in _pronouns() for claim in (a, b))
    things = (
        not names and pair.slots.head == 0 and not any(c.name[:1].isupper() or c.head in _pronouns() for c in (a, b))
    )
    kin = len({a.head, b.head}) > 1 and not {a.head, b.head}.isdisjoint(word_lists().words("ages", "kin"))
    other = names or things or kin or _other_person(a, b)
    return pair.single and not other and "i" not in (a.head.lower(), b.head.lower())


def _pronouns() -> frozenset[str]:
    return word_lists().words("words", "pronouns")


def _other_sex(a: str, b: str) -> bool:
    lists = word_lists()
    male, female = lists.words("ages", "male"), lists.words("ages", "female")
    return (a in male and b in female) or (a in female and b in male)


def _other_person(a: Claim, b: Claim) -> bool:
    return any(_other_sex(first, second) for first in {a.head, noun_of(a)} for second in {b.head, noun_of(b)})


def _named(pair: Pair) -> bool:
    """Whether both nouns are known."""
    vague = word_lists().words("words", "pronouns") | {"", "one", "i"}
    return noun_of(pair.a) not in vague and noun_of(pair.b) not in vague


def _colour_gates(pair: Pair) -> bool:
    a, b, slots = pair.a, pair.b, pair.slots
    same_clause = a.flags.restricted == b.flags.restricted or pair.alone
    if _other_sex(a.subject, b.subject):
        return False  # her coat and his coat
    return _named(pair) and slots.modifiers >= 0 and same_clause and gates.one_value_each(pair)


def _described(pair: Pair) -> bool:
    slots = pair.slots
    return slots.predicate >= 0.5 or slots.arguments >= 0.3 or slots.clause >= 0.35


def _colour_same(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.strict and pair.slots.head >= SAME and _described(pair)


def _colour_sure(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.strict and pair.alone and pair.slots.head >= SAME


def _colour_noun(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.slots.head >= SAME


def _colour_synonym(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.slots.head >= SYNONYM and _described(pair)


def _colour_alone(pair: Pair) -> bool:
    return _colour_gates(pair) and pair.alone and pair.slots.head >= SYNONYM


def _side_alone(pair: Pair) -> bool:
    """Whether both accounts give one side of the same thing, as its owner or crew sees it: 'the left wrist'."""
    own = (pair.a.parts | pair.b.parts) <= word_lists().words("sides", "bodily")
    return own and pair.alone and _colour_gates(pair) and pair.slots.head >= SAME


def _side_motion(pair: Pair) -> bool:
    lists = word_lists()
    moving = lists.words("sides", "turning")
    if (pair.a.parts | pair.b.parts) & lists.words("sides", "relative"):
        return False
    return pair.single and pair.a.verb in moving and pair.b.verb in moving


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
    Rule("only one of the same dimension in each account", CONFIDENT, _measure_sure, any_match=True),
    Rule("same dimension", POSSIBLE, _measure_adjective),
    Rule("similar noun or predicate", POSSIBLE, _measure_alike),
    Rule("same distance", POSSIBLE, _measure_distance),
    Rule("only one in each account", POSSIBLE, _measure_alone),
    Rule("only one of its order in each account", POSSIBLE, _measure_single, any_match=True),
)
THINGS: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {
        AGE: (
            Rule("same person", CONFIDENT, lambda pair: pair.strict and pair.slots.head >= SAME),
            Rule("only age in each account, of a pronoun", CONFIDENT, _age_sure, any_match=True),
            Rule("similar name", POSSIBLE, lambda pair: pair.slots.head >= SYNONYM),
            Rule("only age in each account", POSSIBLE, _age_single, any_match=True),
        ),
        MEASURE: _LENGTHS,
        DURATION: _LENGTHS,
        COLOUR: (
            Rule("same noun in similar clauses", CONFIDENT, _colour_same),
            Rule("only colour of the same noun in each account", CONFIDENT, _colour_sure),
            Rule("same noun", POSSIBLE, _colour_noun),
            Rule("similar noun", POSSIBLE, _colour_synonym),
            Rule("only colour of the noun in each account", POSSIBLE, _colour_alone),
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
            Rule("only side of the noun in each account", POSSIBLE, _side_alone),
            Rule("only direction in each account", POSSIBLE, _side_motion),
        ),
    }
)
"""The rules of each kind, from the surest to the weakest."""
