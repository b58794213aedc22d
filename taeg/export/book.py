"""The input of every export: a corpus with its runs, read from the graph once.

Exporters are functions of a `Book` and nothing else, so names are replaced in one place (`Book.redact`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib.metadata import version as installed_version
from itertools import groupby

from taeg.base.errors import InputError, nearest, suggested
from taeg.conflicts.values import NONE
from taeg.consolidate.narrative import Passage, TracedSentence, passages, trace_sentences
from taeg.consolidate.spans import BASE, INLINE, NOTES, SETTLE, TITLE, Run
from taeg.consolidate.strategies import TITLES
from taeg.consolidate.voices import check_voice, voice_of
from taeg.export.contested import Contested, read_contested
from taeg.export.pseudonyms import Pseudonyms
from taeg.export.redaction import RedactedText, redacted_passages
from taeg.graph import read as reading
from taeg.graph import runs as run_records
from taeg.graph.graph import Graph
from taeg.graph.read import Entry
from taeg.graph.scores import Comparison, read_comparisons, read_scores
from taeg.model import timeline as timelines
from taeg.model.corpus import TIMELINES, Corpus, Event, Source, Version
from taeg.model.corpus_graph import Edges
from taeg.model.corrections import names as event_names
from taeg.model.corrections import words as in_words
from taeg.text.cues import cues
from taeg.text.ids import find_id

DEFAULT_RUNS = ("fuse", "taeg", "longest")
"""The run to export if none is named, in order of preference."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage and the text between it and the sentence before."""

    gap: str
    text: str
    is_hearsay: bool = False
    """Whether its speaker has it from others."""


@dataclass(frozen=True)
class NarratedRun:
    """A run with its scores and its narrative."""

    run: Run
    scores: Mapping[str, float]
    passages: tuple[Passage, ...]
    language: str
    superior: tuple[str, ...] = ()
    """Metrics by which it is significantly better than all baselines that it was compared with."""

    @property
    def title(self) -> str:
        """The name of its strategy for readers."""
        return TITLES.get(self.run.strategy, self.run.strategy)

    @cached_property
    def sentences(self) -> tuple[TracedSentence, ...]:
        """All sentences with their provenance."""
        return trace_sentences(self.passages, self.language)

    @cached_property
    def split(self) -> tuple[tuple[Sentence, ...], ...]:
        """The sentences of each passage; text after the last one is not included."""
        found: list[list[Sentence]] = [[] for _ in self.passages]
        ends = [passage.start for passage in self.passages]
        for sentence, is_hearsay in zip(self.sentences, self.hearsay, strict=True):
            passage = self.passages[sentence.passage]
            gap = passage.text[ends[sentence.passage] - passage.start : sentence.start - passage.start]
            found[sentence.passage].append(Sentence(gap, sentence.text, is_hearsay))
            ends[sentence.passage] = sentence.start + len(sentence.text)
        whole = ((Sentence("", passage.text),) for passage in self.passages)
        return tuple(tuple(split) or text for split, text in zip(found, whole, strict=True))

    @cached_property
    def hearsay(self) -> tuple[bool, ...]:
        """For each sentence, whether its speaker has it from others."""
        is_hearsay = cues(self.language).is_hearsay
        return tuple(is_hearsay(sentence.text) for sentence in self.sentences)


@dataclass(frozen=True)
class Book:
    """A corpus with its runs, as exported."""

    corpus: str
    """The id of the corpus in the graph."""
    title: str
    licence: str
    language: str
    profile: str
    separator: str
    """The text between two passages of a narrative."""
    digest: str
    timeline: str
    """How the order of events was determined, in words."""
    program: str
    notes: tuple[str, ...]
    corrections: tuple[str, ...]
    misfits: tuple[str, ...]
    """Corrections that could not be applied, with the reason."""
    sources: tuple[Source, ...]
    events: tuple[Event, ...]
    """In timeline order."""
    versions: tuple[Version, ...]
    """By event, then by source."""
    latest: tuple[bool, ...]
    """For each version, whether it is the last account of the event by its source."""
    runs: tuple[NarratedRun, ...]
    """The runs, the main one first."""
    find_contradictions: Callable[[], Sequence[str]]
    edges: Mapping[str, Edges] = field(default_factory=dict)
    """Edges by kind; empty unless the format needs them."""
    wanted_voice: str = ""
    """How formats meant for reading name the sources; empty for the voice that suits the accounts."""
    contested: Contested | None = None
    """The contradictions of the accounts; None if they have not been looked for."""

    @cached_property
    def voice(self) -> str:
        """How formats meant for reading name the sources (`taeg.consolidate.voices`)."""
        selected = (passage.text for passage in self.main.passages if passage.role == BASE)
        return self.wanted_voice or voice_of(selected, self.language)

    @cached_property
    def contradictions(self) -> tuple[str, ...]:
        """Where a source has events in another order than the timeline."""
        return tuple(self.find_contradictions())

    @property
    def about(self) -> dict[str, object]:
        """The description of the corpus, for formats of data."""
        names = ("title", "licence", "language", "profile", "digest", "timeline")
        lists = ("notes", "contradictions", "corrections", "misfits")
        return {name: getattr(self, name) for name in (*names, *lists)}

    @property
    def main(self) -> NarratedRun:
        """The run that formats with one narrative export."""
        return self.runs[0]

    @property
    def name(self) -> str:
        """The title, or the short id if there is none."""
        return self.title or self.short_id

    @property
    def short_id(self) -> str:
        """The id of the corpus without its profile."""
        return self.corpus.removesuffix(f"-{self.profile}") or self.corpus

    @cached_property
    def timeline_entries(self) -> tuple[tuple[Event, tuple[Version, ...]], ...]:
        """Each event with its versions."""
        versions: dict[str, list[Version]] = {event.id: [] for event in self.events}
        for version in self.versions:
            versions[version.event].append(version)
        return tuple((event, tuple(versions[event.id])) for event in self.events)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Positions in the timeline by event id, from 1."""
        return {event.id: number for number, event in enumerate(self.events, start=1)}

    @cached_property
    def _sources(self) -> Mapping[str, Source]:
        return {source.id: source for source in self.sources}

    def source_of(self, version: Version) -> Source:
        """The source of a version."""
        return self._sources[version.source]

    def time_of(self, version: Version) -> str:
        """The time of a version, or the date of its source."""
        return version.time or self.source_of(version).date

    @property
    def follows_timeline(self) -> bool:
        """Whether every passage of the main run is about an event, in timeline order."""
        numbers = [self.numbers.get(passage.event, 0) for passage in self.main.passages]
        return all(numbers) and numbers == sorted(numbers)

    @property
    def selects_versions(self) -> bool:
        """Whether the main run selects a whole version or a title for each of its events, in timeline order.

        Sentences of other versions may stand in it and after it.
        """
        texts = {version.id: version.text for version in self.versions}
        return self.follows_timeline and all(
            _selects_one([passage for passage in found if passage.role not in (INLINE, *NOTES)], texts)
            for _, found in groupby(self.main.passages, key=lambda passage: passage.event)
        )

    def redact(self, names: Pseudonyms) -> "Book":
        """Replace names by pseudonyms, in ids too. Sentences are split after that, so none cuts a name."""
        others = ("runs", "edges", "find_contradictions", "contested")
        texts = {version.id: RedactedText(version.text, names) for version in self.versions}
        values = {f.name: names.redact(getattr(self, f.name)) for f in fields(self) if f.name not in others}
        book = replace(
            self,
            **values,
            runs=tuple(_redacted(run, names, texts) for run in self.runs),
            contested=self.contested and self.contested.redact(names, [texts[v.id] for v in self.versions]),
            find_contradictions=lambda: names.redact(self.contradictions),
        )
        for kind in ("sources", "events", "versions"):
            if len({value.id for value in getattr(book, kind)}) < len(getattr(book, kind)):
                raise InputError(f"the pseudonyms give two {kind} the same name; give each person a different one")
        return book


def read_book(
    graph: Graph, corpus: str | None = None, run: str | None = None, *, edges: bool = True, voice: str = ""
) -> Book:
    """Read a corpus with its runs; `run` is the main one, by default `fuse`, `taeg`, `longest` or the first."""

    def read(entry: Entry) -> Book:
        store = graph.store
        runs = sorted(run_records.read_all(store, entry), key=lambda r: bool(r.part))  # whole corpus first
        whole = reading.corpus_graph(store, entry)  # with edges in any case: the digest covers them
        book = make_book(
            entry.id,
            whole.corpus,
            entry.digest,
            _main_first(runs, run, entry.id),
            {row["run"]: row for row in read_scores(store, entry)},
            whole.edges if edges else {},
            _superior(read_comparisons(store, entry)),
        )
        policy = str(book.main.run.parameters.get(SETTLE, NONE))
        return replace(book, contested=read_contested(store, entry, policy, conflicts=edges))

    check_voice(voice)
    return replace(reading.stable(graph.store, corpus, read), wanted_voice=voice)


def make_book(
    id: str,
    corpus: Corpus,
    digest: str,
    runs: Sequence[Run],
    scores: Mapping[str, Mapping[str, object]],
    edges: Mapping[str, Edges],
    superior: Mapping[str, tuple[str, ...]] = {},
) -> Book:
    """Make a book from a corpus and its runs, the main run first; `scores` and `superior` are by run."""
    corrected = [(in_words(c, event_names(corpus)), c.problem) for c in corpus.corrections]
    return Book(
        corpus=id,
        title=corpus.title,
        licence=corpus.licence,
        language=corpus.language,
        profile=corpus.profile.name,
        separator=corpus.profile.separator,
        digest=digest,
        timeline=TIMELINES[corpus.timeline],
        program=f"taeg {installed_version('taeg')}",
        notes=corpus.notes,
        corrections=tuple(text for text, _ in corrected),
        misfits=tuple(f"{text}: {problem}" for text, problem in corrected if problem),
        sources=tuple(replace(source, text="") for source in corpus.sources),
        events=corpus.events,
        versions=corpus.versions,
        latest=tuple(corpus.latest),
        runs=tuple(
            NarratedRun(
                run,
                _numbers(scores.get(run.id, {})),
                tuple(passages(corpus, run.spans)),
                corpus.language,
                superior.get(run.id, ()),
            )
            for run in runs
        ),
        find_contradictions=lambda: [
            *timelines.order_disagreements(corpus),
            *timelines.counted(timelines.look_backs(corpus)),
        ],
        edges=edges,
    )


def _main_first(runs: Sequence[Run], wanted: str | None, corpus: str) -> list[Run]:
    ids = [run.id for run in runs]
    if not ids:
        make = suggested("taeg consolidate --strategy longest")
        raise InputError(f"corpus {corpus!r} has no run yet; make one first: {make}")
    meant = find_id(wanted, ids) if wanted is not None else None
    if wanted is not None and meant is None:
        raise InputError(f"corpus {corpus!r} has no run {wanted!r}{nearest(wanted, ids)}; it has: {', '.join(ids)}")
    main = meant or next((id for id in DEFAULT_RUNS if id in ids), ids[0])
    return sorted(runs, key=lambda run: run.id != main)


def _superior(comparisons: Sequence[Comparison]) -> dict[str, tuple[str, ...]]:
    """By run, the metrics by which it is better than all baselines."""
    found: dict[str, tuple[str, ...]] = {}
    for one in comparisons:
        if set(one.compared_with) == set(one.better_than):
            found[one.run] = (*found.get(one.run, ()), one.metric)
    return found


def _numbers(row: Mapping[str, object]) -> dict[str, float]:
    return {name: value for name, value in row.items() if isinstance(value, int | float)}


def _selects_one(selected: Sequence[Passage], texts: Mapping[str, str]) -> bool:
    """Whether passages are the parts of one version in order, or a title."""
    versions = {passage.version for passage in selected}
    if len(versions) != 1:
        return False
    [version] = versions
    if not version:
        return len(selected) == 1 and selected[0].role == TITLE
    return "".join(passage.text for passage in selected) == texts[version]


def _redacted(narrated: NarratedRun, names: Pseudonyms, texts: Mapping[str, RedactedText]) -> NarratedRun:
    run = narrated.run
    values = {name: names.redact(getattr(run, name)) for name in ("id", "strategy", "parameters", "signature")}
    passages = redacted_passages(narrated.passages, names, texts)
    return replace(narrated, run=replace(run, **values), scores=names.redact(narrated.scores), passages=passages)
