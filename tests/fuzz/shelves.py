"""Books made of hostile texts, without a store: what the writers are given; and a graph that can be asked."""

import atexit
import itertools
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import taeg
from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate.narrative import BASE, Run, Spans
from taeg.export.book import Book, make_book
from taeg.graph.graph import Graph
from taeg.model.corpus import Corpus, Correction, Event, Source, Version, check_id
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
    """The corpus of these texts with a run that tells it."""
    whole = corpus(pieces)
    graph = build(whole)
    edges = {"before": graph.before, "same_event": graph.same_event}
    scores = {"longest": {"rouge1": 0.5}}
    return make_book(whole.name, whole, graph.digest, [_run(whole, pieces[-1])], scores, edges)


def corpus(pieces: list[str]) -> Corpus:
    """Two sources, three events, five versions, all of whose texts are these in turn, and two corrections."""
    words = itertools.cycle(pieces)
    taken: set[str] = set()

    def name(fallback: str) -> str:
        wanted = next(words)
        return _free(wanted, fallback, taken)

    sources = tuple(Source(name(f"s{i}"), next(words), author=next(words)) for i in range(SOURCES))
    events = tuple(
        Event(name(f"e{i}"), next(words), next(words), next(words), next(words), time="2024-05-03")
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


def _run(corpus: Corpus, words: str) -> Run:
    """A run that tells the longest version of each event, and says of itself what it was given."""
    chosen = list(_longest(corpus))
    places = {source.id: place for place, source in enumerate(corpus.sources)}
    return Run(
        id="longest",
        strategy="longest",
        parameters={"words": words},
        signature=words,
        created=datetime(2030, 1, 2, tzinfo=UTC).isoformat(),
        spans=Spans.of(
            event=[event for event, _ in chosen],
            version=[version for _, version in chosen],
            source=[places[corpus.versions[version].source] for _, version in chosen],
            start=0,
            end=[len(corpus.versions[version].text) for _, version in chosen],
            role=BASE,
            score=1.0,
        ),
    )


def _longest(corpus: Corpus) -> Iterator[tuple[int, int]]:
    for place, event in enumerate(corpus.events):
        told = [(len(v.text), i) for i, v in enumerate(corpus.versions) if v.event == event.id and v.usable]
        if told:
            yield place, max(told)[1]
