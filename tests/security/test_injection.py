"""Hostile texts in every output: page, XML, tables, Markdown, Word, reports, Neo4j Browser parameters, terminal.

One graph in which every field is an attack is exported in all formats, and each file is parsed as its reader would.
The tests of each format (tests/unit/test_exports_*.py, tests/browser/test_synopsis.py) try more.
"""

import csv
import io
import json
import re
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import neo4j
import pytest
from lxml import html
from markdown_it import MarkdownIt

import ingest
import taeg
from eval.report.formats import FORMATS
from taeg import export as exports
from taeg.cli.common import HARMLESS
from taeg.export import neo4j_browser
from taeg.export.book import Book
from taeg.store.neo4j import local_server
from tests.conftest import Taeg
from tests.fuzz import output_checks
from tests.integration.command_line import on_terminal
from tests.security.hostile import MARKUP, NAMES, OFFICE, ROWS, TERMINAL
from tests.unit import report_samples

TITLE = f"{MARKUP[0]} {OFFICE[0]} {TERMINAL}"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A graph in which every text is hostile."""
    folder = tmp_path_factory.mktemp("injection")
    path = folder / "hostile.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    corpus = replace(ingest.read(str(path), language="en"), title=TITLE, licence=TITLE, notes=(TITLE,))
    with taeg.open(str(folder / "graph.db")) as graph:
        ingest.load(corpus, graph, MARKUP[0])
        graph.consolidate("longest")
    return str(folder / "graph.db")


@pytest.fixture(scope="module")
def book(store: str) -> Book:
    with taeg.open(store, read_only=True) as graph:
        return exports.read(graph, "json")


@pytest.mark.parametrize("format", exports.FORMATS)
def test_exports_contain_only_text(book: Book, format: str) -> None:
    """No element, attribute, entity, link, field, formula or control character comes from the corpus."""
    output_checks.CHECKS[format](book)


@pytest.mark.parametrize("words", [*MARKUP, *OFFICE])
def test_reports_contain_no_formulas_html_or_commands(words: str) -> None:
    report = replace(report_samples.sample(), corpus=words, notes=(words,), absent=(words,), left_out=(words,))
    for row in csv.reader(io.StringIO(FORMATS["csv"](report))):
        assert not [cell for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r") or re.match(r"-(?!\d*\.?\d)", cell)]
    page = html.fragment_fromstring(
        MarkdownIt("commonmark", {"html": True}).enable("table").render(FORMATS["markdown"](report)), create_parent="d"
    )
    assert not page.xpath("//script | //img | //a | //style | //@onerror | //comment()")
    latex = FORMATS["latex"](report)
    assert not re.search(r"\\(input|write|include|openin|immediate|catcode|def)\b", latex)
    assert json.loads(FORMATS["json"](report))["corpus"] == words


class Markup(HTMLParser):
    """The elements, attributes and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(f"{name}={value}" if name == "lang" else name for name, value in attributes)}

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.found.add("comment")


SHOWN_IN_NOTEBOOKS = {
    *("div", "strong", "table", "thead", "tbody", "caption", "tr", "th", "td", "details", "summary", "ul", "li"),
    *("style", "dir", "lang=en"),
}


def test_notebooks_show_only_text(store: str) -> None:
    report = replace(report_samples.sample(), corpus=TITLE, notes=MARKUP, left_out=MARKUP)
    rows = tuple(replace(row, name=name) for row, name in zip(report.rows, MARKUP, strict=False))
    with taeg.open(store, read_only=True) as graph:
        narrative, event = graph.narrative("longest"), graph.event(MARKUP[0])
    edited = replace(event, edits=MARKUP, title=MARKUP[1], location=MARKUP[2])
    chosen = replace(event, versions=tuple({**version, "chosen_by": [*MARKUP]} for version in event.versions))
    for shown, words in (
        (narrative, [passage.text for passage in narrative.passages[:5]]),
        (event, [version["text"] for version in event.versions]),
        (edited, MARKUP),
        (chosen, [name for name in MARKUP if "," not in name]),
        (replace(report, rows=rows, metrics=dict.fromkeys(MARKUP, MARKUP[3])), MARKUP),
    ):
        page = Markup(shown._repr_html_())
        assert page.found <= SHOWN_IN_NOTEBOOKS
        assert [text for text in words if " ".join(text.split()) not in " ".join(page.text.split())] == []


@pytest.mark.parametrize("words", [*NAMES, TERMINAL, "\\", "'", "\\'", "\\\\u0027", "\U000e0001x", "{}"])
def test_parameters_for_neo4j_browser_are_literals(words: str, neo4j_server: local_server.Server) -> None:
    """`:params` takes a map of literals; the server evaluates ours."""
    login = (neo4j_server.username, neo4j_server.password)
    with neo4j.GraphDatabase.driver(neo4j_server.bolt_uri, auth=login) as driver:
        literal = neo4j_browser._literal(words)
        [record] = driver.execute_query(f"RETURN {literal} AS said", database_="neo4j").records
    assert record["said"] == words


def control_characters(text: str) -> set[str]:
    """Control characters other than line ends."""
    found = {c for c in text if not c.isprintable() and c not in HARMLESS}
    return found | {c for c in text if unicodedata.category(c) == "Cc" and c != "\n"}


@pytest.mark.parametrize(
    "words",
    [
        ("stats",),
        ("corrections",),
        ("query", "timeline"),
        ("query", "timeline", "--json"),
        ("show", "--", NAMES[0]),
        ("consolidate", "--cite"),
        ("export", "--format", "text"),
        ("export", "--format", "tei"),
    ],
    ids=" ".join,
)
def test_a_terminal_receives_no_control_characters(
    store: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: `taeg export` without --out sent the content of the file to the terminal."""
    monkeypatch.setenv("TERM", "dumb")  # without colours, which are control sequences too
    at = words.index("--") if "--" in words else len(words)
    seen = on_terminal(*words[:at], "--store", store, *words[at:]).replace("\r\n", "\n")
    assert seen
    assert "Traceback" not in seen
    assert control_characters(seen) == set()


def test_messages_contain_no_control_characters(taeg_command: Taeg, store: str, tmp_path: Path) -> None:
    strange = tmp_path / f"a{TERMINAL[:4]}.csv"
    strange.write_text("source,event\nx,y\n")
    for words in (
        ("show", f"x{TERMINAL}", "--store", store),
        ("stats", "--corpus", TERMINAL, "--store", store),
        ("query", TERMINAL, "--store", store),
        ("ingest", f"no{TERMINAL}", "--store", store),
        ("check", str(strange)),
        (TERMINAL,),
        ("stats", f"--{TERMINAL}"),
    ):
        outcome = taeg_command(*words)
        assert outcome.code == 2
        assert control_characters(outcome.err + outcome.out) == set()
