"""Tables as people have them (.csv, .tsv, JSON Lines, Excel) as records by our own column names.

Not for what the cells mean: callers check ids, numbers and dates. Each kind of file becomes rows of cells under a
header (`ingest.tables.rows`) in a module of its own, and one function here makes records of those, so that columns,
faults and remarks are alike in all.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.files import kind, read_bytes
from ingest.tables import delimited
from ingest.tables import excel as spreadsheets
from ingest.tables import json_lines as jsonlines
from ingest.tables.rows import WIDEST, Row, Table, folded
from taeg.base.errors import InputError, Problems, nearest, quoted

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx")
MENTIONED = 8
"""How many columns a message names."""
OTHERS = {
    ".xls": "is an old Excel file; save it as .xlsx or as 'CSV UTF-8'",
    ".xlsb": "is a binary Excel file; save it as .xlsx or as 'CSV UTF-8'",
    ".xlsm": "is an Excel file with macros; save it as a plain .xlsx",
    ".ods": "is an OpenDocument spreadsheet; save it as .xlsx or .csv",
    ".json": "is not read as a table; write one object a line, without the outer brackets, and name it .jsonl",
}
"""Tables that a person could take for readable, and what to do with them."""
_SURROGATE = re.compile("[\ud800-\udfff]")


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
        table = spreadsheets.table(path, problems)
    elif suffix == ".csv":
        table = delimited.csv(_text(path), path, [wanted[column] for column in must])
    elif suffix == ".tsv":
        table = delimited.tsv(_text(path), path, [wanted[column] for column in columns.required], problems)
    else:
        table = jsonlines.table(_text(path), path, list(wanted.values()))
    where = _where(table, wanted, must, names, path)
    return list(_records(table, where, wanted, columns.required, problems, path))


def refuse_kind(path: Path, content: bytes) -> None:
    """Stop where a file is no text by its first bytes."""
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
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or (start.count(0) * 4 > len(start) and b"\0\0\0" not in start):
        raise InputError(f"{str(path)!r} is UTF-16; save it as UTF-8 (in Excel: save as 'CSV UTF-8')")


def not_utf8(path: Path, line: int, byte: bytes) -> InputError:
    """What to say of a byte that is no text."""
    meant = byte.decode("windows-1252", "replace")
    likely = f" ({meant!r} in Windows-1252)" if meant.isprintable() and meant != "\ufffd" else ""
    return InputError(
        f"byte 0x{byte.hex().upper()}{likely} is not UTF-8; save it as UTF-8 (in Excel: save as 'CSV UTF-8')",
        f"{path}:{line}",
    )


def _text(path: Path) -> str:
    """The content of a text file, with line feeds as line ends."""
    content = read_bytes(path, any_size=True)
    refuse_kind(path, content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
        raise not_utf8(path, line, content[error.start : error.start + 1]) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _where(
    table: Table, wanted: Mapping[str, str], must: Sequence[str], names: Mapping[str, str], path: Path
) -> dict[str, int]:
    """The position of each column that is in the table; raises where one is missing or there twice."""
    header = [folded(name) for name in table.header.cells]
    if not any(header):
        raise InputError(
            f"the table is empty; its first line names the columns: {', '.join(wanted.values())}", str(path)
        )
    if missing := [column for column in must if folded(wanted[column]) not in header]:
        there = [name.strip() for name in table.header.cells if name.strip()]
        said = " and ".join(
            f"no column {wanted[column]!r}" + (f" (named for {column!r} in corpus.yaml)" if column in names else "")
            for column in missing
        )
        one = f" (columns are separated by {table.separator})" if table.separator and len(there) == 1 else ""
        free = [name for name in there if folded(name) not in map(folded, wanted.values())]
        raise InputError(
            f"the table has {said}; its columns are {_listed(there)}{one}; rename one, or say under columns: in "
            f"corpus.yaml what it is called here (columns: {{{missing[0]}: …}}){nearest(wanted[missing[0]], free)}",
            table.header.place,
        )
    where = {}
    for column, name in wanted.items():
        if header.count(folded(name)) > 1:
            raise InputError(
                f"the table has the column {quoted(name, 80)} more than once; keep one", table.header.place
            )
        if folded(name) in header:
            where[column] = header.index(folded(name))
    return where


def _records(
    table: Table,
    where: Mapping[str, int],
    wanted: Mapping[str, str],
    required: Sequence[str],
    problems: Problems,
    path: Path,
) -> Iterator[Record]:
    unnamed = [at for at, name in enumerate(table.header.cells) if not name.strip()]
    filled: set[int] = set()
    rows, blank, pending, first_blank = 0, 0, 0, ""
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
        reached = unnamed[: bisect_left(unnamed, len(row.cells))]  # a header may have thousands more than its rows
        filled.update(at for at in reached if row.cells[at].strip())
        values = dict.fromkeys(wanted, "")
        faults = []
        for column, at in where.items():
            value = row.cells[at] if at < len(row.cells) else ""
            values[column] = (value.replace("\r\n", "\n").replace("\r", "\n") if "\r" in value else value).strip()
            if flaw := row.flaws.get(at) or _flaw(value):
                faults.append(f"{wanted[column]!r} {flaw}")
            elif column in required and not values[column]:
                faults.append(f"{wanted[column]!r} is empty; fill it in, or delete the row")
        for fault in faults:
            problems.fault(fault, row.place)
        if not faults:
            yield Record(row.place, values)
    if not rows:
        problems.fault("the table has a header and no rows; add a row below it", str(path))
    if blank:
        problems.remark(f"{blank} blank row{'s were' if blank > 1 else ' was'} passed over", first_blank)
    _remark_unused(table.header, where, wanted, filled, problems)


def _misshapen(
    row: Row, table: Table, where: Mapping[str, int], wanted: Mapping[str, str], required: Sequence[str]
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
    if not value.isascii() and _SURROGATE.search(value):
        return "holds half of a character (a lone surrogate); write the character anew"
    return ""


def _remark_unused(
    header: Row, where: Mapping[str, int], wanted: Mapping[str, str], filled: set[int], problems: Problems
) -> None:
    open_names = [name for column, name in wanted.items() if column not in where]
    unused: list[tuple[str, str]] = []
    for at, name in enumerate(header.cells):
        if name.strip() and at not in where.values():
            # Only so many are compared; objects may have names without end.
            hint = nearest(name.strip()[:40], open_names) if len(unused) < WIDEST else ""
            unused.append((quoted(name.strip()), hint))
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
    return ", ".join(quoted(name) for name in names[:MENTIONED]) + (" …" if len(names) > MENTIONED else "")
