"""Claims: the values that an account gives, with what they measure, from the grammar of its sentences. English only."""

from taeg.conflicts.claims.reading import claims
from taeg.conflicts.claims.values import Claim, Flags

__all__ = ["Claim", "Flags", "claims"]
