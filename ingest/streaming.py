"""Tables too long for memory on their way into a graph: read, put in order, weighed and loaded, a slice at a time.

What is in hand lies in a spool (`ingest.spool`) beside the graph until all of it is loaded, so that a run that was
killed is gone on with where it stopped. The graph is the one that the same tables would make through memory. Not for
documents and Excel files, and not for corrections, which need the corpus as a whole: those go through memory.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version as installed_version
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest import accounts, manifest, ordering
from ingest.accounts import Gathering
from ingest.gospels import verse_table
from ingest.manifest import File, Manifest
from ingest.request import Request
from ingest.spool import Spool
from ingest.spooled import Spooled, head_told
from ingest.tables import table as tables
from taeg.base.errors import GatheredError, InputError, Problems, nearest
from taeg.base.progress import Progress, advance, begin
from taeg.graph import generations
from taeg.graph import read as reading
from taeg.graph.generations import Loaded
from taeg.graph.graph import Graph
from taeg.graph.load import SpoiledError
from taeg.model.arrange import NO_LANGUAGE, by_precedence
from taeg.model.corpus import Source
from taeg.model.corpus_graph import Head, event_slices
from taeg.model.timeline import Contradictions
from taeg.store import workfiles

LONG = 32 * 1024 * 1024
"""Bytes of tables that are still read into memory."""
BATCH = 20_000
"""Rows that are kept at once."""
BATCH_CHARACTERS = 16_000_000
"""Characters of their texts, and those of the last row."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """What was loaded, and how much of it there is."""

    loaded: Loaded
    events: int
    versions: int
    before: int
    same_event: int


@dataclass(frozen=True, slots=True)
class Looked:
    """What tables would make, without any graph."""

    sources: int
    events: int
    versions: int
    timeline: str
    untold: list[str]
    """Events that nobody tells."""
    contradictions: list[str]


def is_long(path: Path) -> bool:
    """Whether a corpus consists of tables alone, and of more than fits into memory with ease."""
    try:
        if path.is_dir() or path.suffix.casefold() in (".yaml", ".yml"):
            files = [file.path for file in manifest.of(path, Problems()).files]
        else:
            files = [path]
        if not path.is_dir() and verse_table.matches(path):
            return False
        long = all(tables.is_table(file) and file.suffix.casefold() != ".xlsx" for file in files)
        return long and sum(file.stat().st_size for file in files) > LONG
    except (OSError, InputError, ValueError):
        return False  # whoever reads it says what is wrong


def load(
    request: Request,
    graph: Graph,
    id: str | None = None,
    sources: Sequence[str] = (),
    progress: Progress = lambda _: None,
) -> Streamed:
    """Put the tables that a request names into a graph in place of what has that id; the same again changes nothing."""
    problems = request.problems
    found = manifest.of(request.path, problems)
    problems.files = [str(path) for path in found.paths]
    problems.settle()
    id = id or f"{request.name or found.name}-{request.profile.name}"
    there = _there(graph, id, found)
    spool = Spool.open(workfiles.place(graph.store, id), _fingerprint(request, found, sources))
    try:
        if spool.told("head"):
            problems.remark("an ingest that was stopped was gone on with")
        else:
            _read(spool, request, found, sources, progress)
        stock = Spooled(spool)
        stock.weigh(progress)
        digest = stock.digested(progress)
        loaded = _loaded(graph, id, spool, stock, there, progress)
        done = Streamed(
            replace(loaded, digest=digest),
            stock.head.events,
            stock.head.versions,
            stock.counted("before"),
            stock.counted("same_event"),
        )
    except (InputError, generations.OvertakenError):
        spool.remove()
        raise
    except BaseException:
        spool.close()
        raise
    spool.remove()
    return done


def look(request: Request, sources: Sequence[str] = ()) -> Looked:
    """Read the tables that a request names and put them in order, in a working file that is gone afterwards."""
    found = manifest.of(request.path, request.problems)
    request.problems.files = [str(path) for path in found.paths]
    request.problems.settle()
    _refuse_corrections(found.name, found)
    with TemporaryDirectory(prefix="taeg-") as folder:
        spool = Spool.open(Path(folder) / "look.spool", "")
        try:
            _read(spool, request, found, sources, lambda _: None)
            stock = Spooled(spool)
            order = Contradictions(stock.head.sources)
            for start, stop in event_slices(stock.head.events):
                order.happen(stock.events(start, stop))
            for start, stop in pairwise(stock.cuts):
                order.tell(stock.versions(start, stop))
            head, untold = stock.head, stock.untold()
            return Looked(len(head.sources), head.events, head.versions, head.timeline, untold, order.lines())
        finally:
            spool.close()


def _there(graph: Graph, id: str, found: Manifest) -> str:
    """The generation to take the place of; corrections stop it, since they need the corpus in memory."""
    rows = graph.store.read("read/pointer", corpus=id)
    entry = reading.find(graph.store, id) if rows and rows[0]["generation"] else None
    _refuse_corrections(id, found, there=bool(entry and entry.corrections))
    return entry.generation if entry else ""


def _refuse_corrections(id: str, found: Manifest, *, there: bool = False) -> None:
    if there or found.corrections is not None:
        raise InputError(
            f"corpus {id!r} has corrections, and its tables are too long for memory, where corrections are made; take "
            "them out (taeg corrections), or give it another --id",
            str(found.corrections or ""),
        )


def _loaded(graph: Graph, id: str, spool: Spool, stock: Spooled, there: str, progress: Progress) -> Loaded:
    """Load what is weighed, going on where an earlier try stopped, or anew where that cannot be gone on with."""
    begun = str(spool.told("generation"))
    if begun:
        try:
            return generations.load(graph.store, id, stock, progress, there, going_on=begun, begun=True)
        except SpoiledError:
            pass  # it was swept
    generation = generations.new_generation(id)
    with spool.step():
        spool.tell("generation", generation)
    return generations.load(graph.store, id, stock, progress, there, going_on=generation)


def _fingerprint(request: Request, found: Manifest, sources: Sequence[str]) -> str:
    """What must be the same for a spool to be gone on with: program, wishes and files."""
    stats = [(str(path.absolute()), path.stat()) for path in found.paths if path.is_file()]
    said = (
        installed_version("taeg"),
        request.profile.name,
        request.language,
        list(sources),
        [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats],
    )
    return sha256(json.dumps(said).encode()).hexdigest()


def _read(spool: Spool, request: Request, found: Manifest, sources: Sequence[str], progress: Progress) -> None:
    """Read all tables into the spool and put them in order, or tell what is wrong with them."""
    problems = request.problems
    gathered = Gathering(problems)
    if found.timeline and not spool.told("declared"):
        _declare(spool, found.timeline, problems)
    begin(progress, "read", sum(map(_lines, (file.path for file in found.files))))
    kept = int(spool.told("rows") or 0)
    number = 0
    for file in found.files:
        gathered.tellings.clear()  # a source tells in its own order within a file; between files nobody knows
        for _ in _batches(file, gathered, sources):
            batch, number = gathered.accounts, number + len(gathered.accounts)
            new = batch[max(0, len(batch) - (number - kept)) :] if number > kept else []
            if new:
                with spool.step():
                    spool.add(new, number - len(new))
                    spool.tell("rows", number)
            advance(progress, len(batch))
            gathered.accounts.clear()
    gathered.faulty = problems.faulty
    if problems.number > tables.MOST_FAULTS:
        problems.remark(f"after {tables.MOST_FAULTS:,} faults no more was read; there may be others")
    if not number:
        problems.settle()
        _check_sources(gathered, sources)
        raise InputError("no account is in it", str(request.path))
    _arrange(spool, request, found, gathered, sources, progress)


def _declare(spool: Spool, file: File, problems: Problems) -> None:
    """Read the timeline; one with faults is not kept, since whoever goes on would not hear of them."""
    before = problems.number
    with problems.gather(str(file.path)):
        records = tables.read(file.path, accounts.TIMELINE, problems, file.columns)
        events = list(accounts.timeline(records, file, problems))
    if problems.number == before:
        with spool.step():
            spool.declare(events)
            spool.tell("declared", 1)


def _batches(file: File, gathered: Gathering, sources: Sequence[str]) -> Iterator[None]:
    """Read a table; comes back whenever there are enough accounts, and at the end."""
    problems = gathered.problems
    characters = 0
    with problems.gather(str(file.path)):
        for record in tables.stream(file.path, accounts.columns_of(file), problems, file.columns):
            characters += len(record.values["text"])
            with problems.gather():
                accounts.add(record, file, gathered)
                if sources and gathered.accounts[-1].source not in sources:
                    gathered.accounts.pop()
            if len(gathered.accounts) >= BATCH or characters >= BATCH_CHARACTERS:
                yield
                characters = 0
    yield


def _arrange(
    spool: Spool,
    request: Request,
    found: Manifest,
    gathered: Gathering,
    sources: Sequence[str],
    progress: Progress,
) -> None:
    problems = request.problems
    progress("check")
    try:
        with spool.step():
            ordering.check(spool, found.timeline is not None, problems)
            if found.timeline and not spool.told("declared"):
                problems.settle()  # nobody knows which events there are
            basis = ordering.find_events(spool, problems)
            if found.reference:
                whole = not sources and not gathered.faulty
                ordering.refer(spool, _reference(found.reference, problems), of_all=whole, problems=problems)
            told = tuple(_told(gathered, found, sources))
            problems.settle()
            code = request.language or found.language or accounts.only_language(gathered.languages) or NO_LANGUAGE
            spool.run("UPDATE account SET language = '' WHERE language = ?", code)
            ordering.put_in_order(spool, basis, told, progress)
            head = Head(request.profile, code, (), basis, found.title, found.licence, (), (), told, 0, 0)
            spool.tell("head", head_told(head))
    except GatheredError:
        raise
    except InputError as error:
        problems.add(error, str(request.path))
        problems.settle()
    if code == NO_LANGUAGE:
        problems.remark("no language is given, so sentences and words are told apart by plain rules; give --language")


def _told(gathered: Gathering, found: Manifest, sources: Sequence[str]) -> Sequence[Source]:
    """The sources in order of precedence, those asked for."""
    _check_sources(gathered, sources)
    told = [replace(s, title=s.title or s.id) for s in accounts.described(gathered, found)]
    return by_precedence([source for source in told if not sources or source.id in sources])


def _check_sources(gathered: Gathering, sources: Sequence[str]) -> None:
    for name in sources:
        if name not in gathered.sources:
            known = ", ".join(gathered.sources)
            raise InputError(f"there is no source {name!r}{nearest(name, gathered.sources)}; there are: {known}")


def _reference(file: File, problems: Problems) -> Iterator[tuple[str, str, str]]:
    if not tables.is_table(file.path):
        raise InputError("the reference of tables this long must be a table, too", str(file.path))
    for record in tables.stream(file.path, accounts.REFERENCE, problems, file.columns):
        yield record.values["event"], " ".join(record.values["text"].split()), record.place


def _lines(path: Path) -> int:
    """How many lines a file has: about as many rows."""
    with path.open("rb") as stream:
        return sum(piece.count(b"\n") for piece in iter(lambda: stream.read(1 << 20), b""))
