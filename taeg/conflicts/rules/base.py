"""A rule: a name, a tier, and a condition on a pair of claims."""

from collections.abc import Callable
from dataclasses import dataclass

from taeg.conflicts.gates import Pair

SAME, SYNONYM, BROADER = 0.99, 0.8, 0.5
"""Least similarity of a noun or predicate that is the same, a synonym, a broader term."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a kind."""

    name: str
    tier: str
    holds: Callable[[Pair], bool]
    any_match: bool = False
    """Whether the rule does not need the best match of the words."""
