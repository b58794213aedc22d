"""The measures of `bench.alignment` on drafts whose scores are known, and its simulated reviewer."""

from dataclasses import replace

import numpy as np
import pytest

from bench.alignment_measures import b_cubed, disorder, pair_scores
from bench.alignment_reviewer import Reviewer, curve
from taeg.align.aligner import Aligner
from taeg.align.review import card
from taeg.align.values import Document, Settings, Statements, Unit


def array(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (array(0, 1, 0, 1), (1, 1, 1)),
        (array(0, 0, 0, 0), (0.5, 1, 2 / 3)),
        (array(0, -1, 1, -1), (0, 0, 0)),
        (array(0, 1, 0, -1), (1, 0.5, 2 / 3)),
    ],
    ids=["equal", "one event", "nothing found", "half"],
)
def test_pair_scores(found: np.ndarray, expected: tuple[float, float, float]) -> None:
    assert pair_scores(found, array(0, 1, 0, 1), array(0, 0, 1, 1)) == pytest.approx(expected)


def test_pairs_of_one_source_do_not_count() -> None:
    assert pair_scores(array(0, 0, 0), array(0, 0, 1), array(0, 0, 1)) == pytest.approx((0, 0, 0))


def test_b_cubed() -> None:
    gold = array(0, 0, 1, 1)
    assert b_cubed(gold, gold) == 1
    assert b_cubed(array(0, 0, 0, 0), gold) == pytest.approx(2 / 3)
    assert b_cubed(array(-1, -1, -1, -1), gold) == pytest.approx(2 / 3)


def test_units_of_one_event_of_the_draft_are_not_in_disorder() -> None:
    assert disorder(array(0, 0, 1), array(1, 0, 2)) == 0
    assert disorder(array(1, 0, 2), array(0, 1, 2)) == pytest.approx(1 / 3)


def test_a_reviewer_splits_and_ticks() -> None:
    texts = ["The bell rang at noon.", "The mayor left early.", "The bell rang loudly.", "The mayor left the hall."]
    units = [Unit(i // 2, i // 2, (i % 2) * 30, (i % 2) * 30 + len(t), 0, t) for i, t in enumerate(texts)]
    statements = Statements(("a", "b"), (Document(0, "a"), Document(1, "b")), tuple(units))
    draft = Aligner(statements, None, Settings(passages="sentence", grain=1)).draft()
    gold = array(0, 1, 0, 1)
    reply = Reviewer(gold)(draft, card(draft, 0))
    assert list(reply.ticks) == [2]
    joined = replace(draft, passages=(replace(draft.passages[0], units=range(2)), *draft.passages[2:]))
    assert Reviewer(gold)(joined, card(draft, 0)).split_at == 30
    last = curve(Aligner(statements, None, Settings(passages="sentence", grain=1)).draft, gold, shares=(0, 1))[-1]
    assert (last.scores.f1, last.cards, last.ticks) == (1, 2, 2)
