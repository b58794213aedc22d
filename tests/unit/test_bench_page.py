"""The page on scale says what benchmarks kept, and nothing else."""

from bench import page, table
from bench.table import Row


def test_the_tables_of_the_page_are_those_that_were_kept() -> None:
    written = page.PAGE.read_text("utf-8")
    assert page.filled(written) == written, "run: python -m bench.page"
    assert all(f"<!-- {name} -->" in written for name in page.TABLES)


def test_what_was_not_measured_is_not_taken_for_met() -> None:
    row = table.left_out("work", "peer", "≤ 2 x", "no server")
    assert page._amount(row.ours, row.unit) == "-"
    assert page._verdict(row) == "-"
    assert page._verdict(Row("work", 1.0, "s", "", None, None, "≤ 2 s", False)) == "**no**"
