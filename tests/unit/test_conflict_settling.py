"""Policies: which side of a contested fact is preferred, and why."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from taeg.base.errors import InputError
from taeg.conflicts.settling import settle
from taeg.conflicts.values import Amendment, Copy, Fact, Side, Standing

INF = float("-inf")


def fact(*values: str, hedged: str = "", hearsay: str = "") -> Fact:
    sides = tuple(
        Side(i, 10, 12, value, hedged=str(i) in hedged, firsthand=str(i) not in hearsay)
        for i, value in enumerate(values)
    )
    return Fact("0", 0, "count", "k", "confident", 0.5, "rule", sides)


def standings(
    times: Sequence[float], sources: list[int] | None = None, ranks: list[int] | None = None
) -> list[Standing]:
    sources = sources or list(range(len(times)))
    ranks = ranks or sources
    return [Standing(source, time, rank) for source, time, rank in zip(sources, times, ranks, strict=True)]


def correction(version: int, amended: int, new: str = "n") -> Amendment:
    return Amendment(version, 0, 30, "from-to", amended, 10, 12, new, "o")


def choice(
    of: Fact, policy: str, by: list[Standing], copies: Sequence[Copy] = (), amendments: Sequence[Amendment] = ()
) -> tuple[tuple[int, ...], str]:
    (found,) = settle([of], policy, by, copies, amendments)
    return found.preferred, found.because


@pytest.mark.parametrize(
    ("values", "times", "copies", "amendments", "expected"),
    [
        ("abc", [1, 2, 3], [], [], ((2,), "latest")),
        ("aba", [1, 2, 3], [], [], ((0, 2), "latest")),
        ("ab", [2, 2], [], [], ((), "")),
        ("ab", [INF, INF], [], [], ((), "")),
        ("ab", [INF, 2], [], [], ((1,), "latest")),
        ("aba", [1, 2, 3], [Copy(2, 0, 0.9)], [], ((1,), "latest")),
        ("abc", [1, 2, 3], [Copy(2, 0, 0.9)], [], ((2,), "latest")),
        ("ab", [1, 2], [], [correction(1, 0)], ((1,), "corrected")),
        ("ab", [INF, INF], [], [correction(1, 0)], ((1,), "corrected")),
        ("aba", [1, 2, 3], [], [correction(1, 0)], ((1,), "corrected")),
        ("abc", [1, 2, 3], [], [correction(1, 0)], ((2,), "latest")),
        ("aba", [1, 2, 3], [], [correction(1, 0), correction(2, 1)], ((0, 2), "corrected")),
        ("ab", [1, 2], [], [correction(1, 1, "")], ((0,), "corrected")),
    ],
)
def test_latest(
    values: str,
    times: list[float],
    copies: list[Copy],
    amendments: list[Amendment],
    expected: tuple[tuple[int, ...], str],
) -> None:
    assert choice(fact(*values), "latest", standings(times), copies=copies, amendments=amendments) == expected


@pytest.mark.parametrize(
    ("values", "sources", "copies", "expected"),
    [
        ("aab", [0, 1, 2], [], (0, 1)),
        ("ab", [0, 1], [], ()),
        ("aab", [0, 0, 1], [], ()),
        ("aabb", [0, 1, 2, 2], [], (0, 1)),
        ("aab", [0, 1, 2], [Copy(1, 0, 0.5)], ()),
        ("aabbb", [0, 1, 2, 3, 4], [Copy(4, 3, 0.5)], ()),
        ("aabb", [0, 1, 2, 2], [Copy(1, 0, 0.5)], ()),
        ("abb", [0, 0, 1], [], (1, 2)),
    ],
)
def test_majority(values: str, sources: list[int], copies: list[Copy], expected: tuple[int, ...]) -> None:
    by = standings([float(i) for i in range(len(values))], sources)
    assert choice(fact(*values), "majority", by, copies=copies) == (expected, "majority" if expected else "")


@pytest.mark.parametrize(
    ("values", "sources", "ranks", "times", "expected"),
    [
        ("ab", [0, 1], [1, 0], [1, 2], (1,)),
        ("abc", [0, 0, 1], [0, 0, 1], [1, 2, 3], (1,)),
        ("abc", [0, 0, 1], [0, 0, 1], [INF, INF, 3], ()),
    ],
)
def test_priority(
    values: str, sources: list[int], ranks: list[int], times: list[float], expected: tuple[int, ...]
) -> None:
    by = standings(times, sources, ranks)
    assert choice(fact(*values), "priority", by) == (expected, "priority" if expected else "")


@pytest.mark.parametrize(
    ("values", "hedged", "hearsay", "expected"),
    [
        ("ab", "", "0", (1,)),
        ("ab", "0", "", (1,)),
        ("ab", "0", "1", (0,)),
        ("abb", "0", "2", (1, 2)),
        ("ab", "", "", ()),
        ("ab", "01", "", ()),
    ],
)
def test_firsthand(values: str, hedged: str, hearsay: str, expected: tuple[int, ...]) -> None:
    found = choice(fact(*values, hedged=hedged, hearsay=hearsay), "firsthand", standings([1, 2, 3][: len(values)]))
    assert found == (expected, "first-hand" if expected else "")


@pytest.mark.parametrize("policy", ["none", "latest", "majority", "priority", "firsthand"])
def test_decisions_of_people_stay(policy: str) -> None:
    settled = replace(fact("a", "b"), preferred=(0,), because="person", decided="settled")
    dismissed = replace(fact("a", "b"), decided="dismissed")
    assert settle([settled, dismissed], policy, standings([1, 2])) == (settled, dismissed)


def test_unknown_policy() -> None:
    with pytest.raises(InputError, match="unknown policy 'newest'"):
        settle([], "newest", [])
