"""A corpus with its ties: which versions are tied, and how strongly, as its profile says."""

import numpy as np

from taeg import relations, weights
from taeg.corpusgraph import CorpusGraph, Edges
from taeg.values import Corpus


def build(corpus: Corpus) -> CorpusGraph:
    """The corpus with its BEFORE and SAME_EVENT edges and their weights, as its profile says."""
    event_ord = {event.id: i for i, event in enumerate(corpus.events)}
    source_ord = {source.id: i for i, source in enumerate(corpus.sources)}
    event = np.array([event_ord[v.event] for v in corpus.versions], dtype=np.int64)
    source = np.array([source_ord[v.source] for v in corpus.versions], dtype=np.int64)
    tied = np.flatnonzero([not v.excluded for v in corpus.versions])
    rows = weights.tfidf([corpus.versions[i].text for i in tied.tolist()])

    def weighed(pairs: relations.Pairs) -> Edges:
        a, b = pairs
        return Edges(tied[a], tied[b], weights.cosines(rows, a, b, corpus.profile.floor))

    return CorpusGraph(
        corpus,
        before=weighed(relations.before(event[tied], source[tied], corpus.profile)),
        same_event=weighed(relations.same_event(event[tied])),
    )
