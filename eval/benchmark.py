"""The benchmark: run systems on a corpus, score their runs, and compare them with baselines.

Runs are recorded in the graph and scored from there; degraded corpora are built and scored in memory. The result is a
`Report` of plain values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version as installed_version
from random import Random
from types import EllipsisType

import numpy as np

from eval import statistics
from eval.metrics import METRICS, Wanted, available, score, select
from eval.metrics.candidate import Candidate, Subject
from eval.metrics.metric import Metric
from eval.metrics.selection import Selection
from eval.results import ORACLE, Cell, Degraded, Report, Row, RunScores, Verdict
from eval.scoring import ScoredRun, score_runs
from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.base.user_code import name_of
from taeg.build import build
from taeg.consolidate.algorithm import narrate, with_titles
from taeg.consolidate.narrative import Narrative, passages
from taeg.consolidate.spans import BASE, Parameter, Spans
from taeg.consolidate.strategies import LEXRANK_SIZE, Strategy, strategy
from taeg.graph.graph import Graph
from taeg.graph.scores import Comparison
from taeg.model.corpus import Corpus
from taeg.model.corpus_graph import CorpusGraph, FloatArray
from taeg.text.scripts import TERMINATORS

SEEDS = 30
FRACTIONS = (0.10, 0.25, 0.50)
DEGRADED_SEEDS = 10
DEGRADED_METRICS = ("rougeL", "meteor")
DEGRADED_STRATEGY = "taeg"
"""The protocol of the paper's robustness table."""
BASELINES = ("longest", "random")
LIBRARIES = ("taeg", "numpy", "scipy", "scikit-learn", "nltk", "rouge-score", "rapidfuzz")


@dataclass(frozen=True, slots=True)
class System:
    """A row of the benchmark: a strategy, by name or as a function, run once for each set of parameters."""

    name: str
    """As shown in tables."""
    strategy: str | Strategy
    parameters: tuple[Mapping[str, Parameter], ...] = ({},)

    @property
    def strategy_name(self) -> str:
        """The name of the strategy, as runs are recorded under it."""
        return self.strategy if isinstance(self.strategy, str) else self.strategy.__name__


def published_systems(seeds: int = SEEDS, sizes: Sequence[int] = (LEXRANK_SIZE,)) -> tuple[System, ...]:
    """The paper's systems in its order, and `latest`, which applies to corpora with times."""
    if seeds < 1:
        raise InputError(f"the number of seeds is {seeds}; give at least 1")
    return (
        *(System(f"lexrank-{size}", "lexrank", ({"size": size},)) for size in sizes),
        System("random", "random", tuple({"seed": seed} for seed in range(seeds))),
        *(System(name, name) for name in ("priority", "centroid", "longest", "latest", "taeg")),
        *(System(name, name) for name in ("taeg-no-before", "taeg-no-same-event")),
    )


def systems(wanted: Iterable[str | Strategy | System | EllipsisType], seeds: int = SEEDS) -> tuple[System, ...]:
    """The systems to compare: names of the table, `module:function`, functions, systems, or `...` for the paper's."""
    published = published_systems(seeds)
    named = {name: system for system in published for name in (system.strategy_name, system.name)}
    found: dict[str, System] = {}
    for item in wanted:
        if isinstance(item, EllipsisType):
            added = published
        elif isinstance(item, System):
            added = (item,)
        elif isinstance(item, str):
            added = (named[item] if item in named else System(item, strategy(item)),)
        else:
            added = (System(name_of(item, "strategy"), item),)
        for system in added:
            if found.setdefault(system.name, system) != system or (system.name in named and system not in published):
                raise InputError(f"there is a strategy {system.name!r} already; give yours another name")
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Settings:
    """The extent of a benchmark."""

    systems: tuple[System, ...]
    metrics: tuple[Wanted, ...] = ()
    """Names and functions (see `eval.metrics.select`); by default all that are not computed on request only."""
    fractions: tuple[float, ...] = FRACTIONS
    degraded_seeds: int = DEGRADED_SEEDS


def evaluate(graph: Graph, corpus: str | None, settings: Settings, progress: Progress = SILENT) -> Report:
    """Run and score the systems on a corpus of the graph."""
    entry = graph.corpus(corpus)
    subject = Subject(graph.read(entry.id).corpus)
    selection = subject.selection  # first: raises before anything is run if there is nothing to compare
    wanted, left_out = available(subject, select(settings.metrics))
    systems, fractions, reasons = _applicable(subject, settings)
    left_out += reasons
    if not settings.metrics or ... in settings.metrics:
        left_out += [f"{name}: slow; request it with --metrics" for name in METRICS if METRICS[name].on_request]
    requests = [(system.strategy, parameters) for system in systems for parameters in system.parameters]
    names = graph.consolidate_many(requests, entry.id, progress)
    scored = iter(score_runs(graph, subject, wanted, names, entry.id, progress))
    groups = {system.name: [next(scored) for _ in system.parameters] for system in systems}
    chance = [run.values["accuracy"] for run in groups.get("random", []) if "accuracy" in run.values]
    with_text = {version.event for version in subject.corpus.versions if version.usable}
    verdicts = _verdicts(groups, selection, wanted)
    graph.record_comparisons(_comparisons(groups, verdicts), entry.id)
    return Report(
        corpus=entry.id,
        profile=entry.profile.name,
        language=entry.language,
        digest=entry.digest,
        events=len(subject.corpus.events),
        contested=selection.contested,
        evaluated=len(selection.evaluated),
        scored=len(subject.covered),
        metrics={"characters": "characters|of the bare narrative"}
        | {name: metric.signature(subject) for name, metric in wanted.items()},
        rows=(*(_row(system, groups[system.name], wanted) for system in systems), _oracle(subject, wanted)),
        verdicts=verdicts,
        degraded=_degraded(subject, wanted, fractions, settings.degraded_seeds, progress),
        random_accuracy=tuple(chance),
        floor=selection.floor,
        percentiles=_percentiles(groups, chance),
        absent=tuple(f"{event.id} {event.title}" for event in subject.corpus.events if event.id not in with_text),
        left_out=tuple(left_out),
        notes=(*entry.notes, *_notes(subject, verdicts)),
        versions={name: installed_version(name) for name in LIBRARIES},
        runs=tuple(_run_scores(system.name, run) for system in systems for run in groups[system.name]),
    )


def _applicable(subject: Subject, settings: Settings) -> tuple[tuple[System, ...], tuple[float, ...], list[str]]:
    """The systems and fractions that this corpus allows, and why others are left out."""
    systems, fractions, left_out = settings.systems, [], []
    if not any(v.time for v in subject.corpus.versions) and not any(s.date for s in subject.corpus.sources):
        systems = tuple(system for system in systems if system.strategy != "latest")
    if subject.language.name and subject.language.sentence_rule == TERMINATORS:
        left_out.append("punkt: its data is missing, so sentences are split by a plain rule (make setup-data)")
    events = len(subject.corpus.events)
    for fraction in settings.fractions:
        if 0 < round(events * fraction) < events:
            fractions.append(fraction)
        else:
            left_out.append(f"degradation at {fraction:.0%}: not possible with {events} events")
    return systems, tuple(fractions), left_out


def _notes(subject: Subject, verdicts: Sequence[Verdict]) -> list[str]:
    """What a reader must know to interpret the scores."""
    events, notes = subject.corpus.events, []
    if len(subject.covered) < len(events):
        notes.append(
            f"scored on {len(subject.covered)} of {len(events)} events: the reference covers no others, and passages "
            "of other events are not compared with it"
        )
    if edited := sum(1 for event in events if event.edits):
        chosen = sum(1 for event in events if event.choice)
        notes.append(f"the editor has changed {edited} events and chosen the version of {chosen}, in all runs")
    if verdicts:
        notes.append(
            f"comparisons: paired bootstrap and tests over events ({statistics.RESAMPLES} resamples, seed "
            f"{statistics.SEED}), p corrected by Holm for {len(verdicts)} comparisons; accuracy against random is "
            "compared with exact chance"
        )
    return notes


def oracle_narrative(subject: Subject) -> Narrative:
    """The version of each event that is nearest to the gold text."""
    corpus, best = subject.corpus, subject.selection.best
    event = np.flatnonzero(best >= 0)
    end = [len(corpus.versions[i].text) for i in best[event].tolist()]
    spans = Spans.of(event=event, version=best[event], source=0, start=0, end=end, role=BASE, score=0.0)
    found = tuple(passages(corpus, with_titles(corpus, spans)))
    return Narrative(corpus.name, ORACLE, corpus.profile, found, corpus.language)


def _oracle(subject: Subject, wanted: Mapping[str, Metric]) -> Row:
    candidate = Candidate(subject, oracle_narrative(subject), subject.selection.best)
    values = {"characters": float(len(candidate.narrative.running)), **score(candidate, wanted)}
    return Row(ORACLE, ORACLE, {}, (), {name: Cell(value) for name, value in values.items()})


def _run_scores(system: str, scored: ScoredRun) -> RunScores:
    run = scored.run
    return RunScores(run.id, system, run.parameters, scored.characters, scored.values, scored.choices, run.signature)


def _row(system: System, scored: Sequence[ScoredRun], wanted: Mapping[str, Metric]) -> Row:
    cells = {"characters": _cell([float(run.characters) for run in scored])}
    for name in wanted:
        if values := [run.values[name] for run in scored if name in run.values]:
            cells[name] = _cell(values, _by_event(scored, name))
    return Row(
        name=system.name,
        strategy=system.strategy_name,
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


def _by_event(scored: Sequence[ScoredRun], metric: str) -> FloatArray | None:
    """The values of a metric by event, averaged over seeds; None for a metric that is no mean over events."""
    if any(metric not in run.by_event for run in scored):
        return None
    return np.asarray(np.mean([run.by_event[metric] for run in scored], axis=0))


def _verdicts(
    groups: Mapping[str, Sequence[ScoredRun]], selection: Selection, wanted: Mapping[str, Metric]
) -> tuple[Verdict, ...]:
    """Compare each system with each baseline over the same events; p is corrected for all comparisons together.

    The distribution of correct choices by chance is known, so accuracy against random is tested exactly.
    """
    pairings: list[statistics.Pairing] = []
    for metric in wanted:
        scores = {name: values for name, runs in groups.items() if (values := _by_event(runs, metric)) is not None}
        for baseline in (name for name in BASELINES if name in scores):
            exact = (metric, baseline) == ("accuracy", "random")
            theirs = selection.chances if exact else scores[baseline]
            for name, ours in ((name, ours) for name, ours in scores.items() if name != baseline):
                p = statistics.chance_test(round(float(ours.sum())), selection.chances) if exact else None
                pairings.append(statistics.Pairing(name, baseline, metric, ours, theirs, p, wanted[metric].direction))
    return statistics.compare(pairings)


def _comparisons(groups: Mapping[str, Sequence[ScoredRun]], verdicts: Sequence[Verdict]) -> list[Comparison]:
    """The verdicts by run and metric, as recorded with the scores; all seeds of a system have those of the system."""
    found: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault((verdict.system, verdict.metric), []).append(verdict)
    return [
        Comparison(
            scored.run.id,
            metric,
            tuple(verdict.baseline for verdict in group),
            tuple(verdict.baseline for verdict in group if verdict.verdict == statistics.BETTER),
        )
        for (system, metric), group in found.items()
        for scored in groups[system]
    ]


def _percentiles(groups: Mapping[str, Sequence[ScoredRun]], chance: Sequence[float]) -> dict[str, float]:
    return {
        name: statistics.percentile(scored[0].values["accuracy"], chance)
        for name, scored in groups.items()
        if chance and name != "random" and "accuracy" in scored[0].values
    }


def _degraded(
    subject: Subject, wanted: Mapping[str, Metric], fractions: Sequence[float], seeds: int, progress: Progress
) -> tuple[Degraded, ...]:
    """Score corpora from which events were removed against the whole gold text."""
    metrics = {name: wanted[name] for name in DEGRADED_METRICS if name in wanted}
    found = []
    for fraction in fractions:
        values: dict[str, list[float]] = {"characters": [], **{name: [] for name in metrics}}
        progress.stage(f"degrade {fraction:.0%}", seeds)
        for seed in range(seeds):
            progress.advance()
            narrative = degraded_narrative(subject.corpus, fraction, seed)
            values["characters"].append(float(len(narrative.running)))
            for name, value in score(Candidate(subject, narrative, None), metrics).items():
                values[name].append(value)
        cells = {name: _cell(column) for name, column in values.items() if column}
        found.append(Degraded(DEGRADED_STRATEGY, fraction, seeds, cells))
    return tuple(found)


def degraded(corpus: Corpus, fraction: float, seed: int) -> CorpusGraph:
    """Remove a random share of the events and rebuild the edges of the rest."""
    count = round(len(corpus.events) * fraction)
    if not 0 <= count < len(corpus.events):
        raise InputError(
            f"a fraction of {fraction} leaves none of {len(corpus.events)} events; give one from 0 up to 1"
        )
    gone = set(Random(seed).sample([event.id for event in corpus.events], count))  # noqa: S311 (seeded on purpose)
    events = tuple(event for event in corpus.events if event.id not in gone)
    return build(replace(corpus, events=events, versions=tuple(v for v in corpus.versions if v.event not in gone)))


def degraded_narrative(corpus: Corpus, fraction: float, seed: int) -> Narrative:
    """The narrative of a corpus from which events were removed; empty if no version is left."""
    try:
        graph = degraded(corpus, fraction, seed)
    except InputError:
        return Narrative(corpus.id, DEGRADED_STRATEGY, corpus.profile, ())
    return narrate(graph, DEGRADED_STRATEGY, {})
