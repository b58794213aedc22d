"""The published data folder: reading, hostile XML and error messages."""

from collections.abc import Callable
from pathlib import Path

import pytest

import ingest
from ingest.gospels import xml_folder
from taeg.base.errors import InputError
from tests.fuzz.bounds import bounded
from tests.unit.gospel_files import BOOK, CHRONOLOGY, by_id, gospel_folder
from tests.unit.refusals import refusal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = gospel_folder(tmp_path / "data")
    (path / "README.md").write_text("words", encoding="utf-8")
    (path / "other.xml").write_text("<settings/>", encoding="utf-8")
    return path


def test_folder(folder: Path) -> None:
    corpus = ingest.read(str(folder))
    assert corpus.name == "gospels-english-test"
    assert corpus.language == "en"
    assert [(e.id, e.title, e.day, e.location) for e in corpus.events] == [
        ("1", "A lamp is lit", "First day", "House"),
        ("2", "Night", "", ""),
    ]
    versions = by_id(corpus)
    names = ("1_matthew", "1_mark", "1_john", "2_mark", "2_luke", "2_john")
    assert list(versions) == [f"event_{name}" for name in names]
    assert versions["event_1_matthew"].text == "Matthew lit a lamp."
    assert versions["event_1_matthew"].origin == f"{folder / xml_folder.CHRONOLOGY}:5"
    assert versions["event_1_mark"].text == "Mark lit a lamp. It burned & smoked;"
    assert versions["event_2_mark"].text == "nobody saw."
    assert versions["event_2_luke"].gaps == ("Luke 1:3-2:1",)
    assert (versions["event_2_john"].text, versions["event_2_john"].gaps) == ("", ("John 3:1",))


def test_gold_text_file(folder: Path) -> None:
    assert [event.gold_text for event in ingest.read(str(folder)).events] == ["", ""], (
        "only the published chronology has gold verses"
    )
    assert ingest.read(str(folder)).notes == ()
    golden = folder / "Golden_Sample.txt"
    golden.write_text("1 A lamp\n was lit. 2 Nobody saw.", encoding="utf-8")
    assert [event.gold_text for event in ingest.read(str(folder)).events] == ["A lamp was lit.", "Nobody saw."]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "iso-8859-1"])
def test_encodings(folder: Path, encoding: str) -> None:
    text = BOOK.format(name="Luke").replace("lamp", "lümp").replace("UTF-8", encoding.removesuffix("-sig"))
    (folder / "Luke.xml").write_bytes(text.encode(encoding))
    assert by_id(ingest.read(str(folder)))["event_2_luke"].text.startswith("Luke lit a lümp.")


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


TABLE = xml_folder.CHRONOLOGY


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (replaced(TABLE, ' id="2"', ' id="1"'), f"{TABLE}:6: event '1' appears twice (first: "),
        (replaced(TABLE, ' id="2"', ""), f"{TABLE}:6: an event has no id"),
        (replaced(TABLE, "<mark>1:2b", "<mark>1:2c"), f"{TABLE}:6: reference '1:2c' cannot be read"),
        (replaced(TABLE, "<mark>1:2b", "<mark>1:46"), f"{TABLE}:6: Mark has no verse 1:46 (chapter 1 ends at"),
        (replaced(TABLE, "<john>3:1", "<john>22:1"), f"{TABLE}:6: John has no chapter 22 (its last chapter is 21)"),
        (replaced(TABLE, "<luke/>", "<john>1:1</john>"), f"{TABLE}:5: event '1' has two references for John"),
        (replaced(TABLE, "</events>", ""), f"{TABLE}:7: the XML cannot be read: "),
        (replaced(TABLE, CHRONOLOGY, "<a/>"), f"{TABLE}:1: the chronology has no <event>"),
        (replaced(TABLE, CHRONOLOGY, ""), f"{TABLE}:1: the XML cannot be read: "),
        (replaced("Luke.xml", '<verse number="2">', '<verse number="1">'), "Luke.xml:7: Luke 1:1 is given twice"),
        (
            replaced("Luke.xml", '<verse number="2">', "<verse>"),
            "Luke.xml:7: the number of a verse of Luke 1 is missing",
        ),
        (
            replaced("Luke.xml", '<verse number="2">', '<verse number="ii">'),
            "Luke.xml:7: the number of a verse of Luke 1 is",
        ),
        (
            replaced("Luke.xml", '<chapter number="1">', "<chapter>"),
            "Luke.xml:4: the number of a chapter of Luke is missing",
        ),
        (replaced("Luke.xml", ' name="Luke"', ""), "Luke.xml:3: a <book> has no name"),
        (replaced("Luke.xml", ' translation="English Test"', ""), "Luke.xml:2: <bible> has no translation"),
        (replaced("Luke.xml", "English Test", "Greek"), "Luke.xml:2: the folder has two translations, 'Eng"),
        (replaced("Luke.xml", "UTF-8", "utf-7"), "Luke.xml:1: the encoding 'utf-7' is not read; save the file as"),
        (replaced("Luke.xml", "&amp;", "&lol;"), "Luke.xml:7: the XML cannot be read: Entity 'lol' not defined"),
        (replaced("Luke.xml", "lit", "<verse number='3'>lit</verse>"), "Luke.xml:5: a <verse> is inside another"),
        (replaced("Luke.xml", "</verse>", "</verse><chapter number='2'/>"), "Luke.xml:6: a <chapter> is inside"),
        (replaced("Luke.xml", "<chapter", "<book name='Ruth'/><chapter"), "Luke.xml:4: a <book> is inside another"),
        (replaced(TABLE, "Night", "<event id='3'/>"), f"{TABLE}:6: an <event> is inside another <event>; "),
        (replaced("Luke.xml", '"Luke"', '"Mark"'), "Mark.xml:3: Mark is given twice (first: "),
        (replaced("Luke.xml", '"Luke"', '"Acts"'), "has no text of Luke; put an XML file"),
    ],
)
def test_invalid_folders(folder: Path, change: Callable[[Path], None], says: str) -> None:
    change(folder)
    assert says in refusal(lambda: ingest.read(str(folder)))


SECRET = '<!DOCTYPE bible [<!ENTITY j SYSTEM "README.md">]>'
LAUGHS = (
    '<!DOCTYPE bible [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True))
    + "]>"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize("entity", [LAUGHS, SECRET])
def test_document_type_is_refused(folder: Path, encoding: str, entity: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>\n{entity}\n<bible>&j;</bible>'
    (folder / "Luke.xml").write_bytes(text.encode(encoding))
    with bounded(megabytes=50), pytest.raises(InputError, match=r"Luke\.xml:.*(document type|NUL)"):
        ingest.read(str(folder))


def test_grouping_elements(folder: Path) -> None:
    before = ingest.read(str(folder))
    text = BOOK.format(name="Luke").replace("<verse", "<p><verse").replace("</verse>", "</verse></p>")
    (folder / "Luke.xml").write_text(text, encoding="utf-8")
    assert ingest.read(str(folder)) == before


def test_too_many_tags(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_folder, "MOST_TAGS", 100)
    for many in ("<a/>" * 100, "<a " + " ".join(f"b{number}=''" for number in range(100)) + "/>"):
        replaced("Luke.xml", "</chapter>", f"</chapter>{many}")(folder)
        with pytest.raises(InputError, match=r"Luke\.xml: the file has more than 100 tags and attributes; keep those"):
            ingest.read(str(folder))
        (folder / "Luke.xml").write_text(BOOK.format(name="Luke"), encoding="utf-8")
    assert ingest.read(str(folder))


def test_deep_nesting(folder: Path) -> None:
    (folder / "Luke.xml").write_text("<bible>" + "<a>" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match=r"Luke\.xml:1: the XML cannot be read"):
        ingest.read(str(folder))
