"""Tables as people have them (.csv, .tsv, JSON Lines, Excel) as records by our own column names.

Not for what the cells mean: callers check ids, numbers and dates. Each kind of file becomes rows of cells under a
header (`_Table`), and one function makes records of those, so that columns, faults and remarks are alike in all.

CSV is divided here rather than by the `csv` module, which neither tells where a quote was opened nor reads a cell of
more than 128 KiB unless its limit is changed for the whole process.
"""

import datetime
import json
import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest.archives import check_zip
from ingest.files import kind, read_bytes
from taeg.errors import InputError, Problems, nearest

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx")
MENTIONED = 8
"""How many columns a message names."""
_WIDEST, _LONGEST = 256, 1_048_576
"""Columns and rows of a sheet that are looked at; the second is Excel's own limit."""
OTHERS = {
    ".xls": "is an old Excel file; save it as .xlsx or as 'CSV UTF-8'",
    ".xlsb": "is a binary Excel file; save it as .xlsx or as 'CSV UTF-8'",
    ".xlsm": "is an Excel file with macros; save it as a plain .xlsx",
    ".ods": "is an OpenDocument spreadsheet; save it as .xlsx or .csv",
    ".json": "is not read as a table; write one object a line, without the outer brackets, and name it .jsonl",
}
"""Tables that a person could take for readable, and what to do with them."""
_SEPARATOR_LINE = re.compile(r'"?sep=([^"\n])"?[,;\t ]*(?:\n|\Z)', re.IGNORECASE)
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_EXCEL_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns a caller knows, by our names. A cell of a required one must not be empty."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One row: where it begins, and what it says under each column that was asked for."""

    place: str
    """`reports.csv:14`, or `book.xlsx, row 7`; the path is as the caller gave it."""
    values: Mapping[str, str]
    """By our column name; an optional column that is absent or empty gives the empty text."""


def is_table(path: Path) -> bool:
    """Whether the path is that of a table, by its name."""
    return path.suffix.casefold() in SUFFIXES


def read(path: Path, columns: Columns, problems: Problems, names: Mapping[str, str] = {}) -> list[Record]:
    """Return the rows that are sound; faults of others are gathered, a fault of the whole file raises.

    `names` gives the file's names for our columns where they differ; a column named there must be in the file, keys
    that are no column of ours are not looked at. Names are compared without regard to case.

    White space at the ends of a cell is left off and line ends become line feeds; all else stays.

    CSV is separated by commas, semicolons or tabs, whichever gives the columns (or by what a first line `sep=;`
    says); a cell in quotes may hold separators, line ends, and quotes written twice.

    TSV has no quoting, but spreadsheets quote in it: a cell that is in quotes as a whole loses them, which is
    remarked unless something in it shows that they were needed. A cell that only begins with a quote (`"No," he
    said.`) is text and stays whole. Where a quote opens in one line and closes in another, the two are one cell
    unless each line is a full row (words of one speaker over several rows), which is remarked; what could be either
    is a fault.

    In JSON Lines numbers are kept as they are written and null is empty. Of an Excel file the first visible sheet is
    read; dates become ISO dates and formulas what they gave when the file was saved.
    """
    suffix = path.suffix.casefold()
    if suffix not in SUFFIXES:
        known = f"is not a table by its name; tables are {', '.join(SUFFIXES)}"
        raise InputError(f"{str(path)!r} {OTHERS.get(suffix, known)}")
    wanted = {column: names.get(column, column).strip() for column in (*columns.required, *columns.optional)}
    must = [*columns.required, *(column for column in columns.optional if column in names)]
    if suffix == ".xlsx":
        table = _excel(path, problems)
    elif suffix == ".csv":
        table = _csv(_text(path), path, [wanted[column] for column in must])
    elif suffix == ".tsv":
        table = _tsv(_text(path), path, [wanted[column] for column in columns.required], problems)
    else:
        table = _json_lines(_text(path), path, list(wanted.values()))
    where = _where(table, wanted, must, names, path)
    return _records(table, where, wanted, columns.required, problems, path)


@dataclass(frozen=True, slots=True)
class _Row:
    """Cells as they stand, or why there are none."""

    place: str
    cells: Sequence[str] = ()
    blank: bool = False
    broken: str = ""
    torn: bool = False
    """Whether pieces of a broken row may follow as rows of their own."""
    flaws: Mapping[int, str] = field(default_factory=dict)
    """What is wrong with single cells; of no matter where their column is not used."""


@dataclass(frozen=True, slots=True)
class _Table:
    header: _Row
    rows: Iterable[_Row]
    separator: str = ""
    """As it is said to people; nothing where cells are not separated by a character."""


# What all kinds have in common


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip("\ufeff \t\n\r\xa0").casefold())


def _where(
    table: _Table, wanted: Mapping[str, str], must: Sequence[str], names: Mapping[str, str], path: Path
) -> dict[str, int]:
    """The position of each column that is in the table; raises where one is missing or there twice."""
    header = [_folded(name) for name in table.header.cells]
    if not any(header):
        raise InputError(
            f"the table is empty; its first line names the columns: {', '.join(wanted.values())}", str(path)
        )
    if missing := [column for column in must if _folded(wanted[column]) not in header]:
        there = [name.strip() for name in table.header.cells if name.strip()]
        said = " and ".join(
            f"no column {wanted[column]!r}" + (f" (named for {column!r} in corpus.yaml)" if column in names else "")
            for column in missing
        )
        one = f" (columns are separated by {table.separator})" if table.separator and len(there) == 1 else ""
        free = [name for name in there if _folded(name) not in map(_folded, wanted.values())]
        raise InputError(
            f"the table has {said}; its columns are {_listed(there)}{one}; rename one, or say under columns: in "
            f"corpus.yaml what it is called here (columns: {{{missing[0]}: …}}){nearest(wanted[missing[0]], free)}",
            table.header.place,
        )
    where = {}
    for column, name in wanted.items():
        if header.count(_folded(name)) > 1:
            raise InputError(f"the table has the column {name!r} more than once; keep one", table.header.place)
        if _folded(name) in header:
            where[column] = header.index(_folded(name))
    return where


def _records(
    table: _Table,
    where: Mapping[str, int],
    wanted: Mapping[str, str],
    required: Sequence[str],
    problems: Problems,
    path: Path,
) -> list[Record]:
    unnamed = {at for at, name in enumerate(table.header.cells) if not name.strip()}
    filled: set[int] = set()
    records, rows, blank, pending, first_blank = [], 0, 0, 0, ""
    recovering = False
    for row in table.rows:
        if row.blank:
            pending += 1
            first_blank = first_blank or row.place
            continue
        rows, blank, pending = rows + 1, blank + pending, 0
        if row.broken:
            problems.fault(row.broken, row.place)
            recovering = row.torn
            continue
        if shape := _misshapen(row, table, where, wanted, required):
            # After a quote that went wrong, pieces of its text look like rows; they are no faults of their own.
            if not recovering:
                problems.fault(shape, row.place)
            continue
        recovering = False
        filled.update(at for at in unnamed if at < len(row.cells) and row.cells[at].strip())
        values = dict.fromkeys(wanted, "")
        faults = []
        for column, at in where.items():
            value = row.cells[at] if at < len(row.cells) else ""
            values[column] = value.replace("\r\n", "\n").replace("\r", "\n").strip()
            if flaw := row.flaws.get(at) or _flaw(value):
                faults.append(f"{wanted[column]!r} {flaw}")
            elif column in required and not values[column]:
                faults.append(f"{wanted[column]!r} is empty; fill it in, or delete the row")
        for fault in faults:
            problems.fault(fault, row.place)
        if not faults:
            records.append(Record(row.place, values))
    if not rows:
        problems.fault("the table has a header and no rows; add a row below it", str(path))
    if blank:
        problems.remark(f"{blank} blank row{'s were' if blank > 1 else ' was'} passed over", first_blank)
    _remark_unused(table.header, where, wanted, filled, problems)
    return records


def _misshapen(
    row: _Row, table: _Table, where: Mapping[str, int], wanted: Mapping[str, str], required: Sequence[str]
) -> str:
    """What is wrong with the number of cells. Empty cells too many do no harm, nor do optional ones too few."""
    width, there = len(table.header.cells), len(row.cells)
    if any(cell.strip() for cell in row.cells[width:]):
        advice = f"put a text that contains {table.separator} in quotes" if table.separator else "complete the header"
        if table.separator == "tabs":
            advice = "write a space in place of a tab within a text"
        return f"the row has {there} cells, the header {width}; {advice}"
    if lacking := [repr(wanted[column]) for column in required if where[column] >= there]:
        return f"the row has {there} of {width} cells and ends before {', '.join(lacking)}; complete it"
    return ""


def _flaw(value: str) -> str:
    if "\0" in value:
        return "holds a NUL character; delete it"
    if _SURROGATE.search(value):
        return "holds half of a character (a lone surrogate); write the character anew"
    return ""


def _remark_unused(
    header: _Row, where: Mapping[str, int], wanted: Mapping[str, str], filled: set[int], problems: Problems
) -> None:
    open_names = [name for column, name in wanted.items() if column not in where]
    unused: list[tuple[str, str]] = []
    for at, name in enumerate(header.cells):
        if name.strip() and at not in where.values():
            # Only so many are compared; objects may have names without end.
            hint = nearest(name.strip()[:40], open_names) if len(unused) < _WIDEST else ""
            unused.append((repr(name.strip()[:40]), hint))
        elif at in filled:
            unused.append((f"number {at + 1} (without a name)", ""))
    unused.sort(key=lambda column: not column[1])
    if len(unused) == 1:
        problems.remark(f"column {unused[0][0]} is not used{unused[0][1]}", header.place)
    elif unused:
        told = [name + (f" ({hint.removeprefix('; ')})" if hint else "") for name, hint in unused[:MENTIONED]]
        more = f" and {len(unused) - MENTIONED} more" if len(unused) > MENTIONED else ""
        problems.remark(f"columns {', '.join(told)}{more} are not used", header.place)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name[:40]) for name in names[:MENTIONED]) + (" …" if len(names) > MENTIONED else "")


# Text


def _text(path: Path) -> str:
    """The content of a text file, with line feeds as line ends."""
    content = read_bytes(path, advice="divide the table")
    if what := kind(content):
        advice = {
            "an Excel file": "is an Excel file; rename it to .xlsx",
            "a zip archive": "is a zip archive, not a table; unpack it and give the table in it",
            "a gzip archive": "is a gzip archive, not a table; unpack it and give the table in it",
        }
        raise InputError(
            f"{str(path)!r} {advice.get(what, f'is {what}, not a table; save the table as .csv or .xlsx')}"
        )
    start = content[:4096]
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or start.count(0) * 4 > len(start):
        raise InputError(f"{str(path)!r} is UTF-16; save it as UTF-8 (in Excel: save as 'CSV UTF-8')")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
        byte = content[error.start : error.start + 1]
        meant = byte.decode("windows-1252", "replace")
        likely = f" ({meant!r} in Windows-1252)" if meant.isprintable() and meant != "\ufffd" else ""
        raise InputError(
            f"byte 0x{byte.hex().upper()}{likely} is not UTF-8; save it as UTF-8 (in Excel: save as 'CSV UTF-8')",
            f"{path}:{line}",
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _QuoteError(Exception):
    """A quote that is not closed where its cell ends."""

    def __init__(self, opens: int, closes: int) -> None:
        super().__init__()
        self.opens, self.closes = opens, closes


class _Scanner:
    """Divide text into rows and cells; made for CSV, where a cell in quotes is quoted and nothing else."""

    def __init__(self, text: str, delimiter: str, path: Path, at: int = 0) -> None:
        self.text, self.path, self.at = text, path, at
        self.line = text.count("\n", 0, at) + 1
        self._stops = (delimiter, "\n", "")
        self._space = re.compile(rf"[^\S\n{re.escape(delimiter)}]*")
        self._bare = re.compile(rf"[^\n{re.escape(delimiter)}]*")

    def __iter__(self) -> Iterator[_Row]:
        while self.at < len(self.text):
            yield self._row()

    def header(self) -> _Row:
        """The first row that is not blank, or an empty one."""
        row = next((row for row in self if not row.blank), _Row(f"{self.path}:1"))
        if row.broken:
            raise InputError(row.broken, row.place)
        return row

    def _row(self) -> _Row:
        place, at, cells = f"{self.path}:{self.line}", self.at, list[str]()
        end = self.text.find("\n", at)
        line = self.text[at : end if end >= 0 else len(self.text)]
        if '"' not in line:  # most lines, and much quicker
            self.at, self.line = at + len(line) + 1, self.line + 1
            return _Row(place, line.split(self._stops[0]), blank=not line.replace(self._stops[0], "").strip())
        try:
            while True:
                cell, at = self._cell(at)
                cells.append(cell)
                if self.text[at : at + 1] != self._stops[0]:
                    break
                at += 1
        except _QuoteError as error:
            return self._broken(error, place)
        self._go_on_after(at)
        return _Row(place, cells, blank=not any(cell.strip() for cell in cells))

    def _go_on_after(self, at: int) -> None:
        self.line += self.text.count("\n", self.at, at) + 1
        self.at = at + 1

    def _broken(self, error: _QuoteError, place: str) -> _Row:
        """Tell of the quote and go on with the line after the one where it opened."""
        line = self.line + self.text.count("\n", self.at, error.opens)
        end = self.text.find("\n", error.opens)
        self._go_on_after(end if end >= 0 else len(self.text))
        opened = f"the quote opened in line {line} before {_start(self.text, error.opens + 1)}"
        if error.closes < 0:
            return _Row(place, broken=f"{opened} is never closed; close it, or delete it", torn=True)
        closed = line + self.text.count("\n", error.opens, error.closes)
        return _Row(
            place,
            broken=f"{opened} is closed in line {closed} before the end of its cell "
            f"({_start(self.text, error.closes + 1)} follows); close it, or write quotes within the text twice",
            torn=closed > line,
        )

    def _cell(self, at: int) -> tuple[str, int]:
        """The cell that begins here, and where it ends."""
        opens = self._after(self._space, at)
        if self.text.startswith('"', opens):
            closes = self._closing(opens)
            ends = self._after(self._space, closes + 1)
            if self._is_quoted(opens, closes, ends):
                return self.text[opens + 1 : closes].replace('""', '"'), ends
        ends = self._after(self._bare, at)
        return self.text[at:ends], ends

    def _is_quoted(self, opens: int, closes: int, ends: int) -> bool:
        if closes < 0 or self.text[ends : ends + 1] not in self._stops:
            raise _QuoteError(opens, closes)
        return True

    def _closing(self, opens: int) -> int:
        """Where the quote that opens here is closed, or -1."""
        at = opens + 1
        while (at := self.text.find('"', at)) >= 0 and self.text.startswith('"', at + 1):
            at += 2
        return at

    def _after(self, pattern: re.Pattern[str], at: int) -> int:
        match = pattern.match(self.text, at)
        return match.end() if match else at


class _TabScanner(_Scanner):
    """TSV: a quote may be text; what is told of it is gathered."""

    def __init__(self, text: str, path: Path, problems: Problems) -> None:
        super().__init__(text, "\t", path)
        self.problems = problems
        self.widths = range(0)
        """How many cells a row may have; none until the header is read, which stands in one line."""
        self.stripped: list[int] = []
        self.apart: list[int] = []

    def remark(self) -> None:
        """Tell what was done about quotes; for the end."""
        if self.stripped:
            self.problems.remark(
                f"{len(self.stripped)} cell(s) stood in quotes and were read without them, as spreadsheets write "
                'them; where they belong to the text write """…"""',
                f"{self.path}:{self.stripped[0]}",
            )
        if self.apart:
            self.problems.remark(
                f"{len(self.apart)} cell(s) open with a quote that is closed in a later row; "
                "the rows were kept apart and the quotes in their texts",
                f"{self.path}:{self.apart[0]}",
            )

    def _is_quoted(self, opens: int, closes: int, ends: int) -> bool:
        if closes < 0 or self.text[ends : ends + 1] not in self._stops:
            return False
        line = self.line + self.text.count("\n", self.at, opens)
        inside = self.text[opens + 1 : closes]
        if "\n" not in inside:
            if self.widths and inside and '"' not in inside and "\t" not in inside:
                self.stripped.append(line)
            return True
        if not self.widths:
            return False
        begin = self.text.rfind("\n", 0, opens) + 1
        end = self.text.find("\n", ends)
        lines = self.text[begin : end if end >= 0 else len(self.text)].split("\n")
        full = [part.count("\t") + 1 in self.widths for part in lines]
        if all(full):
            self.apart.append(line)
            return False
        if not (full[0] and full[-1]) and not any(full[1:-1]):
            return True
        self.problems.fault(
            f"the quote before {_start(self.text, opens + 1)} is closed in line {line + inside.count(chr(10))}, and "
            "some lines between look like rows; delete the quote, or give the table as .csv",
            f"{self.path}:{line}",
        )
        return False


def _start(text: str, at: int) -> str:
    return repr(text[at : at + 20].partition("\n")[0])


def _csv(text: str, path: Path, names: Sequence[str]) -> _Table:
    if told := _SEPARATOR_LINE.match(text):
        delimiters, begin = [told[1]], told.end()
    else:
        delimiters, begin = list(_SEPARATORS), 0
    folded = {_folded(name) for name in names}

    def found(delimiter: str) -> tuple[int, int]:
        row = next((row for row in _Scanner(text, delimiter, path, begin) if not row.blank), None)
        if row is None:
            return 0, len(text)  # nothing but separators
        return len(folded.intersection(map(_folded, row.cells))), len(row.cells)

    delimiter = max(delimiters, key=found)
    scanner = _Scanner(text, delimiter, path, begin)
    return _Table(scanner.header(), scanner, _SEPARATORS.get(delimiter, repr(delimiter)))


def _tsv(text: str, path: Path, names: Sequence[str], problems: Problems) -> _Table:
    scanner = _TabScanner(text, path, problems)
    header = scanner.header()
    folded = [_folded(name) for name in header.cells]
    fewest = 1 + max((folded.index(_folded(name)) for name in names if _folded(name) in folded), default=0)
    scanner.widths = range(fewest, len(folded) + 1)

    def rows() -> Iterator[_Row]:
        yield from scanner
        scanner.remark()

    return _Table(header, rows(), "tabs")


# JSON Lines


class _Object(tuple[tuple[str, object], ...]):
    """An object's pairs as they are written, so that a key given twice is seen."""

    __slots__ = ()


def _json_lines(text: str, path: Path, names: Sequence[str]) -> _Table:
    """The columns asked for come first in the header (empty where no object has them), then the others."""
    index = {name: at for at, name in enumerate(dict.fromkeys(map(_folded, names)))}
    used = [""] * len(index)
    others: dict[str, str] = {}
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        place = f"{path}:{number}"
        if not line.strip():
            rows.append(_Row(place, blank=True))
            continue
        if line.strip() == "{" or (line.lstrip().startswith("[") and not any(not row.blank for row in rows)):
            raise InputError(
                "the file is one array, or objects over several lines; write one object a line, without the outer "
                "brackets (as jq -c '.[]' does)",
                place,
            )
        pairs = _parsed(line)
        if isinstance(pairs, str):
            rows.append(_Row(place, broken=pairs))
            continue
        cells, flaws, seen = [""] * len(index), dict[int, str](), set[str]()
        twice = ""
        for key, value in pairs:
            name = _folded(key)
            twice = twice or (key if name in seen else "")
            seen.add(name)
            if name not in index:
                others.setdefault(name, key)
                continue
            at = index[name]
            used[at] = used[at] or key
            cells[at] = _scalar(value)
            if isinstance(value, list | _Object):
                what = "a list" if isinstance(value, list) else "an object"
                flaws[at] = f"is {what}; write it as one text"
        broken = f"the object has {twice[:40]!r} more than once; keep one" if twice else ""
        rows.append(_Row(place, cells, broken=broken, flaws=flaws))
    header = [*used, *others.values()] if any(not row.blank for row in rows) else []
    return _Table(_Row(str(path), header), rows)


def _parsed(line: str) -> _Object | str:
    """The pairs of the object in a line, or what is wrong with it."""
    try:
        value = json.loads(
            line, parse_float=str, parse_int=str, parse_constant=_refuse_constant, object_pairs_hook=_Object
        )
    except RecursionError:
        return "the line is nested too deeply; write one flat object a line"
    except json.JSONDecodeError as error:
        return f"the line is not JSON ({error.msg} at character {error.colno}); write one object a line"
    except ValueError as error:
        return str(error)
    return value if isinstance(value, _Object) else 'the line is not an object; write {"column": "text", …}'


def _refuse_constant(name: str) -> object:
    raise ValueError(f"the line holds {name}, which is not JSON; write a number, a text or null")


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ""


# Excel


def _excel(path: Path, problems: Problems) -> _Table:
    try:
        import openpyxl  # noqa: F401 — asked for here so that the file is not blamed for it
    except ImportError:
        raise InputError("Excel tables need openpyxl: pip install 'taeg[excel]'") from None
    if not any(name.startswith("xl/") for name in check_zip(path)):
        raise InputError(f"{str(path)!r} is not an Excel file; save the table as .xlsx or as 'CSV UTF-8'")
    rows = list(_excel_rows(path, problems))
    at = next((at for at, row in enumerate(rows) if not row.blank), len(rows))
    header = rows[at] if at < len(rows) else _Row(str(path))
    return _Table(header, rows[at + 1 :])


def _excel_rows(path: Path, problems: Problems) -> Iterator[_Row]:
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
        yield _Row(f"{path}, row {number}", texts, not any(map(str.strip, texts)) and not flaws, flaws=flaws)


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
                for row in sheet.iter_rows(max_row=_LONGEST):
                    cells: list[tuple[object, str]] = [(cell.value, cell.data_type) for cell in row[:_WIDEST]]
                    while cells and cells[-1] == (None, "n"):
                        cells.pop()
                    rows.append(cells)
                while rows and not rows[-1]:
                    rows.pop()
                title, others = sheet.title, len(book.sheetnames) - 1
            finally:
                book.close()
    except Exception as error:
        # openpyxl has no error of its own for a file that is a sound zip and a broken workbook.
        reason = f"{type(error).__name__}: {error}"[:160]
        raise InputError(
            f"{str(path)!r} cannot be read as an Excel file ({reason}); open it in Excel and save it again"
        ) from None
    if others:
        problems.remark(f"the sheet {title!r} is read, {others} other(s) are not", str(path))
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
