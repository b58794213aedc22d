"""Books made of hostile texts, without a store: what the writers are given; and a graph that can be asked."""

import atexit
import itertools
import tempfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import taeg
from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate.algorithm import select
from taeg.consolidate.spans import Run
from taeg.export.book import Book, make_book
from taeg.graph.graph import Graph
from taeg.model.corpus import LONGEST_ID, Corpus, Correction, Event, Source, Version, check_id
from taeg.model.corrections import apply
from tests.unit.builders import story_graph

PIECES = "\x1f"
"""What parts the texts in the bytes of an example."""
EVENTS, SOURCES = 3, 2
STORY = "voyage"
KNOWN = {"event": "sail", "source": "bob", "run": "longest", "other_run": "lexrank"}
"""What the story has of each that a query can ask for."""


def texts(data: bytes) -> list[str]:
    """The texts of an example, as a graph can hold them."""
    return [text.replace("\0", "") for text in data.decode("utf-8", "replace").split(PIECES)]


def book(pieces: list[str]) -> Book:
    """A book of a corpus with these texts and a run."""
    whole = corpus(pieces)
    graph = build(whole)
    edges = {"before": graph.before, "same_event": graph.same_event}
    scores = {"longest": {"rouge1": 0.5}}
    run = Run(
        id="longest",
        strategy="longest",
        parameters={"words": pieces[-1]},
        signature=pieces[-1],
        created=datetime(2030, 1, 2, tzinfo=UTC).isoformat(),
        spans=select(graph, "longest", {}),
    )
    return make_book(whole.name, whole, graph.digest, [run], scores, edges)


def corpus(pieces: list[str]) -> Corpus:
    """Two sources, three events, five versions, all of whose texts are these in turn, and two corrections."""
    words = itertools.cycle(pieces)
    taken: set[str] = set()

    def name(fallback: str) -> str:
        wanted = next(words)
        return _free(wanted, fallback, taken)

    sources = tuple(Source(name(f"s{i}"), next(words), author=next(words)) for i in range(SOURCES))
    events = tuple(
        Event(name(f"e{i}"), next(words), next(words)[:LONGEST_ID], next(words), next(words), time="2024-05-03")
        for i in range(EVENTS)
    )
    versions = tuple(
        Version(name(f"v{n}"), event.id, source.id, next(words), next(words), (next(words),))
        for n, (event, source) in enumerate(itertools.product(events, sources))
    )[:-1]
    corrections = (
        Correction("rename", events[0].id, title=next(words), why=next(words)),
        Correction("exclude", versions[0].id, why=next(words)),
    )
    made = Corpus(name("c"), sources, events, versions, notes=(next(words),), title=next(words), licence=next(words))
    return apply(made, corrections)


@cache
def harmless() -> Book:
    """The same with words that mean nothing to any format."""
    return book(["word"])


def story_in(path: Path) -> Graph:
    """A new graph that holds the story and two runs."""
    graph = taeg.open(str(path))
    graph.load(story_graph(), STORY)
    for run in (KNOWN["run"], KNOWN["other_run"]):
        graph.consolidate(run, STORY)
    return graph


@cache
def asked() -> Graph:
    """The one of this process that is asked."""
    folder = tempfile.TemporaryDirectory(prefix="taeg-fuzz-")
    atexit.register(folder.cleanup)
    graph = story_in(Path(folder.name) / "graph.db")
    atexit.register(graph.close)
    return graph


def _free(wanted: str, fallback: str, taken: set[str]) -> str:
    try:
        check_id("id", wanted)
    except InputError:
        wanted = fallback
    while wanted in taken:
        wanted += "."
    taken.add(wanted)
    return wanted
