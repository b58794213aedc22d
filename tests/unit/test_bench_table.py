"""The table of figures: what its rows mean, and that one benchmark's rows replace its own alone."""

import json
import math
from pathlib import Path

import pytest

from bench import table
from bench.table import Row


@pytest.fixture(autouse=True)
def _no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.server.version", lambda: "")


def row(work: str, ours: float = 1.0) -> Row:
    return Row(work, ours, "s", "", None, None, "", None)


def works(path: Path) -> list[str]:
    return [item.work for item in table.load(path)]


def test_a_bar_from_above_divides_ours_by_theirs() -> None:
    assert table.at_most("load", 3.0, "s", 2, "engine", 2.0) == Row(
        "load", 3.0, "s", "engine", 2.0, 1.5, "≤ 2 x", True, ""
    )
    assert table.at_most("load", 5.0, "s", 2, "engine", 2.0).met is False


def test_a_bar_from_below_divides_theirs_by_ours() -> None:
    found = table.times_as_fast("read", 1.0, "s", 8, "rows", 9.0)
    assert (found.ratio, found.met) == (9.0, True)
    assert table.times_as_fast("read", 2.0, "s", 8, "rows", 9.0).met is False


def test_a_bar_without_a_peer_is_in_the_unit_itself() -> None:
    found = table.at_most("help", 0.31, "s", 0.3)
    assert (found.bar, found.met, found.ratio) == ("≤ 0.3 s", False, None)


def test_what_was_left_out_is_neither_met_nor_missed(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    table.save("load", [table.left_out("load, Neo4j", "UNWIND", "≤ 1.3 x", "no server")], path)
    (found,) = table.load(path)
    assert found.met is None
    assert math.isnan(found.ours)
    assert json.loads(path.read_text("utf-8"))["rows"][0]["ours"] is None
    assert "MISSED" not in table.shown([found])


def test_one_benchmark_replaces_its_own_rows_alone_and_in_their_place(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    table.save("a", [row("a1"), row("a2")], path)
    table.save("b", [row("b1")], path)
    table.save("a", [row("a2", 7.0), row("a3")], path)
    assert works(path) == ["a2", "a3", "b1"]
    assert table.load(path)[0].ours == 7.0
    assert [item.work for item in table.load(path, ["b"])] == ["b1"]
    assert table.load(path, []) == []


def test_the_file_says_on_what_and_with_what_it_was_measured(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    table.save("a", [row("a1")], path)
    kept = json.loads(path.read_text("utf-8"))
    assert set(kept["machine"]) == {"cores", "memory", "cpu", "os"}
    assert {"python", "taeg", "numpy", "scipy", "ladybug", "neo4j driver", "neo4j server"} <= set(kept["versions"])
    assert set(kept["rows"][0]) == {"work", "ours", "unit", "peer", "theirs", "ratio", "bar", "met", "note"}
    assert kept["date"]
    assert kept["modules"]["a"]["load"] >= 0


def test_a_busy_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    for load, busy in ((1.5, False), (20.0, True)):
        monkeypatch.setattr("os.getloadavg", lambda load=load: (load, load, load))
        assert ("BUSY" in table.header()) is busy


def test_a_printed_table_says_met_and_missed_and_tells_the_notes() -> None:
    text = table.shown([table.at_most("x", 1, "s", 2), table.at_most("y", 3, "s", 2, note="see profile")])
    lines = text.splitlines()
    assert lines[2].split()[-1] == "met"
    assert lines[3].split()[-1] == "MISSED"
    assert lines[-1] == "  y: see profile"
