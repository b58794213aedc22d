"""CSV and TSV divided into rows of cells.

CSV is divided here rather than by the `csv` module, which neither tells where a quote was opened nor reads a cell of
more than 128 KiB unless its limit is changed for the whole process. What either may hold is said at `tables.read`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from ingest.tables.rows import Row, Table, folded
from taeg.base.errors import InputError, Problems, quoted

_SEPARATOR_LINE = re.compile(r'"?sep=([^"\n])"?[,;\t ]*(?:\n|\Z)', re.IGNORECASE)
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}


LONGEST_ROW = 64 * 1024 * 1024
"""Characters a row may have, all its lines together; a quote that is not closed by then is never closed."""
More = Callable[[], str]
"""Gives what follows a text, piece by piece; nothing at the end."""


def csv(text: str, path: Path, names: Sequence[str], more: More = str) -> Table:
    """CSV; of the separators the one that gives the most of the columns named."""
    if told := _SEPARATOR_LINE.match(text):
        delimiters, begin = [told[1]], told.end()
    else:
        delimiters, begin = list(_SEPARATORS), 0
    asked = {folded(name) for name in names}

    def found(delimiter: str) -> tuple[int, int]:
        row = next((row for row in _Scanner(text, delimiter, path, begin) if not row.blank), None)
        if row is None:
            return 0, len(text)  # nothing but separators
        return len(asked.intersection(map(folded, row.cells))), len(row.cells)

    delimiter = max(delimiters, key=found)
    scanner = _Scanner(text, delimiter, path, begin, more)
    return Table(scanner.header(), scanner, _SEPARATORS.get(delimiter, repr(delimiter)))


def tsv(text: str, path: Path, names: Sequence[str], problems: Problems, more: More = str) -> Table:
    """TSV; the columns named say how many cells a row has at least."""
    scanner = _TabScanner(text, path, problems, more)
    header = scanner.header()
    there = [folded(name) for name in header.cells]
    fewest = 1 + max((there.index(folded(name)) for name in names if folded(name) in there), default=0)
    scanner.widths = range(fewest, len(there) + 1)

    def rows() -> Iterator[Row]:
        yield from scanner
        scanner.remark()

    return Table(header, rows(), "tabs")


class _QuoteError(Exception):
    """A quote that is not closed where its cell ends."""

    def __init__(self, opens: int, closes: int) -> None:
        super().__init__()
        self.opens, self.closes = opens, closes


class _Scanner:
    """Divide text into rows and cells; made for CSV, where a cell in quotes is quoted and nothing else.

    Where the text has more to come, a row that reaches its end is looked at again with what follows.
    """

    def __init__(self, text: str, delimiter: str, path: Path, at: int = 0, more: More = str) -> None:
        self.text, self.path, self.at = text, path, at
        self._more = more
        self._open = False
        """Whether a row hangs on what follows the text."""
        self._notes: list[Callable[[], None]] = []
        """What is to be noted of a row once it is sure."""
        self.line = text.count("\n", 0, at) + 1
        self._stops = (delimiter, "\n", "")
        self._space = re.compile(rf"[^\S\n{re.escape(delimiter)}]*")
        self._bare = re.compile(rf"[^\n{re.escape(delimiter)}]*")

    def __iter__(self) -> Iterator[Row]:
        while True:
            at, line = self.at, self.line
            whole = False
            if at < len(self.text):
                self._open, self._notes = False, []
                row = self._row()
                whole = self.at < len(self.text) and not (row.torn or self._open)
            if not whole and len(self.text) - at <= LONGEST_ROW and (further := self._more()):
                self.text, self.at, self.line = self.text[at:] + further, 0, line
            elif at < len(self.text):
                for note in self._notes:
                    note()
                too_long = self.at >= len(self.text) and self.at - at > LONGEST_ROW
                yield Row(row.place, broken=f"the row has more than {LONGEST_ROW:,} characters") if too_long else row
            else:
                return

    def header(self) -> Row:
        """The first row that is not blank, or an empty one."""
        row = next((row for row in self if not row.blank), Row(f"{self.path}:1"))
        if row.broken:
            raise InputError(row.broken, row.place)
        return row

    def _row(self) -> Row:
        place, at, cells = f"{self.path}:{self.line}", self.at, list[str]()
        end = self.text.find("\n", at)
        line = self.text[at : end if end >= 0 else len(self.text)]
        if '"' not in line:  # most lines, and much quicker
            self.at, self.line = at + len(line) + 1, self.line + 1
            return Row(place, line.split(self._stops[0]), blank=not line.replace(self._stops[0], "").strip())
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
        return Row(place, cells, blank=not any(cell.strip() for cell in cells))

    def _go_on_after(self, at: int) -> None:
        self.line += self.text.count("\n", self.at, at) + 1
        self.at = at + 1

    def _broken(self, error: _QuoteError, place: str) -> Row:
        """Tell of the quote and go on with the line after the one where it opened."""
        line = self.line + self.text.count("\n", self.at, error.opens)
        end = self.text.find("\n", error.opens)
        self._go_on_after(end if end >= 0 else len(self.text))
        opened = f"the quote opened in line {line} before {_start(self.text, error.opens + 1)}"
        if error.closes < 0:
            return Row(place, broken=f"{opened} is never closed; close it, or delete it", torn=True)
        closed = line + self.text.count("\n", error.opens, error.closes)
        return Row(
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


class _Tally:
    """How many cells something is told of, and the line of the first: a long table may have millions of them."""

    def __init__(self) -> None:
        self.count = self.first = 0

    def add(self, line: int) -> None:
        self.first = self.first or line
        self.count += 1


class _TabScanner(_Scanner):
    """TSV: a quote may be text; what is told of it is gathered."""

    def __init__(self, text: str, path: Path, problems: Problems, more: More = str) -> None:
        super().__init__(text, "\t", path, more=more)
        self.problems = problems
        self.widths = range(0)
        """How many cells a row may have; none until the header is read, which stands in one line."""
        self.stripped = _Tally()
        self.apart = _Tally()
        self._counted = (0, 0, 0, 0)

    def remark(self) -> None:
        """Tell what was done about quotes; for the end."""
        if self.stripped.count:
            self.problems.remark(
                f"{self.stripped.count} cell(s) stood in quotes and were read without them, as spreadsheets write "
                'them; where they belong to the text write """…"""',
                f"{self.path}:{self.stripped.first}",
            )
        if self.apart.count:
            self.problems.remark(
                f"{self.apart.count} cell(s) open with a quote that is closed in a later row; "
                "the rows were kept apart and the quotes in their texts",
                f"{self.path}:{self.apart.first}",
            )

    def _line_of(self, at: int) -> int:
        """The number of a line, counted on from the last cell asked for: a row may have a million of them."""
        row, first, before, line = self._counted
        if (row, first) != (self.at, self.line) or before > at:
            before, line = self.at, self.line
        line += self.text.count("\n", before, at)
        self._counted = (self.at, self.line, at, line)
        return line

    def _is_quoted(self, opens: int, closes: int, ends: int) -> bool:
        self._open = self._open or closes < 0  # what follows the text may close it
        if closes < 0 or self.text[ends : ends + 1] not in self._stops:
            return False
        line = self._line_of(opens)
        inside = self.text[opens + 1 : closes]
        if "\n" not in inside:
            if self.widths and inside and '"' not in inside and "\t" not in inside:
                self._notes.append(partial(self.stripped.add, line))
            return True
        if not self.widths:
            return False
        begin = self.text.rfind("\n", 0, opens) + 1
        end = self.text.find("\n", ends)
        self._open = self._open or end < 0
        lines = self.text[begin : end if end >= 0 else len(self.text)].split("\n")
        full = [part.count("\t") + 1 in self.widths for part in lines]
        if all(full):
            self._notes.append(partial(self.apart.add, line))
            return False
        if not (full[0] and full[-1]) and not any(full[1:-1]):
            return True
        message = (
            f"the quote before {_start(self.text, opens + 1)} is closed in line {line + inside.count(chr(10))}, and "
            "some lines between look like rows; delete the quote, or give the table as .csv"
        )
        self._notes.append(partial(self.problems.fault, message, f"{self.path}:{line}"))
        return False


def _start(text: str, at: int) -> str:
    return quoted(text[at : at + 200].partition("\n")[0], 20)
