"""LexRank against the formula of the published code, written out densely."""

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taeg.build import centrality
from taeg.build.centrality import DAMPING, TOLERANCE, lexrank
from taeg.model.corpus_graph import Edges
from tests.unit.builders import Tie, edges

SETTLED = TOLERANCE * DAMPING / (1 - DAMPING)
"""How far from the end a walk can be (L1) whose last step changed less than the tolerance."""


def dense_walk(nodes: int, ties: list[Tie]) -> np.ndarray:
    """Rows normalised, a node with no edge gets a uniform row."""
    weight = np.zeros((nodes, nodes))
    for a, b, w in ties:
        weight[a, b] += w
        weight[b, a] += w
    sums = weight.sum(axis=1, keepdims=True)
    return np.divide(weight, sums, out=np.full((nodes, nodes), 1 / nodes), where=sums > 0)


def dense_lexrank(nodes: int, ties: list[Tie]) -> np.ndarray:
    """Where p <- .85 P'p + .15/n ends: the system of equations, solved."""
    walk = dense_walk(nodes, ties)
    return np.linalg.solve(np.eye(nodes) - DAMPING * walk.T, np.full(nodes, (1 - DAMPING) / nodes))


def published_lexrank(nodes: int, ties: list[Tie]) -> np.ndarray:
    """p <- .85 P'p + .15/n until the L1 change is < 1e-10."""
    walk, scores = dense_walk(nodes, ties), np.full(nodes, 1 / nodes)
    for _ in range(1000):
        following = DAMPING * walk.T @ scores + (1 - DAMPING) / nodes
        change = np.abs(following - scores).sum()
        scores = following
        if change < TOLERANCE:
            break
    return scores


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Tie]]:
    """Up to twelve nodes; edges may be doubled or opposite, and many nodes have none."""
    nodes = draw(st.integers(2, 12))
    place = st.integers(0, nodes - 1)
    tie = st.tuples(place, place, st.floats(0.01, 1.0)).filter(lambda t: t[0] != t[1])
    return nodes, draw(st.lists(tie, max_size=30))


@given(graphs())
def test_the_scores_are_those_of_the_dense_walk(graph: tuple[int, list[Tie]]) -> None:
    nodes, ties = graph
    found = lexrank(nodes, edges(*ties))
    assert np.abs(found - dense_lexrank(nodes, ties)).sum() < SETTLED
    assert np.abs(found - published_lexrank(nodes, ties)).sum() < 2 * SETTLED
    closer = lexrank(nodes, edges(*ties), tolerance=1e-14)
    np.testing.assert_allclose(closer, dense_lexrank(nodes, ties), rtol=0, atol=1e-13)
    assert found.sum() == pytest.approx(1.0, abs=1e-9)
    assert found.min() > 0


@given(graphs(), st.integers(0, 30))
def test_edges_of_two_kinds_count_as_one_set(graph: tuple[int, list[Tie]], cut: int) -> None:
    nodes, ties = graph
    apart = lexrank(nodes, edges(*ties[:cut]), edges(*ties[cut:]))
    np.testing.assert_allclose(apart, lexrank(nodes, edges(*ties)), rtol=0, atol=1e-12)


@given(graphs(), st.data())
def test_neither_direction_nor_order_of_edges_matters(graph: tuple[int, list[Tie]], data: st.DataObject) -> None:
    nodes, ties = graph
    shuffled = data.draw(st.permutations(ties))
    turned = [(b, a, w) if data.draw(st.booleans()) else (a, b, w) for a, b, w in shuffled]
    np.testing.assert_allclose(lexrank(nodes, edges(*turned)), lexrank(nodes, edges(*ties)), rtol=0, atol=1e-12)


def random_edges(nodes: int, count: int) -> Edges:
    random = np.random.default_rng(7)
    a = random.integers(0, nodes, count)
    return Edges(a, (a + random.integers(1, nodes, count)) % nodes, random.uniform(0.05, 1.0, count))


def shuffled(ties: Edges) -> Edges:
    """The edges in another order, every other one turned round."""
    order = np.random.default_rng(8).permutation(len(ties))
    turned = order % 2 == 0
    a, b = ties.a[order], ties.b[order]
    return Edges(np.where(turned, b, a), np.where(turned, a, b), ties.weight[order])


def test_the_order_of_many_edges_changes_at_most_the_last_bits() -> None:
    ties = random_edges(2000, 9000)
    np.testing.assert_allclose(lexrank(2000, shuffled(ties)), lexrank(2000, ties), rtol=0, atol=1e-12)


def test_where_no_pair_is_tied_twice_the_order_of_edges_changes_no_bit() -> None:
    ties = random_edges(2000, 9000)
    pairs = np.sort(np.stack((ties.a, ties.b)), axis=0)
    _, first = np.unique(pairs, axis=1, return_index=True)
    once = Edges(ties.a[first], ties.b[first], ties.weight[first])
    assert np.array_equal(lexrank(2000, shuffled(once)), lexrank(2000, once))
    parts = [Edges(once.a[part], once.b[part], once.weight[part]) for part in (slice(4000), slice(4000, None))]
    assert np.array_equal(lexrank(2000, *reversed(parts)), lexrank(2000, once))


def test_the_same_edges_give_the_same_bits() -> None:
    ties = random_edges(2000, 9000)
    assert np.array_equal(lexrank(2000, ties), lexrank(2000, ties))


@pytest.mark.parametrize(("nodes", "tied"), [(9000, 9000), (9000, 2000), (8192, 3000), (4097, 4097)])
def test_neither_threads_nor_chunks_change_a_bit(nodes: int, tied: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where whole chunks hold nodes without edges, and where the last chunk is a single node."""
    ties = random_edges(tied, 2 * tied)
    monkeypatch.setattr(centrality, "CHUNK", 1024 * centrality.GRAIN)
    whole = lexrank(nodes, ties)
    assert whole.sum() == pytest.approx(1.0, abs=1e-9)
    for threads in (1, 2, 5):
        monkeypatch.setattr(centrality, "THREADS", threads)
        for grains in (1, 2):
            monkeypatch.setattr(centrality, "CHUNK", grains * centrality.GRAIN)
            assert np.array_equal(lexrank(nodes, ties), whole)


def test_a_chunk_is_made_of_whole_grains() -> None:
    assert centrality.CHUNK % centrality.GRAIN == 0


def test_the_last_step_changes_less_than_the_tolerance() -> None:
    ties = random_edges(3000, 5000)
    found = lexrank(3000, ties)
    exact = lexrank(3000, ties, tolerance=1e-15)
    assert np.abs(found - exact).sum() < SETTLED
    assert np.abs(lexrank(3000, ties, tolerance=1e-3) - exact).sum() > 1e-6


def test_without_damping_the_walk_goes_its_own_pace() -> None:
    """A triangle with a tail beside a node without edges: where nothing jumps, scores go by the strength of ties."""
    ties = edges((0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0), (2, 3, 1.0))
    np.testing.assert_allclose(lexrank(5, ties, damping=1.0), [0.25, 0.25, 0.375, 0.125, 0.0], rtol=0, atol=1e-9)


@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_without_edges_all_are_equal(nodes: int) -> None:
    np.testing.assert_allclose(lexrank(nodes, edges(), edges()), np.full(nodes, 1 / nodes), rtol=0, atol=1e-15)


def test_nobody_there() -> None:
    assert lexrank(0, edges()).shape == (0,)


def test_isolated_nodes_share_one_score_below_all_tied_ones() -> None:
    scores = lexrank(6, edges((0, 1, 0.5), (1, 2, 0.5)))
    assert scores[3] == scores[4] == scores[5]
    assert scores[3] < scores[0]
    assert scores[0] == pytest.approx(scores[2], abs=1e-15)
    assert scores[1] > scores[0]
    assert scores.sum() == pytest.approx(1.0, abs=1e-12)


def test_a_path_of_three_by_hand() -> None:
    """The middle takes .85 of both ends: m = .05 + .85 (1 - m), an end e = .05 + .425 m."""
    middle = 0.9 / 1.85
    end = 0.05 + 0.425 * middle
    np.testing.assert_allclose(lexrank(3, edges((0, 1, 1.0), (1, 2, 1.0))), [end, middle, end], rtol=0, atol=1e-10)


def test_a_stronger_tie_draws_more() -> None:
    by_hand = dense_lexrank(3, [(0, 1, 0.9), (0, 2, 0.1)])
    scores = lexrank(3, edges((0, 1, 0.9), (0, 2, 0.1)))
    assert scores[0] > scores[1] > scores[2]
    np.testing.assert_allclose(scores, by_hand, rtol=0, atol=1e-10)


def test_damping_tolerance_and_steps_are_used() -> None:
    star = edges((0, 1, 1.0), (0, 2, 1.0))
    assert lexrank(3, star, damping=0.0).tolist() == [1 / 3] * 3
    one_step = [0.15 / 3 + 0.85 * 2 / 3, 0.15 / 3 + 0.85 / 6, 0.15 / 3 + 0.85 / 6]
    np.testing.assert_allclose(lexrank(3, star, max_steps=1), one_step, rtol=0, atol=1e-15)
    np.testing.assert_allclose(lexrank(3, star, tolerance=10.0), one_step, rtol=0, atol=1e-15)


@settings(max_examples=50)
@given(graphs())
def test_the_scores_are_those_of_networkx(graph: tuple[int, list[Tie]]) -> None:
    """Both let a node without edges jump anywhere; networkx sums no parallel edges, so they are summed for it."""
    nodes, ties = graph
    theirs = networkx.Graph()
    theirs.add_nodes_from(range(nodes))
    for a, b, weight in ties:
        before = theirs.get_edge_data(a, b, {"weight": 0.0})["weight"]
        theirs.add_edge(a, b, weight=before + weight)
    ranks = networkx.pagerank(theirs, alpha=0.85, tol=1e-13, max_iter=1000, weight="weight")
    np.testing.assert_allclose(lexrank(nodes, edges(*ties)), [ranks[i] for i in range(nodes)], rtol=0, atol=1e-9)


def test_the_scores_of_many_nodes_are_those_of_networkx() -> None:
    ties = random_edges(500, 900)
    theirs = networkx.Graph()
    theirs.add_nodes_from(range(600))  # the last hundred are tied to nobody
    for a, b, weight in zip(ties.a.tolist(), ties.b.tolist(), ties.weight.tolist(), strict=True):
        before = theirs.get_edge_data(a, b, {"weight": 0.0})["weight"]
        theirs.add_edge(a, b, weight=before + weight)
    ranks = networkx.pagerank(theirs, alpha=0.85, tol=1e-13, max_iter=1000, weight="weight")
    np.testing.assert_allclose(lexrank(600, ties), [ranks[i] for i in range(600)], rtol=0, atol=1e-9)
