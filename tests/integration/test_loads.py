"""Whether tables have reached an engine: each part is looked at after it was sent."""

import threading

import pytest

import ingest
import taeg
from taeg.base.errors import TaegError
from taeg.graph.load import Loading, Part
from tests.integration import accounts


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
