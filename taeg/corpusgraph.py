"""A corpus with its edges and weights: what goes into a graph and comes out of it whole, and its digest.

Not for strategies: they get arrays without texts (see `taeg.strategies`).
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from taeg.values import Corpus

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

DIGEST_DECIMALS = 9
"""Weights are rounded to this before they enter a digest, so that machines and engines agree."""

EVENT = ("id", "title", "day", "location", "reference")
_OF_CORPUS = ("title", "licence")
_OF_EVENT = ("time", "choice", "made", "edits")
_OF_VERSION = ("time", "title", "position", "language", "told_of", "excluded")
"""What a digest covers. Not where an account stands in its file: that is no part of what was said, and it changes
when a file is added in two halves."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Ties between versions, given by their places in the corpus, first end `a`, second end `b`."""

    a: IntArray
    b: IntArray
    weight: FloatArray

    def __len__(self) -> int:
        return len(self.a)


@dataclass(frozen=True)
class CorpusGraph:
    """A corpus with its BEFORE and SAME_EVENT edges."""

    corpus: Corpus
    before: Edges
    same_event: Edges

    @property
    def floored(self) -> int:
        """How many edges have the floor as their weight, because their texts share no word."""
        floor = self.corpus.profile.floor
        return int(np.count_nonzero(self.before.weight == floor) + np.count_nonzero(self.same_event.weight == floor))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of nodes, edges and weights in declared order; ids of corpus and generation stay out of it."""
        digest = hashlib.sha256()
        for line in self._lines():
            digest.update(line.encode())
            digest.update(b"\n")
        return digest.hexdigest()

    def _lines(self) -> Iterator[str]:
        corpus = self.corpus
        yield _line("taeg", corpus.profile.name, corpus.language, corpus.notes, **_told(corpus, *_OF_CORPUS))
        for s in corpus.sources:
            yield _line("source", s.id, s.title, s.text, **_told(s, "author", "date", "rank"))
        for place, e in enumerate(corpus.events, start=1):
            # where a timeline numbers its events in steps of one, or nobody numbers them, the order says it all
            number = e.position if e.declared and e.position != str(place) else ""
            more = {"position": number} if number else {}
            undeclared = {} if e.declared else {"declared": False}
            yield _line("event", *(getattr(e, f) for f in EVENT), **_told(e, *_OF_EVENT), **more, **undeclared)
        for v in corpus.versions:
            yield _line("version", v.id, v.event, v.source, v.reference, v.gaps, v.text, **_told(v, *_OF_VERSION))
        for original in corpus.originals:
            yield _line("original", *(getattr(original, f) for f in EVENT), original.time, original.position)
        for c in corpus.corrections:
            yield _line("correction", c.kind, c.target, c.other, c.side, c.versions, c.title, c.why, c.origin)
        ids = [version.id for version in corpus.versions]
        for kind, edges in (("before", self.before), ("same_event", self.same_event)):
            order = np.lexsort((edges.b, edges.a))
            columns = (edges.a[order].tolist(), edges.b[order].tolist(), edges.weight[order].tolist())
            for a, b, weight in zip(*columns, strict=True):
                yield _line(kind, ids[a], ids[b], f"{weight:.{DIGEST_DECIMALS}f}")


def _told(value: object, *fields: str) -> dict[str, object]:
    """The fields that say anything; the others leave no trace, so that a digest outlives fields added later."""
    return {field: found for field in fields if (found := getattr(value, field))}


def _line(*values: object, **more: object) -> str:
    return json.dumps([*values, more] if more else values, ensure_ascii=False)
