"""The result of a run: an ordered table of spans of text, the same for every strategy.

A selected version is one span that covers it, a quoted sentence is a span within a version, and a title is a span of
an event's title. Everything that reads runs (narratives, exports, evaluation, backups) reads spans.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.model.part import PART

Parameter = int | float | str
StringArray = npt.NDArray[np.str_]

BASE, QUOTE, TITLE = "base", "quote", "title"
ROLES = (BASE, QUOTE, TITLE)


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
    """`base` for the version told of an event, `quote` for an extract, `title` where no version has text."""
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
    """How it was made: program version, corpus digest and profile."""
    created: str
    spans: Spans

    @property
    def part(self) -> str:
        """The name of the part of the corpus that it covers; empty for a run over all of it."""
        return str(self.parameters.get(PART, ""))

    def same_result(self, other: "Run") -> bool:
        """Whether another run of the same signature has the same spans."""
        return self.signature == other.signature and self.spans.equals(other.spans)
