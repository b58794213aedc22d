"""Corpora with a share of their events removed, to measure how a strategy copes with an incomplete timeline."""

from dataclasses import replace
from random import Random

from taeg.base.errors import InputError
from taeg.build import build
from taeg.model.corpus import Corpus
from taeg.model.corpus_graph import CorpusGraph


def degraded(corpus: Corpus, fraction: float, seed: int) -> CorpusGraph:
    """Remove a random share of the events and build the edges of the rest anew."""
    count = round(len(corpus.events) * fraction)
    if not 0 <= count < len(corpus.events):
        raise InputError(
            f"a fraction of {fraction} leaves none of {len(corpus.events)} events; give one from 0 up to 1"
        )
    gone = set(Random(seed).sample([event.id for event in corpus.events], count))  # noqa: S311 (seeded on purpose)
    return build(
        replace(
            corpus,
            events=tuple(event for event in corpus.events if event.id not in gone),
            versions=tuple(version for version in corpus.versions if version.event not in gone),
        )
    )
