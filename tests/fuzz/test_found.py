"""Regressions found by fuzzing: each once ended in a traceback or left incomplete data."""

import json
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import pytest

from ingest.readers import check
from taeg.base.errors import InputError
from taeg.graph import backup as archive
from taeg.model.corpus import Correction, Event, Source, Version
from taeg.model.corpus_graph import CorpusGraph
from tests.fuzz import samples
from tests.fuzz.bounds import bounded
from tests.fuzz.targets import TARGETS, laid

CASES = Path(__file__).parent / "cases"


def faults(files: dict[str, bytes], file: str = "") -> str:
    """The faults of a corpus, found within the limits of any example."""
    folder = laid(files)
    with bounded():
        found = check(str(folder / file))
    return " ".join(found.faults)


@pytest.mark.parametrize("path", sorted(CASES.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_files(path: Path) -> None:
    """One file each, in a folder named after its target."""
    with bounded():
        TARGETS[path.parent.name].run(path.read_bytes())


@pytest.mark.parametrize("order", ["000000001" + "0" * 5_000, "00000001" + "0" * 30])
def test_a_rank_of_many_digits(order: str) -> None:
    """Only its first nine digits were checked: a ValueError, or a number that no engine can store."""
    assert "the order is" in faults({"a.md": f"---\norder: {order}\n---\n# x\n\ny\n".encode()})


def _run(**news: object) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: next(line for line in lines if line.get("run") == "longest").update(news)


def _line(key: str, value: object, **news: object) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: next(line for line in lines if key in line).update({key: value, **news})


@pytest.mark.parametrize(
    "damage",
    [
        _run(signature="\ud800"),
        _run(signature=["x"]),
        _run(strategy="\ud800"),
        _run(created="a\0"),
        _run(parameters={"x": nan}),
        _run(parameters={"\ud800": 1}),
        _run(parameters={"x": [1, {"y": 2}]}),
        _run(spans=[[0], [1], [1], [0], [34], ["base"], [nan]]),
        _run(spans=[[0], [9], [1], [0], [34], ["base"], [1]]),
        _run(spans=[[0, 1], [1], [1], [0], [34], ["base"], [1]]),
        _run(spans=[[[0]], [[1]], [[1]], [[0]], [[34]], [["base"]], [[1]]]),
        _run(spans=[[0.5], [1], [1], [0], [34], ["base"], [1]]),
        _run(spans=[[True], [1], [1], [0], [34], ["base"], [1]]),
        _run(spans=[[0], [1], [1], [0], [34], ["nothing"], [1]]),
        _run(spans=[[-1], [-1], [0], [5], [2], ["quote"], [1]]),
        _run(spans=[[-1], [-1], [0], [-5], [2], ["quote"], [1]]),
        _line("before", [[-1], [0], [0.5]]),
        _line("before", [[0], [2], [nan]]),
        _line("before", [[0], [2], [-1]]),
        _line("corpus", "voyage", timeline="x"),
        _line("corpus", "voyage", notes="abc"),
        _line("correction", {"kind": "nope", "target": "x"}),
        _line("correction", {"kind": "rename", "target": "\ud800"}),
        _line("source", {"id": "ann", "title": "x", "rank": 2**70}),
        _line("version", {"id": "ann-1", "event": "sail", "source": "ann", "text": "x", "language": "\ud800"}),
        _line("version", {"id": "ann-1", "event": "sail", "source": "ann", "text": "x", "telling": 2**80}),
        _line("event", {"id": "sail", "title": "x", "choice": "\ud800"}),
    ],
)
def test_invalid_backups_with_valid_checksums(
    damage: Callable[[list[dict[str, Any]]], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were loaded, and a run failed afterwards."""
    lines = [json.loads(line) for line in samples.backup().splitlines()]
    damage(lines)
    end = next(line for line in lines if "end" in line)
    monkeypatch.setattr(CorpusGraph, "digest", end["digest"])
    path = tmp_path / "backup"
    path.write_bytes(samples.resealed("".join(json.dumps(line) + "\n" for line in lines).encode()))
    with pytest.raises(InputError):
        archive.read_file(path)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Event("e", "", choice="\ud800"),
        lambda: Version("v", "e", "s", "", told_of="a\0"),
        lambda: Version("v", "e", "s", "", order_in_source=-1),
        lambda: Source("s", "", rank=2**70),
        lambda: Correction("rename", "e", title="\ud800"),
    ],
)
def test_values_that_no_engine_can_store(make: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        make()
