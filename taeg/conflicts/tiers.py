"""The tier and the score of a pair of claims."""

from dataclasses import dataclass

from taeg.conflicts import gates
from taeg.conflicts.gates import Pair
from taeg.conflicts.rules import RULES
from taeg.conflicts.values import AGE, CLOCK, COLOUR, COUNT, MEASURE, POSSIBLE

CERTAIN = (COUNT, CLOCK, AGE, MEASURE, COLOUR)
"""Kinds that may be confident."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The tier of a conflict, with the rule that found it."""

    tier: str
    score: float
    rule: str


def judge(pair: Pair) -> Verdict | None:
    """Return the verdict of the first rule that holds; None if the claims are no conflict."""
    kind = pair.a.kind
    rule = next((rule for rule in RULES.get(kind, ()) if (pair.best or rule.any_match) and rule.holds(pair)), None)
    if rule is None:
        return None
    tier = POSSIBLE if gates.weak(pair.a, pair.b) or kind not in CERTAIN else rule.tier
    return Verdict(tier, _score(pair), f"{kind}: {rule.name}")


def _score(pair: Pair) -> float:
    """Return how well the slots match, from 0 to 1."""
    slots = pair.slots
    alike = max(slots.clause, slots.sentence, 0.0)
    parts = (slots.head, slots.predicate, min(1.0, 2 * slots.arguments), min(1.0, alike))
    return round(max(0.0, sum(parts) / 4 - 0.1 * slots.unshared), 3)
