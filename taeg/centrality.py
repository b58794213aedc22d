"""LexRank over a weighted graph: a pure function of arrays, sparse, deterministic.

The random walk of the paper: rows normalised, a node without edges jumps anywhere, damping .85.
"""

import numpy as np
from scipy.sparse import coo_array

from taeg.corpusgraph import Edges, FloatArray

DAMPING = 0.85
TOLERANCE = 1e-10
"""Largest L1 change between two steps at which the walk counts as settled."""
MAX_STEPS = 1000


def lexrank(
    nodes: int,
    *edges: Edges,
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
    max_steps: int = MAX_STEPS,
) -> FloatArray:
    """The stationary distribution of the walk over all given edges, used in both directions."""
    if nodes == 0:
        return np.empty(0)
    a = np.concatenate([e.a for e in edges] + [e.b for e in edges])
    b = np.concatenate([e.b for e in edges] + [e.a for e in edges])
    weight = np.concatenate([e.weight for e in edges] * 2)
    adjacency = coo_array((weight, (b, a)), shape=(nodes, nodes)).tocsr()
    out: FloatArray = np.asarray(adjacency.sum(axis=0))
    dangling = out == 0
    inverse = np.divide(1.0, out, out=np.zeros(nodes), where=~dangling)
    scores = np.full(nodes, 1.0 / nodes)
    for _ in range(max_steps):
        jump = (1.0 - damping + damping * scores[dangling].sum()) / nodes
        following = damping * (adjacency @ (scores * inverse)) + jump
        change = np.abs(following - scores).sum()
        scores = following
        if change < tolerance:
            break
    return scores
