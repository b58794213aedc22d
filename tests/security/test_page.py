"""SECURITY.md is true at least in this: every row of it names a test, and every test it names is there."""

import ast
import re

from tests.conftest import ROOT

PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)?(?:::(\w+))?`")


def named(text: str) -> list[tuple[str, str]]:
    """Files and tests; a test alone is of the file before it."""
    found, file = [], ""
    for path, test in NAMED.findall(text):
        file = path or file
        if path or test:
            found.append((file, test))
    return found


def test_every_row_names_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| what", "| ---"))]
    assert len(rows) > 20
    assert [row for row in rows if not named(row.split(" | ")[-1])] == []


def test_every_test_it_names_is_there() -> None:
    found = named(PAGE)
    assert len(found) > 40
    for file, test in found:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        tests = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert not test or test in tests, f"{file}::{test}"


def test_it_is_linked() -> None:
    for page in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        assert "SECURITY.md" in (ROOT / page).read_text(encoding="utf-8"), page
