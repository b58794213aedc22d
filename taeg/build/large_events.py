"""Edges of large events: a sample of their pairs, so that edges grow with the versions and not with the pairs.

Each version is connected to `PARTNERS` others. Weights start as cosines and are scaled until the weights of each
version add up to what the weights of all its pairs would; a version's LexRank score depends mostly on that sum. The
sum of a text's cosines to all others is its product with the sum of their rows, so no pair outside the sample is
computed. Pairs without a common word, which have the floor as weight, are counted in the sample and extrapolated.
`python -m bench large_events` measures how far scores and choices are from those over all pairs.
"""

from random import Random

import numpy as np

from taeg.model.corpus_graph import Edges, FloatArray, IntArray
from taeg.text.tfidf import TfidfRows, cosines

PARTNERS = 64
SEED = 0
ROUNDS = 30
"""Scaling rounds; weights hardly change after half of them."""
DECIMALS = 7
"""Weights are rounded to this, so that digests do not depend on the order of summation."""


def within(rows: TfidfRows, members: IntArray, floor: float) -> Edges:
    """Connect the versions of one event: each to those at a few random distances from it, in a circle."""
    size = len(members)
    distances = Random(SEED).sample(range(1, (size - 1) // 2 + 1), PARTNERS // 2)  # noqa: S311 (not a secret)
    start = np.repeat(np.arange(size), len(distances))
    end = (start + np.tile(distances, size)) % size
    own = rows[members]
    total: FloatArray = own @ own.sum(axis=0) - own.multiply(own).sum(axis=1)
    a, b = np.minimum(start, end), np.maximum(start, end)
    return _scale(rows, members, a, b, total, np.full(size, size - 1), floor)


def between(rows: TfidfRows, first: IntArray, second: IntArray, floor: float) -> Edges:
    """Connect two groups: each version of the larger one to versions of the smaller one, evenly distributed."""
    left, right = len(first), len(second)
    many, few = max(left, right), min(left, right)
    offsets = Random(SEED).sample(range(few), PARTNERS)  # noqa: S311 (not a secret)
    large = np.repeat(np.arange(many), PARTNERS)
    small = (large * few // many + np.tile(offsets, many)) % few
    a, b = (large, small) if left >= right else (small, large)
    rows_first, rows_second = rows[first], rows[second]
    total = np.concatenate([rows_first @ rows_second.sum(axis=0), rows_second @ rows_first.sum(axis=0)])
    others = np.repeat([right, left], [left, right])
    return _scale(rows, np.concatenate([first, second]), a, b + left, total, others, floor)


def _scale(
    rows: TfidfRows, nodes: IntArray, a: IntArray, b: IntArray, total: FloatArray, others: IntArray, floor: float
) -> Edges:
    """Weight sampled pairs of nodes so that the weights of each node add up to the weight of all its pairs.

    `total` is the sum of all cosines of each node, `others` the number of nodes it could be connected to.
    """

    def per_node(values: FloatArray) -> FloatArray:
        return np.asarray(np.bincount(a, values, len(nodes)) + np.bincount(b, values, len(nodes)))

    cosine = cosines(rows, nodes[a], nodes[b])
    unrelated = per_node((cosine <= 0).astype(np.float64)) / per_node(np.ones(len(a)))
    total = total + floor * unrelated * others
    weight = np.where(cosine > 0, cosine, floor)
    for _ in range(ROUNDS):
        factor = np.sqrt(total / per_node(weight))
        weight = weight * factor[a] * factor[b]
    least = 10.0**-DECIMALS
    return Edges(nodes[a], nodes[b], np.maximum(np.round(weight, DECIMALS), least))
