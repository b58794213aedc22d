"""Reports through the front door: every format of any report, and the files."""

import dataclasses
import re
from pathlib import Path

import pytest

from eval.report import report as reporting
from eval.report.report import FORMATS, SUFFIXES, from_json, to_text
from taeg.base.errors import TaegError
from tests.unit.report_samples import bare, sample


@pytest.mark.parametrize("name", FORMATS)
def test_an_almost_empty_report_is_a_report(name: str) -> None:
    out = FORMATS[name](bare())
    assert out.endswith("\n")
    assert "longest" in out
    if name != "json":
        assert not re.search("chance|removed|Against|Left out|Notes|absent|nan", out)


def test_a_report_without_rows_or_metrics_still_prints() -> None:
    for report in (dataclasses.replace(bare(), rows=()), dataclasses.replace(bare(), metrics={})):
        for make in FORMATS.values():
            assert make(report)


def test_control_characters_never_reach_the_terminal() -> None:
    evil = dataclasses.replace(
        bare(), corpus="a\x1b[2J\u009bb\ud800", absent=("line\nbreak\t\u202ex",), notes=("a\xa0b",)
    )
    for make in FORMATS.values():
        assert all(c.isprintable() or c == "\n" for c in make(evil))
        assert make(evil).encode()
    assert "line break �x" in to_text(evil)
    assert "  a b" in to_text(evil)


def test_write_makes_every_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("kept")
    (folder / "report.txt").write_text("old")
    paths = reporting.write(sample(), folder)
    assert {path.name for path in folder.iterdir()} == {path.name for path in paths} | {"mine.txt"}
    assert {path.name for path in paths} >= {f"report.{suffix}" for suffix in SUFFIXES.values()}
    assert {path.name for path in paths} >= {"ladder.svg", "ladder.png", "degradation.png", "chance.svg"}
    assert (folder / "report.txt").read_text(encoding="utf-8") == to_text(sample())
    assert from_json((folder / "report.json").read_text(encoding="utf-8")) == sample()
    reporting.write(bare(), folder)
    assert not list(folder.glob("degradation*")) + list(folder.glob("chance*"))
    assert (folder / "mine.txt").read_text() == "kept"


def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(TaegError, match=r"^cannot write into .*file: ") as caught:
        reporting.write_files({"a.txt": b"a"}, tmp_path / "file")
    assert "\n" not in str(caught.value)
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(TaegError, match=r"a\.txt is not an ordinary file; name another$"):
        reporting.write_files({"a.txt": b"a"}, tmp_path)
    assert not list(tmp_path.glob("*.partial"))
