"""The log of an embedded graph that ends in the middle of a record: power that failed, a disk without room.

A client writes scores on its runs and dies without closing; its log is then cut at many lengths.
"""

import os
import shutil
import signal
from pathlib import Path

import pytest

import taeg
from taeg.base.errors import DamageError, TaegError
from taeg.graph.scores import Score
from tests.faults.subject import NIGHT, Subject, Tables

STRATEGIES = ("longest", "priority", "centroid")
CUTS = 13


def score_and_die(words: list[str]) -> None:
    """Leave the log of some commits beside the file, which nothing has written into it."""
    with taeg.open(words[-1]) as graph:
        for strategy in STRATEGIES:
            graph.record_scores(strategy, [Score("rougeL", 0.5, "first")], 10, corpus=NIGHT)
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def log(embedded: Subject, tables: Tables) -> Path:
    runs = (("consolidate", "--strategy", strategy, "--corpus", NIGHT) for strategy in STRATEGIES)
    embedded.prepare(("ingest", tables.old, "--id", NIGHT), *runs)
    assert embedded.clients.run(work=score_and_die).code == -signal.SIGKILL
    path = Path(embedded.clients.store)
    return path.with_name(f"{path.name}.wal")


def cut(log: Path, folder: Path, content: bytes) -> Path:
    """A copy of the graph with another log."""
    folder.mkdir()
    path = folder / "graph.db"
    shutil.copy(log.with_suffix(""), path)
    path.with_name("graph.db.wal").write_bytes(content)
    return path


def scored(path: Path) -> list[str]:
    """The runs that have a score, as a reader sees them."""
    with taeg.open(str(path), read_only=True) as graph:
        assert sorted(run.id for run in graph.runs(NIGHT)) == sorted(STRATEGIES)
        return [row["run"] for row in graph.scores(NIGHT) if row["rougeL"] is not None]


@pytest.mark.parametrize("first", ["reader", "writer"])
def test_committed_data_survive_a_torn_log(log: Path, tmp_path: Path, first: str) -> None:
    content = log.read_bytes()
    assert sorted(scored(cut(log, tmp_path / "whole", content))) == sorted(STRATEGIES)
    seen = []
    for place in range(CUTS):
        path = cut(log, tmp_path / f"cut-{place}", content[: len(content) * place // CUTS])
        if first == "writer":
            with taeg.open(str(path)) as graph:
                graph.record_scores(STRATEGIES[-1], [Score("rougeL", 0.25, "second")], 10, corpus=NIGHT)
        found = set(scored(path))
        assert first == "reader" or STRATEGIES[-1] in found
        seen.append(sum(strategy in found for strategy in STRATEGIES[:-1]))
        assert found >= set(STRATEGIES[: seen[-1]]), "in the order in which they were written"
    assert seen == sorted(seen)
    assert set(seen) == {0, 1, 2}, "some cuts were between the commits"


@pytest.mark.parametrize("read_only", [True, False])
def test_a_log_that_is_damaged_before_its_end_is_kept(log: Path, tmp_path: Path, read_only: bool) -> None:
    """Regression: a changed byte in the log silently took all later commits with it."""
    content = log.read_bytes()
    place = content.index(b"rougeL")
    changed = content[:place] + b"R" + content[place + 1 :]
    path = cut(log, tmp_path / "changed", changed)
    with pytest.raises(DamageError, match="the log of the graph file"):
        taeg.open(str(path), read_only=read_only)
    assert path.with_name("graph.db.wal").read_bytes() == changed


def test_a_log_padded_with_zeros(log: Path, tmp_path: Path) -> None:
    path = cut(log, tmp_path / "padded", log.read_bytes() + bytes(4096))
    assert sorted(scored(path)) == sorted(STRATEGIES)


def test_a_log_is_kept_where_the_disk_could_not_be_read(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a damaged log is truncated; one that cannot be read for another reason is kept."""
    import ladybug

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError(f"IO exception: Cannot read from file: {log} input/output error")

    path = cut(log, tmp_path / "unread", content := log.read_bytes())
    with monkeypatch.context() as patch:
        patch.setattr(ladybug, "Database", fails)
        patch.setattr("taeg.store.ladybug.driver.PAUSE", 0.0)
        for read_only in (True, False):
            with pytest.raises(TaegError):
                taeg.open(str(path), read_only=read_only)
    assert path.with_name("graph.db.wal").read_bytes() == content
    assert sorted(scored(path)) == sorted(STRATEGIES)
