"""The folder of a draft: tables that a person can edit in a spreadsheet, the originals, and their texts.

`alignment.csv` has a row for each passage, `timeline.csv` one for each event, `decisions.csv` one for each answer of a
person. Files are replaced whole, so a process that is killed leaves the old or the new one.
"""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from ingest.files import leads_out
from ingest.tables import table as tables
from ingest.tables.table import Columns
from taeg.base.errors import InputError, Problems
from taeg.base.files import write_together
from taeg.text.formulas import guard, unguard

ALIGNMENT, TIMELINE, DECISIONS, MANIFEST = "alignment.csv", "timeline.csv", "decisions.csv", "corpus.yaml"
CONTRADICTIONS = "contradictions.csv"
"""What speaks against the order of the timeline; only written."""
ORIGINALS, TEXTS, DRAFTED = "originals", "texts", "drafted"
"""Folders: the documents, the texts of those that are not plain text, and plain texts as they were last drafted."""
STATE = "draft.json"
"""How the draft was made, and the rows as the machine last wrote them, to notice what a person edits."""
MACHINE, PERSON = "machine", "person"
NUMBER_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A row of `alignment.csv`."""

    passage: str
    source: str
    file: str
    """Path of the text in the folder; offsets count its characters."""
    start: int
    end: int
    reference: str
    event: str
    """Empty for text that belongs to no event."""
    confidence: float
    decided: str
    """`machine` or `person`."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of `timeline.csv`."""

    event: str
    order: int
    title: str
    time: str
    place: str
    confidence: float
    """That the event follows the one before it."""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A row of `decisions.csv`: an answer of a person about one or two spans of text."""

    kind: str
    """One of `taeg.align.answers.KINDS`, or `title`, `time` or `place` for the event of a span."""
    file: str
    start: int
    end: int
    other_file: str = ""
    other_start: int = 0
    other_end: int = 0
    value: str = ""
    group: int = 0
    """Decisions with the same number were made by one action and are undone together; 0: on its own."""


@dataclass(frozen=True, slots=True)
class ContradictionRow:
    """A row of `contradictions.csv`: evidence against the order of two events."""

    earlier: str
    """The event that the timeline has first."""
    later: str
    source: str
    """The source that has them in the opposite order; `times` if named times disagree."""
    reference: str
    evidence: str
    earlier_title: str
    later_title: str


Row = TypeVar("Row", PassageRow, EventRow, DecisionRow, ContradictionRow)


def is_draft(path: Path) -> bool:
    """Whether a folder holds a draft."""
    return path.is_dir() and (path / ALIGNMENT).is_file() and (path / STATE).is_file()


def table_bytes(rows: Sequence[Row], kind: type[Row]) -> bytes:
    """Return rows as CSV in UTF-8 with a byte order mark, which spreadsheets need."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(kind)])
    writer.writerows([_cell(value) for value in astuple(row)] for row in rows)
    return b"\xef\xbb\xbf" + stream.getvalue().encode()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.{NUMBER_DECIMALS}f}"
    return guard(value) if isinstance(value, str) else str(value)


def read_rows(path: Path, kind: type[Row], problems: Problems) -> list[tuple[str, Row]]:
    """Read a table of a draft: each row with its file and line. Wrong numbers are reported as faults."""
    names = [field.name for field in fields(kind)]
    required = {PassageRow: 5, EventRow: 1, DecisionRow: 4, ContradictionRow: 3}[kind]
    if not path.is_file() or len(path.read_bytes().splitlines()) < 2:
        return []
    records = tables.read(path, Columns(tuple(names[:required]), tuple(names[required:])), problems)
    found = []
    for origin, *cells in records.rows(*names):
        values: dict[str, Any] = {}
        for field, cell in zip(fields(kind), cells, strict=True):
            values[field.name] = (
                unguard(cell) if field.type is str else _number(field.name, cell, field.type, origin, problems)
            )
        found.append((origin, kind(**values)))
    return found


def _number(name: str, cell: str, kind: Any, origin: str, problems: Problems) -> float:  # noqa: ANN401 (a type)
    try:
        number = kind(cell.replace(",", ".") or 0)
    except ValueError:
        number = -1
    if not 0 <= number < 1e12:
        problems.fault(f"{name} is {cell[:40]!r}; write a number", origin)
        return kind(0)  # type: ignore[no-any-return]
    return number  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class State:
    """How a draft was made."""

    settings: Mapping[str, Any]
    documents: tuple[Mapping[str, str], ...]
    """For each document: `original`, `file` (its text), `source`, `date`, `title`, `unit`, `sha256` of the text."""
    written: Mapping[str, str]
    """The event of each passage as last written, by `file:start:end`."""
    timeline: tuple[tuple[str, ...], ...] = ()
    """Event, title, time and place of each row of the timeline as last written."""
    previous: Mapping[str, str] | None = None
    """The passages before the last write, until all tables are written."""
    previous_timeline: tuple[tuple[str, ...], ...] = ()

    def encode(self) -> bytes:
        """Return the state as JSON."""
        value: dict[str, Any] = {"taeg-draft": 1, "settings": self.settings, "documents": self.documents}
        value |= {"written": self.written, "timeline": self.timeline}
        if self.previous is not None:
            value |= {"previous": self.previous, "previous_timeline": self.previous_timeline}
        return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def read_state(folder: Path) -> State:
    """Read how a draft was made; raise InputError if the file is damaged."""
    path = folder / STATE
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        return State(
            dict(value["settings"]),
            tuple(map(dict, value["documents"])),
            dict(value["written"]),
            tuple(map(tuple, value.get("timeline", ()))),
            value.get("previous"),
            tuple(map(tuple, value.get("previous_timeline", ()))),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{str(path)!r} cannot be read ({type(error).__name__}); make the draft again from the documents"
        ) from None


def events_of(passages: Iterable[PassageRow]) -> dict[str, str]:
    """Return the event of each passage, as `State.written`."""
    return {key(row): row.event for row in passages}


def described(events: Iterable[EventRow]) -> tuple[tuple[str, ...], ...]:
    """Return what a person can change of each event, in order, as `State.timeline`."""
    return tuple((row.event, row.title, row.time, row.place) for row in sorted(events, key=lambda row: row.order))


def key(row: PassageRow) -> str:
    """Identify a passage by its place in the text."""
    return f"{row.file}:{row.start}:{row.end}"


def digest(text: str) -> str:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def check_links(folder: Path) -> None:
    """Raise InputError if a link in the folder leads out of it: a draft neither reads nor writes other places."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_symlink() and leads_out(path, folder):
            raise InputError(f"{str(path)!r} is a link to a place outside the draft; put a copy in its place")


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into the folder, each whole; none is replaced before all are on disk."""
    check_links(folder)
    changed = {}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != content:
            changed[path] = content
    write_together(changed)


def manifest_bytes(title: str, language: str, sources: Iterable[Mapping[str, str]], notes: Sequence[str]) -> bytes:
    """Return `corpus.yaml`; JSON strings are valid YAML."""
    lines = [f"# {note}" for note in notes]
    lines += [f"title: {json.dumps(title, ensure_ascii=False)}", f"language: {language}"]
    lines += [f"files: [{ALIGNMENT}]", f"timeline: {TIMELINE}", "sources:"]
    lines += source_lines(sources)
    return ("\n".join(lines) + "\n").encode()


def source_lines(sources: Iterable[Mapping[str, str]], indent: str = "  ") -> list[str]:
    """Return the lines of a list of sources in `corpus.yaml`."""
    lines = []
    for source in sources:
        described = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in source.items() if value]
        lines += [f"{indent}{'  ' if number else '- '}{field}" for number, field in enumerate(described)]
    return lines
