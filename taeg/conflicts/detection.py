"""Detection of contradictions in the accounts of a corpus."""

from typing import Any

from taeg.conflicts import copies
from taeg.conflicts.values import Batches, Findings


def detect(batches: Batches, language: str, parser: Any = None, encoder: Any = None) -> Findings:  # noqa: ANN401
    """Find conflicts, corrections and copies."""
    return Findings(copies=tuple(copies.find([account for batch in batches() for account in batch])))
