"""Decisions about contested facts in a corrections.yaml."""

from pathlib import Path

import pytest

from ingest.corrections_file import read
from taeg.base.errors import Problems
from taeg.model.corpus import Correction

SIDES = "  versions: [okoro:gone, ' barros:gone']\n  words: [twenty to six, ' half past']\n"
VERSIONS, WORDS = ("okoro:gone", "barros:gone"), ("twenty to six", " half past")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"- dismiss: gone\n{SIDES}  why: two clocks\n",
            Correction("dismiss", "gone", versions=VERSIONS, words=WORDS, why="two clocks", given_in="file"),
        ),
        (f"- confirm: gone\n{SIDES}", Correction("confirm", "gone", versions=VERSIONS, words=WORDS, given_in="file")),
        (
            f"- settle: gone\n{SIDES}  prefer: okoro:gone\n",
            Correction("settle", "gone", "okoro:gone", versions=VERSIONS, words=WORDS, given_in="file"),
        ),
    ],
)
def test_decisions_are_read(tmp_path: Path, text: str, expected: Correction) -> None:
    path = tmp_path / "corrections.yaml"
    path.write_text(text)
    problems = Problems()
    assert read(path, problems) == (expected,)
    assert problems.faults == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- dismiss: gone\n  versions: [a, b]\n", "words"),
        (f"- settle: gone\n{SIDES}", "prefer"),
        (f"- confirm: gone\n{SIDES}  prefer: a\n", "prefer"),
    ],
)
def test_incomplete_decisions(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "corrections.yaml"
    path.write_text(text)
    problems = Problems()
    read(path, problems)
    assert says in " ".join([*problems.faults, *problems.remarks])
