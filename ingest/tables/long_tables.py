"""Tables that are too long for memory, as rows: JSON Lines line by line, CSV and TSV through a window.

The rows are those that `ingest.tables.json_lines` and `ingest.tables.delimited` make of a whole file, and so is what
is said of broken ones. Not for Excel files, which have an end.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from ingest.tables import delimited
from ingest.tables import json_lines as jsonlines
from ingest.tables.rows import Row, Table
from ingest.tables.table import not_utf8, refuse_kind
from taeg.base.errors import InputError, Problems

WINDOW = 4 * 1024 * 1024
"""Characters read at once."""
LINES_ASKED = 100
"""Lines of JSON in which a column must have been met that must be there."""


def table(
    path: Path, wanted: Mapping[str, str], must: Sequence[str], required: Sequence[str], problems: Problems
) -> Table:
    """The rows of a .csv, .tsv, .jsonl or .ndjson file; the file is open until the last one is taken."""
    suffix = path.suffix.casefold()
    if suffix == ".xlsx":
        raise InputError(f"{str(path)!r} is an Excel file among tables too long for memory; save it as .csv")
    text = _Text(path)
    if suffix in (".jsonl", ".ndjson"):
        return _json_lines(text, path, list(wanted.values()), [wanted[column] for column in must])
    if suffix == ".csv":
        return delimited.csv(text.more(), path, [wanted[column] for column in must], text.more)
    return delimited.tsv(text.more(), path, [wanted[column] for column in required], problems, text.more)


def _json_lines(text: "_Text", path: Path, names: Sequence[str], must: Sequence[str]) -> Table:
    """Objects; of columns that need not be there any is taken as there, since any line may be the first to have it."""
    objects = jsonlines.Objects(path, names)
    rows = (objects.row(number, line) for number, line in enumerate(text.lines(), 1))
    first: list[Row] = []
    asked = 0
    for row in rows:
        first.append(row)
        asked += not row.blank
        if asked == LINES_ASKED:
            break
    header = objects.header if asked else []
    if not any(header) and any(row.broken for row in first):
        header = list(names)
    elif asked == LINES_ASKED:
        header[: len(names)] = [
            used or ("" if name in must else name) for used, name in zip(header, names, strict=False)
        ]
    return Table(Row(str(path), header), chain(first, rows))


class _Text:
    """A file's text in pieces, with line feeds as line ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line = 1
        try:
            self._bytes = path.open("rb")
            refuse_kind(path, self._bytes.peek(4096)[:4096])
        except OSError as error:
            raise InputError(f"{str(path)!r} cannot be read: {error.strerror or error}") from None
        self._stream = io.TextIOWrapper(self._bytes, encoding="utf-8-sig", newline=None)

    def more(self) -> str:
        """The next piece; empty at the end."""
        if self._stream.closed:
            return ""
        try:
            piece = self._stream.read(WINDOW)
        except UnicodeDecodeError as error:
            line = self._line + error.object[: error.start].count(b"\n")
            raise not_utf8(self._path, line, error.object[error.start : error.start + 1]) from None
        except OSError as error:
            raise InputError(f"{str(self._path)!r} cannot be read: {error.strerror or error}") from None
        if (at := piece.find("\0")) >= 0:
            line = self._line + piece.count("\n", 0, at)
            raise InputError("the file holds a NUL character; save it as plain UTF-8 text", f"{self._path}:{line}")
        self._line += piece.count("\n")
        if not piece:
            self._stream.close()
        return piece

    def lines(self) -> Iterator[str]:
        """Line by line, without line feeds; a last line that is empty is one too, as where a text is split."""
        rest = ""
        while piece := self.more():
            *whole, rest = (rest + piece).split("\n")
            if len(rest) > delimited.LONGEST_ROW:
                raise InputError(
                    f"a line has more than {delimited.LONGEST_ROW:,} characters; write one object a line",
                    f"{self._path}:{self._line}",
                )
            yield from whole
        yield rest
