"""A corpus with its edges and runs as one value, and as a plain file: for copies and backups.

The file is UTF-8 text, one JSON value a line: a header, then for each corpus its head, sources, events, versions,
edges, runs and digest, and a last line with the checksum of all lines before it. A file that ends early or was changed
is refused before anything is written to a graph.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from taeg.base.errors import InputError, TaegError
from taeg.base.files import write_whole
from taeg.base.progress import SILENT, Progress
from taeg.consolidate.narrative import BASE, QUOTE, ROLES, TITLE, Run, Spans, concatenate
from taeg.consolidate.sentences import trace
from taeg.graph import generations, runs
from taeg.graph import read as reading
from taeg.graph.generations import Loaded
from taeg.graph.read import Entry
from taeg.model.corpus import (
    GIVEN,
    TIMELINES,
    Corpus,
    Correction,
    Event,
    Source,
    Version,
    check_id,
    is_text,
    made,
    plain,
    profile,
)
from taeg.model.corpus_graph import EDGE_KINDS, CorpusGraph, Edges, FloatArray, IntArray
from taeg.model.corrections import KINDS
from taeg.store.engine import Store

FORMAT = 3
LARGEST = 4 * 1024**3
"""Characters of a backup, and no more are written: several million versions."""
LONGEST = 1024**3
"""Characters of a line of it, the longest of which has all edges of a kind: some thirty million."""
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


def restore(store: Store, dump: Dump, progress: Progress = SILENT) -> Loaded:
    """Put a dump into a graph in place of what has its id."""
    loaded = generations.load(store, dump.id, dump.graph, progress)
    entry = reading.find(store, dump.id)
    if entry.digest != loaded.digest:
        raise TaegError(f"another process has replaced corpus {dump.id!r} meanwhile; run this again")
    for run in dump.runs:
        runs.save(store, entry, run)
    return loaded


def write_file(path: Path, dumps: Iterable[Dump]) -> None:
    """Write a backup for its owner alone; a file of that name is replaced only when the new one is whole."""
    write_whole(path, _lines(dumps), mode=0o600)


def _lines(dumps: Iterable[Dump]) -> Iterator[bytes]:
    checksum = hashlib.sha256()
    size = 0
    for value in _values(dumps):
        text = f"{json.dumps(value, ensure_ascii=False)}\n"
        size += len(text)
        if len(text) > LONGEST or size > LARGEST:
            raise TaegError(
                "this is more than a backup can hold; back up one corpus at a time (--corpus), or keep what the graph "
                "was made from: the same ingest makes the same digest"
            )
        line = text.encode()
        checksum.update(line)
        yield line
    yield f"{json.dumps({'sha256': checksum.hexdigest()})}\n".encode()


def read_file(path: Path) -> list[Dump]:
    """Read a backup whole, checking every digest, before anybody writes anything.

    Line by line: beside the corpora themselves memory holds the longest line.
    """
    try:
        with path.open(encoding="utf-8") as stream:
            return list(_Reader(path, _pieces(stream)).dumps())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a TAEG backup: it is not UTF-8 text") from None


def _pieces(stream: TextIO) -> Iterator[str]:
    """The lines of a text, as where it is split at its line feeds: the last has none, and may be empty."""
    size = 0
    while True:
        line = stream.readline(LONGEST + 1)
        size += len(line)
        if len(line) > LONGEST or size > LARGEST:
            raise InputError("the backup is larger than any that TAEG writes")
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            return


def _values(dumps: Iterable[Dump]) -> Iterator[dict[str, Any]]:
    yield {"taeg-backup": FORMAT}
    for item in dumps:
        corpus = item.graph.corpus
        yield {
            "corpus": item.id,
            "profile": corpus.profile.name,
            "language": corpus.language,
            "notes": corpus.notes,
            "timeline": corpus.timeline,
            "title": corpus.title,
            "licence": corpus.licence,
        }
        named = (("source", corpus.sources), ("event", corpus.events), ("version", corpus.versions))
        for name, values in (*named, ("original", corpus.originals), ("correction", corpus.corrections)):
            for value in values:
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


_PARTS: Mapping[str, Any] = {
    "source": Source,
    "event": Event,
    "version": Version,
    "original": Event,
    "correction": Correction,
}
_FORMAT_1 = {"of": "event", "by": "source"}


def _fields(name: str, value: dict[str, Any]) -> dict[str, Any]:
    """The fields of a part; format 1 had them beside each other, under names of its own."""
    if isinstance(value[name], dict):
        return dict(value[name])
    return {"id": value[name]} | {_FORMAT_1.get(key, key): v for key, v in value.items() if key != name}


class _Reader:
    """Goes through a backup's lines; every fault is told with its line."""

    def __init__(self, path: Path, lines: Iterator[str]) -> None:
        self._path = path
        self._lines = lines
        self._number = 0
        self._line = ""
        self._format = FORMAT
        self._before = hashlib.sha256()
        """Of all lines before this one."""

    def dumps(self) -> Iterator[Dump]:
        try:
            yield from self._all()
        except InputError as error:
            raise InputError(str(error), self._place) from error
        except UnicodeDecodeError:
            raise  # said of the whole file
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise InputError("the backup is damaged here", self._place) from error

    def _all(self) -> Iterator[Dump]:
        header = self._next()
        if header is None or header.get("taeg-backup") not in range(1, FORMAT + 1):
            raise InputError(f"this is not a TAEG backup of format 1 to {FORMAT}")
        self._format = header["taeg-backup"]
        while (head := self._next()) is not None and "sha256" not in head:
            yield self._one(head)
        if head is None:
            raise InputError(_ENDS_EARLY)
        if head != {"sha256": self._before.hexdigest()} or self._next() is not None:
            raise InputError("the backup does not have the checksum that was recorded; it was changed")

    def _one(self, head: dict[str, Any]) -> Dump:
        parts: dict[str, list[Any]] = {name: [] for name in _PARTS}
        edges: dict[str, Edges] = {}
        made_runs: list[Run] = []
        while (value := self._next()) is not None and "end" not in value:
            if "run" in value:
                made_runs.append(_run(value))
            elif (name := next(iter(value), "")) in _PARTS:
                parts[name].append(made(_PARTS[name], _fields(name, value)))
            else:
                [(kind, columns)] = value.items()
                edges[kind] = _edges(columns, EDGE_KINDS[kind].properties)
        if value is None:
            raise InputError(_ENDS_EARLY)
        _check_head(head)
        corpus = Corpus(
            name=head["corpus"],
            sources=tuple(parts["source"]),
            events=tuple(parts["event"]),
            versions=tuple(parts["version"]),
            language=head["language"],
            profile=profile(head["profile"]),
            notes=tuple(head["notes"]),
            timeline=head.get("timeline", GIVEN),
            title=head.get("title", ""),
            licence=head.get("licence", ""),
            corrections=tuple(parts["correction"]),
            originals=tuple(parts["original"]),
        )
        for correction in corpus.corrections:
            if correction.kind not in KINDS:
                raise InputError(f"a correction is of no known kind: {correction.kind!r}")
        for kind, found in edges.items():
            _check_edges(kind, found, corpus)
        graph = CorpusGraph(corpus, edges)
        if graph.digest != value["digest"]:
            raise InputError(f"corpus {head['corpus']!r} does not have the digest that was recorded; it was changed")
        checked = [_checked_run(run, corpus) for run in made_runs]
        if self._format < 3:
            checked = [_from_format_2(run, corpus) for run in checked]
        return Dump(head["corpus"], graph, tuple(checked))

    def _next(self) -> dict[str, Any] | None:
        for line in self._lines:
            if self._number:
                self._before.update(f"{self._line}\n".encode())
            self._number += 1
            self._line = line
            if line:
                try:
                    value = json.loads(line)
                except (ValueError, RecursionError):
                    raise InputError("this line is not JSON; the backup is damaged or no backup") from None
                if not isinstance(value, dict):
                    raise InputError("the backup is damaged here")
                return value
        return None

    @property
    def _place(self) -> str:
        return f"{self._path}:{self._number}"


def _check_head(head: dict[str, Any]) -> None:
    """Refuse what is no description of a corpus."""
    texts = [head["language"], head.get("title", ""), head.get("licence", ""), *_list(head["notes"])]
    if not all(isinstance(text, str) for text in texts) or head.get("timeline", GIVEN) not in TIMELINES:
        raise InputError(f"corpus {head['corpus']!r} is not described as corpora are")


def _check_edges(kind: str, edges: Edges, corpus: Corpus) -> None:
    """Refuse ties of versions that the corpus does not have."""
    if not _within((edges.a, len(corpus.versions)), (edges.b, len(corpus.versions))) or (edges.weight < 0).any():
        raise InputError(f"edges of kind {kind!r} tie what corpus {corpus.name!r} does not have")


def _checked_run(run: Run, corpus: Corpus) -> Run:
    """Refuse a run that points at what the corpus does not have, before anything is written."""
    check_id("run", run.id)
    spans = run.spans
    title, outside = spans.role == TITLE, spans.event < 0
    indices = (
        (spans.event[~outside], len(corpus.events)),
        (spans.version[~title & ~outside], len(corpus.versions)),
        (spans.source[~title], len(corpus.sources)),
    )
    unused = np.concatenate([spans.version[title | outside], spans.source[title], spans.event[outside]])
    if not _within(*indices) or (unused != -1).any() or (spans.start < 0).any() or (spans.start > spans.end).any():
        raise InputError(f"run {run.id!r} points at what corpus {corpus.name!r} does not have")
    versions = [corpus.versions[i] for i in spans.version[spans.version >= 0].tolist()]
    told = [corpus.events[i].id for i in spans.event[spans.version >= 0].tolist()]
    base = spans.event[spans.role == BASE]
    if [version.event for version in versions] != told or len(np.unique(base)) < len(base):
        raise InputError(f"run {run.id!r} chooses versions for events that they do not tell")
    _check_description(run)
    return run


def _check_description(run: Run) -> None:
    """Refuse what cannot be written into every graph or every export."""
    parameters = run.parameters if isinstance(run.parameters, dict) else {"": None}
    values = parameters.values()
    texts = [
        run.strategy,
        run.signature,
        run.created,
        *parameters,
        *(v for v in values if not isinstance(v, int | float)),
    ]
    right = all(isinstance(text, str) and is_text(text) for text in texts)
    if not right or not all(isfinite(value) for value in values if isinstance(value, float)):
        raise InputError(f"run {run.id!r} is not described as runs are")


def _within(*columns: tuple[IntArray, int]) -> bool:
    """Whether every number of a column is the place of something, of which there are so many."""
    return all(not len(column) or 0 <= column.min() <= column.max() < end for column, end in columns)


def _list(values: Any) -> list[Any]:  # noqa: ANN401 (whatever JSON can hold)
    if not isinstance(values, list):
        raise TypeError("not a list")
    return values


def _integers(values: Any) -> IntArray:  # noqa: ANN401
    """Whole numbers; TypeError for anything else in their place (true is no number, 1.5 is not rounded)."""
    if set(map(type, _list(values))) - {int}:
        raise TypeError("not whole numbers")
    return np.asarray(values, dtype=np.int64)


def _reals(values: Any) -> FloatArray:  # noqa: ANN401
    """Numbers that can be compared; TypeError or ValueError for anything else in their place."""
    if set(map(type, _list(values))) - {int, float}:
        raise TypeError("not numbers")
    found = np.asarray(values, dtype=np.float64)
    if not np.isfinite(found).all():
        raise ValueError("not finite")
    return found


def _edges(columns: list[Any], properties: Sequence[str] = ()) -> Edges:
    a, b, weight, *more = _list(columns)
    given = {name: np.asarray(_list(values)) for name, values in zip(properties, more, strict=True)}
    found = Edges(_integers(a), _integers(b), _reals(weight), given)
    if len({len(column) for column in found.columns.values()}) != 1:
        raise ValueError("columns of different length")
    return found


def _run(value: dict[str, Any]) -> Run:
    return Run(
        id=value["run"],
        strategy=value["strategy"],
        parameters=value["parameters"],
        signature=value["signature"],
        created=value["created"],
        spans=_spans(*_list(value["spans"])) if "spans" in value else _spans_of_format_2(value),
    )


def _spans(*columns: Any) -> Spans:  # noqa: ANN401 (as above)
    *numbers, role, score = columns
    event, version, source, start, end = map(_integers, numbers)
    if set(_list(role)) - set(ROLES):
        raise ValueError("not a role")
    if len({len(column) for column in columns}) > 1:
        raise ValueError("columns of different length")
    return Spans.of(event=event, version=version, source=source, start=start, end=end, role=role, score=_reals(score))


def _spans_of_format_2(value: dict[str, Any]) -> Spans:
    """Spans of a backup before format 3, which says neither the sources nor the ends of selected versions."""
    chosen, quoted = _edges(value["chosen"]), [_integers(column) for column in _list(value["quoted"])[:3]]
    source, start, end = quoted
    base = Spans.of(event=chosen.a, version=chosen.b, source=0, start=0, end=0, role=BASE, score=chosen.weight)
    titles = Spans.of(event=_integers(value["described"]), version=-1, source=-1, start=0, end=0, role=TITLE, score=0.0)
    score = _reals(value["quoted"][3])
    quotes = Spans.of(event=-1, version=-1, source=source, start=start, end=end, role=QUOTE, score=score)
    return concatenate(concatenate(base, titles).in_timeline_order(), quotes)


def _from_format_2(run: Run, corpus: Corpus) -> Run:
    """Complete the spans of such a run."""
    source_of = {source.id: i for i, source in enumerate(corpus.sources)}
    event_of = {event.id: i for i, event in enumerate(corpus.events)}
    source, end = run.spans.source.copy(), run.spans.end.copy()
    for row, (event, version, _, _, _, role, _) in enumerate(run.spans.rows()):
        if role == BASE:
            selected = corpus.versions[version]
            source[row], end[row] = source_of[selected.source], len(selected.text)
        elif role == TITLE:
            end[row] = len(corpus.events[event].title) + 1
    spans = replace(run.spans, source=source, end=end)
    return replace(run, spans=trace(spans, corpus.sources, corpus.versions, event_of))
