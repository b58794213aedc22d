"""Ties made slice by slice are those of the whole, however it is cut, to the last bit."""

from itertools import pairwise

import numpy as np
import pytest

from taeg.build import edges as ties
from taeg.build import weights
from taeg.build.weaving import Weaving
from taeg.model.corpus_graph import Edges, in_order
from taeg.model.profile import PROFILES, Profile

WORDS = [f"word{i}" for i in range(60)]


def corpus(seed: int) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Texts, events and sources of versions in declared order; one event is larger than is tied by pairs."""
    chance = np.random.default_rng(seed)
    sizes = chance.integers(1, 6, 40)
    sizes[int(chance.integers(40))] = ties.DENSE + 9
    event = np.repeat(np.sort(chance.choice(80, 40, replace=False)), sizes)
    source = np.concatenate([np.sort(chance.integers(0, 7, size)) for size in sizes])
    texts = [" ".join(chance.choice(WORDS, chance.integers(0, 9))) for _ in event]
    return texts, event.astype(np.int64), source.astype(np.int64)


def joined(parts: list[Edges]) -> Edges:
    return in_order(Edges(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("a", "b", "weight"))))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("seed", range(6))
def test_the_ties_do_not_hang_on_the_cuts(seed: int, profile: Profile) -> None:
    texts, event, source = corpus(seed)
    rows = weights.tfidf(texts)
    whole = (
        in_order(ties.before(rows, event, source, profile, profile.floor)),
        in_order(ties.same_event(rows, event, profile.floor)),
    )
    chance = np.random.default_rng(100 + seed)
    starts = np.flatnonzero(np.diff(event, prepend=-1))
    cuts = [0, *np.sort(chance.choice(starts[1:], 7, replace=False)).tolist(), len(event)]
    weaving = Weaving(profile)
    found = [weaving.add(rows[a:b], event[a:b], source[a:b]) for a, b in pairwise(cuts)]
    for kind, expected in enumerate(whole):
        made = joined([part[kind] for part in found])
        for name in ("a", "b", "weight"):
            assert np.array_equal(getattr(made, name), getattr(expected, name)), (kind, name)
    assert len(whole[0]) > 50
    assert len(whole[1]) > ties.DENSE
