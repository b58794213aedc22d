"""Benchmarks: verdicts against bars, recorded results, and the page that shows them."""

from pathlib import Path

import pytest

from bench import endtoend, page, table
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


def test_the_page_shows_the_recorded_results() -> None:
    written = page.PAGE.read_text("utf-8")
    assert page.fill(written) == written, "run: python -m bench.page"
