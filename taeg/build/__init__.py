"""BuildTAEG: connect the versions of a corpus by BEFORE and SAME_EVENT edges and weight them by TF-IDF cosine."""

from dataclasses import replace

from taeg.model.corpus import Corpus
from taeg.model.corpus_graph import CorpusGraph


def build(corpus: Corpus) -> CorpusGraph:
    """Return the corpus with its edges, as its profile defines them. Excluded versions have none."""
    import numpy as np  # with scipy below: commands that only read do not load them

    from taeg.build import edges
    from taeg.model.corpus_graph import Edges
    from taeg.text.tfidf import tfidf

    event_index = {event.id: i for i, event in enumerate(corpus.events)}
    source_index = {source.id: i for i, source in enumerate(corpus.sources)}
    included = np.flatnonzero([not version.excluded for version in corpus.versions])
    versions = [corpus.versions[i] for i in included.tolist()]
    event = np.array([event_index[version.event] for version in versions], dtype=np.int64)
    source = np.array([source_index[version.source] for version in versions], dtype=np.int64)
    rows = tfidf(version.text for version in versions)
    before, same_event = edges.before_groups(event, source, corpus.profile), edges.same_event_groups(event)
    found = {}
    for kind, groups in (("before", before), ("same_event", same_event)):
        connected = edges.connect(rows, groups, corpus.profile.floor)
        found[kind] = Edges(included[connected.a], included[connected.b], connected.weight)
    confidence = np.array([version.confidence for version in corpus.versions])
    same = found["same_event"]
    found["same_event"] = replace(same, properties={"confidence": np.minimum(confidence[same.a], confidence[same.b])})
    return CorpusGraph(corpus, found)
