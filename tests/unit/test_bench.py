"""Benchmarks: verdicts against bars, and the page that shows the results."""

import pytest

from bench import page, table
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


def test_the_page_shows_the_recorded_results() -> None:
    written = page.PAGE.read_text("utf-8")
    assert page.fill(written) == written, "run: python -m bench.page"
