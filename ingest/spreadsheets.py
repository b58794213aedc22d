"""Excel files as rows of cells: the first visible sheet, dates as ISO dates, formulas as what they gave when saved.

Needs openpyxl, which is imported only when such a file is read.
"""

import datetime
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from ingest.archives import check_zip
from ingest.rows import WIDEST, Row, Table
from taeg.errors import InputError, Problems, cause, quoted

_LONGEST = 1_048_576
"""Rows of a sheet that are looked at; Excel's own limit."""
_MOST_CELLS = 10_000_000
"""Cells of a sheet, empty ones before the last of a row among them: a row whose only cell is the last that Excel has
counts 16,384."""
_EXCEL_ESCAPE = re.compile("_x(00[01][0-9A-Fa-f]|005[Ff])_")
"""Of a control character, and of the `_` before what only looks like one. That `_` openpyxl reads where the text
stands in the table of strings, so that nothing else may be read as an escape after it."""


def table(path: Path, problems: Problems) -> Table:
    """The first visible sheet."""
    try:
        import openpyxl  # noqa: F401 — asked for here so that the file is not blamed for it
    except ImportError:
        raise InputError("Excel tables need openpyxl: pip install openpyxl") from None
    if not any(name.startswith("xl/") for name in check_zip(path)):
        raise InputError(f"{str(path)!r} is not an Excel file; save the table as .xlsx or as 'CSV UTF-8'")
    rows = list(_excel_rows(path, problems))
    at = next((at for at, row in enumerate(rows) if not row.blank), len(rows))
    header = rows[at] if at < len(rows) else Row(str(path))
    return Table(header, rows[at + 1 :])


def _excel_rows(path: Path, problems: Problems) -> Iterator[Row]:
    from openpyxl.utils import get_column_letter

    cells = _sheet(path, False, problems)
    # Only when the formulas are not asked for does openpyxl give what they came to; only when they are, where they are.
    formulas = any(type == "f" for row in cells for _, type in row)
    saved = _sheet(path, True, Problems()) if formulas else cells
    for number, row in enumerate(cells, 1):
        texts, flaws = [], {}
        for at, (value, type) in enumerate(row):
            shown, shown_type = (value, type) if type != "f" else _at(saved, number - 1, at)
            cell = f"{get_column_letter(at + 1)}{number}"
            if type == "f" and shown is None and shown_type != "str":
                flaws[at] = (
                    f"(cell {cell}) is a formula without a saved value; open the file in Excel and save it again"
                )
            elif shown_type == "e":
                flaws[at] = f"(cell {cell}) is the error {shown}; correct it"
            texts.append(_excel_text(shown))
        yield Row(f"{path}, row {number}", texts, not any(map(str.strip, texts)) and not flaws, flaws=flaws)


def _at(rows: Sequence[Sequence[tuple[object, str]]], row: int, at: int) -> tuple[object, str]:
    return rows[row][at] if row < len(rows) and at < len(rows[row]) else (None, "n")


def _sheet(path: Path, computed: bool, problems: Problems) -> list[list[tuple[object, str]]]:
    """The values of the first visible sheet with openpyxl's letter for their type; `computed` for those of formulas."""
    from openpyxl import load_workbook

    rows: list[list[tuple[object, str]]] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about validation rules and styles
            book = load_workbook(path, read_only=True, data_only=computed, keep_links=False)
            try:
                sheet = next((sheet for sheet in book.worksheets if sheet.sheet_state == "visible"), book.worksheets[0])
                sheet.reset_dimensions()  # writers state them wrongly
                looked_at = 0
                for row in sheet.iter_rows(max_row=_LONGEST):
                    looked_at += len(row)
                    if looked_at > _MOST_CELLS:
                        raise InputError(f"{str(path)!r} has more than {_MOST_CELLS:,} cells; divide the table")
                    cells: list[tuple[object, str]] = [(cell.value, cell.data_type) for cell in row[:WIDEST]]
                    while cells and cells[-1] == (None, "n"):
                        cells.pop()
                    rows.append(cells)
                while rows and not rows[-1]:
                    rows.pop()
                title, others = sheet.title, len(book.sheetnames) - 1
            finally:
                book.close()
    except InputError:
        raise
    except Exception as error:
        # openpyxl has no error of its own for a file that is a sound zip and a broken workbook.
        raise InputError(
            f"{str(path)!r} cannot be read as an Excel file ({cause(error, 160)}); open it in Excel and save it again"
        ) from None
    if others:
        problems.remark(f"the sheet {quoted(title, 80)} is read, {others} other(s) are not", str(path))
    return rows


def _excel_text(value: object) -> str:
    if isinstance(value, str):
        return _EXCEL_ESCAPE.sub(lambda match: chr(int(match[1], 16)), value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time.min:
        return value.date().isoformat()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return "" if value is None else str(value)
