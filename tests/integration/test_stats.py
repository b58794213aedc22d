"""Statistics of a corpus in the graph."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

import ingest
import taeg
from taeg import TaegError
from taeg.graph import read as reading
from taeg.graph.graph import Graph
from taeg.graph.nodes import VERSIONS
from taeg.model import corpus_graph
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.timeline import order_disagreements
from taeg.store.engine import Store
from tests.conftest import Taeg
from tests.integration import accounts
from tests.integration.recording import RecordingStore


def awkward() -> Corpus:
    """With gaps, an event without accounts, accounts out of order and one older than its event."""
    corpus = accounts.corpus(events=40)
    kept = [v for v in corpus.versions if v.event != "e7"]
    changed = [replace(v, order_in_source=(5 * i) % len(kept) + 1, time="1912-04-10") for i, v in enumerate(kept)]
    changed[3] = replace(changed[3], gaps=("Statement 4, line 2",), text="A word, and then nothing.")
    changed[4] = replace(changed[4], text="", citation="")
    events = [replace(e, time="1912-04-11") if e.id == "e3" else e for e in corpus.events]
    return replace(corpus, versions=tuple(changed), events=tuple(events))


def test_statistics_match_the_corpus(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_graph, "SLICE", 24)  # several slices
    monkeypatch.setattr(reading, "SLICE", 10)
    built = ingest.build(awkward())
    value = built.corpus
    with taeg.open(address) as graph:
        loaded = graph.load(built)
        found = graph.stats()
        assert graph.stats_of(loaded) == found
    assert found.digest == loaded.digest == built.digest
    assert (found.events, found.versions) == (len(value.events), len(value.versions))
    assert found.versions_with_text == sum(1 for v in value.versions if v.text)
    assert (found.before, found.same_event) == (len(built.before), len(built.same_event))
    assert found.edges == {"before": found.before, "same_event": found.same_event}
    assert found.floored == built.floored > 0
    assert found.gaps == [v.citation or v.id for v in value.versions if not v.text] != []
    assert found.partial_gaps == ["Statement 4, line 2"]
    assert "e7 Event 8" in found.untold
    assert found.contradictions == found.order_disagreements == order_disagreements(value)
    assert any("before its event 'Event 4'" in line for line in found.order_disagreements)
    assert any("the opposite order" in line for line in found.order_disagreements)
    assert found.notes == ["invented"]


def test_an_ingest_reads_the_graph_back_once(tmp_path: Path) -> None:
    with taeg.open(str(tmp_path / "graph.db")) as opened:
        store = RecordingStore(opened.store)
        graph = Graph(cast(Store, store))
        built = ingest.build(awkward())
        assert graph.stats_of(graph.load(built)).digest == built.digest
        assert store.values[VERSIONS.read_compared] == len(built.corpus.versions) * (1 + len(VERSIONS.compared))
        assert not store.values[VERSIONS.read]


def test_large_events_are_not_counted_as_floored(tmp_path: Path, taeg_command: Taeg) -> None:
    """Their weights are scaled, so that they do not show which texts share no word."""
    events = (Event("e0", "Many"), Event("e1", "As many as are tied in pairs"), Event("e2", "Excluded"))
    sizes = {"e0": 3 * corpus_graph.DENSE, "e1": corpus_graph.DENSE, "e2": corpus_graph.DENSE + 1}
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
    assert sum(tied) == 2 * (corpus_graph.DENSE * (corpus_graph.DENSE - 1) // 2)
    assert int(np.count_nonzero(built.same_event.weight[np.array(tied)] == built.corpus.profile.floor)) == sum(tied)
    assert not (built.same_event.weight[~np.array(tied)] == built.corpus.profile.floor).any()
    outcome = taeg_command("stats", "--store", f"{tmp_path}/graph.db")
    large = f"(events with over {corpus_graph.DENSE} versions not counted: 1)"
    assert f"edges between texts without a common word: {found.floored} {large}" in outcome.out


@pytest.mark.parametrize("label", ["Version", "Event"])
def test_a_corpus_with_missing_nodes_is_an_error(tmp_path: Path, label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        graph.load(ingest.build(awkward()))
        columns = graph.store.columns

        def lossy(name: str, **parameters: object) -> dict[str, list[object]]:
            found = columns(name, **parameters)
            return {key: column[:-1] for key, column in found.items()} if f":{label}(" in name else found

        monkeypatch.setattr(graph.store, "columns", lossy)
        with pytest.raises(TaegError, match=r"is incomplete in the graph; ingest it again|is of an unknown event"):
            graph.stats()
