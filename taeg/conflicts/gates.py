"""When two claims with different values do not contradict each other: other moments, parts and wholes, suppositions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from taeg.conflicts.clash import same
from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.slots import Slots
from taeg.conflicts.values import AGE, COLOUR, COUNT, DATE, MEASURE, MONEY, SCORE, SIDE

SUPPOSABLE = (MONEY, SCORE, DATE)
"""Kinds that may differ even if one account speaks of a plan; possible at most."""
NEARBY = 1
"""Sentences between the parts of a sum."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two claims of two accounts of one event, with their features."""

    a: Claim
    b: Claim
    slots: Slots
    claims_a: Sequence[Claim]
    """All claims of the account of `a`."""
    claims_b: Sequence[Claim]
    alone: bool = False
    """Whether each account has one claim of the kind, unit and noun."""
    order: int = 0
    """1 if the account of `a` was given before that of `b`, -1 if after, 0 if that is unknown."""
    same_source: bool = False
    strict: bool = False
    """Whether the values clash also with wide tolerances."""


def excluded(a: Claim, b: Claim, *, same_source: bool) -> bool:
    """Whether the way in which the claims are said excludes a contradiction."""
    x, y = a.flags, b.flags
    if x.retrospective or y.retrospective or x.question or y.question:
        return True
    if x.generic != y.generic or x.negated != y.negated:
        return True
    if x.first_person and y.first_person and not same_source:
        return True
    return a.kind not in SUPPOSABLE and supposed(a, b)


def supposed(a: Claim, b: Claim) -> bool:
    """Whether an account supposes or plans what the other one reports."""
    x, y = a.flags, b.flags
    return x.hypothetical != y.hypothetical or (x.hypothetical and y.hypothetical and not (x.future and y.future))


def different_quantities(pair: Pair) -> bool:
    """Whether two counts are of different things, or of one thing at different moments, or one is a part of the other."""
    a, b = pair.a, pair.b
    if a.kind == COUNT:
        none = a.high == 0 or b.high == 0
        elliptic = a.flags.elliptic or b.flags.elliptic
        if not none and not (a.flags.article or b.flags.article):
            if a.flags.part != b.flags.part or a.flags.restricted != b.flags.restricted:
                return a.denominator is None or a.denominator != b.denominator
            if a.flags.of != b.flags.of and not elliptic:
                return True
        if a.state and b.state and a.state != b.state:
            return True
        if _is_sum(a, b, pair.claims_b) or _is_sum(b, a, pair.claims_a):
            return True
    return later_level(pair)


def later_level(pair: Pair) -> bool:
    """Whether the values are those of two moments: 'so far', 'in all', or a number of dead that grew."""
    a, b = pair.a, pair.b
    if a.kind == COUNT:
        lists = word_lists()
        if {a.state, b.state} & lists.words("counts", "changing"):
            if a.flags.early or b.flags.early or a.flags.late or b.flags.late:
                return True
            if pair.order:
                earlier, later = (a, b) if pair.order > 0 else (b, a)
                if "missing" in (a.state, b.state):
                    return True
                if {a.state, b.state} & lists.words("counts", "growing") and later.low >= earlier.low:
                    return True
    return a.kind in (COUNT, MEASURE) and a.flags.early != b.flags.early


def agrees_elsewhere(pair: Pair, heads: Callable[[Claim, Claim], float]) -> bool:
    """Whether an account also gives the value of the other one in a like place."""
    for own, other, account in ((pair.a, pair.b, pair.claims_a), (pair.b, pair.a, pair.claims_b)):
        for claim in account:
            if claim is own or claim.kind != own.kind or claim.unit != other.unit or not same(claim, other):
                continue
            if claim.kind == COUNT and claim.sentence == own.sentence and (claim.flags.part or claim.flags.of):
                return True
            if heads(claim, other) >= min(pair.slots.head, 0.8) - 0.01:
                return True
    return False


def opposed_matters(kind: str) -> bool:
    """Whether opposite predicates exclude a contradiction of a kind."""
    return kind not in (COLOUR, AGE)


def one_value_each(pair: Pair) -> bool:
    """Whether each account has one colour or side for the noun."""
    return all(
        len({other.parts for other in account if other.kind == own.kind and other.head == own.head}) == 1
        for own, account in ((pair.a, pair.claims_a), (pair.b, pair.claims_b))
        if own.kind in (COLOUR, SIDE)
    )


def _is_sum(total: Claim, part: Claim, account: Sequence[Claim]) -> bool:
    """Whether a count is the sum or the difference of counts that stand together in the other account."""
    if total.low != total.high or part.low != part.high:
        return False
    near = [
        claim
        for claim in account
        if claim.kind == COUNT and claim.low == claim.high > 0 and abs(claim.sentence - part.sentence) <= NEARBY
    ]
    for first, second in combinations(near, 2):
        if part not in (first, second):
            continue
        other = second if first is part else first
        unlike = total.head and total.head == part.head and other.head and other.head != total.head
        if not other.flags.of and not unlike and first.low + second.low == total.low:
            return True
    return any(
        claim is not part and part.low - claim.low == total.low and (claim.flags.part or claim.flags.of) for claim in near
    )
