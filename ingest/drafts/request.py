"""A request for a draft: which documents belong to which source, what is kept of an earlier draft."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from ingest.drafts import drafting, edits, raw
from ingest.drafts import folder as files
from ingest.drafts.drafting import Result
from ingest.drafts.folder import DecisionRow, PassageRow, State
from ingest.drafts.formats import Content, Piece
from ingest.drafts.raw import RawDocument
from ingest.request import check_language, slug
from ingest.tables import table as tables
from ingest.tables.table import Columns
from taeg.align.aligner import Aligner
from taeg.align.values import Settings
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.base.progress import SILENT, Progress
from taeg.model.timeline import natural
from taeg.text.vectors import find_encoder

STATEMENTS = Columns(("source", "text"), ("time", "reference", "date"))
NO_MODEL = "none"


@dataclass(frozen=True, slots=True)
class Request:
    """What to draft, and how."""

    paths: Sequence[Path]
    out: Path | None = None
    add: Sequence[Path] = ()
    sources: Sequence[str] = ()
    """`NAME=FILE,FILE` for sources with several files, or with another name than their file."""
    passages: Literal["event", "paragraph", "sentence"] = "event"
    grain: float | None = None
    language: str = "en"
    model: str | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft and the folder in which it was written."""

    result: Result
    folder: Path


def run(request: Request, problems: Problems, progress: Progress = SILENT) -> Drafted:
    """Make a draft, or make it again with what a person decided, and write its folder."""
    check_language(request.language)
    old = request.paths[0] if len(request.paths) == 1 and files.is_draft(request.paths[0]) else None
    if old is None and request.add:
        raise InputError("--add needs the folder of a draft: taeg draft FOLDER --add FILE")
    folder = request.out or old
    if folder is None:
        raise InputError("name a folder for the draft with --out FOLDER")
    state, decisions, before = (None, [], []) if old is None else _earlier(old, problems)
    if old is None:
        drafting.check_target(folder)
    if state is not None:
        request = _as_before(request, state)
    progress.stage("read")
    documents = _documents(request, old, state, problems)
    progress.stage("align")
    encoder = None if request.model == NO_MODEL else find_encoder(request.model, request.language)
    settings = Settings(passages=request.passages, grain=request.grain)
    result = drafting.align(documents, request.language, settings, drafting.cached(encoder, folder), decisions, before)
    kept = {"passages": request.passages, "grain": request.grain, "language": request.language}
    kept |= {"model": request.model, "title": request.title, "vectors": result.draft.encoder}
    if encoder is not None:
        kept["vectors_sha256"] = encoder.digest
    drafting.write(folder, result, request.title or folder.resolve().name, kept)
    return Drafted(result, folder)


@dataclass(frozen=True, slots=True)
class Reopened:
    """A draft to go on with."""

    state: State
    documents: tuple[RawDocument, ...]
    aligner: Aligner
    decisions: tuple[DecisionRow, ...]
    """With those that follow from edited tables."""
    passages: tuple[PassageRow, ...]
    """As the folder has them."""


def reopen(folder: Path, problems: Problems) -> Reopened:
    """Read the folder of a draft with what a person decided."""
    if not files.is_draft(folder):
        raise InputError(f"{str(folder)!r} is not the folder of a draft; make one with: taeg draft FILES --out FOLDER")
    state, decisions, before = _earlier(folder, problems)
    request = _as_before(Request([folder]), state)
    documents = _documents(request, folder, state, problems)
    raw.check_together(documents)
    encoder = None if request.model == NO_MODEL else find_encoder(request.model, request.language)
    settings = Settings(passages=request.passages, grain=request.grain)
    statements = drafting.split(documents, request.language)
    aligner = Aligner(statements, drafting.cached(encoder, folder), settings)
    return Reopened(state, tuple(documents), aligner, tuple(decisions), tuple(before))


def _as_before(request: Request, state: State) -> Request:
    """Use the settings of the earlier draft where none are given now."""
    earlier = state.settings
    return replace(
        request,
        passages=cast(Literal["event", "paragraph", "sentence"], earlier.get("passages", request.passages)),
        grain=request.grain if request.grain is not None else earlier.get("grain"),
        language=str(earlier.get("language", request.language)),
        model=request.model or earlier.get("model"),
        title=request.title or str(earlier.get("title", "")),
    )


def _earlier(folder: Path, problems: Problems) -> tuple[State, list[DecisionRow], list[PassageRow]]:
    """Return how a draft was made, the decisions of a person (edited rows included), and its passages."""
    state = files.read_state(folder)
    decisions = [row for _, row in files.read_rows(folder / files.DECISIONS, DecisionRow, problems)]
    passages = [row for _, row in files.read_rows(folder / files.ALIGNMENT, PassageRow, problems)]
    problems.settle()
    edited = edits.found(folder, state, problems)
    if edited:
        problems.remark(
            f"the tables were edited by hand: {len(edited)} decisions follow from it and are kept", str(folder)
        )
    return state, [*decisions, *edited], passages


def _documents(request: Request, old: Path | None, state: State | None, problems: Problems) -> list[RawDocument]:
    named = dict(_named_sources(request.sources))
    known = {} if state is None else {Path(d["original"]).name: d for d in state.documents}
    if old is None:
        paths = list(_files(request.paths, problems))
    else:
        paths = [*sorted((old / files.ORIGINALS).iterdir(), key=lambda p: natural(p.name)), *request.add]
    if len(paths) == 1 and tables.is_table(paths[0]):
        return list(_from_table(paths[0], problems))
    _check_names(paths)
    documents = []
    for path in paths:
        with problems.gather(str(path)):
            document = raw.read(path, problems)
            before = known.get(path.name, {})
            source = named.pop(path.name, "") or before.get("source") or slug(document.source or path.stem)
            documents.append(raw.described(document, source, before.get("date", ""), before.get("title", "")))
    problems.settle()
    if named:
        name = next(iter(named))
        hint = nearest(name, [path.name for path in paths])
        raise InputError(f"--source names {quoted(name, 80)}, which is not among the documents{hint}")
    return documents


def _named_sources(options: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The source of each file that --source names."""
    for option in options:
        name, equals, listed = option.partition("=")
        if not equals or not name.strip() or not listed.strip():
            raise InputError(f"--source {quoted(option, 80)}: write NAME=FILE, or NAME=FILE,FILE")
        for file in listed.split(","):
            yield Path(file.strip()).name, slug(name)


def _files(paths: Sequence[Path], problems: Problems) -> Iterator[Path]:
    """The documents that paths name: files, and all readable files of folders."""
    for path in paths:
        if path.is_dir():
            inside = sorted(
                (p for p in path.rglob("*") if p.is_file() and not p.name.startswith(".")),
                key=lambda p: natural(str(p)),
            )
            readable = [p for p in inside if raw.is_raw(p)]
            if not readable:
                raise InputError(
                    f"the folder {str(path)!r} has no documents; put files of these kinds there: "
                    f"{', '.join(raw.SUFFIXES)}"
                )
            if ignored := [p.name for p in inside if p not in readable]:
                problems.remark(f"ignored, because they are no documents: {', '.join(ignored[:8])}", str(path))
            yield from readable
        elif path.is_file():
            yield path
        else:
            raise InputError(f"there is no file or folder {str(path)!r}")


def _check_names(paths: Sequence[Path]) -> None:
    seen: dict[str, Path] = {}
    for path in paths:
        if path.name in seen:
            raise InputError(
                f"two documents are named {quoted(path.name, 80)} ({seen[path.name].parent} and {path.parent}); "
                "rename one"
            )
        seen[path.name] = path


def _from_table(path: Path, problems: Problems) -> Iterator[RawDocument]:
    """A document for each source of a table with the columns source, text; each row is a paragraph."""
    records = tables.read(path, STATEMENTS, problems)
    problems.settle()
    rows: dict[str, list[str]] = {}
    for _, source, text in records.rows("source", "text"):
        rows.setdefault(source, []).append(text)
    _check_distinct(rows)
    for source, texts in rows.items():
        content = Content([Piece(text) for text in texts], "paragraph", title=source)
        document = raw.from_content(path.with_name(f"{slug(source)}.txt"), content)
        yield raw.described(document, slug(source))


def _check_distinct(rows: Mapping[str, Sequence[str]]) -> None:
    ids: dict[str, str] = {}
    for source in rows:
        if (other := ids.setdefault(slug(source), source)) != source:
            raise InputError(f"the sources {quoted(other, 60)} and {quoted(source, 60)} have one id; rename one")
