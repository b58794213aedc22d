"""Corpora and their parts: validation, order, and records as plain dictionaries."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import permutations
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.model.corpus import (
    GIVEN,
    HIGHEST,
    LONGEST_ID,
    TIMELINES,
    Corpus,
    Correction,
    Event,
    Source,
    Value,
    Version,
    check_id,
    from_json,
    made,
    plain,
    to_json,
)
from tests.unit.builders import EVENTS, SOURCES, VERSIONS, story
from tests.unit.refusals import refusal

PLACE = "letters.tsv:7"
MAKERS: dict[str, Callable[[str], Source | Event | Version]] = {
    "source": lambda name: Source(name, "Title", origin=PLACE),
    "event": lambda name: Event(name, "Title", origin=PLACE),
    "version": lambda name: Version(name, "sail", "ann", "Words.", origin=PLACE),
}
TEXT_FIELDS: dict[str, Callable[[str], object]] = {
    "source title": lambda text: Source("ann", text, origin=PLACE),
    "event title": lambda text: Event("sail", text, origin=PLACE),
    "event day": lambda text: Event("sail", "", day=text, origin=PLACE),
    "event location": lambda text: Event("sail", "", location=text, origin=PLACE),
    "version text": lambda text: Version("v", "sail", "ann", text, origin=PLACE),
    "version reference": lambda text: Version("v", "sail", "ann", "", citation=text, origin=PLACE),
    "version title": lambda text: Version("v", "sail", "ann", "", title=text, origin=PLACE),
    "source author": lambda text: Source("ann", "", author=text, origin=PLACE),
    "event reference": lambda text: Event("sail", "", gold_text=text, origin=PLACE),
    "event edits": lambda text: Event("sail", "", edits=("moved", text), origin=PLACE),
    "version gaps": lambda text: Version("v", "sail", "ann", "", gaps=("1:1", text), origin=PLACE),
}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: story(sources=(*SOURCES, Source("ann", "Another Ann", origin=PLACE))),
            f"{PLACE}: source 'ann' is given twice (number 3; first: number 1); give each its own id",
        ),
        (
            lambda: story(events=(*EVENTS, Event("storm", "Again", origin=PLACE))),
            f"{PLACE}: event 'storm' appears twice in the timeline (number 4; first: number 2); give each its own id",
        ),
        (
            lambda: story(versions=(*VERSIONS, Version("bob-1", "calm", "bob", "", origin=PLACE))),
            f"{PLACE}: version 'bob-1' is given twice (number 5; first: number 2); give each its own id",
        ),
        (
            lambda: story(versions=(*VERSIONS, Version("v", "wreck", "bob", "", origin=PLACE))),
            f"{PLACE}: version 'v' is of an unknown event: 'wreck'",
        ),
        (
            lambda: story(versions=(*VERSIONS, Version("v", "sail", "cid", "", origin=PLACE))),
            f"{PLACE}: version 'v' is of an unknown source: 'cid'",
        ),
        (
            lambda: story(versions=(replace(VERSIONS[0], origin="s:1"), replace(VERSIONS[0], origin="s:2"))),
            "s:2: version 'ann-1' is given twice (number 2; first: s:1); give each its own id",
        ),
        (lambda: story(sources=()), "corpus 'voyage' has no sources"),
        (lambda: story(events=()), "corpus 'voyage' has no events"),
        (lambda: story(versions=()), "corpus 'voyage' has no versions"),
    ],
)
def test_faults_of_a_corpus_are_reported_in_one_line(make: Callable[[], Corpus], message: str) -> None:
    assert refusal(make) == message


def test_the_order_of_versions_is_irrelevant_to_a_corpus() -> None:
    twice_by_ann = Version("ann-0", "storm", "ann", "Later I add this.")
    told_last = Version("a", "calm", "bob", "Nothing.")
    given_versions = (*VERSIONS, twice_by_ann, told_last)
    expected = ["ann-1", "bob-1", "ann-0", "ann-2", "bob-2", "a"]
    made = {story(order) for order in permutations(given_versions)}
    assert [[v.id for v in corpus.versions] for corpus in made] == [expected]


def test_sources_and_events_keep_their_order() -> None:
    corpus = story(sources=SOURCES[::-1], events=EVENTS[::-1])
    assert [s.id for s in corpus.sources] == ["bob", "ann"]
    assert [e.id for e in corpus.events] == ["calm", "storm", "sail"]
    assert [v.id for v in corpus.versions] == ["bob-2", "ann-2", "bob-1", "ann-1"]


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(
    "id", ["1", "Lk 13:34\u201335", "\u05d1\u05e8\u05d0", "e\u0301", "ID", "'\"$", "\u06cc\u200c\u0634", "a\u00a0b"]
)
def test_ids_are_kept_as_given(kind: str, id: str) -> None:
    assert MAKERS[kind](id).id == id


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(
    "id", ["", " ", " a", "a ", "a\n", "\ta", "a\tb", "a\x00b", "a\x1bb", "a\x7f", "a\u2028b", "\ufeffa", "a\ud800"]
)
def test_invalid_ids(kind: str, id: str) -> None:
    message = refusal(lambda: MAKERS[kind](id))
    assert message == (
        f"{PLACE}: {kind} id {id!r} must be text on one line without spaces at either end or control characters"
    )


def test_a_corpus_name_is_an_id() -> None:
    assert "corpus id ''" in refusal(lambda: story(name=""))


@pytest.mark.parametrize("field", TEXT_FIELDS)
@pytest.mark.parametrize("code", [0, 0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_invalid_characters(field: str, code: int) -> None:
    message = refusal(lambda: TEXT_FIELDS[field](f"before{chr(code)}after"))
    assert message.startswith(f"{PLACE}: {field.partition(' ')[0]} ")
    message.encode()


@pytest.mark.parametrize(
    "change", [{"language": "e\x00"}, {"notes": ("fine", "\ud800")}, {"title": "\x00"}, {"licence": "\udfff"}], ids=list
)
def test_invalid_characters_of_a_corpus(change: dict[str, Any]) -> None:
    assert refusal(lambda: replace(story(), **change)).startswith("corpus 'voyage' contains a character")


TIMED: dict[str, Callable[[str], object]] = {
    "source": lambda time: Source("ann", "Ann", date=time, origin=PLACE),
    "event": lambda time: Event("sail", "Sail", time=time, origin=PLACE),
    "version": lambda time: Version("v", "sail", "ann", "", time=time, origin=PLACE),
}
PLACED: dict[str, Callable[[str], Event | Version]] = {
    "event": lambda position: Event("sail", "Sail", position=position, origin=PLACE),
    "version": lambda position: Version("v", "sail", "ann", "", position=position, origin=PLACE),
}


@pytest.mark.parametrize("kind", TIMED)
@pytest.mark.parametrize("time", ["yesterday", "2031-02-29", "2031-13", "3.4.2031", "2031-05-01T25:00", " "])
def test_invalid_times_of_values(kind: str, time: str) -> None:
    assert refusal(lambda: TIMED[kind](time)).startswith(f"{PLACE}: time {time.strip()!r} ")


@pytest.mark.parametrize("kind", PLACED)
@pytest.mark.parametrize("position", ["first", "1,5", "nan", "inf", "-inf", "1e999", "1_000", "0x1", " ", "1 2", "²"])
def test_invalid_positions(kind: str, position: str) -> None:
    expected = f"{PLACE}: the order is {position!r}; write a number such as 3 or 3.5"
    assert refusal(lambda: PLACED[kind](position)) == expected


@pytest.mark.parametrize("kind", PLACED)
@pytest.mark.parametrize("position", ["", "0", "1", "-2", "3.5", "1e3"])
def test_valid_positions(kind: str, position: str) -> None:
    assert PLACED[kind](position).position == position


def test_events_without_positions_are_numbered() -> None:
    assert [event.position for event in story().events] == ["1", "2", "3"]
    assert [event.position for event in replace(story(), events=EVENTS[::-1]).events] == ["1", "2", "3"]


@pytest.mark.parametrize("said", [{"position": "7"}, {"time": "1912"}], ids=["number", "time"])
def test_events_are_not_numbered_beside_positions_or_times(said: dict[str, Any]) -> None:
    events = (EVENTS[0], replace(EVENTS[1], **said), EVENTS[2])
    assert story(events=events).events == events


@pytest.mark.parametrize("timeline", [name for name in TIMELINES if name != GIVEN])
def test_events_of_a_derived_timeline_are_not_numbered(timeline: str) -> None:
    made = Corpus("voyage", SOURCES, EVENTS, VERSIONS, timeline=timeline)
    assert [event.position for event in made.events] == ["", "", ""]


def test_accounts_of_a_source_are_ordered_by_time() -> None:
    times = {"c": "", "b": "1912", "d": "1912-04", "a": "1913"}
    versions = [Version(id, "sail", "ann", "Words.", time=time) for id, time in times.items()]
    for given_versions in permutations(versions):
        assert [version.id for version in story(given_versions).versions] == ["c", "b", "d", "a"]


SPECIAL = {
    "decided": "person",
    "confidence": 0.5,
    "kind": "split",
    "side": "after",
    "given_in": "file",
    "date": "1912-04",
    "time": "1912",
    "position": "-3",
}
SAMPLES: dict[object, object] = {str: "We left. \U0001f6a2", int: 7, tuple[str, ...]: ("one", "")}


def full(kind: type[Value]) -> Value:
    """A value of which no field has its default."""
    hints = get_type_hints(kind)
    flags = {field.name: not field.default for field in fields(kind) if hints[field.name] is bool}
    return kind(**{f.name: flags.get(f.name, SPECIAL.get(f.name, SAMPLES.get(hints[f.name]))) for f in fields(kind)})


FULL = {kind: full(kind) for kind in (Source, Event, Version, Correction)}
BARE: dict[type[Value], Value] = {
    Source: Source("ann", ""),
    Event: Event("sail", ""),
    Version: Version("v", "sail", "ann", ""),
    Correction: Correction("rename", "sail"),
}


@pytest.mark.parametrize("kind", FULL, ids=lambda kind: kind.__name__)
def test_records_round_trip(kind: type[Source]) -> None:
    for value in (FULL[kind], BARE[kind]):
        there = json.loads(json.dumps(plain(value)))
        back = made(kind, there)
        for field in fields(kind):
            if field.name != "origin":
                assert getattr(back, field.name) == getattr(value, field.name)
        assert from_json(kind, to_json([value, value])) == (back, back)
        assert back.origin == "", "where a value was read is not recorded"
    assert to_json(()) == ""
    assert from_json(kind, "") == ()


def test_defaults_are_omitted() -> None:
    assert plain(BARE[Source]) == {"id": "ann", "title": ""}
    assert plain(BARE[Event]) == {"id": "sail", "title": ""}
    assert plain(BARE[Version]) == {"id": "v", "event": "sail", "source": "ann", "text": ""}
    assert plain(BARE[Correction]) == {"kind": "rename", "target": "sail"}
    assert plain(replace(Event("sail", "Sail"), declared=False)) == {"id": "sail", "title": "Sail", "declared": False}


texts = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)


@given(texts, st.lists(texts).map(tuple), st.integers(0, HIGHEST), st.booleans())
def test_any_content_round_trips(text: str, several: tuple[str, ...], number: int, flag: bool) -> None:
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
def test_invalid_records(kind: type[Source], data: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        made(kind, data)


@pytest.mark.parametrize("kind", [*MAKERS, "corpus", "run"])
def test_ids_have_a_limited_length(kind: str) -> None:
    make = MAKERS.get(kind, lambda name: check_id(kind, name, PLACE))
    make("x" * LONGEST_ID)
    message = refusal(lambda: make("x" * 5_000))
    assert message == f"{PLACE}: {kind} id '{'x' * 39}…' has 5,000 characters; use at most 500"


def test_the_day_of_an_event_has_a_limited_length() -> None:
    assert "'sail' has more than 500 characters" in refusal(lambda: Event("sail", "", day="x" * 501, origin=PLACE))
