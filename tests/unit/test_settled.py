"""Settled facts in a narrative: what is preferred is told, and other sides follow as notes."""

from dataclasses import replace

import numpy as np

from taeg.conflicts.values import CLOCK, CONFIDENT, Fact, Side
from taeg.consolidate.arrays import Arrays, restrict
from taeg.consolidate.narrative import Passage, Section, introduction, sections
from taeg.consolidate.settled import apply_with, in_arrays, passed_over, with_other_sides
from taeg.consolidate.spans import BASE, CONTESTED, NOTE, Spans, concatenate
from taeg.consolidate.strategies import STRATEGIES, highest, longest
from tests.unit.builders import arrays_of

ACCOUNTS = (
    (0, 0, "It began at 23:41. The street was quiet. I was at the window the whole time and saw it all."),
    (0, 1, "I heard it. It began at 23:44, the log says so."),
    (0, 2, "Nobody was there. It was 23:44 when it began."),
    (1, 0, "We left."),
)


def side(version: int, words: str, value: str = "") -> Side:
    start = ACCOUNTS[version][2].index(words)
    return Side(version, start, start + len(words), value or words)


SIDES = (side(0, "23:41"), side(1, "23:44"), side(2, "23:44"))
FACT = Fact("00000001", 0, CLOCK, "begin", CONFIDENT, 1.0, "clock", SIDES, preferred=(1, 2), because="majority")


def corpus() -> Arrays:
    return arrays_of(ACCOUNTS, events=2)


def told(spans: Spans) -> list[tuple[int, str, str]]:
    return [(version, role, ACCOUNTS[version][2][start:end]) for _, version, _, start, end, role, _ in spans.rows()]


def test_a_version_with_the_preferred_side_is_selected() -> None:
    arrays = corpus()
    settled = in_arrays([FACT], arrays)
    assert passed_over(settled, arrays).tolist() == [True, False, False, False]
    chosen = longest(replace(arrays, passed_over=passed_over(settled, arrays)))
    assert chosen.version.tolist() == [1, 3]


def test_the_choice_of_the_editor_stands() -> None:
    arrays = replace(corpus(), editor={0: 0})
    arrays = replace(arrays, passed_over=passed_over(in_arrays([FACT], arrays), arrays))
    assert longest(arrays).version.tolist() == [0, 3]


def test_the_only_version_is_selected_although_it_is_passed_over() -> None:
    arrays = replace(corpus(), passed_over=np.array([True] * 4))
    assert highest(arrays, [1, 2, 3, 4]).version.tolist() == [2, 3]


def test_the_other_side_follows_as_a_note() -> None:
    arrays = corpus()
    settled = in_arrays([FACT], arrays)
    spans = with_other_sides(longest(replace(arrays, passed_over=passed_over(settled, arrays))), settled, arrays)
    assert told(spans)[1:] == [(0, CONTESTED, "It began at 23:41."), (3, BASE, "We left.")]


def test_the_preferred_side_follows_where_the_text_has_another() -> None:
    arrays = corpus()
    spans = with_other_sides(longest(arrays), in_arrays([FACT], arrays), arrays)
    assert told(spans)[1] == (1, CONTESTED, "It began at 23:44, the log says so.")


def test_a_note_with_the_other_side_is_not_repeated() -> None:
    arrays = corpus()
    note = Spans.of(event=[0], version=[1], source=[1], start=[12], end=[47], role=NOTE, score=0.0)
    spans = concatenate(longest(arrays), note).in_timeline_order()
    after = with_other_sides(spans, in_arrays([FACT], arrays), arrays)
    assert after.role.tolist() == [BASE, CONTESTED, BASE]
    assert len(after) == len(spans)


def test_notes_of_a_source_stay_in_its_order() -> None:
    arrays = corpus()
    later = Spans.of(event=[0], version=[1], source=[1], start=[12], end=[47], role=NOTE, score=0.0)
    first = replace(FACT, sides=(SIDES[0], side(1, "heard", "heard")), preferred=())
    spans = with_other_sides(
        concatenate(longest(arrays), later).in_timeline_order(), in_arrays([first], arrays), arrays
    )
    assert told(spans)[1:3] == [(1, NOTE, "I heard it."), (1, NOTE, "It began at 23:44, the log says so.")]


def test_all_sides_of_a_fact_without_a_preference_are_told() -> None:
    arrays = corpus()
    contested = in_arrays([replace(FACT, preferred=())], arrays)
    assert not passed_over(contested, arrays).any()
    spans = with_other_sides(longest(arrays), contested, arrays)
    assert told(spans)[1] == (1, NOTE, "It began at 23:44, the log says so.")
    assert with_other_sides(longest(arrays), (), arrays).equals(longest(arrays))


def test_facts_about_the_order_of_two_events_add_no_notes() -> None:
    arrays = corpus()
    assert in_arrays([replace(FACT, sides=(SIDES[0], side(3, "We left")), preferred=())], arrays) == ()


def test_no_notes_of_other_sides_where_notes_are_off() -> None:
    arrays = replace(corpus(), language="en")
    for notes, expected in ((0, False), (1, True)):
        given = {"base": "longest", "novelty": 0.7, "inline": 0, "notes": notes}
        spans, made = apply_with([FACT], "fuse", STRATEGIES["fuse"], arrays, given)
        assert bool((spans.role == CONTESTED).any()) is expected
        assert made["contested"] == 1


def test_a_part_has_its_own_indices() -> None:
    part = restrict(corpus(), np.array([0]), np.array([0, 2]))
    [fact] = in_arrays([FACT], part)
    assert [s.version for s in fact.preferred] == [1]
    assert in_arrays([FACT], restrict(corpus(), np.array([0]), np.array([1, 2]))) == ()


def test_the_other_side_is_introduced_by_its_source() -> None:
    base = Passage("e", "e", "a", "ames", "", "It began at 23:44.")
    other = Passage("e", "e", "b", "reyes", "", "It began at 23:41.", "Statement of A. Reyes", role=CONTESTED)
    [section] = sections([base, other])
    assert section == Section((base,), (other,))
    assert introduction(other, "en") == "According to A. Reyes:"
    assert introduction(replace(other, role=NOTE), "en") == "A. Reyes also says:"
