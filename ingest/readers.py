"""The table of readers. Built-in corpora are selected by name, all others by what their path is."""

import gc
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Unpack

from ingest import folder as own
from ingest.documents import document as documents
from ingest.drafts import corpus as drafts
from ingest.drafts.folder import is_draft
from ingest.files import look
from ingest.gospels import built_in as gospels
from ingest.gospels import verse_table
from ingest.gospels import xml_folder as gospel_xml
from ingest.manifest import MANIFEST
from ingest.request import Options, Request
from ingest.tables import table as tables
from taeg.base.errors import InputError, Problems, listed, nearest, quoted
from taeg.model import corpus as values
from taeg.model import timeline as timelines
from taeg.model.arrange import arrange, only, original
from taeg.model.corpus import AUDITED, GIVEN, TIMELINES, Corpus
from taeg.model.corrections import apply, words
from taeg.model.moves import Move, moves

MENTIONED = 12
"""Number of events that a warning lists."""


@dataclass(frozen=True, slots=True)
class Reader:
    """One kind of corpus: what it accepts, in words and as a test, and how it is read."""

    name: str
    accepts: str
    read: Callable[[Request], Corpus]
    matches: Callable[[Path], bool] | None = None
    """None for a built-in corpus, which is selected by the name of its reader."""


def _is_gospel_folder(path: Path) -> bool:
    return (path / gospel_xml.CHRONOLOGY).is_file()


def _is_verse_table(path: Path) -> bool:
    """Whether the path is a table of verses, judging by its header."""
    if path.suffix.casefold() not in (".tsv", ".csv") or not path.is_file():
        return False
    with path.open("rb") as stream:
        start = stream.read(4096).decode(errors="replace").casefold()
    words = set(re.findall(r"\w+", next(iter(start.strip().splitlines()), "")))
    return len(words & {"book", "chapter", "verse"}) >= 2 and not {"source", "event"} <= words


READERS = (
    Reader("gospels", "the built-in corpus 'gospels'", gospels.read),
    Reader("gospel-xml", f"a folder with {gospel_xml.CHRONOLOGY}", gospel_xml.read, _is_gospel_folder),
    Reader(
        "verse-table",
        "a .tsv or .csv file with the columns book, chapter, verse, text",
        verse_table.read,
        _is_verse_table,
    ),
    Reader("table", "a table (.csv .tsv .jsonl .xlsx) with the columns source, event, text", own.read, own.is_table),
    Reader("draft", "a folder made by `taeg draft`", drafts.read, is_draft),
    Reader("folder", "a folder of documents (.md .txt .docx .pdf), or its corpus.yaml", own.read, own.is_folder),
)


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of validating a corpus."""

    corpus: Corpus | None
    """None if there is an error that prevents loading."""
    faults: tuple[str, ...]
    """Errors, in the order of files and lines."""
    remarks: tuple[str, ...]
    """Warnings."""
    order_disagreements: tuple[str, ...] = ()
    """Sources that have events in another order than the timeline."""
    look_backs: tuple[str, ...] = ()
    """Where a statement of a draft returns to an earlier event."""
    moves: tuple[Move, ...] = ()
    """Moves of events that would remove most of both."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Number of sources, events and accounts; empty if the corpus cannot be loaded."""


def read(
    corpus: str | PathLike[str],
    *,
    profile: str = AUDITED.name,
    problems: Problems | None = None,
    **options: Unpack[Options],
) -> Corpus:
    """Read a corpus: a built-in name, or a path (write `./gospels` for a folder of that name).

    The options are described at `Request`. Errors and warnings are collected in `problems`; any error raises at the
    end.
    """
    path = Path(corpus)
    corpus = corpus if isinstance(corpus, str) else str(path.absolute())  # never the name of a built-in corpus
    request = Request(path, values.profile(profile), problems=problems or Problems(), **options)
    reader = _find_reader(corpus, path)
    _check_options(reader, request)
    gc.disable()  # a large corpus is many objects, none of them in cycles
    try:
        with request.problems.gather(corpus):
            found = reader.read(request)
        request.problems.settle()
    finally:
        gc.enable()
    if request.sources:
        kept = arrange(only(original(found), request.sources), part=request.part)
        found = replace(kept, corrections=found.corrections)
    return found.read_from(_place(reader, path))


def _place(reader: Reader, path: Path) -> str:
    """Return where a corpus is read from: the absolute path of its file or folder, the same for all names of it."""
    if reader.matches is None:
        return f"{reader.name} (built-in)"
    found = path.resolve()
    place = found.parent if found.name == MANIFEST else found
    return str(place).encode(errors="surrogateescape").decode(errors="replace")


def _check_options(reader: Reader, request: Request) -> None:
    if reader.matches and request.translation is not None:
        raise InputError(
            f"a translation ({request.translation!r}) can be chosen for the built-in corpus 'gospels' only; "
            f"leave it out to read {str(request.path)!r}"
        )
    if not reader.matches and request.language is not None:
        raise InputError("a language can be given for a text of your own only; leave --language out")


def check(corpus: str, *, profile: str = AUDITED.name, **options: Unpack[Options]) -> Checked:
    """Read a corpus without loading it and return all errors and warnings."""
    problems = Problems()
    try:
        found = read(corpus, profile=profile, problems=problems, **options)
    except InputError as error:
        # `error` repeats what was collected, if anything was
        return Checked(None, tuple(problems.faults or [str(error)]), tuple(problems.remarks))
    if found.timeline != GIVEN:
        problems.remark(f"the timeline was {TIMELINES[found.timeline]}")
    corrected = apply(replace(found, corrections=()), found.corrections)
    for correction in corrected.corrections:
        if correction.problem:
            problems.remark(f"a correction does not fit: {words(correction)}: {correction.problem}", correction.origin)
    reported = {version.event for version in found.versions}
    if silent := [quoted(event.id, 80) for event in found.events if event.id not in reported]:
        problems.remark(f"events without an account, which no narrative includes: {listed(silent, MENTIONED)}")
    counts = {"sources": len(found.sources), "events": len(found.events), "accounts": len(found.versions)}
    disagreements = tuple(timelines.order_disagreements(found, origins=True))
    look_backs = tuple(timelines.look_backs(found, origins=True))
    suggested = moves(corrected) if disagreements or look_backs else ()
    return Checked(found, (), tuple(problems.remarks), disagreements, look_backs, suggested, counts)


def _find_reader(corpus: str, path: Path) -> Reader:
    for reader in READERS:
        if reader.matches is None and corpus == reader.name:
            return reader
    try:
        look(path)
        exists = path.exists()
        found = next((reader for reader in READERS if reader.matches and reader.matches(path)), None)
    except (OSError, ValueError) as error:  # no right to look, a name too long, a NUL in it
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"corpus {quoted(corpus, 200)} cannot be read: {reason}; see who may read it") from None
    if found and corpus:
        return found
    accepted = "; accepted: " + ", ".join(reader.accepts for reader in READERS)
    if exists and corpus:
        suffix = path.suffix.casefold()
        if suffix in tables.OTHERS:
            raise InputError(f"{corpus!r} {tables.OTHERS[suffix]}")
        if suffix in documents.SUFFIXES or suffix in documents.NOT_READ:
            raise InputError(f"{corpus!r} is one document; put it into a folder with the others and name the folder")
        raise InputError(f"corpus {corpus!r} is of no kind that can be read{accepted}")
    built_in = [reader.name for reader in READERS if reader.matches is None]
    raise InputError(f"there is no corpus, file or folder {quoted(corpus, 200)}{nearest(corpus, built_in)}{accepted}")
