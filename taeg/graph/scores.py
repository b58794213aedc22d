"""Scores of runs in the graph, recorded and read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from taeg.graph.read import SLICE, Entry
from taeg.store.engine import Row, Store

METRICS = (
    "rouge1",
    "rouge2",
    "rougeL",
    "meteor",
    "bertscore",
    "tau",
    "disorder",
    "aligned",
    "accuracy",
    "likeness",
    "coverage",
    "redundancy",
)
"""Metrics that every table of scores has a column for; further ones follow where a run has them."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a run by one metric."""

    metric: str
    value: float
    signature: str
    """How it was computed."""
    title: str = ""
    """The name to show; by default that of the metric."""
    direction: int = 1
    """1 if higher is better, -1 if lower is better."""


@dataclass(frozen=True, slots=True)
class ChoiceScore:
    """ROUGE-L of a selected version against the gold text, and whether it is the best of its event."""

    version: str
    rouge_l: float
    best: bool


def record_scores(
    store: Store, entry: Entry, run: str, scores: Sequence[Score], characters: int, choices: Sequence[ChoiceScore]
) -> None:
    """Replace the scores of a run, and write the scores of its choices on them."""
    keys = {row["id"]: row["key"] for row in store.read("read/runs", generation=entry.generation)}
    values: Mapping[str, float | None] = dict.fromkeys(METRICS) | {score.metric: score.value for score in scores}
    scored_by = "; ".join(score.signature for score in scores)
    store.write("write/score_run", run=keys[run], scored_by=scored_by, characters=characters, **values)
    rows = [
        {"version": f"{entry.generation}/{choice.version}", "rougeL": choice.rouge_l, "best": choice.best}
        for choice in choices
    ]
    for start in range(0, len(rows), SLICE):
        store.write("write/judge_choices", run=keys[run], rows=rows[start : start + SLICE])


def read_scores(store: Store, entry: Entry) -> list[Row]:
    """A row for each run of a corpus: its scores by metric, None where there is none."""
    return store.read("read/scores", generation=entry.generation)
