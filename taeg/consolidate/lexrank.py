"""LexRank: the stationary distribution of a random walk over weighted edges, as in the published code."""

import numpy as np

from taeg.model.corpus_graph import Edges, FloatArray

DAMPING = 0.85
TOLERANCE = 1e-10
"""The walk stops when a step changes the scores by less than this in sum."""
MAX_STEPS = 1000


def lexrank(
    nodes: int,
    *edges: Edges,
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
    max_steps: int = MAX_STEPS,
) -> FloatArray:
    """Return the score of each node. Edges are undirected; a node without edges jumps to any node."""
    from scipy.sparse import coo_array

    if nodes == 0:
        return np.empty(0)
    a, b = (np.concatenate([getattr(kind, end) for kind in edges]).astype(np.int32) for end in ("a", "b"))
    weight = np.concatenate([kind.weight for kind in edges] * 2)
    ends = np.concatenate([a, b]), np.concatenate([b, a])
    walk = coo_array((weight, ends), shape=(nodes, nodes)).tocsr()
    strength = walk.sum(axis=1)
    isolated = strength == 0
    walk.data *= np.divide(damping, strength, where=~isolated, out=np.zeros(nodes))[walk.indices]
    scores = np.full(nodes, 1.0 / nodes)
    for _ in range(max_steps):
        step = walk @ scores
        step += (1.0 - damping + damping * scores[isolated].sum()) / nodes
        change = np.abs(step - scores).sum()
        scores = step
        if change < tolerance:
            break
    return scores
