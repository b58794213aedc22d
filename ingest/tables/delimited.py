"""CSV and TSV files as rows of cells, read with the `csv` module. `ingest.tables.table.read` describes the formats."""

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.tables.table import Table, fold
from taeg.base.errors import InputError, Problems

_SEPARATOR_LINE = re.compile(r'"?sep=([^"\n])"?[,;\t ]*\n?', re.IGNORECASE)
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_MOST_LINES = 100
"""Lines that a cell in quotes may have in a TSV file."""

Row = tuple[int, list[str]]

if TYPE_CHECKING:
    from _csv import Reader


def read_csv(lines: Iterable[str], path: Path, names: Sequence[str], problems: Problems) -> Table:
    """Read CSV, separated by whichever of comma, semicolon and tab gives most of the columns `names`."""
    lines = iter(lines)
    start = [next(lines, "")]
    offset, delimiters = 0, list(_SEPARATORS)
    if named := _SEPARATOR_LINE.fullmatch(start[0]):
        offset, delimiters, start = 1, [named[1]], [next(lines, "")]
    while start[-1] and not start[-1].strip(" \t\n,;"):
        start.append(next(lines, ""))
    wanted = {fold(name) for name in names}

    def found(delimiter: str) -> tuple[int, int]:
        cells = next(csv.reader(start[-1:], delimiter=delimiter, skipinitialspace=True), [])
        return len(wanted.intersection(map(fold, cells))), len(cells)

    delimiter = max(delimiters, key=found)
    reader = csv.reader(chain(start, lines), delimiter=delimiter, skipinitialspace=True, strict=True)
    return _table(_csv_rows(reader, path, offset, problems), path, _SEPARATORS.get(delimiter, repr(delimiter)))


def read_tsv(lines: Iterable[str], path: Path, names: Sequence[str], problems: Problems) -> Table:
    """Read TSV; a row is complete when it has all columns `names`."""
    rows = _TabRows(lines, path, problems)
    table = _table(rows, path, "tabs")
    header = [fold(name) for name in table.header]
    rows.fewest = 1 + max((header.index(fold(name)) for name in names if fold(name) in header), default=0)
    return table


def read_unquoted(lines: Iterable[str], path: Path) -> Table:
    """Read TSV in which quotes are part of the text."""
    return _table(((number, line.rstrip("\n").split("\t")) for number, line in enumerate(lines, 1)), path, "tabs")


def _table(rows: Iterable[Row], path: Path, separator: str) -> Table:
    """Take the first row that is not blank as the header."""
    remaining = iter(rows)
    number, header = next(((number, cells) for number, cells in remaining if any(map(str.strip, cells))), (1, []))
    return Table(header, remaining, lambda number: f"{path}:{number}", number, separator)


def _csv_rows(reader: "Reader", path: Path, offset: int, problems: Problems) -> Iterator[Row]:
    """Yield the rows with the number of their first line; report those whose quotes cannot be read."""
    start, in_header = offset + 1, True
    while True:
        try:
            for cells in reader:
                in_header = in_header and not any(map(str.strip, cells))
                yield start, cells
                start = offset + reader.line_num + 1
        except csv.Error as error:
            end = offset + reader.line_num
            message = _describe(str(error), start, end)
            if in_header:
                raise InputError(message, f"{path}:{start}") from None
            problems.fault(message, f"{path}:{start}")
            start = end + 1
        else:
            return


def _describe(error: str, start: int, end: int) -> str:
    if "unexpected end" in error:
        return "a quote opened in this row is never closed; close it, or delete it"
    if "field limit" in error:
        return f"a cell has more than {csv.field_size_limit():,} characters; is a quote not closed?"
    closed = f"line {end}" if end > start else "this row"
    return (
        f"a quote opened in this row is closed in {closed} before the end of its cell; close it, or write quotes "
        "within the text twice"
    )


class _TabRows:
    """The rows of a TSV file, in which a quote may be part of the text."""

    def __init__(self, lines: Iterable[str], path: Path, problems: Problems) -> None:
        self._lines = iter(lines)
        self._ahead: deque[str] = deque()
        self._path, self._problems = path, problems
        self.fewest = 0
        """Cells that a complete row has at least; 0 while the header is read, which is one line."""
        self._unquoted: list[int] = []
        self._apart: list[int] = []

    def __iter__(self) -> Iterator[Row]:
        number = 1
        while line := self._next():
            cells, lines = self._split(line, number)
            yield number, cells
            number += lines
        self._remark()

    def _next(self) -> str:
        return self._ahead.popleft() if self._ahead else next(self._lines, "")

    def _split(self, line: str, number: int) -> tuple[list[str], int]:
        """Return the cells of the row that begins with `line`, and its number of lines."""
        plain = line.rstrip("\n").split("\t")
        if '"' not in line:
            return plain, 1
        if (cells := _parse([line])) is not None:
            quoted = [cell for cell in plain if len(cell) > 2 and cell.strip().startswith('"')]
            if self.fewest and any(cell.strip()[1:-1] in cells and '"' not in cell.strip()[1:-1] for cell in quoted):
                self._unquoted.append(number)
            return cells, 1
        if not self.fewest or not any(cell.lstrip().startswith('"') for cell in plain):
            return plain, 1
        # A quote may be closed in a later line. If each of these lines is a complete row, it belongs to the text.
        lines = [line]
        while len(lines) < _MOST_LINES and (further := self._next()):
            lines.append(further)
            if '"' not in further or (cells := _parse(lines)) is None:
                continue
            complete = [part.count("\t") + 1 >= self.fewest for part in lines]
            if all(complete):
                self._apart.append(number)
            elif (complete[0] and complete[-1]) or any(complete[1:-1]):
                self._problems.fault(
                    f"a quote opened in this row is closed in line {number + len(lines) - 1}, and some lines between "
                    "look like rows; delete the quote, or give the table as .csv",
                    f"{self._path}:{number}",
                )
            else:
                return cells, len(lines)
            break
        self._ahead.extendleft(reversed(lines[1:]))
        return plain, 1

    def _remark(self) -> None:
        if self._unquoted:
            self._problems.remark(
                f"{len(self._unquoted)} row(s) have cells in quotes, which were removed as spreadsheets write them; "
                'where they belong to the text write """…"""',
                f"{self._path}:{self._unquoted[0]}",
            )
        if self._apart:
            self._problems.remark(
                f"{len(self._apart)} cell(s) open with a quote that is closed in a later row; "
                "the rows were kept apart and the quotes in their texts",
                f"{self._path}:{self._apart[0]}",
            )


def _parse(lines: Sequence[str]) -> list[str] | None:
    """Return the cells of exactly one row with quoted cells, or None if the quotes do not enclose whole cells."""
    try:
        [cells] = csv.reader(lines, delimiter="\t", strict=True)
    except (csv.Error, ValueError):
        return None
    return cells
