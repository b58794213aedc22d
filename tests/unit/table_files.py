"""Tables and office files given to the readers in tests, and what reading a table gave."""

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from ingest.tables.table import Columns, read
from taeg.base.errors import InputError, Problems

COLUMNS = Columns(("event", "source", "text"), ("reference", "date"))
HEADER: list[object] = ["Event", "source", "text", "date"]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


class Given:
    """A table in a folder, and what reading it gave."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str, content: str | bytes, columns: Columns = COLUMNS, **names: str) -> "Given":
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return self.at(path, columns, **names)

    def at(self, path: Path, columns: Columns = COLUMNS, **names: str) -> "Given":
        problems = Problems()
        records = read(path, columns, problems, names)
        self.columns = records.columns
        self.origins = [self.short(origin) for origin in records.origins]
        self.faults = [self.short(fault) for fault in problems.faults]
        self.remarks = [self.short(remark) for remark in problems.remarks]
        return self

    def short(self, message: str) -> str:
        return message.replace(f"{self.folder}/", "")

    @property
    def texts(self) -> list[str]:
        return self.columns["text"]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        return list(zip(*self.columns.values(), strict=True))


def refused(given_table: Given, name: str, content: str | bytes, *words: str, **names: str) -> str:
    with pytest.raises(InputError) as caught:
        given_table(name, content, **names)
    message = given_table.short(str(caught.value))
    assert all(word in message for word in (name, *words)), message
    return message


def zipped(members: dict[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these parts, the same bytes whenever it is made: tests are named by them."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return stream.getvalue()


def workbook(path: Path, *rows: list[object], sheets: tuple[str, ...] = ("Sheet",)) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.active.title = sheets[0]
    for title in sheets[1:]:
        book.create_sheet(title)
    book.save(path)
    return path
