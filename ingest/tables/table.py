"""Tables (.csv, .tsv, .jsonl, .xlsx) as columns under our own column names.

Each file format is divided into rows by its own module; columns, errors and warnings are handled here, alike for all.
What the cells mean is up to the caller.
"""

import csv
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import TextIOWrapper
from itertools import compress, islice
from operator import itemgetter
from pathlib import Path

from ingest.files import decode, kind, opened, read_bytes
from taeg.base.errors import InputError, Problems, listed, nearest, quoted
from taeg.base.progress import SILENT, Progress

WIDEST = 256
"""Columns of an Excel file that are read, and unused columns that are compared with the known names."""
SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx")
MENTIONED = 8
"""Number of columns that a message lists."""
LONGEST_CELL = 64 * 1024 * 1024
"""Characters of a cell in CSV and TSV; the default of the `csv` module is 128 KiB."""
CHUNK = 10_000
"""Rows that are divided into columns at once."""
SHARED = 200_000
"""Distinct cells that are kept for sharing: equal cells are one string."""
SHARED_LENGTH = 100
"""Characters of the longest cell that is shared."""
OTHERS = {
    ".xls": "is an old Excel file; save it as .xlsx or as 'CSV UTF-8'",
    ".xlsb": "is a binary Excel file; save it as .xlsx or as 'CSV UTF-8'",
    ".xlsm": "is an Excel file with macros; save it as a plain .xlsx",
    ".ods": "is an OpenDocument spreadsheet; save it as .xlsx or .csv",
    ".json": "is not read as a table; write one object a line, without the outer brackets, and name it .jsonl",
}
"""Table formats that are not supported, and what to do instead."""
_SAVE_AS_UTF8 = "save it as UTF-8 (in Excel: save as 'CSV UTF-8')"


class Flaw(str):
    """A cell that cannot be used; its text is the reason. It is reported only if its column is used."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A header and the rows below it, each with its line or row number. A row without cells is blank."""

    header: list[str]
    rows: Iterable[tuple[int, Sequence[str]]]
    origin: Callable[[int], str]
    """Formats a row number for messages: `reports.csv:14`, or `book.xlsx, row 7`."""
    header_row: int = 0
    """The row of the header; 0 if it has none of its own."""
    separator: str = ""
    """Name of the separator for messages, e.g. `commas`; empty if there is none."""
    open_ended: bool = False
    """Whether the header is complete only after the last row, as in JSON Lines."""
    empty_hint: str = ""
    """Added to the message about an empty cell."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a caller knows, by our names. A cell of a required column must not be empty."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    keep_quotes: bool = False
    """Whether quotes in TSV are always part of the text, as in verses."""


@dataclass(frozen=True, slots=True)
class Records:
    """The valid rows of a table as columns."""

    origins: list[str]
    """Where each row begins: `reports.csv:14`, or `book.xlsx, row 7`."""
    columns: Mapping[str, list[str]]
    """By our column name; an optional column that is missing is empty in all rows."""

    def __len__(self) -> int:
        return len(self.origins)

    def rows(self, *names: str) -> Iterator[tuple[str, ...]]:
        """Iterate over the rows: the origin, then the cells of these columns."""
        return zip(self.origins, *(self.columns[name] for name in names), strict=True)


@lru_cache(1024)
def fold(name: str) -> str:
    """Normalize a column name for comparison."""
    return unicodedata.normalize("NFC", name.strip("\ufeff \t\n\r\xa0").casefold())


def is_table(path: Path) -> bool:
    """Whether the file name is that of a table."""
    return path.suffix.casefold() in SUFFIXES


def read(
    path: Path,
    columns: Columns,
    problems: Problems,
    names: Mapping[str, str] = {},
    progress: Progress = SILENT,
) -> Records:
    """Return the valid rows; errors in rows are collected in `problems`, an error of the whole file raises.

    `names` gives the file's names for our columns where they differ; a column named there must be in the file.
    Column names are compared without regard to case. White space around cells is removed.

    CSV may be separated by commas, semicolons or tabs. TSV has no quoting, but spreadsheets use it: quotes around a
    whole cell are removed, and a remark reports it unless the content required them. A cell that only begins with a
    quote (`"No," he said.`) is unchanged. A quote that opens in one line and closes in another encloses one cell,
    unless each of the lines is a complete row.
    """
    limit = csv.field_size_limit(LONGEST_CELL)  # of the whole process
    try:
        return _read(path, columns, problems, names, progress)
    finally:
        csv.field_size_limit(limit)


def _read(path: Path, columns: Columns, problems: Problems, names: Mapping[str, str], progress: Progress) -> Records:
    wanted = {column: names.get(column, column).strip() for column in (*columns.required, *columns.optional)}
    must = [*columns.required, *(column for column in columns.optional if column in names)]
    before = problems.number
    table = _open(path, wanted, must, columns, problems)
    if table.open_ended:
        known = list(dict.fromkeys(map(fold, wanted.values())))
        where = {column: known.index(fold(name)) for column, name in wanted.items()}
    else:
        where = _find_columns(table, wanted, must, names, path)
    if progress is not SILENT:
        progress.stage("read", _count_lines(path))
    collected = _Collected(table, where, wanted, columns.required)
    rows = iter(table.rows)
    while chunk := list(islice(rows, CHUNK)):
        collected.add(chunk)
        progress.advance(len(chunk))
    unreadable = problems.number > before
    if table.open_ended and (any(table.header) or not unreadable):
        where = _find_columns(table, wanted, must, names, path)
    collected.report(problems, path, unreadable=unreadable)
    _report_unused(table, where, wanted, collected.unnamed, problems)
    return Records(collected.origins, collected.columns)


def _open(path: Path, wanted: Mapping[str, str], must: Sequence[str], columns: Columns, problems: Problems) -> Table:
    from ingest.tables import delimited, excel, json_lines  # they import this module

    suffix = path.suffix.casefold()
    match suffix:
        case ".xlsx":
            return excel.read_excel(path, problems)
        case ".csv":
            return delimited.read_csv(_lines(path), path, [wanted[column] for column in must], problems)
        case ".tsv" if columns.keep_quotes:
            return delimited.read_unquoted(_lines(path), path)
        case ".tsv":
            return delimited.read_tsv(_lines(path), path, [wanted[column] for column in columns.required], problems)
        case ".jsonl" | ".ndjson":
            folded = {fold(name): name for name in wanted.values()}
            return json_lines.read_json_lines(_lines(path), path, list(folded.values()), problems)
    known = f"is not a table by its name; tables are {', '.join(SUFFIXES)}"
    raise InputError(f"{str(path)!r} {OTHERS.get(suffix, known)}")


class _Collected:
    """Rows divided into columns chunk by chunk; the errors in them are kept until all rows are read."""

    def __init__(
        self, table: Table, where: Mapping[str, int], wanted: Mapping[str, str], required: Sequence[str]
    ) -> None:
        self._table, self._where, self._wanted, self._required = table, where, wanted, required
        self.origins: list[str] = []
        self.columns: dict[str, list[str]] = {column: [] for column in wanted}
        self.unnamed: set[int] = set()
        """Columns without a name that have text."""
        self._faults: list[tuple[str, str]] = []
        self._blank = self._pending = self._first_blank = 0
        self._any = False
        self._pool: dict[str, str] = {}

    def add(self, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Add the next rows."""
        table, width = self._table, len(self._table.header)
        kept: list[Sequence[str]] = []
        origins: list[str] = []
        last = max(self._where.values(), default=0)
        unnamed = [] if table.open_ended else [at for at, name in enumerate(table.header) if not name.strip()]
        for number, cells in rows:
            if not cells or not (table.open_ended or cells[0].strip() or any(map(str.strip, cells))):
                self._pending += 1
                self._first_blank = self._first_blank or number
                continue
            self._any = True
            self._blank, self._pending = self._blank + self._pending, 0
            if len(cells) != width and not table.open_ended and (fault := self._misshapen(cells)):
                self._faults.append((fault, table.origin(number)))
                continue
            if unnamed:
                self.unnamed.update(at for at in unnamed if at < len(cells) and cells[at].strip())
            kept.append(cells if len(cells) > last else [*cells, *[""] * (last + 1 - len(cells))])
            origins.append(table.origin(number))
        self._divide(kept, origins)

    def _divide(self, rows: list[Sequence[str]], origins: list[str]) -> None:
        columns = {}
        bad: set[int] = set()
        if len(self._pool) > SHARED:
            self._pool.clear()
        for column, name in self._wanted.items():
            if (at := self._where.get(column)) is None:
                columns[column] = [""] * len(rows)
                continue
            cells = list(map(itemgetter(at), rows))
            columns[column] = list(map(self._share, map(_clean, cells)))
            # C loops over whole columns first: hardly any table has an error
            if any("\0" in cell for cell in cells) or Flaw in set(map(type, cells)):
                for index, cell in enumerate(cells):
                    if flaw := cell if type(cell) is Flaw else "contains a NUL character; delete it" * ("\0" in cell):
                        self._faults.append((f"{name!r} {flaw}", origins[index]))
                        bad.add(index)
            if column in self._required and "" in columns[column]:
                for index, cell in enumerate(columns[column]):
                    if not cell:
                        hint = self._table.empty_hint
                        self._faults.append((f"{name!r} is empty; fill it in, or delete the row{hint}", origins[index]))
                        bad.add(index)
        if bad:
            keep = [index not in bad for index in range(len(rows))]
            origins = list(compress(origins, keep))
            columns = {column: list(compress(cells, keep)) for column, cells in columns.items()}
        self.origins += origins
        for column, cells in columns.items():
            self.columns[column] += cells

    def _share(self, cell: str) -> str:
        return cell if len(cell) > SHARED_LENGTH else self._pool.setdefault(cell, cell)

    def _misshapen(self, cells: Sequence[str]) -> str:
        """What is wrong with the number of cells. Empty cells too many are accepted, and optional ones too few."""
        width, separator = len(self._table.header), self._table.separator
        if any(map(str.strip, cells[width:])):
            advice = f"put a text that contains {separator} in quotes" if separator else "complete the header"
            if separator == "tabs":
                advice = "write a space in place of a tab within a text"
            return f"the row has {len(cells)} cells, the header {width}; {advice}"
        missing = [repr(self._wanted[column]) for column in self._required if self._where[column] >= len(cells)]
        if missing:
            hint = self._table.empty_hint
            return f"the row has {len(cells)} of {width} cells and ends before {', '.join(missing)}; complete it{hint}"
        return ""

    def report(self, problems: Problems, path: Path, *, unreadable: bool) -> None:
        """Report the errors in rows, and blank rows between rows; some rows may have been `unreadable` before."""
        for message, origin in self._faults:
            problems.fault(message, origin)
        if not self._any and not unreadable:
            problems.fault("the table has a header and no rows; add a row below it", str(path))
        if self._blank:
            were = "rows were" if self._blank > 1 else "row was"
            problems.remark(f"{self._blank} blank {were} skipped", self._table.origin(self._first_blank))


def _clean(cell: str) -> str:
    return (cell.replace("\r\n", "\n").replace("\r", "\n") if "\r" in cell else cell).strip()


def _lines(path: Path) -> Iterator[str]:
    """Iterate over the lines of a text file, which end with line feeds."""
    with opened(path) as stream:
        _check_kind(path, stream.read(1 << 20))
        stream.seek(0)
        try:
            yield from TextIOWrapper(stream, encoding="utf-8-sig")
        except UnicodeDecodeError:
            decode(read_bytes(path, any_size=True), "utf-8-sig", path, _SAVE_AS_UTF8)  # raises, with the line


def _count_lines(path: Path) -> int:
    """The number of lines, which is about that of rows; 0 for an Excel file."""
    if path.suffix.casefold() == ".xlsx":
        return 0
    with path.open("rb") as stream:
        return sum(piece.count(b"\n") for piece in iter(lambda: stream.read(1 << 20), b""))


def _check_kind(path: Path, start: bytes) -> None:
    """Raise if the first bytes show that a file is not text in UTF-8."""
    if what := kind(start):
        advice = {
            "an Excel file": "is an Excel file; rename it to .xlsx",
            "a zip archive": "is a zip archive, not a table; unpack it and give the table in it",
            "a gzip archive": "is a gzip archive, not a table; unpack it and give the table in it",
        }
        raise InputError(
            f"{str(path)!r} {advice.get(what, f'is {what}, not a table; save the table as .csv or .xlsx')}"
        )
    first = start[:4096]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")) or (first.count(0) * 4 > len(first) and b"\0\0\0" not in first):
        raise InputError(f"{str(path)!r} is UTF-16; {_SAVE_AS_UTF8}")


def _find_columns(
    table: Table, wanted: Mapping[str, str], must: Sequence[str], names: Mapping[str, str], path: Path
) -> dict[str, int]:
    """Return the position of each column; raise if one is missing or there twice."""
    header = [fold(name) for name in table.header]
    origin = table.origin(table.header_row) if table.header_row else str(path)
    if not any(header):
        raise InputError(
            f"the table is empty; its first line names the columns: {', '.join(wanted.values())}", str(path)
        )
    if missing := [column for column in must if fold(wanted[column]) not in header]:
        there = [name.strip() for name in table.header if name.strip()]
        lacks = " and ".join(
            f"no column {wanted[column]!r}" + (f" (named for {column!r} in corpus.yaml)" if column in names else "")
            for column in missing
        )
        one = f" (columns are separated by {table.separator})" if table.separator and len(there) == 1 else ""
        columns = listed([quoted(name) for name in there], MENTIONED)
        free = [name for name in there if fold(name) not in map(fold, wanted.values())]
        raise InputError(
            f"the table has {lacks}; its columns are {columns}{one}; rename one, or give its name under columns: in "
            f"corpus.yaml (columns: {{{missing[0]}: …}}){nearest(wanted[missing[0]], free)}",
            origin,
        )
    where = {}
    for column, name in wanted.items():
        if header.count(fold(name)) > 1:
            raise InputError(f"the table has the column {quoted(name, 80)} more than once; keep one", origin)
        if fold(name) in header:
            where[column] = header.index(fold(name))
    return where


def _report_unused(
    table: Table, where: Mapping[str, int], wanted: Mapping[str, str], filled: set[int], problems: Problems
) -> None:
    free = [name for column, name in wanted.items() if column not in where]
    unused: list[tuple[str, str]] = []
    for at, name in enumerate(table.header):
        if name.strip() and at not in where.values():
            # only so many are compared: JSON objects may have any number of names
            hint = nearest(name.strip()[:40], free) if len(unused) < WIDEST else ""
            unused.append((quoted(name.strip()), hint))
        elif at in filled:
            unused.append((f"number {at + 1} (without a name)", ""))
    unused.sort(key=lambda column: not column[1])
    origin = table.origin(table.header_row) if table.header_row else table.origin(0).partition(":0")[0]
    if len(unused) == 1:
        problems.remark(f"column {unused[0][0]} is not used{unused[0][1]}", origin)
    elif unused:
        named = [name + (f" ({hint.removeprefix('; ')})" if hint else "") for name, hint in unused[:MENTIONED]]
        more = f" and {len(unused) - MENTIONED} more" if len(unused) > MENTIONED else ""
        problems.remark(f"columns {', '.join(named)}{more} are not used", origin)
