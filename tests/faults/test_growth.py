"""The size of the embedded file after replacements, and its compaction, which survives kills."""

import random
import shutil
import time
from pathlib import Path

import ladybug
import pytest

import cypher
import ingest
import taeg
from taeg.model.corpus_graph import CorpusGraph
from taeg.store.engine import open_store
from taeg.store.ladybug import compact, driver
from tests.faults.subject import NIGHT, Subject
from tests.integration import accounts

REPLACEMENTS = 8
KILLS = 3


def corpora(events: int = 200) -> list[CorpusGraph]:
    return [ingest.build(accounts.corpus(events=events, sources=8, seed=seed)) for seed in (1, 2)]


def test_the_file_size_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    made = corpora()
    sizes = []
    with taeg.open(str(path)) as graph:
        graph.load(made[0], "another")
    for turn in range(REPLACEMENTS):
        with taeg.open(str(path)) as graph:
            graph.load(made[turn % 2], NIGHT)
            graph.consolidate("longest", NIGHT)
        sizes.append(path.stat().st_size)
    print([round(size / 1e6, 1) for size in sizes])
    half = REPLACEMENTS // 2
    assert max(sizes[half:]) <= 1.05 * max(sizes[:half])
    with taeg.open(str(path), read_only=True) as graph:
        assert graph.stats(NIGHT).digest == made[(REPLACEMENTS - 1) % 2].digest
        assert graph.stats("another").digest == made[0].digest
        assert [run.id for run in graph.runs(NIGHT)] == ["longest"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["graph.db", "graph.db.lock"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_killed_during_compaction(embedded: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "graph.db"
    made = corpora(events=80)
    with monkeypatch.context() as patch, taeg.open(str(path)) as graph:
        patch.setattr(driver, "WASTE", 10**9)
        for turn in range(5):
            graph.load(made[turn % 2], NIGHT)
        graph.consolidate("longest", NIGHT)
    wasteful = tmp_path / "wasteful.db"
    shutil.copy(path, wasteful)
    expected, census = embedded.state(), embedded.count()
    client = embedded.clients.launch(tidy, [str(path)]).begun()
    assert client.end().code == 0
    seconds = time.monotonic() - client.started
    small = path.stat().st_size
    assert small < 0.8 * wasteful.stat().st_size
    assert (embedded.state(), embedded.count()) == (expected, census)
    moments = random.Random(7)
    for _ in range(KILLS):
        shutil.copy(wasteful, path)
        embedded.clients.launch(tidy, [str(path)]).kill_after(moments.random() * seconds)
        assert (embedded.state(), embedded.count()) == (expected, census)
        with taeg.open(str(path)) as graph:
            assert graph.stats(NIGHT).digest == expected.digest
        beside = {file.name for file in tmp_path.iterdir() if file.name.startswith("graph.db")}
        assert beside <= {"graph.db", "graph.db.lock"}, "the next writer clears what is left"


def tidy(words: list[str]) -> None:
    """Compact a file, however small it is."""
    driver.WORTH_COMPACTING = 0
    with open_store(words[0]) as store:
        store.tidy()


def test_compaction_copies_every_table(tmp_path: Path) -> None:
    tables = [line.split("EXISTS ")[1].split("(")[0] for line in cypher.query("ladybug/schema").statements]
    loads = [line.split("COPY ")[1].split(" ")[0] for line in cypher.query("ladybug/rewrite_load").statements]
    reads = cypher.query("ladybug/rewrite_read").statements
    assert set(loads) == set(tables)
    assert all(f":{table})" in read or f":{table}]" in read for table, read in zip(loads, reads, strict=True))


def test_a_file_that_cannot_be_compacted_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    made = corpora(events=20)[0]
    with taeg.open(str(path)) as graph:
        graph.load(made, NIGHT)
    (tmp_path / "graph.db.wal.unfinished").touch()

    def opened(file: Path, read_only: bool) -> ladybug.Database:
        return ladybug.Database(str(file), buffer_pool_size=1 << 28, read_only=read_only)

    with pytest.raises(RuntimeError, match="not finished"):
        compact.rewrite(path, opened)
    with taeg.open(str(path), read_only=True) as graph:
        assert graph.stats(NIGHT).digest == made.digest
