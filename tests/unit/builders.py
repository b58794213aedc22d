"""Small corpora, edges and runs that several tests build upon."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from taeg.consolidate.arrays import Arrays
from taeg.consolidate.sentences import Sentence
from taeg.consolidate.spans import BASE, QUOTE, TITLE, Run, Spans
from taeg.graph.read import Entry
from taeg.model.corpus import AUDITED, Corpus, Event, Profile, Source, Version
from taeg.model.corpus_graph import CorpusGraph, Edges

Tie = tuple[int, int, float]

SOURCES = (Source("ann", "Ann's diary"), Source("bob", "Bob's letter"))
EVENTS = (
    Event("sail", "The ship sails", "Monday", "Harbour"),
    Event("storm", "A storm", "Tuesday", "Open sea"),
    Event("calm", "Nobody writes"),
)
VERSIONS = (
    Version("ann-1", "sail", "ann", "We left the harbour at dawn.", "Diary 1:1-2"),
    Version("bob-1", "sail", "bob", "The harbour was behind us by dawn.", "Letter 1"),
    Version("ann-2", "storm", "ann", "", "Diary 2:5", ("Diary 2:5",)),
    Version("bob-2", "storm", "bob", "Waves as high as houses.", "Letter 2"),
)


def story(
    versions: Sequence[Version] = VERSIONS,
    sources: Sequence[Source] = SOURCES,
    events: Sequence[Event] = EVENTS,
    name: str = "voyage",
    language: str = "en",
    profile: Profile = AUDITED,
    notes: Sequence[str] = ("written for tests",),
) -> Corpus:
    """Two sources, three events (the last without accounts), four versions, one of them without text."""
    return Corpus(
        name, tuple(sources), tuple(events), tuple(versions), language=language, profile=profile, notes=tuple(notes)
    )


def edges(*ties: Tie) -> Edges:
    """Edges from triples of first end, second end and weight."""
    a, b, weight = zip(*ties, strict=True) if ties else ((), (), ())
    return Edges(np.array(a, dtype=np.int64), np.array(b, dtype=np.int64), np.array(weight, dtype=np.float64))


BEFORE: tuple[Tie, ...] = ((0, 2, 0.05), (1, 3, 0.25))
SAME_EVENT: tuple[Tie, ...] = ((0, 1, 0.5), (2, 3, 0.05))


def story_graph(
    corpus: Corpus | None = None, before: Sequence[Tie] = BEFORE, same_event: Sequence[Tie] = SAME_EVENT
) -> CorpusGraph:
    """The story with edges set by hand; two of them have the floor as their weight."""
    return CorpusGraph(corpus or story(), {"before": edges(*before), "same_event": edges(*same_event)})


@dataclass(frozen=True)
class GivenReader:
    """Columns written down in a test."""

    by_kind: Mapping[str, Edges]
    source_ids: Sequence[str] = tuple("abcdefgh")
    all_texts: Sequence[str] = ()
    all_times: Sequence[float] = ()
    orders: Sequence[int] = ()
    all_sentences: Sequence[Sentence] = ()
    reads: list[tuple[int, int]] = field(default_factory=list)
    """The ranges of texts that were read."""

    def sources(self) -> Sequence[str]:
        return self.source_ids

    def edges(self, kind: str, start: int, stop: int) -> Edges:
        return self.by_kind[kind]

    def texts(self, start: int, stop: int) -> Sequence[str]:
        self.reads.append((start, stop))
        return self.all_texts[start:stop]

    def times(self, start: int, stop: int) -> tuple[Sequence[float], Sequence[int]]:
        return self.all_times[start:stop], (self.orders or [0] * len(self.all_times))[start:stop]

    def sentences(self) -> Sequence[Sentence]:
        return self.all_sentences


def arrays(
    accounts: Sequence[tuple[int, int, int]],
    events: int,
    before: Sequence[Tie] = (),
    same_event: Sequence[Tie] = (),
    **columns: Any,  # noqa: ANN401 (fields of the reader)
) -> Arrays:
    """What strategies see, from (event, source, characters) of each version; the sources are a, b, …, at one moment."""
    rows = np.array(accounts, dtype=np.int64).reshape(-1, 3)
    given: dict[str, Any] = {
        "by_kind": {"before": edges(*before), "same_event": edges(*same_event)},
        "all_texts": ["word " * chars for chars in rows[:, 2].tolist()],
        "all_times": [0.0] * len(rows),
    }
    return Arrays(events, rows[:, 0], rows[:, 1], rows[:, 2], GivenReader(**given | columns))


def arrays_of(accounts: Sequence[tuple[int, int, str]], events: int, **columns: Any) -> Arrays:  # noqa: ANN401
    """What strategies see, without edges, from (event, source, text) of each version."""
    shape = [(event, source, len(text)) for event, source, text in accounts]
    return arrays(shape, events, all_texts=[text for *_, text in accounts], **columns)


def entry(profile: Profile = AUDITED) -> Entry:
    """The story as a graph would list it."""
    return Entry("voyage", len(EVENTS), len(VERSIONS), "d1ge57", "voyage@0", profile=profile)


def story_spans(
    chosen: Sequence[int] = (1, 3), titles: Sequence[int] = (2,), quoted: Sequence[tuple[int, int, int]] = ()
) -> Spans:
    """Spans over the story: versions of its first events, titles, and quotes by source, start and end."""
    scores = np.linspace(1 / 3, 34.0, len(chosen)).tolist(), np.linspace(7.0, 1 / 3, len(quoted)).tolist()
    sources = [source.id for source in SOURCES]
    rows: list[tuple[object, ...]] = [
        (event, version, sources.index(VERSIONS[version].source), 0, len(VERSIONS[version].text), BASE, score)
        for event, (version, score) in enumerate(zip(chosen, scores[0], strict=True))
    ]
    rows += [(event, -1, -1, 0, len(EVENTS[event].title) + 1, TITLE, 0.0) for event in titles]
    rows += [(-1, -1, *quote, QUOTE, score) for quote, score in zip(quoted, scores[1], strict=True)]
    names = ("event", "version", "source", "start", "end", "role", "score")
    return Spans.of(**{name: [row[i] for row in rows] for i, name in enumerate(names)})


def story_run(
    id: str = "longest",
    chosen: Sequence[int] = (1, 3),
    titles: Sequence[int] = (2,),
    quoted: Sequence[tuple[int, int, int]] = (),
) -> Run:
    """A run over the story, as recorded."""
    return Run(
        id=id,
        strategy=id.partition(",")[0],
        parameters={"damping": 0.85, "max_steps": 1000},
        signature="taeg 0, corpus d1ge57, profile audited",
        created="2030-01-02T03:04:05+00:00",
        spans=story_spans(chosen, titles, quoted),
    )
