"""Values as plain dictionaries: every kind there and back, and what is no such value."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.model.corpus import HIGHEST, Correction, Event, Source, Value, Version, from_json, made, plain, to_json

FULL: dict[type[Value], Value] = {
    Source: Source("ann", "Ann's diary", "All her words.", "Ann B.", "1912-04", 3, origin="diary.txt:1"),
    Event: Event(
        *("sail", "The ship sails", "Monday", "Harbour", "They left.", "1912-04-10", "1.5"),
        declared=False,
        choice="ann-1",
        made=True,
        edits=("moved by the editor: after storm", "merged by the editor: \U0001f6a2"),
        origin="timeline.csv:2",
    ),
    Version: Version(
        *("ann-1", "sail", "ann", "We left.\n\x85", "Diary 1", ("Diary 2", ""), "1912-04-10T05:00Z", "Leaving", "-3"),
        language="ga",
        order_in_source=7,
        told_of="storm",
        excluded=True,
        origin="diary.txt:9",
    ),
    Correction: Correction(
        *(
            "split",
            "sail",
            "wind",
            "after",
            ("ann-1", "bob-1"),
            "Wind",
            "two days",
            "file",
            ("ab12cd34", "ef56ab78"),
            "no such event",
        ),
        origin="corrections.yaml:4",
    ),
}
BARE: dict[type[Value], Value] = {
    Source: Source("ann", ""),
    Event: Event("sail", ""),
    Version: Version("v", "sail", "ann", ""),
    Correction: Correction("rename", "sail"),
}


@pytest.mark.parametrize("kind", FULL, ids=lambda kind: kind.__name__)
def test_a_value_comes_back_as_it_was(kind: type[Source]) -> None:
    for value in (FULL[kind], BARE[kind]):
        there = json.loads(json.dumps(plain(value)))
        back = made(kind, there)
        for field in fields(kind):
            if field.name != "origin":
                assert getattr(back, field.name) == getattr(value, field.name)
        assert from_json(kind, to_json([value, value])) == (back, back)


@pytest.mark.parametrize("kind", FULL, ids=lambda kind: kind.__name__)
def test_where_a_value_was_read_stays_out(kind: type[Source]) -> None:
    assert "place" not in plain(FULL[kind])
    assert made(kind, plain(FULL[kind])).origin == ""


def test_what_says_nothing_is_left_out() -> None:
    assert plain(BARE[Source]) == {"id": "ann", "title": ""}
    assert plain(BARE[Event]) == {"id": "sail", "title": ""}
    assert plain(BARE[Version]) == {"id": "v", "event": "sail", "source": "ann", "text": ""}
    assert plain(BARE[Correction]) == {"kind": "rename", "target": "sail"}
    assert plain(replace(Event("sail", "Sail"), declared=False)) == {"id": "sail", "title": "Sail", "declared": False}


def test_no_values_are_an_empty_text() -> None:
    assert to_json(()) == ""
    assert from_json(Event, "") == ()


texts = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)


@given(texts, st.lists(texts).map(tuple), st.integers(0, HIGHEST), st.booleans())
def test_any_content_comes_back(text: str, several: tuple[str, ...], number: int, flag: bool) -> None:
    version = Version("v", "sail", "ann", text, gaps=several, order_in_source=number, excluded=flag)
    correction = Correction("split", "sail", versions=several, why=text)
    assert from_json(Version, to_json([version])) == (version,)
    assert from_json(Correction, to_json([correction])) == (correction,)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Source, {"id": "ann", "title": None}),
        (Source, {"id": 1, "title": "Ann"}),
        (Source, {"id": ["ann"], "title": "Ann"}),
        (Source, {"id": "ann", "title": "Ann", "rank": "1"}),
        (Source, {"id": "ann", "title": "Ann", "rank": True}),
        (Source, {"id": "ann", "title": "Ann", "rank": 1.0}),
        (Source, {"id": "ann", "title": "Ann", "author": ["A", "B"]}),
        (Source, {"id": "ann", "title": "Ann", "auhtor": "A"}),
        (Source, {"id": "ann", "title": "Ann", "place": "x:1"}),
        (Source, {"id": "ann", "title": "Ann", "place": None}),
        (Event, {"id": "sail", "title": "Sail", "declared": 0}),
        (Event, {"id": "sail", "title": "Sail", "edits": "moved"}),
        (Event, {"id": "sail", "title": "Sail", "edits": ["moved", 1]}),
        (Event, {"id": "sail", "title": "Sail", "edits": [["moved"]]}),
        (Version, {"id": "v", "event": "sail", "source": "ann", "text": "", "gaps": {"1": "2"}}),
        (Correction, {"kind": "rename", "target": "sail", "title": 3}),
        (Correction, {"target": "sail"}),
        (Event, {}),
    ],
    ids=str,
)
def test_what_is_no_such_value_is_refused(kind: type[Source], data: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        made(kind, data)
