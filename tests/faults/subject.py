"""The graph under test on one engine, its state, and corpora as files."""

import csv
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from taeg.base.errors import InputError
from taeg.graph import findings
from taeg.graph.graph import Graph
from taeg.store.engine import open_store
from taeg.store.neo4j.driver import Neo4jStore
from taeg.store.neo4j.local_server import Server
from tests.faults.census import Counted, Login, take
from tests.faults.clients import Clients
from tests.foreign import Foreign, beside
from tests.integration import accounts

NIGHT = "night"
EMBEDDED_FIRST = pytest.mark.parametrize(
    "subject", ["ladybug", pytest.param("neo4j", marks=pytest.mark.faults)], indirect=True
)
"""Runs a test on the embedded engine in `make test`, and on both in `make test-faults`."""


@dataclass(frozen=True)
class State:
    """What readers see of a corpus: its digest, computed from everything, its runs, scores and findings."""

    digest: str
    runs: tuple[tuple[str, str], ...]
    scores: tuple[tuple[str, float | None], ...] = ()
    findings: str = ""
    """The digest of the contradictions, if they were looked for."""


GONE = State("", ())


@dataclass(frozen=True)
class Subject:
    """A graph that can be put back as it was."""

    engine: str
    clients: Clients
    kept: Path
    """The folder in which files are kept for the next time."""
    login: Login | None = None
    foreign: Foreign | None = None
    """The graph of another program in the same database."""

    def open(self) -> Graph:
        """The graph, for reading in this process."""
        if self.login is None:
            return Graph.over(open_store(self.clients.store, read_only=True), read_only=True)
        return Graph.over(Neo4jStore.connect(*self.login), read_only=True)

    def state(self, corpus: str = NIGHT) -> State:
        """Read everything of a corpus."""
        with self.open() as graph:
            if corpus not in {entry.id for entry in graph.corpora()}:
                return GONE
            runs = ((run.id, graph.narrative(run.id, corpus).text) for run in graph.runs(corpus))
            hashed = tuple((name, hashlib.sha256(text.encode()).hexdigest()) for name, text in runs)
            scores = tuple((row["run"], row["rougeL"]) for row in graph.scores(corpus))
            found = findings.read_findings(graph.store, graph.corpus(corpus))
            digest = hashlib.sha256(repr(found).encode()).hexdigest() if found else ""
            return State(graph.stats(corpus).digest, hashed, scores, digest)

    def count(self) -> Counted:
        """Count past the system."""
        return take(self.clients.store, self.login)

    def prepare(self, *commands: tuple[object, ...]) -> None:
        """Bring the graph to where these commands bring an empty one; a file that they made before is copied."""
        path = Path(self.clients.store)
        if self.login is not None:
            self.empty()  # corrections stay where a corpus is replaced
            for command in commands:
                self.clients.must(*command)
            return
        kept = self.kept / f"{hashlib.sha256(repr(commands).encode()).hexdigest()[:12]}.db"
        self.empty()
        if not kept.exists():
            for command in commands:
                self.clients.must(*command)
            shutil.copy(path, kept)
        shutil.copy(kept, path)

    def empty(self) -> None:
        """Leave nothing in the graph."""
        if self.login is None:
            path = Path(self.clients.store)
            for file in path.parent.glob(f"{path.name}*"):
                if file.is_dir():  # of a killed compaction
                    shutil.rmtree(file)
                else:
                    file.unlink()
            return
        with Graph.over(Neo4jStore.connect(*self.login)) as graph:
            for entry in graph.corpora():
                graph.delete(entry.id)
            with suppress(InputError):  # one that was half deleted is not listed
                graph.delete(NIGHT)


def in_file(path: Path, kept: Path) -> Subject:
    """The graph of a file."""
    return Subject("ladybug", Clients(str(path), path.parent / "clients"), kept)


@contextmanager
def on_server(server: Server, folder: Path) -> Iterator[Subject]:
    """The graph of a local server, beside that of another program, which must be the same afterwards."""
    with beside(*login_of(server), NIGHT) as foreign:
        yield beside_foreign(server, folder, foreign)


def beside_foreign(server: Server, folder: Path, foreign: Foreign) -> Subject:
    """The graph of a local server that has the graph of another program already."""
    login = login_of(server)
    environment = dict(zip(("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD"), login, strict=True))
    return Subject("neo4j", Clients("neo4j", folder / "clients", environment), folder, login, foreign)


def login_of(server: Server) -> Login:
    return server.bolt_uri, server.username, server.password


@dataclass(frozen=True)
class Tables:
    """Corpora as files: two that have little in common, and further accounts for the first."""

    old: Path
    new: Path
    more: Path


def tables(folder: Path, events: int = 80, sources: int = 6) -> Tables:
    """Write them."""
    made = Tables(folder / "old.csv", folder / "new.csv", folder / "more.csv")
    folder.mkdir(parents=True, exist_ok=True)
    write(made.old, 1, events, sources)
    write(made.new, 2, events, sources)
    write(made.more, 3, events, 2, prefix="further")
    return made


def write(path: Path, seed: int, events: int, sources: int, prefix: str = "") -> None:
    """Write invented accounts as a table that `taeg ingest` reads."""
    corpus = accounts.corpus(events=events, sources=sources, seed=seed)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["source", "event", "order", "text"])
        table.writerows([prefix + v.source, v.event, v.event[1:], v.text] for v in corpus.versions if v.text)
