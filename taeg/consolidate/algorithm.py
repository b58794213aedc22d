"""Algorithm 1 of the paper: consolidate a corpus into one narrative, plainly and in memory.

`consolidate` is written to be read. The strategy `taeg` does the same on arrays, for corpora of any size, and tests
compare the two on all examples. `select` and `narrate` run any strategy without a graph; `taeg.graph` records runs.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping

import numpy as np

from taeg.build import build
from taeg.consolidate import strategies
from taeg.consolidate.arrays import in_memory
from taeg.consolidate.narrative import Narrative, passages
from taeg.consolidate.spans import Parameter, Spans, add_titles
from taeg.model.corpus import Corpus, Version
from taeg.model.corpus_graph import CorpusGraph

Rank = Callable[[CorpusGraph], Mapping[str, float]]
"""Scores the versions of a graph, by id."""


def lexrank(graph: CorpusGraph) -> Mapping[str, float]:
    """Rank versions by LexRank over both kinds of edges."""
    scores = strategies.centrality(in_memory(graph))
    return dict(zip((version.id for version in graph.corpus.versions), scores.tolist(), strict=True))


def consolidate(corpus: Corpus, rank: Rank = lexrank) -> list[Version]:
    """Select the most central version of each event, in timeline order."""
    graph = build(corpus)  # BEFORE and SAME_EVENT edges, weighted by TF-IDF cosine
    score = rank(graph)
    versions_of = _versions_by_event(corpus)
    narrative = []
    for event in corpus.events:  # walk the timeline
        if versions := versions_of[event.id]:
            narrative.append(max(versions, key=lambda version: score[version.id]))
    return narrative


def _versions_by_event(corpus: Corpus) -> Mapping[str, list[Version]]:
    """The versions with text, in declared order of their sources: the first of several with one score is selected."""
    order = {source.id: i for i, source in enumerate(corpus.sources)}
    versions_of: dict[str, list[Version]] = defaultdict(list)
    for version in sorted(corpus.versions, key=lambda version: order[version.source]):
        if version.usable:
            versions_of[version.event].append(version)
    return versions_of


def select(graph: CorpusGraph, strategy: str, given: Mapping[str, Parameter]) -> Spans:
    """Run a strategy on a corpus in memory."""
    function = strategies.strategy(strategy)
    spans, _ = strategies.apply(strategy, function, in_memory(graph), strategies.resolved(strategy, function, given))
    return with_titles(graph.corpus, spans)


def with_titles(corpus: Corpus, spans: Spans) -> Spans:
    """Add the titles of events without spans, if the profile of the corpus uses titles."""
    if not corpus.profile.describes_silent_events:
        return spans
    titles = [event.title for event in corpus.events]
    return add_titles(spans, np.arange(len(titles)), lambda events: [titles[i] for i in events.tolist()])


def narrate(graph: CorpusGraph, strategy: str, given: Mapping[str, Parameter]) -> Narrative:
    """Return the narrative of a strategy, without recording a run."""
    corpus = graph.corpus
    found = tuple(passages(corpus, select(graph, strategy, given)))
    return Narrative(corpus.id, strategy, corpus.profile, found, corpus.language)
