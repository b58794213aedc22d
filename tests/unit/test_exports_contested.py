"""Contested facts in all formats: complete, with pseudonyms, escaped, absent if contradictions were not looked for."""

import csv
import io
import json
import re
from dataclasses import replace
from zipfile import ZipFile

import docx
import pytest
from jsonschema import Draft202012Validator
from lxml import etree
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from taeg import export as exports
from taeg.conflicts.values import COUNT, Fact, Side
from taeg.export import docx as wordfiles
from taeg.export import graphml, json_book, markdown, text
from taeg.export.appendix import appendix
from taeg.export.book import Book
from taeg.export.contested import Contested
from taeg.export.pseudonyms import Pseudonyms
from taeg.export.redaction import RedactedText
from taeg.export.synopsis_data import pack
from tests.conftest import ROOT
from tests.unit import books
from tests.unit.contested_books import HOSTILE, barn, many, pier, side

FORMATS = pytest.mark.parametrize("format", exports.FORMATS)
SCHEMA = json.loads((ROOT / "docs" / "export.schema.json").read_text(encoding="utf-8"))
GRAPHML = {"g": graphml.NAMESPACE}


def content(book: Book, format: str) -> bytes:
    found = b"".join(exports.render(book, format).values())
    if format != "docx":
        return found
    with ZipFile(io.BytesIO(found)) as archive:
        return b"".join(map(archive.read, archive.namelist()))


def rows(book: Book, name: str) -> list[dict[str, str]]:
    written = exports.render(book, "csv")[name].decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(written, newline=""), strict=True))


@FORMATS
def test_pseudonyms(format: str) -> None:
    shown = content(pier().redact(books.NAMES), format).decode(errors="replace").replace("\\", "").casefold()
    assert "witness a" in shown
    assert not [name for name in (*books.HIDDEN, "anna", "müll") if name in shown]


@FORMATS
def test_books_without_findings_are_as_before(format: str) -> None:
    assert pier().contested
    assert exports.render(replace(pier(), contested=None), format) == exports.render(books.book(), format)
    if format not in ("html", "graphml"):
        assert b"contested" not in content(books.book(), format).lower()


@FORMATS
def test_no_facts(format: str) -> None:
    assert exports.render(replace(books.book(), contested=Contested()), format)


def test_places_move_with_pseudonyms() -> None:
    book = pier()
    redacted = book.redact(books.NAMES)
    assert redacted.contested
    words = [redacted.versions[s.version].text[s.start : s.end] for s in redacted.contested.facts[0].sides]
    assert words == ["Witness A", "Witness A", "Witness B"]
    assert [s.value for s in redacted.contested.facts[0].sides] == ["Witness A", "2", "3"]
    assert redacted.contested.facts[0].key == "bell | Witness A, Witness B"
    assert redacted.contested.facts[0].why == "Witness A says so | *surely*"
    assert [fact.id for fact in redacted.contested.facts] == [fact.id for fact in book.contested.facts]  # type: ignore[union-attr]
    [amendment, _] = redacted.contested.amendments
    assert redacted.versions[amendment.amended].text[amendment.amended_start : amendment.amended_end] == "Witness A"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("people, hurt", "people, hurt"),
        ("müller, age", "Witness B, age"),
        ("webers", "webers"),
        ("webe", "Witness A"),
        ("ann", "ann"),
        ("anna, age", "[name], age"),
        ("Anna Weber's car", "Witness A's car"),
    ],
)
def test_keys_with_parts_of_names(key: str, expected: str) -> None:
    names = Pseudonyms({"Anna Weber": "Witness A", "Anna Müller": "Witness B"})
    fact = Fact("0", 0, COUNT, key, "possible", 0.5, "rule", (Side(0, 0, 1, "1"), Side(0, 2, 3, "2")))
    [found] = Contested((fact,)).redact(names, [RedactedText("a b", names)]).facts
    assert found.key == expected


def test_appendix() -> None:
    found = appendix(barn())
    assert found
    [(heading, [horses, lamp]), _] = found.events
    assert heading == "1. The barn burns (Monday)"
    assert (horses.name, horses.tier) == ("number: horses, ran", "confident")
    assert horses.verdict == "preferred: 2 (the latest account)"
    assert [(row.value, row.who, row.remarks, row.is_preferred) for row in horses.rows] == [
        ("2", "Ann's diary, Diary 1, sentence 2", (), True),
        ("3", "Bob's letter, Letter 1, sentence 4", ("estimate",), False),
    ]
    assert lamp.verdict == ""
    assert lamp.rows[1].remarks == ("hearsay",)
    [correction] = found.corrections
    assert (correction.what, correction.of) == ("corrects 2 to 3", "Ann's diary, Diary 1, sentence 2")
    assert [(copy.who, copy.original, copy.share) for copy in found.copies] == [
        ("Bob's letter, Letter 1", "Ann's diary, Diary 1", "50 %")
    ]
    assert appendix(books.book()) is None


def test_long_sentences_are_shortened() -> None:
    book = books.book()
    version = replace(book.versions[0], text=f"{'word ' * 100}forty men {'word ' * 100}end.")
    book = replace(book, versions=(version, *book.versions[1:]))
    sides = (side(book, "a1", "forty", "40"), side(book, "b1", "bell", "1"))
    fact = Fact("0", 0, COUNT, "men", "possible", 0.5, "rule", sides)
    found = appendix(replace(book, contested=Contested((fact,))))
    assert found
    quotation = found.events[0][1][0].rows[1].quotation
    assert quotation.words == "forty"
    assert re.fullmatch(r"\u2026 (word )+forty men (word )+\u2026", quotation.text)
    assert len(quotation.text) < 500


def test_text() -> None:
    shown = text.export(barn()).decode()
    assert (
        """
    number: horses, ran (confident)
    - 2: Ann's diary, Diary 1, sentence 2: "The horses ran off." (preferred)
    - 3: Bob's letter, Letter 1, sentence 4: "The horses ran off at night." (estimate)
    preferred: 2 (the latest account)
"""
        in shown
    )
    hostile = text.export(pier()).decode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028]", hostile)
    headings = {"Notes", "Contested facts", "Corrections by the accounts themselves", "Accounts that repeat others"}
    after = hostile[hostile.index("\nContested facts\n") :].split("\n")[3:]
    assert {line for line in after if line and not line.startswith(("    ", "1. ", "3. "))} <= headings


def test_markdown_tables() -> None:
    shown = markdown.export(barn()).decode()
    assert (
        "| number: horses, ran (confident); preferred: 2 (the latest account) | 2 | Ann's diary, Diary 1, sentence 2 |"
        in shown
    )
    assert "| **The horses** ran off at night. | estimate |" in shown
    hostile = markdown.export(pier()).decode()
    html = MarkdownIt("commonmark").enable("table").render(hostile[hostile.index("## Contested facts") :])
    tree = lxml_html.fromstring(f"<div>{html}</div>")
    assert {element.tag for element in tree.iter()} <= {
        *("div", "h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "strong"),
    }
    for row in tree.iter("tr"):
        assert len(row) == len(next(iter(row.getparent().getparent().iter("tr"))))
    cells = ["".join(cell.itertext()) for cell in tree.iter("td")]
    assert f"statement: {HOSTILE} (possible)" in cells
    assert "</script><b>" in cells


def test_word_tables() -> None:
    document = docx.Document(io.BytesIO(wordfiles.export(barn())))
    tables = [[[cell.text for cell in row.cells] for row in table.rows] for table in document.tables]
    _, horses, rescue, corrections, copies = tables
    fact = "number: horses, ran (confident)\npreferred: 2 (the latest account)"
    assert horses[:3] == [
        ["Fact", "Value", "Who says so", "Words", "Remarks"],
        [fact, "2", "Ann's diary, Diary 1, sentence 2", "The horses ran off.", "preferred"],
        [fact, "3", "Bob's letter, Letter 1, sentence 4", "The horses ran off at night.", "estimate"],
    ]
    assert [row[1] for row in rescue] == ["Value", "23:41", "23:44"]
    assert corrections[1][:2] == ["Bob's letter, Letter 1, sentence 4", "corrects 2 to 3"]
    assert copies[1][2] == "50 %"
    bold = [run.text for run in document.tables[1].rows[1].cells[3].paragraphs[0].runs if run.bold]
    assert bold == ["The horses"]
    everything = "\n".join(cell for table in tables for row in table for cell in row)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e\ufffe\uffff]", everything)


def test_json() -> None:
    for book in (pier(), pier().redact(books.NAMES), replace(pier(), contested=Contested())):
        Draft202012Validator(SCHEMA).validate(json.loads(json_book.export(book)))
    document = json.loads(json_book.export(pier()))
    texts = {version["id"]: version["text"] for event in document["events"] for version in event["versions"]}
    for fact in document["facts"]:
        for one in fact["sides"]:
            assert texts[one["version"]][one["start"] : one["end"]] == one["text"]
    first = document["facts"][0]
    assert (first["event"], first["kind"], first["tier"], first["preferred"]) == ("alarm", "count", "confident", [1])
    assert (first["because"], first["decision"], first["why"]) == ("person", "settled", "Weber says so | *surely*")
    assert [one["hedged"] for one in first["sides"]] == [False, True, False]
    assert document["amendments"][0]["amended_text"] == "Anna  Weber"
    assert document["copies"] == [{"version": "b6", "original": "a6", "share": 0.625}]
    assert json.loads(json_book.export(books.book()))["facts"] is None


def test_csv() -> None:
    found = rows(pier(), "contested.csv")
    assert [row["fact"] for row in found] == ["0a1b2c3d"] * 3 + ["1a1b2c3d"] * 2 + ["2a1b2c3d"] * 2
    assert [(row["hedged"], row["hearsay"], row["preferred"]) for row in found[:3]] == [
        ("0", "0", "0"),
        ("1", "0", "1"),
        ("0", "1", "0"),
    ]
    assert found[4]["value"] == "'=1+1", "no formula"
    assert rows(pier(), "amendments.csv")[0]["amended_text"] == "Anna  Weber"
    assert rows(pier(), "copies.csv")[0]["share"] == "0.625"
    assert "contested.csv" not in exports.render(books.book(), "csv")


def test_graphml() -> None:
    root = etree.fromstring(graphml.export(pier()))
    edges = {
        kind: [
            {str(data.get("key")): data.text for data in edge}
            for edge in root.iterfind(".//g:edge", GRAPHML)
            if edge.findtext("g:data[@key='edge_kind']", namespaces=GRAPHML) == kind
        ]
        for kind in ("CONFLICTS", "CORRECTS", "COPIES")
    }
    assert len(edges["CONFLICTS"]) == 3
    assert edges["CONFLICTS"][0]["edge_conflict"] == "count"
    assert edges["CORRECTS"][0]["edge_new"] == "2"
    assert edges["COPIES"][0]["edge_share"] == "0.625"


@pytest.mark.parametrize("format", ["text", "markdown", "docx", "csv", "tei", "graphml"])
def test_many_facts(format: str) -> None:
    assert exports.render(many(200), format)


def test_synopsis() -> None:
    assert pack(books.book())["contested"] is None
    found = pack(barn())["contested"]
    assert found["kinds"] == ["number", "time of day", "colour"]
    assert [row[0] for row in found["facts"]] == ["aaaa0001", "aaaa0002", "aaaa0003"]
    text = barn().versions[0].text.encode("utf-16-le")
    [version, start, end, value, flags] = found["facts"][0][6][0]
    assert (version, value, flags) == (0, "2", 4)
    assert text[2 * start : 2 * end].decode("utf-16-le") == "The horses"
    assert [side[4] for side in found["facts"][0][6]] == [4, 1]
    assert [side[3:] for side in found["facts"][1][6]] == [[HOSTILE, 0], ["grey", 2]]
    assert found["copies"] == [[1, 0, 0.5]]
    assert found["amendments"][0][6:] == ["2", "3"]
