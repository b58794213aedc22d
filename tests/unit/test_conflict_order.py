"""Contradictions of the order of events, and of clock times against the timeline."""

import pytest

from taeg.conflicts import order
from taeg.conflicts.values import POSSIBLE, Account, Conflict

UNKNOWN = float("-inf")
TEXTS = ["They met at the inn.", "The gate was locked.", "A van came.", "The fire began.", "All went home."]


def find(*sources: list[int], texts: dict[tuple[int, int], str] | None = None, times: bool = False) -> list[Conflict]:
    """Find the contradictions of sources that report events, given by number, in an order."""
    accounts = [
        Account(
            100 * source + event,
            event,
            source,
            (texts or {}).get((source, event), TEXTS[event]),
            float(place) if times else UNKNOWN,
            place,
        )
        for source, events in enumerate(sources)
        for place, event in enumerate(events, start=1)
    ]
    batches = [[account for account in accounts if account.event == event] for event in range(len(TEXTS))]
    found = order.find(lambda: iter(batches), "en")
    assert found == order.find(lambda: iter([batch[::-1] for batch in batches]), "en")
    return found


def test_one_source_against_two() -> None:
    (found,) = find([0, 1, 2, 3], [0, 1, 2, 3], [0, 3, 1, 2])
    assert (found.kind, found.tier, found.key) == ("order", POSSIBLE, "The gate was locked.")
    assert (found.a.version, found.a.value, found.b.version, found.b.value) == (3, "after", 203, "before")
    assert (found.a.start, found.a.end) == (0, len(TEXTS[3]))


@pytest.mark.parametrize(
    "sources",
    [
        ([0, 1, 2], [0, 1, 2], [0, 1, 2]),
        ([0, 1, 2], [0, 2, 1]),
        ([0, 1, 2], [0, 1, 2], [0, 2, 1], [0, 2, 1]),
        ([0, 1], [0, 1], [0, 2, 1]),
        ([0, 1, 2, 3], [0, 1, 2, 3], [3, 0, 1, 2]),
        ([0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 3, 1, 2], [0, 3, 1, 2]),
        ([0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 4, 3, 1, 2]),
        ([0], [1], [2]),
        (),
    ],
    ids=[
        "same",
        "one against one",
        "two against two",
        "not shared",
        "introduction",
        "others agree",
        "no order of time",
        "single accounts",
        "empty",
    ],
)
def test_no_contradiction_of_order(sources: tuple[list[int], ...]) -> None:
    assert find(*sources) == []


def test_accounts_that_look_back() -> None:
    texts = {(2, 3): "Before that, the fire began."}
    assert find([0, 1, 2, 3], [0, 1, 2, 3], [0, 3, 1, 2], texts=texts) == []


def test_reports_of_different_times() -> None:
    assert find([0, 1, 2, 3], [0, 1, 2, 3], [0, 3, 1, 2], times=True) == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("The van came at 23:20.", "The fire began at 23:05.", [("23:20", "23:05")]),
        ("The van came at 00:10.", "The fire began at 23:50.", [("00:10", "23:50")]),
        ("The van came at 23:50.", "The fire began at 00:10.", []),
        ("The van came at 23:20.", "The fire began at 23:19.", []),
        ("The van came about 23:20.", "The fire began at 23:05.", []),
        ("The van came at twenty past eleven.", "The fire began at 23:05.", []),
        ("The van came at 23:20.", "The fire began at 23:05 and ended at 23:40.", []),
        ("The van came at 23:20.", "The fire began at 08:05.", []),
    ],
)
def test_clock_times(first: str, second: str, expected: list[tuple[str, str]]) -> None:
    found = find([0, 2, 3], texts={(0, 2): first, (0, 3): second})
    assert [(conflict.a.value, conflict.b.value) for conflict in found] == expected
    assert all(conflict.kind == "timeline" for conflict in found)


def test_clock_times_of_two_sources() -> None:
    texts = {(0, 2): "The van came at 23:20.", (1, 3): "The fire began at 23:05."}
    (found,) = find([0, 2, 3], [0, 3], texts=texts)
    assert (found.a.version, found.b.version) == (2, 103)
    assert find([0, 2], [0, 3], texts=texts) == []


def test_clock_times_of_which_two_agree_with_the_timeline() -> None:
    texts = {(0, 2): "The van came at 23:20.", (1, 3): "The fire began at 23:05.", (2, 2): "The van came at 22:55."}
    assert find([0, 2, 3], [0, 3], [0, 2, 3], texts=texts) == []
