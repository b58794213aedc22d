"""Tables too long for memory: the same graph as through memory, gone on with after a kill, nothing left of bad ones."""

import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ingest
import taeg
from ingest import spooled, streaming
from ingest.spool import Spool
from ingest.spooled import Spooled
from taeg import InputError, TaegError
from taeg.base.progress import Meter
from taeg.graph.graph import Graph
from taeg.model import corpus_graph as corpusgraph
from taeg.model.corpus import Version
from taeg.store import workfiles
from taeg.store.engine import Store

WORDS = [
    "harbour",
    "tide",
    "rope",
    "lantern",
    "storm",
    "watch",
    "deck",
    "captain",
    "night",
    "fog",
    "anchor",
    "gull",
    "mast",
    "sail",
]


def rows(chance: random.Random, count: int, *, order: str) -> list[dict[str, object]]:
    """Accounts of some events, with ties in time, sources that tell twice, ids and languages here and there."""
    found: dict[tuple[object, ...], dict[str, object]] = {}
    for number in range(count):
        event = f"e{chance.randrange(count // 4)}"
        row: dict[str, object] = {"source": f"s{chance.randrange(6)}", "event": event}
        row["text"] = " ".join(chance.choices(WORDS, k=chance.randrange(1, 12))) + "."
        if order == "order":
            row["order"] = f"{int(event[1:]) // 2}.{int(event[1:]) % 2}"
        if order == "time" or chance.random() < 0.3:
            row["time"] = f"2024-05-{chance.randrange(1, 9):02}" + ("T10:00Z" if chance.random() < 0.2 else "")
        if chance.random() < 0.2:
            row["id"] = f"own-{number}"
        if chance.random() < 0.5:
            row["title"] = chance.choice(["The arrival", "A storm", "Ärger 2", "Ärger 10"])
        if chance.random() < 0.1:
            row["lang"] = chance.choice(["de", "en"])
        found[row["source"], event, row.get("time"), row["text"]] = row
    return list(found.values())


def written(folder: Path, name: str, lines: list[dict[str, object]]) -> None:
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def corpus(folder: Path, seed: int, order: str) -> Path:
    """A folder with tables, and for some seeds a timeline, a reference and what is said of sources."""
    chance = random.Random(seed)
    told = rows(chance, 160, order=order)
    cut = chance.randrange(len(told))
    manifest = ["name: tides", "language: en", "files: [one.jsonl, two.jsonl]", "title: Tides"]
    written(folder, "one.jsonl", told[:cut])
    written(folder, "two.jsonl", told[cut:])
    events = sorted({str(row["event"]) for row in told})
    if order in ("timeline", "dated"):
        chance.shuffle(events)
        dates = [{"time": f"2024-05-{1 + i // 3:02}"} if order == "dated" else {} for i in range(len(events))]
        titles = [{"title": f"Title {i}"} if i % 2 else {} for i in range(len(events))]
        written(folder, "timeline.jsonl", [{"event": e} | d | t for e, d, t in zip(events, dates, titles, strict=True)])
        manifest.append("timeline: timeline.jsonl")
    if seed % 2:
        written(folder, "reference.jsonl", [{"event": e, "text": f"It  happened: {e}."} for e in events[::2]])
        manifest += ["reference: reference.jsonl", "priority: [s3, s1]"]
        manifest += ["sources:", "  - {id: s2, title: The second, author: A. B., date: 2024-05-04}"]
    (folder / "corpus.yaml").write_text("\n".join(manifest) + "\n")
    return folder


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices so small that a corpus of some hundred versions has many."""
    for module, name, value in (
        (streaming, "BATCH", 16),
        (spooled, "TEXTS_OF_CHUNK", 8),
        (spooled, "SLICE", 32),
        (corpusgraph, "SLICE", 24),
    ):
        monkeypatch.setattr(module, name, value)


def streamed(graph: Graph, path: Path, progress: Callable[[str], None] = lambda _: None) -> streaming.Streamed:
    return ingest.stream(ingest.Request(path), graph, progress=progress)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("order", ["order", "time", "timeline", "dated"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_graph_is_the_one_that_memory_makes(seed: int, order: str, tmp_path: Path) -> None:
    path = corpus(tmp_path, seed, order)
    whole = ingest.build(ingest.read(str(path)))
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        done = streamed(graph, path)
        assert done.loaded.digest == whole.digest
        assert graph.read().digest == whole.digest
        assert graph.read().corpus.latest == whole.corpus.latest
        assert (done.before, done.same_event) == (len(whole.before), len(whole.same_event))
        assert not streamed(graph, path).loaded.changed
        assert not ingest.load(ingest.read(str(path)), graph).changed
        assert graph.consolidate("taeg").passages
    assert not list(tmp_path.glob("*.spool*"))


@pytest.mark.parametrize("characters", [1, 150, 2_000])
def test_long_texts_are_kept_in_fewer_at_once(characters: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are handed on, weighed and counted by their characters too, and events that are larger piece by piece."""
    path = corpus(tmp_path, 2, "order")
    monkeypatch.setattr(streaming, "BATCH_CHARACTERS", characters)
    monkeypatch.setattr(spooled, "CHARACTERS_OF_CHUNK", characters)
    sizes: dict[str, list[list[int]]] = {"read": [], "weighed": []}
    add, texts = Spool.add, Spooled._texts

    def added(self: Spool, told: list[Version], first: int) -> None:
        sizes["read"].append([len(version.text) for version in told])
        add(self, told, first)

    def weighed(self: Spooled, start: int, stop: int) -> list[str]:
        found = texts(self, start, stop)
        sizes["weighed"].append([len(text) for text in found])
        return found

    monkeypatch.setattr(Spool, "add", added)
    monkeypatch.setattr(Spooled, "_texts", weighed)
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        done = streamed(graph, path)
        assert graph.read().digest == done.loaded.digest == ingest.build(ingest.read(str(path))).digest
    for batch in sizes["read"]:
        assert sum(batch[:-1]) < characters
    for piece in sizes["weighed"]:
        assert len(piece) == 1 or sum(piece) <= characters
    assert sum(map(len, sizes["read"])) == done.versions
    assert sum(map(len, sizes["weighed"])) == 2 * done.versions, "once for the words and once for their weights"


@pytest.mark.usefixtures("small")
def test_both_engines_get_the_same(address: str, tmp_path: Path) -> None:
    path = corpus(tmp_path, 5, "time")
    with taeg.open(address) as graph:
        done = streamed(graph, path)
        assert graph.stats().digest == done.loaded.digest == ingest.build(ingest.read(str(path))).digest
        assert not graph.store.workspace("x").exists()


class Cut(Meter):
    """Stops the work after so many things it hears of, or where a stage begins."""

    def __init__(self, after: int = 10**9, at: str = "") -> None:
        self.left = after
        self.at = at

    def stage(self, name: str, total: int) -> None:
        self.left = -1 if name == self.at else self.left
        self._count()

    def done(self, rows: int) -> None:
        self._count()

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.mark.usefixtures("small")
def test_a_run_that_was_stopped_is_gone_on_with(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped every few steps further on and begun again, each row is sent once."""
    path = corpus(tmp_path, 1, "time")
    sent: dict[str, int] = {}
    with taeg.open(address) as graph:
        load = type(graph.store).load

    def counting(self: Store, name: str, columns: dict[str, list[object]]) -> None:
        sent[name] = sent.get(name, 0) + len(next(iter(columns.values())))
        load(self, name, columns)

    with taeg.open(address) as graph:
        monkeypatch.setattr(type(graph.store), "load", counting)
    tries = 0
    while True:
        tries += 1
        with taeg.open(address) as graph:
            try:
                done = streamed(graph, path, Cut(after=6 * tries))
            except KeyboardInterrupt:
                assert not graph.corpora()
                continue
            digest = graph.stats().digest
        break
    assert tries > 5
    assert digest == done.loaded.digest == ingest.build(ingest.read(str(path))).digest
    assert sent["versions"] == sent["tells"] == sent["told_by"] == done.versions
    assert (sent["before"], sent["same_event"]) == (done.before, done.same_event)


@pytest.mark.usefixtures("small")
def test_what_cannot_be_gone_on_with_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted load of the embedded engine can leave nodes that its index of keys has lost."""
    path = corpus(tmp_path, 1, "time")
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        with pytest.raises(KeyboardInterrupt):
            streamed(graph, path, Cut(at="BEFORE edges"))
        read, asked = type(graph.store).read, []

        def forgetful(self: Store, name: str, **parameters: object) -> list[dict[str, object]]:
            rows = read(self, name, **parameters)
            if name == "read/known_versions":
                asked.append(name)
                return [{"nodes": rows[0]["nodes"] - 1}]
            return rows

        monkeypatch.setattr(type(graph.store), "read", forgetful)
        done = streamed(graph, path)
        assert len(asked) == 1
        assert graph.stats().digest == done.loaded.digest == ingest.build(ingest.read(str(path))).digest


@pytest.mark.parametrize("late", [{"time": "2024-05-01"}, {"title": "Late"}, {"id": "late-1"}, {"lang": "de"}])
def test_a_column_may_come_late(late: dict[str, object], tmp_path: Path) -> None:
    lines: list[dict[str, object]] = [
        {"source": f"s{i % 3}", "event": f"e{i}", "order": i, "text": "Rope and tide."} for i in range(150)
    ]
    written(tmp_path, "late.jsonl", [*lines, lines[0] | {"text": "Once more."} | late])
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        done = streamed(graph, tmp_path / "late.jsonl")
        assert done.loaded.digest == ingest.build(ingest.read(str(tmp_path / "late.jsonl"))).digest


@pytest.mark.parametrize(
    ("timeline", "row", "said"),
    [
        ([{"event": "e1", "order": 1}, {"event": "e2"}], {}, "'e2' has neither its place nor an order"),
        ([{"event": "e1"}], {"event": "e3"}, "'e3' is not in the timeline"),
        ([{"event": "e1", "order": 1}], {"event": "e3", "order": 2}, "'e3' is not in the timeline"),
    ],
)
def test_timelines_that_memory_refuses_are_refused(
    timeline: list[dict[str, object]], row: dict[str, object], said: str, tmp_path: Path
) -> None:
    told: list[dict[str, object]] = [{"source": "s1", "event": "e1", "text": "Rope."}]
    told += [{"source": "s2", "event": "e1", "text": "Tide."} | row, {"source": "s3", "event": "e1", "text": "Fog."}]
    if row:
        told.append({"source": "s3", "event": "e3", "text": "Mast."})
    written(tmp_path, "told.jsonl", told)
    written(tmp_path, "timeline.jsonl", timeline)
    (tmp_path / "corpus.yaml").write_text("name: odd\nfiles: [told.jsonl]\ntimeline: timeline.jsonl\n")
    with pytest.raises(InputError, match=said):
        ingest.read(str(tmp_path))
    with taeg.open(str(tmp_path / "graph.db")) as graph, pytest.raises(InputError, match=said):
        streamed(graph, tmp_path)


@pytest.mark.usefixtures("small")
def test_a_strangers_working_file_is_not_opened(tmp_path: Path) -> None:
    path = corpus(tmp_path, 1, "time")
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        with pytest.raises(KeyboardInterrupt):
            streamed(graph, path, Cut(after=30))
        [spool] = tmp_path.glob("*.spool")
        spool.chmod(0o644)
        with pytest.raises(TaegError, match="no working file that TAEG made for you"):
            streamed(graph, path)
        spool.unlink()
        spool.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(TaegError, match="no working file that TAEG made for you"):
            streamed(graph, path)
        spool.unlink()
        spool.write_bytes(b"no database at all " * 400)
        spool.chmod(0o600)
        assert streamed(graph, path).loaded.changed


@pytest.mark.usefixtures("small")
def test_changed_files_are_begun_anew(tmp_path: Path) -> None:
    path = corpus(tmp_path, 1, "time")
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        with pytest.raises(KeyboardInterrupt):
            streamed(graph, path, Cut(after=40))
        assert len(list(tmp_path.glob("*.spool"))) == 1
        two = tmp_path / "two.jsonl"
        two.write_text("".join(two.read_text().splitlines(keepends=True)[:-3]))
        done = streamed(graph, path)
        assert done.loaded.digest == ingest.build(ingest.read(str(path))).digest
        assert [entry.digest for entry in graph.corpora()] == [done.loaded.digest]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"source": "s1", "event": "e1", "text": ""}, "'text' is empty"),
        ({"source": "s1", "event": "e1", "text": "x", "time": "yesterday"}, "cannot be read"),
        ({"source": "S1", "event": "e1", "text": "x", "time": "2024"}, "in case alone"),
        ({"source": "s1", "event": "new", "text": "x"}, "nothing says where 'new' belongs"),
        ({"source": "s1", "event": "e1", "text": "x", "time": "2024", "id": "twice"}, "'twice' is given twice"),
    ],
)
def test_a_bad_row_leaves_the_graph_as_it_was(row: dict[str, object], said: str, tmp_path: Path) -> None:
    path = corpus(tmp_path, 2, "time")
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        before = streamed(graph, path).loaded.digest
        with (tmp_path / "two.jsonl").open("a") as table:
            table.write(json.dumps(row) + "\n" + (json.dumps(row | {"text": "y"}) + "\n" if "id" in row else ""))
        with pytest.raises(InputError, match=said):
            streamed(graph, path)
        assert [entry.digest for entry in graph.corpora()] == [before]
        assert graph.stats().digest == before
    assert not list(tmp_path.glob("*.spool*"))


@pytest.mark.usefixtures("small")
def test_nothing_is_told_twice_and_what_needs_memory_is_refused(tmp_path: Path) -> None:
    path = corpus(tmp_path, 2, "time")
    with (tmp_path / "two.jsonl").open("a") as table:
        table.write((tmp_path / "two.jsonl").read_text().splitlines()[0] + "\n")
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        with pytest.raises(InputError, match="stands there twice"):
            streamed(graph, path)
        bare = [{"source": "s1", "event": "e1", "text": "x"}, {"source": "s2", "event": "e2", "text": "y"}]
        written(tmp_path, "bare.jsonl", bare)
        with pytest.raises(InputError, match="nothing says when things happened"):
            streamed(graph, tmp_path / "bare.jsonl")
        assert graph.corpora() == []


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("after", [10, 60], ids=["before anything is loaded", "half loaded"])
def test_what_a_stopped_run_left_goes_with_its_corpus(address: str, after: int, tmp_path: Path) -> None:
    path = corpus(tmp_path, 1, "time")
    with taeg.open(address) as graph:
        with pytest.raises(KeyboardInterrupt):
            streamed(graph, path, Cut(after=after))
        left = workfiles.place(graph.store, "tides-audited")
        assert left.exists()
        with pytest.raises(InputError, match="holds no corpus"):
            graph.delete("another")
        assert graph.delete("tides-audited") == "tides-audited"
        assert not list(left.parent.glob(f"{left.name}*"))
        with pytest.raises(InputError, match="holds no corpus"):
            graph.delete("tides-audited")
        assert streamed(graph, path).loaded.changed


@pytest.mark.usefixtures("small")
def test_a_working_file_in_use_stays(address: str, tmp_path: Path) -> None:
    """The lock is another process's, as it would be: one on the same machine that ingests the same corpus."""
    path = corpus(tmp_path, 1, "time")
    with taeg.open(address) as graph:
        with pytest.raises(KeyboardInterrupt):
            streamed(graph, path, Cut(after=60))
        left = workfiles.place(graph.store, "tides-audited")
        code = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('BEGIN EXCLUSIVE'); print(1); input()"
        with subprocess.Popen(
            [sys.executable, "-u", "-c", code, str(left)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline()
            with pytest.raises(TaegError, match="an ingest of it is at work on this machine"):
                graph.delete("tides-audited")
            assert left.exists()
            assert graph.corpora() == []
            other.communicate(b"\n")
        assert graph.delete("tides-audited") == "tides-audited"
        assert not left.exists()


@pytest.mark.usefixtures("small")
def test_a_spool_is_its_owners_alone(tmp_path: Path) -> None:
    path = corpus(tmp_path, 1, "time")
    old = os.umask(0)
    try:
        with taeg.open(str(tmp_path / "graph.db")) as graph, pytest.raises(KeyboardInterrupt):
            streamed(graph, path, Cut(after=30))
    finally:
        os.umask(old)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("*.spool*")}
    assert modes
    assert set(modes.values()) == {0o600}


def test_a_killed_process_is_gone_on_with(tmp_path: Path) -> None:
    """A real ingest of a table beyond the limit, killed twice reading and once loading, is gone on with."""
    lines = rows(random.Random(3), 3000, order="time")
    pad = " ".join(WORDS) * 160
    written(tmp_path, "long.jsonl", [row | {"text": f"{row['text']} {pad}"} for row in lines])
    assert ingest.is_long(tmp_path / "long.jsonl")
    command = [sys.executable, "-m", "taeg", "ingest", str(tmp_path / "long.jsonl"), "--language", "en", "--json"]

    def start(store: str) -> subprocess.Popen[str]:
        return subprocess.Popen([*command, "--store", str(tmp_path / store)], stdout=subprocess.PIPE, text=True)

    def size(*patterns: str) -> int:
        return sum(file.stat().st_size for pattern in patterns for file in tmp_path.glob(pattern))

    whole = json.loads(start("whole.db").communicate()[0])
    long = (tmp_path / "long.jsonl").stat().st_size
    spool, graph_file = ("killed.db.*.spool",), ("killed.db", "killed.db.wal")
    for files, share in ((spool, 0.2), (spool, 0.6), (graph_file, 0.2)):
        process = start("killed.db")
        while size(*files) < share * long and process.poll() is None:
            time.sleep(0.002)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert size(*spool), "what was done by then is kept"
    again = json.loads(start("killed.db").communicate()[0])
    assert again["remarks"] == ["an ingest that was stopped was gone on with"]
    assert whole["remarks"] == []
    assert again["digest"] == whole["digest"]
    assert not size(*spool)
    with taeg.open(str(tmp_path / "killed.db"), read_only=True) as graph:
        assert graph.stats().digest == whole["digest"]
