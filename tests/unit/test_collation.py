"""Collation: the words that accounts of an event share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.export import collation
from taeg.export.collation import ALL, NEUTRAL, PECULIAR, SOME, Stretch, shared

FIRE = ["The guard saw a fire in the office.", "A fire burnt in the office, said the guard.", "Rain fell all night."]


def words(stretches: tuple[Stretch, ...], kind: int) -> str:
    return " ".join(" ".join(stretch.text for stretch in stretches if stretch.shared == kind).split())


def test_words_in_the_same_order_are_shared() -> None:
    first, second, third = shared(FIRE, "en")
    assert words(first, SOME) == "fire office."
    assert words(second, SOME) == "fire office,"
    assert [stretch.shared for stretch in third] == [PECULIAR]


def test_words_in_every_account() -> None:
    found = shared(["They left by car at midnight.", "They went home at midnight.", "He left at midnight."], "en")
    assert [words(stretches, ALL) for stretches in found] == ["midnight."] * 3
    assert (words(found[0], SOME), words(found[2], SOME)) == ("left", "left")
    assert words(found[1], PECULIAR) == "They went home"


def test_short_words_are_not_significant_but_numbers_are() -> None:
    first, second = shared(["He was in the van at 23 45", "In the pub it was 23 45"], "en")
    assert words(first, ALL) == words(second, ALL) == "23 45"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Rain, which came from the east.", "A car, which ran from the gate."], ["", ""]),
        (["The end of the road was dark.", "She left the end of the road."], ["end of the road", "end of the road."]),
        (["They don't know it's wet.", "We don't say it's dry."], ["", ""]),
        (["A dog barked.", "The dog ran."], ["dog", "dog"]),
    ],
)
def test_function_words_are_shared_only_between_content_words(texts: list[str], expected: list[str]) -> None:
    assert [words(found, ALL) for found in shared(texts, "en")] == expected


def test_function_words_are_neutral_next_to_shared_words() -> None:
    first, _ = shared(["She ran to the gate and fell in the mud.", "He saw the gate."], "en")
    assert [(stretch.text, stretch.shared) for stretch in first] == [
        ("She ran ", PECULIAR),
        ("to the ", NEUTRAL),
        ("gate ", ALL),
        ("and ", NEUTRAL),
        ("fell in the mud.", PECULIAR),
    ]


def test_case_and_endings_are_ignored() -> None:
    [one], [other] = shared(["BURNING houses", "burned house"], "en")
    assert (one.shared, other.shared) == (ALL, ALL)


def test_letters_of_scripts_without_spaces_are_compared() -> None:
    first, second = shared(["那天夜里刮起了大风。", "夜里刮大风、下雨。"], "zh")
    assert [stretch.text for stretch in first] == ["那天", "夜里刮", "起了", "大风。"]
    assert [stretch.text for stretch in first if stretch.shared == ALL] == ["夜里刮", "大风。"]
    assert [stretch.text for stretch in second if stretch.shared == PECULIAR] == ["下雨。"]


def test_a_single_account_shares_nothing() -> None:
    assert shared(["Only one tells it."], "en") == [(Stretch("Only one tells it.", PECULIAR),)]
    assert shared(["", "Only one tells it."], "en") == [(), (Stretch("Only one tells it.", PECULIAR),)]
    assert shared([], "en") == []


def test_accounts_of_a_large_event_are_compared_with_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collation, "COMPARED", 9 * (collation.PAIR + 4))
    many = ["fire house"] + ["fire office"] * 8 + ["house office"]
    found = shared(many, "und")
    assert [words(stretches, SOME) for stretches in found] == ["fire house", *["fire"] * 8, "house"]


@given(st.lists(st.text(alphabet="ab c.\n\u05d0é", max_size=30), max_size=4))
def test_stretches_joined_are_the_text(texts: list[str]) -> None:
    assert ["".join(stretch.text for stretch in found) for found in shared(texts, "und")] == texts
