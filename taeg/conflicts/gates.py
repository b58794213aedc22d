"""When two claims with different values do not contradict each other: other moments, parts and wholes, suppositions."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from taeg.conflicts.claims.values import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.clash import clash, dates_differ, distance, same
from taeg.conflicts.slots import Slots, noun_of
from taeg.conflicts.values import AGE, CLOCK, COLOUR, COUNT, DATE, MEASURE, MONEY, SCORE, SIDE

SUPPOSABLE = (MONEY, SCORE, DATE)
"""Kinds that may differ even if one account speaks of a plan; possible at most."""
FAR = (15, 120)
"""Minutes between two times that are too far apart to be estimates, and near enough to be of one event."""
LARGE = 10
"""Counts from which one large count of persons is compared with another."""
LIKE = 0.6
OTHER_MOMENT = 60
"""Minutes between two clock times that are those of different moments."""
ALIKE = 0.85
"""Cosine of two sentences that say the same at the same moment."""
COPIED = 7
"""Words that two sentences share if one is a copy of the other."""
_WORD = re.compile(r"\w+")
SAME = 0.99
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
    single: bool = False
    """Whether each account has one value of the kind and unit, of whatever noun."""
    apart: bool = False
    """Of clock times: whether every time of one account is far from every time of the other."""
    best: bool = True
    """Whether neither claim matches another one better."""
    only: bool = False
    """Of counts: whether no other large count of either account may be of the same thing."""
    order: int = 0
    """1 if the account of `a` was given before that of `b`, -1 if after, 0 if unknown or long before or after."""
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
    if own_actions(a, b) and not same_source and not _same_words(a, b):
        return True
    if x.conditional or y.conditional:
        return True
    return a.kind not in SUPPOSABLE and x.hypothetical != y.hypothetical


def own_actions(a: Claim, b: Claim) -> bool:
    """Whether both speakers say what they did themselves, which may differ; 'I saw two men' is about the event."""
    lists = word_lists()
    perceiving, judging = lists.words("verbs", "perceiving"), lists.words("verbs", "judging")
    perceived = {a.verb in perceiving, b.verb in perceiving}
    judged = a.verb in judging or b.verb in judging
    event = all(perceived) or (any(perceived) and a.kind == COUNT)
    return not event and not judged and all(c.flags.first_person and not c.flags.copular for c in (a, b))


def _same_words(a: Claim, b: Claim) -> bool:
    """Whether two long sentences have nearly the same words, as if one were a copy of the other."""
    first, second = (set(_WORD.findall(claim.masked.lower())) for claim in (a, b))
    shared = len(first & second)
    return shared >= COPIED and shared >= 0.8 * max(len(first), len(second))


def weak(a: Claim, b: Claim) -> bool:
    """Whether a conflict can be possible at most: an account supposes or plans, or both speak of their own view."""
    x, y = a.flags, b.flags
    return x.hypothetical or y.hypothetical or (x.first_person and y.first_person) or _speaker_and_other(a, b)


def _speaker_and_other(a: Claim, b: Claim) -> bool:
    """Whether one account says what the speaker did, the other what somebody else did."""
    lists = word_lists()
    seen = lists.words("verbs", "perceiving") | lists.words("verbs", "judging") | lists.words("verbs", "empty")
    return any(
        own.flags.first_person and own.verb not in seen and other.subject in lists.words("words", "personal")
        for own, other in ((a, b), (b, a))
    )


def contrasted(a: Claim, b: Claim) -> bool:
    """Whether the sentences tell two things of one kind apart: 'the first bus' and 'the second bus'."""
    first, second = (set(_WORD.findall(claim.masked.lower())) for claim in (a, b))
    for line in word_lists().lines("words", "contrasts"):
        words = frozenset(line.split())
        if first & words and second & words and not first & second & words:
            return True
    return False


def different_quantities(pair: Pair) -> bool:
    """Whether two numbers are of different things or moments, or one is a part of the other."""
    a, b = pair.a, pair.b
    if a.kind in (COUNT, MEASURE, MONEY) and contrasted(a, b):
        return True
    if a.kind == COUNT:
        none = a.high == 0 or b.high == 0
        elliptic = a.flags.elliptic or b.flags.elliptic
        if not none and not (a.flags.article or b.flags.article):
            restricted = a.flags.restricted != b.flags.restricted and not pair.alone
            if a.flags.part != b.flags.part or restricted:
                return a.denominator is None or a.denominator != b.denominator
            stated = pair.slots.predicate >= SAME and a.predicates and b.predicates
            if a.flags.of != b.flags.of and not elliptic and not stated:
                return True
        if a.state and b.state and a.state != b.state:
            return True
        if _is_sum(a, b, pair.claims_b) or _is_sum(b, a, pair.claims_a):
            return True
    return later_level(pair) or (a.kind in (COUNT, MEASURE) and _other_moment(pair))


def _other_moment(pair: Pair) -> bool:
    """Whether the sentences name parts of the day or days that differ, or clock times that are hours apart."""
    first, second = _day_parts(pair.a), _day_parts(pair.b)
    return bool(first and second and not first & second) or any(
        x.kind == y.kind
        and x.kind in (DATE, CLOCK)
        and not of_report(x)
        and not of_report(y)
        and (dates_differ(x, y) if x.kind == DATE else abs(distance(x, y)) > OTHER_MOMENT)
        for x in pair.claims_a
        if x.sentence == pair.a.sentence
        for y in pair.claims_b
        if y.sentence == pair.b.sentence
    )


def _day_parts(claim: Claim) -> set[str]:
    parts = word_lists().table("day_parts")
    return {parts[word] for word in _WORD.findall(claim.masked.lower()) if word in parts}


def later_level(pair: Pair) -> bool:
    """Whether the values are those of two moments: 'so far', 'in all', or a number of dead that grew."""
    a, b = pair.a, pair.b
    if a.kind == COUNT:
        lists = word_lists()
        if {a.state, b.state} & lists.words("counts", "changing"):
            if pair.order and {a.state, b.state} & lists.words("counts", "growing"):
                earlier, later = (a, b) if pair.order > 0 else (b, a)
                return later.low >= earlier.low  # the dead do not become fewer
            if (a.flags.early or b.flags.early or a.flags.late or b.flags.late) and pair.slots.sentence < ALIKE:
                return True
            if pair.order and "missing" in (a.state, b.state):
                return True
    moving = word_lists().words("counts", "moving")
    if a.kind == MEASURE and (a.verb in moving) != (b.verb in moving):
        return True
    return a.kind in (COUNT, MEASURE) and a.flags.early != b.flags.early


def agrees_elsewhere(pair: Pair, heads: Callable[[Claim, Claim], float]) -> bool:
    """Whether an account also gives the value of the other one in a like place."""
    for own, other, account in ((pair.a, pair.b, pair.claims_a), (pair.b, pair.a, pair.claims_b)):
        for claim in account:
            if claim is own or not claim.asserted or claim.kind != own.kind or claim.unit != other.unit:
                continue
            if not same(claim, other) or claim.state != other.state or claim.flags.restricted != own.flags.restricted:
                continue
            flags = claim.flags
            if claim.kind == COUNT and claim.sentence == own.sentence and (flags.part or flags.of or flags.elliptic):
                return True
            if heads(claim, other) >= min(pair.slots.head, 0.8) - 0.01:
                return True
    return False


def of_report(claim: Claim) -> bool:
    """Whether a time is that of a report ('police said at 18:30'); 'I'd say ten' is an estimate."""
    saying = word_lists().words("verbs", "saying")
    if claim.subject in word_lists().words("words", "instruments"):
        return False  # 'my log says 23:41'
    return claim.verb in saying and not claim.flags.copular and not (claim.verb == "say" and claim.flags.first_person)


def competes(claim: Claim) -> bool:
    """Whether another account may speak of a claim, which is no question, no old report and no time of a report."""
    reported = claim.kind in (CLOCK, DATE) and of_report(claim)
    return not (claim.flags.retrospective or claim.flags.question or reported)


def apart(a: Claim, b: Claim, claims_a: Sequence[Claim], claims_b: Sequence[Claim], fast: frozenset[int]) -> bool:
    """Whether two clock times are the nearest ones of two accounts, and yet far from each other."""
    times_a, times_b = ([claim for claim in account if _tells_time(claim)] for account in (claims_a, claims_b))
    for own, account in ((a, times_a), (b, times_b)):
        single = len({claim.value for claim in account}) == 1
        if own not in account or not (single or own.flags.copular):
            return False
    own_distance = abs(distance(a, b))
    return (
        all(
            clash(x, y, fast=fast) and abs(distance(x, y)) >= max(own_distance, FAR[0])
            for x in times_a
            for y in times_b
        )
        and own_distance <= FAR[1]
    )


def _tells_time(claim: Claim) -> bool:
    flags = claim.flags
    return claim.kind == CLOCK and not (
        flags.generic or flags.retrospective or flags.question or flags.conditional or of_report(claim)
    )


def only_large(
    a: Claim, b: Claim, claims_a: Sequence[Claim], claims_b: Sequence[Claim], heads: Callable[[Claim, Claim], float]
) -> bool:
    """Whether no other large count of either account may be of the same thing."""
    return not any(
        claim is not own and claim.kind == COUNT and claim.high >= LARGE and heads(claim, other) >= LIKE
        for own, other, account in ((a, b, claims_a), (b, a, claims_b))
        for claim in account
    )


def other_values_differ(pair: Pair) -> bool:
    """Whether the sentences have other values of one kind, which may belong to different things."""
    kinds = [
        {claim.kind for claim in account if claim.sentence == own.sentence and claim.kind != own.kind}
        for own, account in ((pair.a, pair.claims_a), (pair.b, pair.claims_b))
    ]
    return bool(kinds[0] & kinds[1])


def ratio(a: Claim, b: Claim) -> float:
    """Return how many times the larger of two numbers is the smaller one."""
    small, large = sorted((abs(a.low + a.high) / 2, abs(b.low + b.high) / 2))
    return large / small if small else float("inf")


def opposed_matters(kind: str) -> bool:
    """Whether opposite predicates exclude a contradiction of a kind."""
    return kind not in (COLOUR, AGE, SIDE)


def one_value_each(pair: Pair) -> bool:
    """Whether each account has one colour or side for the noun."""
    return all(
        len(
            {c.parts for c in account if c.kind == own.kind and noun_of(c) == noun_of(own) and (c is own or c.asserted)}
        )
        == 1
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
        claim is not part
        and claim.low > 1  # 'one of them' is named without a rest being meant
        and part.low - claim.low == total.low
        and (claim.flags.part or claim.flags.of)
        for claim in near
    )
