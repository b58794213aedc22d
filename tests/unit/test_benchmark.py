"""The benchmark on an embedded graph: systems, oracle, verdicts, degraded corpora, refusals."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import taeg
from eval.benchmark import (
    LIBRARIES,
    Settings,
    System,
    degraded,
    degraded_narrative,
    evaluate,
    oracle_narrative,
    published_systems,
)
from eval.metrics.candidate import Subject
from eval.results import Report
from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import STRATEGIES, highest
from taeg.graph.graph import Graph
from taeg.graph.scores import read_comparisons
from taeg.model.corpus import PUBLISHED, Corpus, Event, Source, Version

NAMES = ("ann", "bob", "cid", "dot")
FAST = ("rouge1", "rougeL", "tau", "accuracy", "likeness", "coverage", "redundancy")
SELECTING = ("random", "priority", "centroid", "longest", "taeg", "taeg-no-before", "taeg-no-same-event", "shortest")


def tale(events: int = 24, silent: int = 1) -> Corpus:
    """Four sources with words of their own; the gold text is the longest version, each source's in turn."""
    chance = Random(5)
    vocabulary = [a + b for a in ("bar", "lo", "min", "tur", "ves", "zan") for b in ("da", "fel", "gor", "ki", "mus")]
    versions, timeline, whole = [], [], dict.fromkeys(NAMES, "")
    for i in range(events):
        texts = {}
        for place, name in enumerate(NAMES):
            length = 14 if place == i % 4 else chance.randint(5, 9)
            texts[name] = " ".join(chance.choices(vocabulary, k=length)).capitalize() + "."
            versions.append(Version(f"{i}-{name}", str(i), name, texts[name]))
            whole[name] += f"{texts[name]} "
        timeline.append(Event(str(i), f"Event {i}", gold_text=max(texts.values(), key=len)))
    timeline += [Event(f"silent-{i}", f"Silence {i}") for i in range(silent)]
    sources = tuple(Source(name, name.title(), text.strip()) for name, text in whole.items())
    return Corpus("tale", sources, tuple(timeline), tuple(versions), notes=("made up",))


def shortest(arrays: Arrays, *, least: int = 1) -> Spans:
    """A strategy of the user's own."""
    return highest(arrays, np.where(arrays.chars >= least, -arrays.chars, -1e9).astype(np.float64))


SYSTEMS = (*published_systems(seeds=5, sizes=(5, 20)), System("shortest", shortest))
SETTINGS = Settings(SYSTEMS, metrics=FAST, fractions=(0.25, 0.5), degraded_seeds=3)


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[Graph]:
    with taeg.open(str(tmp_path / "graph.db")) as opened:
        yield opened


def evaluated(graph: Graph, corpus: Corpus, settings: Settings) -> Report:
    return evaluate(graph, graph.put(corpus).corpus, settings)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Report, Graph]]:
    with taeg.open(str(tmp_path_factory.mktemp("benchmark") / "graph.db")) as opened:
        yield evaluated(opened, tale(), SETTINGS), opened


@pytest.fixture(scope="module")
def report(found: tuple[Report, Graph]) -> Report:
    return found[0]


def test_published_systems_are_all_strategies_in_the_order_of_the_paper() -> None:
    systems = published_systems()
    beyond = ("firsthand", "ontopic", "fuse")
    assert [system.strategy for system in systems] == [name for name in STRATEGIES if name not in beyond]
    assert systems[0] == System("lexrank-750", "lexrank", ({"size": 750},))
    assert [parameters["seed"] for parameters in systems[1].parameters] == list(range(30))
    assert [system.name for system in published_systems(2, (10, 20))[:3]] == ["lexrank-10", "lexrank-20", "random"]
    with pytest.raises(InputError, match=r"^the number of seeds is 0; give at least 1$"):
        published_systems(0)


def test_the_report_describes_the_corpus(report: Report) -> None:
    assert (report.corpus, report.profile, report.language) == ("tale-audited", "audited", "en")
    assert report.digest == build(tale()).digest
    assert (report.events, report.contested, report.evaluated, report.scored) == (25, 24, 24, 25)
    assert report.floor == pytest.approx(0.25)
    assert report.absent == ("silent-0 Silence 0",)
    assert report.notes[0] == "made up"
    assert "Holm for 28 comparisons" in report.notes[1]
    assert list(report.metrics) == ["characters", *FAST]
    assert report.left_out == ()
    assert set(LIBRARIES) == set(report.versions)


def test_there_is_a_row_for_each_system_and_the_oracle(report: Report) -> None:
    assert [row.name for row in report.rows] == [s.name for s in SYSTEMS if s.name != "latest"] + ["oracle"]
    rows = {row.name: row for row in report.rows}
    assert rows["random"].runs == tuple(f"random,seed={seed}" for seed in range(5))
    assert rows["random"].parameters == {"seeds": 5}
    assert rows["lexrank-5"].parameters["size"] == 5
    assert (rows["shortest"].strategy, rows["shortest"].parameters) == ("shortest", {"least": 1})
    assert rows["shortest"].cells["accuracy"].value == 0
    assert rows["oracle"].runs == ()
    for name in ("accuracy", "likeness", "rougeL", "tau"):
        assert rows["oracle"].cells[name].value == pytest.approx(1)
    assert not {"accuracy", "likeness", "coverage"} & set(rows["lexrank-20"].cells), "it selects no versions"


def test_latest_is_evaluated_if_there_are_times(graph: Graph) -> None:
    corpus = tale(8)
    dated = replace(corpus, sources=(*corpus.sources[:-1], replace(corpus.sources[-1], date="2031-06")))
    settings = Settings((System("latest", "latest"),), metrics=("accuracy",), fractions=())
    report = evaluated(graph, dated, settings)
    assert [row.name for row in report.rows] == ["latest", "oracle"]
    assert {passage.source for passage in graph.narrative("latest").passages} == {"dot"}
    assert (report.verdicts, report.random_accuracy, report.percentiles, report.degraded) == ((), (), {}, ())


def test_seeded_rows_are_means_with_standard_deviations(found: tuple[Report, Graph]) -> None:
    report, graph = found
    row = next(row for row in report.rows if row.name == "random")
    scores = {score["run"]: score for score in graph.scores()}
    values = [scores[run]["rougeL"] for run in row.runs]
    assert row.cells["rougeL"].value == pytest.approx(np.mean(values), abs=1e-12)
    assert row.cells["rougeL"].sd == pytest.approx(np.std(values, ddof=1), abs=1e-12)
    assert report.random_accuracy == tuple(scores[run]["accuracy"] for run in row.runs)
    longest = next(row for row in report.rows if row.name == "longest")
    assert all(cell.sd is None for cell in longest.cells.values())


def test_means_over_events_have_intervals(report: Report) -> None:
    for row in report.rows[:-1]:
        for name, cell in row.cells.items():
            if name in ("accuracy", "likeness"):
                assert cell.low is not None
                assert cell.high is not None
                assert cell.low - 1e-12 <= cell.value <= cell.high + 1e-12
            else:
                assert cell.low is cell.high is None


def test_each_system_is_compared_with_each_baseline(report: Report) -> None:
    assert set(report.percentiles) == {name for name in SELECTING if name != "random"}
    assert report.percentiles["longest"] == 100
    assert report.percentiles["shortest"] < 50
    for metric in ("accuracy", "likeness"):
        pairs = {(v.system, v.baseline) for v in report.verdicts if v.metric == metric}
        assert pairs == {(s, b) for s in SELECTING for b in ("longest", "random") if s != b}
    verdicts = {(v.system, v.baseline, v.metric): v.verdict for v in report.verdicts}
    assert verdicts["longest", "random", "accuracy"] == verdicts["longest", "random", "likeness"] == "better"
    assert verdicts["random", "longest", "accuracy"] == verdicts["shortest", "longest", "likeness"] == "worse"
    assert verdicts["priority", "random", "accuracy"] == "not distinguishable", "right in every fourth event"
    for v in report.verdicts:
        assert v.p <= v.p_corrected <= 1
        significant = "better" if v.difference > 0 else "worse"
        assert v.verdict == (significant if v.p_corrected < 0.05 else "not distinguishable")


def test_comparisons_are_recorded_with_the_scores(found: tuple[Report, Graph]) -> None:
    report, graph = found
    recorded = {(c.run, c.metric): c for c in read_comparisons(graph.store, graph.corpus())}
    longest = recorded["longest", "accuracy"]
    assert longest.compared_with == longest.better_than == ("random",)
    assert recorded["random,seed=3", "accuracy"].compared_with == ("longest",)
    assert recorded["random,seed=3", "accuracy"].better_than == ()
    assert {metric for _, metric in recorded} == {verdict.metric for verdict in report.verdicts}


@pytest.mark.parametrize(("fraction", "left"), [(0, 40), (0.1, 36), (0.25, 30), (0.5, 20), (0.97, 1), (0.01, 40)])
def test_a_share_of_the_events_is_removed(fraction: float, left: int) -> None:
    corpus = tale(40, silent=0)
    thin = degraded(corpus, fraction, 7)
    kept = {event.id for event in thin.corpus.events}
    assert len(kept) == left
    expected = replace(
        corpus,
        events=tuple(event for event in corpus.events if event.id in kept),
        versions=tuple(version for version in corpus.versions if version.event in kept),
    )
    assert (thin.corpus, thin.digest) == (expected, build(expected).digest)


def test_the_seed_determines_the_removed_events() -> None:
    one, other, again = (degraded(tale(), 0.5, seed) for seed in (1, 2, 1))
    assert one.digest == again.digest != other.digest
    assert degraded(replace(tale(), versions=tale().versions[::-1]), 0.5, 1).digest == one.digest


@pytest.mark.parametrize("fraction", [1.0, 0.99, 1.5, -0.1])
def test_a_fraction_that_leaves_nothing_is_refused(fraction: float) -> None:
    with pytest.raises(InputError, match=f"^a fraction of {fraction} leaves none of 25 events; give one from 0 "):
        degraded(tale(), fraction, 0)


def test_degraded_corpora(report: Report) -> None:
    assert [(d.strategy, d.fraction, d.seeds) for d in report.degraded] == [("taeg", 0.25, 3), ("taeg", 0.5, 3)]
    assert all(set(d.cells) == {"characters", "rougeL"} for d in report.degraded)
    assert report.degraded[0].cells["rougeL"].value > report.degraded[1].cells["rougeL"].value
    lengths = [len(degraded_narrative(tale(), 0.5, seed).text) for seed in range(3)]
    assert len(set(lengths)) == 3, "each seed removes other events"
    assert report.degraded[1].cells["characters"].value == pytest.approx(np.mean(lengths))


def test_small_corpora_are_degraded_as_far_as_possible(graph: Graph) -> None:
    corpus = tale()
    few = replace(
        corpus, events=corpus.events[:3], versions=tuple(v for v in corpus.versions if v.event == corpus.events[0].id)
    )
    settings = Settings((System("longest", "longest"),), metrics=("rougeL",), fractions=(0.1, 0.5), degraded_seeds=10)
    report = evaluated(graph, few, settings)
    assert [d.fraction for d in report.degraded] == [0.5]
    assert report.left_out == ("degradation at 10%: not possible with 3 events",)
    assert "" in [degraded_narrative(few, 0.5, seed).text for seed in range(10)], "the only event with text is removed"


def test_the_same_corpus_gives_the_same_report(report: Report, graph: Graph) -> None:
    assert evaluated(graph, replace(tale(), versions=tale().versions[::-1]), SETTINGS) == report


def test_the_published_profile_uses_titles(graph: Graph) -> None:
    published = replace(tale(), profile=PUBLISHED)
    oracle = oracle_narrative(Subject(published))
    assert oracle.text.endswith(" Silence 0.")
    assert len(oracle.passages) == len(oracle_narrative(Subject(tale())).passages) + 1
    report = evaluated(graph, published, Settings((System("longest", "longest"),), FAST, fractions=()))
    assert report.rows[0].cells["tau"].value == 1
    assert not any("coverage" in row.cells for row in report.rows)
