"""Contested facts of a graph in exports and frames: those that nobody dismissed, with what a person decided."""

import json
from collections.abc import Iterator

import pytest

import taeg
from taeg import export as exports
from taeg.conflicts.values import CLOCK
from taeg.export import frames
from taeg.export.book import Book
from taeg.export.contested import Contested
from taeg.graph import conflicts
from taeg.graph.contested import decision
from taeg.graph.graph import Graph
from tests.integration.contested import DETECTOR, corpus


@pytest.fixture
def graph(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Graph]:
    """A graph with a run and without findings."""
    monkeypatch.setattr(conflicts, "detector", lambda *_: DETECTOR)
    with taeg.open(address) as opened:
        opened.put(corpus())
        opened.consolidate("longest")
        yield opened


def contested(book: Book) -> Contested:
    assert book.contested
    return book.contested


def test_books_have_facts_once_they_were_looked_for(graph: Graph) -> None:
    assert exports.read(graph, "html").contested is None
    found = graph.conflicts()
    book = exports.read(graph, "html")
    assert contested(book) == Contested(found.facts, found.amendments, found.copies)
    fact = contested(book).facts[0]
    assert book.events[fact.event].id == "fire"
    assert [book.versions[s.version].text[s.start : s.end] for s in fact.sides] == ["23:41", "23:44", "23:51"]
    assert len(contested(exports.read(graph, "graphml")).conflicts) == 4


def test_decisions(graph: Graph) -> None:
    found = graph.conflicts()
    clock, count = found.facts
    graph.correct(decision(found, "dismiss", count.id), decision(found, "settle", clock.id, "reyes", "a log"))
    graph.consolidate("longest")
    book = contested(exports.read(graph, "graphml"))
    [settled] = book.facts
    assert (settled.kind, settled.preferred, settled.because, settled.why) == (CLOCK, (1,), "person", "a log")
    assert {conflict.kind for conflict in book.conflicts} == {CLOCK}
    document = json.loads(exports.render(exports.read(graph, "json"), "json")[""])
    assert [(fact["kind"], fact["decision"]) for fact in document["facts"]] == [(CLOCK, "settled")]


def test_frame(graph: Graph) -> None:
    frame = frames.facts(graph, policy="latest")
    assert frame[frame.kind == CLOCK][["version", "text", "hedged", "firsthand", "preferred"]].to_numpy().tolist() == [
        ["ames:fire", "23:41", True, True, False],
        ["reyes:fire", "23:44", False, True, False],
        ["novak:fire", "23:51", False, False, True],
    ]
    assert frame["because"].tolist()[2] == "latest"
    assert frame.dtypes.astype(str)[["fact", "score", "start", "preferred"]].tolist() == [
        *("string", "float64", "int64", "bool"),
    ]
