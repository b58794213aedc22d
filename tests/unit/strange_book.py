"""A book for the tests of exports with ids, titles and texts as strange as a corpus may have."""

import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import taeg
from taeg.build import build
from taeg.export.book import Book, read_book
from taeg.model.corpus import AUDITED, PROFILES, Corpus, Correction, Event, Source, Version
from taeg.model.corrections import apply

QUOTES = """a "b" 'c' --> <!-- ]]> &lt; &x;"""
CONTROLS = "A bell\x01 rang\ufffe\x1b[31m here.\r\nA\x0bpage\x0cbreak\x85 there.  Then  nothing\ttold [99]. "
HEBREW = "בראשית ברא אלהים. והארץ היתה תהו!"
PARAGRAPHS = "\tFirst it rained. Then it poured!\n\nAnother day:\nit snowed. 🌨 Enough."

SOURCES = (
    Source("1 first -- source", "", date="-0585-07", author=QUOTES),
    Source("👩‍👩‍👧", f"Title {QUOTES}", date="2024-05-03/05"),
    Source(QUOTES, "ספר", date="2024-05-03T24:00"),
    Source("w1", "Named as our own ids are", date="20240503T101500+0230"),
)
EVENTS = (
    Event("e2", "", time="2024-02", day="Monday\nTuesday"),
    Event("e1", f"<head> {QUOTES}", location="\x02Harbour & <place>", time="2024-05-03T10:15/2024-05-03T11"),
    Event("xml:id", "Nobody writes\x07", time="0000-01"),
    Event("éè \u202e rtl", "אירוע", time="2024-05-03T10:15:30.5 +05"),
    Event("--", "Merged into another"),
    Event("#", "Nothing that can be used", time="+12024"),
)
VERSIONS = (
    Version("v1", "e1", SOURCES[0].id, CONTROLS, "page\x01 1", time="2024"),
    Version('v"1', "e1", SOURCES[0].id, "A bell rang. And again.", QUOTES, time="2025"),
    Version("v2--", "e1", SOURCES[1].id, PARAGRAPHS, gaps=("f. 1", QUOTES)),
    Version("🌨", "e1", SOURCES[3].id, f"{QUOTES} {QUOTES}. {QUOTES}", "put aside"),
    Version("v3", "éè \u202e rtl", SOURCES[2].id, HEBREW, "א 1"),
    Version("v4", "--", SOURCES[1].id, "It was merged.", "elsewhere"),
    Version("v5", "--", SOURCES[3].id, "It was merged as well. Word for word.", "there"),
    Version("v6", "e2", SOURCES[1].id, "First <s>things</s> first. 1. Second.", "&"),
    Version("v7", "#", SOURCES[1].id, "", "torn", ("torn",)),
    Version("v8", "#", SOURCES[3].id, ""),
)
CORRECTIONS = (
    Correction("exclude", "🌨", why=f"hearsay\x01 {QUOTES}"),
    Correction("merge", "--", "éè \u202e rtl"),
    Correction("choose", "éè \u202e rtl", "v3"),
    Correction("rename", "nowhere", title="fits nothing"),
)


@cache
def _read(run: str, profile: str) -> Book:
    corpus = Corpus(
        *("strange", SOURCES, EVENTS, VERSIONS),
        profile=PROFILES[profile],
        notes=(f"made up\x03 {QUOTES}",),
        licence=QUOTES,
    )
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "test.db")) as graph:
        graph.load(build(apply(corpus, CORRECTIONS)), "an id & more")
        graph.consolidate_many([(run, {"size": 6} if run == "lexrank" else {})])
        return read_book(graph)


def strange(run: str = "longest", profile: str = AUDITED.name) -> Book:
    """The book with one run: `longest`, or `lexrank`, which selects sentences."""
    return _read(run, profile)


def in_hebrew() -> Book:
    """The book with a language that is written from right to left."""
    return replace(strange(), language="he_IL", title=HEBREW)
