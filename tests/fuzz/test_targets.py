"""Every reader and writer on damaged samples: a corpus or a message of one line, within limits; a valid file."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ingest
from taeg.export import FORMATS
from taeg.graph.graph import Graph
from tests.fuzz import hostile_books, output_checks
from tests.fuzz.bounds import bounded, refusal
from tests.fuzz.damage import damaged, hostile, tried
from tests.fuzz.hostile_books import STORY
from tests.fuzz.targets import CASE, CELLS, HOSTILE, JSON, MARKS, TARGETS, TIMES, YAML, Files, laid

READERS = [name for name in TARGETS if not name.startswith("write-")]
SLOW = {"verse-csv", "verse-tsv", "docx-body", "folder-docx", "xlsx-sheet", "table-xlsx", "gospel-chronology"}
"""Targets that take more than ten milliseconds per example."""


@pytest.mark.parametrize("name", READERS)
def test_damaged_files(name: str) -> None:
    target = TARGETS[name]

    @tried(3 if name in SLOW else 8)
    @given(damaged(target.seeds(), target.words))
    def look(data: bytes) -> None:
        with bounded():
            target.run(data)

    look()


@pytest.mark.parametrize("name", READERS)
def test_samples_are_valid(name: str) -> None:
    """Otherwise every example would stop at the first fault."""
    for seed in TARGETS[name].seeds():
        assert TARGETS[name].run(seed) == ""


@pytest.mark.parametrize("format", FORMATS)
def test_hostile_texts(format: str) -> None:
    @tried(2 if format == "docx" else 6)
    @given(hostile(HOSTILE))
    def look(texts: list[str]) -> None:
        with bounded():
            output_checks.CHECKS[format](hostile_books.book([text.replace("\0", "") for text in texts]))

    look()


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
    """Run a call; if it is refused, nothing may have changed, otherwise delete what it loaded."""
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


def test_hostile_ids_and_texts_round_trip(graph: Graph) -> None:
    """The digest is the same after loading."""
    from taeg.build import build

    @tried(4)
    @given(hostile(HOSTILE))
    def look(texts: list[str]) -> None:
        corpus = hostile_books.corpus([text.replace("\0", "") for text in texts])
        loaded = graph.load(build(corpus), "other")
        assert graph.stats("other").digest == loaded.digest
        graph.delete("other")

    look()
