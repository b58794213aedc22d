"""Corpora with a share of their events removed."""

from dataclasses import replace

import pytest

from eval.benchmark import degraded
from taeg.base.errors import InputError
from taeg.build import build
from taeg.model.corpus import Corpus, Event, Source, Version

WORDS = ("harbours", "waves", "dawn", "houses", "sleep")


def long_story(events: int = 40) -> Corpus:
    return Corpus(
        "long",
        (Source("ann", "Ann"), Source("bob", "Bob")),
        tuple(Event(str(i), f"Day {i}", gold_text=f"day {i}") for i in range(events)),
        tuple(
            Version(f"{i}-{by}", str(i), by, f"{by} wrote {i} lines of {WORDS[i % 5]}")
            for i in range(events)
            for by in ("ann", "bob")
        ),
    )


@pytest.mark.parametrize(("fraction", "left"), [(0, 40), (0.1, 36), (0.25, 30), (0.5, 20), (0.97, 1), (0.01, 40)])
def test_a_share_of_the_events_is_taken_out(fraction: float, left: int) -> None:
    corpus = long_story()
    thin = degraded(corpus, fraction, 7).corpus
    assert len(thin.events) == left
    kept = {event.id for event in thin.events}
    assert thin.events == tuple(event for event in corpus.events if event.id in kept)
    assert thin.versions == tuple(version for version in corpus.versions if version.event in kept)
    assert (thin.sources, thin.profile, thin.name) == (corpus.sources, corpus.profile, corpus.name)


def test_the_seed_says_which() -> None:
    one, other, again = (degraded(long_story(), 0.5, seed) for seed in (1, 2, 1))
    assert one.digest == again.digest
    assert {e.id for e in one.corpus.events} != {e.id for e in other.corpus.events}
    shuffled = replace(long_story(), versions=long_story().versions[::-1])
    assert degraded(shuffled, 0.5, 1).digest == one.digest


def test_edges_and_weights_are_built_anew() -> None:
    thin = degraded(long_story(), 0.5, 3)
    assert thin.digest == build(thin.corpus).digest
    assert len(thin.same_event) == 20
    assert len(thin.before) == 2 * 19


@pytest.mark.parametrize("fraction", [1.0, 0.99, 1.5, -0.1])
def test_a_fraction_that_leaves_nothing_is_refused(fraction: float) -> None:
    with pytest.raises(InputError) as caught:
        degraded(long_story(), fraction, 0)
    assert str(caught.value) == f"a fraction of {fraction} leaves none of 40 events; give one from 0 up to 1"
