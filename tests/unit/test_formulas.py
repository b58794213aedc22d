"""The guard against formulas in tables: hostile cells, and its use by everything that writes a table."""

# ruff: noqa: RUF001  # full-width signs

import re

import pytest

from taeg.text.formulas import GUARD, guard, unguard
from tests.conftest import ROOT

HOSTILE = (
    *("=1+1", "+1+1", "-1+1", "@SUM(1)", "=cmd|' /C calc'!A0", '=HYPERLINK("http://example.org")'),
    *(" =1+1", "   =1", "\t=1", "\r=1", "\n=1", "\r\n=1", "\x0b=1", "\x0c=1", "\x85=1", "\x1c=1", "\x00=1", "\x7f=1"),
    *("\u00a0=1", "\u2009=1", "\u3000=1", "\u2028=1", "\u200b=1", "\ufeff=1", "\u00ad=1", "\u202e=1", "\u2060=1"),
    *('"=1', "'=1", '"" =1', "' \"=1", "\u201c=1", "\u2018=1", "\u201e=1", "\uff02=1", "\uff07=1"),
    *("＝1", "＋1", "－1", "＠SUM(1)", "\ufe66=1", "\ufe621", "\ufe631", "\ufe6bx", "\u22121", " ＝1", '"＋1'),
    *("\t", "\r", "\n", "\tword", " \tword"),
)
HARMLESS = (
    *("", "word", "a=b", "1-2", "x@example.org", "'Tis", "\u201cWell\u201d", "#1", "12.5", " word", '"word"', "é="),
)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_cells_are_guarded(text: str) -> None:
    assert guard(text) == GUARD + text
    assert unguard(guard(text)) == text


@pytest.mark.parametrize("text", HARMLESS, ids=ascii)
def test_other_cells_are_unchanged(text: str) -> None:
    assert guard(text) == text


def test_all_tables_are_written_with_the_guard() -> None:
    writers = re.compile(r"csv\.(?:writer|DictWriter)\(|\.to_csv\(|\.to_excel\(")
    files = [path for folder in ("taeg", "eval", "ingest") for path in (ROOT / folder).rglob("*.py")]
    writing = {path.relative_to(ROOT).as_posix() for path in files if writers.search(path.read_text(encoding="utf-8"))}
    assert writing == {"taeg/export/csv_tables.py", "eval/report/formats.py", "ingest/drafts/folder.py"}
    for name in writing:
        source = (ROOT / name).read_text(encoding="utf-8")
        assert "from taeg.text.formulas import guard" in source
        assert re.search(r"(?<!un)guard\(", source)
