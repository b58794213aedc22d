"""The table of readers, and the choice among them: by name for what is built in, by what a path is for the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest import folder as own
from ingest import streaming
from ingest.documents import document as documents
from ingest.files import look
from ingest.gospels import built_in as gospels
from ingest.gospels import verse_table
from ingest.gospels import xml_folder as gospel_xml
from ingest.request import Request
from ingest.tables import table as tables
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.model import profile as profiles
from taeg.model import timeline as timelines
from taeg.model.arrange import arrange, only, original
from taeg.model.corpus import TIMELINES, Corpus
from taeg.model.corrections import apply, words

MENTIONED = 12
"""How many events a remark names."""


@dataclass(frozen=True, slots=True)
class Reader:
    """One kind of corpus: what it accepts, in words and as a test, and how it is read."""

    name: str
    accepts: str
    read: Callable[[Request], Corpus]
    matches: Callable[[Path], bool] | None = None
    """None: the corpus is built in and asked for by the reader's name."""


READERS = (
    Reader("gospels", "the built-in corpus 'gospels'", gospels.read),
    Reader("gospel-xml", f"a folder with {gospel_xml.CHRONOLOGY}", gospel_xml.read, gospel_xml.matches),
    Reader(
        "verse-table",
        "a .tsv or .csv file with the columns book, chapter, verse, text",
        verse_table.read,
        verse_table.matches,
    ),
    Reader("table", "a table (.csv .tsv .jsonl .xlsx) with the columns source, event, text", own.read, own.is_table),
    Reader("folder", "a folder of documents (.md .txt .docx .pdf), or its corpus.yaml", own.read, own.is_folder),
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What reading a corpus found, all at once."""

    corpus: Corpus | None
    """None where a fault stops it from being loaded, and where it is too long for memory."""
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    contradictions: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many sources, events and accounts there are; empty where it cannot be loaded."""


def read(
    corpus: str,
    *,
    profile: str = "audited",
    translation: str | None = None,
    name: str | None = None,
    language: str | None = None,
    sources: Sequence[str] = (),
    part: bool = False,
    problems: Problems | None = None,
) -> Corpus:
    """Read a corpus: a built-in name, or a path (write `./gospels` for a folder of that name).

    `translation` is for the built-in corpus; `name` and `language` override what the reader would give; `sources` are
    the only ones to be read; a `part` is to be added to a corpus that may say the rest. What is wrong or strange goes
    into `problems`; a fault raises in the end.
    """
    path = Path(corpus)
    request = Request(path, profiles.profile(profile), translation, name, language, part, problems or Problems())
    found = _reader(corpus, path).read(request)
    request.problems.settle()
    if sources:
        found = replace(arrange(only(original(found), sources), part=part), corrections=found.corrections)
    return found


def check(
    corpus: str,
    *,
    profile: str = "audited",
    translation: str | None = None,
    language: str | None = None,
    sources: Sequence[str] = (),
) -> Checked:
    """Read a corpus without loading it and tell everything that was found."""
    problems = Problems()
    try:
        if translation is None and streaming.is_long(Path(corpus)):
            request = Request(Path(corpus), profiles.profile(profile), language=language, problems=problems)
            return _looked(streaming.look(request, sources), problems)
        found = read(
            corpus, profile=profile, translation=translation, language=language, sources=sources, problems=problems
        )
    except InputError as error:
        # what was gathered says it already; what was not is the one fault
        faults = problems.faults or [str(error)]
        return Checked(None, tuple(faults), tuple(problems.remarks))
    _remark_on_timeline(found.timeline, problems)
    corrected = apply(replace(found, corrections=()), found.corrections)
    for correction in corrected.corrections:
        if correction.problem:
            problems.remark(f"a correction does not fit: {words(correction)}: {correction.problem}", correction.origin)
    told = {version.event for version in found.versions}
    _remark_on_untold([event.id for event in found.events if event.id not in told], problems)
    counts = {"sources": len(found.sources), "events": len(found.events), "accounts": len(found.versions)}
    return Checked(found, (), tuple(problems.remarks), tuple(timelines.contradictions(found)), counts)


def _looked(found: streaming.Looked, problems: Problems) -> Checked:
    """The same of tables that are too long for memory."""
    _remark_on_timeline(found.timeline, problems)
    _remark_on_untold(found.untold, problems)
    counts = {"sources": found.sources, "events": found.events, "accounts": found.versions}
    return Checked(None, (), tuple(problems.remarks), tuple(found.contradictions), counts)


def _remark_on_timeline(timeline: str, problems: Problems) -> None:
    if timeline != "given":
        problems.remark(f"the timeline was {TIMELINES[timeline]}")


def _remark_on_untold(events: Sequence[str], problems: Problems) -> None:
    if events:
        names = ", ".join(quoted(event, 80) for event in events[:MENTIONED])
        problems.remark(f"told by nobody, in no narrative: {names}{' …' * (len(events) > MENTIONED)}")


def _reader(corpus: str, path: Path) -> Reader:
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
