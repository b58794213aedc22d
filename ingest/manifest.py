"""What a corpus of one's own consists of: a table, a folder as it lies there, or what a `corpus.yaml` says of it.

All three become a `Manifest`. Which files there are is decided here; what stands in them is read elsewhere. No file
outside the corpus folder is ever named.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ingest import plain_yaml as plainyaml
from ingest.assemble import slug
from ingest.documents import document as documents
from ingest.files import decode, leads_out, look, read_bytes
from ingest.request import check_language
from ingest.tables import table as tables
from taeg.base.errors import InputError, Problems, nearest, quoted, shortened
from taeg.model.corpus import Source
from taeg.model.timeline import natural
from taeg.text import times

MANIFEST = "corpus.yaml"
KEYS = ("name", "title", "language", "licence", "files", "sources", "priority", "timeline", "reference", "corrections")
FILE_KEYS = ("file", "columns", "source")
SOURCE_KEYS = ("id", "title", "author", "date")
COLUMNS = ("source", "event", "text", "id", "time", "order", "reference", "title", "lang", "place", "day")
NOT_SOURCES = ("readme", "license", "licence", "copying", "changelog", "notes")
"""Files that lie in many folders and are nobody's account."""
NO_FOLDERS = ("__pycache__", "__MACOSX")
"""Folders that Python and the archives of macOS leave behind."""
PARTS = ("timeline", "reference", "corrections")
"""Files that are told by their name where no manifest names them."""
MOST_FILES = 10_000
MOST_PATTERNS = 100
"""How many patterns a manifest may have in a folder of `MOST_FILES`, each of which goes through all; more in a smaller
one."""
HINTS = 20
"""For how many files that are missing one of a like name is looked for."""
MENTIONED = 6


@dataclass(frozen=True, slots=True)
class File:
    """A file of the corpus, and what the manifest says of it."""

    path: Path
    columns: Mapping[str, str] = field(default_factory=dict)
    """The file's names for our columns."""
    source: str = ""
    """Who tells everything in it, where it does not say so itself."""


class _Folder:
    """The corpus folder of a manifest: gone through once, whatever the manifest names."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._missing = 0
        self._patterns = 0

    @cached_property
    def files(self) -> list[Path]:
        """All files below it."""
        return _walk(self.path)

    @cached_property
    def _names(self) -> list[str]:
        return [str(path.relative_to(self.path)) for path in self.files]

    def near(self, missing: str) -> str:
        """A hint at what may be meant by a file that is not there, for the first of them."""
        self._missing += 1
        return nearest(missing, self._names) if self._missing <= HINTS else ""

    def glob(self, pattern: str, place: str) -> list[Path]:
        """The files that a pattern matches, in natural order."""
        self._patterns += 1
        if self._patterns > MOST_PATTERNS and self._patterns * len(self.files) > MOST_PATTERNS * MOST_FILES:
            raise InputError("there are too many patterns for so many files; let fewer match more", place)
        return sorted((p for p in self.path.glob(pattern) if p.is_file()), key=lambda p: natural(str(p)))


@dataclass(frozen=True, slots=True)
class Manifest:
    """The parts of a corpus."""

    name: str
    place: str
    files: tuple[File, ...]
    title: str = ""
    language: str = ""
    licence: str = ""
    sources: tuple[Source, ...] = ()
    """What is said of sources beside what they tell."""
    priority: tuple[tuple[str, str], ...] = ()
    """Ids in order of precedence, each with the place where it is named."""
    timeline: File | None = None
    reference: File | None = None
    corrections: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """All its files in the order in which a person would look at them."""
        before, after = (self.timeline,), (self.reference,)
        files = (file.path for file in (*before, *self.files, *after) if file)
        return (Path(self.place), *files, *((self.corrections,) if self.corrections else ()))


def of(path: Path, problems: Problems) -> Manifest:
    """The manifest of a table, of a folder, or of a `corpus.yaml`."""
    if path.is_dir():
        written = path / MANIFEST
        return _written(written, problems) if written.is_file() else _found(path, problems)
    if path.suffix.casefold() in (".yaml", ".yml"):
        return _written(path, problems)
    return Manifest(slug(path.stem), str(path), (File(path),))


def _written(path: Path, problems: Problems) -> Manifest:
    node = plainyaml.load(decode(read_bytes(path), "utf-8-sig", path), path)
    if node is None:
        raise InputError(
            f"the file is empty; write at least 'files:', or remove it; known are {', '.join(KEYS)}", str(path)
        )
    said = plainyaml.fields(node, path.name, KEYS, problems).values
    folder = _Folder(path.parent)

    def text(key: str) -> str:
        with problems.gather():
            return plainyaml.text(said[key], key).value.strip() if key in said else ""
        return ""

    def part(key: str) -> File | None:
        with problems.gather():
            files = list(_files(folder, [said[key]], problems)) if key in said else []
            if len(files) > 1:
                raise InputError(f"{key} names {len(files)} files; name one", said[key].origin)
            return files[0] if files else None
        return None

    beside = _parts(folder.path, [key for key in PARTS if key not in said], problems)
    timeline, reference, corrections = (
        part(key) if key in said else File(beside[key]) if key in beside else None for key in PARTS
    )
    files: tuple[File, ...] = ()
    if "files" in said:
        place = said["files"].origin
        listed = said["files"].values if isinstance(said["files"], plainyaml.Items) else [said["files"]]
        if len(listed) > MOST_FILES:
            raise InputError(f"files has more than {MOST_FILES:,} entries; name them by patterns: 'day*.csv'", place)
        before = len(problems.faults)
        others = [f.path for f in (timeline, reference, corrections) if f]
        # a pattern for all tables means the accounts, not the timeline beside them
        files = tuple(file for file in _files(folder, listed, problems) if file.path not in others)
        if not files and len(problems.faults) == before:
            problems.fault("no file is named; write '- reports.csv' or the like, or leave 'files:' out", place)
        if len(problems.faults) == before:
            _remark_unnamed(folder, [*(f.path for f in files), *others, path], problems)
    else:
        others = [f.path for f in (timeline, reference, corrections) if f]
        files = tuple(file for file in _found(folder.path, problems).files if file.path not in others)
    priority: tuple[tuple[str, str], ...] = ()
    with problems.gather():
        named = plainyaml.texts(said["priority"], "priority") if "priority" in said else ()
        priority = tuple((t.value.strip(), t.origin) for t in named)
    return Manifest(
        name=slug(text("name") or folder.path.resolve().name),
        place=str(path),
        files=files,
        title=text("title"),
        language=_language(said, text("language"), problems),
        licence=text("licence"),
        sources=tuple(_sources(said["sources"], problems)) if "sources" in said else (),
        priority=priority,
        timeline=timeline,
        reference=reference,
        corrections=corrections.path if corrections else None,
    )


def _language(said: Mapping[str, plainyaml.Node], code: str, problems: Problems) -> str:
    if code:
        with problems.gather():
            check_language(code, said["language"].origin)
    return code


def _files(folder: _Folder, nodes: Iterable[plainyaml.Node], problems: Problems) -> Iterator[File]:
    """The files that a list names, by path or by pattern, each once."""
    seen: set[Path] = set()
    for node in nodes:
        with problems.gather():
            columns: dict[str, str] = {}
            source = ""
            name: plainyaml.Node = node
            if isinstance(node, plainyaml.Fields):
                said = plainyaml.fields(node, "a file", FILE_KEYS, problems).values
                if "file" not in said:
                    raise InputError("a file needs its name: write 'file: …'", node.origin)
                name = said["file"]
                columns = _columns(said["columns"], problems) if "columns" in said else {}
                source = plainyaml.text(said["source"], "source").value.strip() if "source" in said else ""
            pattern = plainyaml.text(name, "a file")
            for path in _matching(folder, pattern, seen):
                seen.add(path)
                yield File(path, columns, source)


def _columns(node: plainyaml.Node, problems: Problems) -> dict[str, str]:
    said = plainyaml.fields(node, "columns", COLUMNS, problems).values
    return {key: plainyaml.text(value, f"column {key}").value.strip() for key, value in said.items()}


def _matching(folder: _Folder, pattern: plainyaml.Text, seen: Collection[Path]) -> list[Path]:
    """The files of a path or pattern that were not seen yet; none of them may lie outside the folder."""
    try:
        found = [path for path in _looked_up(folder, pattern) if path not in seen]
        for path in found:
            _check_path(folder.path, path, pattern.origin)
    except OSError as error:  # no right to look, or a name too long
        raise InputError(
            f"{quoted(pattern.value, 80)} cannot be read: {error.strerror}; correct it", pattern.origin
        ) from None
    return found


def _looked_up(folder: _Folder, pattern: plainyaml.Text) -> list[Path]:
    written = pattern.value.strip()
    if not written:
        raise InputError("a file name is empty; complete or remove it", pattern.origin)
    parts = Path(written).parts
    if Path(written).is_absolute() or ".." in parts or "\\" in written or written.startswith("~"):
        raise InputError(
            f"{quoted(written, 80)} leads out of the corpus folder; copy the file into it and name it from there",
            pattern.origin,
        )
    if any(c in written for c in "*?["):
        if parts.count("**") > 1:  # each would go through all folders again for each folder that the one before found
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


def _check_path(folder: Path, path: Path, place: str) -> None:
    """Refuse a file that lies elsewhere, and one whose name nobody could write."""
    name = _shown(path.relative_to(folder))
    if name != str(path.relative_to(folder)):
        raise InputError(f"the name of the file {quoted(name, 80)} is not plain text in UTF-8; rename it", place)
    if path.is_symlink() and not path.exists():
        raise InputError(f"{quoted(name, 80)} is a link that leads nowhere; put the file itself there", place)
    if leads_out(path, folder):
        raise InputError(
            f"{quoted(name, 80)} is a link that leads out of the corpus folder; put the file itself there", place
        )


def _shown(path: Path) -> str:
    """A path as it can be printed, whatever bytes its name has."""
    return "".join(c if c.isprintable() else "\ufffd" for c in str(path))


def _sources(node: plainyaml.Node, problems: Problems) -> Iterator[Source]:
    if not isinstance(node, plainyaml.Items):
        problems.fault("sources is not a list; write '- id: …' and 'title: …' for each", node.origin)
        return
    seen: dict[str, str] = {}
    for item in node.values:
        with problems.gather():
            said = plainyaml.fields(item, "a source", SOURCE_KEYS, problems).values
            texts = {key: plainyaml.text(said[key], key).value.strip() for key in SOURCE_KEYS if key in said}
            if not texts.get("id"):
                raise InputError("a source needs an id", item.origin)
            if texts["id"] in seen:
                raise InputError(
                    f"source {quoted(texts['id'], 80)} is given twice (first: {seen[texts['id']]}); keep one",
                    item.origin,
                )
            seen[texts["id"]] = item.origin
            if texts.get("date"):
                times.parse(texts["date"], said["date"].origin)
            yield Source(
                texts["id"],
                texts.get("title", ""),
                author=texts.get("author", ""),
                date=texts.get("date", ""),
                origin=item.origin,
            )


def _found(folder: Path, problems: Problems) -> Manifest:
    """A folder as it lies there: its documents and tables, and by their names timeline, reference and corrections."""
    advice = {**tables.OTHERS, **documents.NOT_READ}
    before = len(problems.faults)
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
                others.append((advice[path.suffix.casefold()], _shown(path)))
            elif path.parent == folder and path.name.casefold() in ("corpus.yml", MANIFEST) and path.name != MANIFEST:
                raise InputError(f"what describes the corpus is called {MANIFEST}; rename it", str(path))
            elif path.name != MANIFEST:
                passed.append(_shown(path.relative_to(folder)))
    if passed:
        problems.remark(f"passed over, as nobody's account: {_some(passed)}", str(folder))
    for what, place in others:
        (problems.remark if files else problems.fault)(f"the file {what}", place)
    if not files and len(problems.faults) > before:
        problems.settle()
    if not files:
        kinds = ", ".join((*documents.SUFFIXES, *tables.SUFFIXES))
        raise InputError(f"the folder holds no account; put files of these kinds there: {kinds}", str(folder))
    return Manifest(
        name=slug(folder.resolve().name),
        place=str(folder),
        files=tuple(files),
        timeline=File(parts["timeline"]) if "timeline" in parts else None,
        reference=File(parts["reference"]) if "reference" in parts else None,
        corrections=parts.get("corrections"),
    )


def _parts(folder: Path, wanted: Iterable[str], problems: Problems) -> dict[str, Path]:
    """The files of the folder itself that are told by their names: timeline, reference, corrections."""
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
    """All files below a folder in natural order, but for hidden ones and what programs leave behind."""
    found: list[Path] = []

    def refuse(error: OSError) -> None:
        raise InputError(
            f"the folder cannot be read ({error.strerror}); give yourself the right to read it, or move it away",
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
    """Documents, tables and corrections beside those that the manifest names."""
    known = set(named)
    left = [
        _shown(path.relative_to(folder.path))
        for path in folder.files
        if path not in known
        and (tables.is_table(path) or documents.is_document(path) or _is_part(path))
        and path.stem.casefold() not in NOT_SOURCES
    ]
    if left:
        problems.remark(f"not read, since {MANIFEST} does not name them: {_some(left)}", str(folder.path))


def _is_part(path: Path) -> bool:
    return path.stem.casefold() in PARTS and path.suffix.casefold() in (".yaml", ".yml")


def _some(names: list[str]) -> str:
    return ", ".join(names[:MENTIONED]) + (f" … ({len(names)} in all)" if len(names) > MENTIONED else "")
