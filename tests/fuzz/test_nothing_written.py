"""Bad input leaves a graph unchanged: ingest, add, restore and queries on an embedded store."""

import io
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cypher
import ingest
import taeg
from taeg.cli import cli
from taeg.graph import backup as archive
from taeg.graph.graph import Graph
from taeg.model.corpus_graph import CorpusGraph
from tests.fuzz import samples, shelves
from tests.fuzz.bounds import bounded, refusal
from tests.fuzz.shelves import STORY
from tests.fuzz.spoiling import hostile, spoilt, tried
from tests.fuzz.targets import CASE, CELLS, HOSTILE, JSON, MARKS, TIMES, YAML, Files, laid, scratch

pytestmark = pytest.mark.fuzz

QUERIES = [cypher.query(name) for name in cypher.names("explore")]
OURS = {"graph.db", "graph.db.lock"}
"""What lies where a graph is when nobody works on it."""
WORDS = {".yaml": YAML, ".csv": (*CELLS, *TIMES), ".jsonl": JSON, ".md": MARKS}
"""What matters in files of a kind."""
TABLES: Files = {
    "corpus.yaml": b"name: night\nlanguage: en\nfiles:\n- reports.csv\n"
    b"- {file: more.csv, columns: {source: who, event: what, text: words}}\n"
    b"priority: [ben, anna]\ntimeline: timeline.csv\nreference: reference.csv\n",
    **{name: CASE[name] for name in ("reports.csv", "more.csv", "timeline.csv", "reference.csv")},
}
"""A case as it may be too long for memory: without documents and corrections."""
MORE: Files = {
    "more.csv": b"source,event,text,order\neva,arrival,Late.,1\nfay,dinner,They ate.,3\n",
    "more.jsonl": b'{"source": "eva", "event": "arrival", "text": "Late."}\n',
    "eva.md": b"# arrival\n\nLate.\n\n# departure\n\nGone.\n",
    "corrections.yaml": b"- rename: arrival\n  title: They come\n- exclude: a1\n- merge: departure\n  into: arrival\n",
}
"""Files of which each can be added to such a case."""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """A graph with one corpus and its runs."""
    with shelves.story_in(tmp_path_factory.mktemp("graph") / "graph.db") as found:
        yield found


def state(graph: Graph) -> dict[str, tuple[str, list[str]]]:
    """Every corpus with its digest and its runs."""
    return {entry.id: (entry.digest, [run["run"] for run in graph.scores(entry.id)]) for entry in graph.corpora()}


def unless_refused(graph: Graph, call: Callable[[], object]) -> None:
    """Try it; where it is refused, nothing may have changed, and what went in is taken out again."""
    before = state(graph)
    with bounded(seconds=60):
        refused = refusal(call)
    after = state(graph)
    if refused:
        assert after == before
    for name in after.keys() - before.keys():
        graph.delete(name)
    assert state(graph)[STORY] == before[STORY]


def spoiling(files: Files, name: str) -> st.SearchStrategy[bytes]:
    """One of some files, spoilt."""
    return spoilt([files[name]], WORDS[Path(name).suffix])


@pytest.mark.parametrize("name", ["corpus.yaml", "corrections.yaml", "reports.csv", "timeline.csv", "reference.csv"])
def test_ingest(graph: Graph, name: str) -> None:
    @tried(4)
    @given(spoiling(CASE, name))
    def look(data: bytes) -> None:
        folder = laid({**CASE, name: data})
        unless_refused(graph, lambda: ingest.load(ingest.read(str(folder)), graph, "other"))

    look()


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a graph with a corpus that can be added to, made of tables, and a run of it; nobody has it open."""
    path = tmp_path_factory.mktemp("night") / "graph.db"
    with taeg.open(str(path)) as graph:
        ingest.load(ingest.read(str(laid(TABLES))), graph, "night")
        graph.consolidate("longest", "night")
    return path


def commanded(night: Path, *words: str) -> str:
    """Why a command on a copy of that graph refuses; it then leaves the graph as it was, else a whole one."""
    store = scratch() / "commanded" / "graph.db"
    shutil.rmtree(store.parent, ignore_errors=True)
    store.parent.mkdir()
    shutil.copyfile(night, store)
    with bounded(seconds=60), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        refused = refusal(lambda: cli.main([*words, "--store", str(store)], standalone_mode=False))
    assert {path.name for path in store.parent.iterdir()} <= OURS
    with taeg.open(str(store), read_only=True) as graph, taeg.open(str(night), read_only=True) as before:
        after = state(graph)
        assert all(graph.read(name).digest == digest for name, (digest, _) in after.items())
        assert after == state(before) or not refused
    return refused


@pytest.mark.parametrize("name", MORE)
def test_add(night: Path, name: str) -> None:
    """What is added makes the corpus another one, or leaves it and its run alone."""
    beside = {} if name.startswith("more") else {"more.csv": MORE["more.csv"]}

    def added(data: bytes) -> str:
        return commanded(night, "ingest", str(laid({**beside, name: data}, "more")), "--id", "night", "--add")

    assert added(MORE[name]) == ""

    @tried(2)
    @given(spoiling(MORE, name))
    def look(data: bytes) -> None:
        added(data)

    look()


class _Anything:
    """A digest that is the right one, whatever was recorded: whoever spoils a file can also compute it."""

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = None  # type: ignore[assignment]


class _Trusting(CorpusGraph):
    @property
    def digest(self) -> Any:  # noqa: ANN401 (it must pass for a text)
        assert super().digest
        return _Anything()


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 9),
        st.sampled_from(
            [2**63, -(2**63), 10**40, 1e308, float("nan"), float("inf"), 0.5, "\ud800", "a\0b", "", "sail"]
        ),
        st.text(max_size=5),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["id", "title", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@st.composite
def wrong_backups(draw: st.DrawFn) -> bytes:
    """A backup in which some values are others, with the right checksum."""
    lines = [json.loads(line) for line in samples.backup().splitlines()]
    for _ in range(draw(st.integers(1, 3))):
        line = draw(st.sampled_from(lines[1:-2]))
        key = draw(st.sampled_from(sorted(line)))
        inner = line[key]
        if isinstance(inner, dict) and inner and draw(st.booleans()):
            inner[draw(st.sampled_from(sorted(inner)))] = draw(VALUES)
        elif isinstance(inner, list) and inner and draw(st.booleans()):
            at = draw(st.integers(0, len(inner) - 1))
            if isinstance(inner[at], list) and inner[at] and draw(st.booleans()):
                inner[at][draw(st.integers(0, len(inner[at]) - 1))] = draw(VALUES)
            else:
                inner[at] = draw(VALUES)
        else:
            line[key] = draw(VALUES)
    return samples.resealed("".join(json.dumps(line) + "\n" for line in lines).encode())


def test_restore(graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "CorpusGraph", _Trusting)

    def restored(path: Path) -> object:
        for dump in archive.read_file(path):
            true = CorpusGraph(dump.graph.corpus, dump.graph.edges)
            graph.restore(archive.Dump("other", true, dump.runs))
            graph.read("other")
        return True

    @tried(15)
    @given(wrong_backups())
    def look(data: bytes) -> None:
        path = tmp_path / "backup"
        path.write_bytes(data)
        unless_refused(graph, lambda: restored(path))

    look()


def test_query_parameters(graph: Graph) -> None:
    """Every query with each; and each statement without the guard that knows which names there are."""
    words = st.one_of(
        st.sampled_from(HOSTILE),
        st.text(st.characters(), max_size=20),
        st.sampled_from(["\ud800", "' OR 1", "'}) DETACH DELETE e //", "%s", "$run", "\\u0027", "x" * 5_000]),
    )
    parameters = dict.fromkeys((*shelves.KNOWN, "x"), words)
    before = state(graph)

    @tried(6)
    @given(st.fixed_dictionaries({}, optional=parameters), words)
    @example({"source": "\ud800"}, STORY)
    @example({"source": "a\0b"}, "\0")
    def look(given: dict[str, str], other: str) -> None:
        with bounded():
            for query in QUERIES:
                name = query.name.partition("/")[2]
                taken = {key: given.get(key, shelves.KNOWN[key]) for key in query.parameters if key != "corpus"}
                refusal(lambda name=name: graph.query(name, STORY, **given))
                refusal(lambda name=name, taken=taken: graph.query(name, STORY, **taken))
                refusal(lambda query=query, taken=taken: graph.store.read(query.name, corpus=other, **taken))
                refusal(lambda query=query, taken=taken: graph.store.read(query.name, corpus=STORY, **taken))
            refusal(lambda: graph.query(other, other, **given))
            refusal(lambda: graph.event(other, STORY))
            refusal(lambda: graph.narrative(other, STORY))

    look()
    assert state(graph) == before


def test_ids_and_texts_as_strange_as_they_may_be(graph: Graph) -> None:
    """What a corpus may say comes out of the graph as it went in."""
    from taeg.build import build

    @tried(4)
    @given(hostile(HOSTILE))
    def look(texts: list[str]) -> None:
        corpus = shelves.corpus([text.replace("\0", "") for text in texts])
        loaded = graph.load(build(corpus), "other")
        assert graph.stats("other").digest == loaded.digest
        graph.delete("other")

    look()
