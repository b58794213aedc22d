"""The README: its length, its Python examples and its commands, run as they stand there."""

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Taeg
from tests.unit.drafts import STATEMENTS

README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_WORDS = 1100


def commands() -> list[str]:
    blocks = re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ taeg ")]


def snippets() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def outputs() -> list[str]:
    return re.findall(r"```text\n(.*?)```", README, flags=re.DOTALL)


def test_length() -> None:
    assert len(README.split()) < MOST_WORDS


def test_links() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"} == set(
        re.findall(r"\((\w[\w-]*\.md)\)", index)
    )


def test_the_python_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = snippets()
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    printed = []
    for code in (first, second):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(code, "README.md", "exec"), names)
        printed.append(out.getvalue())
    assert [line.rstrip() for line in printed[0].splitlines()] == [line.rstrip() for line in outputs()[-1].splitlines()]
    frame = names["report"].frame
    assert {"dialogue", "taeg", "longest"} <= set(frame.index) | set(frame.get("run", ())) | set(frame.get("name", ()))
    assert "overlap" in printed[1]


def test_a_draft_of_raw_documents(taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [line] = re.findall(r"^(taeg draft .*) && taeg review case$", README, flags=re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "statements").mkdir()
    for name, text in STATEMENTS.items():
        (tmp_path / "statements" / f"{name}.txt").write_text(text, encoding="utf-8")
    outcome = taeg_command(*shlex.split(line)[1:])
    assert outcome.code == 0, outcome.err
    assert (tmp_path / "case" / "alignment.csv").exists()


def test_the_commands(taeg_command: Taeg, neo4j_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TAEG_STORE", raising=False)
    (tmp_path / "examples").symlink_to(ROOT / "examples", target_is_directory=True)
    tried = [line for line in commands() if not line.startswith("taeg neo4j")]
    assert len(tried) >= 10
    functions = snippets()[1].partition("with taeg.open")[0]
    (tmp_path / "mine.py").write_text(f"import taeg\n\n\n{functions}", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "mine", None)  # forget it after the test
    del sys.modules["mine"]
    printed = []
    fewer = ("--seeds", "2", "--fractions", "0.5", "--degraded-seeds", "1")  # faster
    for line in tried:
        outcome = taeg_command(*shlex.split(line)[1:], *(fewer if line.startswith("taeg evaluate --out") else ()))
        assert outcome.code == 0, (line, outcome.err)
        printed.append((line, outcome.out))
    assert (tmp_path / "narrative.txt").stat().st_size > 50_000
    [own] = [out for line, out in printed if "mine:dialogue" in line]
    assert "mine:dialogue" in own
    assert "overlap" in own
    fused = next(out for line, out in printed if line == "taeg consolidate --store case.db")
    assert outputs()[1].strip() in fused
    contested = next(out for line, out in printed if line.startswith("taeg conflicts"))
    assert outputs()[2].strip() in contested
