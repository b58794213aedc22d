"""The result of a run: an ordered table of spans of text, the same for every strategy, and the narrative it makes.

A selected version is one span that covers it, a quoted sentence is a span within a version, and a title is a span of
an event's title. Everything that reads runs (exports, evaluation, backups) reads spans, or the passages and sentences
of a narrative with their sources. `taeg.graph.runs` reads both from a graph, `taeg.consolidate.algorithm` makes them in
memory.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from taeg.base.errors import DamageError, InputError
from taeg.model.arrange import spoken
from taeg.model.corpus import Corpus, Profile, Source
from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.model.corrections import CHOSEN
from taeg.text import markup
from taeg.text.ids import normal_id
from taeg.text.language import language

Parameter = int | float | str
StringArray = npt.NDArray[np.str_]

BASE, QUOTE, TITLE = "base", "quote", "title"
ROLES = (BASE, QUOTE, TITLE)
PART, CENTRALITY = "part", "centrality"
"""Parameters of a run that consolidation sets: the part it covers, and the ranking if not the default."""


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Spans in narrative order, one array per column. Build it with `Spans.of`."""

    event: IntArray
    """Index in the timeline; -1 outside any event."""
    version: IntArray
    """Index in the corpus; -1 where no version contains the span."""
    source: IntArray
    """Index in the corpus; -1 for a title."""
    start: IntArray
    """First character: in the version's text, else in the source's running text, else in the title and its period."""
    end: IntArray
    """Character after the last."""
    role: StringArray
    """`base` for the version selected for an event, `quote` for an extract, `title` where no version has text."""
    score: FloatArray

    @classmethod
    def of(cls, **columns: Any) -> "Spans":  # noqa: ANN401 (anything numpy takes for a column)
        """Build spans from columns; a single value, for instance of `role`, is repeated."""
        dtypes: dict[str, Any] = {"role": np.str_, "score": np.float64}
        arrays: list[npt.NDArray[Any]] = [
            np.asarray(columns[f.name], dtype=dtypes.get(f.name, np.int64)) for f in fields(cls)
        ]
        return cls(*(np.array(column) for column in np.broadcast_arrays(*arrays)))

    @classmethod
    def empty(cls) -> "Spans":
        """No spans."""
        return cls.of(**{f.name: [] for f in fields(cls)})

    def __len__(self) -> int:
        return len(self.event)

    def __getitem__(self, rows: slice | npt.NDArray[Any]) -> "Spans":
        """Return some of the rows: a slice, a mask or indices."""
        return Spans(*(column[rows] for column in self.columns()))

    def columns(self) -> tuple[npt.NDArray[Any], ...]:
        """Return the columns in declared order."""
        return tuple(getattr(self, f.name) for f in fields(self))

    def rows(self) -> Iterator[tuple[int, int, int, int, int, str, float]]:
        """Iterate over (event, version, source, start, end, role, score)."""
        return zip(*(column.tolist() for column in self.columns()), strict=True)

    def equals(self, other: "Spans") -> bool:
        """Compare all columns."""
        return all(np.array_equal(a, b) for a, b in zip(self.columns(), other.columns(), strict=True))

    def in_timeline_order(self) -> "Spans":
        """Return the rows sorted by event."""
        return self[np.argsort(self.event, kind="stable")]

    def selected(self, events: int) -> IntArray:
        """Return the base version of each of the events, -1 where there is none."""
        base = self[self.role == BASE]
        version = np.full(events, -1, dtype=np.int64)
        version[base.event] = base.version
        return version


def concatenate(*tables: Spans) -> Spans:
    """Join tables one after another."""
    return Spans(*(np.concatenate(columns) for columns in zip(*(t.columns() for t in tables), strict=True)))


def add_titles(spans: Spans, events: IntArray, titles: Callable[[IntArray], Sequence[str]]) -> Spans:
    """Add the titles of those events that have no span, in timeline order.

    Extracts do not follow the timeline and get no titles.
    """
    silent = np.setdiff1d(events, spans.event)
    if (spans.role == QUOTE).any() or not len(silent):
        return spans
    end = [len(title) + 1 for title in titles(silent)]
    added = Spans.of(event=silent, version=-1, source=-1, start=0, end=end, role=TITLE, score=0.0)
    return concatenate(spans, added).in_timeline_order()


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A recorded result of a strategy."""

    id: str
    strategy: str
    parameters: Mapping[str, Parameter]
    signature: str
    """How it was made: program version, corpus digest, profile, and the words that weights are computed from."""
    created: str
    spans: Spans

    @property
    def part(self) -> str:
        """The name of the part of the corpus that it covers; empty for a run over all of it."""
        return str(self.parameters.get(PART, ""))

    def same_result(self, other: "Run") -> bool:
        """Whether another run of the same signature has the same spans."""
        return self.signature == other.signature and self.spans.equals(other.spans)


@dataclass(frozen=True, slots=True)
class Part:
    """The conditions of a part of a corpus, all of which must hold; without any, the whole corpus.

    A part is the sub-graph of its versions: edges with both ends in it, with the weights of the whole corpus.
    """

    days: tuple[str, ...] = ()
    """Events of these days (see `taeg.graph.days`)."""
    sources: tuple[str, ...] = ()
    """Versions of these sources, and their events."""
    first: str = ""
    """The first event, in timeline order."""
    last: str = ""
    """The last event."""

    def __post_init__(self) -> None:
        for name, values in (("days", self.days), ("sources", self.sources)):
            if isinstance(values, str):
                raise InputError(f"a part has {name} as a tuple; write {name}=({values!r},)")
            object.__setattr__(self, name, tuple(sorted(set(values))))
        object.__setattr__(self, "sources", tuple(sorted(set(map(normal_id, self.sources)))))
        object.__setattr__(self, "first", normal_id(self.first))
        object.__setattr__(self, "last", normal_id(self.last))

    def __bool__(self) -> bool:
        return bool(self.name)

    @property
    def name(self) -> str:
        """The unique name of the part in run ids, for instance `day=2024-05-03,source=mark`."""
        named = [("day", day) for day in self.days]
        named += [("from", self.first)] if self.first else []
        named += [("to", self.last)] if self.last else []
        named += [("source", source) for source in self.sources]
        return ",".join(f"{key}={escaped(value)}" for key, value in named)


WHOLE = Part()


def escaped(value: object) -> str:
    """Escape a value for a run id, where `,` and `=` are separators."""
    return str(value).replace("%", "%25").replace(",", "%2C").replace("=", "%3D")


def attribution(source_title: str, citation: str) -> str:
    """Format the attribution of a passage, for instance `Statement of A. Reyes, page 2`.

    The title is omitted if the citation starts with it, as in `Mark 14:3` or `1 Kings 3:4`.
    """
    named = source_title and re.match(rf"(?:[0-9]+\s+)?{re.escape(source_title)}(?!\w)", citation)
    return citation if named else ", ".join(part for part in (source_title, citation) if part)


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a narrative with its source.

    `version` is empty for a title and for a quote outside any version; `event` is empty for such a quote.
    """

    event: str
    title: str
    version: str
    source: str
    reference: str
    text: str
    source_title: str = ""
    time: str = ""
    """The time of the version or the date of its source, if known."""
    edits: tuple[str, ...] = ()
    """Descriptions of the editor's changes to the event."""

    @property
    def attribution(self) -> str:
        """The source as readers cite it: `Mark 14:3-9`, or `Statement of A. Reyes, page 2`."""
        return attribution(self.source_title or self.source, self.reference) or "no account"

    @property
    def citation(self) -> str:
        """Event, source and the editor's changes: `1 Anointing at Bethany: Mark 14:3-9`."""
        name = self.title if self.title in ("", self.event) else f"{self.event} {self.title}"
        cited = f"{name or self.event}: {self.attribution}" if self.event else self.attribution
        return f"{cited} ({'; '.join(self.edits)})" if self.edits else cited


@dataclass(frozen=True, slots=True)
class TracedSentence(Passage):
    """A sentence of a narrative with the provenance of its passage."""

    passage: int = field(kw_only=True)
    """Index of the passage in the narrative."""


def trace_sentences(passages: Sequence[Passage], code: str) -> tuple[TracedSentence, ...]:
    """Split passages into sentences, each with the provenance of its passage."""
    split = language(code).sentences
    provenance = ({f.name: getattr(passage, f.name) for f in fields(Passage)} for passage in passages)
    return tuple(
        TracedSentence(**given | {"text": text}, passage=index)
        for index, given in enumerate(provenance)
        for text in split(given["text"])
    )


def pieces(passages: Iterable[Passage], profile: Profile, *, cite: bool = False) -> Iterator[str]:
    """Iterate over the texts of passages and the separators between them.

    With `cite` each passage is preceded by its citation.
    """
    between = ""
    for passage in passages:
        if between:
            yield between
        yield f"[{passage.citation}]\n{passage.text}" if cite else passage.text
        between = "\n\n" if cite else profile.separator


@dataclass(frozen=True, slots=True, repr=False)
class Narrative:
    """The passages of a run in narrative order. A notebook shows it as HTML."""

    corpus: str
    run: str
    profile: Profile
    passages: tuple[Passage, ...]
    language: str = "und"

    @property
    def text(self) -> str:
        """The text without citations."""
        return "".join(pieces(self.passages, self.profile))

    @property
    def sentences(self) -> tuple[TracedSentence, ...]:
        """Every sentence with its provenance."""
        return trace_sentences(self.passages, self.language)

    @property
    def cited(self) -> str:
        """The text with a citation above each passage."""
        return "".join(pieces(self.passages, self.profile, cite=True))

    def __repr__(self) -> str:
        return f"Narrative(corpus={self.corpus!r}, run={self.run!r}, {len(self.passages)} passages)"

    def _repr_html_(self) -> str:
        """The passages with their citations, for notebooks."""
        shown = [
            markup.element("div", markup.small(passage.citation), markup.text(passage.text, self.language))
            for passage in self.passages[: markup.SHOWN]
        ]
        if left := len(self.passages) - len(shown):
            shown.append(markup.small(f"… {left} more passages; the whole text: print(narrative.text)"))
        heading = markup.element("strong", f"{self.corpus}, run {self.run}")
        return markup.element("div", heading, *shown)


def passages(corpus: Corpus, spans: Spans) -> list[Passage]:
    """Return the passages that spans of a corpus select."""
    in_source = (spans.version < 0) & (spans.source >= 0)
    sources = spoken(corpus.sources, corpus.versions) if in_source.any() else corpus.sources
    source_of = {source.id: source for source in sources}
    event_of = {event.id: event for event in corpus.events}
    found = []
    for event, version, source, start, end, role, _ in spans.rows():
        if version >= 0:
            v = corpus.versions[version]
            e, s = event_of[v.event], source_of[v.source]
            edits = event_edits(e.edits, role)
            text, time = cut(v.text, start, end, f"version {v.id!r}"), v.time or s.date
            found.append(Passage(e.id, e.title, v.id, s.id, v.citation, text, s.title, time, edits))
        elif source >= 0:
            found.append(source_passage(sources[source], start, end))
        else:
            e = corpus.events[event]
            found.append(title_passage(e.id, e.title, start, end))
    return found


def cut(text: str, start: int, end: int, owner: str) -> str:
    """Return the part of a text that a span covers; raise DamageError for a span outside it."""
    if not 0 <= start <= end <= len(text):
        raise DamageError(
            f"a span covers the characters {start} to {end} of {owner}, which has {len(text)}: the graph is damaged or "
            "was changed by hand; consolidate again, and check the corpus with: taeg doctor --deep"
        )
    return text[start:end]


def event_edits(edits: Sequence[str], role: str) -> tuple[str, ...]:
    """The editor's changes that apply to a span: the editor's choice of a version does not affect quotes."""
    return tuple(edit for edit in edits if role == BASE or not edit.startswith(CHOSEN))


def source_passage(source: Source, start: int, end: int) -> Passage:
    """A passage from a source's running text that no version contains."""
    text = cut(source.text, start, end, f"source {source.id!r}")
    return Passage("", "", "", source.id, "", text, source.title, source.date)


def title_passage(event: str, title: str, start: int, end: int) -> Passage:
    """An event's title as a sentence."""
    return Passage(event, title, "", "", "", cut(f"{title}.", start, end, f"the title of event {event!r}"))
