"""Plots: content, reproducible bytes, no overlapping labels."""

import dataclasses
import itertools
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
    """Pairs of visible texts whose boxes overlap."""
    figure.draw_without_rendering()
    boxes = [
        (text.get_text(), text.get_window_extent())
        for ax in figure.axes
        for text in (*ax.texts, *ax.get_yticklabels(), *ax.get_xticklabels(), ax.xaxis.label, ax.yaxis.label)
        if text.get_visible() and text.get_text() and ax.get_xlim()[0] <= text.get_position()[0]
    ]
    return [(a, b) for (a, one), (b, two) in itertools.combinations(boxes, 2) if one.overlaps(two)]


def crowded() -> Report:
    """Equal accuracies, curves that end together, many random runs."""
    same = tuple(Row(f"own-{i}", "own", {}, (), {"accuracy": Cell(0.505, 0.05)}) for i in range(4))
    degraded = tuple(Degraded(n, f, 2, {"rougeL": Cell(v - f, 0.02)}) for n, v in ROUGE_L.items() for f in (0.1, 0.5))
    random_accuracy = tuple(i % 40 / 95 for i in range(1000))
    report = sample()
    return dataclasses.replace(report, rows=report.rows + same, degraded=degraded, random_accuracy=random_accuracy)


@pytest.fixture(scope="module")
def drawn() -> dict[str, bytes]:
    return plots.draw(sample())


def test_every_plot_in_both_formats(drawn: dict[str, bytes]) -> None:
    assert drawn.keys() == plots.FILES
    for name, content in drawn.items():
        if name.endswith("png"):
            assert content.startswith(PNG)
        else:
            assert ElementTree.fromstring(content).tag.endswith("svg")


def test_bytes_are_independent_of_settings(drawn: dict[str, bytes]) -> None:
    with matplotlib.rc_context({"font.size": 30, "text.usetex": True, "svg.hashsalt": "other", "lines.linewidth": 9}):
        assert plots.draw(sample()) == drawn
        assert matplotlib.rcParams["font.size"] == 30  # a user's settings are left as they were
    assert not [name for name, content in drawn.items() if b"dc:date" in content or b"Software" in content]


def test_plots_without_data_are_left_out() -> None:
    assert plots.draw(bare()).keys() == {"ladder.svg", "ladder.png"}
    assert plots.draw(dataclasses.replace(bare(), rows=())) == {}
    assert plots.chance(dataclasses.replace(sample(), random_accuracy=())) is None
    assert plots.degradation(dataclasses.replace(sample(), degraded=())) is None


def test_titles_and_labels() -> None:
    for make in plots.PLOTS.values():
        figure = make(sample())
        assert figure is not None
        assert any(text.startswith("niv, profile audited: ") for text in texts(figure))
        assert all(ax.get_xlabel() for ax in figure.axes)


def test_systems_plot() -> None:
    figure = plots.systems(sample())
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


def test_degradation_starts_with_the_whole_corpus() -> None:
    figure = plots.degradation(sample())
    assert figure is not None
    curve = figure.axes[1].lines[0]
    assert list(curve.get_xdata()) == [0, 10, 25, 50]
    assert curve.get_ydata()[0] == 0.887
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["taeg", "longest", "random"]


def test_degradation_of_other_metrics() -> None:
    degraded = (Degraded("taeg", 0.5, 1, {"meteor": Cell(0.4)}),)
    figure = plots.degradation(dataclasses.replace(sample(), degraded=degraded))
    assert figure is not None
    assert [ax.get_ylabel() for ax in figure.axes] == ["METEOR"]


def test_random_runs_are_dots_or_bars() -> None:
    figure = plots.chance(sample())
    assert figure is not None
    assert sum(len(line.get_xdata()) for line in figure.axes[0].lines) == 30
    assert "taeg .505, 100 %" in texts(figure)
    figure = plots.chance(crowded())
    assert figure is not None
    assert not figure.axes[0].lines


@pytest.mark.parametrize("name", plots.PLOTS)
@pytest.mark.parametrize("report", [sample(), crowded()], ids=["sample", "crowded"])
def test_labels_do_not_overlap(name: str, report: Report) -> None:
    with plots._styled():
        figure = plots.PLOTS[name](report)
        assert figure is not None
        assert overlapping(figure) == []


def test_markup_is_drawn_literally() -> None:
    report = dataclasses.replace(nasty(), corpus=r"$\frac{", metrics={"rougeL": "", "accuracy": ""})
    assert plots.draw(report)
