"""Replaced corpora are swept in batches of bounded size; the next sweep continues a killed one."""

import pytest

import ingest
import taeg
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import Arrays, highest
from taeg.graph import generations, runs
from taeg.store.engine import Columns, Row, Store
from tests.integration import accounts

BATCH = 7


class Killed(BaseException):
    """Stands for a kill."""


def test_a_run_is_swept_after_its_versions(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its relationships are deleted with the versions, in batches."""
    with taeg.open(address) as graph, monkeypatch.context() as patch:
        patch.setattr(generations, "SWEEP_BATCH", BATCH)
        corpus = ingest.load(accounts.corpus(events=20, sources=3), graph).corpus
        graph.consolidate("longest")
        graph.consolidate("lexrank", size=9)
        old = graph.corpus().generation
        write = type(graph.store).write
        swept: list[tuple[str, int]] = []

        def watched(self: Store, name: str, **parameters: object) -> list[Row]:
            if name == "write/sweep:Run()" and graph.corpus().generation != old and not swept_of("Run"):
                assert len(self.read("read/runs", generation=old)) == 2
                assert not self.columns("read/shape", generation=old, start=0, stop=1000)["ord"]
                assert not self.columns("read/source_ids", generation=old)["ord"]
                if not killed:
                    killed.append(True)
                    raise Killed
            rows = write(self, name, **parameters)
            if name.startswith("write/sweep:"):
                swept.append((name.removeprefix("write/sweep:").removesuffix("()"), rows[0]["swept"]))
            return rows

        def swept_of(kind: str) -> int:
            return sum(number for name, number in swept if name == kind)

        killed: list[bool] = []
        patch.setattr(type(graph.store), "write", watched)
        with pytest.raises(Killed):
            ingest.load(accounts.corpus(events=21, sources=3), graph)
        assert graph.corpus().events == 21
        assert swept_of("Version") > 2 * BATCH
        generations.sweep(graph.store, corpus)
        assert swept_of("Run") == 2
        assert max(number for _, number in swept) <= BATCH
        assert graph.store.read("read/runs", generation=old) == []
        assert graph.corpus().events == 21
        assert graph.stats().digest == graph.corpus().digest


def longest(arrays: Arrays) -> Spans:
    """Another run of that name."""
    return highest(arrays, -arrays.chars.astype(float))


def test_a_replaced_run_is_deleted_in_batches(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(address) as graph, monkeypatch.context() as patch:
        patch.setattr(runs, "SWEEP_BATCH", BATCH)
        ingest.load(accounts.corpus(events=20, sources=3), graph)
        replaced = graph.consolidate("longest")
        write = type(graph.store).write
        swept: list[int] = []

        def watched(self: Store, name: str, **parameters: object) -> list[Row]:
            rows = write(self, name, **parameters)
            if name == "write/sweep_incomplete_spans":
                swept.append(rows[0]["swept"])
            return rows

        patch.setattr(type(graph.store), "write", watched)
        made = graph.consolidate(longest)
        assert made.passages != replaced.passages
        assert graph.narrative("longest") == made
        assert sum(swept) == sum(1 for passage in replaced.passages if passage.version)
        assert len(swept) > 3
        assert max(swept) == BATCH
        assert len(graph.runs()) == 1


def test_runs_are_reread_if_one_is_replaced(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with taeg.open(address) as graph, monkeypatch.context() as patch:
        ingest.load(accounts.corpus(events=20, sources=3), graph)
        graph.consolidate("longest")
        columns = type(graph.store).columns
        replaced: list[str] = []

        def watched(self: Store, name: str, **parameters: object) -> Columns:
            if name == "read/spans" and not replaced:
                replaced.append(name)
                graph.consolidate(longest)
            return columns(self, name, **parameters)

        patch.setattr(type(graph.store), "columns", watched)
        [run] = graph.runs()
        assert replaced
        [now] = graph.runs()
        assert len(run.spans) == 20
        assert run.same_result(now)
