"""Copies: shared wording of two sources, and which of them is the copy."""

import pytest

from taeg.conflicts import copies
from taeg.conflicts.values import Account

UNKNOWN = float("-inf")
LONG = (
    "The death toll in the collapse of a footbridge in Halmstede rose to five on Monday, police said at half past six."
)
SHORT = "The death toll in the collapse of a footbridge in Halmstede rose to five on Monday, we read."
OTHER = "Rescue teams went on looking for the missing along both banks of the river until it was dark in the evening."
CHINESE = "东京消防厅说火灾发生在星期一晚上十一点左右没有人受伤"


def pairs(*accounts: tuple[str, int, float]) -> list[tuple[int, int]]:
    made = [Account(at, 0, source, text, time) for at, (text, source, time) in enumerate(accounts)]
    found = copies.find(made)
    assert copies.find(made[::-1]) == found
    return [(copy.version, copy.original) for copy in found]


@pytest.mark.parametrize(
    ("accounts", "expected"),
    [
        ([(LONG, 0, 1.0), (SHORT, 1, 2.0)], [(1, 0)]),
        ([(LONG, 0, 2.0), (SHORT, 1, 1.0)], [(0, 1)]),
        ([(LONG, 0, 1.0), (SHORT, 0, 2.0)], []),
        ([(LONG, 0, 1.0), (OTHER, 1, 2.0)], []),
        ([(LONG, 0, UNKNOWN), (SHORT, 1, UNKNOWN)], [(1, 0)]),
        ([(SHORT, 0, 1.0), (LONG, 1, 1.0)], [(0, 1)]),
        ([(LONG, 0, UNKNOWN), (SHORT, 1, 5.0)], [(0, 1)]),
        ([(LONG, 0, UNKNOWN), (LONG, 1, UNKNOWN)], [(1, 0)]),
        ([(SHORT, 0, 1.0), (LONG, 1, 2.0), (LONG, 2, 3.0)], [(1, 0), (2, 1)]),
        ([(CHINESE, 0, 1.0), (CHINESE + "。邻居们说他们听见一声巨响", 1, 2.0)], [(1, 0)]),
        ([("He said nothing at all.", 0, 1.0), ("He said nothing at all.", 1, 2.0)], []),
        ([(LONG, 0, 1.0), (" ".join([SHORT, OTHER, OTHER.replace("river", "lake")]), 1, 2.0)], [(1, 0)]),
        ([], []),
    ],
)
def test_copies(accounts: list[tuple[str, int, float]], expected: list[tuple[int, int]]) -> None:
    assert pairs(*accounts) == expected


def test_share() -> None:
    (copy,) = copies.find([Account(0, 0, 0, "a b c d e f g h i j", 1), Account(1, 0, 1, "a b c d e f g x y z", 2)])
    assert copy.share == pytest.approx(3 / 6)


def test_many_equal_accounts() -> None:
    accounts = [Account(at, 0, at % 7, LONG + OTHER, float(at)) for at in range(1_000)]
    found = copies.find(accounts)
    assert [(copy.version, copy.original, copy.share) for copy in found[:2]] == [(1, 0, 1.0), (2, 0, 1.0)]
    assert len(found) == 999
