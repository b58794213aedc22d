"""The whole benchmark on one corpus: makes the runs of the ladder, has them scored, compares them honestly.

The runs are recorded in the graph and scored from there; the degraded corpora are built and scored in memory. What
it finds is a `Report` of plain values; tables, files and plots are made of that elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version as installed_version

import numpy as np

from eval import statistics
from eval.metrics.selection import FloatArray, Judgement
from eval.results import Cell, Degraded, Report, Row, Verdict
from eval.runs import Scored, score_runs
from eval.scoring import METRICS, Candidate, Metric, Subject, available, metrics, score
from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.consolidate import in_memory as inmemory
from taeg.consolidate.narrative import Narrative, passages
from taeg.consolidate.spans import BASE, Parameter, Spans
from taeg.consolidate.strategies import LEXRANK_SIZE
from taeg.graph.graph import Graph
from taeg.graph.runs import run_id
from taeg.model.corpus import Corpus

SEEDS = 30
FRACTIONS = (0.10, 0.25, 0.50)
DEGRADED_SEEDS = 10
DEGRADED_METRICS = ("rougeL", "meteor")
DEGRADED_STRATEGY = "taeg"
"""What the paper degrades and how (its table of robustness)."""
BASELINES = ("longest", "random")
COMPARED = ("accuracy", "likeness")
ORACLE = "oracle"
LIBRARIES = ("taeg", "numpy", "scipy", "scikit-learn", "nltk", "rouge-score", "rapidfuzz")


@dataclass(frozen=True, slots=True)
class Rung:
    """One row of the ladder: a strategy with its parameters, once or once for each seed."""

    name: str
    strategy: str
    parameters: tuple[Mapping[str, Parameter], ...] = ({},)


def ladder(seeds: int = SEEDS, sizes: Sequence[int] = (LEXRANK_SIZE,)) -> tuple[Rung, ...]:
    """The paper's systems, in its order, and the most recent account, for corpora whose accounts have times."""
    if seeds < 1:
        raise InputError(f"{seeds} seeds make no random run; give at least 1")
    return (
        *(Rung(f"lexrank-{size}", "lexrank", ({"size": size},)) for size in sizes),
        Rung("random", "random", tuple({"seed": seed} for seed in range(seeds))),
        *(Rung(name, name) for name in ("priority", "centroid", "longest", "latest", "taeg")),
        *(Rung(name, name) for name in ("taeg-no-before", "taeg-no-same-event")),
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """How much of the benchmark is run."""

    rungs: tuple[Rung, ...]
    metrics: tuple[str, ...] = ()
    """All of them without any."""
    fractions: tuple[float, ...] = FRACTIONS
    degraded_seeds: int = DEGRADED_SEEDS


def evaluate(graph: Graph, corpus: str | None, settings: Settings, progress: Progress = SILENT) -> Report:
    """Run and score the ladder on a corpus of the graph."""
    entry = graph.corpus(corpus)
    subject = Subject(graph.read(entry.id).corpus)
    judgement = subject.judgement  # first of all: a corpus without anything to compare is told at once
    wanted, left_out = available(subject, metrics(settings.metrics))
    rungs, fractions, not_run = _possible(subject, settings)
    left_out += not_run
    if not settings.metrics:
        left_out += [f"{name}: slow; ask for it by name, with --metrics" for name in METRICS if METRICS[name].asked_for]
    runs = [(rung.strategy, given) for rung in rungs for given in rung.parameters]
    graph.consolidate_many(runs, entry.id, progress)
    names = [run_id(strategy, given) for strategy, given in runs]
    scored = dict(zip(names, score_runs(graph, subject, wanted, names, entry.id, progress), strict=True))
    groups = {rung.name: [scored[run_id(rung.strategy, given)] for given in rung.parameters] for rung in rungs}
    rows = [_row(rung, groups[rung.name], wanted) for rung in rungs]
    rows.append(_oracle(subject, wanted))
    chance = [item.values["accuracy"] for item in groups.get("random", []) if "accuracy" in item.values]
    told = {version.event for version in subject.corpus.versions if version.usable}
    verdicts = _verdicts(groups, judgement, wanted)
    return Report(
        corpus=entry.id,
        profile=entry.profile.name,
        language=entry.language,
        digest=entry.digest,
        events=len(subject.corpus.events),
        contested=judgement.contested,
        evaluated=len(judgement.evaluated),
        metrics={"characters": "characters|of the bare narrative"}
        | {name: metric.signature(subject) for name, metric in wanted.items()},
        rows=tuple(rows),
        verdicts=verdicts,
        degraded=_degraded(subject, wanted, fractions, settings.degraded_seeds, progress),
        random_accuracy=tuple(chance),
        floor=judgement.floor,
        percentiles=_percentiles(groups, chance),
        absent=tuple(f"{event.id} {event.title}" for event in subject.corpus.events if event.id not in told),
        left_out=tuple(left_out),
        notes=(*entry.notes, *_edited(subject.corpus), *_how_compared(verdicts)),
        versions={name: installed_version(name) for name in LIBRARIES},
    )


def _possible(subject: Subject, settings: Settings) -> tuple[tuple[Rung, ...], tuple[float, ...], list[str]]:
    """What of the settings can be done with this corpus, and why the rest cannot."""
    rungs, fractions, left_out = settings.rungs, [], []
    if not any(v.time for v in subject.corpus.versions) and not any(s.date for s in subject.corpus.sources):
        rungs = tuple(rung for rung in rungs if rung.strategy != "latest")
    if subject.language.name and subject.language.sentence_rule == "plain":
        left_out.append("punkt: sentences are split by a plain rule, for want of its data (make setup-data)")
    events = len(subject.corpus.events)
    for fraction in settings.fractions:
        if 0 < round(events * fraction) < events:
            fractions.append(fraction)
        else:
            left_out.append(f"degradation at {fraction:.0%}: not possible with {events} events")
    return rungs, tuple(fractions), left_out


def _edited(corpus: Corpus) -> list[str]:
    """A score of an edited corpus is the editor's too; nobody should take it for the strategy's."""
    edited = sum(1 for event in corpus.events if event.edits)
    chosen = sum(1 for event in corpus.events if event.choice)
    if not edited:
        return []
    return [f"the editor has changed {edited} events and chosen the version of {chosen}, in every run alike"]


def _how_compared(verdicts: Sequence[Verdict]) -> list[str]:
    if not verdicts:
        return []
    return [
        f"comparisons: paired bootstrap and tests over events ({statistics.RESAMPLES} resamples, seed "
        f"{statistics.SEED}), p corrected by Holm for {len(verdicts)} comparisons; accuracy against random is "
        "compared with exact chance"
    ]


def narrative_of_best(subject: Subject) -> Narrative:
    """The oracle's narrative: of each event the version nearest to the reference."""
    corpus = subject.corpus
    best = subject.judgement.best
    event = np.flatnonzero(best >= 0)
    end = [len(corpus.versions[i].text) for i in best[event].tolist()]
    spans = Spans.of(event=event, version=best[event], source=0, start=0, end=end, role=BASE, score=0.0)
    found = tuple(passages(corpus, inmemory.told(corpus, spans)))
    return Narrative(corpus.name, ORACLE, corpus.profile, found, corpus.language)


def _oracle(subject: Subject, wanted: Mapping[str, Metric]) -> Row:
    candidate = Candidate(subject, narrative_of_best(subject), subject.judgement.best)
    values = {"characters": float(len(candidate.text)), **score(candidate, wanted)}
    return Row(ORACLE, ORACLE, {}, (), {name: Cell(value) for name, value in values.items()})


def _row(rung: Rung, scored: Sequence[Scored], wanted: Mapping[str, Metric]) -> Row:
    cells = {"characters": _cell([float(item.characters) for item in scored])}
    for name in wanted:
        values = [item.values[name] for item in scored if name in item.values]
        if values:
            cells[name] = _cell(values, _by_event(scored, name))
    return Row(
        name=rung.name,
        strategy=rung.strategy,
        parameters=scored[0].run.parameters if len(scored) == 1 else {"seeds": len(scored)},
        runs=tuple(item.run.id for item in scored),
        cells=cells,
    )


def _cell(values: Sequence[float], events: FloatArray | None = None) -> Cell:
    mean = float(np.mean(values))
    sd = float(np.std(values, ddof=1)) if len(values) > 1 else None
    if events is None:
        return Cell(mean, sd)
    found = statistics.interval(events)
    return Cell(mean, sd, found.low, found.high)


def _by_event(scored: Sequence[Scored], metric: str) -> FloatArray | None:
    """A metric event by event, over seeds their mean; None for one that is not made of events."""
    if metric not in COMPARED or any(item.right is None for item in scored):
        return None
    columns = [item.right if metric == "accuracy" else item.likeness for item in scored]
    return np.asarray(np.mean([column for column in columns if column is not None], axis=0))


def _verdicts(
    groups: Mapping[str, Sequence[Scored]], judgement: Judgement, wanted: Mapping[str, Metric]
) -> tuple[Verdict, ...]:
    """Each strategy against each baseline, over the same events; p corrected for all comparisons together.

    How many right choices chance alone makes is known exactly, so accuracy against random is tested against that.
    """
    pairings: list[statistics.Pairing] = []
    asked: list[str] = []
    for metric in COMPARED:
        by_event = {name: _by_event(scored, metric) for name, scored in groups.items() if metric in wanted}
        for baseline in BASELINES:
            theirs = by_event.get(baseline)
            exact = (metric, baseline) == ("accuracy", "random")
            for name, ours in by_event.items():
                if name == baseline or ours is None or theirs is None:
                    continue
                pairings.append(
                    statistics.Pairing(
                        name,
                        baseline,
                        ours,
                        judgement.chances if exact else theirs,
                        p=statistics.chance_test(round(float(ours.sum())), judgement.chances) if exact else None,
                    )
                )
                asked.append(metric)
    return tuple(
        Verdict(
            c.system,
            c.baseline,
            metric,
            c.difference.value,
            c.difference.low,
            c.difference.high,
            c.p,
            c.p_corrected,
            c.verdict,
        )
        for c, metric in zip(statistics.compare(pairings), asked, strict=True)
    )


def _percentiles(groups: Mapping[str, Sequence[Scored]], chance: Sequence[float]) -> dict[str, float]:
    if not chance:
        return {}
    return {
        name: statistics.percentile(scored[0].values["accuracy"], chance)
        for name, scored in groups.items()
        if name != "random" and "accuracy" in scored[0].values
    }


def _degraded(
    subject: Subject, wanted: Mapping[str, Metric], fractions: Sequence[float], seeds: int, progress: Progress
) -> tuple[Degraded, ...]:
    """What is left of the scores against the whole reference when events are taken out."""
    chosen = {name: wanted[name] for name in DEGRADED_METRICS if name in wanted}
    found = []
    for fraction in fractions:
        values: dict[str, list[float]] = {"characters": [], **{name: [] for name in chosen}}
        progress.stage(f"degrade {fraction:.0%}", seeds)
        for seed in range(seeds):
            progress.advance()
            text = degraded_narrative(subject.corpus, fraction, seed)
            candidate = Candidate(subject, text, None)
            values["characters"].append(float(len(candidate.text)))
            for name, value in score(candidate, chosen).items():
                values[name].append(value)
        cells = {name: _cell(column) for name, column in values.items() if column}
        if cells:
            found.append(Degraded(DEGRADED_STRATEGY, fraction, seeds, cells))
    return tuple(found)


def degraded_narrative(corpus: Corpus, fraction: float, seed: int) -> Narrative:
    """What the degraded strategy says of a corpus from which events were taken; nothing where nobody tells the rest."""
    try:
        degraded = inmemory.degraded(corpus, fraction, seed)
    except InputError:
        return Narrative(corpus.id, DEGRADED_STRATEGY, corpus.profile, ())
    return inmemory.narrative(degraded, DEGRADED_STRATEGY, {})
