"""Which words accounts share: what the synopsis makes visible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.export import collation as sharing
from taeg.export.collation import ALL, PECULIAR, SOME, Stretch, shared

FIRE = ["The guard saw a fire in the office.", "A fire burnt in the office, said the guard.", "Rain fell all night."]


def words(stretches: tuple[Stretch, ...], kind: int) -> str:
    return " ".join(" ".join(stretch.text for stretch in stretches if stretch.shared == kind).split())


def test_words_in_the_same_order_are_shared() -> None:
    first, second, third = shared(FIRE, "en")
    assert words(first, SOME) == "a fire in the office."
    assert words(second, SOME) == "A fire in the office,"
    assert [stretch.shared for stretch in third] == [PECULIAR]


def test_what_every_account_says_is_told_apart() -> None:
    told = shared(["They left by car at midnight.", "They went home at midnight.", "He left at midnight."], "en")
    assert [words(stretches, ALL) for stretches in told] == ["at midnight."] * 3
    assert (words(told[0], SOME), words(told[2], SOME)) == ("They left", "left")
    assert words(told[1], PECULIAR) == "went home"


def test_small_words_alone_say_nothing_but_numbers_do() -> None:
    first, second = shared(["He was in the van at 23 45", "In the pub it was 23 45"], "en")
    assert words(first, ALL) == words(second, ALL) == "23 45"


def test_case_and_endings_do_not_count() -> None:
    [one], [other] = shared(["BURNING houses", "burned house"], "en")
    assert (one.shared, other.shared) == (ALL, ALL)


def test_an_account_alone_shares_nothing() -> None:
    assert shared(["Only one tells it."], "en") == [(Stretch("Only one tells it.", PECULIAR),)]
    assert shared(["", "Only one tells it."], "en") == [(), (Stretch("Only one tells it.", PECULIAR),)]
    assert shared([], "en") == []


def test_accounts_of_a_large_event_are_compared_with_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "COMPARED", 9 * (sharing.PAIR + 4))
    many = ["fire house"] + ["fire office"] * 8 + ["house office"]
    told = shared(many, "und")
    assert [words(stretches, SOME) for stretches in told] == ["fire house", *["fire"] * 8, "house"]


@given(st.lists(st.text(alphabet="ab c.\n\u05d0é", max_size=30), max_size=4))
def test_the_stretches_of_a_text_are_the_text(texts: list[str]) -> None:
    assert ["".join(stretch.text for stretch in found) for found in shared(texts, "und")] == texts
