"""A corpus that is in no graph: its arrays and its narratives, for experiments on many variants of one corpus."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import numpy as np

from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate import strategies
from taeg.consolidate.narrative import Narrative, passages
from taeg.consolidate.sentences import Lazy, sentences
from taeg.consolidate.spans import Parameter, Spans, add_titles
from taeg.consolidate.strategies import Arrays
from taeg.model.corpus import Corpus, moment
from taeg.model.corpus_graph import CorpusGraph


def arrays(graph: CorpusGraph) -> Arrays:
    """What strategies choose from."""
    corpus = graph.corpus
    event_ord = {event.id: i for i, event in enumerate(corpus.events)}
    source_ord = {source.id: i for i, source in enumerate(corpus.sources)}
    version_ord = {version.id: i for i, version in enumerate(corpus.versions)}
    dated = {source.id: source.date for source in corpus.sources}
    return Arrays(
        events=len(corpus.events),
        event=np.array([event_ord[v.event] for v in corpus.versions], dtype=np.int64),
        source=np.array([source_ord[v.source] for v in corpus.versions], dtype=np.int64),
        chars=np.array([len(v.text) if v.usable else 0 for v in corpus.versions], dtype=np.int64),
        before=graph.before,
        same_event=graph.same_event,
        sources=tuple(source_ord),
        texts=[v.text for v in corpus.versions],
        sentences=Lazy(lambda: sentences(corpus.sources, corpus.versions, corpus.language)),
        times=[moment(v.time or dated[v.source]) for v in corpus.versions],
        tellings=[v.order_in_source for v in corpus.versions],
        editor={event_ord[e.id]: version_ord[e.choice] for e in corpus.events if e.choice in version_ord},
    )


def spans(graph: CorpusGraph, strategy: str, given: Mapping[str, Parameter]) -> Spans:
    """Run a strategy on a corpus, without any graph."""
    corpus, choose = graph.corpus, strategies.strategy(strategy)
    found = strategies.apply(strategy, choose, arrays(graph), strategies.resolved(strategy, choose, given))
    return told(corpus, found)


def told(corpus: Corpus, found: Spans) -> Spans:
    """Spans with the titles of events that have none, if the corpus' profile uses titles."""
    if not corpus.profile.describes_silent_events:
        return found
    return add_titles(found, np.arange(len(corpus.events)), lambda i: [corpus.events[k].title for k in i.tolist()])


def narrative(graph: CorpusGraph, strategy: str, given: Mapping[str, Parameter]) -> Narrative:
    """The narrative that a strategy makes of a corpus, without any graph."""
    corpus = graph.corpus
    found = tuple(passages(corpus, spans(graph, strategy, given)))
    return Narrative(corpus.id, strategy, corpus.profile, found, corpus.language)


def degraded(corpus: Corpus, fraction: float, seed: int) -> CorpusGraph:
    """The corpus with a share of its events taken out by chance, edges and weights built anew on what is left."""
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
