"""Evaluation on real engines: runs scored out of the graph, scores on them, the paper's numbers beside ours."""

import json
from pathlib import Path

import numpy as np
import pytest

import eval
import ingest
import taeg
from eval import benchmark
from taeg.consolidate import in_memory as inmemory
from taeg.consolidate.spans import Spans
from taeg.consolidate.strategies import Arrays, highest
from tests.conftest import Taeg
from tests.integration import accounts
from tests.unit.gospels_made import gospel_folder

QUICK = ("--seeds", "3", "--fractions", "0.5", "--degraded-seeds", "2")


def test_runs_are_scored_out_of_the_graph(address: str, taeg_command: Taeg, tmp_path: Path) -> None:
    corpus = accounts.corpus(events=20, reference=True)
    with taeg.open(address) as graph:
        ingest.load(corpus, graph)
    outcome = taeg_command("evaluate", "--json", "--out", tmp_path / "report", "--store", address, *QUICK)
    assert outcome.code == 0, outcome.err
    report = json.loads(outcome.out)
    rows = {row["name"]: row for row in report["rows"]}
    assert list(rows) == [
        "lexrank-750",
        "random",
        "priority",
        "centroid",
        "longest",
        "taeg",
        "taeg-no-before",
        "taeg-no-same-event",
        "oracle",
    ]
    assert rows["oracle"]["cells"]["accuracy"]["value"] == 1.0
    assert len(rows["random"]["runs"]) == 3
    assert {path.name for path in (tmp_path / "report").iterdir()} >= {"report.md", "report.csv", "ladder.svg"}
    with taeg.open(address, read_only=True) as graph:
        scores = {row["run"]: row for row in graph.scores()}
        assert scores["taeg"]["accuracy"] == rows["taeg"]["cells"]["accuracy"]["value"]
        assert scores["longest"]["characters"] == len(graph.narrative("longest").text)
        wrong = graph.query("wrong_choices", run="longest")
        accuracy = rows["longest"]["cells"]["accuracy"]["value"]
        assert len(wrong) == round((1 - accuracy) * report["evaluated"])
        assert graph.query("scores")[0]["rougeL"] == max(row["rougeL"] for row in scores.values())
        one, left_out = eval.evaluate(graph, "taeg", wanted=["rougeL", "accuracy"]) if address == "neo4j" else ({}, [])
        assert not one or one["accuracy"] == scores["taeg"]["accuracy"]
        assert left_out == []


def test_engines_and_memory_agree(neo4j_address: str, tmp_path: Path) -> None:
    corpus = accounts.corpus(events=15, reference=True)
    settings = benchmark.Settings(benchmark.published_systems(2), fractions=(0.25,), degraded_seeds=1)
    reports = []
    for address in (neo4j_address, str(tmp_path / "graph.db")):
        with taeg.open(address) as graph:
            loaded = ingest.load(corpus, graph)
            reports.append(benchmark.evaluate(graph, loaded.corpus, settings))
            built = graph.read()
            for strategy in ("lexrank", "random", "priority", "centroid", "longest", "taeg", "taeg-no-before"):
                told = graph.consolidate(strategy).passages
                assert inmemory.narrative(built, strategy, {}).passages == told, strategy
    assert reports[0] == reports[1]


def test_a_strategy_of_ones_own(address: str) -> None:
    def shortest(arrays: Arrays, *, least: int = 1) -> Spans:
        return highest(arrays, np.where(arrays.chars >= least, -arrays.chars, -1e9).astype(np.float64))

    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(), graph)
        narrative = graph.consolidate(shortest, least=2)
        assert narrative.run == "shortest,least=2"
        assert len(narrative.text) < len(graph.consolidate("longest").text)
        assert [run.parameters for run in graph.runs() if run.strategy == "shortest"] == [{"least": 2}]


def test_the_published_numbers_come_out(taeg_command: Taeg, shared_gospel: Path) -> None:
    outcome = taeg_command("reproduce", "--data", shared_gospel, "--json")
    found = json.loads(outcome.out)
    assert outcome.code == 0
    assert found["faults"] == 0
    values = found["values"]
    assert len(values) == 111
    unsettled = {(v["row"], v["metric"]) for v in values if not v["same"]}
    ties = {f"lexrank-{n}" for n in (100, 500, 750, 1000, 1500)} | {"50 %"}
    assert {metric for row, metric in unsettled if row not in ties} <= {"meteor"}
    assert [v["ours"] for v in values if v["metric"] == "percentile"] == [100.0]


def test_the_audited_table(taeg_command: Taeg, shared_gospel: Path, tmp_path: Path) -> None:
    """REFERENCE.md's corrected table, stripped column: accuracy of 95, and ROUGE-L."""
    store = ("--store", tmp_path / "graph.db")
    taeg_command("ingest", shared_gospel, *store)
    outcome = taeg_command("evaluate", "--metrics", "rougeL,accuracy", "--fractions", "", "--json", *store)
    report = json.loads(outcome.out)
    assert report["evaluated"] == 95
    found = {
        row["name"]: tuple(round(row["cells"][name]["value"], 3) for name in ("accuracy", "rougeL"))
        for row in report["rows"]
        if "accuracy" in row["cells"]
    }
    assert found["longest"] == (0.937, 0.978)
    assert found["taeg"] == (0.505, 0.887)
    assert found["oracle"] == (1.0, 0.989)
    assert report["absent"] == ["53 (Jesus rests?)"]


def test_translations_in_one_table(taeg_command: Taeg, tmp_path: Path) -> None:
    outcome = taeg_command("translations", "asv", "kjv", "--seeds", "2", "--out", tmp_path)
    assert outcome.code == 0, outcome.err
    assert "gospels-asv" in outcome.out
    assert "gospels-kjv" in outcome.out
    assert "ranking" in outcome.out
    assert (tmp_path / "translations.md").is_file()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--metrics", "rougeX"), "known metrics: rouge1"),
        (("--seeds", "many"), "many"),
        (("--seeds", "0"), "0"),
        (("--fractions", "half"), "is not a number"),
        (("--fractions", "1.5"), "between 0 and 1"),
        (("--corpus", "nobody"), "no corpus 'nobody'"),
    ],
)
def test_words_that_cannot_be_evaluated(
    taeg_command: Taeg, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    store = str(tmp_path / "graph.db")
    with taeg.open(store) as graph:
        ingest.load(accounts.corpus(reference=True), graph)
    outcome = taeg_command("evaluate", "--store", store, *arguments)
    assert outcome.code == 2
    assert says in outcome.err
    assert outcome.out == ""


def test_a_corpus_that_cannot_be_evaluated(taeg_command: Taeg, tmp_path: Path) -> None:
    store = str(tmp_path / "graph.db")
    with taeg.open(store) as graph:
        ingest.load(accounts.corpus(), graph, "no-reference")
        ingest.load(accounts.corpus(sources=1, reference=True), graph, "one-source")
    for corpus, says in (("no-reference", "has no reference"), ("one-source", "nothing to compare")):
        outcome = taeg_command("evaluate", "--store", store, "--corpus", corpus)
        assert outcome.code == 2
        assert says in outcome.err
        with taeg.open(store, read_only=True) as graph:
            assert graph.runs(corpus) == []


def test_a_golden_file_that_matches_no_event(taeg_command: Taeg, tmp_path: Path) -> None:
    folder = gospel_folder(tmp_path / "data")
    (folder / "Golden_Sample.txt").write_text(" ".join(f"{n} words" for n in range(1, 180)))
    outcome = taeg_command("ingest", folder, "--store", tmp_path / "graph.db")
    assert outcome.code == 2
    assert "matches no event" in outcome.err
