"""Which differences from the paper are equal, unsettled or faults."""

from dataclasses import replace
from pathlib import Path

import pytest

import ingest
import taeg
from eval import benchmark
from eval.reproduction import TIE_BREAKS, Reproduction, _line, _with_reason, reproduce
from eval.results import Report
from taeg.base.progress import Progress
from taeg.graph.graph import Graph
from taeg.text import nltk_data


def test_differences_beyond_rounding_and_ties_are_faults() -> None:
    lines = [
        _line("strategies", "taeg", "rougeL", 0.846, 0.8461),
        _line("strategies", "taeg", "rougeL", 0.846, 0.8466),
        _line("strategies", "taeg", "characters", 74280, 74281),
        _line("strategies", "lexrank-750", "rougeL", 0.206, 0.204),
        _line("strategies", "lexrank-750", "meteor", 0.5, 0.9),
    ]
    ranges = {("lexrank-750", "rougeL"): (0.203, 0.207), ("lexrank-750", "meteor"): (0.30, 0.31)}
    found = [_with_reason(line, ranges) for line in lines]
    assert [line.fault for line in found] == [False, True, True, False, True]
    assert f"over {TIE_BREAKS} tie-breaks" in found[3].note
    assert Reproduction(tuple(found), ()).faults == 3


def test_values_that_need_missing_data_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(*_: object) -> None:
        raise nltk_data.ResourceMissing("not installed")

    def quick(graph: Graph, corpus: str, settings: benchmark.Settings, progress: Progress) -> Report:
        systems = tuple(replace(system, parameters=system.parameters[:2]) for system in settings.systems)
        return evaluate(graph, corpus, replace(settings, systems=systems, fractions=()), progress)

    evaluate = benchmark.evaluate
    monkeypatch.setattr(benchmark, "evaluate", quick)
    monkeypatch.setattr(nltk_data, "punkt", missing)
    monkeypatch.setattr(nltk_data, "wordnet", missing)
    with taeg.open(str(tmp_path / "graph.db")) as graph:
        loaded = ingest.load(ingest.read("gospels", profile="published"), graph)
        found = reproduce(graph, loaded.corpus)
    assert not [line for line in found.lines if line.row.startswith("lexrank") or "meteor" in line.metric]
    assert {reason.partition(":")[0] for reason in found.left_out} >= {"meteor", "punkt", "LexRank", "BERTScore"}
    assert {"taeg", "longest"} <= {line.row for line in found.lines}
