"""A corpus with its ties: which versions are tied, and how strongly, as its profile says."""

import numpy as np

from taeg.build import edges as ties
from taeg.build import weights
from taeg.model.corpus import Corpus
from taeg.model.corpus_graph import CorpusGraph, Edges


def build(corpus: Corpus) -> CorpusGraph:
    """The corpus with its BEFORE and SAME_EVENT edges and their weights, as its profile says."""
    event_ord = {event.id: i for i, event in enumerate(corpus.events)}
    source_ord = {source.id: i for i, source in enumerate(corpus.sources)}
    event = np.array([event_ord[v.event] for v in corpus.versions], dtype=np.int64)
    source = np.array([source_ord[v.source] for v in corpus.versions], dtype=np.int64)
    tied = np.flatnonzero([not v.excluded for v in corpus.versions])
    rows = weights.tfidf([corpus.versions[i].text for i in tied.tolist()])

    def placed(edges: Edges) -> Edges:
        return Edges(tied[edges.a], tied[edges.b], edges.weight)

    profile = corpus.profile
    return CorpusGraph(
        corpus,
        before=placed(ties.before(rows, event[tied], source[tied], profile, profile.floor)),
        same_event=placed(ties.same_event(rows, event[tied], profile.floor)),
    )
