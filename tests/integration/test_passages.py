"""Streams of passages: equal to the narrative, read in slices, and never a mix of two corpora."""

from pathlib import Path

import pytest

import ingest
import taeg
from taeg import TaegError
from taeg.base.files import write_whole
from taeg.consolidate.narrative import pieces
from taeg.graph import read as reading
from taeg.graph import runs
from taeg.model.corpus import AUDITED, PUBLISHED, Profile
from taeg.store.engine import Row
from tests.integration import accounts
from tests.integration.recording import recorded_graph

COLUMNS = 11
"""Of the statement that fetches passages."""


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices as small as if the corpus were much larger."""
    monkeypatch.setattr(runs, "PASSAGES", 4)
    for module, name in ((runs, "SLICE"), (runs, "NUMBERS"), (reading, "SLICE"), (reading, "NUMBERS")):
        monkeypatch.setattr(module, name, 7)


@pytest.mark.parametrize("profile", [AUDITED, PUBLISHED], ids=lambda profile: profile.name)
@pytest.mark.usefixtures("small_slices")
def test_passages_are_read_in_slices(address: str, profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    with recorded_graph(address, accounts.corpus(events=30, profile=profile)) as (graph, store):
        narrative = graph.consolidate("taeg")
        store.values.clear()
        store.largest.clear()
        stream = graph.passages("taeg")
        first = next(stream)
        assert store.values["read/passages"] <= 4 * COLUMNS, "at most one slice is read ahead"
        assert (first, *stream) == narrative.passages
        assert store.largest["read/passages"] <= 4 * COLUMNS
        assert "".join(pieces(graph.passages("taeg"), profile)) == narrative.text
        monkeypatch.setattr(runs, "PASSAGES", 1000)
        lengths = [len(passage.text) for passage in narrative.passages if passage.version]
        for limit in (1, max(lengths), 2 * max(lengths)):
            monkeypatch.setattr(runs, "CHARACTERS", limit)
            store.largest.clear()
            assert tuple(graph.passages("taeg")) == narrative.passages
            most = store.largest["read/passages"] // COLUMNS
            assert most == 1 if limit == 1 else sum(sorted(lengths)[:most]) <= limit


@pytest.mark.usefixtures("small_slices")
def test_runs_are_written_and_verified_in_slices(address: str) -> None:
    with recorded_graph(address, accounts.corpus(events=40, profile=PUBLISHED)) as (graph, store):
        graph.consolidate_many([("taeg", {}), ("longest", {}), ("lexrank", {"size": 20})])
        assert 0 < store.largest["load selected_versions"] <= 8 * 7
        assert 0 < store.largest["read/spans"] <= 8 * 7
        assert 0 < store.largest["read/version_ids"] <= 2 * 7
        assert [len(run.spans) for run in graph.runs() if run.id == "taeg"] == [40]
        assert len(graph.narrative("lexrank,size=20").passages) == 20


@pytest.mark.usefixtures("small_slices")
def test_streams_over_a_replaced_corpus_fail(address: str, tmp_path: Path) -> None:
    old, new = (ingest.build(accounts.corpus(events=30, seed=seed)) for seed in (1, 2))
    with taeg.open(address) as graph:
        graph.load(old, "night")
        graph.consolidate("longest", "night")

        def replacing() -> "list[bytes]":
            written = []
            for passage in graph.passages("longest", "night"):
                if len(written) == 2:
                    graph.load(new, "night")
                    graph.consolidate("longest", "night")
                written.append(passage.text.encode())
            return written

        with pytest.raises(TaegError, match=r"was replaced .* run this again"):
            write_whole(tmp_path / "out.txt", (part for part in replacing()))
        assert not list(tmp_path.glob("*out*"))
        whole = graph.narrative("longest", "night")
        assert tuple(graph.passages("longest", "night")) == whole.passages


def test_streams_over_a_replaced_run_fail(address: str) -> None:
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph)
        graph.consolidate("random", seed=1)
        stream = graph.passages("random,seed=1")
        next(stream)
        entry = graph.corpus()
        [run] = graph.runs()
        arrays = reading.arrays(graph.store, entry)
        other = runs.make(entry, "random", {"seed": 1}, {"seed": 1}, taeg.consolidate.strategies.longest(arrays))
        assert not other.same_result(run)
        runs.save(graph.store, entry, other)
        with pytest.raises(TaegError, match="was replaced while it was read"):
            list(stream)


def test_runs_that_are_deleted_while_they_are_read_are_read_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neo4j returns null for properties of a node that another client deletes during the statement."""
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph)
        whole = graph.consolidate("longest")
        read, torn = graph.store.read, iter([True, False, True])

        def torn_read(name: str, **parameters: object) -> list[Row]:
            rows = read(name, **parameters)
            return [{**row, "parameters": None} for row in rows] if name == "read/runs" and next(torn, False) else rows

        monkeypatch.setattr(graph.store, "read", torn_read)
        assert [run.id for run in graph.runs()] == ["longest"]
        assert graph.narrative("longest").passages == whole.passages
        assert next(torn, None) is None
