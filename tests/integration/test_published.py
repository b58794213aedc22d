"""The published corpus on both engines: counts and narratives of both profiles."""

import json
from pathlib import Path

import pytest

import eval
import taeg
from tests.conftest import Taeg

COUNTS = ("events", "versions", "versions_with_text", "before", "same_event")


@pytest.mark.parametrize(
    ("profile", "counts"), [("published", (169, 363, 311, 799, 318)), ("audited", (169, 363, 361, 359, 318))]
)
def test_counts(address: str, taeg_command: Taeg, shared_gospel: Path, profile: str, counts: tuple[int, ...]) -> None:
    taeg_command("ingest", shared_gospel, "--profile", profile, "--store", address)
    [facts] = json.loads(taeg_command("stats", "--json", "--store", address).out)
    assert tuple(facts[name] for name in COUNTS) == counts
    if profile == "published":
        assert facts["floored"] == 259
        assert len(facts["gaps"]) == 52
    else:
        assert facts["gaps"] == ["Luke 13:34-35", "Luke 23:17"]
        assert sorted(facts["partial_gaps"]) == ["Mark 11:26", "Mark 15:28", "Matthew 23:14"]


@pytest.mark.parametrize(("strategy", "characters", "rouge_l"), [("taeg", 74_280, 0.846), ("longest", 79_154, 0.947)])
def test_published_narratives(
    address: str, taeg_command: Taeg, shared_gospel: Path, strategy: str, characters: int, rouge_l: float
) -> None:
    gold = (shared_gospel / "Golden_Sample.txt").read_text(encoding="utf-8")
    taeg_command("ingest", shared_gospel, "--profile", "published", "--store", address)
    text = taeg_command("consolidate", "--strategy", strategy, "--store", address).out
    assert len(text) == characters
    assert round(eval.rouge_l(text, gold).f1, 3) == rouge_l
    with taeg.open(address) as graph:
        scored, _ = eval.evaluate(graph, strategy, wanted=["rougeL"])
    assert scored["characters"] == characters
    assert round(scored["rougeL"], 3) == rouge_l
