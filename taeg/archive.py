"""A corpus with its edges and runs as one value, and as a plain file: for copies and backups.

The file is UTF-8 text, one JSON value a line: a header, then for each corpus its head, sources, events, versions,
edges, runs and digest, and a last line with the checksum of all lines before it. A file that ends early or was changed
is refused before anything is written to a graph.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from taeg import generations, reading, runs
from taeg.corpusgraph import CorpusGraph, Edges
from taeg.errors import InputError, TaegError
from taeg.files import write_whole
from taeg.generations import Loaded
from taeg.profiles import profile
from taeg.reading import Entry
from taeg.runs import Run
from taeg.store import Store
from taeg.values import Corpus, Event, Source, Version, check_id

FORMAT = 1
_ENDS_EARLY = "the backup ends early; it was not written whole"


@dataclass(frozen=True)
class Dump:
    """One corpus, whole."""

    id: str
    graph: CorpusGraph
    runs: tuple[Run, ...]


def dump(store: Store, entry: Entry) -> Dump:
    """Take one generation out of a graph."""
    return Dump(entry.id, reading.corpus_graph(store, entry), tuple(runs.read_all(store, entry)))


def restore(store: Store, dump: Dump, progress: Callable[[str], None] = lambda _: None) -> Loaded:
    """Put a dump into a graph in place of what has its id."""
    loaded = generations.load(store, dump.id, dump.graph, progress)
    entry = reading.find(store, dump.id)
    if entry.digest != loaded.digest:
        raise TaegError(f"another process has replaced corpus {dump.id!r} meanwhile; run this again")
    ids = dump.graph.corpus.ids
    for run in dump.runs:
        runs.save(store, entry, run, ids)
    return loaded


def write_file(path: Path, dumps: Iterable[Dump]) -> None:
    """Write a backup for its owner alone; a file of that name is replaced only when the new one is whole."""
    write_whole(path, _lines(dumps), mode=0o600)


def _lines(dumps: Iterable[Dump]) -> Iterator[bytes]:
    checksum = hashlib.sha256()
    for value in _values(dumps):
        line = f"{json.dumps(value, ensure_ascii=False)}\n".encode()
        checksum.update(line)
        yield line
    yield f"{json.dumps({'sha256': checksum.hexdigest()})}\n".encode()


def read_file(path: Path) -> list[Dump]:
    """Read a backup whole, checking every digest, before anybody writes anything."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a TAEG backup: it is not UTF-8 text") from None
    return list(_Reader(path, lines).dumps())


def _values(dumps: Iterable[Dump]) -> Iterator[dict[str, Any]]:
    yield {"taeg-backup": FORMAT}
    for item in dumps:
        corpus = item.graph.corpus
        yield {
            "corpus": item.id,
            "profile": corpus.profile.name,
            "language": corpus.language,
            "notes": corpus.notes,
        }
        for s in corpus.sources:
            yield {"source": s.id, "title": s.title, "text": s.text}
        for e in corpus.events:
            yield {
                "event": e.id,
                "title": e.title,
                "day": e.day,
                "location": e.location,
                "reference": e.reference,
            }
        for v in corpus.versions:
            yield {
                "version": v.id,
                "of": v.event,
                "by": v.source,
                "reference": v.reference,
                "gaps": v.gaps,
                "text": v.text,
            }
        for kind, edges in (("before", item.graph.before), ("same_event", item.graph.same_event)):
            yield {kind: [edges.a.tolist(), edges.b.tolist(), edges.weight.tolist()]}
        for run in item.runs:
            yield {
                "run": run.id,
                "strategy": run.strategy,
                "parameters": dict(run.parameters),
                "signature": run.signature,
                "created": run.created,
                "chosen": [run.event.tolist(), run.version.tolist(), run.score.tolist()],
                "described": run.described.tolist(),
                "quoted": [*run.quoted.T.tolist(), run.quoted_score.tolist()],
            }
        yield {"end": item.id, "digest": item.graph.digest}


class _Reader:
    """Goes through a backup's lines; every fault is told with its line."""

    def __init__(self, path: Path, lines: list[str]) -> None:
        self._path = path
        self._lines = lines
        self._number = 0

    def dumps(self) -> Iterator[Dump]:
        try:
            yield from self._all()
        except InputError as error:
            raise InputError(str(error), self._place) from error
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise InputError("the backup is damaged here", self._place) from error

    def _all(self) -> Iterator[Dump]:
        header = self._next()
        if header is None or header.get("taeg-backup") != FORMAT:
            raise InputError(f"this is not a TAEG backup of format {FORMAT}")
        while (head := self._next()) is not None and "sha256" not in head:
            yield self._one(head)
        if head is None:
            raise InputError(_ENDS_EARLY)
        if head != {"sha256": self._checksum()} or self._next() is not None:
            raise InputError("the backup does not have the checksum that was recorded; it was changed")

    def _one(self, head: dict[str, Any]) -> Dump:
        sources: list[Source] = []
        events: list[Event] = []
        versions: list[Version] = []
        edges: dict[str, Edges] = {}
        made: list[Run] = []
        while (value := self._next()) is not None and "end" not in value:
            if "source" in value:
                sources.append(Source(value["source"], value["title"], value["text"]))
            elif "event" in value:
                events.append(
                    Event(value["event"], value["title"], value["day"], value["location"], value["reference"])
                )
            elif "version" in value:
                versions.append(
                    Version(
                        value["version"],
                        value["of"],
                        value["by"],
                        value["text"],
                        value["reference"],
                        tuple(value["gaps"]),
                    )
                )
            elif "run" in value:
                made.append(_run(value))
            else:
                [(kind, columns)] = value.items()
                edges[kind] = _edges(columns)
        if value is None:
            raise InputError(_ENDS_EARLY)
        corpus = Corpus(
            name=head["corpus"],
            sources=tuple(sources),
            events=tuple(events),
            versions=tuple(versions),
            language=head["language"],
            profile=profile(head["profile"]),
            notes=tuple(head["notes"]),
        )
        graph = CorpusGraph(corpus, edges["before"], edges["same_event"])
        if graph.digest != value["digest"]:
            raise InputError(f"corpus {head['corpus']!r} does not have the digest that was recorded; it was changed")
        for run in made:
            _check_run(run, corpus)
        return Dump(head["corpus"], graph, tuple(made))

    def _next(self) -> dict[str, Any] | None:
        while self._number < len(self._lines):
            line = self._lines[self._number]
            self._number += 1
            if line:
                try:
                    value = json.loads(line)
                except (ValueError, RecursionError):
                    raise InputError("this line is not JSON; the backup is damaged or no backup") from None
                if not isinstance(value, dict):
                    raise InputError("the backup is damaged here")
                return value
        return None

    def _checksum(self) -> str:
        """Of all lines before this one."""
        checksum = hashlib.sha256()
        for line in self._lines[: self._number - 1]:
            checksum.update(f"{line}\n".encode())
        return checksum.hexdigest()

    @property
    def _place(self) -> str:
        return f"{self._path}:{self._number}"


def _check_run(run: Run, corpus: Corpus) -> None:
    """Refuse a run that points at what the corpus does not have, before anything is written."""
    check_id("run", run.id)
    columns = (
        (run.event, len(corpus.events)),
        (run.version, len(corpus.versions)),
        (run.described, len(corpus.events)),
        (run.quoted[:, 0], len(corpus.sources)),
    )
    right = len(run.event) == len(run.version) == len(run.score) and len(run.quoted) == len(run.quoted_score)
    if not right or any(len(column) and not 0 <= column.min() <= column.max() < end for column, end in columns):
        raise InputError(f"run {run.id!r} points at what corpus {corpus.name!r} does not have")
    if not isinstance(run.parameters, dict) or not all(isinstance(t, str) for t in (run.strategy, run.created)):
        raise InputError(f"run {run.id!r} is not described as runs are")


def _edges(columns: list[Any]) -> Edges:
    a, b, weight = columns
    return Edges(np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64), np.asarray(weight, dtype=np.float64))


def _run(value: dict[str, Any]) -> Run:
    chosen = _edges(value["chosen"])
    return Run(
        id=value["run"],
        strategy=value["strategy"],
        parameters=value["parameters"],
        signature=value["signature"],
        created=value["created"],
        event=chosen.a,
        version=chosen.b,
        score=chosen.weight,
        described=np.asarray(value["described"], dtype=np.int64),
        quoted=np.asarray(value["quoted"][:3], dtype=np.int64).reshape(3, -1).T,
        quoted_score=np.asarray(value["quoted"][3], dtype=np.float64),
    )
