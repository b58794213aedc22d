"""The whole benchmark over a graph that is only a dictionary: ladder, oracle, verdicts, degraded corpora, messages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import cast

import numpy as np
import pytest

from eval import benchmark
from eval.benchmark import Rung, Settings, degraded_narrative, evaluate, ladder, narrative_of_best
from eval.results import Report
from eval.scoring import METRICS, Subject
from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.build import build
from taeg.consolidate import in_memory as inmemory
from taeg.consolidate.narrative import Narrative
from taeg.consolidate.spans import Parameter, Run
from taeg.consolidate.strategies import STRATEGIES, resolved
from taeg.graph import runs
from taeg.graph.graph import Graph
from taeg.graph.read import Entry
from taeg.graph.runs import Judged
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph
from taeg.model.profile import PUBLISHED
from tests.unit.builders import story

NAMES = ("ann", "bob", "cid", "dot")
PLAIN = ("rouge1", "rougeL", "tau", "accuracy", "likeness", "coverage", "redundancy")


def tale(events: int = 24, silent: int = 1) -> Corpus:
    """Four sources tell each event in words of their own; the reference always is the longest account, by turns."""
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


class Shelf:
    """What the benchmark asks of a graph, over one corpus in memory."""

    def __init__(self, corpus: Corpus) -> None:
        self.graph = build(corpus)
        self.made: dict[str, tuple[Run, Narrative]] = {}
        self.scores: dict[str, Mapping[str, float]] = {}
        self.judged: dict[str, Sequence[Judged]] = {}

    def corpus(self, corpus: str | None = None) -> Entry:
        held = self.graph.corpus
        counts = (len(held.events), len(held.versions))
        return Entry(held.id, held.profile, held.language, held.notes, *counts, self.graph.digest, "tale@0")

    def read(self, corpus: str | None = None) -> CorpusGraph:
        return self.graph

    def consolidate_many(
        self, wanted: Sequence[tuple[str, Mapping[str, Parameter]]], corpus: str, progress: Progress
    ) -> None:
        for name, given in wanted:
            parameters = resolved(name, STRATEGIES[name], given)
            run = runs.make(self.corpus(), name, given, parameters, inmemory.spans(self.graph, name, given))
            progress.stage(run.id)
            self.made[run.id] = (run, inmemory.narrative(self.graph, name, given))

    def runs(self, corpus: str | None = None) -> list[Run]:
        return [run for run, _ in self.made.values()]

    def narrative(self, run: str, corpus: str | None = None) -> Narrative:
        return self.made[run][1]

    def record_scores(
        self, run: str, scores: Mapping[str, float], signature: str, judged: Sequence[Judged], corpus: str
    ) -> None:
        self.scores[run] = scores
        self.judged[run] = judged


def evaluated(corpus: Corpus, settings: Settings) -> tuple[Report, Shelf]:
    shelf = Shelf(corpus)
    return report_of(shelf, settings), shelf


def report_of(shelf: Shelf, settings: Settings, progress: Progress = SILENT) -> Report:
    return evaluate(cast(Graph, shelf), None, settings, progress)


SETTINGS = Settings(ladder(seeds=12, sizes=(5, 20)), metrics=PLAIN, fractions=(0.25, 0.5), degraded_seeds=3)


@pytest.fixture(scope="module")
def found() -> tuple[Report, Shelf]:
    return evaluated(tale(), SETTINGS)


@pytest.fixture(scope="module")
def report(found: tuple[Report, Shelf]) -> Report:
    return found[0]


# --- the ladder ------------------------------------------------------------------------------------------------------


def test_the_ladder_has_every_strategy_in_the_order_of_the_paper() -> None:
    rungs = ladder()
    assert [rung.strategy for rung in rungs] == list(STRATEGIES)
    assert rungs[0] == Rung("lexrank-750", "lexrank", ({"size": 750},))
    assert [given["seed"] for given in rungs[1].parameters] == list(range(30))
    assert all(rung.parameters == ({},) for rung in rungs[2:])


def test_the_ladder_may_have_other_seeds_and_sizes() -> None:
    rungs = ladder(2, (10, 20))
    assert [rung.name for rung in rungs[:3]] == ["lexrank-10", "lexrank-20", "random"]
    assert len(rungs[2].parameters) == 2
    assert ladder(1, ())[0].name == "random"


@pytest.mark.parametrize("seeds", [0, -3])
def test_no_seeds_make_no_random_run(seeds: int) -> None:
    with pytest.raises(InputError, match=rf"^{seeds} seeds make no random run; give at least 1$"):
        ladder(seeds)


# --- the report ------------------------------------------------------------------------------------------------------


def test_the_report_says_what_was_evaluated(report: Report) -> None:
    assert (report.corpus, report.profile, report.language) == ("tale-audited", "audited", "en")
    assert report.digest == build(tale()).digest
    assert (report.events, report.contested, report.evaluated) == (25, 24, 24)
    assert report.floor == pytest.approx(0.25)
    assert report.absent == ("silent-0 Silence 0",)
    assert report.notes[0] == "made up"
    assert "Holm for 24 comparisons" in report.notes[1]
    assert list(report.metrics) == ["characters", *PLAIN]
    assert report.left_out == ()
    assert set(benchmark.LIBRARIES) == set(report.versions)


def test_there_is_a_row_for_each_rung_and_the_oracle_last(report: Report) -> None:
    rungs = [rung.name for rung in SETTINGS.rungs if rung.name != "latest"]
    assert [row.name for row in report.rows] == [*rungs, "oracle"]
    by_name = {row.name: row for row in report.rows}
    assert by_name["random"].runs == tuple(f"random,seed={seed}" for seed in range(12))
    assert by_name["random"].parameters == {"seeds": 12}
    assert by_name["lexrank-5"].parameters["size"] == 5
    assert by_name["oracle"].runs == ()
    assert not {"accuracy", "likeness", "coverage"} & set(by_name["lexrank-20"].cells), "it quotes sentences"


def timed(corpus: Corpus) -> Corpus:
    """The later its source stands in the alphabet, the later an account was given."""
    days = {name: f"2031-05-0{i}" for i, name in enumerate(NAMES, start=1)}
    return replace(corpus, versions=tuple(replace(v, time=days[v.source]) for v in corpus.versions))


def dated(corpus: Corpus) -> Corpus:
    return replace(corpus, sources=(*corpus.sources[:-1], replace(corpus.sources[-1], date="2031-06")))


@pytest.mark.parametrize("with_times", [timed, dated], ids=["accounts", "source"])
def test_the_most_recent_account_is_a_rung_where_accounts_have_times(with_times: Callable[[Corpus], Corpus]) -> None:
    settings = Settings(ladder(seeds=2, sizes=(5,)), metrics=("accuracy",))
    made, shelf = evaluated(with_times(tale(8)), settings)
    assert [row.name for row in made.rows] == [rung.name for rung in settings.rungs] + ["oracle"]
    assert {passage.source for passage in shelf.narrative("latest").passages} == {"dot"}
    assert made.left_out == ()


def test_the_oracle_is_always_right(report: Report) -> None:
    cells = report.rows[-1].cells
    assert cells["accuracy"].value == 1
    assert cells["likeness"].value == cells["rougeL"].value == cells["tau"].value == 1
    assert all(row.cells["likeness"].value <= 1 for row in report.rows if "likeness" in row.cells)


def test_seeded_rows_are_means_with_their_spread(report: Report, found: tuple[Report, Shelf]) -> None:
    row = next(row for row in report.rows if row.name == "random")
    values = [found[1].scores[run]["rougeL"] for run in row.runs]
    assert row.cells["rougeL"].value == pytest.approx(np.mean(values), abs=1e-12)
    assert row.cells["rougeL"].sd == pytest.approx(np.std(values, ddof=1), abs=1e-12)
    assert report.random_accuracy == tuple(found[1].scores[run]["accuracy"] for run in row.runs)
    longest = next(row for row in report.rows if row.name == "longest")
    assert all(cell.sd is None for cell in longest.cells.values())


def test_what_is_made_of_events_has_an_interval(report: Report) -> None:
    for row in report.rows[:-1]:
        for name, cell in row.cells.items():
            if name in ("accuracy", "likeness"):
                assert cell.low is not None
                assert cell.high is not None
                assert cell.low - 1e-12 <= cell.value <= cell.high + 1e-12
            else:
                assert cell.low is cell.high is None


def test_strategies_are_placed_among_random_runs(report: Report) -> None:
    assert report.percentiles["longest"] == 100
    assert set(report.percentiles) == {
        "priority",
        "centroid",
        "longest",
        "taeg",
        "taeg-no-before",
        "taeg-no-same-event",
    }
    assert all(0 <= value <= 100 for value in report.percentiles.values())


def test_scores_and_judgements_are_written_beside_the_runs(found: tuple[Report, Shelf]) -> None:
    _, shelf = found
    assert set(shelf.scores) == set(shelf.made)
    assert set(shelf.scores["longest"]) == {"characters", *PLAIN}
    assert all(judged.best and judged.rouge_l == 1 for judged in shelf.judged["longest"])
    assert len(shelf.judged["longest"]) == 24
    assert shelf.judged["lexrank,size=5"] == []


# --- the verdicts ----------------------------------------------------------------------------------------------------


def test_each_strategy_meets_each_baseline_but_itself(report: Report) -> None:
    choosing = ["random", "priority", "centroid", "longest", "taeg", "taeg-no-before", "taeg-no-same-event"]
    for metric in ("accuracy", "likeness"):
        pairs = {(v.system, v.baseline) for v in report.verdicts if v.metric == metric}
        assert pairs == {(s, b) for s in choosing for b in ("longest", "random") if s != b}


def test_better_and_worse_are_said_only_where_the_test_says_so(report: Report) -> None:
    words = {(v.system, v.baseline, v.metric): v.verdict for v in report.verdicts}
    assert words["longest", "random", "accuracy"] == words["longest", "random", "likeness"] == "better"
    assert words["random", "longest", "accuracy"] == words["priority", "longest", "likeness"] == "worse"
    assert words["priority", "random", "accuracy"] == "not distinguishable", "right in every fourth event"
    for v in report.verdicts:
        assert v.p <= v.p_corrected <= 1
        if v.p_corrected >= 0.05:
            assert v.verdict == "not distinguishable"
        else:
            assert v.verdict == ("better" if v.difference > 0 else "worse")


# --- degraded corpora ------------------------------------------------------------------------------------------------


def test_degraded_corpora_are_scored_for_each_fraction(report: Report) -> None:
    assert [(d.strategy, d.fraction, d.seeds) for d in report.degraded] == [("taeg", 0.25, 3), ("taeg", 0.5, 3)]
    assert all(set(d.cells) == {"characters", "rougeL"} for d in report.degraded)
    assert report.degraded[0].cells["rougeL"].value > report.degraded[1].cells["rougeL"].value
    values = [len(degraded_narrative(tale(), 0.5, seed).text) for seed in range(3)]
    assert report.degraded[1].cells["characters"].value == pytest.approx(np.mean(values))


def test_a_degraded_narrative_lacks_the_events_that_were_taken_out() -> None:
    corpus = tale(events=20, silent=0)
    thin = degraded_narrative(corpus, 0.25, 4)
    assert len(thin.passages) == 15
    assert thin == degraded_narrative(corpus, 0.25, 4)
    assert thin != degraded_narrative(corpus, 0.25, 5)
    assert degraded_narrative(corpus, 0, 4) == inmemory.narrative(build(corpus), "taeg", {})


def test_the_paper_degrades_thirty_times() -> None:
    assert len(Settings(ladder()).fractions) * Settings(ladder()).degraded_seeds == 30
    none, _ = evaluated(tale(6), replace(SETTINGS, fractions=()))
    assert none.degraded == ()


# --- what is made again ----------------------------------------------------------------------------------------------


def test_the_same_corpus_gives_the_same_report(report: Report) -> None:
    turned = replace(tale(), versions=tale().versions[::-1])
    assert evaluated(turned, SETTINGS)[0] == report


def test_progress_is_told() -> None:
    told = []

    class Recorder(Progress):
        def stage(self, name: str, total: int = 0) -> None:
            told.append((name, total))

    settings = replace(SETTINGS, rungs=(Rung("longest", "longest"),), fractions=(0.5,), degraded_seeds=1)
    made = report_of(Shelf(tale(6)), settings, Recorder())
    assert told == [("longest", 0), ("score", 1), ("degrade 50%", 1)]
    assert (made.verdicts, made.random_accuracy) == ((), ())
    assert made.percentiles == {}


def test_the_published_profile_tells_silent_events_by_their_title() -> None:
    published = replace(tale(), profile=PUBLISHED)
    oracle = narrative_of_best(Subject(published))
    assert oracle.text.endswith(" Silence 0.")
    assert len(oracle.passages) == len(narrative_of_best(Subject(tale())).passages) + 1
    made, _ = evaluated(published, replace(SETTINGS, fractions=()))
    assert made.profile == "published"
    assert next(row for row in made.rows if row.name == "longest").cells["tau"].value == 1
    assert not any("coverage" in row.cells for row in made.rows)


# --- what cannot be evaluated ----------------------------------------------------------------------------------------


def test_a_corpus_without_a_reference_is_told_before_anything_is_run() -> None:
    shelf = Shelf(story())
    with pytest.raises(InputError, match=r"^corpus 'voyage' has no reference consolidation to score against; ingest"):
        report_of(shelf, SETTINGS)
    assert not shelf.made


def test_zero_contested_events_are_told_before_anything_is_run() -> None:
    alone = replace(tale(), versions=tuple(version for version in tale().versions if version.source == "ann"))
    shelf = Shelf(alone)
    with pytest.raises(InputError) as caught:
        report_of(shelf, SETTINGS)
    assert str(caught.value) == "corpus 'tale' has no event with two texts and a reference: nothing to compare"
    assert not shelf.made


def test_an_unknown_metric_is_told_before_anything_is_run() -> None:
    shelf = Shelf(tale(6))
    with pytest.raises(InputError, match=rf"^unknown metric 'bleu'; known metrics: {', '.join(METRICS)}$"):
        report_of(shelf, replace(SETTINGS, metrics=("bleu",)))
    assert not shelf.made


def test_what_a_small_corpus_cannot_give_is_said() -> None:
    from eval.benchmark import FRACTIONS, Settings, _possible, degraded_narrative, ladder
    from eval.scoring import Subject

    corpus = tale()
    few = replace(
        corpus,
        sources=tuple(replace(source, text="") for source in corpus.sources),
        events=corpus.events[:3],
        versions=tuple(v for v in corpus.versions if v.event == corpus.events[0].id),
    )
    rungs, fractions, left_out = _possible(Subject(few), Settings(ladder(2)))
    assert "lexrank" in {rung.strategy for rung in rungs}, "accounts one after another are a running text, too"
    assert fractions == (0.25, 0.5)
    assert any(reason.startswith("degradation at 10%") for reason in left_out)
    texts = [degraded_narrative(few, fraction, seed).text for fraction in FRACTIONS for seed in range(10)]
    assert "" in texts, "some seed takes out the only event that is told"
