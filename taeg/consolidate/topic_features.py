"""What a sentence has in common with its event: the features that `taeg.consolidate.ontopic` learns from.

A *placement* is a sentence in a version of an event, where it stands or where it is inserted on trial. Its features, by
TF-IDF and by sentence vectors, are the largest cosine to the sentences of the other versions of the event, of the
events next to it, of those two or three away, and of far events; the difference of the first and the last; the rank of
the event among the far ones; the largest cosine to the neighbouring events of its own source; the largest and the mean
cosine to its own version, and those to the sentences before and after it. Its length and whether it is alone in its
version come last.

A version of a far event that has the same sentence word for word is left out, so nothing depends on whether a stranger
was copied within the corpus; so a sentence inserted on trial is not compared with the version that it comes from.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.text.tfidf import TfidfRows

NEAR = 3
"""Events up to this distance in the timeline are near."""
ROWS_AT_ONCE = 256
"""Placements per batch of similarities."""
Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sentences:
    """All sentences of a corpus in the order of its versions, which is by event."""

    version: IntArray
    event: IntArray
    source: IntArray
    length: IntArray
    """In characters."""
    text: IntArray
    """Equal numbers for equal texts."""
    rows: TfidfRows
    vectors: Vectors | None
    """Of unit length, in the order of the sentences."""


@dataclass(frozen=True, slots=True)
class Placements:
    """Sentences with the places in which they are judged, sorted by event."""

    sentence: IntArray
    version: IntArray
    event: IntArray
    before: IntArray
    """The sentence before it; -1 if it is the first."""
    after: IntArray
    """The sentence after it; -1 if it is the last."""

    def __getitem__(self, which: IntArray | slice) -> "Placements":
        """Return some placements."""
        return Placements(
            self.sentence[which], self.version[which], self.event[which], self.before[which], self.after[which]
        )


def features(sentences: Sentences, placements: Placements, far: IntArray) -> FloatArray:
    """Return a row of features for each placement; `far` are the sentences of events that may serve as far ones."""
    spaces = 1 if sentences.vectors is None else 2
    found = np.empty((len(placements.sentence), 11 * spaces + 2))
    for start in range(0, len(found), ROWS_AT_ONCE):
        batch = placements[start : start + ROWS_AT_ONCE]
        columns = _compared(sentences, batch, far)
        parts = [_by_event(sentences, batch, columns, cosines) for cosines in _cosines(sentences, batch, columns)]
        found[start : start + ROWS_AT_ONCE, : 7 * spaces] = np.hstack(parts)
    found[:, 7 * spaces : 11 * spaces] = np.hstack([_by_version(sentences, placements, s) for s in range(spaces)])
    found[:, -2] = np.log(sentences.length[placements.sentence])
    in_version = np.bincount(sentences.version, minlength=int(placements.version.max(initial=0)) + 1)
    found[:, -1] = in_version[placements.version] == 1
    return found


def _compared(sentences: Sentences, batch: Placements, far: IntArray) -> IntArray:
    """The sentences that a batch is compared with: of its events, those near them, and the far ones."""
    first, last = batch.event.min() - NEAR, batch.event.max() + NEAR
    start, stop = np.searchsorted(sentences.event, [first, last + 1])
    return np.unique(np.concatenate([np.arange(start, stop), far]))


def _cosines(sentences: Sentences, batch: Placements, columns: IntArray) -> Iterator[Vectors]:
    product = sentences.rows[batch.sentence] @ sentences.rows[columns].T
    yield product.toarray().astype(np.float32)
    if sentences.vectors is not None:
        yield sentences.vectors[batch.sentence] @ sentences.vectors[columns].T


def _by_event(sentences: Sentences, batch: Placements, columns: IntArray, cosines: Vectors) -> FloatArray:
    """Seven features from the cosines of placements (rows) to sentences (columns)."""
    version, event = sentences.version[columns], sentences.event[columns]
    starts = np.flatnonzero(np.diff(version, prepend=-1))
    by_version = np.maximum.reduceat(cosines, starts, axis=1)
    version, event, source = version[starts], event[starts], sentences.source[columns][starts]
    distance = np.abs(event[None, :] - batch.event[:, None])
    own_source = source[None, :] == _source_of(sentences, batch)[:, None]
    copies = _copies(sentences, batch, columns, starts)
    siblings = _largest(by_version, (distance == 0) & (version[None, :] != batch.version[:, None]))
    beside = _largest(by_version, distance == 1)
    near = _largest(by_version, (distance > 1) & (distance <= NEAR))
    away = np.where((distance > NEAR) & ~copies, by_version, 0.0)
    far = away.max(axis=1, initial=0.0)
    event_starts = np.flatnonzero(np.diff(event, prepend=-1))
    of_events = np.maximum.reduceat(away, event_starts, axis=1)
    rank = np.log1p((of_events > siblings[:, None]).sum(axis=1))
    own = _largest(by_version, (distance == 1) & own_source)
    return np.column_stack([siblings, beside, near, far, siblings - far, rank, own])


def _source_of(sentences: Sentences, batch: Placements) -> IntArray:
    """The source of the version in which each sentence is placed."""
    return sentences.source[np.searchsorted(sentences.version, batch.version)]


def _copies(sentences: Sentences, batch: Placements, columns: IntArray, starts: IntArray) -> npt.NDArray[np.bool_]:
    """Whether each version (column) has the sentence of each placement (row) word for word."""
    same = sentences.text[columns][None, :] == sentences.text[batch.sentence][:, None]
    found: npt.NDArray[np.bool_] = np.logical_or.reduceat(same, starts, axis=1)
    return found


def _largest(values: Vectors, mask: npt.NDArray[np.bool_]) -> Vectors:
    largest: Vectors = np.where(mask, values, 0.0).max(axis=1, initial=0.0)
    return largest


def _by_version(sentences: Sentences, placements: Placements, space: int) -> FloatArray:
    """Four features from the sentences of the own version: largest, mean, before, after."""
    first, end = (np.searchsorted(sentences.version, placements.version, side) for side in ("left", "right"))
    count = end - first
    row = np.repeat(np.arange(len(count)), count)
    other = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + first[row]
    kept = other != placements.sentence[row]
    row, other = row[kept], other[kept]
    values = _pairs(sentences, space, placements.sentence[row], other)
    largest = np.zeros(len(count))
    np.maximum.at(largest, row, values)
    mean = np.bincount(row, values, len(count)) / np.maximum(np.bincount(row, minlength=len(count)), 1)
    beside = []
    for neighbour in (placements.before, placements.after):
        inside = np.flatnonzero(neighbour >= 0)
        column = np.zeros(len(count))
        column[inside] = _pairs(sentences, space, placements.sentence[inside], neighbour[inside])
        beside.append(column)
    return np.column_stack([largest, mean, *beside])


def _pairs(sentences: Sentences, space: int, a: IntArray, b: IntArray) -> FloatArray:
    """Cosines of pairs of sentences."""
    from taeg.text.tfidf import cosines

    if space == 0:
        return cosines(sentences.rows, a, b)
    vectors = sentences.vectors
    found = np.zeros(len(a))
    for start in range(0, len(a) if vectors is not None else 0, 50_000):
        part = slice(start, start + 50_000)
        found[part] = np.einsum("ij,ij->i", vectors[a[part]], vectors[b[part]])  # type: ignore[index]
    return found
