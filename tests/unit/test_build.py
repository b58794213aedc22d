"""Edges of a corpus: pairs against naive loops, weights against cosines, samples of large events against all pairs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import large_events as comparison
from taeg.build import build, edges
from taeg.build.large_events import PARTNERS
from taeg.model.corpus import AUDITED, FLOOR, PROFILES, PUBLISHED, Profile
from taeg.model.corpus_graph import DENSE, Edges
from taeg.text.tfidf import TfidfRows, cosines, tfidf
from tests.unit.builders import story

Account = tuple[int, int]
"""Index of the event, index of the source."""
accounts = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), max_size=25)


def columns(table: list[Account]) -> tuple[np.ndarray, np.ndarray]:
    values = np.array(table, dtype=np.int64).reshape(-1, 2)
    return values[:, 0], values[:, 1]


def listed(groups: edges.GroupPairs) -> list[tuple[int, int]]:
    a, b = edges.all_pairs(groups)
    return sorted(zip(a.tolist(), b.tolist(), strict=True))


def own_source(table: list[Account]) -> list[tuple[int, int]]:
    found = []
    for i, (event, source) in enumerate(table):
        later = [e for e, s in table if s == source and e > event]
        found += [(i, j) for j, account in enumerate(table) if later and account == (min(later), source)]
    return found


def next_event(table: list[Account]) -> list[tuple[int, int]]:
    return [(i, j) for i, (event, _) in enumerate(table) for j, (other, _) in enumerate(table) if other == event + 1]


@given(accounts)
def test_same_event_connects_every_pair_of_an_event(table: list[Account]) -> None:
    expected = [(i, j) for i, j in combinations(range(len(table)), 2) if table[i][0] == table[j][0]]
    assert listed(edges.same_event_groups(columns(table)[0])) == expected


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@given(table=accounts)
def test_before_matches_two_plain_loops(profile: Profile, table: list[Account]) -> None:
    naive = {"own-source": own_source, "next-event": next_event}[profile.before]
    assert listed(edges.before_groups(*columns(table), profile)) == sorted(naive(table))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_build_connects_a_corpus_as_its_profile_says(profile: Profile) -> None:
    graph = build(story(profile=profile))
    expected = {(0, 2), (1, 3)} if profile is AUDITED else {(0, 2), (0, 3), (1, 2), (1, 3)}
    assert set(zip(graph.before.a.tolist(), graph.before.b.tolist(), strict=True)) == expected
    assert graph.same_event.a.tolist() == [0, 2]
    assert graph.same_event.b.tolist() == [1, 3]


def corpus(sizes: list[int], sources: int, seed: int, prefix: str = "") -> tuple[TfidfRows, np.ndarray, np.ndarray]:
    """TF-IDF rows, events and sources; words follow Zipf's law, some texts are empty."""
    rng = np.random.default_rng(seed)
    event = np.repeat(np.arange(len(sizes)), sizes)
    source = np.concatenate([np.sort(rng.integers(0, sources, size)) for size in sizes])
    texts = [" ".join(f"w{word}" for word in rng.zipf(1.4, rng.integers(0, 30)) if word < 300) for _ in event]
    return tfidf([prefix + text for text in texts]), event, source


def all_edges(rows: TfidfRows, groups: edges.GroupPairs) -> Edges:
    a, b = edges.all_pairs(groups)
    cosine = cosines(rows, a, b)
    order = np.lexsort((b, a))
    return Edges(a[order], b[order], np.where(cosine > 0, cosine, FLOOR)[order])


def strengths(found: Edges, nodes: int) -> np.ndarray:
    return np.bincount(found.a, found.weight, nodes) + np.bincount(found.b, found.weight, nodes)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_up_to_a_size_every_pair_is_weighted_by_its_cosine(profile: Profile) -> None:
    rows, event, source = corpus([3, DENSE, DENSE, 0, 1, 2], 2, 5)
    for found, expected in (
        (edges.connect(rows, edges.same_event_groups(event), FLOOR), all_edges(rows, edges.same_event_groups(event))),
        (
            edges.connect(rows, edges.before_groups(event, source, profile), FLOOR),
            all_edges(rows, edges.before_groups(event, source, profile)),
        ),
    ):
        assert all(np.array_equal(getattr(found, name), getattr(expected, name)) for name in ("a", "b", "weight"))
        assert found.weight.min() < FLOOR  # a small cosine is not raised to the floor
        assert np.any(found.weight == FLOOR)


@pytest.mark.parametrize(("prefix", "tolerance"), [("common ", 1e-3), ("", 0.15)], ids=["shared word", "unrelated"])
def test_a_large_event_has_a_sample_of_edges_with_the_weight_of_all(prefix: str, tolerance: float) -> None:
    """The number of unrelated texts is extrapolated, so the weight is exact only if all texts share a word."""
    size = 2 * DENSE
    rows, event, _ = corpus([4, size, 3], 3, 1, prefix)
    found = edges.connect(rows, edges.same_event_groups(event), FLOOR)
    assert len(found) == 6 + size * PARTNERS // 2 + 3
    assert np.all(found.a < found.b)
    assert len(set(zip(found.a.tolist(), found.b.tolist(), strict=True))) == len(found)
    expected = strengths(all_edges(rows, edges.same_event_groups(event)), len(event))
    np.testing.assert_allclose(strengths(found, len(event)), expected, rtol=tolerance)


@pytest.mark.parametrize("sizes", [[DENSE + 10, 2 * DENSE], [2 * DENSE, DENSE + 10]])
def test_two_large_events_have_a_sample_of_edges_with_the_weight_of_all(sizes: list[int]) -> None:
    rows, event, source = corpus(sizes, 3, 2)
    found = edges.connect(rows, edges.before_groups(event, source, PUBLISHED), FLOOR)
    assert len(set(zip(found.a.tolist(), found.b.tolist(), strict=True))) == 2 * DENSE * PARTNERS
    assert set(event[found.a].tolist()) == {0}
    assert set(event[found.b].tolist()) == {1}
    expected = strengths(all_edges(rows, edges.before_groups(event, source, PUBLISHED)), len(event))
    np.testing.assert_allclose(strengths(found, len(event)), expected, rtol=0.1)


@pytest.mark.parametrize("texts", [[""], ["one"], ["", "one", "one"], [f"own{i}" for i in range(DENSE + 1)]])
def test_sampled_weights_are_finite_and_positive(texts: list[str]) -> None:
    texts = (texts * (DENSE + 1))[: DENSE + 1]
    found = edges.connect(tfidf(texts), edges.same_event_groups(np.zeros(len(texts), dtype=np.int64)), FLOOR)
    assert np.all(np.isfinite(found.weight))
    assert np.all(found.weight > 0)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_scores_of_large_events_stay_close_to_those_over_all_pairs(profile: Profile) -> None:
    [found] = comparison.compare(comparison.generate((DENSE + 50,), 10, 11), profile)
    assert found.mean_difference < 0.01
    assert found.rank_correlation > 0.99
    assert found.behind < 0.02
