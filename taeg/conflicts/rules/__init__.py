"""The rules that make two clashing claims a conflict, by kind.

`confident` needs the same noun and the same predicate; everything looser is `possible`. A pair has the tier of the
first rule that holds.
"""

from collections.abc import Mapping
from types import MappingProxyType

from taeg.conflicts.rules.base import Rule
from taeg.conflicts.rules.counts import COUNTS
from taeg.conflicts.rules.things import THINGS
from taeg.conflicts.rules.times import CLOCKS, DATES
from taeg.conflicts.values import CLOCK, COUNT, DATE

RULES: Mapping[str, tuple[Rule, ...]] = MappingProxyType({COUNT: COUNTS, CLOCK: CLOCKS, DATE: DATES, **THINGS})
"""The rules of each kind, from the surest to the weakest."""

__all__ = ["RULES", "Rule"]
