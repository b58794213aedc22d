"""Corpora and corrections with ids in their normal form (see `taeg.text.ids`), as they come into a graph."""

from dataclasses import replace
from itertools import chain

from taeg.model.corpus import Corpus, Correction, Event
from taeg.text.ids import is_normal, normal_id


def normal_corpus(corpus: Corpus) -> Corpus:
    """Return a corpus with ids in their normal form; raise InputError if two of one kind become equal."""
    ids = ([value.id for value in values] for values in (corpus.sources, corpus.events, corpus.versions))
    if is_normal(chain([corpus.name], *ids)):
        return corpus
    return replace(
        corpus,
        name=normal_id(corpus.name),
        sources=tuple(replace(s, id=normal_id(s.id)) for s in corpus.sources),
        events=tuple(_normal_event(event) for event in corpus.events),
        originals=tuple(_normal_event(event) for event in corpus.originals),
        versions=tuple(
            replace(
                v,
                id=normal_id(v.id),
                event=normal_id(v.event),
                source=normal_id(v.source),
                told_of=normal_id(v.told_of),
            )
            for v in corpus.versions
        ),
    )


def _normal_event(event: Event) -> Event:
    return replace(event, id=normal_id(event.id), choice=normal_id(event.choice))


def normal_correction(correction: Correction) -> Correction:
    """Return a correction with ids in their normal form."""
    return replace(
        correction,
        target=normal_id(correction.target),
        other=normal_id(correction.other),
        versions=tuple(map(normal_id, correction.versions)),
    )
