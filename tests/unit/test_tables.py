"""Tables of any kind: their names, encodings and size, and other files under their names."""

from pathlib import Path

import pytest

from ingest import files
from ingest.tables import table as tables
from ingest.tables.table import is_table
from taeg.base.errors import InputError
from tests.unit.table_files import OLE, Given, refused, zipped


def test_size_limit_applies_to_excel_files_only(given_table: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 1000)
    refused(given_table, "t.xlsx", "x" * 2000, "is larger than", "divide")
    assert len(given_table("t.csv", "event,source,text\n" + "e,s,t\n" * 500).texts) == 500


def test_latin_1(given_table: Given) -> None:
    content = "event,source,text\r\ne,s,t\r\ne,s,Pons éclair\r\n".encode("latin-1")
    message = refused(given_table, "t.csv", content, "t.csv:3: ", "0xE9 ('é' in Windows-1252)", "'CSV UTF-8'")
    assert message.count("\n") == 0
    refused(given_table, "t.csv", content.replace(b"\r\n", b"\r"), "t.csv:3: ")
    refused(given_table, "t.jsonl", b'{"text": "\x81"}', "t.jsonl:1: byte 0x81 is not UTF-8")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.jsonl"])
def test_utf_16(given_table: Given, name: str, encoding: str) -> None:
    refused(given_table, name, "event,source,text\ne,s,t\n".encode(encoding), "is UTF-16; save it as UTF-8")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped({"a.csv": "event"}), "is a zip archive, not a table; unpack it"),
        (zipped({"xl/workbook.xml": "<x/>"}), "is an Excel file; rename it to .xlsx"),
        (zipped({"word/document.xml": "<x/>"}), "is a Word document, not a table"),
        (b"\x1f\x8b\x08" + bytes(20), "is a gzip archive, not a table; unpack it"),
        (b"%PDF-1.7\n", "is a PDF, not a table; save the table as .csv or .xlsx"),
        (b"\x89PNG\r\n\x1a\n", "is a picture (PNG)"),
        (b"\xff\xd8\xff\xe0", "is a picture (JPEG)"),
        (OLE, "is an old Office file (.doc, .xls) or one protected by a password"),
    ],
)
def test_other_files_under_the_name_of_a_table(given_table: Given, content: bytes, words: str) -> None:
    for name in ("t.csv", "t.tsv", "t.jsonl"):
        refused(given_table, name, content, words)


def test_names_of_tables(given_table: Given, tmp_path: Path) -> None:
    assert all(is_table(Path(f"t{suffix}")) for suffix in (*tables.SUFFIXES, ".CSV", ".Xlsx"))
    assert not any(is_table(Path(name)) for name in ("t.xls", "t.xlsm", "t.json", "csv", "t.csv.gz"))
    refused(given_table, "t.xls", OLE, "is an old Excel file; save it as .xlsx")
    refused(given_table, "t.xlsm", b"PK", "with macros; save it as a plain .xlsx")
    refused(given_table, "t.ods", b"PK", "OpenDocument")
    refused(given_table, "t.txt", "event", "is not a table by its name; tables are .csv, .tsv")
    with pytest.raises(InputError, match="is not a file"):
        given_table.at(tmp_path / "none.csv")
    (tmp_path / "folder.xlsx").mkdir()
    with pytest.raises(InputError, match="is not a file"):
        given_table.at(tmp_path / "folder.xlsx")
