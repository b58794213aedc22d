"""Every reader and writer on damaged samples: a corpus or a message of one line, within limits; a valid file."""

import pytest
from hypothesis import given

from taeg.export import FORMATS
from tests.fuzz import hostile_books, output_checks
from tests.fuzz.bounds import bounded
from tests.fuzz.damage import damaged, hostile, tried
from tests.fuzz.targets import HOSTILE, TARGETS

READERS = [name for name in TARGETS if not name.startswith("write-")]
SLOW = {"verse-csv", "verse-tsv", "docx-body", "folder-docx", "xlsx-sheet", "table-xlsx", "gospel-chronology"}
"""Targets that take more than ten milliseconds per example."""


@pytest.mark.parametrize("name", READERS)
def test_damaged_files(name: str) -> None:
    target = TARGETS[name]

    @tried(3 if name in SLOW else 8)
    @given(damaged(target.seeds(), target.words))
    def look(data: bytes) -> None:
        with bounded():
            target.run(data)

    look()


@pytest.mark.parametrize("name", READERS)
def test_samples_are_valid(name: str) -> None:
    """Otherwise every example would stop at the first fault."""
    for seed in TARGETS[name].seeds():
        assert TARGETS[name].run(seed) == ""


@pytest.mark.parametrize("format", FORMATS)
def test_hostile_texts(format: str) -> None:
    @tried(2 if format == "docx" else 6)
    @given(hostile(HOSTILE))
    def look(texts: list[str]) -> None:
        with bounded():
            output_checks.CHECKS[format](hostile_books.book([text.replace("\0", "") for text in texts]))

    look()
