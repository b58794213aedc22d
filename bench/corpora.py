"""Generated corpora in memory, for benchmarks that do not measure reading."""

import ingest
from bench import generator
from taeg.base.errors import Problems
from taeg.model.arrange import UNNAMED, Material, arrange
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph


def corpus(versions: int, seed: int = 1) -> Corpus:
    """Return a generated corpus with its gold texts."""
    sources: dict[str, Source] = {}
    events: dict[str, Event] = {}
    accounts: list[Version] = []
    for event in generator.events(versions, seed):
        events[event.id] = Event(event.id, "", gold_text=event.text, declared=False)
        for a in event.accounts:
            sources.setdefault(a.source, Source(a.source, ""))
            accounts.append(
                Version(
                    UNNAMED, a.event, a.source, a.text, a.reference, time=a.time, title=a.title, position=str(a.order)
                )
            )
    material = Material(
        name=f"generated-{versions}-{seed}",
        sources=tuple(sources.values()),
        events=tuple(events.values()),
        accounts=tuple(accounts),
        language="en",
    )
    return arrange(material, Problems())


def built(versions: int, seed: int = 1) -> CorpusGraph:
    """Return a generated corpus with its edges."""
    return ingest.build(corpus(versions, seed))
