"""Benchmarks: verdicts against bars, recorded results, and the page that shows them."""

import json
import math
import sys
from pathlib import Path

import pytest

from bench import endtoend, page, process, table
from bench.endtoend import Stage
from bench.table import Row


@pytest.mark.parametrize(
    ("row", "ratio", "met"),
    [
        (table.at_most("load", 3.0, "s", 2, "engine", 2.0), 1.5, True),
        (table.at_most("load", 5.0, "s", 2, "engine", 2.0), 2.5, False),
        (table.at_most("help", 0.31, "s", 0.3), None, False),
        (table.times_as_fast("read", 1.0, "s", 8, "rows", 9.0), 9.0, True),
        (table.times_as_fast("read", 2.0, "s", 8, "rows", 9.0), 4.5, False),
        (table.left_out("load", "UNWIND", "≤ 1.3 x", "no server"), None, None),
    ],
)
def test_verdicts(row: Row, ratio: float | None, met: bool | None) -> None:
    assert (row.ratio, row.met) == (ratio, met)
    assert table.format_rows([row]).splitlines()[2].split()[-1] == {True: "met", False: "MISSED", None: "-"}[met]


def test_a_benchmark_replaces_only_its_own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.server.version", lambda: "")
    path = tmp_path / "results.json"
    row = table.at_most("a1", 1.0, "s", 2)
    table.save("a", [row, table.left_out("a2", "", "", "no server")], path)
    table.save("b", [table.at_most("b1", 1.0, "s", 2)], path)
    assert math.isnan(table.load(path)[1].ours)
    table.save("a", [row], path)
    assert [item.work for item in table.load(path)] == ["a1", "b1"]
    assert table.load(path, ["a"]) == [row]
    assert {"machine", "versions", "date"} <= json.loads(path.read_text("utf-8")).keys()


def test_sizes_left_out_meet_no_bar(tmp_path: Path) -> None:
    assert endtoend.parse_sizes("1M, 10k,250") == (250, 10_000, 1_000_000)
    small, large = (
        [Stage(size, stage, seconds, 1.0, 900.0, "") for stage in endtoend.STAGES]
        for size, seconds in ((10_000, 1.0), (1_000_000, 140.0))
    )
    assert [row.met for row in endtoend.judge(small)] == [None, None]
    assert [row.met for row in endtoend.judge([*small, *large])] == [True, True, True, False, True, True]
    endtoend.record(small, tmp_path / "scaling.json")
    endtoend.record(large, tmp_path / "scaling.json")
    assert endtoend.recorded(tmp_path / "scaling.json") == [*small, *large]


def test_a_failed_command_is_reported_with_its_last_line() -> None:
    with pytest.raises(process.FailedError, match="no such luck"):
        process.run([sys.executable, "-c", "import sys; print('well'); sys.exit('no such luck')"])


def test_the_page_shows_the_recorded_results() -> None:
    written = page.PAGE.read_text("utf-8")
    assert page.fill(written) == written, "run: python -m bench.page"
