"""Score recorded runs and write the scores back into the graph, where queries and Neo4j Browser find them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from eval.metrics import Wanted, available, score, score_events, select
from eval.metrics.candidate import Candidate, Subject
from eval.metrics.metric import Metric
from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.consolidate.spans import Run
from taeg.graph.graph import Graph
from taeg.graph.scores import ChoiceScore, Score
from taeg.model.corpus_graph import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class ScoredRun:
    """A run with its scores."""

    run: Run
    values: Mapping[str, float]
    """By metric."""
    characters: int
    by_event: Mapping[str, FloatArray]
    """The values of each evaluated event, for metrics that are means over events."""
    choices: tuple[ChoiceScore, ...] = ()
    """The versions selected in evaluated events."""


def evaluate(
    graph: Graph, run: str, corpus: str | None = None, wanted: Collection[Wanted] = ()
) -> tuple[dict[str, float], list[str]]:
    """Score one run against the gold text; return scores by metric, and the reasons for metrics left out."""
    subject = Subject(graph.read(corpus).corpus)
    found, left_out = available(subject, select(wanted))
    [scored] = score_runs(graph, subject, found, [run], corpus)
    return {"characters": float(scored.characters), **scored.values}, left_out


def score_runs(
    graph: Graph,
    subject: Subject,
    wanted: Mapping[str, Metric],
    names: Sequence[str],
    corpus: str | None = None,
    progress: Progress = SILENT,
) -> list[ScoredRun]:
    """Score runs of a corpus and record their scores in the graph."""
    runs = {run.id: run for run in graph.runs(corpus)}
    signatures = {name: metric.signature(subject) for name, metric in wanted.items()}
    progress.stage("score", len(names))
    done = []
    for name in names:
        if runs[name].part:
            raise InputError(
                f"run {name!r} covers a part of its corpus, but the reference covers the whole; score a run over all "
                "of the corpus"
            )
        progress.advance()
        narrative = graph.narrative(name, corpus)
        candidate = Candidate.of_run(subject, narrative, runs[name])
        by_event = score_events(candidate, wanted)
        values = score(candidate, wanted, by_event)
        characters = len(narrative.running)
        scores = [Score(metric, value, signatures[metric]) for metric, value in values.items()]
        choices = _choice_scores(candidate)
        graph.record_scores(name, scores, characters, choices, corpus)
        done.append(ScoredRun(runs[name], values, characters, by_event, tuple(choices)))
    return done


def _choice_scores(candidate: Candidate) -> list[ChoiceScore]:
    """The rating of each version selected in an evaluated event."""
    if candidate.selected is None:
        return []
    selection, versions = candidate.subject.selection, candidate.subject.corpus.versions
    selected = candidate.selected[selection.evaluated].tolist()
    return [
        ChoiceScore(versions[i].id, float(selection.rouge_l[i]), bool(best), versions[i].event)
        for i, best in zip(selected, selection.is_best(candidate.selected).tolist(), strict=True)
        if i >= 0
    ]
