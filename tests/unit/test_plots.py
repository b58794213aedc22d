"""Plots: there where there is something to show, the same bytes each time, and nothing over anything else."""

import dataclasses
import hashlib
import itertools
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from eval.report import plots
from eval.results import Cell, Degraded, Report, Row
from tests.unit.report_samples import ACCURACY, ROUGE_L, bare, nasty, sample

PNG = b"\x89PNG\r\n\x1a\n"


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_visible() and text.get_text()]


def overlapping(figure: Figure) -> list[tuple[str, str]]:
    """The pairs of visible texts whose boxes meet, once the figure is laid out."""
    figure.draw_without_rendering()
    boxes = [
        (text.get_text(), text.get_window_extent())
        for ax in figure.axes
        for text in (*ax.texts, *ax.get_yticklabels(), *ax.get_xticklabels(), ax.xaxis.label, ax.yaxis.label)
        if text.get_visible() and text.get_text() and ax.get_xlim()[0] <= text.get_position()[0]
    ]
    return [(a, b) for (a, one), (b, two) in itertools.combinations(boxes, 2) if one.overlaps(two)]


def crowded() -> Report:
    """Strategies with the same accuracy, curves that end together, many random runs."""
    same = tuple(Row(f"own-{i}", "own", {}, (), {"accuracy": Cell(0.505, 0.05)}) for i in range(4))
    degraded = tuple(Degraded(n, f, 2, {"rougeL": Cell(v - f, 0.02)}) for n, v in ROUGE_L.items() for f in (0.1, 0.5))
    random_accuracy = tuple(i % 40 / 95 for i in range(1000))
    report = sample()
    return dataclasses.replace(report, rows=report.rows + same, degraded=degraded, random_accuracy=random_accuracy)


@pytest.fixture(scope="module")
def drawn() -> dict[str, bytes]:
    return plots.draw(sample())


def test_every_plot_comes_in_both_kinds(drawn: dict[str, bytes]) -> None:
    assert drawn.keys() == plots.FILES
    for name, content in drawn.items():
        if name.endswith("png"):
            assert content.startswith(PNG)
        else:
            assert ElementTree.fromstring(content).tag.endswith("svg")


def test_the_same_report_gives_the_same_bytes_whatever_the_settings(drawn: dict[str, bytes]) -> None:
    with matplotlib.rc_context({"font.size": 30, "text.usetex": True, "svg.hashsalt": "other", "lines.linewidth": 9}):
        assert plots.draw(sample()) == drawn
        assert matplotlib.rcParams["font.size"] == 30  # a user's settings are left as they were
    assert not [name for name, content in drawn.items() if b"dc:date" in content or b"Software" in content]


def test_another_process_gives_the_same_bytes(drawn: dict[str, bytes]) -> None:
    program = (
        "import hashlib; from eval.report import plots; from tests.unit.report_samples import sample; "
        "print({n: hashlib.sha256(b).hexdigest() for n, b in plots.draw(sample()).items()})"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str({n: hashlib.sha256(b).hexdigest() for n, b in drawn.items()})


def test_a_plot_without_anything_to_show_is_not_made() -> None:
    assert plots.draw(bare()).keys() == {"ladder.svg", "ladder.png"}
    assert plots.draw(dataclasses.replace(bare(), rows=())) == {}
    assert plots.chance(dataclasses.replace(sample(), random_accuracy=())) is None
    assert plots.degradation(dataclasses.replace(sample(), degraded=())) is None


def test_titles_say_corpus_and_profile_and_axes_are_labelled() -> None:
    for make in plots.PLOTS.values():
        figure = make(sample())
        assert figure is not None
        assert any(text.startswith("niv, profile audited: ") for text in texts(figure))
        assert all(ax.get_xlabel() for ax in figure.axes)


def test_the_ladder_shows_scores_intervals_and_chance() -> None:
    figure = plots.ladder(sample())
    assert figure is not None
    accuracy, rouge_l = figure.axes
    names = [label.get_text() for label in accuracy.get_yticklabels()]
    assert names[-1] == "oracle"
    assert names[0] == "lexrank-750"  # it has no accuracy
    dots = {line.get_ydata()[0]: line.get_xdata()[0] for line in accuracy.lines if line.get_marker() == "o"}
    assert {names[y]: x for y, x in dots.items()} == ACCURACY
    assert "chance .341" in texts(figure)
    bars = [tuple(line.get_xdata()) for line in rouge_l.lines if line.get_linewidth() == 1.8]
    assert (0.887 - 0.021, 0.887 + 0.02) in bars
    assert "–" in [text.get_text() for text in accuracy.texts]  # noqa: RUF001


def test_degradation_begins_with_the_whole_corpus() -> None:
    figure = plots.degradation(sample())
    assert figure is not None
    curve = figure.axes[1].lines[0]
    assert list(curve.get_xdata()) == [0, 10, 25, 50]
    assert curve.get_ydata()[0] == 0.887
    assert [text.get_text() for text in figure.axes[1].texts] == ["random", "taeg", "longest"]


def test_degradation_without_the_usual_scores_shows_what_there_is() -> None:
    degraded = (Degraded("taeg", 0.5, 1, {"meteor": Cell(0.4)}),)
    figure = plots.degradation(dataclasses.replace(sample(), degraded=degraded))
    assert figure is not None
    assert [ax.get_ylabel() for ax in figure.axes] == ["METEOR"]


def test_random_runs_are_shown_one_by_one_until_they_are_too_many() -> None:
    figure = plots.chance(sample())
    assert figure is not None
    assert sum(len(line.get_xdata()) for line in figure.axes[0].lines) == 30
    assert "taeg .505, 100 %" in texts(figure)
    figure = plots.chance(crowded())
    assert figure is not None
    assert not figure.axes[0].lines


@pytest.mark.parametrize("name", plots.PLOTS)
@pytest.mark.parametrize("report", [sample(), crowded()], ids=["sample", "crowded"])
def test_no_text_lies_over_another(name: str, report: Report) -> None:
    with plots._styled():
        figure = plots.PLOTS[name](report)
        assert figure is not None
        assert overlapping(figure) == []


def test_a_users_text_is_drawn_as_text() -> None:
    report = dataclasses.replace(nasty(), corpus=r"$\frac{", metrics={"rougeL": "", "accuracy": ""})
    assert plots.draw(report)


def test_places_are_moved_apart_about_their_middle() -> None:
    assert plots._apart([0.0, 1.0], 0.5) == [0.0, 1.0]
    assert plots._apart([1.0, 1.0], 0.5) == [0.75, 1.25]
    moved = plots._apart([0.0, 0.1, 0.2, 5.0], 1.0)
    assert moved[3] == 5.0
    assert all(b - a >= 1.0 - 1e-12 for a, b in itertools.pairwise(moved))
    assert plots._apart([], 1.0) == []
