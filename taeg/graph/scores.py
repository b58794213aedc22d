"""Scores of runs in the graph, recorded and read."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from taeg.graph.read import SLICE, Entry, run_rows
from taeg.store.engine import Row, Store

SCORE_COLUMNS: Mapping[str, tuple[str, int, str]] = {
    "rouge1": ("ROUGE-1", 1, "Single words in common with the reference (F1)."),
    "rouge2": ("ROUGE-2", 1, "Pairs of neighbouring words in common with the reference (F1)."),
    "rougeL": ("ROUGE-L", 1, "Longest sequence of words in common with the reference (F1)."),
    "meteor": ("METEOR", 1, "Words in common with the reference, stems and synonyms included, in a similar order."),
    "bertscore": ("BERTScore", 1, "Closeness in meaning to the reference, by a language model (F1)."),
    "tau": ("τ", 1, "Agreement with the order of the reference: 1 for the same order, near 0 for a random one."),
    "disorder": ("disorder", -1, "Share of sentences to be moved to restore the order; less is better."),
    "aligned": (
        "aligned",
        1,
        "Share of sentences that could be aligned with the reference; the order is measured on these.",
    ),
    "accuracy": ("accuracy", 1, "Share of contested events where the version closest to the reference was chosen."),
    "likeness": ("likeness", 1, "Mean ROUGE-L of the chosen versions against the reference of their event."),
    "coverage": ("COV", 1, "Share of the sources' content, by weight of words, that the narrative keeps."),
    "redundancy": ("RED", -1, "Share of content repeated from another source; less is better."),
    "repetition": ("REP", -1, "Share of the running text that repeats sentences of earlier events; less is better."),
}
"""The metrics in every table of scores, with title, direction (1 if more is better, -1 if less) and description. Other
metrics recorded for a run follow as further columns."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a run by one metric."""

    metric: str
    value: float
    signature: str
    """How it was computed."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The significance tests of a run's score by one metric."""

    run: str
    metric: str
    compared_with: tuple[str, ...]
    """The baselines."""
    better_than: tuple[str, ...]
    """Those of them that the run is significantly better than, after correction for the number of tests."""


@dataclass(frozen=True, slots=True)
class ChoiceScore:
    """ROUGE-L of a selected version against the gold text, and whether it is the best of its event."""

    version: str
    rouge_l: float
    best: bool
    event: str = ""


def record_scores(
    store: Store, entry: Entry, run: str, scores: Sequence[Score], characters: int, choices: Sequence[ChoiceScore]
) -> None:
    """Replace the scores of a run and those of its selected versions."""
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


def record_comparisons(store: Store, entry: Entry, comparisons: Sequence[Comparison]) -> None:
    """Add the results of significance tests to scores that were recorded before."""
    keys = {run: row["key"] for run, row in run_rows(store, entry).items()}
    rows = [
        {
            "key": f"{keys[found.run]}/{found.metric}",
            "compared_with": list(found.compared_with),
            "better_than": list(found.better_than),
        }
        for found in comparisons
    ]
    if rows:
        store.write("write/compare_scores", rows=rows)


def read_comparisons(store: Store, entry: Entry) -> list[Comparison]:
    """Return the significance tests of all runs of a corpus."""
    return [
        Comparison(row["run"], row["metric"], tuple(row["compared_with"]), tuple(row["better_than"] or ()))
        for row in store.read("read/scores", generation=entry.generation)
        if row["compared_with"]
    ]


def read_scores(store: Store, entry: Entry) -> list[Row]:
    """Return a row for each run of a corpus with its score by each metric, or None."""
    found = store.read("read/scores", generation=entry.generation)
    metrics = dict.fromkeys((*SCORE_COLUMNS, *(row["metric"] for row in found if row["metric"])))
    runs: dict[str, Row] = {}
    for row in found:
        new = {"run": row["run"], "characters": row["characters"], **dict.fromkeys(metrics)}
        run = runs.setdefault(row["run"], {**new, "scored_by": row["scored_by"]})
        if row["metric"]:
            run[row["metric"]] = row["value"]
    return list(runs.values())
