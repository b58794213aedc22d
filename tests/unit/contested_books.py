"""Books with contested facts: awkward texts in every field, a fused run, and many facts."""

from collections.abc import Mapping
from dataclasses import replace

from taeg.conflicts.values import (
    CLOCK,
    COLOUR,
    CONFIDENT,
    CONFIRMED,
    COUNT,
    POSSIBLE,
    SETTLED,
    STATEMENT,
    Amendment,
    Conflict,
    Copy,
    Fact,
    Side,
)
from taeg.export.book import Book
from taeg.export.contested import Contested
from taeg.model.corpus import Event, Source, Version
from tests.unit import books, fused_books

HOSTILE = "<img src=x onerror=window.hacked=1>"


def side(book: Book, version: str, words: str, value: str = "", **more: bool) -> Side:
    """What a version says, by its words."""
    index, text = next((i, v.text) for i, v in enumerate(book.versions) if v.id == version)
    start = text.index(words)
    return Side(index, start, start + len(words), value or words, **more)


def events(book: Book) -> Mapping[str, int]:
    """The index of each event."""
    return {event.id: index for index, event in enumerate(book.events)}


def pier() -> Book:
    """The small book with names, markup, formulas and control characters in sides, keys, values and reasons."""
    book = books.book()
    at = events(book)
    facts = (
        Fact(
            "0a1b2c3d",
            at["alarm"],
            COUNT,
            "bell | Anna  Weber, müll",
            CONFIDENT,
            0.9,
            "count: same noun",
            (
                side(book, "a1", "Anna  Weber", "Anna Weber"),
                side(book, "a2", "Anna Weber", "2", hedged=True),
                side(book, "b1", "Anna Müller", "3", firsthand=False),
            ),
            (1,),
            "person",
            SETTLED,
            "Weber says so | *surely*",
        ),
        Fact(
            "1a1b2c3d",
            at["alarm"],
            CLOCK,
            "",
            POSSIBLE,
            0.4,
            "clock: same verb",
            (side(book, "a1", "rang", "23:41"), side(book, "c1", "A bell", "=1+1", hedged=True, firsthand=False)),
            decided=CONFIRMED,
        ),
        Fact(
            "2a1b2c3d",
            at["odd"],
            STATEMENT,
            HOSTILE,
            POSSIBLE,
            0.5,
            "statement: model",
            (
                side(book, "b3", "<script>alert('x')</script>", "</script><b>"),
                side(book, "c3", "saw it!", "\u202e\u2028\x01"),
            ),
        ),
    )
    amendments = (
        Amendment(**_part(book, "a2", "The bell rang, I now say!"), rule="not", new="2", old="3", **_old(book, "a1")),
        Amendment(**_part(book, "b1", "Anna Müller heard it."), rule="withdrawn", **_old(book, "b1", "A bell rang")),
    )
    of = {version.id: index for index, version in enumerate(book.versions)}
    copies = (Copy(of["b6"], of["a6"], 0.625),)
    return replace(book, contested=Contested(facts, amendments, copies, pairs(facts)))


def pairs(facts: tuple[Fact, ...]) -> tuple[Conflict, ...]:
    """A conflict of the first two sides of each fact."""
    return tuple(
        Conflict(fact.kind, fact.key, *sorted(fact.sides[:2]), fact.tier, fact.score, fact.rule) for fact in facts
    )


def _part(book: Book, version: str, words: str) -> dict[str, int]:
    found = side(book, version, words)
    return {"version": found.version, "start": found.start, "end": found.end}


def _old(book: Book, version: str, words: str = "Anna  Weber") -> dict[str, int]:
    found = side(book, version, words)
    return {"amended": found.version, "amended_start": found.start, "amended_end": found.end}


def barn() -> Book:
    """A fused run whose insertions and notes are contested, with an emoji before the words."""
    book = fused_books.fused()
    facts = (
        Fact(
            "aaaa0001",
            0,
            COUNT,
            "horses, ran",
            CONFIDENT,
            0.9,
            "count: same noun",
            (side(book, "ann-1", "The horses", "2"), side(book, "bob-1", "The horses", "3", hedged=True)),
            (0,),
            "latest",
        ),
        Fact(
            "aaaa0002",
            0,
            COLOUR,
            "lamp",
            POSSIBLE,
            0.5,
            "colour: same noun",
            (side(book, "bob-1", "A lamp fell", "grey", firsthand=False), side(book, "cid-1", "A wind", HOSTILE)),
        ),
        Fact(
            "aaaa0003",
            1,
            CLOCK,
            "rescue",
            POSSIBLE,
            0.3,
            "clock: same verb",
            (side(book, "ann-2", "All were safe", "23:41"), side(book, "bob-2", "Two men", "23:44")),
        ),
    )
    amendments = (
        Amendment(**_part(book, "bob-1", "The horses ran off at night."), rule="from-to", new="3", old="2",
                  **_old(book, "ann-1", "The horses")),
    )  # fmt: skip
    return replace(book, contested=Contested(facts, amendments, (Copy(1, 0, 0.5),), pairs(facts)))


def many(count: int = 1000) -> Book:
    """A book with as many contested facts, two in an event, by three sources."""
    sources = tuple(Source(name, f"Statement of {name.title()}") for name in ("adams", "brook", "clark"))
    times = ("23:41", "23:44", "23:51")
    found = [Event(f"e{i}", f"Event {i}") for i in range(count // 2)]
    versions = [
        Version(f"{event.id}-{source.id}", event.id, source.id, f"It was {time} when {i + j} men came.", f"page {i}")
        for i, event in enumerate(found)
        for j, (source, time) in enumerate(zip(sources, times, strict=True))
    ]
    facts = []
    for i in range(len(found)):
        mine = range(3 * i, 3 * i + 3)
        at = [(v, versions[v].text.index("when ") + 5) for v in mine]
        clocks = tuple(Side(v, 7, 12, times[j]) for j, v in enumerate(mine))
        counts = tuple(Side(v, start, start + len(str(i + j)), str(i + j)) for j, (v, start) in enumerate(at))
        facts.append(Fact(f"{2 * i:08x}", i, CLOCK, "it", CONFIDENT, 0.9, "clock: same verb", clocks))
        facts.append(Fact(f"{2 * i + 1:08x}", i, COUNT, "men, came", POSSIBLE, 0.5, "count: same noun", counts))
    small = books.book()
    book = replace(
        small,
        sources=sources,
        events=tuple(found),
        versions=tuple(versions),
        latest=(True,) * len(versions),
        edges={},
    )
    passages = tuple(
        fused_books.Passage(e.id, e.title, v.id, v.source, v.citation, v.text, book.source_of(v).title)
        for e, (v, *_) in book.timeline_entries
    )
    main = replace(small.main, passages=passages)
    return replace(book, runs=(main,), contested=Contested(tuple(facts), (), (), pairs(tuple(facts))))
