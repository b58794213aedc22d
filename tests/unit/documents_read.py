"""Documents read for tests: what they tell, and what is said of them without the test's own folder."""

from collections.abc import Collection, Sequence
from pathlib import Path

from ingest.documents import document as documents
from ingest.documents.document import Document
from taeg.base.errors import Problems

EVENTS = ("arrival", "departure", "The Last Evening")


def read_document(path: Path, known: Collection[str] = ()) -> tuple[Document, Problems]:
    problems = Problems()
    return documents.read(path, documents.Known(known), problems), problems


def read_sound(path: Path, known: Collection[str] = ()) -> Document:
    document, problems = read_document(path, known)
    assert problems.faults == []
    return document


def text_file(tmp_path: Path, text: str | bytes, name: str = "weber.md") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def sections_of(document: Document) -> list[tuple[str, str]]:
    return [(section.heading, section.text) for section in document.sections]


def shortened(messages: Sequence[str], tmp_path: Path) -> list[str]:
    return [message.replace(f"{tmp_path}/", "") for message in messages]
