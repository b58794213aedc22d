"""Books for the browser tests: the example corpus with scores, a hostile book, and a long one."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import ingest
import taeg
from eval import benchmark
from taeg import export as exports
from taeg.consolidate.narrative import Passage
from taeg.export.book import Book, NarratedRun
from taeg.model.corpus import Correction, Event, Source, Version
from tests.unit import books as small
from tests.unit.books import unchecked

NIGHT = Path(__file__).resolve().parent.parent.parent / "examples" / "night"
CORRECTIONS = (
    Correction("rename", "bang", title="A bang is heard", why="shorter"),
    Correction("move", "man-falls", "bang", side="before", why="three say so"),
)
METRICS = ("rouge1", "rougeL", "tau", "accuracy", "likeness", "redundancy")
HOSTILE = (
    "<script>window.hacked=1;alert(1)</script>",
    "</script><script>window.hacked=2</script>",
    "<img src=x onerror=window.hacked=3>",
    "\"' onfocus=window.hacked=4 autofocus x='",
    "javascript:window.hacked=5//",
    "<svg onload=window.hacked=6><a href='javascript:window.hacked=7'>here</a></svg>",
    "</title></style></noscript><iframe srcdoc='<script>parent.hacked=8</script>'></iframe>",
    "<!--<script>-->",
    "constructor",
    "__proto__",
    "#event=__proto__&run=%E0%A4%A",
    "\u202e\u2028\x00{{script}}${window.hacked=9}",
)
NAMES_OF_OBJECTS = HOSTILE.index("constructor")
"""From here on they are hostile to what looks things up by name."""
HEBREW = "בראשית ברא אלהים את השמים ואת הארץ. והארץ היתה תהו ובהו!"
LONG_EVENTS, LONG_SOURCES = 2000, 4


def night(folder: Path) -> Book:
    """The example corpus, corrected in two places, with the runs of all systems and some scores."""
    with taeg.open(str(folder / "night.db")) as graph:
        corpus = ingest.load(ingest.read(str(NIGHT)), graph).corpus
        graph.correct(*CORRECTIONS, corpus=corpus)
        benchmark.evaluate(graph, corpus, benchmark.Settings(benchmark.published_systems(3), METRICS, fractions=()))
        return exports.read(graph, "html", corpus)


def gospels(folder: Path) -> Book:
    """The built-in corpus with one run."""
    with taeg.open(str(folder / "gospels.db")) as graph:
        corpus = ingest.load(ingest.read("gospels"), graph).corpus
        graph.consolidate("longest", corpus)
        return exports.read(graph, "html", corpus)


def hostile() -> Book:
    """A book with markup in every field, and one event in Hebrew."""
    sources = [
        unchecked(Source, id=bad, title=f"T {bad}", author=f"A {bad}", date=f"D {bad}", files=(f"F {bad}",))
        for bad in HOSTILE
    ]
    events, versions = [], []
    for bad in HOSTILE:
        details = dict.fromkeys(("day", "time", "location", "gold_text", "choice"), bad)
        edits = (f"renamed, because {bad}",)
        events.append(unchecked(Event, id=bad, title=f"E {bad}", edits=edits, **details))
        for i, source in enumerate(sources):
            text = f"{bad} says {source.title}. Then {bad}."
            marks = {"citation": bad, "time": bad, "gaps": (bad,), "told_of": bad, "excluded": i == 0}
            id = f"{bad}-{i} {bad}"
            versions.append(unchecked(Version, id=id, event=bad, source=source.id, text=text, **marks))
    events.append(Event("hebrew", "בראשית"))
    for i, text in enumerate((HEBREW, HEBREW.replace("ברא", "עשה"))):
        versions.append(Version(f"hebrew-{i}", "hebrew", sources[i].id, text))
    book = _book("hostile", sources, events, versions, [f"R {bad}" for bad in HOSTILE])
    runs = tuple(
        replace(
            narrated,
            run=replace(narrated.run, parameters={bad: bad}, signature=narrated.run.id),
            scores={bad: 0.5 + number, "rougeL": 0.25},
        )
        for number, (narrated, bad) in enumerate(zip(book.runs, HOSTILE, strict=True))
    )
    texts = dict.fromkeys(("notes", "corrections", "misfits"), HOSTILE)
    return replace(
        book, title=f"B {HOSTILE[1]}", licence=HOSTILE[2], runs=runs, find_contradictions=lambda: HOSTILE, **texts
    )


def long() -> Book:
    """Two thousand events in four versions each, some eighty words a version."""
    sources = [Source(name, f"The book of {name}") for name in ("Anna", "Bruno", "Clara", "David")]
    events = [Event(f"e{i}", f"Event {i}") for i in range(LONG_EVENTS)]
    versions = [
        Version(f"e{i}-{j}", f"e{i}", source.id, _words(i, j), f"page {j}")
        for i in range(LONG_EVENTS)
        for j, source in enumerate(sources)
    ]
    return _book("long", sources, events, versions, ["taeg", "longest", "priority"])


def _words(event: int, source: int) -> str:
    """Sentences that the sources of an event share in part."""
    common = f"On the road number {event} they met a stranger who carried water and asked for the way to the town."
    own = f"I, the witness {source}, saw at the gate of house {event * 7 + source} how the lamps were lit one by one."
    return f"{common} {own} Nobody spoke for a long while, and the dogs of the quarter barked until the next morning."


def _book(
    id: str, sources: Sequence[Source], events: Sequence[Event], versions: Sequence[Version], runs: Sequence[str]
) -> Book:
    """A book whose runs select the versions of each event in turn."""
    book = replace(
        small.book(),
        corpus=id,
        title="A long book",
        licence="CC0-1.0",
        sources=tuple(sources),
        events=tuple(events),
        versions=tuple(versions),
        latest=(True,) * len(versions),
        edges={},
    )
    narrated = (_narrated(book, run, number) for number, run in enumerate(runs))
    return replace(book, runs=tuple(narrated))


def _narrated(book: Book, run: str, number: int) -> NarratedRun:
    selected = [(e, vs[(number + i) % len(vs)]) for i, (e, vs) in enumerate(book.timeline_entries)]
    passages = tuple(
        Passage(e.id, e.title, v.id, v.source, v.citation, v.text, book.source_of(v).title, book.time_of(v), e.edits)
        for e, v in selected
    )
    recorded = replace(small.book().main.run, id=run, strategy=run, parameters={"damping": 0.85})
    return NarratedRun(recorded, {"rougeL": 0.5 + number / 10}, passages, "en")
