"""The result of a run: an ordered table of spans of text, the same for every strategy.

A selected version is one span that covers it, or several with sentences of other versions between them; a quoted
sentence is a span within a version, and a title is a span of an event's title. Everything that reads runs (exports,
evaluation, backups) reads spans, or the passages and sentences of a narrative (`taeg.consolidate.narrative`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from taeg.base.errors import InputError
from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.text.ids import normal_id

Parameter = int | float | str
StringArray = npt.NDArray[np.str_]

BASE, INLINE, NOTE, CONTESTED, QUOTE, TITLE = "base", "inline", "note", "contested", "quote", "title"
ROLES = (BASE, INLINE, NOTE, CONTESTED, QUOTE, TITLE)
NOTES = (NOTE, CONTESTED)
"""Roles of what follows the running text of an event."""
PART, CENTRALITY, MODEL, DECIDED = "part", "centrality", "model", "decided"
SETTLE, CONTESTED_FACTS = "settle", "contested"
"""Parameters of a run that consolidation sets: the part it covers, the ranking if not the default, the model of
sentence vectors, how often each rule decided for a version, the policy that settles contested facts, and the number of
facts that it takes into account."""


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
    """`base` for the version selected for an event, `inline` for a sentence of another version within it, `note` for a
    sentence after it, `contested` for one with another side of a settled fact, `quote` for an extract, `title` where no
    version has text."""
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

    def follow_on(self) -> npt.NDArray[np.bool_]:
        """For each row but the first, whether it begins another event or is a later part of the same version."""
        later = (np.diff(self.version) == 0) & (self.start[1:] >= self.end[:-1])
        return np.asarray((np.diff(self.event) != 0) | later, dtype=np.bool_)

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
