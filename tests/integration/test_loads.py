"""Loaded tables are read back and compared before the switch."""

import threading

import pytest

import ingest
import taeg
from taeg.base.errors import TaegError
from taeg.graph.load import Loading, Part
from tests.integration import accounts


def test_missing_rows_stop_a_load(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server, parts are compared in a thread while the next part is sent; the last part too."""
    old, new = (ingest.build(accounts.corpus(seed=seed)) for seed in (1, 2))
    threads, missing, has = set(), {"sources"}, Loading._has

    def lossy(self: Loading, part: Part) -> bool:
        threads.add(threading.current_thread() is threading.main_thread())
        return has(self, part) and part.table not in missing

    with taeg.open(address) as graph:
        graph.load(old, "night")
        monkeypatch.setattr(Loading, "_has", lossy)
        for table in ("sources", "tells", "same_event"):
            missing = {table}
            with pytest.raises(TaegError, match="loading corpus 'night' failed: the graph is missing rows"):
                graph.load(new, "night")
            assert graph.stats("night").digest == old.digest
        assert threads == {graph.engine == "ladybug"}
        missing = set()
        assert graph.load(new, "night").digest == new.digest == graph.stats("night").digest
