"""Scores of runs in the graph, recorded and read."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from taeg.graph.read import SLICE, Entry, run_rows
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
    key = run_rows(store, entry)[run]["key"]
    store.write("write/unscore_run", run=key)
    rows = [{"key": f"{key}/{score.metric}", **asdict(score)} for score in scores]
    scored_by = "; ".join(score.signature for score in scores)
    if rows:
        store.write("write/score_run", run=key, characters=characters, scored_by=scored_by, rows=rows)
    rated = [
        {"version": f"{entry.generation}/{choice.version}", "rougeL": choice.rouge_l, "best": choice.best}
        for choice in choices
    ]
    for start in range(0, len(rated), SLICE):
        store.write("write/judge_choices", run=key, rows=rated[start : start + SLICE])


def read_scores(store: Store, entry: Entry) -> list[Row]:
    """A row for each run of a corpus: its scores by metric, None where there is none."""
    found = store.read("read/scores", generation=entry.generation)
    metrics = dict.fromkeys((*METRICS, *(row["metric"] for row in found if row["metric"])))
    runs: dict[str, Row] = {}
    for row in found:
        new = {"run": row["run"], "characters": row["characters"], **dict.fromkeys(metrics)}
        run = runs.setdefault(row["run"], {**new, "scored_by": row["scored_by"]})
        if row["metric"]:
            run[row["metric"]] = row["value"]
    return list(runs.values())
