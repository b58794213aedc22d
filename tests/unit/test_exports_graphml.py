"""GraphML, read back by networkx and igraph."""

import io
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import igraph
import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from taeg.export import graphml
from taeg.export.book import Book
from taeg.export.notes import xml_text
from tests.unit import books


def opened(book: Book | None = None) -> nx.DiGraph:
    return nx.read_graphml(io.BytesIO(graphml.export(book or books.book())))


def counted(kinds: Counter[str]) -> None:
    stats = books.stats()
    assert kinds == {
        "version": stats.versions,
        "event": stats.events,
        "source": len(books.SOURCES),
        "BEFORE": stats.before,
        "SAME_EVENT": stats.same_event,
        "TELLS": len(books.VERSIONS),
        "TOLD_BY": len(books.VERSIONS),
        "NEXT": stats.events - 1,
    }


def test_networkx_reads_it() -> None:
    graph = opened()
    assert graph.is_directed()
    counted(Counter(kind for _, kind in graph.nodes(data="kind")) + Counter(k for *_, k in graph.edges(data="kind")))
    assert graph.graph["corpus"] == "pier"
    ids = [f"version/{version.id}" for version in books.book().versions]
    edges = books.book().edges["before"]
    before = {(ids[a], ids[b]): weight for a, b, weight in zip(edges.a, edges.b, edges.weight, strict=True)}
    assert {(a, b): w["weight"] for a, b, w in graph.edges(data=True) if w["kind"] == "BEFORE"} == before
    alarm = graph.nodes["event/alarm"]
    assert (alarm["label"], alarm["place"], alarm["location"]) == ("The alarm | bell", 1, "Pier #1")
    assert graph.nodes["event/fire"]["label"] == "fire"
    assert graph.nodes["version/c1"]["excluded"] is True
    assert graph.nodes["version/a2"]["chosen"] is True
    assert graph.nodes["version/a1"]["latest"] is False


def test_igraph_reads_it(tmp_path: Path) -> None:
    (tmp_path / "graph.graphml").write_bytes(graphml.export(books.book()))
    graph = igraph.Graph.Read_GraphML(str(tmp_path / "graph.graphml"))
    assert graph.is_directed()
    counted(Counter(graph.vs["kind"]) + Counter(graph.es["kind"]))
    assert len(set(graph.vs["id"])) == graph.vcount()
    weights = [e["weight"] for e in graph.es if e["kind"] == "SAME_EVENT"]
    assert sorted(weights) == sorted(books.book().edges["same_event"].weight)


def test_texts_and_timeline_are_complete() -> None:
    graph = opened()
    for version in books.VERSIONS:
        assert graph.nodes[f"version/{version.id}"].get("text", "") == xml_text(version.text)
    assert "\ufffd rang\ufffd, then \ufffd[31m" in graph.nodes["version/c3"]["text"]
    steps = [(a, b) for a, b, kind in graph.edges(data="kind") if kind == "NEXT"]
    assert steps == list(pairwise(f"event/{event.id}" for event in books.EVENTS))


def test_ids_that_differ_in_invalid_characters_stay_unique() -> None:
    book = books.book()
    sources = tuple(replace(book.sources[0], id=name) for name in ("x\ufffe", "x\uffff"))
    graph = opened(replace(book, sources=(*book.sources, *sources)))
    assert {"source/x\ufffd", "source/x\ufffd~1"} <= set(graph.nodes)


@given(st.text(alphabet=st.one_of(st.characters(codec="utf-8"), st.sampled_from("\x00\x01\x0b\x1f\ufffe\uffff"))))
def test_xml_text_can_be_parsed(text: str) -> None:
    element = etree.Element("a")
    held = xml_text(text)
    element.text = held
    assert (etree.fromstring(etree.tostring(element, encoding="UTF-8")).text or "") == held
    assert len(held) == len(text)
