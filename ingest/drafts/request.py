"""A request for a draft: which documents belong to which source, what is kept of an earlier draft."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from ingest.drafts import checking, documents, drafting, edits, known_events, raw, relocation, writing
from ingest.drafts import folder as files
from ingest.drafts.documents import Given
from ingest.drafts.drafting import Result
from ingest.drafts.folder import DecisionRow, PassageRow, State
from ingest.drafts.raw import RawDocument
from ingest.request import check_language
from taeg.align.aligner import Aligner
from taeg.align.values import KnownEvent, Passages, Settings
from taeg.base.errors import InputError, Problems, quoted
from taeg.base.progress import SILENT, Progress
from taeg.model.timeline import natural
from taeg.text.language import ENGLISH
from taeg.text.language import language as language_of
from taeg.text.vectors import find_encoder
from taeg.text.vectors.models import MODELS, NO_MODEL


@dataclass(frozen=True, slots=True)
class Request:
    """What to draft, and how."""

    paths: Sequence[Path]
    out: Path | None = None
    add: Sequence[Path] = ()
    sources: Sequence[str] = ()
    """`NAME=FILE,FILE` for sources with several files, or with another name than their file."""
    passages: Passages | None = None
    """None: as before, else the rows of a table of passages, else events."""
    grain: float | None = None
    language: str | None = None
    """None: as before, else English."""
    model: str | None = None
    title: str = ""
    timeline: Path | None = None
    """A file with the events and their order, if they are known."""
    rename: Callable[[str], str] = str
    """Replaces names in everything that is written, except in the documents themselves."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft and the folder in which it was written."""

    result: Result
    folder: Path


def run(request: Request, problems: Problems, progress: Progress = SILENT) -> Drafted:
    """Make a draft, or make it again with what a person decided, and write its folder."""
    if request.out is None and not _is_folder_of_draft(request):
        raise InputError("name a folder for the draft with --out FOLDER")
    made = make(request, problems, progress)
    folder = request.out or request.paths[0]
    return Drafted(made.result, write(made, folder))


@dataclass(frozen=True)
class Made:
    """A draft before it is written."""

    result: Result
    request: Request
    """With the settings that were used."""
    aligner: Aligner
    documents: tuple[RawDocument, ...]
    settings: Mapping[str, Any]
    """How it was made, for `draft.json`."""


def make(request: Request, problems: Problems, progress: Progress = SILENT) -> Made:
    """Make a draft, or make it again; nothing is written but the cache of vectors."""
    if request.language:
        check_language(request.language)
    old = request.paths[0] if _is_folder_of_draft(request) else None
    if old is None and request.add:
        raise InputError("--add needs the folder of a draft: taeg draft FOLDER --add FILE")
    folder = request.out or old
    if folder is not None and folder != old:
        writing.check_target(folder, onto=old is None)
    progress.stage("read")
    if earlier := old or (folder if folder and files.is_draft(folder) else None):
        opened = _again(earlier, () if old else request.paths, request, problems)
    else:
        opened = _new(request, problems)
    request = opened.request
    raw.check_together(opened.documents)
    if not language_of(_language(request)).name:
        problems.remark(f"there is no stemmer for the language {_language(request)}: words match only in the same form")
    progress.stage("align")
    encoder = None if request.model == NO_MODEL else find_encoder(request.model, _language(request))
    statements = drafting.split(opened.documents, _language(request), opened.chronology)
    kept_by = drafting.cached(encoder, folder) if folder else encoder
    aligner = Aligner(statements, kept_by, _settings(request))
    names = [raw.text_name(document) for document in opened.documents]
    result = drafting.result(aligner, opened.documents, names, opened.decisions, opened.passages, request.rename)
    result = replace(result, lost=(*opened.lost, *result.lost))
    kept: dict[str, Any] = {"passages": request.passages, "grain": request.grain, "language": _language(request)}
    kept |= {"model": request.model, "title": request.title, "vectors": result.draft.encoder}
    if encoder is not None:
        kept["vectors_sha256"] = encoder.digest
    if opened.chronology:
        kept["chronology"] = known_events.encoded(opened.chronology)
    return Made(result, request, aligner, opened.documents, kept)


def write(made: Made, folder: Path) -> Path:
    """Write the folder of a draft."""
    writing.check_target(folder)
    writing.write(folder, made.result, made.request.title or folder.resolve().name, made.settings)
    return folder


def _is_folder_of_draft(request: Request) -> bool:
    return len(request.paths) == 1 and files.is_draft(request.paths[0])


@dataclass(frozen=True, slots=True)
class Opened:
    """What is to be aligned, and what a person decided before."""

    request: Request
    """With the settings of the earlier draft."""
    documents: tuple[RawDocument, ...]
    decisions: tuple[DecisionRow, ...] = ()
    passages: tuple[PassageRow, ...] = ()
    lost: tuple[str, ...] = ()
    chronology: tuple[KnownEvent, ...] = ()


def _new(request: Request, problems: Problems) -> Opened:
    named = documents.named_sources(request.sources)
    paths, given = documents.found(request.paths, problems)
    documents.check_named(named, paths)
    read = documents.read(paths, given | named, problems, request.rename)
    if request.passages is None:
        request = replace(request, passages="paragraph" if documents.several_rows(read) else "event")
    return Opened(request, tuple(read), chronology=_chronology(request, problems))


def _chronology(request: Request, problems: Problems) -> tuple[KnownEvent, ...]:
    return known_events.read(request.timeline, problems) if request.timeline else ()


def _again(earlier: Path, paths: Sequence[Path], request: Request, problems: Problems) -> Opened:
    """Read the documents of an earlier draft, or their new versions, with what a person decided about them."""
    state, decisions, passages = _earlier(earlier, problems)
    named = documents.named_sources(request.sources)
    changed, listed = documents.found([*paths, *request.add], problems)
    names = {name for path in changed for name in (path.name, request.rename(path.name))}
    originals = sorted((earlier / files.ORIGINALS).iterdir(), key=lambda p: natural(p.name))
    kept = [path for path in originals if path.name not in names and not path.name.startswith(".")]
    if paths and kept:
        problems.remark(
            f"kept from the earlier draft: {', '.join(path.name for path in kept)}; delete them there to leave them "
            "out",
            str(earlier / files.ORIGINALS),
        )
    documents.check_named(named, [*kept, *changed])
    known = {Path(d["original"]).name: Given(d["source"], d["date"], d["title"]) for d in state.documents}
    for name, about in (listed | named).items():
        before = known.get(name, Given())
        known[name] = Given(about.source, about.date or before.date, about.title or before.title)
    read = documents.read([*kept, *changed], known, problems, request.rename)
    moved = relocation.relocate(earlier, state, read, decisions, passages, request.rename)
    chronology = _chronology(request, problems) or known_events.decoded(state.settings.get("chronology", ()))
    return Opened(_as_before(request, state), tuple(read), moved.decisions, moved.passages, moved.lost, chronology)


def _language(request: Request) -> str:
    return request.language or ENGLISH


def _settings(request: Request) -> Settings:
    return Settings(passages=request.passages or "event", grain=request.grain)


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


def reopen(folder: Path, problems: Problems, model: str | None = None) -> Reopened:
    """Read the folder of a draft with what a person decided; `model` as in `Request`."""
    if not files.is_draft(folder):
        raise InputError(f"{str(folder)!r} is not the folder of a draft; make one with: taeg draft FILES --out FOLDER")
    opened = _again(folder, (), Request([folder], model=model), problems)
    request, read = opened.request, opened.documents
    state = files.read_state(folder)
    as_drafted = {document["file"]: document["sha256"] for document in state.documents}
    if as_drafted != {raw.text_name(document): files.digest(document.text) for document in read}:
        raise InputError(f"the documents in {str(folder / files.ORIGINALS)!r} have changed; run: taeg draft {folder}")
    raw.check_together(read)
    encoder = None if request.model == NO_MODEL else find_encoder(request.model, _language(request))
    statements = drafting.split(read, _language(request), opened.chronology)
    aligner = Aligner(statements, drafting.cached(encoder, folder), _settings(request))
    return Reopened(state, read, aligner, opened.decisions, opened.passages)


def _as_before(request: Request, state: State) -> Request:
    """Use the settings of the earlier draft where none are given now."""
    earlier = state.settings
    return replace(
        request,
        passages=request.passages or cast(Passages, earlier.get("passages", "event")),
        grain=request.grain if request.grain is not None else earlier.get("grain"),
        language=request.language or str(earlier.get("language", ENGLISH)),
        model=request.model or _named_model(earlier.get("model")),
        title=request.title or str(earlier.get("title", "")),
    )


def _named_model(recorded: object) -> str | None:
    """Return the recorded model of a draft; a folder is not loaded because the files of a draft name it."""
    if recorded is None or recorded == NO_MODEL or recorded in MODELS:
        return recorded
    raise InputError(
        f"the draft was made with the model {quoted(str(recorded), 80)}, which is none of {', '.join(MODELS)}; if you "
        "trust it, name it again with --model, or leave vectors out with --model none"
    )


def _earlier(folder: Path, problems: Problems) -> tuple[State, list[DecisionRow], list[PassageRow]]:
    """Return how a draft was made, the decisions of a person (edited rows included), and its passages."""
    files.check_links(folder)
    state = files.read_state(folder)
    decisions = [row for _, row in files.read_rows(folder / files.DECISIONS, DecisionRow, problems)]
    rows = files.read_rows(folder / files.ALIGNMENT, PassageRow, problems)
    passages = [row for _, row in rows]
    problems.settle()
    checking.check(folder, rows, problems)
    problems.settle()
    edited = edits.found(folder, state, problems)
    if count := len(edited.decisions):
        problems.remark(f"the tables were edited by hand: {count} decisions follow from it and are kept", str(folder))
    if edited.renamed:
        problems.remark(f"{len(edited.renamed)} events were renamed by hand and keep their ids", str(folder))
    return state, [*decisions, *edited.decisions], passages
