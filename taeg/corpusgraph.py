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
        yield _line("taeg", corpus.profile.name, corpus.language, corpus.notes)
        for source in corpus.sources:
            yield _line("source", source.id, source.title, source.text)
        for event in corpus.events:
            yield _line("event", event.id, event.title, event.day, event.location, event.reference)
        for version in corpus.versions:
            yield _line(
                "version", version.id, version.event, version.source, version.reference, version.gaps, version.text
            )
        ids = [version.id for version in corpus.versions]
        for kind, edges in (("before", self.before), ("same_event", self.same_event)):
            order = np.lexsort((edges.b, edges.a))
            columns = (edges.a[order].tolist(), edges.b[order].tolist(), edges.weight[order].tolist())
            for a, b, weight in zip(*columns, strict=True):
                yield _line(kind, ids[a], ids[b], f"{weight:.{DIGEST_DECIMALS}f}")


def _line(*values: object) -> str:
    return json.dumps(values, ensure_ascii=False)
