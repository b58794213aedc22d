"""Excel files as rows of cells: the first visible sheet, dates as ISO dates, formulas as what they gave when saved.

Needs openpyxl, which is imported only when such a file is read.
"""

import datetime
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ingest.archives import check_zip
from ingest.tables.rows import WIDEST, Row, Table
from taeg.base.errors import InputError, Problems, cause, quoted

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_LONGEST = 1_048_576
"""Rows of a sheet that are looked at; Excel's own limit."""
_MOST_CELLS = 10_000_000
"""Cells of a sheet, empty ones before the last of a row among them: a row whose only cell is the last that Excel has
counts 16,384."""
_MOST_CHARACTERS = 64 * 1024 * 1024
"""As many as a table in a file of text can have."""
_MOST_INSIDE = 1_000_000
"""Elements of one row, which are in memory at once; Excel has 16,384 columns."""
_MOST_SETTINGS = 200_000
"""Tags and attributes of a part that is held as objects: the styles, the lists of sheets and of parts."""
_SETTINGS = ("[Content_Types].xml", "xl/workbook.xml", "xl/styles.xml")
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_EXCEL_ESCAPE = re.compile("_x(00[01][0-9A-Fa-f]|005[Ff])_")
"""Of a control character, and of the `_` before what only looks like one. That `_` openpyxl reads where the text
stands in the table of strings, so that nothing else may be read as an escape after it."""


_Cell = tuple[object, str, bool]
"""The value that was saved, openpyxl's letter for its type, and whether a formula gave it."""
_EMPTY: _Cell = (None, "n", False)


def table(path: Path, problems: Problems) -> Table:
    """The first visible sheet."""
    try:
        import openpyxl  # noqa: F401 — asked for here so that the file is not blamed for it
    except ImportError:
        raise InputError("Excel tables need openpyxl: pip install openpyxl") from None
    tags = check_zip(path)
    if not any(name.startswith("xl/") for name in tags):
        raise InputError(f"{str(path)!r} is not an Excel file; save the table as .xlsx or as 'CSV UTF-8'")
    rows = [_row(cells, number, path) for number, cells in enumerate(_sheet(path, tags, problems), 1)]
    at = next((at for at, row in enumerate(rows) if not row.blank), len(rows))
    header = rows[at] if at < len(rows) else Row(str(path))
    return Table(header, rows[at + 1 :])


def _row(cells: Sequence[_Cell], number: int, path: Path) -> Row:
    from openpyxl.utils import get_column_letter

    texts, flaws = [], {}
    for at, (value, type, formula) in enumerate(cells):
        cell = f"{get_column_letter(at + 1)}{number}"
        if formula and value is None and type != "str":
            flaws[at] = f"(cell {cell}) is a formula without a saved value; open the file in Excel and save it again"
        elif type == "e":
            flaws[at] = f"(cell {cell}) is the error {value}; correct it"
        texts.append(_excel_text(value))
    return Row(f"{path}, row {number}", texts, not any(map(str.strip, texts)) and not flaws, flaws=flaws)


def _sheet(path: Path, tags: Mapping[str, int], problems: Problems) -> list[list[_Cell]]:
    """The cells of the first visible sheet, row by row."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about validation rules and styles
            with _Book(path, tags) as book:
                rows = list(book.rows())
    except InputError:
        raise
    except Exception as error:
        # openpyxl has no error of its own for a file that is a sound zip and a broken workbook.
        raise InputError(
            f"{str(path)!r} cannot be read as an Excel file ({cause(error, 160)}); open it in Excel and save it again"
        ) from None
    while rows and not rows[-1]:
        rows.pop()
    if book.others:
        problems.remark(f"the sheet {quoted(book.title, 80)} is read, {book.others} other(s) are not", str(path))
    return rows


class _Book:
    """A workbook of which no more is read than its first visible sheet, and that once.

    openpyxl's own way to a sheet opens all others on the way, holds whatever stands beside the rows, and writes every
    formula out for every cell that shares it.
    """

    def __init__(self, path: Path, tags: Mapping[str, int]) -> None:
        from openpyxl.reader.excel import ExcelReader
        from openpyxl.styles.stylesheet import apply_stylesheet
        from openpyxl.xml.constants import SHARED_STRINGS, XLSM, XLSX, XLTM, XLTX

        self._path, self._tags = path, tags
        self._check_settings([name for name in tags if name in _SETTINGS or name.endswith(".rels")])
        self._reader: Any = ExcelReader(path, read_only=True, data_only=True, keep_links=False)
        try:
            self._reader.read_manifest()
            parts: Any = self._reader.package
            books = [part.PartName for part in parts.Override if part.ContentType in (XLSX, XLSM, XLTX, XLTM)]
            self._check_settings([name.removeprefix("/") for name in books])
            self._reader.read_workbook()
            apply_stylesheet(self._reader.archive, self._reader.wb)
            sheets = [(s, rel) for s, rel in self._reader.parser.find_sheets() if rel.target in tags]
            tables = [(sheet, rel.target) for sheet, rel in sheets if "chartsheet" not in rel.Type]
            sheet, self._part = next((pair for pair in tables if pair[0].state == "visible"), tables[0])
            self.title, self.others = str(sheet.name), len(sheets) - 1
            strings = parts.find(SHARED_STRINGS)
            self._strings = [] if strings is None else list(self._texts(strings.PartName.removeprefix("/")))
        except BaseException:
            self._reader.archive.close()
            raise

    def __enter__(self) -> "_Book":
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.archive.close()

    def rows(self) -> Iterator[list[_Cell]]:
        """The rows from the first, also those that the file leaves out, each up to its last cell that is not empty."""
        from openpyxl.worksheet._reader import FORMULA_TAG, ROW_TAG, WorkSheetParser

        book = self._reader.wb
        styles = (book.epoch, book._date_formats, book._timedelta_formats)
        parser: Any = WorkSheetParser(BytesIO(), self._strings, True, *styles)  # it is given rows instead
        following, cells_seen, characters = 1, 0, 0
        for element in self._each(self._part, ROW_TAG):
            formulas = [cell.find(FORMULA_TAG) is not None for cell in element]
            number, cells = parser.parse_row(element)
            parser.row_dimensions.clear()
            if number > _LONGEST:
                return
            if number < following:  # out of order, as no program writes them
                continue
            yield from ([] for _ in range(following, number))
            following = number + 1
            cells_seen += cells[-1]["column"] if cells else 0
            if cells_seen > _MOST_CELLS:
                raise InputError(f"{str(self._path)!r} has more than {_MOST_CELLS:,} cells; divide the table")
            row = [_EMPTY] * min(WIDEST, max((cell["column"] for cell in cells), default=0))
            for cell, formula in zip(cells, formulas, strict=True):
                if 0 < cell["column"] <= WIDEST:
                    row[cell["column"] - 1] = (cell["value"], cell["data_type"], formula)
            while row and row[-1] == _EMPTY:
                row.pop()
            # A text stands in the file once, however many cells show it.
            characters += sum(len(value) for value, _, _ in row if isinstance(value, str))
            if characters > _MOST_CHARACTERS:
                raise InputError(f"{str(self._path)!r} has more than {_MOST_CHARACTERS:,} characters; divide the table")
            yield row

    def _texts(self, part: str) -> Iterator[str]:
        """The texts that cells refer to by number."""
        for element in self._each(part, f"{_MAIN}si"):
            runs = (run.findtext(f"{_MAIN}t") for run in element.findall(f"{_MAIN}r"))
            # openpyxl takes the sign away here that says of a `_` that no escape begins with it.
            yield "".join(text for text in (element.findtext(f"{_MAIN}t"), *runs) if text).replace("x005F_", "")

    def _each(self, part: str, tag: str) -> Iterator["Element"]:
        """The elements of a kind, one after the other; whatever stands outside of them is forgotten as it is read."""
        from openpyxl.xml.functions import iterparse

        above: list[Element] = []
        opened = inside = 0
        with self._reader.archive.open(part) as source:
            for event, element in iterparse(source, ("start", "end")):
                if event == "start":
                    above.append(element)
                    opened += element.tag == tag
                    inside += bool(opened)
                    if inside > _MOST_INSIDE:
                        raise InputError(
                            f"{str(self._path)!r} has more than {_MOST_INSIDE:,} parts in one row; divide the table"
                        )
                    continue
                above.pop()
                if element.tag == tag:
                    opened -= 1
                    yield element
                if not opened:
                    inside = 0
                    if above:
                        above[-1].clear()

    def _check_settings(self, parts: Iterable[str]) -> None:
        for part in parts:
            if self._tags.get(part, 0) > _MOST_SETTINGS:
                raise InputError(
                    f"{str(self._path)!r}: {quoted(part, 80)} holds more than {_MOST_SETTINGS:,} tags and attributes, "
                    "as no table does; copy the cells into a new file"
                )


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
