"""What happened when: the four ways to an order of events, what is refused, and what contradicts a timeline."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.base.errors import Problems
from taeg.model.corpus import BY_ORDER, BY_ROW, BY_TIME, GIVEN, Corpus, Event, Source, Version
from taeg.model.timeline import arrange, natural, order_disagreements, zones


def account(source: str, event: str, time: str = "", position: str = "", telling: int = 0) -> Version:
    place = f"{source}.csv:{telling}" if telling else ""
    return Version(
        f"{source}-{event}-{telling}",
        event,
        source,
        "Words.",
        time=time,
        position=position,
        order_in_source=telling,
        origin=place,
    )


def rows(source: str, *events: str) -> list[Version]:
    """What a source tells, in the order of its file."""
    return [account(source, event, telling=i) for i, event in enumerate(events, start=1)]


def untold(*accounts: Version) -> list[Event]:
    """The events that accounts alone speak of, in order of appearance."""
    return [Event(event, event, declared=False) for event in dict.fromkeys(a.event for a in accounts)]


def order(events: Sequence[Event], accounts: Sequence[Version] = ()) -> tuple[list[str], str]:
    problems = Problems()
    ordered, basis = arrange(events, accounts, problems)
    assert problems.faults == []
    return [event.id for event in ordered], basis


def faults(events: Sequence[Event], accounts: Sequence[Version] = ()) -> list[str]:
    problems = Problems()
    arrange(events, accounts, problems)
    return problems.faults


# --- natural order ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        ["e1", "e2", "e10", "e100"],
        ["1", "2", "10", "a", "b"],
        ["1a", "1b", "2", "10a"],
        ["day 1 hour 2", "day 1 hour 10", "day 2 hour 1"],
        ["007", "7", "8"],
        ["a", "b", "C", "d"],
        ["e9", "e10", "e" + "9" * 5000, "e1" + "0" * 5000],
    ],
    ids=lambda names: names[0],
)
def test_numbers_inside_names_count(names: list[str]) -> None:
    backwards = names[::-1]
    assert sorted(backwards, key=natural) == names


@given(st.lists(st.text(st.sampled_from("aAbß019.٣ -²")), unique=True))
def test_no_two_names_are_alike(names: list[str]) -> None:
    assert len({natural(name) for name in names}) == len(names)
    backwards = names[::-1]
    assert sorted(names, key=natural) == sorted(backwards, key=natural)


# --- a given timeline ------------------------------------------------------------------------------------------------


def test_a_timeline_goes_by_its_numbers() -> None:
    events = [Event("c", "C", position="10"), Event("b", "B", position="2.5"), Event("a", "A", position="-1")]
    assert order(events) == (["a", "b", "c"], GIVEN)
    backwards = rows("ann", "c", "b", "a")
    assert order(events, [replace(a, position="1") for a in backwards]) == (["a", "b", "c"], GIVEN)


def test_events_of_one_number_go_by_their_ids() -> None:
    events = [Event(name, name, position="1") for name in ("e10", "e9", "e1")]
    assert order(events)[0] == ["e1", "e9", "e10"]
    assert order([replace(e, position="1.0") if e.id == "e9" else e for e in events])[0] == ["e1", "e9", "e10"]


def test_a_timeline_goes_by_its_times_where_it_has_no_numbers() -> None:
    events = [
        Event("noon", "N", time="1912-04-15T12:00Z"),
        Event("day", "D", time="1912-04-15"),
        Event("y", "Y", time="1911"),
    ]
    assert order(events) == (["y", "day", "noon"], GIVEN), "what begins first goes first"
    events.append(Event("dawn", "D", time="1912-04-15T00:00Z"))
    assert order(events)[0] == ["y", "dawn", "day", "noon"], "of two that begin together the shorter one goes first"


def test_numbers_go_before_times() -> None:
    events = [Event("a", "A", time="1950", position="1"), Event("b", "B", time="1940", position="2")]
    assert order(events) == (["a", "b"], GIVEN)


def test_an_event_without_place_among_placed_ones_is_refused() -> None:
    numbered = [Event("a", "A", position="1"), Event("b", "B", time="1912", origin="timeline.csv:3")]
    expected = "timeline.csv:3: event 'b' has neither its place nor an order in the timeline; give it"
    assert faults(numbered) == [expected]
    timed = [Event("a", "A", time="1912"), Event("b", "B"), Event("c", "C")]
    assert faults(timed) == [f"event '{i}' has neither its place nor a time in the timeline; give it" for i in "bc"]


# --- made of what accounts say ---------------------------------------------------------------------------------------


def test_rows_may_number_their_events() -> None:
    accounts = [
        account("ann", "land", position="3"),
        account("ann", "sail", position="1"),
        account("bob", "storm", position="2"),
        account("bob", "land", position="3.0"),
        account("bob", "sail"),
    ]
    assert order(untold(*accounts), accounts) == (["sail", "storm", "land"], BY_ORDER)
    timed = [replace(a, time=f"190{i}") for i, a in enumerate(accounts)]
    assert order(untold(*timed), timed) == (["sail", "storm", "land"], BY_ORDER), "what rows say of the order holds"


def test_rows_that_disagree_on_the_order_are_refused() -> None:
    accounts = [
        account("ann", "sail", position="1", telling=1),
        account("bob", "sail", position="2", telling=4),
        account("cid", "sail", position="3"),
    ]
    assert faults(untold(*accounts), accounts) == [
        "bob.csv:4: event 'sail' has the order 2 here and 1 in ann.csv:1; make them agree",
        "event 'sail' has the order 3 here and 1 in ann.csv:1; make them agree",
    ]


def test_an_event_that_no_row_numbers_is_refused() -> None:
    accounts = [account("ann", "sail", position="1"), *(account("ann", f"e{i}") for i in range(7))]
    assert faults(untold(*accounts), accounts) == [
        "nothing says where 'e0', 'e1', 'e2', 'e3', 'e4' … belong among the other events; give an order, or a timeline"
    ]


def test_an_event_stands_where_its_earliest_account_does() -> None:
    accounts = [
        account("ann", "storm", "1912-04-12"),
        account("bob", "sail", "1912-04-20"),
        account("ann", "sail", "1912-04-10"),
        account("cid", "land", "1912-04-11T08:00"),
        account("cid", "storm"),
    ]
    assert order(untold(*accounts), accounts) == (["sail", "land", "storm"], BY_TIME)
    late = [a for a in accounts if a.source != "ann"]
    assert faults(untold(*late), late) == [
        "nothing says where 'storm' belongs among the other events; give a time, or a timeline"
    ]


def test_events_of_one_time_stand_as_they_are_told() -> None:
    day = "1912-04-10"
    told = {"ann": ["storm", "sail", "wreck"], "bob": ["storm", "wreck", "land"]}
    accounts = [
        replace(account(source, event, day), order_in_source=i)
        for source, events in told.items()
        for i, event in enumerate(events, 1)
    ]
    for rows in (accounts, accounts[::-1], accounts[3:] + accounts[:3]):
        assert order(untold(*rows), rows) == (["storm", "sail", "wreck", "land"], BY_TIME)


def test_a_timeline_of_times_is_numbered_where_times_are_alike() -> None:
    events = [
        Event("sail", "", time="1912-04-10", position="2"),
        Event("call", "", time="1912-04-10", position="1"),
        Event("land", "", time="1912-04-09"),
    ]
    assert order(events, []) == (["land", "call", "sail"], GIVEN)


def test_without_numbers_and_times_events_go_as_they_are_told() -> None:
    accounts = rows("ann", "sail", "storm", "land")
    assert order(untold(*accounts), accounts) == (["sail", "storm", "land"], BY_ROW)
    ordered, _ = arrange(untold(*accounts), accounts, Problems())
    assert [event.position for event in ordered] == ["1", "2", "3"]


def test_what_one_source_leaves_out_stands_where_another_tells_it() -> None:
    accounts = [*rows("ann", "sail", "land"), *rows("bob", "storm", "land", "home"), *rows("cid", "sail", "storm")]
    assert order(untold(*accounts), accounts) == (["sail", "storm", "land", "home"], BY_ROW)


def test_an_event_told_twice_in_a_row_is_one_step() -> None:
    accounts = rows("ann", "sail", "sail", "storm")
    assert order(untold(*accounts), accounts) == (["sail", "storm"], BY_ROW)


def test_where_sources_contradict_each_other_what_comes_first_goes_first() -> None:
    accounts = [*rows("ann", "sail", "storm", "land"), *rows("bob", "land", "sail", "home")]
    assert order(untold(*accounts), accounts) == (["sail", "storm", "land", "home"], BY_ROW)
    there_and_back = rows("ann", "sail", "storm", "sail")
    assert order(untold(*there_and_back), there_and_back) == (["sail", "storm"], BY_ROW)


def test_places_of_rows_that_are_there_already_stay() -> None:
    accounts = rows("bob", "land", "sail")
    events = [replace(e, position=p) for e, p in zip(untold(*accounts), ("9", "4"), strict=True)]
    assert order(events, accounts) == (["sail", "land"], BY_ROW)
    accounts += rows("cid", "storm")
    assert faults([*events, *untold(accounts[-1])], accounts) == [
        "nothing says where 'storm' belongs among the other events; give an order or a time, or a timeline"
    ]


told = st.lists(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6), min_size=1, max_size=5)


@given(told)
def test_every_event_is_placed_once_whatever_the_sources_tell(stories: list[list[str]]) -> None:
    accounts = [a for i, events in enumerate(stories) for a in rows(f"s{i}", *events)]
    found, basis = order(untold(*accounts), accounts)
    assert basis == BY_ROW
    assert sorted(found) == sorted({event for events in stories for event in events})


@given(st.permutations("abcdefg"), st.lists(st.sets(st.integers(0, 6), min_size=2), min_size=1, max_size=5))
def test_sources_that_agree_are_never_contradicted(truth: list[str], known: list[set[int]]) -> None:
    stories = [[truth[i] for i in sorted(places)] for places in known]
    accounts = [a for i, events in enumerate(stories) for a in rows(f"s{i}", *events)]
    found, _ = order(untold(*accounts), accounts)
    for events in stories:
        assert [event for event in found if event in events] == events


# --- contradictions --------------------------------------------------------------------------------------------------


def corpus(*versions: Version, events: Sequence[Event] = ()) -> Corpus:
    timeline = events or [Event(i, i.title()) for i in ("sail", "storm", "land")]
    sources = tuple(Source(i, i.title()) for i in ("ann", "bob"))
    return Corpus("voyage", sources, tuple(timeline), versions)


def test_a_step_back_is_told_with_its_row() -> None:
    found = order_disagreements(
        corpus(*rows("ann", "sail", "land", "storm"), *rows("bob", "sail", "storm", "land")), origins=True
    )
    assert found == ["ann.csv:3: Ann tells 'land' before 'storm'; the timeline has them the other way round"]


def test_each_step_back_is_told_once() -> None:
    found = order_disagreements(
        corpus(*rows("ann", "land", "storm", "sail"), *rows("bob", "storm", "sail")), origins=True
    )
    assert [line.partition(";")[0] for line in found] == [
        "ann.csv:2: Ann tells 'land' before 'storm'",
        "ann.csv:3: Ann tells 'storm' before 'sail'",
        "bob.csv:2: Bob tells 'storm' before 'sail'",
    ]


def test_what_has_no_order_of_its_own_contradicts_nothing() -> None:
    backwards = rows("ann", "land", "storm", "sail")
    assert order_disagreements(corpus(*(replace(v, order_in_source=0) for v in backwards))) == []
    assert order_disagreements(corpus(*(replace(v, order_in_source=1) for v in backwards))) == []
    later_reports = [replace(v, time=f"2031-05-0{i}") for i, v in enumerate(backwards, start=1)]
    assert order_disagreements(corpus(*later_reports)) == []


def test_an_account_older_than_its_event_is_told() -> None:
    events = [Event("sail", "Sail", time="1912-04-10"), Event("storm", "Storm", time="1912-04-12T08:00Z")]
    versions = [
        account("ann", "sail", "1912-04-09", telling=1),
        account("bob", "sail", "1912-04-10"),
        account("ann", "storm", "1912-04-12"),
        account("bob", "storm", "1912-04-12T07:59Z"),
    ]
    assert order_disagreements(corpus(*versions, events=events), origins=True) == [
        "ann.csv:1: 'ann-sail-1' is of 1912-04-09, before its event 'sail' happened according to the timeline",
        "'bob-storm-0' is of 1912-04-12T07:59Z, before its event 'storm' happened according to the timeline",
    ]


# --- zones -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "remark"),
    [
        ([], ""),
        (["", ""], ""),
        (["2031", "2031-05-01T12:00", ""], ""),
        (["2031-05-01T12:00Z", "2031-05-01T12:00+02:00"], ""),
        (
            ["2031-05-01T12:00Z", "2031-05-01", "", "2030"],
            "2 of 3 times have no zone and are taken as UTC; give all of them one, or none",
        ),
    ],
)
def test_times_with_and_without_zone_among_each_other_are_worth_a_remark(times: list[str], remark: str) -> None:
    assert zones(times) == remark
