"""A corpus with its weighted edges between versions, and the digest of both.

Edges are grouped by kind. Loading, reading, digests, backups and statistics loop over `EDGE_KINDS`, so a further kind
is a row of that table, code in `taeg.build` and a relationship table of the embedded schema.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from json.encoder import encode_basestring as quote
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from taeg.model.corpus import HEAD_TEXTS, Corpus, Event, Version

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

DIGEST_DECIMALS = 9
"""Weights are rounded to this many decimals in digests, so that machines and engines agree."""
DENSE = 256
"""Largest number of versions of an event for which every pair has an edge weighted by its cosine. Larger events have
a sample of edges with scaled weights (`taeg.build.large_events`). A corpus of a million versions has about three
million edges."""
SLICE = 65_536
"""Versions or events per slice. Loading and reading back many small slices takes longer, larger ones more memory."""
SLICE_CHARACTERS = 64_000_000
"""Characters of text per slice, unless a single version has more."""
_LINES = 10_000
"""Lines hashed at a time."""

_EVENT = ("id", "title", "day", "location", "gold_text")
_CORPUS_OPTIONAL = tuple(name for name in HEAD_TEXTS if name not in ("language", "timeline"))
_EVENT_OPTIONAL = ("time", "choice", "made", "edits")
_VERSION_OPTIONAL = ("time", "title", "position", "language", "told_of", "excluded")
"""Fields that enter a digest only if they are set. `order_in_source` does not: it depends on how files are split."""


@dataclass(frozen=True, slots=True)
class EdgeKind:
    """A kind of edge between versions."""

    name: str
    """The key in `CorpusGraph.edges`, backups and statistics."""
    type: str
    """The relationship type in the graph."""
    directed: bool
    properties: tuple[str, ...] = ()
    """Relationship properties besides the weight."""
    undigested: tuple[str, ...] = ()
    """Those of them that are not in the digest; 1 where they are unknown."""


EDGE_KINDS: Mapping[str, EdgeKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            EdgeKind("before", "BEFORE", directed=True),
            EdgeKind(
                "same_event", "SAME_EVENT", directed=False, properties=("confidence",), undigested=("confidence",)
            ),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges of one kind, as columns: the versions `a` and `b` by index, the weight, and further properties."""

    a: IntArray
    b: IntArray
    weight: FloatArray
    properties: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.a)

    @staticmethod
    def from_columns(kind: EdgeKind, columns: Mapping[str, Any]) -> "Edges":
        """Build edges from columns of any sequence type."""
        found = Edges(
            np.asarray(columns["a"], dtype=np.int64),
            np.asarray(columns["b"], dtype=np.int64),
            np.asarray(columns["weight"], dtype=np.float64),
            {name: np.asarray(columns[name]) for name in kind.properties if name in columns},
        )
        return found.completed(kind)

    def completed(self, kind: EdgeKind) -> "Edges":
        """Return the edges with the properties that are 1 where they are unknown."""
        missing = [name for name in kind.undigested if name not in self.properties]
        return replace(self, properties={**self.properties, **{name: np.ones(len(self)) for name in missing}})

    @property
    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """All columns by name."""
        return {"a": self.a, "b": self.b, "weight": self.weight, **self.properties}

    def take(self, which: slice | IntArray) -> "Edges":
        """Select edges by slice or by index."""
        properties = {name: values[which] for name, values in self.properties.items()}
        return Edges(self.a[which], self.b[which], self.weight[which], properties)

    def in_order(self) -> "Edges":
        """Sort by `a`, then by `b`."""
        steps = np.diff(self.a)
        if np.all((steps > 0) | ((steps == 0) & (np.diff(self.b) >= 0))):
            return self
        return self.take(np.lexsort((self.b, self.a)))

    def equals(self, other: "Edges") -> bool:
        """Whether all columns are equal."""
        ours, theirs = self.columns, other.columns
        return ours.keys() == theirs.keys() and all(np.array_equal(ours[name], theirs[name]) for name in ours)


def join(parts: Iterable[Edges]) -> Edges:
    """Concatenate edges of one kind."""
    columns = [part.columns for part in parts]
    joined = {name: np.concatenate([part[name] for part in columns]) for name in columns[0]}
    return Edges(joined.pop("a"), joined.pop("b"), joined.pop("weight"), joined)


NO_EDGES = Edges(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0))


@dataclass(frozen=True)
class CorpusGraph:
    """A corpus with its edges by kind; a kind that is not given has none."""

    corpus: Corpus
    edges: Mapping[str, Edges]

    def __post_init__(self) -> None:
        given = {name: self.edges.get(name, NO_EDGES).completed(kind).in_order() for name, kind in EDGE_KINDS.items()}
        object.__setattr__(self, "edges", MappingProxyType(given))

    def __reduce__(self) -> tuple[Any, ...]:
        return CorpusGraph, (self.corpus, dict(self.edges))

    @property
    def before(self) -> Edges:
        """The BEFORE edges."""
        return self.edges["before"]

    @property
    def same_event(self) -> Edges:
        """The SAME_EVENT edges."""
        return self.edges["same_event"]

    @property
    def floored(self) -> int:
        """The number of edges whose weight is the profile's floor, because their texts share no word."""
        floor = self.corpus.profile.floor
        return sum(int(np.count_nonzero(edges.weight == floor)) for edges in self.edges.values())

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the corpus and its edges in declared order, without the ids of corpus and generation.

        Unset fields are left out, so fields added later do not change it.
        """
        found = hashlib.sha256()
        for lines in (_corpus_lines(self.corpus), map(_version_line, self.corpus.versions), _edge_lines(self)):
            while batch := list(islice(lines, _LINES)):
                found.update("".join(batch).encode())
        return found.hexdigest()


def slices(lengths: Iterable[int], most: int = 0, characters: int = 0) -> list[int]:
    """Divide texts of these lengths into slices of bounded number and size: the bounds, from 0 to their number."""
    cuts, count, size = [0], 0, 0
    most, characters = most or SLICE, characters or SLICE_CHARACTERS
    for length in lengths:
        if count - cuts[-1] == most or (size and size + length > characters):
            cuts.append(count)
            size = 0
        count += 1
        size += length
    return [*cuts, count]


def _corpus_lines(corpus: Corpus) -> Iterator[str]:
    yield _line("taeg", corpus.profile.name, corpus.language, corpus.notes, **_set(corpus, _CORPUS_OPTIONAL))
    for s in corpus.sources:
        yield _line("source", s.id, s.title, s.text, **_set(s, ("author", "date", "rank")))
    for number, e in enumerate(corpus.events, start=1):
        optional = _set(e, _EVENT_OPTIONAL)
        if position := informative_position(e, number):
            optional["position"] = position
        if not e.declared:
            optional["declared"] = False
        yield _line("event", *(getattr(e, name) for name in _EVENT), **optional)


def _version_line(v: Version) -> str:
    """Equal to `_line`, at half the time: a corpus may have millions of versions."""
    optional = _set(v, _VERSION_OPTIONAL)
    end = f", {_encode(optional)}]\n" if optional else "]\n"
    gaps = _encode(v.gaps) if v.gaps else "[]"
    return (
        f'["version", {quote(v.id)}, {quote(v.event)}, {quote(v.source)}, {quote(v.citation)}, {gaps}, '
        f"{quote(v.text)}{end}"
    )


def _edge_lines(graph: CorpusGraph) -> Iterator[str]:
    corpus = graph.corpus
    for original in corpus.originals:
        yield _line("original", *(getattr(original, name) for name in _EVENT), original.time, original.position)
    for c in corpus.corrections:
        if c.decides:
            continue
        yield _line("correction", c.kind, c.target, c.other, c.side, c.versions, c.title, c.why, c.given_in)
    ids = [quote(version.id) for version in corpus.versions]
    for name, edges in graph.edges.items():
        digested = [values for key, values in edges.properties.items() if key not in EDGE_KINDS[name].undigested]
        more = [map(_property, values.tolist()) for values in digested]
        for a, b, weight, *rest in zip(edges.a.tolist(), edges.b.tolist(), edges.weight.tolist(), *more, strict=True):
            yield f'["{name}", {ids[a]}, {ids[b]}, "{weight:.{DIGEST_DECIMALS}f}"{"".join(rest)}]\n'


def informative_position(event: Event, number: int) -> str:
    """Return the position of an event if it says more than its place in the order, the `number` from 1."""
    return event.position if event.declared and event.position != str(number) else ""


def _property(value: object) -> str:
    return ", " + _encode(f"{value:.{DIGEST_DECIMALS}f}" if isinstance(value, float) else value)


def _set(value: object, names: Iterable[str]) -> dict[str, object]:
    return {name: found for name in names if (found := getattr(value, name))}


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _line(*values: object, **optional: object) -> str:
    return _encode([*values, optional] if optional else values) + "\n"
