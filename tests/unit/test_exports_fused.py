"""Fused runs in every format: speakers, notes, marks of hearsay, and the place of each passage."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import docx
import pytest
from jsonschema import Draft202012Validator
from lxml import etree

from taeg.base.errors import InputError
from taeg.export import FORMATS, csv_tables, json_book, markdown, render, tei, text
from taeg.export import docx as word
from taeg.export.book import Book
from taeg.export.notes import annotate, xml_text
from taeg.export.pseudonyms import Pseudonyms
from taeg.text.formulas import unguard
from tests.unit import books

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "export.schema.json").read_bytes())
TEI = {"t": tei.NAMESPACE}
HOSTILE = (
    {"Anna Weber": "X", "Weber": "Y"},
    {"Anna Weber": "A name much longer than before\nand [hearsay]", "Weber": "Somebody else"},
    {"Anna": "🌨", "Weber": "e\u0301", "Müller": "\u202e", "bell": "a very loud gong", "ran": "r"},
    {"woke I called Anna": "never found", "I": "We", "A": "The", "lamp broke": "it burst"},
)


def paragraphs(book: Book) -> list[str]:
    return [paragraph.text for paragraph in docx.Document(io.BytesIO(word.export(book))).paragraphs]


def voiced(voice: str) -> Book:
    return replace(books.fused(), wanted_voice=voice)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (text.export, '\n    Anna Weber: “I woke. I called Anna\n    Weber” [[1]] (page 1)\n\n    =HYPERLINK("http:'),
        (text.export, "\n        Cid's *diary* [2] second line also says: “\u202eNobody [hearsay] heard” it.” [[3]]\n"),
        (text.export, "They say that Anna  Weber ran. [[hearsay]] I was told so.” [[2]] (=1+1)\n"),
        (markdown.export, "\n**Anna Weber:** “ran home. I followed her.”[^1] (page 1)\n"),
        (markdown.export, "second line also says:** “\u202eNobody \\[hearsay\\] heard” it.”[^3]\n"),
        (markdown.export, "ran. \\[\\[hearsay\\]\\] I was told so.”[^2] (\\=1+1)\n"),
    ],
)
def test_speakers_and_notes(made: Callable[[Book], bytes], expected: str) -> None:
    assert expected in made(books.fused()).decode()


def test_word_documents_have_speakers_notes_and_marks() -> None:
    document = docx.Document(io.BytesIO(word.export(books.fused())))
    by_text = {paragraph.text: paragraph for paragraph in document.paragraphs}
    spoken = by_text["Anna Weber: “ran home. I followed her.”[1] (page 1)"]
    assert [run.text for run in spoken.runs if run.bold] == ["Anna Weber: "]
    [note] = [p for p in document.paragraphs if "They say" in p.text]
    assert note.style is not None
    assert note.style.name == word.ADDITION
    assert [run.text for run in note.runs if run.italic] == [" [hearsay]"]
    assert note.text.endswith("I was told so.”[2] (=1+1)")
    assert sum("follows a sentence whose speaker" in text for text in by_text) == 1


@pytest.mark.parametrize(("voice", "lines"), [("quoted", 3), ("marked", 1), ("plain", 1)])
def test_voices(voice: str, lines: int) -> None:
    first, *_ = annotate(voiced(voice)).sections
    assert len(first.running) == lines
    statements = [statement for paragraph in first.running for statement in paragraph]
    assert [statement.note for statement in statements] == [1, 2, 1]
    assert all(bool(statement.lead) == (voice == "quoted") for statement in statements)
    assert [[statement.note for statement in paragraph] for paragraph in first.additions] == [[2], [3]]
    assert all(statement.lead.endswith(" also says:") for [statement] in first.additions)


def test_the_voice_suits_the_accounts() -> None:
    assert books.fused().voice == "quoted"
    assert books.book().voice == "marked"
    assert voiced("plain").voice == "plain"
    with pytest.raises(InputError, match="unknown voice 'loud'"):
        books.read_with_voice("loud")


def test_marked_running_text_has_the_number_at_each_change_of_source() -> None:
    expected = "I woke. I called Anna\nWeber[1] A lamp broke.[2] ran home. I followed her.[1]"
    assert expected in paragraphs(voiced("marked"))


def test_a_fused_run_selects_versions_unless_its_base_is_incomplete() -> None:
    book = books.fused()
    assert book.follows_timeline
    assert book.selects_versions
    incomplete = replace(book.main, passages=book.main.passages[1:])
    assert not replace(book, runs=(incomplete,)).selects_versions


def test_tei_has_an_entry_for_each_insertion_and_a_note_for_each_addition() -> None:
    book = books.fused()
    root = etree.fromstring(tei.export(book))
    sentences = root.xpath("//t:s", namespaces=TEI)
    assert [s.get("n") for s in sentences] == [str(n) for n in range(1, len(book.main.sentences) + 1)]
    assert (
        len(root.xpath("//t:lem/t:app[@type='inserted'][t:lem[@source][@corresp]][t:rdg[not(node())]]", namespaces=TEI))
        == 2
    )
    notes = root.xpath("//t:note[@type='addition'][@source][@corresp]", namespaces=TEI)
    assert "".join(notes[0].itertext()) == "The bell rang [1]."
    assert len(notes) == 4
    hearsay = root.xpath("//t:s[@ana='#hearsay']", namespaces=TEI)
    assert [s.text for s in hearsay] == [
        s.text for s, is_hearsay in zip(book.main.sentences, book.main.hearsay, strict=True) if is_hearsay
    ]
    for version in book.versions:
        own = root.xpath(f"//*[@n='{version.id}']//text()[not(ancestor::t:app[@type='inserted'])]", namespaces=TEI)
        assert "".join(own) == xml_text(version.text)


@pytest.mark.parametrize("made", [books.fused, lambda: books.fused().redact(books.NAMES)])
def test_json_has_roles_and_places(made: Callable[[], Book]) -> None:
    document = json.loads(json_book.export(made()))
    Draft202012Validator(SCHEMA).validate(document)
    texts = {version["id"]: version["text"] for event in document["events"] for version in event["versions"]}
    [run] = document["runs"]
    assert [passage["role"] for passage in run["passages"][:6]] == ["base", "inline", "base", "note", "note", "note"]
    assert [passage["score"] for passage in run["passages"]] == [n / 4 for n in range(len(run["passages"]))]
    for item in (*run["passages"], *run["sentences"]):
        whole = texts.get(item["version"], "Nobody writes.")
        assert whole[item["start"] : item["end"]] == item["text"]
    assert [s["text"][:8] for s in run["sentences"] if s["hearsay"]] == ["They say"]


def test_tables_have_roles_and_places() -> None:
    book = books.fused()
    rows = {}
    for name, content in csv_tables.export(book).items():
        found = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
        rows[name] = [{column: unguard(cell) for column, cell in row.items()} for row in found]
    texts = {row["version"]: row["text"] for row in rows["versions.csv"]} | {"": "Nobody writes."}
    assert [(row["role"], row["start"], row["end"]) for row in rows["choices.csv"]] == [
        (p.role, str(p.start), str(p.start + len(p.text))) for p in book.main.passages
    ]
    for row in rows["sentences.csv"]:
        assert texts[row["version"]][int(row["start"]) : int(row["end"])] == row["text"]
    assert [row["text"] for row in rows["sentences.csv"] if row["hearsay"] == "1"] == ["They say that Anna  Weber ran."]


@pytest.mark.parametrize("names", HOSTILE)
def test_redacted_passages_are_slices_of_redacted_versions(names: dict[str, str]) -> None:
    book = books.fused().redact(Pseudonyms(names))
    texts = {version.id: version.text for version in book.versions}
    for passage in book.main.passages:
        if passage.version:
            assert texts[passage.version][passage.start : passage.start + len(passage.text)] == passage.text
    assert book.selects_versions, "parts of a version that were adjacent remain so"


@pytest.mark.parametrize("format", FORMATS)
def test_pseudonyms_in_every_format(format: str) -> None:
    if format == "docx":
        shown = "\n".join(paragraphs(books.fused().redact(books.NAMES))).casefold()
    else:
        shown = b"".join(render(books.fused(), format, books.NAMES).values()).decode().replace("\\", "").casefold()
    assert "witness a" in shown
    assert not [name for name in books.HIDDEN if name in shown]
