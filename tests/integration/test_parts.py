"""A part of a corpus consolidated by itself: what it chooses, how little it reads, and runs that cover a part."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import eval
import ingest
import taeg
from taeg import Corpus, InputError, Part
from taeg.consolidate import in_memory as inmemory
from taeg.consolidate import strategies
from taeg.consolidate.strategies import Arrays
from taeg.export import book
from taeg.graph import choosing
from taeg.graph import read as reading
from taeg.graph.graph import Graph
from taeg.model.corpus import Correction
from taeg.model.corpus_graph import CorpusGraph, Edges
from taeg.model.part import WHOLE
from taeg.model.profile import AUDITED, PUBLISHED, Profile
from taeg.store.engine import Store, open_store
from tests.conftest import Taeg
from tests.integration import accounts
from tests.integration.recording import RecordingStore

DAYS = 20
SHAPE, PASSAGE = 4, 10
"""Columns of the statements that fetch what is chosen from, and what is told."""


class CountingStore(RecordingStore):
    """Counts the calls of each statement too."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.calls: Counter[str] = Counter()

    def _count(self, name: str, values: int) -> None:
        super()._count(name, values)
        self.calls[name] += 1


def dated(events: int = 60, profile: Profile = AUDITED, days: int = DAYS, sources: int = 4) -> Corpus:
    """Accounts of as many events on each day: of even days by the event's day, of odd ones by its time."""
    corpus = accounts.corpus(events=events, sources=sources, profile=profile, reference=True)
    told = []
    for i, event in enumerate(corpus.events):
        day = f"2030-{1 + i * days // events // 28:02}-{1 + i * days // events % 28:02}"
        even = i * days // events % 2 == 0
        told.append(replace(event, day=day if even else "", time=f"{day}T{i % 24:02}:30"))
    versions = tuple(replace(v, time=f"2031-01-{1 + i % 27:02}") for i, v in enumerate(corpus.versions))
    return replace(corpus, events=tuple(told), versions=versions)


def cut(graph: CorpusGraph, part: Part) -> tuple[Arrays, list[str]]:
    """What strategies should see of a part, made from the whole in memory, and the ids of its versions."""
    whole, corpus = inmemory.arrays(graph), graph.corpus
    places = {event.id: i for i, event in enumerate(corpus.events)}
    first = places[part.first] if part.first else 0
    last = places[part.last] if part.last else len(places) - 1
    events = [
        i
        for i, event in enumerate(corpus.events)
        if first <= i <= last and (not part.days or (event.day or event.time[:10]) in part.days)
    ]
    inside = np.array(
        [v.event in {corpus.events[i].id for i in events} and v.source in (part.sources or whole.sources)
         for v in corpus.versions]
    )  # fmt: skip
    if part.sources:
        events = sorted(set(whole.event[inside].tolist()))
    versions = np.flatnonzero(inside)

    def between(edges: Edges) -> Edges:
        kept = inside[edges.a] & inside[edges.b]
        ends = (np.searchsorted(versions, end[kept]) for end in (edges.a, edges.b))
        return Edges(*ends, edges.weight[kept])

    return (
        Arrays(
            len(events),
            np.searchsorted(events, whole.event[inside]),
            whole.source[inside],
            whole.chars[inside],
            between(graph.before),
            between(graph.same_event),
            whole.sources,
            [corpus.versions[i].text for i in versions],
            times=[whole.times[i] for i in versions],
            tellings=[whole.tellings[i] for i in versions],
        ),
        [corpus.versions[i].id for i in versions],
    )


STRATEGIES = ("taeg", "taeg-no-before", "centroid", "latest")
PARTS = (
    Part(days=("2030-01-05",)),
    Part(days=("2030-01-04",)),
    Part(days=("2030-01-03", "2030-01-08", "2030-01-09")),
    Part(sources=("s1",)),
    Part(sources=("s0", "s2")),
    Part(first="e7", last="e19"),
    Part(first="e50"),
    Part(days=("2030-01-05",), sources=("s3", "s1")),
    Part(days=("2030-01-05", "2030-01-06"), last="e13"),
)


@pytest.mark.parametrize("profile", [AUDITED, PUBLISHED], ids=lambda profile: profile.name)
def test_a_part_is_the_sub_graph_of_its_versions(address: str, profile: Profile) -> None:
    with taeg.open(address) as graph:
        ingest.load(dated(profile=profile), graph)
        built = graph.read()
        for part in PARTS:
            arrays, ids = cut(built, part)
            for name in STRATEGIES:
                wanted = [ids[place] for place in strategies.STRATEGIES[name](arrays).version.tolist()]
                told = graph.consolidate(name, part=part).passages
                assert [p.version for p in told if p.version] == wanted, (part, name)
                assert sum(1 for p in told if not p.version) == (
                    arrays.events - len(wanted) if profile.describes_silent_events else 0
                )
        recorded = {run.id: run for run in graph.runs()}
        spans = recorded[f"taeg,{PARTS[-1].name}"].spans
        base = spans[spans.role == "base"]
        assert base.score.tolist() == pytest.approx(strategies.taeg(arrays).score.tolist(), abs=1e-9)


def test_one_day_of_many_reads_that_day_only(address: str) -> None:
    with Graph.over(RecordingStore(open_store(address))) as graph:
        ingest.load(dated(events=600, days=200), graph)
        store = graph.store
        assert isinstance(store, RecordingStore)
        store.values.clear()
        graph.consolidate("taeg")
        whole = store.values.total()
        for part in (Part(days=("2030-03-04",)), Part(first="e300", last="e302")):
            store.values.clear()
            narrative = graph.consolidate("taeg", part=part)
            assert len(narrative.passages) == 3
            assert store.values.total() < 0.02 * whole, store.values
            assert store.values["read/passages"] == 3 * PASSAGE
            assert not any(name.startswith(("read/before", "read/same_event", "read/shape")) for name in store.values)
        built = graph.read()
        mine = [i for i, v in enumerate(built.corpus.versions) if v.source == "s2"]
        store.values.clear()
        told = graph.consolidate("taeg", part=Part(sources=("s2",))).passages
        assert store.values["read/source_shape"] == SHAPE * len(mine)
        assert store.values["read/passages"] == PASSAGE * len(told), "no word of another source was fetched"
        assert store.values["read/version_ids"] == 2 * len(told)
        inside = sum(1 for a, b in zip(built.before.a, built.before.b, strict=True) if a in mine and b in mine)
        assert store.values["read/part_before"] == 3 * inside, "no edge that leaves the part was fetched"
        assert store.values["read/part_same_event"] == 0


def test_a_part_in_many_pieces_is_read_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = dated(events=120)
    turns = tuple(replace(event, day=f"turn {i % 2}") for i, event in enumerate(corpus.events))
    with Graph.over(CountingStore(open_store(address))) as graph:
        graph.put(replace(corpus, events=turns))
        store = graph.store
        assert isinstance(store, CountingStore)
        wanted = next(v for v in graph.read().corpus.versions if v.event == "e40" and v.text)
        graph.correct(Correction("choose", "e40", other=wanted.id))
        built = graph.read()
        for part in (Part(days=("turn 0",)), Part(days=("turn 0",), sources=("s0", "s1", "s3"))):
            arrays, ids = cut(built, part)
            for places, calls in ((reading.PLACES, 1), (25, 3), (1, 60)):
                monkeypatch.setattr(choosing, "PLACES", places)
                store.values.clear()
                store.calls.clear()
                seen, at = choosing.part_arrays(store, graph.corpus(), part)
                shape = "read/source_shape" if part.sources else "read/part_shape"
                assert store.calls[shape] == calls
                assert store.values[shape] == SHAPE * len(ids), "what lies between was not fetched"
                assert [built.corpus.versions[i].id for i in at.versions.tolist()] == ids
                assert (seen.event.tolist(), list(seen.texts)) == (arrays.event.tolist(), list(arrays.texts))
                assert (list(seen.times), list(seen.tellings)) == (list(arrays.times), list(arrays.tellings))
                assert store.values["read/part_texts"] == 2 * len(ids)
                chosen = choosing.editor_choices(store, graph.corpus(), at)
                assert [ids[version] for version in chosen.values()] == [wanted.id]
                assert store.calls["read/editor_choices"] == calls


def test_edges_are_read_by_strategies_that_use_them(address: str) -> None:
    with Graph.over(RecordingStore(open_store(address))) as graph:
        ingest.load(dated(), graph)
        store = graph.store
        assert isinstance(store, RecordingStore)
        for name, kinds in (("longest", 0), ("taeg-no-before", 1), ("taeg", 2)):
            store.values.clear()
            graph.consolidate(name)
            assert sum(1 for kind in ("read/before", "read/same_event") if store.values[kind]) == kinds
            assert not store.values["read/texts"]
            assert store.values["read/version_ids"] <= 2 * DAYS * 3, "ids of the chosen alone"


def test_texts_are_read_a_few_events_at_a_time(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Graph.over(RecordingStore(open_store(address))) as graph:
        ingest.load(dated(), graph)
        store = graph.store
        assert isinstance(store, RecordingStore)
        stretch = Part(first="e7", last="e40")
        whole, part = graph.consolidate("centroid"), graph.consolidate("centroid", part=stretch)
        read = store.values.copy()
        most = max(Counter(version.event for version in graph.read().corpus.versions).values())
        for statement, again in (("read/texts", WHOLE), ("read/part_texts", stretch)):
            store.values.clear()
            store.largest.clear()
            with monkeypatch.context() as patch:
                patch.setattr(strategies, "CHARACTERS_AT_ONCE", 1)
                told = graph.consolidate("centroid", part=again)
            assert told.passages == (part if again else whole).passages
            assert store.values[statement] == read[statement]
            assert store.largest[statement] <= 2 * most, "a place and a text for each version of one event"


def test_a_run_over_a_part_is_a_run_of_its_own(address: str, taeg_command: Taeg, tmp_path: Path) -> None:
    with taeg.open(address) as graph:
        ingest.load(dated(), graph)
    day = ("--day", "2030-01-05", "--store", address)
    outcome = taeg_command("consolidate", *day, "--json")
    assert outcome.code == 0, outcome.err
    facts = json.loads(outcome.out)
    assert facts["run"] == "taeg,day=2030-01-05"
    assert [passage["event"] for passage in facts["passages"]] == ["e12", "e13", "e14"]
    assert taeg_command("consolidate", "--strategy", "longest", "--store", address).code == 0
    with taeg.open(address) as graph:
        recorded = {run.id: run for run in graph.runs()}
        assert recorded["taeg,day=2030-01-05"].parameters["part"] == "day=2030-01-05"
        assert recorded["taeg,day=2030-01-05"].part == "day=2030-01-05"
        assert recorded["longest"].part == ""
        assert [row["place"] for row in graph.query("run", run="taeg,day=2030-01-05")] == [13, 14, 15]
        assert any("taeg,day=2030-01-05" in v["chosen_by"] for v in graph.event("e13").versions)
        told = book.read_book(graph)
        assert told.main.id == "longest", "nobody asked for a part"
        [part] = [found for found in told.runs if found.run.id.startswith("taeg")]
        assert part.passages == graph.narrative("taeg,day=2030-01-05").passages
        with pytest.raises(InputError, match="covers a part of its corpus"):
            eval.evaluate(graph, "taeg,day=2030-01-05", wanted=["accuracy"])
        dump = graph.dump()
    with taeg.open(str(tmp_path / "copy.db")) as copy:
        copy.restore(dump)
        assert {run.id: run.part for run in copy.runs()} == {run: made.part for run, made in recorded.items()}


def test_titles_stand_for_silent_events_of_the_part_alone(address: str) -> None:
    corpus = dated(profile=PUBLISHED)
    silent = replace(corpus, versions=tuple(v for v in corpus.versions if v.event not in ("e13", "e40")))
    with taeg.open(address) as graph:
        ingest.load(silent, graph)
        told = graph.consolidate("longest", part=Part(days=("2030-01-05",))).passages
        assert [(p.event, bool(p.version)) for p in told] == [("e12", True), ("e13", False), ("e14", True)]
        [narrated] = book.read_book(graph).runs
        assert narrated.passages == told


def test_the_editors_choice_holds_where_it_is_in_the_part(address: str) -> None:
    corpus = dated()
    one, other = [v for v in corpus.versions if v.event == "e13" and v.text][:2]
    with taeg.open(address) as graph:
        graph.put(corpus)
        graph.correct(Correction("choose", "e13", other=one.id))
        day = Part(days=("2030-01-05",))
        assert one.id in [p.version for p in graph.consolidate("taeg", part=day).passages]
        elsewhere = Part(days=day.days, sources=(other.source,))
        told = graph.consolidate("taeg", part=elsewhere).passages
        assert {p.source for p in told} == {other.source}, "what lies outside the part is not told"


@pytest.mark.parametrize(
    ("part", "says"),
    [
        (Part(days=("2030-01-50",)), "did you mean '2030-01-"),
        (Part(days=("Monday",)), "its days go from '2030-01-01' to '2030-01-20'"),
        (Part(sources=("s11",)), "no source 's11'; did you mean 's1'"),
        (Part(first="e999"), "no event 'e999'"),
        (Part(first="e9", last="e2"), "'e2' stands before 'e9'"),
        (Part(days=("2030-01-05",), first="e30"), "no event of that day"),
    ],
)
def test_a_part_that_is_not_there_is_told(address: str, part: Part, says: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(dated(), graph)
        with pytest.raises(InputError, match=says):
            graph.consolidate("taeg", part=part)
        with pytest.raises(InputError, match="lexrank quotes from whole sources"):
            graph.consolidate("lexrank", part=Part(sources=("s1",)))
        assert graph.runs() == []
