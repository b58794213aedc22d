"""The review: a card for each passage in reading order, and the decisions that follow from the ticks on it."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from taeg.align.answers import Answers, Decision
from taeg.align.draft import Candidate, Draft, Passage

MOST = 3
"""Candidates per source on a card."""


@dataclass(frozen=True, slots=True)
class Card:
    """A passage with the most similar passages of every other source."""

    passage: int
    candidates: tuple[tuple[Candidate, ...], ...]
    """For each source; empty for the passage's own."""

    @property
    def shown(self) -> tuple[int, ...]:
        """All candidate passages."""
        return tuple(c.passage for some in self.candidates for c in some)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a reviewer does with a card."""

    ticks: Collection[int] = ()
    """Candidate passages that describe the same event."""
    no_event: bool = False
    own_event: bool = False
    split_at: int | None = None
    """Divide the passage at this character of its document and ask again; the ticks are ignored."""


Reviewer = Callable[[Draft, Card], Reply | None]
"""Answers a card; None ends the review."""


def card(draft: Draft, passage: int, most: int = MOST) -> Card:
    """Return the card of a passage."""
    return Card(passage, draft.candidates(passage, most))


def reading_order(draft: Draft) -> Iterator[int]:
    """Passages that are not settled: source by source as in `Draft.turns`, each in the order of its documents."""
    order = sorted(range(len(draft.passages)), key=lambda i: (turn(draft, i), i))
    return (i for i in order if not settled(draft.passages[i]))


def turn(draft: Draft, passage: int) -> int:
    """Return the place of a passage's source in the reading, from 0."""
    source = draft.passages[passage].source
    return draft.turns[source] if draft.turns else source


def settled(passage: Passage) -> bool:
    """Whether a person has decided about a passage, by its own card or by a tick on another."""
    return passage.decided


def next_card(draft: Draft) -> Card | None:
    """Return the card of the first passage that is not settled, None if all are."""
    passage = next(reading_order(draft), None)
    return None if passage is None else card(draft, passage)


def decisions(draft: Draft, shown: Card, reply: Reply) -> tuple[Decision, ...]:
    """Translate the reply to a card into decisions."""
    span = draft.passages[shown.passage].span
    if reply.split_at is not None:
        return (Decision("split", type(span)(span.document, reply.split_at, reply.split_at)),)
    if reply.no_event:
        return (Decision("none", span),)
    if reply.own_event:
        return (Decision("own", span),)
    ticked = [draft.passages[p].span for p in shown.shown if p in reply.ticks]
    others = [draft.passages[p].span for p in shown.shown if p not in reply.ticks]
    return (
        Decision("same", span, span),
        *(Decision("different", span, other) for other in others),
        *(Decision("same", span, other) for other in ticked),
    )


def review(draft: Callable[[Answers], Draft], reviewer: Reviewer, answers: Answers | None = None) -> Answers:
    """Show cards to a reviewer until all passages are settled or it stops; the draft is updated after each card."""
    answers = answers or Answers()
    while True:
        current = draft(answers)
        shown = next_card(current)
        reply = reviewer(current, shown) if shown else None
        if shown is None or reply is None:
            return answers
        answers = answers.adding(*decisions(current, shown, reply))
