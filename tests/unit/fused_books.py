"""Books with a fused run: base passages with insertions, notes, hearsay, a repetition and omitted sentences."""

from collections.abc import Sequence
from dataclasses import replace

from taeg.consolidate.narrative import Passage
from taeg.consolidate.spans import BASE, INLINE, NOTE, TITLE
from taeg.export.book import Book, NarratedRun, make_book
from taeg.model.corpus import Corpus, Event, Source, Version
from tests.unit import books

HOSTILE = "<img src=x onerror=window.hacked=1>"
SOURCES = (
    Source("ann", "Ann's diary"),
    Source("bob", "Bob's letter", date="1912-06-01"),
    Source("cid", f"Cid {HOSTILE}"),
    Source("dot", "Dot"),
)
EVENTS = (Event("fire", "The barn burns", "Monday"), Event("rescue", "The rescue", "Tuesday"), Event("calm", "Calm"))
SMOKE = "Smoke hung over the whole valley."
LAMP = "A lamp fell over in the hay."
RUMOUR = "It is said that a boy lit it."
MARKUP = "</script><script>window.hacked=2</script> stood on the gate."
VERSIONS = (
    Version("ann-1", "fire", "ann", f"🔥 The barn burned. The horses ran off.\n\n{SMOKE}", "Diary 1"),
    Version("bob-1", "fire", "bob", f"The barn burned. {LAMP} {RUMOUR} The horses ran off at night.", "Letter 1"),
    Version("cid-1", "fire", "cid", f"“{MARKUP}” A wind rose."),
    Version("dot-1", "fire", "dot", "Nobody came.", excluded=True),
    Version("ann-2", "rescue", "ann", f"{SMOKE} All were safe.", "Diary 2"),
    Version("bob-2", "rescue", "bob", "Two men carried water.", "Letter 2"),
)


def part(version: str, text: str, role: str = BASE, versions: Sequence[Version] = VERSIONS) -> Passage:
    """A part of a version as a passage."""
    v = next(v for v in versions if v.id == version)
    event = next(event for event in EVENTS if event.id == v.event)
    source = next(source for source in SOURCES if source.id == v.source)
    start = v.text.index(text)
    return Passage(v.event, event.title, v.id, v.source, v.citation, text, source.title, v.time, (), role, start)


def fused(left_out: int = 0) -> Book:
    """A book in the third person; `left_out` adds sentences that are in no passage."""
    more = " ".join(f"Item {number} was saved." for number in range(left_out))
    *others, last = VERSIONS
    versions = (*others, replace(last, text=f"{last.text} {more}".strip()))
    passages = (
        part("ann-1", "🔥 The barn burned. "),
        part("bob-1", LAMP, INLINE),
        part("ann-1", f"The horses ran off.\n\n{SMOKE}"),
        part("bob-1", RUMOUR, NOTE),
        part("bob-1", "at night.", NOTE),
        part("cid-1", MARKUP, NOTE),
        part("ann-2", VERSIONS[4].text),
        part("bob-2", "Two men carried water.", NOTE),
        Passage("calm", "Calm", "", "", "", "Calm.", role=TITLE),
    )
    return book(versions, passages)


def testimony() -> Book:
    """A book in the first person, with an insertion in the first account."""
    told = ("I saw the barn burn. I ran for help.", "I heard a bang. I rang the bell.")
    versions = tuple(
        Version(f"{source}-1", "fire", source, text) for source, text in zip(("ann", "bob"), told, strict=True)
    )
    passages = (
        part("ann-1", "I saw the barn burn. ", versions=versions),
        part("bob-1", "I heard a bang.", INLINE, versions),
        part("ann-1", "I ran for help.", versions=versions),
        part("bob-1", "I rang the bell.", NOTE, versions),
    )
    return book(versions, passages)


def book(versions: Sequence[Version], passages: Sequence[Passage]) -> Book:
    """A book with a fused run and one that selects versions."""
    corpus = Corpus("barn", SOURCES, EVENTS, tuple(versions), title="The barn", language="en")
    made = make_book("barn", corpus, "d1ge57", [], {}, {})
    run = books.book().main.run
    whole = tuple(part(id, next(v for v in versions if v.id == id).text, versions=versions) for id in ("ann-1",))
    runs = tuple(
        NarratedRun(replace(run, id=id, strategy=id, parameters={}), {}, found, "en")
        for id, found in (("fuse", tuple(passages)), ("longest", whole))
    )
    return replace(made, runs=runs)
