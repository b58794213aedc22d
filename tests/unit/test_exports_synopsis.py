"""The synopsis page without a browser: one file that asks nobody, holds the whole book, and runs nothing of it."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from taeg import export as exports
from taeg.consolidate.narrative import Narrative, Passage
from taeg.export import island, synopsis
from taeg.export.book import Account, Book, Happening, Teller, Telling
from taeg.export.collation import shared
from taeg.export.pseudonyms import Pseudonyms
from taeg.model.profile import AUDITED
from tests.unit.builders import EVENTS, SOURCES, VERSIONS

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "]]> -->",
    "\u2028\u2029",
    "&lt;b&gt; & &amp;",
    "\"'><img src=x onerror=alert(1)>",
    "</noscript><svg onload=alert(1)>",
    "{{script}} {{data}}",
    "</style>\\u003c\\",
    "javascript:alert(1)",
)


def told(version: str, text: str = "", edits: tuple[str, ...] = ()) -> Passage:
    """A version as a narrative tells it, whole or in part."""
    v = next(v for v in VERSIONS if v.id == version)
    event = next(e for e in EVENTS if e.id == v.event)
    source = next(s for s in SOURCES if s.id == v.source)
    return Passage(v.event, event.title, v.id, v.source, v.citation, text or v.text, source.title, v.time, edits)


def telling(id: str, *passages: Passage, scores: dict[str, float] | None = None) -> Telling:
    narrative = Narrative("voyage", id, AUDITED, passages, "en")
    return Telling(id, id, {"damping": 0.85}, "taeg 0", "2030-01-02", scores or {}, passages, narrative.sentences)


def happening(place: int, edits: tuple[str, ...] = ()) -> Happening:
    event = EVENTS[place]
    versions = [v for v in VERSIONS if v.event == event.id]
    titles = {s.id: s.title for s in SOURCES}
    accounts = tuple(
        Account(v.id, v.event, v.source, titles[v.source], v.citation, v.time, v.text, v.gaps, True, False, "", marks)
        for v, marks in zip(versions, shared([v.text for v in versions], "en"), strict=True)
    )
    reference = "They left." if place == 0 else ""
    return Happening(event.id, event.title, event.day, "", event.location, reference, "", edits, accounts)


@pytest.fixture
def book() -> Book:
    """Two sources, three events, a run that chooses and one that quotes."""
    nobody = Passage("calm", "Nobody writes", "", "", "", "Nobody writes.")
    loose = Passage("", "", "", "bob", "", "I write again. \U0001f54a nobody answers.", "Bob's letter")
    return Book(
        corpus="voyage",
        title="A voyage",
        licence="CC0-1.0",
        language="en",
        profile="audited",
        separator="\n\n",
        digest="d1ge57",
        timeline="given with the corpus",
        program="taeg 0",
        notes=("a note",),
        contradictions=(),
        corrections=("rename storm",),
        misfits=(),
        tellers=tuple(Teller(s.id, s.title, "", s.date) for s in SOURCES),
        happenings=(happening(0), happening(1, ("renamed by the editor, before: Wind",)), happening(2)),
        tellings=(
            telling(
                "longest",
                told("bob-1"),
                told("bob-2", edits=("renamed by the editor, before: Wind",)),
                nobody,
                scores={"rougeL": 0.5, "tau": float("nan"), "odd": 2.0},
            ),
            telling(
                "lexrank,size=2",
                told("bob-2", "as high as houses"),
                loose,
                told("ann-1"),
                told("bob-2", "high", edits=("moved by the editor: after sail",)),
            ),
        ),
        before=(),
        same_event=(),
    )


def page(book: Book) -> Any:  # noqa: ANN401 (lxml knows no types here)
    return html.document_fromstring(synopsis.export(book).decode())


def data(book: Book) -> dict[str, Any]:
    [found] = page(book).xpath("//script[@id='book']")
    packed: dict[str, Any] = json.loads(found.text)
    return packed


def cut(text: str, start: int, end: int) -> str:
    """A part of a text as JavaScript counts."""
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le")


def read(packed: dict[str, Any], item: Any) -> tuple[dict[str, Any], list[str]]:  # noqa: ANN401 (a number, row or record)
    """A passage and its sentences, read as the page reads them."""
    if isinstance(item, dict):
        source = packed["sources"][item["source"]][0] if item["source"] >= 0 else ""
        event = packed["events"][item["event"]][0] if item["event"] >= 0 else ""
        keys = ("title", "version", "reference", "text", "time")
        found = {"event": event, "source": source, "source_title": item["teller"]} | {k: item[k] for k in keys}
        return found | {"edits": tuple(item["edits"])}, pieces(item["text"], item["sentences"])
    row: list[Any] = [item] if isinstance(item, int) else item
    place, *part = row
    id, source, reference, time, text, *_, cuts = packed["versions"][place]
    first = 0
    event = next(row for row in packed["events"] if (first := first + row[8]) > place)
    edits = tuple(part[3] if len(part) > 3 else () if part else event[7])
    if part:
        text = cut(text, part[0], part[1])
        cuts = part[2] if len(part) > 2 else [0, part[1] - part[0]]
    who = packed["sources"][source]
    found = {"event": event[0], "title": event[1], "version": id, "source": who[0], "source_title": who[1]}
    return found | {"reference": reference, "text": text, "time": time, "edits": edits}, pieces(text, cuts)


def pieces(text: str, cuts: list[int]) -> list[str]:
    return [cut(text, start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True)]


def test_is_one_well_formed_page(book: Book) -> None:
    raw = synopsis.export(book).decode()
    assert raw.startswith("<!DOCTYPE html>")
    found = page(book)
    assert found.findtext(".//title") == "A voyage"
    ids = found.xpath("//@id")
    assert len(ids) == len(set(ids))
    for name in found.xpath("//@aria-controls | //@aria-labelledby | //@aria-describedby | //label/@for"):
        assert name in [*ids, "panel-title", "help-title"]  # these two are made by the script


def test_asks_nobody(book: Book) -> None:
    found = page(book)
    assert not found.xpath("//@src | //link | //iframe | //object | //embed | //form | //base | //img")
    assert all(link.startswith("#") for link in found.xpath("//@href"))
    [style] = found.xpath("//style/text()")
    assert "url(" not in style
    assert "@import" not in style
    [script] = found.xpath("//script[not(@type)]/text()")
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(",
                 "XMLHttpRequest", "import(", "WebSocket", "sendBeacon", "createContextualFragment"):  # fmt: skip
        assert word not in script


def test_lets_in_its_own_style_and_script_alone(book: Book) -> None:
    found = page(book)
    [policy] = found.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["img-src"] == "data:"
    for name, path in (("style-src", "//style"), ("script-src", "//script[not(@type)]")):
        [content] = found.xpath(f"{path}/text()")
        assert rules[name] == f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
    assert not found.xpath("//@style | //@*[starts-with(name(), 'on')]")


def test_holds_the_book(book: Book) -> None:
    packed = data(book)
    for name in ("corpus", "title", "licence", "language", "profile", "digest", "timeline", "program"):
        assert packed[name] == getattr(book, name)
    for name in ("notes", "contradictions", "corrections", "misfits"):
        assert packed[name] == list(getattr(book, name))
    assert packed["sources"] == [[t.id, t.title, t.author, t.date] for t in book.tellers]
    assert [row[0] for row in packed["events"]] == ["sail", "storm", "calm"]
    assert packed["events"][0][5] == "They left."
    accounts = [account for item in book.happenings for account in item.accounts]
    assert sum(row[8] for row in packed["events"]) == len(packed["versions"]) == len(accounts)
    for account, row in zip(accounts, packed["versions"], strict=True):
        assert row[0] == account.id
        assert row[2:5] == [account.reference, account.time, account.text]
        assert row[5] == list(account.gaps)
        assert row[6] == island.LATEST
        assert list(zip(row[8][::2], row[8][1::2], strict=True)) == [(len(s.text), s.shared) for s in account.stretches]


def test_holds_every_sentence_with_who_said_it(book: Book) -> None:
    packed = data(book)
    for run, kept in zip(book.tellings, packed["runs"], strict=True):
        assert (run.id, run.strategy, dict(run.parameters)) == (kept["id"], kept["strategy"], kept["parameters"])
        found = [read(packed, item) for item in kept["passages"]]
        assert [Passage(**passage) for passage, _ in found] == list(run.passages)
        traced = [(words, i) for i, (_, sentences) in enumerate(found) for words in sentences]
        assert traced == [(sentence.text, sentence.passage) for sentence in run.sentences]


def test_says_a_text_once(book: Book) -> None:
    raw = island.text(book)
    assert raw.count("Waves as high as houses.") == 1
    assert raw.count("as high as houses") == 1  # the quotation is a place in the account
    kinds = [[type(item).__name__ for item in run["passages"]] for run in island.pack(book)["runs"]]
    assert kinds == [["int", "int", "dict"], ["list", "dict", "int", "list"]]


def drawn(seed: int, **more: object) -> Telling:
    """A run by chance."""
    id = ",".join(["random", *(f"{name}={value}" for name, value in more.items()), f"seed={seed}"])
    return replace(telling(id, told("ann-1")), strategy="random", parameters={"seed": seed, **more})


def test_holds_one_of_the_runs_by_chance_that_differ_in_their_seed_alone(book: Book) -> None:
    many = replace(book, tellings=(*book.tellings, *map(drawn, range(30)), drawn(0, among="first"), drawn(1, odds=2)))
    assert [(run["id"], run["others"]) for run in data(many)["runs"]] == [
        ("longest", 0),
        ("lexrank,size=2", 0),
        ("random,seed=0", 29),
        ("random,among=first,seed=0", 0),
        ("random,odds=2,seed=1", 0),
    ]
    main = replace(book, tellings=(drawn(7), *book.tellings, drawn(0), drawn(1)))
    assert [(run["id"], run["others"]) for run in data(main)["runs"]] == [
        ("random,seed=7", 2),
        ("longest", 0),
        ("lexrank,size=2", 0),
    ]
    seeded = [replace(drawn(seed), strategy="other") for seed in range(2)]
    assert len(data(replace(book, tellings=tuple(seeded)))["runs"]) == 2


def test_other_formats_hold_all_runs_by_chance(book: Book) -> None:
    many = replace(book, tellings=(*book.tellings, *map(drawn, range(30))))
    assert len(json.loads(exports.export(many, "json")[""])["runs"]) == len(many.tellings)
    assert b"random,seed=29" in b"".join(exports.export(many, "csv").values())


def test_joins_every_room_of_the_script_once() -> None:
    folder = Path(synopsis.__file__).parent / "page" / "script"
    assert sorted(synopsis.ROOMS) == sorted(file.stem for file in folder.glob("*.js"))
    for file in folder.glob("*.js"):
        assert file.read_text(encoding="utf-8").startswith("// ")


def test_leaves_out_scores_that_are_no_number(book: Book) -> None:
    packed = data(book)
    assert packed["runs"][0]["scores"] == {"rougeL": 0.5, "odd": 2.0}
    assert [row[0] for row in packed["metrics"]] == ["rougeL", "tau", "odd"]
    assert all(sentence.endswith(".") for _, _, sentence in island.METRICS.values())


def test_tells_the_narrative_without_script(book: Book) -> None:
    [raw] = re.findall(r"<noscript>(.*?)</noscript>", synopsis.export(book).decode(), re.DOTALL)
    found = html.fragment_fromstring(raw, create_parent="div")
    assert [p.text for p in found.xpath(".//p[@class='words']")] == [p.text for p in book.main.passages]
    assert [p.text for p in found.xpath(".//p[@class='cite']")] == [p.citation for p in book.main.passages]


@pytest.mark.parametrize("words", HOSTILE)
def test_takes_whatever_the_book_says_for_text(book: Book, words: str) -> None:
    harmless = page(book)
    event, source, version = (f"{kind} {words}" for kind in ("event", "source", "version"))
    text = f"{words} and {words}"
    account = Account(version, event, source, words, words, "", text, (words,), True, False, words, ())
    item = Happening(event, words, words, words, words, words, version, (words,), (account,))
    passage = Passage(event, words, version, source, words, text, words, "", (words,))
    hostile = replace(
        book,
        corpus=words,
        title=words,
        licence=words,
        notes=(words,),
        program=words,
        tellers=(Teller(source, words, words, words),),
        happenings=(item,),
        tellings=(replace(telling(words, passage), parameters={words: words}, strategy=words),),
    )
    found = page(hostile)
    tags = [element.tag for element in found.iter() if isinstance(element.tag, str)]
    assert set(tags) == {element.tag for element in harmless.iter() if isinstance(element.tag, str)}
    assert len(found.xpath("//script")) == 2
    assert len(found.xpath("//noscript")) == 1
    assert not found.xpath("//comment()")
    assert found.findtext(".//title") == words
    packed = data(hostile)
    assert packed["title"] == packed["notes"][0] == packed["runs"][0]["id"] == words
    [kept] = packed["runs"][0]["passages"]
    assert read(packed, kept)[0]["text"] == text
    assert not re.search("[<>&\u2028\u2029]", island.text(hostile))


def test_is_the_same_every_time(book: Book) -> None:
    assert synopsis.export(book) == synopsis.export(book)


def test_compares_anew_where_pseudonyms_cross_stretches(book: Book) -> None:
    redacted = book.redacted(Pseudonyms({"harbour at": "Nowhere", "The harbour": "Nowhere"}))
    raw = synopsis.export(redacted).decode()
    packed = data(redacted)
    assert "harbour at" not in raw
    for row in packed["versions"]:
        assert sum(row[8][::2]) == len(row[4])


def test_says_no_language_where_nobody_knows(book: Book) -> None:
    unknown = replace(book, language="und")
    assert data(unknown)["language"] == ""
    assert 'lang="und"' not in synopsis.export(unknown).decode()


INKS = ("ink", "quiet", "accent", "warn")
GROUNDS = ("paper", "raised", "sunk", "hover", "accent-paper")


@pytest.mark.parametrize("theme", [":root {", ':root[data-theme="dark"] {'])
def test_can_be_read_in_both_themes(theme: str) -> None:
    """Contrasts by WCAG: 4.5 for words on every ground and tint, 3 for what only colour shows."""
    style = synopsis._part("synopsis.css")
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style.partition(theme)[2].partition("}")[0]))
    pairs = [(ink, ground) for ink in INKS for ground in GROUNDS]
    pairs += [("ink", "all"), ("ink", "some"), ("found-ink", "found"), ("warn", "warn-paper"), ("all-line", "paper")]
    for ink, ground in pairs:
        assert contrast(colours[ink], colours[ground]) >= 4.5, (theme, ink, ground)
    for hue in (name for name in colours if re.fullmatch(r"h\d+", name)):
        assert contrast(colours[hue], colours["raised"]) >= 3, (theme, hue)


def contrast(a: str, b: str) -> float:
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
