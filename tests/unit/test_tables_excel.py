"""Excel files: values, invalid rows, sheets, and files that would take too much time or memory."""

import datetime
import re
import sys
import zipfile
from pathlib import Path

import pytest

from ingest.tables import excel
from taeg.base.errors import InputError
from tests.unit.table_files import HEADER, OLE, Given, refused, workbook, zipped


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("_x005F_x0041_BC", "_x0041_BC"),
        ("a_x000D_\nb", "a\nb"),
        ("a_x0009_b", "a\tb"),
        ("_x0041_BC", "_x0041_BC"),
        ("x_x00e9_y", "x_x00e9_y"),
    ],
)
@pytest.mark.parametrize("shared", [False, True])
def test_excel_escapes(given_table: Given, tmp_path: Path, written: str, text: str, shared: bool) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER, ["e", "s", written])
    if shared:
        _share_string(path, written)
    got = given_table.at(path)
    assert (got.texts, got.faults) == ([text], [])


def _share_string(path: Path, text: str) -> None:
    """Move a text to the shared strings, where Excel writes it; openpyxl writes it into the cell."""
    inline = re.escape(f't="inlineStr"><is><t>{text}</t></is>')
    rewritten(path, "xl/worksheets/sheet1.xml", inline, 't="s"><v>0</v>')
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    part = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/>'
    rewritten(path, "[Content_Types].xml", "</Types>", f"{part}</Types>")
    namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{namespace}"><si><t>{text}</t></si></sst>')


def test_excel(given_table: Given, tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "book.xlsx",
        [],
        HEADER,
        ["e", 3.0, " one\n\ntwo ", datetime.datetime(2024, 5, 1)],
        [],
        [2.5, True, "a_x000D_\nb _x005F_x0041_", datetime.datetime(2024, 5, 1, 12, 30)],
        [10**14, "s", "t", datetime.time(7, 5)],
        ["e", "s", "t"],
        [None, " "],
    )
    got = given_table.at(path)
    assert [list(row) for row in got.rows] == [
        ["e", "3", "one\n\ntwo", "", "2024-05-01"],
        ["2.5", "true", "a\nb _x0041_", "", "2024-05-01T12:30:00"],
        ["100000000000000", "s", "t", "", "07:05:00"],
        ["e", "s", "t", "", ""],
    ]
    assert got.origins == [f"book.xlsx, row {number}" for number in (3, 5, 6, 7)]
    assert (got.faults, got.remarks) == ([], ["book.xlsx, row 4: 1 blank row was skipped"])


def test_invalid_excel_rows(given_table: Given, tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "book.xlsx",
        HEADER,
        ["e", "s", "=A2&B2", "2024"],
        ["e", "s", "#REF!"],
        ["e", "s"],
        ["e", "s", "t", "", "more"],
    )
    hint = "(or is it a formula without a saved value? open the file in Excel and save it again)"
    got = given_table.at(path)
    assert sorted(got.faults) == [
        f"book.xlsx, row 2: 'text' is empty; fill it in, or delete the row {hint}",
        "book.xlsx, row 3: 'text' (cell C3) is the error #REF!; correct it",
        f"book.xlsx, row 4: the row has 2 of 4 cells and ends before 'text'; complete it {hint}",
        "book.xlsx, row 5: the row has 5 cells, the header 4; complete the header",
    ]
    assert got.remarks == [
        "book.xlsx: formulas without a saved value are read as empty cells; open the file in Excel and save it again"
    ]


def rewritten(path: Path, member: str, old: str, new: str) -> Path:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[member], times = re.subn(old.encode(), new.encode(), members[member])
    assert times == 1
    path.write_bytes(zipped(dict(members)))
    return path


def test_formulas_give_the_saved_value(given_table: Given, tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER, ["e", "s", "=A2&B2", '=""'])
    sheet = "xl/worksheets/sheet1.xml"
    rewritten(path, sheet, '<c r="C2">.*?</c>', '<c r="C2" t="str"><f>A2&amp;B2</f><v>es</v></c>')
    rewritten(path, sheet, '<c r="D2">.*?</c>', '<c r="D2" t="str"><f>""</f><v></v></c>')
    got = given_table.at(path)
    assert (got.texts, got.faults, got.remarks) == (["es"], [], [])


def test_wrong_dimensions_and_far_rows_of_a_sheet(
    given_table: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert excel._LONGEST == 1 << 20, "Excel's own limit"
    monkeypatch.setattr(excel, "_LONGEST", 1000)
    path = workbook(tmp_path / "book.xlsx", HEADER, ["e", "s", "t"])
    sheet = "xl/worksheets/sheet1.xml"
    rewritten(path, sheet, '<dimension ref="A1:D2"', '<dimension ref="A1"')
    assert given_table.at(path).texts == ["t"]
    rewritten(path, sheet, '<row r="2">', '<row r="999999999999">')
    assert given_table.at(path).faults == ["book.xlsx: the table has a header and no rows; add a row below it"]


def test_other_sheets_are_reported(given_table: Given, tmp_path: Path) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER, ["e", "s", "t"], sheets=("Reports", "Notes", "Old"))
    assert given_table.at(path).remarks == ["book.xlsx: the sheet 'Reports' is read, 2 other(s) are not"]


def test_empty_excel_sheet_and_broken_workbook(given_table: Given, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the table is empty"):
        given_table.at(workbook(tmp_path / "book.xlsx"))
    with pytest.raises(InputError, match="no column 'event' and"):
        given_table.at(workbook(tmp_path / "book.xlsx", ["a", 1]))
    for member, old, new in (
        ("xl/workbook.xml", "<sheets>", "<sheeps>"),
        ("xl/worksheets/sheet1.xml", "<sheetData>", "<sheetData"),
        ("xl/worksheets/sheet1.xml", '<c r="A1".*?</c>', '<c r="A1" t="s"><v>77</v></c>'),
    ):
        path = rewritten(workbook(tmp_path / "book.xlsx", HEADER), member, old, new)
        with pytest.raises(InputError, match=r"book.xlsx' cannot be read as an Excel file .*; open the file in Excel"):
            given_table.at(path)


def test_excel_without_openpyxl(given_table: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workbook(tmp_path / "book.xlsx", HEADER)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(
        InputError, match=re.escape("an Excel table needs openpyxl and defusedxml: pip install openpyxl defusedxml")
    ):
        given_table.at(path)


def test_other_files_named_xlsx(given_table: Given) -> None:
    refused(given_table, "t.xlsx", OLE, "is protected by a password, or an old .doc or .xls", "save it as .xlsx")
    refused(given_table, "t.xlsx", zipped({"word/document.xml": "<x/>"}), "is not an Excel file")
    refused(given_table, "t.xlsx", "event,source,text\n", "is text or something else, not .xlsx")
    refused(given_table, "t.xlsx", b"", "is empty")


def resized(path: Path, rows: str = "", **parts: tuple[str, str]) -> Path:
    """A workbook with these further rows, and replacements in other parts."""
    workbook(path, ["source", "event", "text"])
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    changes = {"sheet1": ("</sheetData>", f"{rows}</sheetData>"), **parts}
    changed = {name: text.replace(*changes.get(Path(name).stem, (text, text))) for name, text in members.items()}
    path.write_bytes(zipped(dict(changed)))
    return path


@pytest.mark.parametrize(
    ("limit", "value", "rows", "parts", "message"),
    [
        ("_MOST_CELLS", 50, "<row><c r='XFD2'/></row>", {}, "has more than 50 cells or "),
        ("_MOST_CHARACTERS", 50, "<row><c t='str'><v>" + "x" * 60 + "</v></c></row>", {}, "or 50 characters; divide"),
        ("_MOST_SETTINGS", 999, "", {"styles": ("</cellXfs>", "<a/>" * 999 + "</cellXfs>")}, "999 tags and attributes"),
        (
            "_MOST_SETTINGS",
            999,
            "",
            {"workbook": ("</sheets>", "<a/>" * 999 + "</sheets>")},
            "copy the cells into a new",
        ),
        ("_MOST_SHEETS", 3, "", {"workbook": ("</sheets>", "<sheet />" * 3 + "</sheets>")}, "more than 3 sheets"),
    ],
)
def test_size_limits(
    given_table: Given,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    value: int,
    rows: str,
    parts: dict[str, tuple[str, str]],
    message: str,
) -> None:
    monkeypatch.setattr(excel, limit, value)
    with pytest.raises(InputError, match=re.escape(message)):
        given_table.at(resized(tmp_path / "a.xlsx", rows, **parts))
