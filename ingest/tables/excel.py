"""Excel files as rows of cells: the first visible sheet, dates in ISO format, formulas as the value that was saved.

Needs openpyxl, which is imported only when such a file is read, and which parses XML with defusedxml. Sizes are
checked before it opens a file (`ingest.archives`).
"""

import datetime
import re
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.archives import check_zip
from ingest.tables.table import WIDEST, Flaw, Table
from taeg.base.errors import InputError, MissingPackageError, Problems, cause, quoted

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell

_LONGEST = 1_048_576
"""Rows of a sheet; Excel's own limit."""
_MOST_CELLS = 10_000_000
"""Cells of a sheet, including the empty ones before the last of each row."""
_MOST_CHARACTERS = 64 * 1024 * 1024
"""Of all cells; a text is stored once in the file, however many cells refer to it."""
_MOST_SHEETS = 200
"""openpyxl opens each of them."""
_MOST_SETTINGS = 200_000
"""Tags and attributes of a part that is held as objects: the styles, the lists of sheets and of parts."""
_UNCOMPUTED = re.compile(rb'<c\b(?![^>]*\bt="str")[^>]*>\s*<f\b[^<]*(?:</f>)?\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>')
"""A formula without a saved value, as programs other than Excel write it."""
_ESCAPE = re.compile("_x(00[01][0-9A-Fa-f]|005[Ff])_")
"""Excel's escape of a control character, or of a `_` that precedes what looks like an escape."""
_SAVE_AGAIN = "open the file in Excel and save it again"


def read_excel(path: Path, problems: Problems) -> Table:
    """Read the first visible sheet."""
    try:
        import defusedxml  # type: ignore[import-untyped]  # noqa: F401 (openpyxl uses it if it is there)
        import openpyxl  # noqa: F401 (a missing package is no fault of the file)
    except ImportError:
        remedy = "an Excel table needs openpyxl and defusedxml: pip install openpyxl defusedxml"
        raise MissingPackageError(remedy, str(path)) from None
    tags = check_zip(path)
    if not any(name.startswith("xl/") for name in tags):
        raise InputError(f"{str(path)!r} is not an Excel file; save the table as .xlsx or as 'CSV UTF-8'")
    for name, count in tags.items():
        if count > _MOST_SETTINGS and not name.startswith(("xl/worksheets/", "xl/sharedStrings")):
            raise InputError(
                f"{str(path)!r}: {quoted(name, 80)} has more than {_MOST_SETTINGS:,} tags and attributes, as no "
                "table does; copy the cells into a new file"
            )
    hint = ""
    with zipfile.ZipFile(path) as archive:
        if "xl/workbook.xml" in tags and archive.read("xl/workbook.xml").count(b"<sheet ") > _MOST_SHEETS:
            raise InputError(f"{str(path)!r} has more than {_MOST_SHEETS} sheets; copy the table into a new file")
        if any(_UNCOMPUTED.search(archive.read(name)) for name in tags if name.startswith("xl/worksheets/")):
            hint = f" (or is it a formula without a saved value? {_SAVE_AGAIN})"
            problems.remark(f"formulas without a saved value are read as empty cells; {_SAVE_AGAIN}", str(path))
    rows = _rows(path, problems)
    number, header = next(((number, cells) for number, cells in rows if any(map(str.strip, cells))), (0, []))
    return Table(header, rows, lambda number: f"{path}, row {number}", number, empty_hint=hint)


def _rows(path: Path, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows from the first, each up to its last cell that is not empty."""
    import openpyxl

    count = characters = 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about validation rules and styles
            book = openpyxl.load_workbook(path, read_only=True, data_only=True, keep_links=False)
            try:
                sheet = next((s for s in book.worksheets if s.sheet_state == "visible"), book.worksheets[0])
                if others := len(book.sheetnames) - 1:
                    title = quoted(sheet.title, 80)
                    problems.remark(f"the sheet {title} is read, {others} other(s) are not", str(path))
                sheet.reset_dimensions()  # they may be wrong
                for number, cells in enumerate(sheet.iter_rows(max_row=_LONGEST), 1):
                    count += len(cells)
                    texts = [_text(cell) for cell in cells[:WIDEST]]
                    while texts and not texts[-1]:
                        texts.pop()
                    characters += sum(map(len, texts))
                    if count > _MOST_CELLS or characters > _MOST_CHARACTERS:
                        most = f"{_MOST_CELLS:,} cells or {_MOST_CHARACTERS:,} characters"
                        raise InputError(f"{str(path)!r} has more than {most}; divide the table")
                    yield number, texts
            finally:
                book.close()
    except InputError:
        raise
    except Exception as error:  # openpyxl has no error of its own for a broken workbook
        raise InputError(
            f"{str(path)!r} cannot be read as an Excel file ({cause(error, 160)}); {_SAVE_AGAIN}"
        ) from None


def _text(cell: "Cell | MergedCell") -> str:
    value = cell.value
    if isinstance(value, str) and cell.data_type == "e":
        return Flaw(f"(cell {cell.coordinate}) is the error {value}; correct it")
    if isinstance(value, str):
        return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, datetime.datetime) and value.time() == datetime.time.min:
        value = value.date()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return "" if value is None else str(value)
