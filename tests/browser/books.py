"""Books whose pages the tests open: the night of the example with scores, a hostile one, and a long one."""

from pathlib import Path

import ingest
import taeg
from eval import benchmark
from taeg import export as exports
from taeg.consolidate.narrative import Passage, traced
from taeg.export.book import Account, Book, Happening, Teller, Telling
from taeg.export.collation import shared
from taeg.model.corpus import Correction

NIGHT = Path(__file__).resolve().parent.parent.parent / "examples" / "night"
CORRECTIONS = (
    Correction("rename", "bang", title="A bang is heard", why="shorter"),
    Correction("move", "man-falls", "bang", side="before", why="three say so"),
)
METRICS = ("rouge1", "rougeL", "tau", "accuracy", "likeness")
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
    """The example corpus, corrected in two places, with the ladder's runs and some scores."""
    with taeg.open(str(folder / "night.db")) as graph:
        corpus = ingest.load(ingest.read(str(NIGHT)), graph).corpus
        graph.correct(*CORRECTIONS, corpus=corpus)
        benchmark.evaluate(graph, corpus, benchmark.Settings(benchmark.ladder(1), METRICS, fractions=()))
        return exports.take(graph, corpus)


def hostile() -> Book:
    """A book in which every field that data can fill tries to become markup, and one event is told in Hebrew."""
    tellers = [Teller(bad, f"T {bad}", f"A {bad}", f"D {bad}") for bad in HOSTILE]
    happenings = [
        _happening(bad, f"E {bad}", tellers, [f"{bad} says {t.title}. Then {bad}." for t in tellers], bad)
        for bad in HOSTILE
    ]
    happenings.append(_happening("hebrew", "בראשית", tellers[:2], [HEBREW, HEBREW.replace("ברא", "עשה")]))
    return _book("hostile", f"B {HOSTILE[1]}", tellers, happenings, [f"R {bad}" for bad in HOSTILE], HOSTILE)


def long() -> Book:
    """Two thousand events in four versions each, some eighty words a version."""
    tellers = [Teller(name, f"The book of {name}", "", "") for name in ("Anna", "Bruno", "Clara", "David")]
    happenings = [
        _happening(f"e{i}", f"Event {i}", tellers, [_words(i, j) for j in range(LONG_SOURCES)])
        for i in range(LONG_EVENTS)
    ]
    return _book("long", "A long book", tellers, happenings, ["taeg", "longest", "priority"], ())


def _words(event: int, teller: int) -> str:
    """Sentences that the tellers of an event share in part."""
    common = f"On the road number {event} they met a stranger who carried water and asked for the way to the town."
    own = (
        f"I, the teller {teller}, saw at the gate of house {event * 7 + teller} how the lamps were lit one by one. "
        f"Nobody spoke for a long while, and the dogs of the quarter {(event + teller) % 13} barked until morning."
    )
    middle = f"He said that the bridge was closed since day {event % 30}, and that nobody had crossed it. "
    return f"{common} {middle if teller % 2 else ''}{own} When it was over everybody went home."


def _happening(id: str, title: str, tellers: list[Teller], texts: list[str], bad: str = "") -> Happening:
    marks = shared(texts, "en")
    accounts = tuple(
        Account(
            f"{id}-{i} {bad}".strip(), id, t.id, t.title, bad or f"page {i}", bad, text,
            (bad,) if bad else (), True, bool(bad) and i == 0, bad, found,
        )
        for i, (t, text, found) in enumerate(zip(tellers, texts, marks, strict=True))
    )  # fmt: skip
    return Happening(id, title, bad, bad, bad, bad, bad, (f"renamed, because {bad}",) if bad else (), accounts)


def _book(
    id: str, title: str, tellers: list[Teller], happenings: list[Happening], runs: list[str], bad: tuple[str, ...]
) -> Book:
    return Book(
        corpus=id,
        title=title,
        licence=bad[2] if bad else "CC0-1.0",
        language="en",
        profile="audited",
        separator="\n\n",
        digest="d1ge57",
        timeline="given with the corpus",
        program="taeg",
        notes=bad,
        contradictions=bad,
        corrections=bad,
        misfits=bad,
        tellers=tuple(tellers),
        happenings=tuple(happenings),
        tellings=tuple(_telling(run, place, happenings, bad) for place, run in enumerate(runs)),
        before=(),
        same_event=(),
    )


def _telling(run: str, place: int, happenings: list[Happening], bad: tuple[str, ...]) -> Telling:
    chosen = [(h, h.accounts[(place + i) % len(h.accounts)]) for i, h in enumerate(happenings)]
    passages = tuple(
        Passage(h.id, h.title, a.id, a.source, a.reference, a.text, a.source_title, a.time, h.edits) for h, a in chosen
    )
    scores = {bad[place]: 0.5 + place, "rougeL": 0.25} if bad else {"rougeL": 0.5 + place / 10}
    parameters = {bad[place]: bad[place]} if bad else {"damping": 0.85}
    return Telling(run, run, parameters, run, "2030-01-02", scores, passages, traced(passages, "en"))
