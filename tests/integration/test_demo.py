"""`taeg demo`: the files, and a summary that fits one screen and agrees with the report."""

import dataclasses
import json
import re
import shlex
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from eval.metrics import select
from eval.report.document import number
from taeg.cli import demo
from tests.conftest import Taeg
from tests.integration.test_readme import outputs
from tests.unit.report_samples import sample


def test_the_summary_agrees_with_the_files(taeg_command: Taeg, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAEG_STORE", str(tmp_path / "other.db"))
    for name, value in (("SEEDS", 2), ("FRACTIONS", ""), ("DEGRADED_SEEDS", 1)):  # faster
        monkeypatch.setattr(demo, name, value)
    outcome = taeg_command("demo", "--out", "my results")
    assert outcome.code == 0, outcome.err
    assert re.findall(r"^(\d)/5  ", outcome.err, re.MULTILINE) == list("12345")
    lines = outcome.out.splitlines()
    *others, last = lines
    assert len(lines) <= 24
    assert max(map(len, others)) <= 80

    files = [tmp_path / name for name in re.findall(r"^(my results/\S+) ", outcome.out, re.MULTILINE)]
    assert {path.relative_to(tmp_path / "my results").as_posix() for path in files} == set(demo.FILES)
    assert all(path.stat().st_size for path in files)
    assert Path(unquote(urlsplit(last.split()[-1]).path)) == tmp_path / "my results" / "synopsis.html"
    assert not (tmp_path / "other.db").exists()

    report = json.loads((tmp_path / "my results" / "report" / "report.json").read_text(encoding="utf-8"))
    cells = {row["name"]: row["cells"] for row in report["rows"]}

    def score(name: str, metric: str) -> str:
        return number(cells[name][metric]["value"])

    shown = [re.findall(r"\.\d+|\b\d+\b", line) for line in lines if re.match(r" +[.\d]+  ", line)]
    assert shown == [
        [str(report["contested"])],
        [score("taeg", "tau")],
        *([score(name, metric) for name in ("taeg", "longest", "random")] for metric in ("rougeL", "accuracy")),
    ]
    narrative = (tmp_path / "my results" / "narrative.txt").read_text(encoding="utf-8")
    assert re.search(r"^  Mark 14:3-9 +And while he was in Bethany", outcome.out, re.MULTILINE)
    assert narrative.startswith("And while he was in Bethany")

    shown_in_readme = outputs()[0].splitlines()  # but for the numbers, which are means over more random runs
    assert [line for line in shown_in_readme if not re.match(r" +[.\d]+  ", line) and line not in lines] == []

    [advice] = [line for line in lines if " show 1 " in line]
    assert taeg_command(*shlex.split(advice.partition("taeg")[2])).code == 0


def test_a_metric_without_data_is_named() -> None:
    report = dataclasses.replace(sample(), metrics=dict.fromkeys(name for name in select() if name != "meteor"))
    lines = demo.summary("The Holy Week", report, [], Path("out"))
    [line] = [line for line in lines if "left out" in line]
    assert line.split()[0] == "METEOR"
    assert len(line) <= 80
    complete = dataclasses.replace(report, metrics=dict.fromkeys(select()))
    assert not any("left out" in line for line in demo.summary("The Holy Week", complete, [], Path("out")))
