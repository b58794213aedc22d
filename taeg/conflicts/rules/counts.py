"""Rules for counts of people and things."""

from taeg.conflicts import gates
from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.gates import Pair
from taeg.conflicts.rules.base import BROADER, SAME, SYNONYM, Rule
from taeg.conflicts.values import CONFIDENT, POSSIBLE

_NEAR = 2.0
"""How many times the smaller of two counts of like things the larger one is at most."""


def _sure_count(pair: Pair) -> bool:
    """Whether the gates of a confident count are passed."""
    slots = pair.slots
    return _sure_noun(pair) and (slots.unshared <= 1 or slots.sentence >= 0.75)


def _sure_noun(pair: Pair) -> bool:
    """Whether the gates of the noun of a confident count are passed."""
    a, b, slots = pair.a, pair.b, pair.slots
    return (
        pair.strict
        and slots.head >= SAME
        and not (a.flags.elliptic or b.flags.elliptic or a.flags.article or b.flags.article)
        and min(slots.names, slots.modifiers) >= 0
        and min(a.high, b.high) > 0
        and a.head not in word_lists().words("counts", "uncounted")
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
        and slots.clause >= 0.5
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
        and (slots.sentence >= 0.4 or (slots.sentence >= 0.15 and slots.unshared <= 1))
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


def _count_single(pair: Pair) -> bool:
    return (
        _counted(pair)
        and pair.alone
        and not _elliptic(pair)
        and not _is_general(pair)
        and pair.slots.head >= SYNONYM
        and min(pair.slots.names, pair.slots.modifiers) >= 0
        and gates.ratio(pair.a, pair.b) <= _NEAR  # one of four is a part
    )


def _count_plain(pair: Pair) -> bool:
    """Whether both accounts plainly give one near number of one noun: 'four tents', 'it consisted of three tents'."""
    a, b = pair.a, pair.b
    return (
        _sure_noun(pair)
        and pair.alone
        and not _is_general(pair)
        and not any(_is_partial(claim) for claim in (a, b))
        and a.head not in word_lists().words("measures", "units")
        and not {a.state, b.state} & word_lists().words("counts", "changing")
        and gates.ratio(a, b) <= _NEAR
        and max(pair.slots.clause, pair.slots.sentence) >= 0.25
    )


def _is_partial(claim: Claim) -> bool:
    """Whether a count may be one of a part, of a plan, or of another moment."""
    flags = claim.flags
    return flags.part or flags.of or flags.restricted or flags.early or flags.hypothetical


def _count_persons(pair: Pair) -> bool:
    """Whether each account counts persons of some kind once, and the numbers are near: '52 passengers', '70 of us'."""
    slots = pair.slots
    return (
        _counted(pair)
        and pair.alone
        and pair.only
        and min(pair.a.low, pair.b.low) > 1
        and slots.head >= BROADER
        and slots.predicate >= 0.3
        and gates.ratio(pair.a, pair.b) <= _NEAR
        and min(slots.names, slots.modifiers) >= 0
    )


def _count_only(pair: Pair) -> bool:
    a, b = pair.a, pair.b
    return (
        _counted(pair)
        and pair.only
        and all(claim.head or claim.flags.existential for claim in (a, b))
        and pair.strict
        and min(a.low, b.low) >= gates.LARGE
        and a.state == b.state
        and pair.slots.head >= BROADER
        and pair.slots.names >= 0
    )


COUNTS = (
    Rule("same noun and predicate", CONFIDENT, _count_same),
    Rule("same noun and similar predicate", CONFIDENT, _count_synonym),
    Rule("same noun without predicate", CONFIDENT, _count_being),
    Rule("only plain count of the noun in each account", CONFIDENT, _count_plain),
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
    Rule("only count of the noun in each account", POSSIBLE, _count_single),
    Rule("only count of like things in each account", POSSIBLE, _count_persons),
)
"""From the surest to the weakest."""
