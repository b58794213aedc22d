"""Runs in the graph: their narratives taken out, scored, and the scores written back beside them.

So Neo4j Browser can ask which run scored what, and which events it got wrong.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from eval.metrics.selection import FloatArray
from eval.scoring import Candidate, Metric, Subject, available, metrics, score
from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.consolidate.spans import Run
from taeg.graph.graph import Graph
from taeg.graph.runs import Judged


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A run with its scores; `right` and `likeness` event by event, None for one that quotes sentences."""

    run: Run
    values: Mapping[str, float]
    characters: int
    right: FloatArray | None
    likeness: FloatArray | None


def evaluate(
    graph: Graph, run: str, corpus: str | None = None, wanted: Collection[str] = ()
) -> tuple[dict[str, float], list[str]]:
    """Score one run against the reference of its corpus; returns scores by metric, and what was left out and why."""
    subject = Subject(graph.read(corpus).corpus)
    found, left_out = available(subject, metrics(wanted))
    [scored] = score_runs(graph, subject, found, [run], corpus)
    return {"characters": float(scored.characters), **scored.values}, left_out


def score_runs(
    graph: Graph,
    subject: Subject,
    wanted: Mapping[str, Metric],
    names: Sequence[str],
    corpus: str | None = None,
    progress: Progress = SILENT,
) -> list[Scored]:
    """Score runs of a corpus and write their scores into the graph."""
    by_id = {run.id: run for run in graph.runs(corpus)}
    signature = "; ".join(metric.signature(subject) for metric in wanted.values())
    done = []
    progress.stage("score", len(names))
    for name in names:
        if by_id[name].part:
            raise InputError(
                f"run {name!r} covers a part of its corpus, and the reference is one of the whole; score a whole run"
            )
        progress.advance()
        narrative = graph.narrative(name, corpus)
        candidate = Candidate.of_run(subject, narrative, by_id[name])
        scored = _scored(candidate, by_id[name], score(candidate, wanted))
        judged = _judged(candidate)
        graph.record_scores(name, {"characters": scored.characters, **scored.values}, signature, judged, corpus)
        done.append(scored)
    return done


def _scored(candidate: Candidate, run: Run, values: Mapping[str, float]) -> Scored:
    if candidate.chosen is None:
        return Scored(run, values, len(candidate.text), None, None)
    judgement = candidate.subject.judgement
    right = judgement.right(candidate.chosen).astype(np.float64)
    return Scored(run, values, len(candidate.text), right, judgement.scores(candidate.chosen))


def _judged(candidate: Candidate) -> list[Judged]:
    """What evaluation says of each choice in a contested event."""
    if candidate.chosen is None:
        return []
    judgement = candidate.subject.judgement
    chosen = candidate.chosen[judgement.evaluated]
    right = judgement.right(candidate.chosen)
    return [
        Judged(candidate.subject.corpus.versions[place].id, float(judgement.likeness[place]), bool(best))
        for place, best in zip(chosen.tolist(), right.tolist(), strict=True)
        if place >= 0
    ]
