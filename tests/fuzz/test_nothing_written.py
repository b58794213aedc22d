"""Bad input leaves a graph unchanged: ingest and restore on an embedded store."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ingest
from taeg.graph import backup as archive
from taeg.graph.graph import Graph
from taeg.model.corpus_graph import CorpusGraph
from tests.fuzz import hostile_books, samples
from tests.fuzz.bounds import bounded, refusal
from tests.fuzz.damage import damaged, hostile, tried
from tests.fuzz.hostile_books import STORY
from tests.fuzz.targets import CASE, CELLS, HOSTILE, JSON, MARKS, TIMES, YAML, Files, laid

pytestmark = pytest.mark.fuzz

WORDS = {".yaml": YAML, ".csv": (*CELLS, *TIMES), ".jsonl": JSON, ".md": MARKS}
"""What matters in files of a kind."""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """A graph with one corpus and its runs."""
    with hostile_books.story_in(tmp_path_factory.mktemp("graph") / "graph.db") as found:
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


def damaging(files: Files, name: str) -> st.SearchStrategy[bytes]:
    """One of some files, damaged."""
    return damaged([files[name]], WORDS[Path(name).suffix])


@pytest.mark.parametrize("name", ["corpus.yaml", "corrections.yaml", "reports.csv", "timeline.csv", "reference.csv"])
def test_ingest(graph: Graph, name: str) -> None:
    @tried(4)
    @given(damaging(CASE, name))
    def look(data: bytes) -> None:
        folder = laid({**CASE, name: data})
        unless_refused(graph, lambda: ingest.load(ingest.read(str(folder)), graph, "other"))

    look()


class _Anything:
    """A digest that equals any recorded one: who damages a file can also compute its digest."""

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


def test_hostile_ids_and_texts_round_trip(graph: Graph) -> None:
    """What a corpus may say comes out of the graph as it went in."""
    from taeg.build import build

    @tried(4)
    @given(hostile(HOSTILE))
    def look(texts: list[str]) -> None:
        corpus = hostile_books.corpus([text.replace("\0", "") for text in texts])
        loaded = graph.load(build(corpus), "other")
        assert graph.stats("other").digest == loaded.digest
        graph.delete("other")

    look()
