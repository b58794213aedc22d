"""The code of docs/python.md, run block by block; a `text` block is what the code above it prints."""

import re
from pathlib import Path

import pytest

import taeg
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", PAGE, flags=re.MULTILINE | re.DOTALL)


def trimmed(text: str) -> list[str]:
    """The lines without spaces at their ends, which pandas prints."""
    return [line.rstrip() for line in text.splitlines()]


def test_the_code_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    assert len(BLOCKS) >= 6
    for code, printed in BLOCKS:
        exec(compile(code, "docs/python.md", "exec"), names)
        assert trimmed(capsys.readouterr().out) == trimmed(printed), code
    assert (tmp_path / "synopsis.html").stat().st_size > 100_000
    assert "speech" in (tmp_path / "report" / "ladder.svg").read_text()


def test_functions_of_the_user_take_ten_lines() -> None:
    own = [code for code, _ in BLOCKS if code.startswith("def ")]
    assert len(own) == 2
    assert all(len(code.splitlines()) <= 10 for code in own)


def test_the_names_in_the_table_exist() -> None:
    named = re.findall(r"^\| `(taeg|graph|taeg\.frames)\.(\w+)\(", PAGE, flags=re.MULTILINE)
    owners = {"taeg": taeg, "graph": taeg.Graph, "taeg.frames": taeg.frames}
    assert len(named) == 11
    assert [name for owner, name in named if not hasattr(owners[owner], name)] == []
