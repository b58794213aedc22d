"""Runs over a part of a corpus: the selected versions, what is read, and how the runs are recorded."""

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
from taeg.consolidate import arrays as arrays_module
from taeg.consolidate import strategies
from taeg.consolidate.arrays import Arrays, in_memory, restrict
from taeg.consolidate.spans import WHOLE
from taeg.export import book
from taeg.model.corpus import AUDITED, PUBLISHED, Profile
from taeg.model.corpus_graph import CorpusGraph
from tests.conftest import Taeg
from tests.integration import accounts
from tests.integration.recording import RecordingStore, recorded_graph

DAYS = 20
PASSAGE = 11
"""Columns of the statement that reads passages."""


def dated(events: int = 60, profile: Profile = AUDITED, days: int = DAYS, sources: int = 4) -> Corpus:
    """The same number of events on each day; even days are given as days, odd ones as times."""
    corpus = accounts.corpus(events=events, sources=sources, profile=profile, reference=True)
    events_with_days = []
    for i, event in enumerate(corpus.events):
        day = f"2030-{1 + i * days // events // 28:02}-{1 + i * days // events % 28:02}"
        even = i * days // events % 2 == 0
        events_with_days.append(replace(event, day=day if even else "", time=f"{day}T{i % 24:02}:30"))
    versions = tuple(replace(v, time=f"2031-01-{1 + i % 27:02}") for i, v in enumerate(corpus.versions))
    return replace(corpus, events=tuple(events_with_days), versions=versions)


def cut(graph: CorpusGraph, part: Part) -> tuple[Arrays, list[str]]:
    """Arrays of a part, cut from the whole in memory, and the ids of its versions."""
    whole, corpus = in_memory(graph), graph.corpus
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

    return restrict(whole, np.array(events), versions), [corpus.versions[i].id for i in versions]


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


@pytest.mark.parametrize(
    ("address", "profile"),
    [("ladybug", AUDITED), ("neo4j", AUDITED), ("ladybug", PUBLISHED)],
    ids=["ladybug", "neo4j", "ladybug-published"],
    indirect=["address"],
)
def test_a_part_is_the_sub_graph_of_its_versions(address: str, profile: Profile) -> None:
    with taeg.open(address) as graph:
        ingest.load(dated(profile=profile), graph)
        built = graph.read()
        for part in PARTS:
            arrays, ids = cut(built, part)
            for name in STRATEGIES:
                spans, _ = strategies.apply(name, strategies.STRATEGIES[name], arrays, {})
                wanted = [ids[place] for place in spans.version.tolist()]
                found = graph.consolidate(name, part=part).passages
                assert [p.version for p in found if p.version] == wanted, (part, name)
                assert sum(1 for p in found if not p.version) == (
                    arrays.events - len(wanted) if profile.describes_silent_events else 0
                )
        recorded = {run.id: run for run in graph.runs()}
        spans = recorded[f"taeg,{PARTS[-1].name}"].spans
        base = spans[spans.role == "base"]
        assert base.score.tolist() == pytest.approx(strategies.taeg(arrays).score.tolist(), abs=1e-9)


def edge_values(store: RecordingStore) -> int:
    return sum(values for name, values in store.values.items() if name.startswith("read/edges"))


def test_a_part_reads_its_own_edges_and_texts(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays_module, "GAP", 1)
    with recorded_graph(address, dated(events=600, days=200)) as (graph, store):
        graph.consolidate("taeg")
        whole = edge_values(store)
        for part in (Part(days=("2030-03-04",)), Part(first="e300", last="e302")):
            store.values.clear()
            narrative = graph.consolidate("taeg", part=part)
            assert len(narrative.passages) == 3
            assert edge_values(store) < 0.02 * whole
            assert store.values["read/passages"] == 3 * PASSAGE
            assert store.values["read/version_ids"] == 2 * 3


def test_strategies_read_only_the_columns_they_use(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with recorded_graph(address, dated()) as (graph, store):
        for name, kinds in (("longest", 0), ("taeg-no-before", 1), ("taeg", 2)):
            store.values.clear()
            graph.consolidate(name)
            assert len([name for name, count in store.values.items() if "read/edges:" in name and count]) == kinds
            assert not store.values["read/texts"]
            assert store.values["read/version_ids"] <= 2 * DAYS * 3, "ids of selected versions only"
        most = max(Counter(version.event for version in graph.read().corpus.versions).values())
        for part in (WHOLE, Part(first="e7", last="e40")):
            expected = graph.consolidate("centroid", part=part)
            store.largest.clear()
            with monkeypatch.context() as patch:
                patch.setattr(arrays_module, "CHARACTERS_AT_ONCE", 1)
                assert graph.consolidate("centroid", part=part).passages == expected.passages
            assert store.largest["read/texts"] <= 3 * most, "index, text and length for each version of one event"


def test_runs_over_a_part_are_recorded_and_restored(address: str, taeg_command: Taeg, tmp_path: Path) -> None:
    with taeg.open(address) as graph:
        ingest.load(dated(), graph)
    day = ("--day", "2030-01-05", "--store", address)
    outcome = taeg_command("consolidate", "--strategy", "taeg", *day, "--json")
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
        read = book.read_book(graph)
        assert read.main.run.id == "longest", "not that of a part"
        [part] = [found for found in read.runs if found.run.id.startswith("taeg")]
        assert part.passages == graph.narrative("taeg,day=2030-01-05").passages
        with pytest.raises(InputError, match="covers a part of its corpus"):
            eval.evaluate(graph, "taeg,day=2030-01-05", wanted=["accuracy"])
        dump = graph.dump()
    with taeg.open(str(tmp_path / "copy.db")) as copy:
        copy.restore(dump)
        assert {run.id: run.part for run in copy.runs()} == {run: made.part for run, made in recorded.items()}


def test_unknown_and_empty_parts_are_refused(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(dated(), graph)
        for part, says in (
            (Part(days=("2030-01-50",)), "did you mean '2030-01-"),
            (Part(days=("Monday",)), "its days go from '2030-01-01' to '2030-01-20'"),
            (Part(sources=("s11",)), "no source 's11'; did you mean 's1'"),
            (Part(first="e999"), "no event 'e999'"),
            (Part(first="e9", last="e2"), "'e2' comes before 'e9'"),
            (Part(days=("2030-01-05",), first="e30"), "no event of that day"),
        ):
            with pytest.raises(InputError, match=says):
                graph.consolidate("taeg", part=part)
        with pytest.raises(InputError, match="lexrank quotes from whole sources"):
            graph.consolidate("lexrank", part=Part(sources=("s1",)))
        assert graph.runs() == []
