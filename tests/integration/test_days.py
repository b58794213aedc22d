"""The day of an event: given, or that of its time or of its earliest version; and what is read to find it."""

from dataclasses import replace

import pytest

import ingest
import taeg
from taeg import Corpus, Event, InputError, Part, Source, Version
from taeg.model.corpus import BY_TIME
from tests.integration import accounts
from tests.integration.recording import recorded_graph

PAPERS = {"daily": "", "weekly": "2024-05-03", "almanac": "20240501"}
"""Sources with their dates, for accounts without a time."""
TIMES: dict[str, dict[str, str]] = {
    "twice": {"daily": "2024-05-04", "weekly": "2024-05-03T08:00"},
    "again": {"daily": "2024-05-02T22:00", "weekly": "2024-05-03"},
    "compact": {"daily": "20240503T1200"},
    "by source": {"daily": "2024-05-05", "weekly": ""},
    "by almanac": {"daily": "2024-05-03", "almanac": ""},
    "zoned": {"daily": "2024-05-03T01:00+02:00", "weekly": "2024-05-03T00:30Z"},
    "month": {"daily": "2024-05"},
    "untold": {"daily": ""},
    "own day": {"daily": "2024-05-03"},
    "own time": {"weekly": "2024-05-03"},
}
"""Events with the times of their accounts."""
DAYS = {
    "2024-05-01": ["by almanac"],
    "2024-05-02": ["again"],
    "2024-05-03": ["by source", "compact", "twice", "zoned"],
    "2024-05-08": ["own time"],
    "2024-05-09": ["own day"],
}


def papers() -> Corpus:
    own = {"own day": {"day": "2024-05-09"}, "own time": {"time": "2024-05-08T10:00"}}
    return Corpus(
        name="papers",
        sources=tuple(Source(id, id, date=date) for id, date in PAPERS.items()),
        events=tuple(Event(id, id, declared=False, **own.get(id, {})) for id in TIMES),
        versions=tuple(
            Version(f"{source}:{event}", event, source, f"The {source} tells {event}.", time=time)
            for event, times in TIMES.items()
            for source, time in times.items()
        ),
        timeline=BY_TIME,
    )


def test_the_day_of_an_event_is_that_of_its_earliest_version(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(papers(), graph)
        for day, events in DAYS.items():
            found = graph.consolidate("longest", part=Part(days=(day,))).passages
            assert sorted(p.event for p in found) == events, day
        both = graph.consolidate("taeg", part=Part(days=("2024-05-03",), sources=("weekly",))).passages
        assert [p.version for p in both] == ["weekly:twice", "weekly:by source", "weekly:zoned"]


def test_days_without_events_are_refused(address: str) -> None:
    corpus = papers()
    timeless = replace(
        corpus,
        sources=tuple(replace(source, date="") for source in corpus.sources),
        events=tuple(replace(event, day="", time="") for event in corpus.events),
        versions=tuple(replace(version, time="") for version in corpus.versions),
    )
    with taeg.open(address) as graph:
        ingest.load(corpus, graph, "papers")
        ingest.load(timeless, graph, "timeless")
        for name, day, says in (
            ("papers", "2024-05-05", "the nearest is '2024-05-03'; its days go from '2024-05-01' to '2024-05-09'"),
            ("papers", "2031-01-01", "the nearest is '2024-05-09'"),
            ("papers", "2024-05-33", "did you mean '2024-05-"),
            ("papers", "Monday", "no day 'Monday'; its days go from"),
            ("timeless", "2024-05-03", "neither its events nor their versions have days"),
        ):
            with pytest.raises(InputError, match=says):
                graph.consolidate("longest", name, part=Part(days=(day,)))


def test_events_of_a_day_are_found_without_reading_all_versions(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = accounts.corpus(events=600)
    place = {event.id: i for i, event in enumerate(corpus.events)}
    days = [f"2030-{1 + i // 3 // 28:02}-{1 + i // 3 % 28:02}" for i in range(600)]
    dated = replace(
        corpus,
        events=tuple(replace(event, day="") for event in corpus.events),
        versions=tuple(replace(v, time=f"{days[place[v.event]]}T1{v.source[1:]}:00") for v in corpus.versions),
        timeline=BY_TIME,
    )
    with recorded_graph(address, dated) as (graph, store):
        graph.consolidate("taeg")
        whole = store.values.total()
        store.values.clear()
        narrative = graph.consolidate("taeg", part=Part(days=("2030-03-04",)))
        assert [days[place[p.event]] for p in narrative.passages] == ["2030-03-04"] * 3
        assert store.values.total() - store.values["read/shape"] < 0.02 * whole, store.values
        assert not store.values["read/days"]
        monkeypatch.setattr("taeg.graph.days.PLACES", 2)
        assert graph.consolidate("taeg", part=Part(days=("2030-03-04",))) == narrative
