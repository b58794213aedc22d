"""LexRank against the formula of the published code."""

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from taeg.consolidate.lexrank import DAMPING, TOLERANCE, lexrank
from tests.unit.builders import Tie, edges

ERROR = TOLERANCE * DAMPING / (1 - DAMPING)
"""Largest distance (L1) from the limit after a step that changed less than the tolerance."""


def dense_lexrank(nodes: int, ties: list[Tie]) -> np.ndarray:
    """Solve p = .85 P'p + .15/n, where a node without edges has a uniform row in P."""
    weight = np.zeros((nodes, nodes))
    for a, b, w in ties:
        weight[a, b] += w
        weight[b, a] += w
    sums = weight.sum(axis=1, keepdims=True)
    walk = np.divide(weight, sums, out=np.full((nodes, nodes), 1 / nodes), where=sums > 0)
    return np.linalg.solve(np.eye(nodes) - DAMPING * walk.T, np.full(nodes, (1 - DAMPING) / nodes))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Tie]]:
    """Up to twelve nodes; edges may be parallel or opposite, and many nodes have none."""
    nodes = draw(st.integers(1, 12))
    node = st.integers(0, nodes - 1)
    tie = st.tuples(node, node, st.floats(0.01, 1.0)).filter(lambda t: t[0] != t[1])
    return nodes, draw(st.lists(tie, max_size=30)) if nodes > 1 else []


@given(graphs())
def test_scores_match_the_dense_formula(graph: tuple[int, list[Tie]]) -> None:
    nodes, ties = graph
    found = lexrank(nodes, edges(*ties))
    assert np.abs(found - dense_lexrank(nodes, ties)).sum() < ERROR
    closer = lexrank(nodes, edges(*ties), tolerance=1e-14)
    np.testing.assert_allclose(closer, dense_lexrank(nodes, ties), rtol=0, atol=1e-13)
    assert lexrank(0, edges()).tolist() == []


@given(graphs(), st.integers(0, 30), st.randoms())
def test_neither_kind_nor_direction_nor_order_of_edges_matters(
    graph: tuple[int, list[Tie]], cut: int, random: Random
) -> None:
    nodes, ties = graph
    turned = [(b, a, w) if random.random() < 0.5 else (a, b, w) for a, b, w in random.sample(ties, len(ties))]
    found = lexrank(nodes, edges(*turned[:cut]), edges(*turned[cut:]))
    np.testing.assert_allclose(found, lexrank(nodes, edges(*ties)), rtol=0, atol=1e-12)


def test_without_damping_scores_are_proportional_to_strength() -> None:
    triangle_with_tail = edges((0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0), (2, 3, 1.0))
    np.testing.assert_allclose(lexrank(4, triangle_with_tail, damping=1.0), [0.25, 0.25, 0.375, 0.125], atol=1e-9)


def test_damping_tolerance_and_steps_are_used() -> None:
    star = edges((0, 1, 1.0), (0, 2, 1.0))
    assert lexrank(3, star, damping=0.0).tolist() == [1 / 3] * 3
    one_step = [0.15 / 3 + 0.85 * 2 / 3, 0.15 / 3 + 0.85 / 6, 0.15 / 3 + 0.85 / 6]
    np.testing.assert_allclose(lexrank(3, star, max_steps=1), one_step, rtol=0, atol=1e-15)
    np.testing.assert_allclose(lexrank(3, star, tolerance=10.0), one_step, rtol=0, atol=1e-15)
