"""Edges of parts of a corpus are those of the whole; small events keep every pair, large ones as much weight."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from taeg.build import edges as ties
from taeg.build import pairs as relations
from taeg.build import weights
from taeg.build.edges import DENSE
from taeg.model.corpus_graph import Edges
from taeg.model.profile import AUDITED, FLOOR, PROFILES, PUBLISHED, Profile

Triples = dict[tuple[int, int], float]


def texts(count: int, seed: int, words: int = 300, longest: int = 30) -> list[str]:
    """Words by Zipf's law; some texts are empty, some said twice."""
    rng = np.random.default_rng(seed)
    made = [
        " ".join(f"w{word}" for word in rng.zipf(1.4, rng.integers(0, longest)) if word < words) for _ in range(count)
    ]
    return [made[i // 2] if i % 7 == 3 else text for i, text in enumerate(made)]


def corpus(sizes: list[int], sources: int, seed: int) -> tuple[csr_array, np.ndarray, np.ndarray]:
    """Rows, events and sources in declared order; an event of size 0 is told by nobody."""
    rng = np.random.default_rng(seed)
    event = np.repeat(np.arange(len(sizes)), sizes)
    source = np.concatenate([np.sort(rng.integers(0, sources, size)) for size in sizes] or [event])
    return weights.tfidf(texts(len(event), seed)), event, source


def triples(edges: Edges) -> Triples:
    assert list(zip(edges.a.tolist(), edges.b.tolist(), strict=True)) == sorted(
        set(zip(edges.a.tolist(), edges.b.tolist(), strict=True))
    )
    return dict(zip(zip(edges.a.tolist(), edges.b.tolist(), strict=True), edges.weight.tolist(), strict=True))


def moved(edges: Edges, places: np.ndarray) -> Triples:
    return triples(Edges(places[edges.a], places[edges.b], edges.weight))


def carried(event: np.ndarray, source: np.ndarray, start: int, profile: Profile) -> np.ndarray:
    """The places before `start` that BEFORE may tie to what follows."""
    if not start:
        return np.empty(0, dtype=np.int64)
    if profile.before == "next-event":
        return np.flatnonzero(event[:start] == event[start - 1])
    found = [np.flatnonzero(source[:start] == teller) for teller in np.unique(source[:start])]
    return np.sort(np.concatenate([places[event[places] == event[places[-1]]] for places in found]))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@settings(deadline=None, max_examples=25)
@given(
    sizes=st.lists(st.sampled_from([0, 1, 1, 2, 3, 5, DENSE - 1, DENSE + 1, 2 * DENSE]), min_size=1, max_size=8),
    sources=st.integers(1, 4),
    at=st.sets(st.integers(0, 8), max_size=4),
    seed=st.integers(0, 99),
)
def test_parts_have_the_edges_of_the_whole(
    profile: Profile, sizes: list[int], sources: int, at: set[int], seed: int
) -> None:
    """Cut anywhere between two events: pairs and weights are the same to the bit."""
    rows, event, source = corpus(sizes, sources, seed)
    starts = np.searchsorted(event, sorted({0, len(sizes), *at}))
    before: Triples = {}
    same: Triples = {}
    for start, stop in pairwise(starts.tolist()):
        places = np.concatenate([carried(event, source, start, profile), np.arange(start, stop)])
        found = ties.before(csr_array(rows[places]), event[places], source[places], profile, FLOOR)
        before |= moved(found, places)
        part = slice(start, stop)
        same |= moved(ties.same_event(csr_array(rows[part]), event[part], FLOOR), np.arange(start, stop))
    assert before == triples(ties.before(rows, event, source, profile, FLOOR))
    assert same == triples(ties.same_event(rows, event, FLOOR))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_up_to_a_size_every_pair_weighs_its_cosine(profile: Profile) -> None:
    rows, event, source = corpus([3, DENSE, DENSE, 0, 1, 2], 2, 5)
    for found, (a, b) in (
        (ties.same_event(rows, event, FLOOR), relations.same_event(event)),
        (ties.before(rows, event, source, profile, FLOOR), relations.before(event, source, profile)),
    ):
        assert np.array_equal(found.a, a)
        assert np.array_equal(found.b, b)
        assert np.array_equal(found.weight, weights.cosines(rows, a, b, FLOOR))


def test_a_large_event_has_few_ties_that_weigh_as_much_as_all() -> None:
    rows, event, _ = corpus([4, 500, 3], 3, 1)
    every = relations.same_event(event)
    whole = Edges(*every, weights.cosines(rows, *every, FLOOR))
    found = ties.same_event(rows, event, FLOOR)
    assert len(found) == 6 + 500 * DENSE // 2 + 3
    assert np.all(found.a < found.b)
    assert np.all(found.weight > 0)
    np.testing.assert_allclose(sums(found, len(event)), sums(whole, len(event)), rtol=1e-4)


def test_two_large_events_have_few_ties_that_weigh_as_much_as_all() -> None:
    for sizes in ([100, 300], [300, 100]):
        rows, event, source = corpus(sizes, 3, 2)
        every = relations.before(event, source, PUBLISHED)
        whole = Edges(*every, weights.cosines(rows, *every, FLOOR))
        found = ties.before(rows, event, source, PUBLISHED, FLOOR)
        assert len(found) == 300 * DENSE
        assert np.all(event[found.a] == 0)
        assert np.all(event[found.b] == 1)
        np.testing.assert_allclose(sums(found, len(event)), sums(whole, len(event)), rtol=1e-2)


def test_a_source_of_many_accounts_is_tied_to_itself_alone() -> None:
    event, source = np.repeat([0, 1], [200, 180]), np.concatenate([np.arange(200) % 2, np.arange(180) % 2])
    found = ties.before(weights.tfidf(texts(380, 3)), event, source, AUDITED, FLOOR)
    assert len(found) == 2 * 100 * DENSE
    assert np.array_equal(source[found.a], source[found.b])
    assert set(event[found.a].tolist()) == {0}


@pytest.mark.parametrize(
    "said", [[""] * 200, ["all say this"] * 200, ["", "x y zz"] * 100, [f"u{i}u" for i in range(200)]]
)
def test_large_events_of_one_text_or_none(said: list[str]) -> None:
    """What no fitting could move stays as it is: a share of the same weight for all."""
    rows, event = weights.tfidf(said), np.zeros(200, dtype=np.int64)
    found, every = ties.same_event(rows, event, FLOOR), relations.same_event(event)
    whole = sums(Edges(*every, weights.cosines(rows, *every, FLOOR)), 200)
    assert np.all(np.isfinite(found.weight))
    np.testing.assert_allclose(sums(found, 200), whole, rtol=1e-5)


def test_nobody_there() -> None:
    none = np.empty(0, dtype=np.int64)
    assert len(ties.same_event(csr_array((0, 1)), none, FLOOR)) == 0
    assert len(ties.before(csr_array((0, 1)), none, none, AUDITED, FLOOR)) == 0


def sums(edges: Edges, nodes: int) -> np.ndarray:
    return np.bincount(edges.a, edges.weight, nodes) + np.bincount(edges.b, edges.weight, nodes)
