"""The README's Python example and its commands, run as they stand there."""

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import ROOT, Taeg

README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    blocks = re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ taeg ")]


def test_the_python_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [code] = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert re.match(r"(matthew|mark|luke|john) \w+ \d+:\d+", lines[0])


def test_the_commands(taeg_command: Taeg, neo4j_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TAEG_STORE", raising=False)
    tried = [line for line in commands() if not line.startswith("taeg neo4j")]
    assert len(tried) >= 10
    for line in tried:
        outcome = taeg_command(*shlex.split(line)[1:])
        assert outcome.code == 0, (line, outcome.err)
    assert (tmp_path / "narrative.txt").stat().st_size > 50_000
