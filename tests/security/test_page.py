"""SECURITY.md names tests that exist."""

import re

from tests.conftest import ROOT

PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)?(?:::(\w+))?`")


def test_every_row_names_tests_that_exist() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| attack", "| ---"))]
    assert len(rows) > 20
    for row in rows:
        named = [pair for pair in NAMED.findall(row) if any(pair)]
        assert named, row
        file = ""
        for path, test in named:
            file = path or file
            assert f"def {test}" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{test}"
