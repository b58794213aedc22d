"""The synopsis page without a browser: a self-contained file with the whole book as data."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from lxml import html

import taeg
from taeg import export as exports
from taeg.build import build
from taeg.consolidate.narrative import Passage
from taeg.consolidate.spans import BASE, Spans
from taeg.export import synopsis
from taeg.export.book import Book, NarratedRun, make_book, read_book
from taeg.export.collation import shared
from taeg.export.synopsis_data import LATEST, pack, to_json
from taeg.graph.scores import Comparison, Score
from taeg.model.corpus import Corpus
from tests.unit import books
from tests.unit.builders import EVENTS, SOURCES, VERSIONS


def passage(version: str, text: str = "", edits: tuple[str, ...] = ()) -> Passage:
    """A version, or a part of it, as a passage."""
    v = next(v for v in VERSIONS if v.id == version)
    event = next(e for e in EVENTS if e.id == v.event)
    source = next(s for s in SOURCES if s.id == v.source)
    return Passage(v.event, event.title, v.id, v.source, v.citation, text or v.text, source.title, v.time, edits)


def narrated(id: str, *passages: Passage, strategy: str = "", **parameters: object) -> NarratedRun:
    spans = Spans.of(event=range(len(passages)), version=0, source=0, start=0, end=0, role=BASE, score=0.0)
    run = replace(books.book().main.run, id=id, strategy=strategy or id, parameters=parameters, spans=spans)
    return NarratedRun(run, {}, passages, "en")


@pytest.fixture
def book() -> Book:
    """Two sources, three events, a run of versions and one of sentences."""
    renamed = ("renamed by the editor, before: Wind",)
    title = Passage("calm", "Nobody writes", "", "", "", "Nobody writes.")
    loose = Passage("", "", "", "bob", "", "I write again. \U0001f54a nobody answers.", "Bob's letter")
    moved = passage("bob-2", "high", ("moved by the editor: after sail",))
    longest = narrated("longest", passage("bob-1"), passage("bob-2", edits=renamed), title)
    events = (replace(EVENTS[0], gold_text="They left."), replace(EVENTS[1], edits=renamed), EVENTS[2])
    corpus = Corpus("voyage", SOURCES, events, VERSIONS, title="A voyage", licence="CC0-1.0", notes=("a note",))
    runs = (
        replace(longest, scores={"rougeL": 0.5, "tau": float("nan"), "odd": 2.0}),
        narrated("lexrank,size=2", passage("bob-2", "as high as houses"), loose, passage("ann-1"), moved, damping=0.85),
    )
    return replace(make_book("voyage", corpus, "d1ge57", [], {}, {}), runs=runs, corrections=("rename storm",))


def page(book: Book) -> Any:  # noqa: ANN401 (lxml knows no types here)
    return html.document_fromstring(synopsis.export(book).decode())


def data(book: Book) -> dict[str, Any]:
    [found] = page(book).xpath("//script[@id='book']")
    packed: dict[str, Any] = json.loads(found.text)
    return packed


def test_page_is_well_formed(book: Book) -> None:
    raw = synopsis.export(book).decode()
    assert raw.startswith("<!DOCTYPE html>")
    found = page(book)
    assert found.findtext(".//title") == "A voyage"
    ids = found.xpath("//@id")
    assert len(ids) == len(set(ids))
    for name in found.xpath("//@aria-controls | //@aria-labelledby | //@aria-describedby | //label/@for"):
        assert name in [*ids, "panel-title", "help-title"]  # these two are made by the script


def test_page_makes_no_requests(book: Book) -> None:
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


def test_policy_allows_only_this_style_and_script(book: Book) -> None:
    found = page(book)
    [policy] = found.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["img-src"] == "data:"
    for name, path in (("style-src", "//style"), ("script-src", "//script[not(@type)]")):
        [content] = found.xpath(f"{path}/text()")
        assert rules[name] == f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
    assert not found.xpath("//@style | //@*[starts-with(name(), 'on')]")


def test_data_has_the_book(book: Book) -> None:
    packed = data(book)
    for name in ("corpus", "title", "licence", "language", "profile", "digest", "timeline", "program"):
        assert packed[name] == getattr(book, name)
    for name in ("notes", "contradictions", "corrections", "misfits"):
        assert packed[name] == list(getattr(book, name))
    cited = {"ann": "Diary 1:1-2", "bob": "Letter 1"}
    assert packed["sources"] == [[s.id, s.title, s.author, s.date, [], cited[s.id]] for s in book.sources]
    assert [row[0] for row in packed["events"]] == ["sail", "storm", "calm"]
    assert packed["events"][0][6] == "They left."
    assert sum(row[9] for row in packed["events"]) == len(packed["versions"]) == len(book.versions)
    stretches = [found for _, vs in book.timeline_entries for found in shared([v.text for v in vs], "en")]
    for version, row, found in zip(book.versions, packed["versions"], stretches, strict=True):
        assert row[0] == version.id
        assert row[2:7] == [version.citation, book.time_of(version), version.text, list(version.gaps), LATEST]
        assert list(zip(row[8][::2], row[8][1::2], strict=True)) == [(len(s.text), s.shared) for s in found]


def test_every_text_occurs_once(book: Book) -> None:
    raw = to_json(book)
    assert raw.count("Waves as high as houses.") == raw.count("as high as houses") == 1
    assert [run["scores"] for run in pack(book)["runs"]] == [{"rougeL": 0.5, "odd": 2.0}, {}], "no NaN"
    kinds = [[type(item).__name__ for item in run["passages"]] for run in pack(book)["runs"]]
    assert kinds == [["int", "int", "dict"], ["list", "dict", "int", "list"]]


def drawn(seed: int, **more: object) -> NarratedRun:
    id = ",".join(["random", *(f"{name}={value}" for name, value in more.items()), f"seed={seed}"])
    return narrated(id, passage("ann-1"), strategy="random", seed=seed, **more)


def test_random_runs_that_differ_in_their_seed_are_included_once(book: Book) -> None:
    many = replace(book, runs=(*book.runs, *map(drawn, range(30)), drawn(0, among="first"), drawn(1, odds=2)))
    assert [(run["id"], run["others"]) for run in data(many)["runs"]] == [
        ("longest", 0),
        ("lexrank,size=2", 0),
        ("random,seed=0", 29),
        ("random,among=first,seed=0", 0),
        ("random,odds=2,seed=1", 0),
    ]
    main = replace(book, runs=(drawn(7), *book.runs, drawn(0), drawn(1)))
    assert (data(main)["runs"][0]["id"], data(main)["runs"][0]["others"]) == ("random,seed=7", 2)
    others = tuple(narrated(f"other,seed={seed}", strategy="other", seed=seed) for seed in range(2))
    assert len(data(replace(book, runs=others))["runs"]) == 2
    assert len(json.loads(exports.render(many, "json")[""])["runs"]) == len(many.runs)


def test_scores_of_random_runs_are_means(book: Book) -> None:
    draws = tuple(replace(drawn(seed), scores={"rougeL": 0.1 * (seed + 1)}) for seed in range(3))
    [*_, chance] = pack(replace(book, runs=(*book.runs, *draws)))["runs"]
    assert (chance["id"], chance["title"]) == ("random,seed=0", "Random account")
    assert chance["scores"]["rougeL"] == pytest.approx(0.2)
    assert chance["spread"]["rougeL"] == pytest.approx(0.1)
    assert pack(book)["runs"][0]["spread"] == {}


def test_metrics_that_are_zero_in_all_runs_are_left_out(book: Book) -> None:
    first, second = book.runs
    scores = {"rougeL": 0.0, "redundancy": 0.0, "tau": 0.0, "own": float("nan")}
    runs = (replace(first, scores=scores), replace(second, scores={"tau": 0.5, "redundancy": 0.0}))
    packed = pack(replace(book, runs=runs))
    assert [name for name, *_ in packed["metrics"]] == ["tau"]
    assert packed["zeros"] == ["ROUGE-L", "RED"]


@pytest.mark.parametrize(
    ("comparisons", "superior"),
    [
        ([("accuracy", ("longest", "random"), ("longest", "random"))], ("accuracy",)),
        ([("accuracy", ("longest", "random"), ("random",)), ("tau", ("random",), ("random",))], ("tau",)),
        ([("accuracy", ("longest",), ())], ()),
        ([], ()),
    ],
)
def test_only_significant_differences_are_superior(
    comparisons: list[tuple[str, tuple[str, ...], tuple[str, ...]]], superior: tuple[str, ...], tmp_path: Path
) -> None:
    corpus = Corpus("voyage", SOURCES, EVENTS, VERSIONS)
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        graph.load(build(corpus), "voyage")
        graph.consolidate("longest")
        graph.record_scores("longest", [Score("accuracy", 1.0, "a"), Score("tau", 1.0, "t")], 10)
        graph.record_comparisons([Comparison("longest", *values) for values in comparisons])
        found = read_book(graph)
    assert found.main.superior == pack(found)["runs"][0]["superior"] == superior


def test_times_are_readable(book: Book) -> None:
    sail, *others = book.events
    timed = replace(book, events=(replace(sail, day="", time="2024-02-09T21:35"), *others))
    assert pack(timed)["events"][0][2:5] == ["Friday, 9 February 2024", "21:35", "Friday, 9 February 2024, 21:35"]
    german = replace(timed, language="de", events=(replace(timed.events[0], day="Freitag"), *others))
    assert pack(german)["events"][0][2:5] == ["Freitag", "21:35", "Freitag, 9. Februar 2024, 21:35"]
    dated = replace(book, sources=(replace(book.sources[0], date="1912-05", files=("a.txt",)), *book.sources[1:]))
    assert pack(dated)["sources"][0][3:5] == ["May 1912", ("a.txt",)]


def test_a_strategy_without_a_title_is_shown_by_its_name(book: Book) -> None:
    own = narrated("shortest,least=2", strategy="shortest", least=2)
    assert [run["title"] for run in pack(replace(book, runs=(*book.runs, own)))["runs"]] == [
        "Longest account",
        "lexrank,size=2",
        "shortest",
    ]


def test_narrative_without_javascript(book: Book) -> None:
    [raw] = re.findall(r"<noscript>(.*?)</noscript>", synopsis.export(book).decode(), re.DOTALL)
    found = html.fragment_fromstring(raw, create_parent="div")
    assert [p.text for p in found.xpath(".//p[@class='words']")] == [p.text for p in book.main.passages]
    assert [p.text for p in found.xpath(".//p[@class='cite']")] == [p.citation for p in book.main.passages]


def test_unknown_language(book: Book) -> None:
    unknown = replace(book, language="und")
    assert data(unknown)["language"] == ""
    assert 'lang="und"' not in synopsis.export(unknown).decode()
