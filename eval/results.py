"""The results of an evaluation as plain values: everything that tables, files and plots show.

Every result carries what is needed to reproduce it: corpus digest, profile, strategies with parameters, seeds, the
signature of each metric and the versions of the libraries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from taeg.graph.scores import ChoiceScore

if TYPE_CHECKING:
    import pandas as pd

ORACLE = "oracle"
"""The row of the best selection possible, an upper bound. It is no run, and does not count in rankings."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A score; over several seeds the mean with its standard deviation; `low` and `high` are a 95 % interval."""

    value: float
    sd: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The scores of one system."""

    name: str
    """As shown in tables: `taeg`, `random`, `lexrank-750`."""
    strategy: str
    parameters: Mapping[str, object]
    runs: tuple[str, ...]
    """The recorded runs; several for a seeded strategy, none for the oracle."""
    cells: Mapping[str, Cell]
    """By metric, without metrics that were left out or do not apply."""


@dataclass(frozen=True, slots=True)
class RunScores:
    """The scores of one recorded run."""

    run: str
    system: str
    """The name of its row."""
    parameters: Mapping[str, object]
    characters: int
    scores: Mapping[str, float]
    """By metric, without metrics that do not apply."""
    choices: tuple[ChoiceScore, ...]
    """The versions selected in evaluated events."""
    signature: str
    """How the run was made: program version, corpus digest and profile."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A system compared with a baseline, paired over events."""

    system: str
    baseline: str
    metric: str
    difference: float
    low: float
    high: float
    p: float
    p_corrected: float
    """Holm-corrected for the number of comparisons made together."""
    verdict: str
    """`better` or `worse` if `p_corrected` is below .05, else `not distinguishable`."""


@dataclass(frozen=True, slots=True)
class Degraded:
    """Scores after a share of the events was removed."""

    strategy: str
    fraction: float
    seeds: int
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The evaluation of one corpus. `print` shows it as text, a notebook as HTML."""

    corpus: str
    profile: str
    language: str
    digest: str
    events: int
    contested: int
    """Events with versions of two or more sources."""
    evaluated: int
    """Contested events with two or more texts and a gold text: selection is scored on them."""
    scored: int
    """Events that narratives are scored on: all, or those with gold text."""
    metrics: Mapping[str, str]
    """Metrics in the order of the columns, each with its signature."""
    rows: tuple[Row, ...]
    verdicts: tuple[Verdict, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    random_accuracy: tuple[float, ...] = ()
    """The accuracy of each seeded random run."""
    floor: float = 0.0
    """Expected accuracy of random selection."""
    percentiles: Mapping[str, float] = field(default_factory=dict)
    """By system, the percentage of random runs with at most its accuracy."""
    absent: tuple[str, ...] = ()
    """Events without any version, by id and title: no narrative has them."""
    left_out: tuple[str, ...] = ()
    """What could not be measured and how to get it, a sentence each."""
    notes: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    """Of the libraries."""
    runs: tuple[RunScores, ...] = ()
    """In the order of the rows."""

    @property
    def frame(self) -> "pd.DataFrame":
        """The scores as a DataFrame: a row for each strategy, a column for each metric, NaN where it does not apply."""
        import pandas as pd

        columns = {
            metric: [row.cells[metric].value if metric in row.cells else nan for row in self.rows]
            for metric in self.metrics
        }
        return pd.DataFrame(columns, index=pd.Index([row.name for row in self.rows], name="strategy"), dtype="float64")

    @property
    def signature(self) -> str:
        """How the scores were computed, in one line; `metrics` has the signature of each metric."""
        made = (f"{library}:{version}" for library, version in self.versions.items())
        about = (f"corpus:{self.corpus}", f"digest:{self.digest}", f"profile:{self.profile}", f"lang:{self.language}")
        return "|".join((*about, *made))

    def save(self, folder: str | Path) -> list[Path]:
        """Write the report as text, Markdown, LaTeX, CSV and JSON and its plots into a folder; return the files."""
        from eval.report import formats

        return formats.write(self, Path(folder))

    def __repr__(self) -> str:
        return f"Report(corpus={self.corpus!r}, {len(self.rows)} strategies, {len(self.metrics)} metrics)"

    def __str__(self) -> str:
        from eval.report import formats

        return formats.FORMATS["text"](self)

    def _repr_html_(self) -> str:
        from eval.report.html import as_html

        return as_html(self)
