"""What every export is made of: a corpus with its accounts, runs and scores as plain values, taken from the graph once.

Exporters are functions of a `Book` and nothing else, so that names can be replaced in one place and no exporter can
leave out who said a sentence. Not for computing: strategies, metrics and the store are unknown here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING, Any, TypeVar, cast

from taeg.base.errors import InputError, nearest
from taeg.consolidate.narrative import Passage, Traced, passages, traced
from taeg.consolidate.spans import Run
from taeg.export.collation import Stretch, shared
from taeg.graph.graph import Graph
from taeg.model import timeline as timelines
from taeg.model.corpus import TIMELINES, Corpus
from taeg.model.corpus_graph import Edges
from taeg.model.corrections import words as in_words

if TYPE_CHECKING:
    from taeg.export.pseudonyms import Pseudonyms

T = TypeVar("T")
USUAL = ("taeg", "longest")
"""Which run is told where nobody says and there are several."""


@dataclass(frozen=True, slots=True)
class Teller:
    """A source."""

    id: str
    title: str
    author: str
    date: str


@dataclass(frozen=True, slots=True)
class Account:
    """A version of an event."""

    id: str
    event: str
    source: str
    source_title: str
    reference: str
    time: str
    """When it was given: its own time, else its source's date."""
    text: str
    gaps: tuple[str, ...]
    latest: bool
    """Whether it is the last that its source says of the event."""
    excluded: bool
    told_of: str
    stretches: tuple[Stretch, ...]
    """The text in stretches of words that other accounts of the event share, or not."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with its accounts in declared order of sources."""

    id: str
    title: str
    day: str
    time: str
    location: str
    reference: str
    """What the reference consolidation says; empty where there is none."""
    choice: str
    edits: tuple[str, ...]
    accounts: tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class Telling:
    """A run with its narrative."""

    id: str
    strategy: str
    parameters: Mapping[str, Any]
    signature: str
    created: str
    scores: Mapping[str, float]
    """Those that evaluation has written on the run."""
    passages: tuple[Passage, ...]
    sentences: tuple[Traced, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """An edge between two versions, by their ids."""

    a: str
    b: str
    weight: float


@dataclass(frozen=True, slots=True)
class Book:
    """A corpus as it leaves the program."""

    corpus: str
    title: str
    licence: str
    language: str
    profile: str
    separator: str
    """What stands between two passages of a narrative."""
    digest: str
    timeline: str
    """Where the order of events comes from, in words."""
    program: str
    notes: tuple[str, ...]
    contradictions: tuple[str, ...]
    corrections: tuple[str, ...]
    misfits: tuple[str, ...]
    tellers: tuple[Teller, ...]
    happenings: tuple[Happening, ...]
    tellings: tuple[Telling, ...]
    """The runs, the one to be told first."""
    before: tuple[Tie, ...]
    same_event: tuple[Tie, ...]

    @property
    def main(self) -> Telling:
        """The run that formats with one narrative tell."""
        return self.tellings[0]

    @property
    def name(self) -> str:
        """The title, else the id."""
        return self.title or self.corpus

    def redacted(self, names: "Pseudonyms") -> "Book":
        """The book with pseudonyms for names, in ids too; sentences and stretches are cut anew, lest one cut a name."""
        book = _redacted(self, names)
        for what, theirs, ours in (
            ("sources", [t.id for t in self.tellers], [t.id for t in book.tellers]),
            ("events", [h.id for h in self.happenings], [h.id for h in book.happenings]),
            ("versions", _account_ids(self), _account_ids(book)),
        ):
            if len(set(ours)) < len(set(theirs)):
                raise InputError(f"the pseudonyms give two {what} the same name; give each person one of their own")
        return replace(
            book,
            happenings=tuple(_collated(happening, self.language) for happening in book.happenings),
            tellings=tuple(replace(t, sentences=traced(t.passages, self.language)) for t in book.tellings),
        )


def take(graph: Graph, corpus: str | None = None, run: str | None = None) -> Book:
    """Take a corpus with its runs out of the graph; `run` is the one to tell, by default `taeg`, `longest`, or any."""
    dump = graph.dump(corpus)
    value = dump.graph.corpus
    ids = [version.id for version in value.versions]
    scores = {row["run"]: row for row in graph.scores(dump.id)}
    whole_first = sorted(dump.runs, key=lambda r: bool(r.part))  # who asks for no run wants no part of one either
    order = _main_first([r.id for r in whole_first], run, dump.id)
    by_id = {r.id: r for r in dump.runs}
    return Book(
        corpus=dump.id,
        title=value.title,
        licence=value.licence,
        language=value.language,
        profile=value.profile.name,
        separator=value.profile.separator,
        digest=dump.graph.digest,
        timeline=TIMELINES[value.timeline],
        program=f"taeg {installed_version('taeg')}",
        notes=value.notes,
        contradictions=tuple(timelines.contradictions(value)),
        corrections=tuple(in_words(c) for c in value.corrections),
        misfits=tuple(f"{in_words(c)}: {c.problem}" for c in value.corrections if c.problem),
        tellers=tuple(Teller(s.id, s.title, s.author, s.date) for s in value.sources),
        happenings=_happenings(value),
        tellings=tuple(_telling(by_id[name], value, scores.get(name, {})) for name in order),
        before=_ties(dump.graph.before, ids),
        same_event=_ties(dump.graph.same_event, ids),
    )


def _ties(edges: Edges, ids: Sequence[str]) -> tuple[Tie, ...]:
    columns = (edges.a.tolist(), edges.b.tolist(), edges.weight.tolist())
    return tuple(Tie(ids[a], ids[b], weight) for a, b, weight in zip(*columns, strict=True))


def _main_first(runs: Sequence[str], wanted: str | None, corpus: str) -> list[str]:
    if not runs:
        raise InputError(f"corpus {corpus!r} has no run yet; make one first: taeg consolidate --strategy longest")
    if wanted is not None and wanted not in runs:
        raise InputError(f"corpus {corpus!r} has no run {wanted!r}{nearest(wanted, runs)}; it has: {', '.join(runs)}")
    first = wanted or next((name for name in USUAL if name in runs), runs[0])
    return [first, *(name for name in runs if name != first)]


def _happenings(corpus: Corpus) -> tuple[Happening, ...]:
    sources = {source.id: source for source in corpus.sources}
    told: dict[str, list[int]] = {event.id: [] for event in corpus.events}
    for place, version in enumerate(corpus.versions):
        told[version.event].append(place)
    latest = corpus.latest
    happenings = []
    for event in corpus.events:
        versions = [corpus.versions[i] for i in told[event.id]]
        marks = shared([v.text for v in versions], corpus.language)
        happenings.append(
            Happening(
                event.id,
                event.title,
                event.day,
                event.time,
                event.location,
                event.gold_text,
                event.choice,
                event.edits,
                tuple(
                    Account(
                        v.id,
                        v.event,
                        v.source,
                        sources[v.source].title,
                        v.citation,
                        v.time or sources[v.source].date,
                        v.text,
                        v.gaps,
                        latest[i],
                        v.excluded,
                        v.told_of,
                        stretches,
                    )
                    for i, v, stretches in zip(told[event.id], versions, marks, strict=True)
                ),
            )
        )
    return tuple(happenings)


def _account_ids(book: Book) -> list[str]:
    return [account.id for happening in book.happenings for account in happening.accounts]


def _collated(happening: Happening, language: str) -> Happening:
    marks = shared([account.text for account in happening.accounts], language)
    accounts = zip(happening.accounts, marks, strict=True)
    return replace(happening, accounts=tuple(replace(account, stretches=found) for account, found in accounts))


def _telling(run: Run, corpus: Corpus, scores: Mapping[str, Any]) -> Telling:
    """A run with its narrative, made of the corpus that is in hand: no further question to the graph."""
    found = passages(corpus, run.spans)
    return Telling(
        run.id,
        run.strategy,
        dict(run.parameters),
        run.signature,
        run.created,
        {name: value for name, value in scores.items() if isinstance(value, int | float)},
        tuple(found),
        traced(found, corpus.language),
    )


def _redacted(value: T, names: "Pseudonyms") -> T:
    """Texts replaced wherever they stand in values made of values."""
    found: Any = value
    if isinstance(found, str):
        found = names.text(found)
    elif isinstance(found, tuple):
        found = tuple(_redacted(item, names) for item in found)
    elif isinstance(found, Mapping):
        found = {_redacted(key, names): _redacted(item, names) for key, item in found.items()}
    elif is_dataclass(found) and not isinstance(found, type):
        found = replace(found, **{f.name: _redacted(getattr(found, f.name), names) for f in fields(found)})
    return cast(T, found)
