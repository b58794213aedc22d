"""Dumps: a corpus with its edges and runs as one value, to copy it to another graph or to a backup file.

A backup is UTF-8 text with one JSON object per line: a header, then for each corpus its head, sources, events,
versions, edges, runs and digest, and finally the checksum of all lines before. A file that is truncated or was edited
is refused before anything is written to a graph.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, TextIO

import msgspec

from taeg.base.errors import InputError, TaegError
from taeg.base.files import write_whole
from taeg.base.progress import SILENT, Progress
from taeg.consolidate.sentences import trace
from taeg.consolidate.spans import BASE, QUOTE, ROLES, TITLE, Parameter, Run, Spans, concatenate
from taeg.graph import generations, runs, verify
from taeg.graph import read as reading
from taeg.graph.generations import Loaded
from taeg.graph.read import Entry
from taeg.model.corpus import (
    HEAD,
    TIMELINES,
    Corpus,
    Correction,
    Event,
    Head,
    Source,
    Version,
    check_id,
    head_of,
    is_text,
    made,
    plain,
    profile,
)
from taeg.model.corpus_graph import EDGE_KINDS, CorpusGraph, Edges
from taeg.model.corrections import KINDS
from taeg.store.engine import Store

FORMAT = 4
LARGEST = 4 * 1024**3
"""Characters in a backup: several million versions."""
LONGEST = 1024**3
"""Characters in a line; the longest lines hold all edges of a kind, about thirty million."""
_ENDS_EARLY = "the backup is incomplete: its end is missing"


@dataclass(frozen=True)
class Dump:
    """One corpus with its edges and runs."""

    id: str
    graph: CorpusGraph
    runs: tuple[Run, ...]


def dump(store: Store, entry: Entry) -> Dump:
    """Read one generation of a corpus."""
    return Dump(entry.id, reading.corpus_graph(store, entry), tuple(runs.read_all(store, entry)))


def restore(store: Store, dump: Dump, progress: Progress = SILENT) -> Loaded:
    """Store a dump, replacing the corpus that has its id."""
    loaded = generations.load(store, dump.id, dump.graph, progress)
    entry = reading.find(store, dump.id)
    if entry.digest != loaded.digest:
        raise TaegError(f"another process has replaced corpus {dump.id!r} meanwhile; run this again")
    for run in dump.runs:
        runs.save(store, entry, run)
    return loaded


def write_file(path: Path, dumps: Iterable[Dump]) -> None:
    """Write a backup that only its owner can read; an existing file is replaced once the new one is complete."""
    write_whole(path, _lines(dumps), mode=0o600)


def _lines(dumps: Iterable[Dump]) -> Iterator[bytes]:
    checksum = hashlib.sha256()
    size = 0
    for value in _values(dumps):
        text = f"{json.dumps(value, ensure_ascii=False)}\n"
        size += len(text)
        if len(text) > LONGEST or size > LARGEST:
            raise TaegError(
                "the graph is too large for one backup; back up one corpus at a time (--corpus), or keep the files "
                "it was made from: ingesting them again gives the same digest"
            )
        line = text.encode()
        checksum.update(line)
        yield line
    yield f"{json.dumps({'sha256': checksum.hexdigest()})}\n".encode()


_PARTS: Mapping[str, Any] = {
    "source": Source,
    "event": Event,
    "version": Version,
    "original": Event,
    "correction": Correction,
}
"""The values that have a line each; the attribute of the corpus is the plural."""
_HEAD = [name for name in HEAD if name.removesuffix("s") not in _PARTS]


def _values(dumps: Iterable[Dump]) -> Iterator[dict[str, Any]]:
    yield {"taeg-backup": FORMAT}
    for item in dumps:
        corpus = item.graph.corpus
        yield {"corpus": item.id} | {name: getattr(corpus, name) for name in _HEAD} | {"profile": corpus.profile.name}
        for name in _PARTS:
            for value in getattr(corpus, f"{name}s"):
                yield {name: plain(value)}
        for kind, edges in item.graph.edges.items():
            yield {kind: [column.tolist() for column in edges.columns.values()]}
        for run in item.runs:
            yield {
                "run": run.id,
                "strategy": run.strategy,
                "parameters": dict(run.parameters),
                "signature": run.signature,
                "created": run.created,
                "spans": [column.tolist() for column in run.spans.columns()],
            }
        yield {"end": item.id, "digest": item.graph.digest}


def read_file(path: Path) -> list[Dump]:
    """Read and validate a whole backup, line by line."""
    try:
        with path.open(encoding="utf-8") as stream:
            return _read(path, _Lines(stream))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a TAEG backup: it is not UTF-8 text") from None


def _read(path: Path, lines: "_Lines") -> list[Dump]:
    try:
        return list(_dumps(lines))
    except InputError as error:
        raise InputError(str(error), f"{path}:{lines.number}") from error
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(f"the backup is damaged here: {error}", f"{path}:{lines.number}") from error


class _Lines:
    """An iterator over the JSON objects of a backup."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._size = 0
        self._line = ""
        self.number = 0
        """The number of the current line."""
        self.checksum = hashlib.sha256()
        """Of all lines before the current one."""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        self._advance()
        while self._line == "\n":
            self._advance()
        if not self._line:
            raise StopIteration
        try:
            return msgspec.json.decode(self._line, type=dict[str, Any])
        except msgspec.ValidationError:
            raise
        except (msgspec.DecodeError, RecursionError):
            raise InputError("this line is not JSON; the backup is damaged, or this is no backup") from None

    def _advance(self) -> None:
        self.checksum.update(self._line.encode())
        self._line = self._stream.readline(LONGEST + 1)
        self.number += 1
        self._size += len(self._line)
        if len(self._line) > LONGEST or self._size > LARGEST:
            raise InputError("the file is larger than any backup that TAEG writes")


_Index = Annotated[int, msgspec.Meta(ge=-1, le=2**62)]
_Indices = list[_Index]


class _Run(msgspec.Struct):
    """A run."""

    run: str
    strategy: str
    parameters: dict[str, Parameter | bool]
    signature: str
    created: str


class _SpanRun(_Run):
    """A run since format 3."""

    spans: tuple[_Indices, _Indices, _Indices, _Indices, _Indices, list[str], list[float]]
    """The columns of `Spans`."""

    def read_spans(self) -> Spans:
        event, version, source, start, end, role, score = _same_length(self.spans)
        if set(role) - set(ROLES):
            raise InputError(f"run {self.run!r} has a span with an unknown role")
        return Spans.of(event=event, version=version, source=source, start=start, end=end, role=role, score=score)


class _OldRun(_Run):
    """A run before format 3, without the sources and ends of selected versions, and the versions of quotes."""

    chosen: tuple[_Indices, _Indices, list[float]]
    """Event, version, score."""
    described: _Indices
    """Events of which the title is used."""
    quoted: tuple[_Indices, _Indices, _Indices, list[float]]
    """Source, start, end, score."""

    def read_spans(self) -> Spans:
        event, version, score = _same_length(self.chosen)
        base = Spans.of(event=event, version=version, source=0, start=0, end=0, role=BASE, score=score)
        titles = Spans.of(event=self.described, version=-1, source=-1, start=0, end=0, role=TITLE, score=0.0)
        source, start, end, score = _same_length(self.quoted)
        quotes = Spans.of(event=-1, version=-1, source=source, start=start, end=end, role=QUOTE, score=score)
        return concatenate(concatenate(base, titles).in_timeline_order(), quotes)


def _same_length(columns: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(set(map(len, columns))) > 1:
        raise InputError("the backup is damaged here: columns have different lengths")
    return columns


def _dumps(lines: _Lines) -> Iterator[Dump]:
    version = next(lines, {}).get("taeg-backup")
    if not isinstance(version, int) or not 1 <= version <= FORMAT:
        raise InputError(f"this is not a TAEG backup of format 1 to {FORMAT}")
    for line in lines:
        if "sha256" in line:
            break
        yield _read_dump(line, lines, old=version < 3)
    else:
        raise InputError(_ENDS_EARLY)
    if line != {"sha256": lines.checksum.hexdigest()} or next(lines, None) is not None:
        raise InputError("the backup does not have its recorded checksum; it was changed")


def _read_dump(first: dict[str, Any], lines: _Lines, *, old: bool) -> Dump:
    """Read the lines of one corpus."""
    name, head = _read_head(first)
    parts: dict[str, list[Any]] = {f"{name}s": [] for name in _PARTS}
    edges: dict[str, Edges] = {}
    found: list[_SpanRun | _OldRun] = []
    for line in lines:
        kind = next(iter(line), "")
        if "end" in line:
            break
        if "run" in line:
            found.append(msgspec.convert(line, _OldRun) if old else msgspec.convert(line, _SpanRun))
        elif kind in _PARTS:
            parts[f"{kind}s"].append(made(_PARTS[kind], _fields(kind, line)))
        elif kind in EDGE_KINDS:
            edges[kind] = _edges(kind, line[kind])
        else:
            raise InputError("the backup is damaged here: unknown kind of line")
    else:
        raise InputError(_ENDS_EARLY)
    corpus = Corpus(name=name, **head_of(head) | {name: tuple(values) for name, values in parts.items()})
    _check(corpus, edges)
    graph = CorpusGraph(corpus, edges)
    if graph.digest != line.get("digest"):
        raise InputError(f"corpus {corpus.name!r} does not have its recorded digest; it was changed")
    return Dump(name, graph, tuple(_checked_run(run, corpus) for run in found))


def _read_head(line: dict[str, Any]) -> tuple[str, Head]:
    """Return the id of a corpus and its head."""
    name, profile_name = (msgspec.convert(line.get(field), str) for field in ("corpus", "profile"))
    head = msgspec.convert({field: line[field] for field in _HEAD if field in line and field != "profile"}, Head)
    if head.timeline not in TIMELINES:
        raise InputError(f"corpus {name!r} has an unknown kind of timeline: {head.timeline!r}")
    return name, replace(head, profile=profile(profile_name))


_FORMAT_1 = {"of": "event", "by": "source"}


def _fields(name: str, line: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a part; in format 1 they are at the top level, some under other names."""
    if isinstance(line[name], dict):
        return dict(line[name])
    return {"id": line[name]} | {_FORMAT_1.get(key, key): value for key, value in line.items() if key != name}


def _edges(kind: str, columns: object) -> Edges:
    names = ("a", "b", "weight", *EDGE_KINDS[kind].properties)
    if isinstance(columns, list) and len(columns) < len(names):  # of a backup before these were stored
        names = names[: len(names) - len(EDGE_KINDS[kind].undigested)]
    types = GenericAlias(tuple, (_Indices, _Indices, list[float], *[list[int | float]] * (len(names) - 3)))
    found = _same_length(msgspec.convert(columns, types))
    return Edges.from_columns(EDGE_KINDS[kind], dict(zip(names, found, strict=True)))


def _check(corpus: Corpus, edges: Mapping[str, Edges]) -> None:
    for correction in corpus.corrections:
        if correction.kind not in KINDS:
            raise InputError(f"a correction has an unknown kind: {correction.kind!r}")
    for kind, each in edges.items():
        if not verify.within((each.a, corpus.versions), (each.b, corpus.versions)) or (each.weight < 0).any():
            raise InputError(f"edges of kind {kind!r} connect versions that corpus {corpus.name!r} does not have")


def _checked_run(line: _SpanRun | _OldRun, corpus: Corpus) -> Run:
    """Return a run whose spans are all in the corpus and whose description can be stored and exported."""
    run = Run(line.run, line.strategy, line.parameters, line.signature, line.created, line.read_spans())
    check_id("run", run.id)
    texts = [run.strategy, run.signature, run.created, *run.parameters, *run.parameters.values()]
    if not all(is_text(text) for text in texts if isinstance(text, str)):
        raise InputError(f"the description of run {run.id!r} holds a character that is not text")
    if problem := verify.spans_problem(run.spans, corpus):
        raise InputError(f"run {run.id!r} {problem}")
    return replace(run, spans=_completed(run.spans, corpus)) if isinstance(line, _OldRun) else run


def _completed(spans: Spans, corpus: Corpus) -> Spans:
    """Add what backups before format 3 do not contain: sources, ends, and the versions of quotes."""
    base, title = spans.role == BASE, spans.role == TITLE
    source_of = {source.id: i for i, source in enumerate(corpus.sources)}
    event_of = {event.id: i for i, event in enumerate(corpus.events)}
    versions = [corpus.versions[i] for i in spans.version[base].tolist()]
    source, end = spans.source.copy(), spans.end.copy()
    source[base] = [source_of[version.source] for version in versions]
    end[base] = [len(version.text) for version in versions]
    end[title] = [len(corpus.events[i].title) + 1 for i in spans.event[title].tolist()]
    return trace(replace(spans, source=source, end=end), corpus.sources, corpus.versions, event_of)
