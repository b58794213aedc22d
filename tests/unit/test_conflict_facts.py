"""Facts: conflicts joined by shared sides, ids that do not depend on indices, and decisions of people."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from taeg.conflicts import facts
from taeg.conflicts.values import CONFIDENT, POSSIBLE, Conflict, Decision, Fact, Side

PRINTS = ["p0", "p1", "p2", "p3", "p4"]


def side(version: int, value: str, start: int = 0) -> Side:
    return Side(version, start, start + 5, value)


def conflict(
    a: Side, b: Side, kind: str = "count", tier: str = POSSIBLE, score: float = 0.5, key: str = "k"
) -> Conflict:
    return Conflict(kind, key, min(a, b), max(a, b), tier, score, "rule")


def words(of: Side) -> str:
    return f"word {of.value}"


def grouped(conflicts: Sequence[Conflict], events: Sequence[int] = (0,) * 5) -> tuple[Fact, ...]:
    return facts.group(conflicts, events, words, PRINTS)


def test_conflicts_with_shared_sides_are_one_fact() -> None:
    a, b, c = side(0, "9"), side(1, "14"), side(2, "14")
    found = grouped([conflict(a, b), conflict(a, c, tier=CONFIDENT, score=0.4, key="dead")])
    assert [(f.sides, f.key, f.tier, f.score) for f in found] == [((a, b, c), "dead", CONFIDENT, 0.4)]


@pytest.mark.parametrize(
    ("conflicts", "events"),
    [
        ([conflict(side(0, "9"), side(1, "14")), conflict(side(0, "9", 40), side(1, "14", 40))], (0,) * 5),
        ([conflict(side(0, "9"), side(1, "14")), conflict(side(0, "9"), side(1, "14"), kind="age")], (0,) * 5),
        ([conflict(side(0, "9"), side(1, "14")), conflict(side(2, "9"), side(3, "14"))], (0, 0, 1, 1)),
    ],
    ids=["places", "kinds", "events"],
)
def test_separate_facts(conflicts: list[Conflict], events: tuple[int, ...]) -> None:
    found = grouped(conflicts, events)
    assert len(found) == 2
    assert len({fact.id for fact in found}) == 2


def test_order_of_facts() -> None:
    conflicts = [
        conflict(side(0, "1"), side(1, "2"), score=0.9),
        conflict(side(0, "3", 10), side(1, "4", 10), tier=CONFIDENT, score=0.1),
        conflict(side(0, "5", 20), side(1, "6", 20), tier=CONFIDENT, score=0.2),
        conflict(side(2, "7"), side(3, "8"), score=0.9),
    ]
    found = grouped(conflicts, (1, 1, 0, 0))
    assert [fact.sides[0].value for fact in found] == ["7", "5", "3", "1"]
    assert grouped(conflicts[::-1], (1, 1, 0, 0)) == found


def test_ids_do_not_depend_on_indices() -> None:
    (first,) = facts.group([conflict(side(0, "9"), side(1, "14"))], (0, 0), words, ["x", "y"], ["fire"])
    (second,) = facts.group(
        [conflict(side(2, "14"), side(3, "9"))], (0, 0, 1, 1), words, ["", "", "y", "x"], ["", "fire"]
    )
    assert first.id == second.id
    assert len(first.id) == 8
    assert int(first.id, 16) >= 0


def test_values_are_ordered_by_number() -> None:
    (fact,) = grouped([conflict(side(0, "14"), side(1, "9")), conflict(side(1, "9"), side(2, "14"))])
    assert facts.values(fact) == [("9", [0]), ("14", [1, 2])]


A, B, C = side(0, "9"), side(1, "14"), side(2, "14")
FACT = Fact("0", 0, "count", "k", CONFIDENT, 0.5, "rule", (A, B, C))
ABOUT = ((0, "word 9"), (1, "word 14"))


@pytest.mark.parametrize(
    ("decisions", "expected"),
    [
        ([], ("", (), "", "")),
        ([Decision("dismissed", ABOUT, why="two rooms")], ("dismissed", (), "", "two rooms")),
        ([Decision("confirmed", ABOUT)], ("confirmed", (), "", "")),
        ([Decision("settled", ABOUT, 1)], ("settled", (1, 2), "person", "")),
        ([Decision("dismissed", ABOUT), Decision("settled", ABOUT, 0)], ("settled", (0,), "person", "")),
        ([Decision("settled", ABOUT, 0), Decision("confirmed", ABOUT)], ("confirmed", (), "", "")),
        ([Decision("dismissed", ABOUT[:1])], ("", (), "", "")),
        ([Decision("dismissed", ((0, "word 9"), (1, "other")))], ("", (), "", "")),
        ([Decision("dismissed", (*ABOUT, (4, "gone")))], ("dismissed", (), "", "")),
        ([Decision("settled", (*ABOUT, (4, "gone")), 2)], ("", (), "", "")),
    ],
)
def test_decisions(decisions: list[Decision], expected: tuple[str, tuple[int, ...], str, str]) -> None:
    (found,) = facts.decided([FACT], decisions, words)
    assert (found.decided, found.preferred, found.because, found.why) == expected
    assert replace(found, decided="", preferred=(), because="", why="") == FACT


def test_unmatched_decisions() -> None:
    decisions = [Decision("dismissed", ((3, "gone"), (4, "gone"))), Decision("confirmed", ABOUT)]
    assert facts.unmatched([FACT], decisions, words) == (0,)


def test_selection() -> None:
    other = replace(FACT, event=1, kind="age", tier=POSSIBLE, decided="dismissed")
    assert facts.open_facts([FACT, other]) == (FACT,)
    assert facts.select([FACT, other], event=1) == (other,)
    assert facts.select([FACT, other], kind="count") == (FACT,)
    assert facts.select([FACT, other], tier=CONFIDENT, event=1) == ()
    assert facts.select([FACT, other]) == (FACT, other)


def test_times_of_an_unknown_half_of_the_day_have_the_value_of_the_known_half() -> None:
    sure, unsure, other = side(0, "14:11"), side(1, "2:11"), side(2, "2:30")
    [fact] = grouped([conflict(sure, other, "clock"), conflict(unsure, other, "clock")])
    assert facts.values(fact) == [("2:30", [0]), ("14:11", [1, 2])]
    [fact] = grouped([conflict(side(3, "02:11"), sure, "clock"), conflict(sure, unsure, "clock")])
    assert [value for value, _ in facts.values(fact)] == ["2:11", "02:11", "14:11"]
