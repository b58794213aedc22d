"""Explicit corrections as conflicts of the old and the new value."""

import pytest

from taeg.conflicts import amendments, corrected
from taeg.conflicts.values import AGE, CLOCK, CONFIDENT, COUNT, POSSIBLE, Account, Conflict, Side


def stated(*texts: str) -> list[tuple[str, str, str, str]]:
    """Kind and key, and the words of both sides, of accounts given one after another."""
    accounts = [Account(i, 0, i, text, float(i)) for i, text in enumerate(texts)]
    found = corrected.conflicts(amendments.find(accounts, "en"), dict(enumerate(accounts)), "en")

    def words(conflict: Conflict) -> tuple[str, str]:
        a, b = conflict.a, conflict.b
        return texts[a.version][a.start : a.end], texts[b.version][b.start : b.end]

    return [(conflict.kind, conflict.tier, *words(conflict)) for conflict in found]


CASES = {
    "count": (
        ("Police said that 16 people were injured.", "The number of people injured was revised to 14 from 16."),
        (COUNT, CONFIDENT, "16", "14"),
    ),
    "clock": (
        ("The train left the station at 10:15.", "Correction: the train left the station at 10:50, not 10:15."),
        (CLOCK, CONFIDENT, "10:15", "10:50"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_correction_of_a_value_is_a_conflict(name: str) -> None:
    texts, expected = CASES[name]
    assert stated(*texts) == [expected]


def test_a_conflict_that_is_corrected_is_confident() -> None:
    a, b, c = (Side(version, 4, 6, str(version)) for version in (0, 1, 2))
    claim = Conflict(AGE, "age of Hall", a, b, POSSIBLE, 0.4, "age: same name")
    other = Conflict(COUNT, "people", b, c, POSSIBLE, 0.4, "count: same noun")
    stated = [Conflict(COUNT, "hall", a, b, CONFIDENT, 1.0, "count: explicit correction")]
    first, second = corrected.merged([claim, other], stated)
    assert (first.kind, first.key, first.tier, first.rule) == (
        AGE,
        "age of Hall",
        CONFIDENT,
        "age: explicit correction",
    )
    assert second == other
    assert corrected.merged([], stated) == stated


@pytest.mark.parametrize(
    "texts",
    [
        ("Mr Hall was hurt.", "Correction: it was Mr Dale, not Mr Hall, who was hurt."),
        ("Police said that 16 people were injured.", "Police withdrew the statement that 16 people were injured."),
        ("The number of people injured was revised to 14 from 16.",),
    ],
    ids=["a name", "a withdrawal", "nothing is corrected"],
)
def test_other_corrections_are_no_conflicts(texts: tuple[str, ...]) -> None:
    assert stated(*texts) == []
