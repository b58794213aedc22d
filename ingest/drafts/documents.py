"""The documents of a draft: which files are read, and the source and date of each.

A path is a document, a folder of documents, or a table: with the columns source, text it contains the statements
themselves, with source, file it lists documents with their sources and dates.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.drafts import raw
from ingest.drafts.folder import MANIFEST
from ingest.drafts.formats import Content, Piece
from ingest.drafts.raw import RawDocument
from ingest.files import leads_out
from ingest.request import slug
from ingest.tables import table as tables
from ingest.tables.table import Columns, Records
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.model.timeline import natural
from taeg.text import times

TABLE = Columns(("source",), ("text", "file", "event", "date", "time", "title", "reference"))


@dataclass(frozen=True, slots=True)
class Given:
    """What the user says about a document."""

    source: str = ""
    date: str = ""
    title: str = ""


def found(paths: Sequence[Path], problems: Problems) -> tuple[list[Path], dict[str, Given]]:
    """Return the files that paths name, and what tables that list documents say about them, by file name."""
    listed: list[Path] = []
    given: dict[str, Given] = {}
    for path in paths:
        if path.is_dir() and (path / MANIFEST).is_file():
            raise InputError(f"the folder {str(path)!r} is a corpus already; load it with: taeg ingest {path}")
        if path.is_dir():
            listed += _inside(path, problems)
        elif not path.is_file():
            raise InputError(f"there is no file or folder {str(path)!r}")
        elif tables.is_table(path) and (records := _table(path, problems)).columns["file"][0]:
            for file, about in _listed(path, records, problems):
                listed.append(file)
                given[file.name] = about
        else:
            listed.append(path)
    problems.settle()
    _check_names(listed)
    return listed, given


def read(
    paths: Iterable[Path], given: Mapping[str, Given], problems: Problems, rename: Callable[[str], str] = str
) -> list[RawDocument]:
    """Read documents and tables of statements; the source of a document is given, or its sender, or its file name.

    `rename` replaces names in ids and titles.
    """
    documents: list[RawDocument] = []
    for path in paths:
        with problems.gather(str(path)):
            if tables.is_table(path):
                documents += _of_table(path, problems, rename)
                continue
            document = raw.read(path, problems)
            about = given.get(path.name, given.get(rename(path.name), Given()))
            source = slug(rename(about.source or document.source or path.stem))
            documents.append(raw.described(document, source, about.date, about.title, rename))
    problems.settle()
    names: dict[str, RawDocument] = {}
    for document in documents:
        if (other := names.setdefault(raw.text_name(document), document)) is not document:
            raise InputError(f"{str(document.path)!r} and {str(other.path)!r} have the same name; rename one")
    return documents


def named_sources(options: Iterable[str]) -> dict[str, Given]:
    """Return the source of each file that --source names."""
    named: dict[str, Given] = {}
    for option in options:
        name, equals, listed = option.partition("=")
        if not equals or not name.strip() or not listed.strip():
            raise InputError(f"--source {quoted(option, 80)}: write NAME=FILE, or NAME=FILE,FILE")
        for file in listed.split(","):
            named[Path(file.strip()).name] = Given(slug(name), title=name.strip())
    return named


def check_named(named: Iterable[str], paths: Sequence[Path]) -> None:
    """Raise InputError for a file that --source names and that is not among the documents."""
    names = [path.name for path in paths]
    for name in named:
        if name not in names:
            hint = nearest(name, names)
            raise InputError(f"--source names {quoted(name, 80)}, which is not among the documents{hint}")


def _inside(folder: Path, problems: Problems) -> list[Path]:
    """All readable files of a folder; a table of statements only if there is nothing else."""
    inside = sorted(
        (p for p in folder.rglob("*") if p.is_file() and not p.name.startswith(".")), key=lambda p: natural(str(p))
    )
    for path in inside:
        if path.is_symlink() and leads_out(path, folder):
            problems.fault("the file is a link to a place outside the folder; put a copy in its place", str(path))
    readable = [p for p in inside if raw.is_raw(p)] or [p for p in inside if tables.is_table(p)]
    if not readable:
        raise InputError(
            f"the folder {str(folder)!r} has no documents; put files of these kinds there: {', '.join(raw.SUFFIXES)}"
        )
    if ignored := [p.name for p in inside if p not in readable]:
        problems.remark(f"ignored, because they are no documents: {', '.join(ignored[:8])}", str(folder))
    return readable


def _check_names(paths: Sequence[Path]) -> None:
    seen: dict[str, Path] = {}
    for path in paths:
        if path.name in seen:
            raise InputError(
                f"two documents are named {quoted(path.name, 80)} ({seen[path.name].parent} and {path.parent}); "
                "rename one"
            )
        seen[path.name] = path


def _table(path: Path, problems: Problems) -> Records:
    """Read a table that has either texts or files."""
    records = tables.read(path, TABLE, problems)
    problems.settle()
    if not len(records):
        raise InputError(f"{str(path)!r} has no rows")
    texts, listed = any(records.columns["text"]), any(records.columns["file"])
    if texts == listed:
        have = "both" if texts else "neither"
        raise InputError(
            f"{str(path)!r} has {have} of the columns text and file: write source, text for statements, or source, "
            "file to list documents"
        )
    column = "text" if texts else "file"
    for origin, cell, date, time in records.rows(column, "date", "time"):
        if not cell:
            problems.fault(f"the column {column} is empty", origin)
        with problems.gather(origin):
            for when in filter(None, (date, time)):
                times.parse(when, origin)
    problems.settle()
    return records


def _listed(path: Path, records: Records, problems: Problems) -> Iterator[tuple[Path, Given]]:
    for origin, source, name, date, time, title in records.rows("source", "file", "date", "time", "title"):
        file = path.parent / name
        if leads_out(file, path.parent):
            problems.fault(f"{quoted(name, 80)} is outside the folder of the table", origin)
        elif not file.is_file():
            problems.fault(f"there is no file {quoted(name, 80)} beside the table", origin)
        else:
            yield file, Given(slug(source), time or date, title or source)


def _of_table(path: Path, problems: Problems, rename: Callable[[str], str]) -> Iterator[RawDocument]:
    """A document for each source and date of a table of statements; each row is a paragraph."""
    records = _table(path, problems)
    if not any(records.columns["text"]):
        raise InputError(f"{str(path)!r} lists documents; give it to a new draft instead")
    rows: dict[tuple[str, str], list[tuple[Piece, tuple[str, str]]]] = {}
    columns = records.rows("source", "text", "date", "time", "event", "title", "reference")
    for _, source, text, date, time, event, title, reference in columns:
        rows.setdefault((source, time or date), []).append((Piece(text, reference=reference), (event, title)))
    ids: dict[str, str] = {}
    for number, ((source, date), own) in enumerate(rows.items(), 1):
        id = slug(rename(source))
        if (other := ids.setdefault(id, source)) != source:
            raise InputError(f"the sources {quoted(other, 60)} and {quoted(source, 60)} have one id; rename one")
        content = Content([piece for piece, _ in own], "paragraph")
        several = sum(teller == source for teller, _ in rows) > 1
        yield raw.described(
            raw.from_content(path, content, f"{id}-{number}" if several else id, [event for _, event in own]),
            id,
            date,
            source,
            rename,
        )


def several_rows(documents: Sequence[RawDocument]) -> bool:
    """Whether all documents are of tables, and some source has several rows: then the rows are passages."""
    return all(tables.is_table(d.path) for d in documents) and any(len(d.paragraphs) > 1 for d in documents)
