"""LexRank over a weighted graph: a pure function of arrays, sparse, deterministic, on all cores.

The random walk of the paper: rows normalised, a node without edges jumps anywhere, damping .85. Its stationary
distribution is reached in fewer steps than the walk itself takes (see `_paces`). Rows are worked on in chunks, each
row for itself: neither the chunks nor the number of threads change a bit of any score. Memory: 24 bytes an edge and
about 50 a node, some 70 an edge for the moment of building. Not for graphs that outgrow the client.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from taeg.model.corpus_graph import Edges, FloatArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

DAMPING = 0.85
TOLERANCE = 1e-10
"""Largest L1 change by a step of the walk at which it counts as settled."""
MAX_STEPS = 1000

THREADS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
GRAIN = 4096
"""Changes are summed over so many rows first, whatever the chunk: else it could decide which step is the last."""
CHUNK = 16 * GRAIN
"""Rows worked on at once: few enough for a core's cache, enough to make the calls cheap. A multiple of the grain."""

Block = tuple[slice, "csr_array[np.float64, tuple[int, int]]"]


def lexrank(
    nodes: int,
    *edges: Edges,
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
    max_steps: int = MAX_STEPS,
) -> FloatArray:
    """The stationary distribution of the walk over all given edges, used in both directions.

    Its last step is one of the walk itself: it changed less than `tolerance`, or was the last of `max_steps`.
    """
    if nodes == 0:
        return np.empty(0)
    blocks = _blocks(nodes, edges)
    strength = np.concatenate([ties.sum(axis=1) for _, ties in blocks])
    alone = strength == 0
    if alone.all():
        return np.full(nodes, 1.0 / nodes)
    lonely = int(np.count_nonzero(alone))
    # What a node gets by jumps, those of nodes without edges included: all of those have this score, so it is exact.
    jump = (1.0 - damping) / (nodes - damping * lonely)
    share = np.divide(damping, strength, out=np.zeros(nodes), where=~alone)
    scores = np.where(alone, jump, (1.0 - lonely * jump) / (nodes - lonely))
    earlier = scores.copy()
    flow, next_flow = scores * share, np.empty(nodes)
    changes = np.empty(-(-nodes // GRAIN))
    pace = 1.0

    def advance(block: Block) -> None:
        """One step in these rows: the new scores take the place of the earlier ones."""
        rows, ties = block
        step = ties @ flow
        step += jump
        change = np.abs(step - scores[rows])
        grains = slice(rows.start // GRAIN, -(-rows.stop // GRAIN))
        np.add.reduceat(change, np.arange(0, len(change), GRAIN), out=changes[grains])
        new = earlier[rows]
        step -= new
        step *= pace
        new += step
        np.multiply(new, share[rows], out=next_flow[rows])

    with ThreadPoolExecutor(THREADS) as pool:
        each = pool.map if len(blocks) > 1 else map
        paces = _paces(damping)
        for _ in range(1, max_steps):
            pace = next(paces)
            list(each(advance, blocks))
            if changes.sum() < tolerance:
                break
            earlier, scores = scores, earlier
            flow, next_flow = next_flow, flow
        return np.concatenate(list(each(lambda block: block[1] @ flow + jump, blocks)))


def _paces(damping: float) -> Iterator[float]:
    """How far each step goes from the score before last, where a step of the walk goes 1: Chebyshev's weights.

    The walk over undirected edges has real eigenvalues within ±1. Known that much, this is the best that a fixed
    choice can do: the error shrinks by .56 a step instead of .85. Without damping there is no such bound, and the
    walk goes its own pace.
    """
    yield 1.0
    pace = 2.0
    while True:
        pace = 1.0 / (1.0 - damping**2 * pace / 4.0) if damping < 1.0 else 1.0
        yield pace


def _blocks(nodes: int, edges: Sequence[Edges]) -> list[Block]:
    """The symmetric matrix of weights in chunks of rows, which share its arrays."""
    from scipy.sparse import coo_array, csr_array

    index: type[np.int32 | np.int64] = np.int32 if nodes <= np.iinfo(np.int32).max else np.int64
    a, b = [e.a.astype(index) for e in edges], [e.b.astype(index) for e in edges]
    ends, others = np.concatenate(a + b), np.concatenate(b + a)
    matrix = coo_array((np.concatenate([e.weight for e in edges] * 2), (ends, others)), shape=(nodes, nodes))
    del a, b, ends, others
    # Two edges between the same nodes may stay two entries: a product sums them too, and nothing need be sorted.
    matrix.has_canonical_format = True
    # Grouped once by each end: in every row the others come in order, in whatever order the edges came.
    ordered = matrix.tocsr().tocsc()
    starts = ordered.indptr
    blocks: list[Block] = []
    for first in range(0, nodes, CHUNK):
        rows = slice(first, min(first + CHUNK, nodes))
        start = starts[rows.start : rows.stop + 1]
        part = slice(start[0], start[-1])
        entries = (ordered.data[part], ordered.indices[part], start - start[0])
        blocks.append((rows, csr_array(entries, shape=(rows.stop - rows.start, nodes))))
    return blocks
