"""A small book for the tests of exports, with texts that are awkward in every format, read from a graph."""

import tempfile
from dataclasses import MISSING, replace
from dataclasses import fields as dataclass_fields
from functools import cache
from pathlib import Path
from typing import TypeVar

import taeg
from taeg.build import build
from taeg.consolidate.narrative import Passage
from taeg.consolidate.spans import BASE, INLINE, NOTE, TITLE, Run, Spans
from taeg.export.book import Book, make_book, read_book
from taeg.export.pseudonyms import Pseudonyms
from taeg.graph.graph import Stats
from taeg.graph.scores import Score
from taeg.model.corpus import Corpus, Correction, Event, Source, Version
from taeg.model.corrections import apply

T = TypeVar("T")
HTML = "<script>alert('x')</script> & <b>bold</b> &amp; &#65;. <!-- gone --> <https://example.org> stays?"
FORMULA = "=cmd|' /C calc'!A0"
MARKDOWN = """# Not a heading. Not one
===
1. not a list
2) nor this
- nor *this* or _that_ or ~~those~~!
+ [no link](https://example.org) ![no image](x.png) [^1] [1] www.example.org
\tno code
    nor `here`

| a | b |
| - | - |
> not quoted \\

```
not fenced
```
[^1]: no note
[a]: /no-definition
***
Term
: no definition. $x$ a@example.org."""
CONTROL = "A bell\x01 rang\ufffe, then \x1b[31mred\x7f. A page\x0cbreak and a\u2028line, a\rreturn."
SIGNS = "👩‍👩‍👧 saw it! مرحبا بالعالم. שלום עולם. Cafe\u0301 opened. İ."
LONG = "x" * 20_000
RAN = "ran to the pier"
LATER = f"Anna Weber {RAN}. Nobody else did."
FIRST = "I woke. I called Anna\nWeber ran home. I followed her."
SECOND = "The bell rang [1]. A lamp broke. Anna Müller fell, I believe. They say that Anna  Weber ran. I was told so."
THIRD = "\u202eNobody [hearsay] heard” it."

SOURCES = (
    Source("ann-weber", "Statement of Anna Weber", author="Anna Weber", date="1912-05"),
    Source("bob", '=HYPERLINK("http://x")', author="@bob"),
    Source("cid", "Cid's *diary* [2]\nsecond line", date="1912-06-01"),
)
EVENTS = (
    Event("alarm", "The alarm | bell", day="Monday", location="Pier #1", time="1912-04-10"),
    Event("fire", "", day="-1"),
    Event("odd", "<i>Odd</i> #"),
    Event("silence", "Nobody writes"),
    Event("gap", "A torn page"),
    Event("end", "+end\nof it"),
)
VERSIONS = (
    Version("a1", "alarm", "ann-weber", f"The bell rang. We {RAN} with Anna  Weber.", "page 1", time="1912-04-10"),
    Version("a2", "alarm", "ann-weber", f"The bell rang, I now say! {LATER}", "page 2", time="1912-04-12"),
    Version("b1", "alarm", "bob", "A bell rang at the pier. Anna Müller heard it.", "=1+1"),
    Version("c1", "alarm", "cid", "A bell, they say."),
    Version("a3", "fire", "ann-weber", MARKDOWN, "page [3]"),
    Version("b2", "fire", "bob", FORMULA, "@2"),
    Version("b3", "odd", "bob", HTML, "<ref>"),
    Version("c3", "odd", "cid", f"{CONTROL}\n\n{SIGNS}", "f. 3\ufffe"),
    Version("a5", "gap", "ann-weber", "", "page 9", ("page 9",)),
    Version("c5", "gap", "cid", "Half a page.", "f. 5-6", ("f. 6",)),
    Version("a6", "end", "ann-weber", f"It ended. It ended with {LONG}."),
    Version("b6", "end", "bob", "\tIt ended.\r\n\r\nReally, it did."),
)
NAMES = Pseudonyms(
    {"Anna Weber": "Witness A", "Weber": "Witness A", "Anna Müller": "Witness B", "ann-weber": "witness-a"}
)
HIDDEN = ("anna weber", "weber", "müller", "ann-weber")


def corpus() -> Corpus:
    """Three sources, six events (one without versions), twelve versions."""
    return Corpus(
        "pier", SOURCES, EVENTS, VERSIONS, notes=("made *up*",), title="A night\nat the <pier>", licence="CC0-1.0"
    )


CORRECTIONS = (
    Correction("choose", "alarm", "a2", why="she corrects herself"),
    Correction("exclude", "c1", why="hearsay"),
    Correction("rename", "gap", title="A torn *page*"),
)


@cache
def _read() -> tuple[Book, Stats]:
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "test.db")) as graph:
        graph.load(build(apply(corpus(), CORRECTIONS)), "pier")
        graph.consolidate_many([("taeg", {}), ("longest", {}), ("priority", {"order": "cid,bob,ann-weber"})])
        graph.consolidate_many([("lexrank", {"size": 12})])
        graph.record_scores("taeg", [Score("rouge1", 0.5, "by hand")], 10)
        return read_book(graph), graph.stats()


def book() -> Book:
    """The book, its main run `taeg`."""
    return _read()[0]


def read_with_voice(voice: str) -> Book:
    """The book as read from a graph, to be shown in a voice."""
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "test.db")) as graph:
        graph.load(build(corpus()), "pier")
        graph.consolidate("longest")
        return read_book(graph, voice=voice)


def stats() -> Stats:
    """The statistics of the graph it was read from."""
    return _read()[1]


def with_main(strategy: str) -> Book:
    """The book with another main run."""
    found = book()
    return replace(found, runs=tuple(sorted(found.runs, key=lambda narrated: narrated.run.strategy != strategy)))


def _span(text: str, role: str = BASE, *, first: str = "", last: str = "") -> tuple[int, int, str]:
    """The part of a text from one phrase to another, as a span."""
    start = text.index(first) if first else 0
    return start, text.index(last) + len(last) if last else len(text), role


@cache
def fused() -> Book:
    """A book with a fused run: two insertions, four notes, one of them with hearsay, and a title."""
    texts = {
        **{"a1": FIRST, "b1": SECOND, "c1": THIRD},
        **{"a3": MARKDOWN, "b2": FORMULA, "b6": "It ended.\n\nI, Anna Weber, was told that it did."},
    }
    kept = tuple(
        replace(v, text=texts.get(v.id, v.text), excluded=False) for v in VERSIONS if v.id in (*texts, "b3", "c3")
    )
    whole = Corpus("pier", SOURCES, EVENTS, kept, title="A night\nat the <pier>", licence="CC0-1.0")
    graph = build(whole)
    spans = (
        ("a1", _span(texts["a1"], last="\nWeber ")),  # cuts a name
        ("b1", _span(SECOND, INLINE, first="A lamp", last="broke.")),
        ("a1", _span(texts["a1"], first="ran home")),
        ("b1", _span(SECOND, NOTE, last="[1].")),
        ("b1", _span(SECOND, NOTE, first="They say")),
        ("c1", _span(THIRD, NOTE)),
        ("a3", _span(MARKDOWN)),
        ("b2", _span(FORMULA, NOTE)),
        ("c3", _span(kept[-2].text, last="bell\x01 rang\ufffe, ")),
        ("b3", _span(HTML, INLINE, last="<b>bold</b> ")),
        ("c3", _span(kept[-2].text, first="then \x1b")),
        ("", (0, len("Nobody writes."), TITLE)),
        ("b6", _span(texts["b6"])),
    )
    index = {version.id: number for number, version in enumerate(graph.corpus.versions)}
    events = {event.id: number for number, event in enumerate(EVENTS)}
    sources = {source.id: number for number, source in enumerate(graph.corpus.sources)}
    of = {version.id: version for version in kept}
    run = Run(
        *("fuse", "fuse", {"novelty": 0.5}, "by hand", "2030-01-02T00:00:00+00:00"),
        Spans.of(
            event=[events[of[id].event] if id else events["silence"] for id, _ in spans],
            version=[index.get(id, -1) for id, _ in spans],
            source=[sources[of[id].source] if id else -1 for id, _ in spans],
            start=[start for _, (start, _, _) in spans],
            end=[end for _, (_, end, _) in spans],
            role=[role for _, (_, _, role) in spans],
            score=[number / 4 for number in range(len(spans))],
        ),
    )
    edges = {"before": graph.before, "same_event": graph.same_event}
    return make_book("pier", graph.corpus, graph.digest, [run], {}, edges)


def with_passages(*passages: Passage) -> Book:
    """The book with other passages in its main run."""
    return replace(book(), runs=(replace(book().main, passages=passages),))


def redacted() -> Book:
    """The book with pseudonyms."""
    return book().redact(NAMES)


def unchecked(kind: type[T], **fields: object) -> T:
    """A value of the model without validation, as no corpus could contain it."""
    value = object.__new__(kind)
    defaults = {f.name: f.default for f in dataclass_fields(kind) if f.default is not MISSING}  # type: ignore[arg-type]
    for name, content in (defaults | fields).items():
        object.__setattr__(value, name, content)
    return value
