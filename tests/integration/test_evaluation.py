"""Evaluation on both engines: scores in the graph, own strategies, the published numbers."""

import json
from pathlib import Path

import pytest

import ingest
import taeg
from eval import benchmark
from taeg import frames
from taeg.consolidate.algorithm import narrate
from taeg.graph.scores import Score, read_comparisons
from tests.conftest import Taeg
from tests.integration import accounts
from tests.integration.test_graph import leftovers

QUICK = ("--seeds", "3", "--fractions", "0.5", "--degraded-seeds", "2")
OWN = '''"""A strategy of the user's own."""

from taeg.consolidate.strategies import highest


def shortest(arrays, *, least: int = 1):
    """The version with fewest characters."""
    return highest(arrays, -arrays.chars.astype(float))
'''


def test_evaluate_records_scores_in_the_graph(
    address: str, taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(OWN)
    with taeg.open(address) as graph:
        ingest.load(accounts.corpus(events=20, reference=True), graph)
    options = ("--strategy", "mine:shortest", "--out", tmp_path / "report", *QUICK)
    outcome = taeg_command("evaluate", "--json", "--store", address, *options)
    assert outcome.code == 0, outcome.err
    report = json.loads(outcome.out)
    rows = {row["name"]: row for row in report["rows"]}
    known = [system.name for system in benchmark.published_systems() if system.name != "latest"]
    assert list(rows) == [*known, "fuse", "mine:shortest", "oracle"]
    assert rows["mine:shortest"]["runs"] == ["shortest"]
    assert "mine:shortest" in {verdict["system"] for verdict in report["verdicts"]}
    assert rows["oracle"]["cells"]["accuracy"]["value"] == 1.0
    assert {path.name for path in (tmp_path / "report").iterdir()} >= {"report.md", "report.csv", "ladder.svg"}
    with taeg.open(address, read_only=True) as graph:
        scores = {row["run"]: row for row in graph.scores()}
        assert scores["taeg"]["accuracy"] == rows["taeg"]["cells"]["accuracy"]["value"]
        assert scores["longest"]["characters"] == len(graph.narrative("longest").text)
        assert "rougeL|stem:porter" in scores["longest"]["scored_by"]
        wrong = graph.query("wrong_choices", run="longest")
        accuracy = rows["longest"]["cells"]["accuracy"]["value"]
        assert len(wrong) == round((1 - accuracy) * report["evaluated"])
        better = {(v["system"], v["metric"], v["baseline"]): v["verdict"] == "better" for v in report["verdicts"]}
        runs = {run: name for name, row in rows.items() for run in row["runs"]}
        assert {
            (runs[found.run], found.metric, baseline): baseline in found.better_than
            for found in read_comparisons(graph.store, graph.corpus())
            for baseline in found.compared_with
        } == better
        [best, *_] = graph.query("scores")
        assert best["rougeL"] == max(row["rougeL"] for row in scores.values())
        assert best["characters"] == scores[best["run"]]["characters"]


def test_scores_are_replaced_and_deleted_with_their_run(address: str) -> None:
    with taeg.open(address) as graph:
        corpus = ingest.load(accounts.corpus(reference=True), graph).corpus
        graph.consolidate_many([("longest", {}), ("taeg", {})])
        graph.record_scores("longest", [Score("rougeL", 0.5, "first"), Score("own", 0.25, "mine")], 10)
        graph.record_scores("longest", [Score("own", 0.75, "mine")], 11)
        assert {row["run"]: (row["own"], row["rougeL"], row["characters"]) for row in graph.scores()} == {
            "longest": (0.75, None, 11),
            "taeg": (None, None, None),
        }
        assert frames.scores(graph)["own"].tolist()[0] == 0.75
        assert [(row["run"], row["rougeL"]) for row in graph.query("scores")] == [("longest", None)]
        ingest.load(accounts.corpus(reference=True, seed=2), graph, corpus)
        assert graph.scores() == []
        graph.delete(corpus)
        assert leftovers(graph, corpus) == 0


def test_engines_and_memory_agree(neo4j_address: str, tmp_path: Path) -> None:
    corpus = accounts.corpus(events=15, reference=True)
    settings = benchmark.Settings(benchmark.published_systems(2), fractions=(0.25,), degraded_seeds=1)
    reports, queries = [], []
    for address in (neo4j_address, str(tmp_path / "graph.db")):
        with taeg.open(address) as graph:
            loaded = ingest.load(corpus, graph)
            reports.append(benchmark.evaluate(graph, loaded.corpus, settings))
            built = graph.read()
            queries.append([graph.query(name) for name in ("timeline", "contested", "told_once", "gaps")])
            for strategy in ("lexrank", "random", "priority", "centroid", "longest", "taeg", "taeg-no-before"):
                passages = graph.consolidate(strategy).passages
                assert narrate(built, strategy, {}).passages == passages, strategy
    assert reports[0] == reports[1]
    assert queries[0] == queries[1]


def test_published_numbers(taeg_command: Taeg, shared_gospel: Path) -> None:
    outcome = taeg_command("reproduce", "--data", shared_gospel, "--json")
    found = json.loads(outcome.out)
    assert (outcome.code, found["faults"], len(found["values"])) == (0, 0, 111)
    unsettled = {(v["row"], v["metric"]) for v in found["values"] if not v["same"]}
    ties = {f"lexrank-{n}" for n in (100, 500, 750, 1000, 1500)} | {"50 %"}
    assert {metric for row, metric in unsettled if row not in ties} <= {"meteor"}
    assert [v["ours"] for v in found["values"] if v["metric"] == "percentile"] == [100.0]


def test_audited_table(taeg_command: Taeg, shared_gospel: Path, tmp_path: Path) -> None:
    """Accuracy of 95 events and ROUGE-L of the corrected table."""
    store = ("--store", tmp_path / "graph.db")
    taeg_command("ingest", shared_gospel, *store)
    outcome = taeg_command(
        "evaluate", "--metrics", "rougeL,accuracy", "--seeds", 2, "--fractions", "", "--json", *store
    )
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
    for part in ("gospels-asv", "gospels-kjv", "ranking"):
        assert part in outcome.out
    assert (tmp_path / "translations.md").is_file()


def test_wrong_arguments_are_refused_before_any_run(taeg_command: Taeg, tmp_path: Path) -> None:
    store = str(tmp_path / "graph.db")
    with taeg.open(store) as graph:
        ingest.load(accounts.corpus(reference=True), graph, "good")
        ingest.load(accounts.corpus(), graph, "no-reference")
        ingest.load(accounts.corpus(sources=1, reference=True), graph, "one-source")
    for option, value, says in (
        ("--metrics", "rougeX", "known metrics: rouge1"),
        ("--seeds", "many", "many"),
        ("--seeds", "0", "0"),
        ("--fractions", "half", "is not a number"),
        ("--fractions", "1.5", "between 0 and 1"),
        ("--strategy", "json:no_such_function", "no_such_function"),
        ("--corpus", "nobody", "no corpus 'nobody'"),
        ("--corpus", "no-reference", "has no reference"),
        ("--corpus", "one-source", "nothing to compare"),
    ):
        corpus = () if option == "--corpus" else ("--corpus", "good")
        outcome = taeg_command("evaluate", "--store", store, *corpus, option, value)
        assert (outcome.code, outcome.out) == (2, "")
        assert says in outcome.err
    with taeg.open(store, read_only=True) as graph:
        assert [run for entry in graph.corpora() for run in graph.runs(entry.id)] == []
