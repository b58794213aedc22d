"""How tables reach an engine: as rows or in bulk, in batches of bounded size, and looked at afterwards."""

import threading
from pathlib import Path

import pytest

import ingest
import taeg
from taeg.errors import TaegError
from taeg.loading import Loading, Part
from taeg.store import ladybug
from tests.faults import census
from tests.integration import accounts


def test_rows_and_bulk_loads_make_the_same_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = ingest.build(accounts.corpus(events=30, sources=5, seed=3))
    counts = []
    for few in (0, 40, 10**6):
        monkeypatch.setattr(ladybug, "FEW", few)
        path = tmp_path / f"{few}.db"
        with taeg.open(str(path)) as graph:
            graph.load(built, "night")
            graph.consolidate("taeg", "night")
            graph.consolidate("lexrank", "night")
            assert graph.read("night").digest == built.digest
            texts = [graph.narrative(run.id, "night").text for run in graph.runs("night")]
        counts.append((census.take(str(path), None), texts))
    assert counts[0] == counts[1] == counts[2]
    assert all(counts[0][1])


def test_what_did_not_arrive_is_noticed_before_the_switch(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server parts are looked at while the next is sent; the last one too."""
    old, new = (ingest.build(accounts.corpus(seed=seed)) for seed in (1, 2))
    looked, lost, arrived = [], {"sources"}, Loading._arrived

    def wrong(self: Loading, part: Part) -> None:
        looked.append((part.table, threading.current_thread() is threading.main_thread()))
        arrived(self, part)
        if part.table in lost:
            raise self._spoiled()

    with taeg.open(address) as graph:
        graph.load(old, "night")
        monkeypatch.setattr(Loading, "_arrived", wrong)
        for table in ("sources", "versions", "same_event"):
            lost = {table}
            with pytest.raises(TaegError, match="did not arrive whole"):
                graph.load(new, "night")
            assert graph.stats("night").digest == old.digest
        assert {here for _, here in looked} == {graph.engine == "ladybug"}
        lost = set()
        assert graph.load(new, "night").digest == new.digest == graph.stats("night").digest
