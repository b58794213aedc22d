"""The results of an evaluation as plain values: everything that tables, files and plots show.

Every result carries what is needed to reproduce it: corpus digest, profile, strategies with parameters, seeds, the
signature of each metric and the versions of the libraries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


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


@dataclass(frozen=True, slots=True)
class Report:
    """The evaluation of one corpus."""

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
