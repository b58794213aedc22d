"""Decisions of a reviewer.

A decision refers to spans of text rather than to passages of a draft, so it stays valid when the draft changes. Later
decisions win over earlier ones that contradict them.
"""

from dataclasses import dataclass
from typing import Literal

from taeg.align.values import Span

Kind = Literal["same", "different", "own", "none", "split", "join", "before"]
KINDS: dict[Kind, str] = {
    "same": "both spans describe the same event",
    "different": "the spans describe different events",
    "own": "the span is an event of its own, described by no other source",
    "none": "the span describes no event",
    "split": "a new passage begins at the start of the span",
    "join": "both spans, which follow each other, are one passage",
    "before": "the event of the first span comes before that of the second",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer of a reviewer (see `KINDS`)."""

    kind: Kind
    span: Span
    other: Span | None = None

    def __post_init__(self) -> None:
        if (self.other is not None) != (self.kind in ("same", "different", "join", "before")):
            raise ValueError(f"a decision {self.kind!r} has {'one span' if self.other else 'two spans'}")


@dataclass(frozen=True, slots=True)
class Answers:
    """Decisions in the order in which they were made."""

    decisions: tuple[Decision, ...] = ()

    def adding(self, *decisions: Decision) -> "Answers":
        """Return the answers with further decisions."""
        return Answers((*self.decisions, *decisions))
