"""Tables on a terminal and in a pipe, and texts side by side."""

import io
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout

import pytest
from wcwidth import wcswidth

from eval.report.document import document
from eval.report.formats import as_text
from taeg.cli.narratives import selected_by
from taeg.cli.tables import MOST_ROWS, Column, fitted, print_columns, print_document, print_rows
from tests.unit.report_samples import nasty

LONG = "a title that is far longer than any terminal is wide " * 3
ROWS = [
    {"event": "arrival", "title": LONG, "characters": 1057, "other_characters": 12},
    {"event": "出発", "title": "e\u0301te\u0301 [bold]最長[/bold]", "characters": 8, "other_characters": None},
]


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """60 columns, and colours on a terminal."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm-256color")


def on_terminal(rows: Sequence[Mapping[str, object]], as_json: bool = False) -> str:
    with redirect_stdout(Terminal()) as out:
        print_rows(rows, as_json)
    return out.getvalue()


def uncoloured(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()


def test_a_pipe_gets_every_cell_complete_and_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list(ROWS[0])
    assert set(lines[1]) == {"-", " "}
    assert LONG.strip() in lines[2]
    assert lines[3].endswith(" 8")
    starts = [re.search(r"\S+ +(?=title|a title|e\u0301)", lines[i]) for i in (0, 2, 3)]
    assert len({wcswidth(found[0]) for found in starts if found}) == 1
    print_rows([])
    assert capsys.readouterr().out == "(nothing)\n"


def test_a_terminal_gets_colours_and_lines_that_fit() -> None:
    shown = on_terminal(ROWS)
    assert "\x1b[36m" in shown
    lines = uncoloured(shown)
    assert max(map(wcswidth, lines)) <= 60
    for part in ("a title that is far", "…", "1057", "[bold]最長[/bold]"):
        assert part in shown
    assert lines[-1] == "Cut to the width of the terminal; --json prints everything."
    assert json.loads(on_terminal(ROWS, as_json=True)) == ROWS


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", on_terminal(ROWS))


def test_a_terminal_gets_a_limited_number_of_rows() -> None:
    shown = on_terminal([{"number": number} for number in range(MOST_ROWS + 1234)])
    assert uncoloured(shown)[-1] == "… and 1,234 more (use --json for all)"


def test_a_report_fits_the_terminal_and_is_the_text_report_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    page = document(nasty())
    with redirect_stdout(Terminal()) as out:
        print_document(page)
    lines = uncoloured(out.getvalue())
    assert max(map(wcswidth, lines)) <= 60
    assert all(part.title[:20] in "\n".join(lines) for part in page.parts)
    assert "[h]" in out.getvalue()
    print_document(page)
    assert capsys.readouterr().out == as_text(page)


@pytest.mark.parametrize(
    ("room", "widths"),
    [
        (40, [7, 16, 16]),  # as wide as they are
        (34, [7, 10, 16]),  # the title in two lines
        (28, [7, 5, 16]),  # the title above numbers cut
        (20, [7, 5, 8]),  # the widest text cut
        (12, [3, 5, 3]),
        (3, [1, 5, 1]),  # numbers are never cut
    ],
)
def test_the_least_important_width_is_reduced_first(room: int, widths: list[int]) -> None:
    found = fitted(["event", "other characters", "title"], [7, 4, 16], "lrl", room)
    assert found == widths
    assert sum(found) <= max(room, 7)


COLUMNS = [
    Column("Weber 1", "The van   came\nat nine.", "selected by taeg"),
    Column("渡辺 [watanabe:van]", "九時にトラックが来た。" * 6, ""),
]


@pytest.mark.parametrize(("width", "beside"), [(60, True), (30, False)])
def test_texts_side_by_side_or_stacked(
    width: int, beside: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    print_columns(COLUMNS)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(wcswidth, lines)) <= width
    assert ("Weber 1" in lines[0] and "渡辺" in lines[0]) == beside
    text, note = (next(i for i, line in enumerate(lines) if words in line) for words in ("The van", "selected by"))
    assert text < note
    assert "".join(lines).count("九") == 6
    if beside:
        assert len({wcswidth(line.partition("│")[0]) for line in lines if "│" in line}) == 1


RANDOM = [f"random,seed={seed}" for seed in range(30)]


@pytest.mark.parametrize(
    ("runs", "others", "line"),
    [
        ([], RANDOM, ""),
        (["taeg"], [], "selected by taeg"),
        (["longest", *RANDOM[:10], "taeg"], RANDOM, "selected by taeg, longest and 10 of 30 random runs"),
        (["centroid", "taeg", "priority"], [], "selected by taeg, centroid and priority"),
        (["random,seed=7"], ["taeg"], "selected by random (seed=7)"),
        (["taeg,damping=0.9", "taeg"], RANDOM, "selected by taeg and taeg (damping=0.9)"),
        (RANDOM, [], "selected by 30 of 30 random runs"),
    ],
)
def test_the_runs_that_selected_a_version(runs: list[str], others: list[str], line: str) -> None:
    assert selected_by(runs, {*runs, *others}) == line
