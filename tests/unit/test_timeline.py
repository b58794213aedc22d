"""The order of events: its four bases, faults, and sources that disagree with it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.base.errors import InputError, Problems
from taeg.model.corpus import BY_ORDER, BY_ROW, BY_TIME, GIVEN, Corpus, Event, Source, Version
from taeg.model.timeline import arrange, counted, look_backs, natural, order_disagreements


def account(source: str, event: str, time: str = "", position: str = "", row: int = 0) -> Version:
    """An account of a source; with a row it has an origin."""
    return Version(
        f"{source}-{event}-{row}",
        event,
        source,
        "Words.",
        time=time,
        position=position,
        order_in_source=row,
        origin=f"{source}.csv:{row}" if row else "",
    )


def rows(events_in_order: str, time: str = "") -> list[Version]:
    """Accounts in the order of their files: `ann sail storm; bob land`."""
    return [
        account(source, event, time, row=i)
        for source, *events in map(str.split, events_in_order.split(";"))
        for i, event in enumerate(events, start=1)
    ]


def undeclared(*accounts: Version) -> list[Event]:
    """The events of some accounts, in order of appearance."""
    return [Event(event, event, declared=False) for event in dict.fromkeys(a.event for a in accounts)]


def arranged(events: Sequence[Event], accounts: Sequence[Version] = ()) -> tuple[list[str], str, list[str]]:
    """The ids of the ordered events, the basis of the order, and the faults."""
    problems = Problems()
    ordered, basis = arrange(events, accounts, problems)
    return [event.id for event in ordered], basis, problems.faults


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
def test_natural_order(names: list[str]) -> None:
    backwards = names[::-1]
    assert sorted(backwards, key=natural) == names


@given(st.lists(st.text(st.sampled_from("aAbß019.٣ -²")), unique=True))
def test_natural_order_distinguishes_all_names(names: list[str]) -> None:
    assert len({natural(name) for name in names}) == len(names)
    backwards = names[::-1]
    assert sorted(names, key=natural) == sorted(backwards, key=natural)


def event(id: str, time: str = "", position: str = "") -> Event:
    return Event(id, id, time=time, position=position)


SAME_NUMBER = [event(id, position="1") for id in ("e10", "e9", "e1")]
TIMES = [event("noon", "1912-04-15T12:00Z"), event("day", "1912-04-15"), event("y", "1911")]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([event("c", position="10"), event("b", position="2.5"), event("a", position="-1")], "a b c"),
        (SAME_NUMBER, "e1 e9 e10"),
        ([*SAME_NUMBER[:1], event("e9", position="1.0"), *SAME_NUMBER[2:]], "e1 e9 e10"),
        (TIMES, "y day noon"),
        ([*TIMES, event("dawn", "1912-04-15T00:00Z")], "y dawn day noon"),
        ([event("b", "1940", "2"), event("a", "1950", "1")], "a b"),
        (
            [event("sail", "1912-04-10", "2"), event("call", "1912-04-10", "1"), event("land", "1912-04-09")],
            "land call sail",
        ),
    ],
    ids=["numbers", "ids", "equal numbers", "times", "shorter first", "numbers before times", "numbered times"],
)
def test_declared_timelines(events: list[Event], expected: str) -> None:
    """Whatever the rows say."""
    accounts = [account("ann", e.id, f"20{i:02}", f"{-i}", row=i) for i, e in enumerate(events, start=1)]
    assert arranged(events) == arranged(events, accounts) == (expected.split(), GIVEN, [])


NUMBERS = [
    ("ann", "land", "3"),
    ("ann", "sail", "1"),
    ("bob", "storm", "2"),
    ("bob", "land", "3.0"),
    ("bob", "sail", ""),
]
NUMBERED = [account(source, name, position=position) for source, name, position in NUMBERS]
DAYS = [("ann", "storm", "12"), ("bob", "sail", "20"), ("ann", "sail", "10"), ("cid", "land", "11T08:00")]
TIMED = [*(account(source, name, f"1912-04-{day}") for source, name, day in DAYS), account("cid", "storm")]
ONE_DAY = rows("ann storm sail wreck; bob storm wreck land", "1912-04-10")
ZONED = [account("a", "second", "2031-05-01T11:00Z"), account("a", "first", "2031-05-01T12:00+02:00")]


@pytest.mark.parametrize(
    ("accounts", "expected", "basis"),
    [
        (NUMBERED, "sail storm land", BY_ORDER),
        ([replace(a, time=f"190{i}") for i, a in enumerate(NUMBERED)], "sail storm land", BY_ORDER),
        (TIMED, "sail land storm", BY_TIME),
        (ZONED, "first second", BY_TIME),
        (ONE_DAY, "storm sail wreck land", BY_TIME),
        (ONE_DAY[::-1], "storm sail wreck land", BY_TIME),
        (ONE_DAY[3:] + ONE_DAY[:3], "storm sail wreck land", BY_TIME),
        (rows("ann sail storm land"), "sail storm land", BY_ROW),
        (rows("ann sail land; bob storm land home; cid sail storm"), "sail storm land home", BY_ROW),
        (rows("ann sail sail storm"), "sail storm", BY_ROW),
        (rows("ann sail storm land; bob land sail home"), "sail storm land home", BY_ROW),
        (rows("ann sail storm sail"), "sail storm", BY_ROW),
    ],
)
def test_timelines_of_accounts(accounts: list[Version], expected: str, basis: str) -> None:
    assert arranged(undeclared(*accounts), accounts) == (expected.split(), basis, [])


def test_events_ordered_by_rows_are_numbered_and_keep_their_numbers() -> None:
    accounts = rows("bob land sail")
    ordered, _ = arrange(undeclared(*accounts), accounts, Problems())
    assert [event.position for event in ordered] == ["1", "2"]
    events = [replace(e, position=p) for e, p in zip(undeclared(*accounts), ("9", "4"), strict=True)]
    assert arranged(events, accounts) == (["sail", "land"], BY_ROW, [])
    accounts += rows("cid storm")
    assert arranged([*events, *undeclared(accounts[-1])], accounts)[2] == [
        "the position of 'storm' among the other events is unknown; give an order or a time, or a timeline"
    ]


UNNUMBERED = [account("ann", "sail", position="1"), *(account("ann", f"e{i}") for i in range(7))]


@pytest.mark.parametrize(
    ("events", "accounts", "faults"),
    [
        (
            [event("a", "1912"), event("b"), event("c")],
            [],
            [f"event '{i}' has neither its place nor a time in the timeline; give it" for i in "bc"],
        ),
        (
            undeclared(*UNNUMBERED),
            UNNUMBERED,
            [
                "the position of 'e0', 'e1', 'e2', 'e3', 'e4' … among the other events is unknown; give an order, or a "
                "timeline"
            ],
        ),
        (
            undeclared(*TIMED[3:]),
            TIMED[3:],
            ["the position of 'storm' among the other events is unknown; give a time, or a timeline"],
        ),
    ],
)
def test_faults_of_timelines(events: list[Event], accounts: list[Version], faults: list[str]) -> None:
    assert arranged(events, accounts)[2] == faults


stories_of_sources = st.lists(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6), min_size=1, max_size=5)


@given(stories_of_sources)
def test_every_event_is_placed_once(stories: list[list[str]]) -> None:
    accounts = [a for i, events in enumerate(stories) for a in rows(f"s{i} {' '.join(events)}")]
    found, basis, _ = arranged(undeclared(*accounts), accounts)
    assert basis == BY_ROW
    assert sorted(found) == sorted({event for events in stories for event in events})


@given(st.permutations("abcdefg"), st.lists(st.sets(st.integers(0, 6), min_size=2), min_size=1, max_size=5))
def test_the_timeline_follows_sources_that_agree(truth: list[str], known: list[set[int]]) -> None:
    stories = [[truth[i] for i in sorted(places)] for places in known]
    accounts = [a for i, events in enumerate(stories) for a in rows(f"s{i} {' '.join(events)}")]
    found, *_ = arranged(undeclared(*accounts), accounts)
    for events in stories:
        assert [event for event in found if event in events] == events


def corpus(*versions: Version, events: Sequence[Event] = ()) -> Corpus:
    timeline = events or [Event(i, i.title()) for i in ("sail", "storm", "land")]
    sources = tuple(Source(i, i.title()) for i in ("ann", "bob"))
    return Corpus("voyage", sources, tuple(timeline), versions)


def test_a_step_back_is_reported_once_with_its_row() -> None:
    found = order_disagreements(corpus(*rows("ann land storm sail; bob sail land storm")), origins=True)
    assert found[0] == "ann.csv:2: Ann reports 'Land' before 'Storm'; the timeline has the opposite order"
    assert [line.partition(";")[0] for line in found[1:]] == [
        "ann.csv:3: Ann reports 'Storm' before 'Sail'",
        "bob.csv:3: Bob reports 'Land' before 'Storm'",
    ]


def test_statements_that_look_back_are_listed_apart() -> None:
    drafted = [replace(v, file="texts/ann.txt") for v in rows("ann land sail")]
    found = corpus(*drafted, *rows("bob storm sail"))
    [step] = order_disagreements(found)
    assert step.startswith("Bob reports 'Storm' before 'Sail'")
    [look_back] = look_backs(found)
    assert look_back.startswith("Ann reports 'Land' before 'Sail'")
    assert counted([look_back]) == ["statements return to an earlier event once, as statements do"]
    assert "1,000 times" in counted([look_back] * 1000)[0]
    assert counted([]) == []


def test_accounts_without_row_numbers_or_with_times_do_not_disagree() -> None:
    backwards = rows("ann land storm sail")
    assert order_disagreements(corpus(*(replace(v, order_in_source=0) for v in backwards))) == []
    assert order_disagreements(corpus(*(replace(v, order_in_source=1) for v in backwards))) == []
    later_reports = [replace(v, time=f"2031-05-0{i}") for i, v in enumerate(backwards, start=1)]
    assert order_disagreements(corpus(*later_reports)) == []


def test_an_account_older_than_its_event_is_reported() -> None:
    events = [Event("sail", "Sail", time="1912-04-10"), Event("storm", "Storm", time="1912-04-12T08:00Z")]
    versions = [
        account("ann", "sail", "1912-04-09", row=1),
        account("bob", "sail", "1912-04-10"),
        account("ann", "storm", "1912-04-12"),
        account("bob", "storm", "1912-04-12T07:59Z"),
    ]
    assert order_disagreements(corpus(*versions, events=events), origins=True) == [
        "ann.csv:1: 'ann-sail-1' is of 1912-04-09, before its event 'Sail' happened according to the timeline",
        "'bob-storm-0' is of 1912-04-12T07:59Z, before its event 'Storm' happened according to the timeline",
    ]


def test_clock_times_without_dates_do_not_order_events() -> None:
    numbered = [Event("sail", "Sail", time="23:41", position="1"), Event("storm", "Storm", time="22:10", position="2")]
    found, _, faults = arranged(numbered, [])
    assert (found, faults) == (["sail", "storm"], [])
    assert order_disagreements(corpus(account("ann", "sail", "1912-04-09"), events=numbered)) == []
    with pytest.raises(InputError, match=r"time '23:41' cannot be read; write it as 2024-05-03"):
        arranged([replace(event, position="") for event in numbered], [])
