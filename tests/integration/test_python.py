"""`import taeg` is enough: ingest, consolidate, evaluate and export, with strategies and metrics of the user."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ingest
import taeg
from taeg.consolidate.arrays import Arrays
from taeg.consolidate.spans import Spans
from tests.conftest import ROOT, Taeg
from tests.integration import accounts

OWN = '''"""A strategy and a metric of the user."""

import taeg


def shortest(arrays):
    return taeg.highest(arrays, -arrays.chars)


def jaccard(text, reference):
    ours, theirs = set(text.split()), set(reference.split())
    return len(ours & theirs) / len(ours | theirs)
'''
SLOW_TO_IMPORT = {"numpy", "pandas", "scipy", "ladybug", "neo4j", "ingest", "eval", "taeg.graph", "taeg.export"}


def shortest(arrays: Arrays) -> Spans:
    return taeg.highest(arrays, -arrays.chars)


def jaccard(text: str, reference: str) -> float:
    ours, theirs = set(text.split()), set(reference.split())
    return len(ours & theirs) / len(ours | theirs)


def fresh(code: str) -> str:
    """Run code in an interpreter of its own and return what it prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout


def test_every_name_is_imported_when_it_is_used() -> None:
    code = f"import sys, taeg; print(sorted({SLOW_TO_IMPORT} & set(sys.modules)))"
    assert fresh(code).strip() == "[]"
    assert [name for name in taeg.__all__ if name not in dir(taeg)] == []
    assert all(getattr(taeg, name) is not None for name in taeg.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'evaluation'"):
        taeg.evaluation  # noqa: B018


def test_export_is_a_function_whatever_was_imported_before() -> None:
    code = "import taeg\nprint(callable(taeg.export))\nimport taeg.export.frames\nprint(callable(taeg.export))"
    assert fresh(code).split() == ["True", "True"]


def test_a_corpus_is_ingested_by_path_by_value_and_added_to(tmp_path: Path) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text("source,event,text,order\nann,sail,We left.,1\nbob,sail,They left.,1\n")
    second.write_text("source,event,text,order\ncid,sail,The ship left.,1\ncid,land,We landed.,2\n")
    both = tmp_path / "both.csv"
    both.write_text(first.read_text() + second.read_text().partition("\n")[2])
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        loaded = taeg.ingest(first, graph, language="en")
        assert (loaded.corpus, loaded.changed) == ("first-audited", True)
        assert not taeg.ingest(taeg.read(str(first), language="en"), graph).changed
        assert taeg.ingest(second, graph, id="first-audited", add=True, language="en").changed
        assert len(graph.read().corpus.sources) == 3
        whole = taeg.ingest(both, graph, id="both", language="en", profile="audited")
        assert whole.digest == graph.corpus("first-audited").digest
    with pytest.raises(taeg.InputError, match=r"there is no corpus, file or folder '/.*gospels'"):
        taeg.read(tmp_path / "gospels")


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> taeg.Graph:
    opened = taeg.open(str(tmp_path_factory.mktemp("python") / "graph.db"))
    taeg.ingest(accounts.corpus(events=20, reference=True), opened)
    return opened


@pytest.fixture(scope="module")
def report(graph: taeg.Graph) -> taeg.Report:
    metrics = ["rougeL", "accuracy", taeg.event_metric(jaccard, title="overlap")]
    return taeg.evaluate(graph, ["random", "longest", "taeg", shortest], metrics, seeds=3, fractions=())


def test_own_strategies_and_metrics_are_in_all_results(graph: taeg.Graph, report: taeg.Report, tmp_path: Path) -> None:
    assert list(report.frame.index) == ["random", "longest", "taeg", "shortest", "oracle"]
    assert list(report.frame.columns) == ["characters", "rougeL", "accuracy", "overlap"]
    assert set(report.frame.dtypes) == {np.dtype("float64")}
    cell = next(row for row in report.rows if row.name == "shortest").cells["overlap"]
    assert cell.value == report.frame.loc["shortest", "overlap"]
    assert cell.low is not None
    assert {(v.system, v.baseline) for v in report.verdicts if v.metric == "overlap"} == {
        *(("shortest", "longest"), ("shortest", "random"), ("taeg", "longest"), ("taeg", "random")),
        *(("longest", "random"), ("random", "longest")),
    }
    files = {path.name: path for path in report.save(tmp_path / "report")}
    ladder = files["ladder.svg"].read_text()
    assert all(f"<!-- {label} -->" in ladder for label in ("shortest", "overlap"))
    assert "<!-- shortest ." in files["chance.svg"].read_text()
    assert "Against longest: overlap" in files["report.txt"].read_text() == str(report)
    assert "Against longest: overlap" in report._repr_html_()
    scores = {row["run"]: row for row in graph.scores()}
    assert scores["shortest"]["overlap"] == cell.value
    [written] = taeg.export(graph, tmp_path / "synopsis.html", run="shortest")
    assert '"overlap"' in written.read_text()


def test_a_report_has_the_scores_and_choices_of_each_run(graph: taeg.Graph, report: taeg.Report) -> None:
    assert [run.run for run in report.runs] == [
        *(f"random,seed={seed}" for seed in range(3)),
        "longest",
        "taeg",
        "shortest",
    ]
    assert [run.system for run in report.runs[:4]] == ["random", "random", "random", "longest"]
    corpus = graph.read().corpus
    versions = {version.id: version for version in corpus.versions}
    for run in report.runs:
        assert run.scores["accuracy"] == pytest.approx(np.mean([choice.best for choice in run.choices]))
        assert run.characters == len(graph.narrative(run.run).text)
        assert all(versions[choice.version].event == choice.event for choice in run.choices)
        assert report.digest in run.signature
    assert f"digest:{report.digest}" in report.signature
    assert repr(report) == f"Report(corpus={report.corpus!r}, 5 strategies, 4 metrics)"
    assert len(pd.DataFrame(report.verdicts)) == len(report.verdicts)


def test_exports(graph: taeg.Graph, report: taeg.Report, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    source = graph.read().corpus.sources[0].title
    names.write_text(f"name,pseudonym\n{source},Somebody\n")
    [plain] = taeg.export(graph, tmp_path / "plain.md", run="longest")
    [hidden] = taeg.export(graph, str(tmp_path / "hidden.md"), run="longest", pseudonyms=names)
    assert source in plain.read_text()
    assert source not in hidden.read_text()
    tables = taeg.export(graph, tmp_path / "tables", format="csv")
    assert {path.name for path in tables} == {"versions.csv", "events.csv", "choices.csv", "sentences.csv"}
    for out, says in (("x.odt", "no format has the suffix of 'x.odt'"), ("tables", "no format has the suffix")):
        with pytest.raises(taeg.InputError, match=says):
            taeg.export(graph, tmp_path / out)


def test_own_functions_on_the_command_line(taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.py").write_text(OWN)
    store = str(tmp_path / "graph.db")
    with taeg.open(store) as graph:
        taeg.ingest(accounts.corpus(events=8, reference=True), graph)
    options = ("--metrics", "accuracy", "--seeds", "1", "--fractions", "", "--store", store, "--json")
    own = ("--strategy", "ours:shortest", "--metric", "ours:jaccard")
    outcome = taeg_command("evaluate", *own, *options)
    assert outcome.code == 0, outcome.err
    found = json.loads(outcome.out)
    assert list(found["metrics"]) == ["characters", "accuracy", "jaccard"]
    assert "jaccard" in {row["name"]: row for row in found["rows"]}["ours:shortest"]["cells"]
    refused = taeg_command("evaluate", "--metric", "ours:jacard", *options)
    assert refused.code == 2
    assert "module 'ours' has no function 'jacard'; did you mean 'jaccard'?" in refused.err


def test_earlier_names_still_work(graph: taeg.Graph, report: taeg.Report) -> None:
    from eval import evaluate

    scores, left_out = evaluate(graph, "longest", None, ["accuracy"])
    assert scores["accuracy"] == report.frame.loc["longest", "accuracy"]
    assert left_out == []
    assert ingest.read is taeg.read
    assert not ingest.load(accounts.corpus(events=20, reference=True), graph).changed
    assert taeg.frames.scores(graph)["run"].tolist() == sorted(run.run for run in report.runs)


def test_narratives_and_events_are_shown_in_notebooks(graph: taeg.Graph, report: taeg.Report) -> None:
    narrative = graph.narrative("longest")
    assert (
        repr(narrative) == f"Narrative(corpus={narrative.corpus!r}, run='longest', {len(narrative.passages)} passages)"
    )
    shown = narrative._repr_html_()
    assert narrative.passages[0].text in shown
    assert f"… {len(narrative.passages) - 10} more passages" in shown
    view = graph.event(narrative.passages[0].event)
    page = view._repr_html_()
    assert all(version["text"] in page and version["source_title"] in page for version in view.versions)
    assert "selected by" in page
