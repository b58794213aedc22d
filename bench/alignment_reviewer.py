"""A simulated reviewer who knows the events, and the curve of a draft's scores against the share reviewed.

The reviewer gets the cards of `taeg.align.review` in their order, and only sees what a card shows. A passage that
contains several events is split and asked again. Otherwise the reviewer ticks the candidates of which at least half
belongs to the event of the passage.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.alignment_measures import Scores, measure
from taeg.align.answers import Answers
from taeg.align.draft import Draft
from taeg.align.review import Card, Reply, decisions, next_card
from taeg.align.values import IntArray

SHARES = (0.1, 0.2, 0.3)
"""Shares of the passages of the first draft for which a card has been answered."""
ALL = 9.0
"""A share that is reached only if nothing is left to review; splitting adds passages."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The draft after a number of cards."""

    share: float
    cards: int
    ticks: int
    splits: int
    scores: Scores


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Answers cards from the known event of each unit."""

    gold: IntArray

    def __call__(self, draft: Draft, card: Card) -> Reply:
        """Return the reply to a card."""
        units = [u for u in draft.passages[card.passage].units if self.gold[u] >= 0]
        if not units:
            return Reply(no_event=True)
        own = int(self.gold[units[0]])
        for unit in units:
            if self.gold[unit] != own:
                return Reply(split_at=draft.statements.units[unit].start)
        return Reply(ticks=[p for p in card.shown if self._majority(draft, p) == own])

    def _majority(self, draft: Draft, passage: int) -> int:
        """The event of at least half of the judged units of a passage."""
        events = Counter(int(self.gold[u]) for u in draft.passages[passage].units if self.gold[u] >= 0)
        event, count = max(events.items(), key=lambda item: item[1], default=(-1, 0))
        return event if 2 * count >= events.total() else -1


def curve(
    draft: Callable[[Answers], Draft],
    gold: IntArray,
    reference: str = "",
    shares: Sequence[float] = SHARES,
    every: int = 1,
) -> list[Reviewed]:
    """Review until the largest share is reached; the draft is updated after each card."""
    reviewer, answers = Reviewer(gold), Answers()
    current = draft(answers)
    number = len(current.passages)
    results: list[Reviewed] = []
    cards = ticks = splits = 0
    for share in shares:
        while cards < round(share * number):
            shown = next_card(current)
            if shown is None:
                break
            reply = reviewer(current, shown)
            answers = answers.adding(*decisions(current, shown, reply))
            ticks += len(list(reply.ticks))
            splits += reply.split_at is not None
            cards += reply.split_at is None
            current = draft(answers)
        results.append(Reviewed(share, cards, ticks, splits, measure(current, gold, reference)))
    return results
