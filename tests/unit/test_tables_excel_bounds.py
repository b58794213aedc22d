"""Excel files made to be slow to read: what is opened, held and written out of them, counted."""

import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import IO, Literal

import pytest
from openpyxl.formula.translate import Translator

from ingest.tables import excel as spreadsheets
from taeg.base.errors import InputError
from tests.unit.tables_given import Given, workbook, zipped

MANY = 200


def book(path: Path, rows: str, **parts: Callable[[str], str]) -> Path:
    """A workbook of a header and these rows, with parts changed"""
    workbook(path, ["source", "event", "text"])
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    parts = {"sheet1": lambda sheet: sheet.replace("</sheetData>", f"{rows}</sheetData>"), **parts}
    for name, content in members.items():
        change = parts.get(name.rpartition("/")[2].removesuffix(".xml").strip("[]").lower(), str)
        members[name] = change(content)
    path.write_bytes(zipped(dict(members)))
    return path


def test_other_sheets_are_not_opened(tmp_path: Path, given_table: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    link = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"'
    sheets = "".join(f'<sheet name="s{n}" sheetId="{n + 9}" {link}/>' for n in range(MANY))
    path = book(
        tmp_path / "a.xlsx",
        '<row r="2"><c t="str"><v>a</v></c><c t="str"><v>e</v></c><c t="str"><v>x</v></c></row>',
        workbook=lambda text: text.replace("</sheets>", f"{sheets}</sheets>"),
    )
    opened: list[str] = []
    real = zipfile.ZipFile.open

    def opening(
        archive: zipfile.ZipFile, name: str | zipfile.ZipInfo, mode: Literal["r"] = "r", pwd: bytes | None = None
    ) -> IO[bytes]:
        opened.append(name if isinstance(name, str) else name.filename)
        return real(archive, name, mode, pwd)

    monkeypatch.setattr(zipfile.ZipFile, "open", opening)
    got = given_table.at(path)
    assert (got.texts, got.remarks) == (["x"], [f"a.xlsx: the sheet 'Sheet' is read, {MANY} other(s) are not"])
    assert opened.count("xl/worksheets/sheet1.xml") == 2  # to be checked, and to be read
    assert max(Counter(opened).values()) == 2


def test_shared_formulas_are_not_written_out(
    tmp_path: Path, given_table: Given, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written_out(*_: object) -> str:
        raise AssertionError("a formula of any length for each cell that shares it")

    monkeypatch.setattr(Translator, "translate_formula", written_out)
    cells = "".join(f'<c r="{c}{{n}}" t="str"><f t="shared" si="0">{{f}}</f><v>{c}{{n}}</v></c>' for c in "ABC")
    rows = "".join(f'<row r="{n}">{cells.format(n=n, f="A1+A1" if n == 2 else "")}</row>' for n in range(2, MANY))
    got = given_table.at(book(tmp_path / "a.xlsx", rows))
    assert (got.texts, got.faults) == ([f"C{n}" for n in range(2, MANY)], [])


def test_a_text_that_many_cells_show(tmp_path: Path, given_table: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.xlsx"
    rows = "".join(
        f'<row r="{n}"><c t="str"><v>a</v></c><c t="str"><v>e{n}</v></c><c t="s"><v>0</v></c></row>'
        for n in range(2, 12)
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    strings = f'<Override PartName="/xl/strings.xml" ContentType="{kind}"/>'
    book(path, rows, content_types=lambda types: types.replace("</Types>", f"{strings}</Types>"))
    with zipfile.ZipFile(path, "a") as archive:
        main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        text = "<si><r><t>xx</t></r><rPh><t>no</t></rPh><r><t>yy</t></r></si>"
        archive.writestr("xl/strings.xml", f'<sst xmlns="{main}">{text}</sst>')
    monkeypatch.setattr(spreadsheets, "_MOST_CHARACTERS", 200)
    assert given_table.at(path).texts == ["xxyy"] * 10
    monkeypatch.setattr(spreadsheets, "_MOST_CHARACTERS", 50)
    with pytest.raises(InputError, match=r"a.xlsx' has more than 50 characters; divide the table"):
        given_table.at(path)


def test_a_row_and_settings_without_end(tmp_path: Path, given_table: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "_MOST_INSIDE", 100)
    rows = "<row><c t='str'><v>a</v></c><c t='str'><v>e</v></c><c t='str'><v>x</v></c></row>" * 50
    path = tmp_path / "a.xlsx"
    assert len(given_table.at(book(path, "<a/>" * 200 + rows)).texts) == 50
    with pytest.raises(InputError, match=r"a.xlsx' has more than 100 parts in one row; divide the table"):
        given_table.at(book(path, f"<row>{'<c/>' * 101}</row>"))
    for part, end in (("styles", "</cellXfs>"), ("workbook", "</sheets>"), ("content_types", "</Types>")):
        monkeypatch.setattr(spreadsheets, "_MOST_SETTINGS", 1_000)
        made = book(path, "", **{part: lambda text, end=end: text.replace(end, f"{'<a/>' * 999}{end}")})
        with pytest.raises(InputError, match=r"holds more than 1,000 tags and attributes, as no table does; copy"):
            given_table.at(made)
