"""Printed line numbers of raw documents."""

from pathlib import Path

import pytest

from ingest.drafts import request
from ingest.drafts.line_numbers import blanked
from taeg.base.errors import Problems

TRANSCRIPT = """  1  1. I have kept the gate since 2015. The times below are taken from
  2  the log of the gate.

  3  2. At 14:05 the red lorry left the yard.

  4  3. The red lorry hit the
  5  fence at 14:11. Nobody was hurt.

  6  4. I closed the gate.
"""
PAGES = "\n".join(f"{n:2} Q. And what did you see then at the gate?" for _ in range(2) for n in range(1, 13))
FIFTH = "\n".join(f"{n if n % 5 == 0 else '':>3}  The lorry left the yard." for n in range(1, 31))


@pytest.mark.parametrize("text", [TRANSCRIPT, PAGES, FIFTH])
def test_line_numbers_are_blank(text: str) -> None:
    found = blanked(text)
    assert len(found) == len(text)
    assert all(a == b or (b == " " and (a.isdigit() or a in ".)")) for a, b in zip(text, found, strict=True))
    assert not any(line.strip()[:1].isdigit() for line in found.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "1 loaf\n2 eggs\n3 onions\n4 pears\n5 plums\n6 figs\n",
        "\n".join(
            ["3  men came.", "7  women left.", "2  cars stopped.", "9  dogs barked.", "1  cat slept.", "4  ran."]
        ),
        "1. I am a guard.\n\n2. I saw a lorry.\n\n3. It left.\n",
        "9  o'clock it began.\nThen the lorry left.\n",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert blanked(text) == text


def test_line_numbers_are_neither_times_nor_titles(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "gate.txt").write_text(TRANSCRIPT)
    (raw / "ada.txt").write_text("The red lorry left the yard at five past two. The red lorry hit the fence.\n")
    found = request.run(request.Request([raw], tmp_path / "case", model="none", passages="sentence"), Problems()).result
    assert {event.time for event in found.events} <= {"", "14:05", "14:11", "14:08"}
    assert not any(event.title[:1].isdigit() or "from 2" in event.title for event in found.events)
    texts = [TRANSCRIPT[row.start : row.end] for row in found.passages if row.source == "gate"]
    assert "At 14:05 the red lorry left the yard." in texts
    assert "The red lorry hit the\n  5  fence at 14:11." in texts
