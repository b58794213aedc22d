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
from tests.unit.report_samples import ACCURACY, bare, nasty, sample

PNG = b"\x89PNG\r\n\x1a\n"


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_visible() and text.get_text()]


def plot(name: str, report: Report) -> Figure:
    figure = plots.PLOTS[name](report)
    assert figure is not None
    return figure


def crowded() -> Report:
    """Equal accuracies and many random runs."""
    same = tuple(Row(f"own-{i}", "own", {}, (), {"accuracy": Cell(0.505, 0.05)}) for i in range(4))
    random_accuracy = tuple(i % 40 / 95 for i in range(1000))
    return dataclasses.replace(sample(), rows=sample().rows + same, random_accuracy=random_accuracy)


def test_bytes_are_independent_of_settings() -> None:
    drawn = plots.draw(sample())
    assert drawn.keys() == plots.FILES
    for name, content in drawn.items():
        assert content.startswith(PNG) if name.endswith("png") else ElementTree.fromstring(content).tag.endswith("svg")
        assert b"dc:date" not in content
        assert b"Software" not in content
    with matplotlib.rc_context({"font.size": 30, "text.usetex": True, "svg.hashsalt": "other", "lines.linewidth": 9}):
        assert plots.draw(sample()) == drawn
        assert matplotlib.rcParams["font.size"] == 30  # a user's settings are left as they were


def test_plots_without_data_are_left_out() -> None:
    assert plots.draw(bare()).keys() == {"ladder.svg", "ladder.png"}
    assert plots.draw(dataclasses.replace(bare(), rows=())) == {}
    assert plots.chance(dataclasses.replace(sample(), random_accuracy=())) is None
    assert plots.degradation(dataclasses.replace(sample(), degraded=())) is None


def test_systems_plot() -> None:
    figure = plot("ladder", sample())
    accuracy, rouge_l = figure.axes
    names = [label.get_text() for label in accuracy.get_yticklabels()]
    assert names[-1] == "oracle"
    assert names[0] == "lexrank-750"  # it has no accuracy
    dots = {line.get_ydata()[0]: line.get_xdata()[0] for line in accuracy.lines if line.get_marker() in ("o", "D")}
    assert {names[y]: x for y, x in dots.items()} == ACCURACY
    assert {"chance .341", "–"} <= set(texts(figure))  # noqa: RUF001
    bars = {tuple(line.get_xdata()): line.get_linewidth() for line in rouge_l.lines if len(line.get_xdata()) == 2}
    assert bars[0.887 - 0.021, 0.887 + 0.02] == max(bars.values()), "the bar of taeg is the thickest"


OWN = Row("mine:shortest", "shortest", {}, ("shortest",), {"accuracy": Cell(0.4), "rougeL": Cell(0.8)})


@pytest.mark.parametrize(("rows", "main"), [((), ["taeg"]), ((OWN,), ["mine:shortest"])], ids=["taeg", "own strategy"])
def test_the_main_system_stands_out(rows: tuple[Row, ...], main: list[str]) -> None:
    report = dataclasses.replace(sample(), rows=sample().rows + rows)
    ladder, chance = plot("ladder", report), plot("chance", report)
    accuracy = ladder.axes[0]
    labels = {label.get_text(): label.get_fontweight() for label in accuracy.get_yticklabels()}
    assert [name for name, weight in labels.items() if weight == "bold"] == main
    filled = [line for line in accuracy.lines if line.get_marker() == "D"]
    assert [list(labels)[round(line.get_ydata()[0])] for line in filled] == main
    bold = [text.get_text() for text in chance.axes[0].texts if text.get_fontweight() == "bold"]
    assert [text.split()[0] for text in bold] == main


def test_markers_distinguish_systems_without_colour() -> None:
    assert len({(marker, dash) for _, marker, dash in plots.CURVES}) == len(plots.CURVES)
    accuracy = plot("ladder", sample()).axes[0]
    shape = {line.get_marker(): line.get_markerfacecolor() for line in accuracy.lines if len(line.get_xdata()) == 1}
    assert shape == {"o": "white", "D": plots.BLUE}
    seeds = [line for line in plot("ladder", no_intervals()).axes[1].lines if line.get_marker() == "|"]
    assert len(seeds) == 1, "deviations over seeds have ends, intervals have none"


def no_intervals() -> Report:
    """A report with deviations over seeds but without intervals."""
    bare_cells = ({m: Cell(c.value, c.sd) for m, c in row.cells.items()} for row in sample().rows)
    rows = (dataclasses.replace(row, cells=cells) for row, cells in zip(sample().rows, bare_cells, strict=True))
    return dataclasses.replace(sample(), rows=tuple(rows))


def test_degradation_plot() -> None:
    figure = plot("degradation", sample())
    curve = figure.axes[1].lines[0]
    assert list(curve.get_xdata()) == [0, 10, 25, 50]
    assert curve.get_ydata()[0] == 0.887, "starts with the whole corpus"
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["taeg", "longest", "random"]
    assert [text.get_fontweight() for text in legend.get_texts()] == ["bold", "normal", "normal"]
    other = (Degraded("taeg", 0.5, 1, {"meteor": Cell(0.4)}),)
    figure = plot("degradation", dataclasses.replace(sample(), degraded=other))
    assert [ax.get_ylabel() for ax in figure.axes] == ["METEOR"]
    assert figure.axes[0].get_legend() is None, "one curve needs no legend"
    assert any("scores of taeg as events are removed" in text for text in texts(figure))


def test_chance_plot_has_a_dot_for_each_run() -> None:
    figure = plot("chance", sample())
    assert sum(len(line.get_xdata()) for line in figure.axes[0].lines) == 30
    assert "taeg .505, 100 %" in texts(figure)
    crowd = plot("chance", crowded())
    assert max(max(line.get_ydata()) for line in crowd.axes[0].lines) <= plots.TALL


@pytest.mark.parametrize("name", plots.PLOTS)
@pytest.mark.parametrize("report", [sample(), crowded()], ids=["sample", "crowded"])
def test_titles_and_labels_do_not_overlap(name: str, report: Report) -> None:
    with plots._styled():
        figure = plot(name, report)
        assert any(text.startswith("niv, profile audited: ") for text in texts(figure))
        assert all(ax.get_xlabel() for ax in figure.axes)
        figure.draw_without_rendering()
        boxes = [
            (text.get_text(), text.get_window_extent())
            for ax in figure.axes
            for text in (*ax.texts, *ax.get_yticklabels(), *ax.get_xticklabels(), ax.xaxis.label, ax.yaxis.label)
            if text.get_visible() and text.get_text() and ax.get_xlim()[0] <= text.get_position()[0]
        ]
    assert [(a, b) for (a, one), (b, two) in itertools.combinations(boxes, 2) if one.overlaps(two)] == []


def test_markup_is_drawn_literally() -> None:
    assert plots.draw(dataclasses.replace(nasty(), corpus=r"$\frac{", metrics={"rougeL": "", "accuracy": ""}))
