"""Documents as tests see them: sections, fields and messages without the test's own folder."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from ingest.documents import document as documents
from ingest.documents.blocks import EventNames, Line
from ingest.documents.document import Document
from taeg.base.errors import Problems

EVENTS = ("arrival", "departure", "The Last Evening")


@dataclass(frozen=True)
class Outcome:
    """A document that was read, and the messages about it."""

    document: Document
    faults: list[str]
    remarks: list[str]

    @property
    def sections(self) -> list[tuple[str, str]]:
        return [(section.heading, section.text) for section in self.document.sections]


def read_document(path: Path, names: Collection[str] = ()) -> Outcome:
    problems = Problems()
    document = documents.read(path, EventNames(names), problems)
    faults, remarks = (
        [message.replace(f"{path.parent}/", "") for message in messages]
        for messages in (problems.faults, problems.remarks)
    )
    return Outcome(document, faults, remarks)


def text_file(tmp_path: Path, text: str | bytes, name: str = "weber.md") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read_text(tmp_path: Path, text: str | bytes, names: Collection[str] = (), name: str = "weber.md") -> Outcome:
    return read_document(text_file(tmp_path, text, name), names)


def texts(fields: Mapping[str, Line]) -> dict[str, str]:
    return {key: line.text for key, line in fields.items()}
