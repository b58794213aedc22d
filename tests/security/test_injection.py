"""Hostile texts in every output: page, XML, tables, Markdown, Word, reports, Neo4j Browser parameters, terminal.

One graph in which every field is an attack is exported in all formats, and each file is parsed as its reader would.
The tests of each format (tests/unit/test_exports_*.py, tests/browser/test_synopsis.py) try more.
"""

import csv
import io
import json
import re
import unicodedata
import zipfile
from dataclasses import replace
from pathlib import Path

import neo4j
import pytest
from lxml import etree, html
from markdown_it import MarkdownIt

import ingest
import taeg
from eval.report.formats import FORMATS
from taeg import export as exports
from taeg.base.errors import InputError
from taeg.cli.common import HARMLESS
from taeg.export import neo4j_browser as neo4jbrowser
from taeg.export.book import Book
from taeg.store.neo4j import local_server
from taeg.text.formulas import unguard
from tests.conftest import Taeg
from tests.integration.desk import on_terminal
from tests.security.hostile import CYPHER, MARKUP, NAMES, OFFICE, ROWS, TERMINAL
from tests.unit import report_samples

PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
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


def made(book: Book, format: str) -> bytes:
    return exports.render(book, format)[""]


def test_the_page_has_no_foreign_elements(book: Book) -> None:
    page = made(book, "html").decode()
    found = html.document_fromstring(page)
    harmless = {element.tag for element in html.document_fromstring(made(replace(book, **plain(book)), "html")).iter()}
    assert {element.tag for element in found.iter()} <= harmless
    assert len(found.xpath("//script")) == 2
    assert page.count("</script>") == 2
    assert page.count("</style>") == 1
    assert not found.xpath("//comment() | //processing-instruction() | //iframe | //object | //embed | //form | //base")
    assert not [name for element in found.iter() for name in element.attrib if name.startswith("on") or name == "style"]
    for address in found.xpath("//@href | //@src | //@action"):
        assert str(address).startswith("#"), address
    [policy] = found.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    [island] = found.xpath("//script[@id='book']/text()")
    assert not re.search("[<>&\u2028\u2029]", str(island))
    assert json.loads(str(island))["title"] == TITLE


def plain(book: Book) -> dict[str, object]:
    """The fields of a book with a single harmless event."""
    event = replace(book.events[0], title="x", id="x")
    return {"events": (event,), "versions": (), "latest": (), "title": "x", "licence": "x", "notes": ("x",)}


@pytest.mark.parametrize("format", ["tei", "graphml"])
def test_xml_contains_the_texts_as_text(book: Book, format: str) -> None:
    content = made(book, format)
    tree = etree.fromstring(content, PARSER).getroottree()
    assert not tree.docinfo.doctype
    assert not tree.xpath("//comment() | //processing-instruction()")
    assert b"<!DOCTYPE" not in content
    assert b"<!ENTITY" not in content
    space = etree.QName(tree.getroot()).namespace
    assert {etree.QName(element).namespace for element in tree.iter()} == {space}
    words = " ".join(tree.getroot().itertext())
    for attack in NAMES:
        assert attack in words
    for element in tree.iter():
        for name in (
            *(["target"] if format == "tei" else []),
            "href",
            "src",
            "url",
            "{http://www.w3.org/XML/1998/namespace}base",
        ):
            assert element.get(name, "#").startswith("#")


def test_tables_contain_no_formulas(book: Book) -> None:
    """A formula gets an apostrophe (docs/exports.md), which `unguard` removes."""
    for content in exports.render(book, "csv").values():
        for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")):
            for cell in row:
                assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r", "\n"), cell
    rows = csv.DictReader(io.StringIO(exports.render(book, "csv")["versions.csv"].decode("utf-8-sig"), newline=""))
    texts = {unguard(row["text"]) for row in rows}
    assert texts == {version.text for version in book.versions}


def test_markdown_contains_no_html_and_no_links(book: Book) -> None:
    content = made(book, "markdown").decode()
    page = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table").render(content)
    found = html.fragment_fromstring(page, create_parent="div")
    assert {element.tag for element in found.iter()} <= {"div", "h1", "h2", "p", "br"}
    assert not found.xpath("//@href | //@src | //@onerror | //comment()")


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_texts_contain_no_control_characters(book: Book, format: str) -> None:
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", made(book, format).decode())


def test_word_has_no_foreign_fields_links_or_parts(book: Book) -> None:
    with zipfile.ZipFile(io.BytesIO(made(book, "docx"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    assert not [name for name in parts if ".." in name or name.startswith("/") or name.endswith(".bin")]
    trees = {n: etree.fromstring(data, PARSER) for n, data in parts.items() if n.endswith((".xml", ".rels"))}
    for name, tree in trees.items():
        assert not tree.getroottree().docinfo.doctype
        fields = [element.get(f"{W}instr") for element in tree.iter(f"{W}fldSimple")]
        assert set(fields) <= {"PAGE", "NUMPAGES"}
        assert not list(tree.iter(f"{W}instrText", f"{W}altChunk", f"{W}object", f"{W}subDoc", f"{W}attachedTemplate"))
        for link in tree.iter(f"{W}hyperlink"):
            assert re.fullmatch(r"note\d+", link.get(f"{W}anchor", ""))
        if name.endswith(".rels"):
            assert not [relation for relation in tree if relation.get("TargetMode") == "External"]
    words = " ".join(trees["word/document.xml"].itertext())
    assert all(attack in words for attack in (*MARKUP, *OFFICE))


def test_json_contains_the_texts(book: Book) -> None:
    def deep(value: object) -> list[str]:
        if isinstance(value, dict):
            return [text for item in value.values() for text in deep(item)]
        return [text for item in value for text in deep(item)] if isinstance(value, list) else [str(value)]

    assert set(NAMES) <= set(deep(json.loads(made(book, "json"))))


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


# --- Neo4j Browser: the only place where texts become part of a statement that a user runs


@pytest.mark.parametrize("words", [*NAMES, TERMINAL, "\\", "'", "\\'", "\\\\u0027", "\U000e0001x", "{}"])
def test_parameters_for_neo4j_browser_are_literals(words: str, neo4j_server: local_server.Server) -> None:
    """`:params` takes a map of literals; the server evaluates ours."""
    login = (neo4j_server.username, neo4j_server.password)
    with neo4j.GraphDatabase.driver(neo4j_server.bolt_uri, auth=login) as driver:
        literal = neo4jbrowser._literal(words)
        [record] = driver.execute_query(f"RETURN {literal} AS said", database_="neo4j").records
    assert record["said"] == words


# --- the terminal ----------------------------------------------------------------------------------------------------


def control_characters(text: str) -> set[str]:
    """Control characters other than line ends."""
    found = {c for c in text if not c.isprintable() and c not in HARMLESS}
    return found | {c for c in text if unicodedata.category(c) == "Cc" and c != "\n"}


@pytest.mark.parametrize(
    "words",
    [
        ("stats",),
        ("corrections",),
        ("query", "timeline", "--json"),
        ("show", "--", NAMES[0]),
        ("consolidate", "--cite"),
        ("export", "--format", "text"),
        ("export", "--format", "tei"),
    ],
    ids=" ".join,
)
def test_a_terminal_receives_no_control_characters(store: str, words: tuple[str, ...]) -> None:
    """Regression: `taeg export` without --out sent the content of the file to the terminal."""
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


@pytest.mark.parametrize("name", [*CYPHER, "../read/corpora", "../write/drop", "../../pyproject", "event\x00"])
def test_query_names_are_not_paths(store: str, name: str) -> None:
    with taeg.open(store, read_only=True) as graph, pytest.raises(InputError, match="no query"):
        graph.query(name)
