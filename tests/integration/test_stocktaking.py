"""`stats` goes through a corpus slice by slice and says what the corpus in memory would say."""

from dataclasses import replace

import numpy as np
import pytest

import ingest
import taeg
from taeg import TaegError
from taeg.graph import stats as stocktaking
from taeg.graph.graph import Graph
from taeg.graph.nodes import EVENTS, VERSIONS
from taeg.model import corpus_graph as corpusgraph
from taeg.model import timeline as timelines
from taeg.model.corpus import Corpus, Event, Source, Version
from tests.conftest import Taeg
from tests.integration import accounts
from tests.integration.recording import RecordingStore


def awkward() -> Corpus:
    """With gaps, an event that nobody tells, accounts out of order and one older than its event."""
    corpus = accounts.corpus(events=40)
    kept = [v for v in corpus.versions if v.event != "e7"]
    told = [replace(v, order_in_source=(5 * i) % len(kept) + 1, time="1912-04-10") for i, v in enumerate(kept)]
    told[3] = replace(told[3], gaps=("Statement 4, line 2",), text="A word, and then nothing.")
    told[4] = replace(told[4], text="", citation="")
    events = [replace(e, time="1912-04-11") if e.id == "e3" else e for e in corpus.events]
    return replace(corpus, versions=tuple(told), events=tuple(events))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices so small that a corpus of some hundred versions has many, and more windows than are kept."""
    monkeypatch.setattr(corpusgraph, "SLICE", 24)
    monkeypatch.setattr(stocktaking, "SLICE", 10)
    monkeypatch.setattr(stocktaking, "WINDOWS", 2)


@pytest.mark.usefixtures("small")
def test_the_figures_are_those_of_the_corpus_in_memory(address: str) -> None:
    built = ingest.build(awkward())
    value = built.corpus
    with taeg.open(address) as graph:
        loaded = graph.load(built)
        found = graph.stats()
        assert graph.read().digest == built.digest
    assert found.digest == loaded.digest == built.digest
    assert (found.events, found.versions) == (len(value.events), len(value.versions))
    assert found.versions_with_text == sum(1 for v in value.versions if v.text)
    assert (found.before, found.same_event) == (len(built.before), len(built.same_event))
    assert found.floored == built.floored > 0
    assert found.gaps == [v.citation or v.id for v in value.versions if not v.text] != []
    assert found.partial_gaps == ["Statement 4, line 2"]
    told = {v.event for v in value.versions}
    assert found.untold == [f"{e.id} {e.title}" for e in value.events if e.id not in told]
    assert "e7 Event 8" in found.untold
    assert found.contradictions == timelines.contradictions(value)
    assert any("before its event 'e3'" in line for line in found.contradictions)
    assert any("the other way round" in line for line in found.contradictions)
    assert found.notes == ["invented"]


@pytest.mark.usefixtures("small")
def test_no_more_than_a_slice_is_read_at_once(tmp_path: object) -> None:
    with taeg.open(f"{tmp_path}/graph.db") as opened:
        built = ingest.build(awkward())
        opened.load(built)
        graph = Graph(RecordingStore(opened.store))
        assert isinstance(graph.store, RecordingStore)
        assert graph.stats().digest == built.digest
        columns = 1 + len(VERSIONS.told) + len(VERSIONS.compared)
        assert graph.store.largest["read/versions"] == 10 * columns
        assert graph.store.values["read/versions"] == len(built.corpus.versions) * columns, "each once"
        assert graph.store.largest["read/events"] == 24 * (1 + len(EVENTS.told))


def test_large_events_are_said_to_be_left_out_of_the_count(tmp_path: object, taeg_command: Taeg) -> None:
    """Their weights are raised, so that they do not show which texts share no word."""
    events = (Event("e0", "Many"), Event("e1", "As many as are tied in pairs"), Event("e2", "Excluded"))
    sizes = {"e0": 3 * corpusgraph.DENSE, "e1": corpusgraph.DENSE, "e2": corpusgraph.DENSE + 1}
    versions = [
        Version(f"{event}-{i}", event, "s0", f"word{i}", excluded=event == "e2" and not i)
        for event, size in sizes.items()
        for i in range(size)
    ]
    built = ingest.build(Corpus("many", (Source("s0", "All"),), events, tuple(versions)))
    in_pairs = [v.event != "e0" for v in built.corpus.versions]
    with taeg.open(f"{tmp_path}/graph.db") as graph:
        graph.load(built)
        found = graph.stats()
    assert found.large_events == 1
    tied = [in_pairs[a] for a in built.same_event.a.tolist()]
    assert sum(tied) == 2 * (corpusgraph.DENSE * (corpusgraph.DENSE - 1) // 2)
    assert int(np.count_nonzero(built.same_event.weight[np.array(tied)] == built.corpus.profile.floor)) == sum(tied)
    assert not (built.same_event.weight[~np.array(tied)] == built.corpus.profile.floor).any()
    outcome = taeg_command("stats", "--store", f"{tmp_path}/graph.db")
    said = f"edges between texts that share no word: {found.floored} (events of over 64 versions apart: 1)"
    assert said in outcome.out


@pytest.mark.parametrize("ties", [True, False], ids=["tied", "untied"])
def test_a_version_that_got_lost_is_not_counted(tmp_path: object, ties: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(f"{tmp_path}/graph.db") as graph:
        built = ingest.build(awkward())
        graph.load(built)
        columns = graph.store.columns

        def lossy(name: str, **parameters: object) -> dict[str, list[object]]:
            found = columns(name, **parameters)
            if name in ("read/versions", "read/shape", "read/version_names"):
                keep = np.flatnonzero(np.asarray(found["ord"]) != len(built.corpus.versions) - 1).tolist()
                return {key: [column[i] for i in keep] for key, column in found.items()}
            if name in ("read/before", "read/same_event") and not ties:
                return {key: [] for key in found}
            return found

        monkeypatch.setattr(graph.store, "columns", lossy)
        if ties:
            with pytest.raises(TaegError, match="is not whole in the graph; ingest it again"):
                graph.stats()
            return
        found = graph.stats()
        assert found.versions == len(built.corpus.versions) - 1
        assert found.digest != built.digest
