"""The files of a corpus: a single table, all files of a folder, or those that a `corpus.yaml` lists.

All three become a `Manifest`; the files themselves are read elsewhere. No file outside the corpus folder is accepted.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ingest import plain_yaml
from ingest.documents import document as documents
from ingest.files import decode, leads_out, look, read_bytes
from ingest.request import check_language, slug
from ingest.tables import table as tables
from taeg.base.errors import InputError, Problems, nearest, quoted, shortened
from taeg.model.corpus import Source
from taeg.model.timeline import natural
from taeg.text import times
from taeg.text.ids import normal_id

MANIFEST = "corpus.yaml"
KEYS = ("name", "title", "language", "licence", "files", "sources", "priority", "timeline", "reference", "corrections")
FILE_KEYS = ("file", "columns", "source")
SOURCE_KEYS = ("id", "title", "author", "date")
COLUMNS = ("source", "event", "text", "id", "time", "order", "reference", "title", "lang", "place", "day")
NOT_SOURCES = ("readme", "license", "licence", "copying", "changelog", "notes")
"""Names of files that are not accounts."""
NO_FOLDERS = ("__pycache__", "__MACOSX")
"""Folders that Python and macOS create."""
PARTS = ("timeline", "reference", "corrections")
"""Files that are recognized by their name if the manifest does not list them."""
MOST_FILES = 10_000
MOST_PATTERNS = 100
"""Patterns of a manifest in a folder of `MOST_FILES`; a smaller folder may have more."""
HINTS = 20
"""Number of missing files for which a similar name is suggested."""
MENTIONED = 6


@dataclass(frozen=True, slots=True)
class File:
    """A file of the corpus with its options from the manifest."""

    path: Path
    columns: Mapping[str, str] = field(default_factory=dict)
    """The file's names for our columns, by our names."""
    source: str = ""
    """The source of all accounts in the file, if it does not name them."""


class _Folder:
    """The corpus folder of a manifest; its files are listed at most once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._missing = 0
        self._patterns = 0

    @cached_property
    def files(self) -> list[Path]:
        """All files in it and in its subfolders."""
        return _walk(self.path)

    def near(self, missing: str) -> str:
        """Suggest a similar name for one of the first missing files."""
        self._missing += 1
        names = (str(path.relative_to(self.path)) for path in self.files)
        return nearest(missing, names) if self._missing <= HINTS else ""

    def glob(self, pattern: str, origin: str) -> list[Path]:
        """Return the files that match a pattern, in natural order."""
        self._patterns += 1
        if self._patterns > MOST_PATTERNS and self._patterns * len(self.files) > MOST_PATTERNS * MOST_FILES:
            raise InputError("there are too many patterns for so many files; let fewer match more", origin)
        return sorted((p for p in self.path.glob(pattern) if p.is_file()), key=lambda p: natural(str(p)))


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a corpus and its description."""

    name: str
    origin: str
    """The table, folder or `corpus.yaml`."""
    files: tuple[File, ...]
    title: str = ""
    language: str = ""
    licence: str = ""
    sources: tuple[Source, ...] = ()
    """Descriptions of sources."""
    priority: tuple[tuple[str, str], ...] = ()
    """Source ids in order of precedence, each with its file and line."""
    timeline: File | None = None
    reference: File | None = None
    corrections: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files, in the order in which problems are reported."""
        before, after = (self.timeline,), (self.reference,)
        files = (file.path for file in (*before, *self.files, *after) if file)
        return (Path(self.origin), *files, *((self.corrections,) if self.corrections else ()))


def of(path: Path, problems: Problems) -> Manifest:
    """Return the manifest of a table, of a folder, or of a `corpus.yaml`."""
    if path.is_dir():
        written = path / MANIFEST
        return _from_file(written, problems) if written.is_file() else _from_folder(path, problems)
    if path.suffix.casefold() in (".yaml", ".yml"):
        return _from_file(path, problems)
    return Manifest(slug(path.stem), str(path), (File(path),))


def _from_file(path: Path, problems: Problems) -> Manifest:
    node = plain_yaml.load(decode(read_bytes(path), "utf-8-sig", path), path)
    if node is None:
        raise InputError(
            f"the file is empty; write at least 'files:', or remove it; known are {', '.join(KEYS)}", str(path)
        )
    entries = plain_yaml.fields(node, path.name, KEYS, problems).values
    folder = _Folder(path.parent)

    def text(key: str) -> str:
        with problems.gather():
            return plain_yaml.text(entries[key], key).value.strip() if key in entries else ""
        return ""

    def part(key: str) -> File | None:
        with problems.gather():
            files = list(_files(folder, [entries[key]], problems)) if key in entries else []
            if len(files) > 1:
                raise InputError(f"{key} names {len(files)} files; name one", entries[key].origin)
            return files[0] if files else None
        return None

    beside = _parts(folder.path, [key for key in PARTS if key not in entries], problems)
    timeline, reference, corrections = (
        part(key) if key in entries else File(beside[key]) if key in beside else None for key in PARTS
    )
    others = [f.path for f in (timeline, reference, corrections) if f]
    if "files" in entries:
        origin = entries["files"].origin
        listed = entries["files"].values if isinstance(entries["files"], plain_yaml.Items) else [entries["files"]]
        if len(listed) > MOST_FILES:
            raise InputError(f"files has more than {MOST_FILES:,} entries; name them by patterns: 'day*.csv'", origin)
        before = problems.number
        # a pattern such as *.csv may match the timeline as well
        files = tuple(file for file in _files(folder, listed, problems) if file.path not in others)
        if not files and problems.number == before:
            problems.fault("no file is named; write '- reports.csv' or the like, or leave 'files:' out", origin)
        if problems.number == before:
            _remark_unnamed(folder, [*(f.path for f in files), *others, path], problems)
    else:
        files = tuple(file for file in _from_folder(folder.path, problems).files if file.path not in others)
    priority: tuple[plain_yaml.Text, ...] = ()
    with problems.gather():
        priority = plain_yaml.texts(entries["priority"], "priority") if "priority" in entries else ()
    language = text("language")
    with problems.gather():
        if language:
            check_language(language, entries["language"].origin)
    return Manifest(
        name=slug(text("name") or folder.path.resolve().name),
        origin=str(path),
        files=files,
        title=text("title"),
        language=language,
        licence=text("licence"),
        sources=tuple(_sources(entries["sources"], problems)) if "sources" in entries else (),
        priority=tuple((normal_id(name.value), name.origin) for name in priority),
        timeline=timeline,
        reference=reference,
        corrections=corrections.path if corrections else None,
    )


def _files(folder: _Folder, nodes: Iterable[plain_yaml.Node], problems: Problems) -> Iterator[File]:
    """Yield the files that a list names, by path or by pattern, each once."""
    seen: set[Path] = set()
    for node in nodes:
        with problems.gather():
            columns: dict[str, str] = {}
            source = ""
            name: plain_yaml.Node = node
            if isinstance(node, plain_yaml.Fields):
                entries = plain_yaml.fields(node, "a file", FILE_KEYS, problems).values
                if "file" not in entries:
                    raise InputError("a file needs its name: write 'file: …'", node.origin)
                name = entries["file"]
                if "columns" in entries:
                    given = plain_yaml.fields(entries["columns"], "columns", COLUMNS, problems).values
                    columns = {key: plain_yaml.text(v, f"column {key}").value.strip() for key, v in given.items()}
                source = normal_id(plain_yaml.text(entries["source"], "source").value) if "source" in entries else ""
            pattern = plain_yaml.text(name, "a file")
            try:
                for path in _matching(folder, pattern):
                    if path not in seen:
                        _check_path(folder.path, path, pattern.origin)
                        seen.add(path)
                        yield File(path, columns, source)
            except OSError as error:  # no permission, or a name that is too long
                reason = f"cannot be read: {error.strerror}; correct it"
                raise InputError(f"{quoted(pattern.value, 80)} {reason}", pattern.origin) from None


def _matching(folder: _Folder, pattern: plain_yaml.Text) -> list[Path]:
    """Return the files of a path or pattern."""
    written = pattern.value.strip()
    if not written:
        raise InputError("a file name is empty; complete or remove it", pattern.origin)
    parts = Path(written).parts
    if Path(written).is_absolute() or ".." in parts or "\\" in written or written.startswith("~"):
        raise InputError(
            f"{quoted(written, 80)} is outside the corpus folder; copy the file into it and name it from there",
            pattern.origin,
        )
    if any(c in written for c in "*?["):
        if parts.count("**") > 1:  # takes quadratic time
            raise InputError(f"the pattern {quoted(written, 80)} has '**' twice; once is enough", pattern.origin)
        try:
            found = folder.glob(written, pattern.origin)
        except (ValueError, NotImplementedError, RecursionError) as error:
            reason = shortened(str(error), 80)
            raise InputError(f"the pattern {quoted(written, 80)} cannot be read: {reason}", pattern.origin) from None
        if not found:
            raise InputError(
                f"no file matches {quoted(written, 80)} in {folder.path}; correct it, or put the files there",
                pattern.origin,
            )
    else:
        found = [folder.path / written]
        look(found[0])
        if not found[0].is_file() and not found[0].is_symlink():
            near = folder.near(written) or "; correct the name, or put the file there"
            raise InputError(f"there is no file {quoted(written, 80)} in {folder.path}{near}", pattern.origin)
    return found


def _check_path(folder: Path, path: Path, origin: str) -> None:
    """Raise if a file lies outside the folder or its name is not plain text."""
    name = _printable(path.relative_to(folder))
    if name != str(path.relative_to(folder)):
        raise InputError(f"the name of the file {quoted(name, 80)} is not plain text in UTF-8; rename it", origin)
    if path.is_symlink() and not path.exists():
        raise InputError(f"{quoted(name, 80)} is a broken link; put the file itself there", origin)
    if leads_out(path, folder):
        raise InputError(
            f"{quoted(name, 80)} is a link to a file outside the corpus folder; put the file itself there", origin
        )


def _printable(path: Path) -> str:
    """Return a printable form of a path."""
    return "".join(c if c.isprintable() else "\ufffd" for c in str(path))


def _sources(node: plain_yaml.Node, problems: Problems) -> Iterator[Source]:
    if not isinstance(node, plain_yaml.Items):
        problems.fault("sources is not a list; write '- id: …' and 'title: …' for each", node.origin)
        return
    seen: dict[str, str] = {}
    for item in node.values:
        with problems.gather():
            entries = plain_yaml.fields(item, "a source", SOURCE_KEYS, problems).values
            texts = {key: plain_yaml.text(entries[key], key).value.strip() for key in SOURCE_KEYS if key in entries}
            texts["id"] = normal_id(texts.get("id", ""))
            if not texts["id"]:
                raise InputError("a source needs an id", item.origin)
            if texts["id"] in seen:
                raise InputError(
                    f"source {quoted(texts['id'], 80)} is given twice (first: {seen[texts['id']]}); keep one",
                    item.origin,
                )
            seen[texts["id"]] = item.origin
            if texts.get("date"):
                times.parse(texts["date"], entries["date"].origin)
            yield Source(
                texts["id"],
                texts.get("title", ""),
                author=texts.get("author", ""),
                date=texts.get("date", ""),
                origin=item.origin,
            )


def _from_folder(folder: Path, problems: Problems) -> Manifest:
    """Return the manifest of a folder: its documents and tables; timeline, reference and corrections by their names."""
    advice = {**tables.OTHERS, **documents.NOT_READ}
    before = problems.number
    files: list[File] = []
    parts = _parts(folder, PARTS, problems)
    passed: list[str] = []
    others: list[tuple[str, str]] = []
    for path in _walk(folder):
        name = path.stem.casefold()
        readable = tables.is_table(path) or documents.is_document(path)
        if path.parent == folder and name in PARTS and (readable or _is_part(path)):
            continue
        with problems.gather():
            if readable:
                _check_path(folder, path, str(folder))
            if readable and name not in NOT_SOURCES:
                files.append(File(path))
            elif not readable and path.suffix.casefold() in advice:
                others.append((advice[path.suffix.casefold()], _printable(path)))
            elif path.parent == folder and path.name.casefold() in ("corpus.yml", MANIFEST) and path.name != MANIFEST:
                raise InputError(f"the file that describes the corpus must be named {MANIFEST}; rename it", str(path))
            elif path.name != MANIFEST:
                passed.append(_printable(path.relative_to(folder)))
    if passed:
        problems.remark(f"ignored, because they are not accounts: {_join(passed)}", str(folder))
    for what, origin in others:
        (problems.remark if files else problems.fault)(f"the file {what}", origin)
    if not files:
        if problems.number > before:
            problems.settle()
        kinds = ", ".join((*documents.SUFFIXES, *tables.SUFFIXES))
        raise InputError(f"the folder has no accounts; put files of these kinds there: {kinds}", str(folder))
    return Manifest(
        name=slug(folder.resolve().name),
        origin=str(folder),
        files=tuple(files),
        timeline=File(parts["timeline"]) if "timeline" in parts else None,
        reference=File(parts["reference"]) if "reference" in parts else None,
        corrections=parts.get("corrections"),
    )


def _parts(folder: Path, wanted: Iterable[str], problems: Problems) -> dict[str, Path]:
    """Find the timeline, reference and corrections in the folder by their names."""
    parts: dict[str, Path] = {}
    for path in sorted(folder.iterdir(), key=lambda path: natural(path.name)):
        name = path.stem.casefold()
        readable = tables.is_table(path) or documents.is_document(path) or _is_part(path)
        if name not in wanted or not readable or not path.is_file() or path.name.startswith((".", "~$")):
            continue
        if name in parts:
            problems.fault(f"{parts[name].name!r} and {path.name!r} are both a {name}; keep one of them", str(folder))
        with problems.gather():
            _check_path(folder, path, str(folder))
            parts.setdefault(name, path)
    return parts


def _walk(folder: Path) -> list[Path]:
    """List all files below a folder in natural order, except hidden and temporary ones."""
    found: list[Path] = []

    def refuse(error: OSError) -> None:
        raise InputError(
            f"the folder cannot be read ({error.strerror}); correct its permissions, or move it elsewhere",
            str(error.filename or folder),
        )

    for here, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in NO_FOLDERS)
        found += [Path(here) / name for name in names if not name.startswith((".", "~$"))]
        if len(found) > MOST_FILES:
            raise InputError(
                f"there are more than {MOST_FILES} files below this folder; name a smaller one", str(folder)
            )
    return sorted(found, key=lambda path: natural(str(path)))


def _remark_unnamed(folder: _Folder, named: Iterable[Path], problems: Problems) -> None:
    """Warn about documents, tables and corrections that the manifest does not list."""
    known = set(named)
    left = [
        _printable(path.relative_to(folder.path))
        for path in folder.files
        if path not in known
        and (tables.is_table(path) or documents.is_document(path) or _is_part(path))
        and path.stem.casefold() not in NOT_SOURCES
    ]
    if left:
        problems.remark(f"not read, because {MANIFEST} does not list them: {_join(left)}", str(folder.path))


def _is_part(path: Path) -> bool:
    return path.stem.casefold() in PARTS and path.suffix.casefold() in (".yaml", ".yml")


def _join(names: list[str]) -> str:
    return ", ".join(names[:MENTIONED]) + (f" … ({len(names)} in all)" if len(names) > MENTIONED else "")
