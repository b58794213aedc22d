"""What an evaluation found, as plain values: everything a table, a file or a plot may show, and nothing computed.

Every result carries what is needed to make it again: corpus digest, profile, strategies with their parameters, seeds,
the signature of each metric and the versions of the libraries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Cell:
    """A score: its value, over several seeds their mean with their standard deviation, and a 95 % interval."""

    value: float
    sd: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One strategy of the ladder."""

    name: str
    """As tables show it: `taeg`, `random`, `lexrank-750`."""
    strategy: str
    parameters: Mapping[str, object]
    runs: tuple[str, ...]
    """The runs in the graph behind it; several for a seeded strategy; none for the oracle."""
    cells: Mapping[str, Cell]
    """By metric; a metric that was left out or makes no sense for this row is not there."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One strategy against a baseline, over the same events."""

    system: str
    baseline: str
    metric: str
    difference: float
    low: float
    high: float
    p: float
    p_corrected: float
    verdict: str
    """`better` or `worse` where the corrected test says so, else `not distinguishable`."""


@dataclass(frozen=True, slots=True)
class Degraded:
    """What is left of the scores when a share of the events is taken out."""

    strategy: str
    fraction: float
    seeds: int
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole evaluation of one corpus."""

    corpus: str
    profile: str
    language: str
    digest: str
    events: int
    contested: int
    """Events that two or more sources tell."""
    evaluated: int
    """Of these, the ones with two or more texts and a reference: selection is scored on them."""
    metrics: Mapping[str, str]
    """The metrics in the order of the columns, each with its signature."""
    rows: tuple[Row, ...]
    verdicts: tuple[Verdict, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    random_accuracy: tuple[float, ...] = ()
    """The selection accuracy of each seeded random run."""
    floor: float = 0.0
    """Expected accuracy of choosing by chance."""
    percentiles: Mapping[str, float] = field(default_factory=dict)
    """For each strategy the share of random runs, in percent, whose accuracy is not above its own."""
    absent: tuple[str, ...] = ()
    """Events that nobody tells, by id and title: they are in no narrative."""
    left_out: tuple[str, ...] = ()
    """What could not be measured and how to get it, a sentence each."""
    notes: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
