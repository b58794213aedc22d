"""A corpus that is in no graph: its arrays and its narratives, for experiments on many variants of one corpus."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate import strategies
from taeg.consolidate.narrative import Narrative, Passage, Quotable
from taeg.consolidate.sentences import Lazy, quotable, sentences
from taeg.consolidate.strategies import Arrays, Parameter, Quotes
from taeg.model.arrange import spoken
from taeg.model.corpus import Corpus, moment
from taeg.model.corpus_graph import CorpusGraph


def arrays(graph: CorpusGraph) -> Arrays:
    """What strategies choose from."""
    corpus = graph.corpus
    event_ord = {event.id: i for i, event in enumerate(corpus.events)}
    source_ord = {source.id: i for i, source in enumerate(corpus.sources)}
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
        sentences=Lazy(
            lambda: quotable(
                sentences([source.text for source in spoken(corpus.sources, corpus.versions)], corpus.language),
                corpus.sources,
                corpus.versions,
            )
        ),
        times=[moment(v.time or dated[v.source]) for v in corpus.versions],
        tellings=[v.order_in_source for v in corpus.versions],
    )


def narrative(graph: CorpusGraph, strategy: str, given: Mapping[str, Parameter]) -> Narrative:
    """What a strategy makes of the corpus, without any graph."""
    corpus = graph.corpus
    choose = strategies.strategy(strategy)
    made = choose(arrays(graph), **strategies.resolved(strategy, choose, given))
    if isinstance(made, Quotes):
        events = {event.id: event for event in corpus.events}
        told = Quotable.of(corpus.sources, corpus.versions)
        passages = [told.passage(events, s.source, s.start, s.stop) for s in made.sentences]
    else:
        place = {version.id: i for i, version in enumerate(corpus.versions)}
        chosen = [place.get(e.choice, v) for e, v in zip(corpus.events, made.version.tolist(), strict=True)]
        passages = chosen_passages(corpus, chosen)
    return Narrative(corpus.id, strategy, corpus.profile, tuple(passages), corpus.language)


def chosen_passages(corpus: Corpus, chosen: Sequence[int], described: Container[int] | None = None) -> list[Passage]:
    """The passages of a choice: for each event the place of a version, or -1.

    `described` are the places of events for which their title may stand; by default all, if the profile has it so.
    """
    sources = {source.id: source for source in corpus.sources}
    passages = []
    for i, (event, place) in enumerate(zip(corpus.events, chosen, strict=True)):
        if place >= 0:
            v = corpus.versions[place]
            teller, time = sources[v.source].title, v.time or sources[v.source].date
            passages.append(
                Passage(event.id, event.title, v.id, v.source, v.citation, v.text, teller, time, event.edits)
            )
        elif corpus.profile.describes_silent_events and (described is None or i in described):
            passages.append(Passage(event.id, event.title, "", "", "", f"{event.title}."))
    return passages


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
