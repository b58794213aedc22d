"""Conflicts of a corpus: equal texts, large events, one source, and independence of order."""

from dataclasses import replace

import pytest

from taeg.conflicts.claims.values import Claim, Flags
from taeg.conflicts.clash import clash
from taeg.conflicts.detection import detect
from taeg.conflicts.parser import find_parser
from taeg.conflicts.values import Account, Conflict

pytestmark = pytest.mark.skipif(find_parser("en") is None, reason="needs a parser of English")
TWO, THREE = "Two men got out of the blue car.", "Three men got out of the blue car."


def conflicts(*accounts: Account) -> list[Conflict]:
    """Return the conflicts of a corpus in one batch."""
    return list(detect(lambda: iter([accounts]), "en", find_parser("en")).conflicts)


def test_sides() -> None:
    (conflict,) = conflicts(Account(0, 0, 0, TWO), Account(1, 0, 1, THREE))
    assert (conflict.kind, conflict.key, conflict.rule) == ("count", "man, get", "count: same noun and predicate")
    assert [(side.version, side.value) for side in (conflict.a, conflict.b)] == [(0, "2"), (1, "3")]
    assert THREE[conflict.b.start : conflict.b.end] == "Three"
    assert 0 <= conflict.score <= 1


def test_other_events_are_not_compared() -> None:
    assert conflicts(Account(0, 0, 0, TWO), Account(1, 1, 1, THREE)) == []


def test_without_parser() -> None:
    accounts = [Account(0, 0, 0, TWO), Account(1, 0, 1, THREE)]
    assert detect(lambda: iter([accounts]), "en").conflicts == ()


def test_every_copy_is_a_side() -> None:
    found = conflicts(*(Account(number, 0, number, TWO if number % 2 else THREE) for number in range(6)))
    assert {side.version for conflict in found for side in (conflict.a, conflict.b)} == set(range(6))
    assert len(found) == 5


def test_many_accounts() -> None:
    texts = [f"{TWO if number % 2 else THREE} My name is Witness {number}." for number in range(400)]
    found = conflicts(*(Account(number, 0, number, text) for number, text in enumerate(texts)))
    assert 0 < len(found) < 4_000


def test_statements_of_one_source() -> None:
    first, second = Account(0, 0, 0, TWO), Account(1, 0, 0, THREE)
    assert conflicts(first, second) == []
    assert len(conflicts(replace(first, time=1.0), replace(second, time=2.0))) == 1


def test_deaths_only_grow() -> None:
    four, five = (
        Account(0, 0, 0, "Four people died in the fire.", 1.0),
        Account(1, 0, 1, "Five people died in the fire.", 2.0),
    )
    assert conflicts(four, five) == []
    assert len(conflicts(replace(four, time=3.0), five)) == 1


def test_order_of_accounts() -> None:
    accounts = [Account(0, 0, 0, TWO), Account(1, 0, 1, THREE), Account(2, 0, 2, "Five men got out of the blue car.")]
    assert conflicts(*accounts) == conflicts(*reversed(accounts))


def count(low: float, **changes: object) -> Claim:
    """Return a count."""
    return replace(Claim("count", 0, 1, "", low, low), **changes)  # type: ignore[arg-type]


def time(minute: int, **flags: bool) -> Claim:
    """Return a clock time of which the half of the day is known."""
    return Claim("clock", 0, 1, "", minute, minute, flags=Flags(**({"half_day_known": True, "figures": True} | flags)))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (count(5), count(6), True),
        (count(5), count(5), False),
        (count(5, about=True), count(6), False),
        (count(5, bound=1), count(9), False),
        (count(5, bound=1), count(4), True),
        (count(12, bound=-1), count(11), False),
        (count(5000), count(4800), False),
        (count(1400), count(1412), False),
        (count(412), count(430), True),
        (time(600), time(601), False),
        (time(600), time(606), True),
        (time(600, figures=False), time(606), False),
        (time(600, half_day_known=False), time(600 + 720), False),
        (time(600), time(600 + 720), True),
        (replace(time(600), bound=-1), time(570), False),
        (replace(time(600), bound=1), time(570), True),
    ],
)
def test_clash(a: Claim, b: Claim, expected: bool) -> None:
    assert clash(a, b) == clash(b, a) == expected


def test_wrong_clocks() -> None:
    assert clash(time(600), time(610))
    assert not clash(time(600), time(610), fast={10})


@pytest.mark.parametrize(("days", "found"), [(1, 0), (20, 1)])
def test_a_toll_grows_between_reports_but_not_between_late_statements(days: int, found: int) -> None:
    texts = ("Nine people were hurt in the collision.", "Fourteen people were hurt in the collision.")
    accounts = [Account(i, 0, i, text, time=i * days * 86_400.0) for i, text in enumerate(texts)]
    assert len(conflicts(*accounts)) == found
