"""Plots of a report: scores of all systems with intervals, degradation curves, accuracy among random runs.

The systems that the report is about are dark and bold, all others hollow and grey; no meaning depends on colour alone.
Pure functions from a `Report` to the bytes of files; the same report gives the same bytes, independent of a user's
matplotlib settings. Only values of the report are drawn, without fits or smoothing.
"""

import io
import math
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle
from typing import TYPE_CHECKING, Any, Literal

from eval.metrics import METRICS
from eval.report.document import CHARACTERS, DASH, number, percent, plain, title
from eval.results import ORACLE, Cell, Report, Row
from taeg.consolidate.strategies import STRATEGIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

INK, SOFT, MIDDLE, FAINT = "#222222", "#6b6b6b", "#b0b0b0", "#dddddd"
BLUE = "#00507d"
CURVES = (
    (BLUE, "o", "-"),
    ("#d55e00", "s", "--"),
    ("#009e73", "^", "-."),
    ("#cc79a7", "D", ":"),
    ("#000000", "v", (0, (5, 1))),
    ("#e69f00", "P", (0, (3, 1, 1, 1))),
    ("#56b4e9", "X", (0, (1, 1))),
    ("#7f7f7f", "*", (0, (6, 2, 1, 2))),
)
"""Colours of Okabe and Ito, distinguishable by colour-blind readers, with markers and dashes for print in grey."""
RANDOM, CHANCE = "random", "chance"
MAIN = "taeg"
"""The strategy that a report is about if it has no strategy of the user's own."""
PANELS = ("accuracy", "rougeL")
"""The two scores shown side by side; those by metrics of the user follow."""
TALL = 12
"""Stacks of more random runs than this are compressed to its height."""
INCHES = 7.2
STYLE: Mapping[Any, Any] = {
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "text.parse_math": False,  # a name may contain dollar signs
    "svg.hashsalt": "taeg",  # reproducible ids in SVG files
    "savefig.dpi": 160,
}


def systems(report: Report) -> "Figure | None":
    """Scores of all systems as dots with 95 % intervals, the highest on top."""
    own = [metric for metric in report.metrics if metric not in METRICS and metric != CHARACTERS]
    metrics = [metric for metric in (*PANELS, *own) if any(_value(row, metric) is not None for row in report.rows)]
    if not metrics:
        return None

    def height(row: Row) -> list[float]:
        return [-math.inf if (value := _value(row, metric)) is None else value for metric in metrics]

    rows = sorted(report.rows, key=height, reverse=True)[::-1]  # drawn from the bottom up, ties in their order
    drawn = [row.cells[metric] for row in rows for metric in metrics if metric in row.cells]
    main = _main(report)
    foot = []
    if any(cell.low is not None for cell in drawn):
        foot.append("bars: 95 % intervals")
    if any(cell.low is None and cell.sd is not None for cell in drawn):
        foot.append("bars with ends: one standard deviation over seeds")
    figure, axes = _figure(report, 1.5 + 0.28 * len(rows), len(metrics), "scores of all strategies", *foot, share="all")
    for ax, metric in zip(axes, metrics, strict=True):
        ax.set_xlabel(title(metric))
        _score_ticks(ax.xaxis)
        _dots(ax, rows, metric, main)
        lines = [(CHANCE, report.floor)] if metric == "accuracy" and report.floor else []
        lines += [(RANDOM, v) for row in rows if row.strategy == RANDOM and (v := _value(row, metric)) is not None]
        for label, value in lines[:1]:
            ax.axvline(value, color=SOFT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
            above: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "ha": "center", "va": "bottom"}
            ax.text(value, 1.01, f"{label} {number(value)}", color=SOFT, fontsize=8, **above)
    axes[0].set_yticks(range(len(rows)), [plain(row.name) for row in rows])
    for tick, row in zip(axes[0].get_yticklabels(), rows, strict=True):
        tick.set_fontweight("bold" if row.name in main else "normal")
    axes[0].set_ylim(-0.6, len(rows) - 0.4)
    return figure


def _main(report: Report) -> frozenset[str]:
    """The names of the systems to emphasise: the user's own, else TAEG."""
    own = {row.name for row in report.rows if row.strategy not in STRATEGIES and row.name != ORACLE}
    return frozenset(own or {row.name for row in report.rows if row.strategy == MAIN})


def _dots(ax: "Axes", rows: Sequence[Row], metric: str, main: frozenset[str]) -> None:
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    for y, row in enumerate(rows):
        ax.axhline(y, color=FAINT, linewidth=0.6, zorder=0)
        value = _value(row, metric)
        stands_out = row.name in main
        if value is not None:
            cell = row.cells[metric]
            colour = BLUE if stands_out else SOFT
            if ends := _ends(cell):
                style: dict[str, Any] = {"linewidth": 2.6 if stands_out else 1.3, "solid_capstyle": "butt"}
                if cell.low is None:
                    style |= {"marker": "|", "markersize": 7, "markeredgewidth": 1.3}
                ax.plot(ends, [y, y], color=colour, zorder=2, **style)
            face, size = (BLUE, 8.0) if stands_out else ("white", 5.0)
            dot = "D" if stands_out else "o"
            ax.plot([value], [y], dot, color=colour, markerfacecolor=face, markersize=size, zorder=3)
        at: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
        label, weight = DASH if value is None else number(value), "bold" if stands_out else "normal"
        ax.annotate(label, (1, y), (31, 0), ha="right", va="center_baseline", fontweight=weight, **at)


def _ends(cell: Cell) -> tuple[float, float] | None:
    """Ends of a bar: the interval, else one standard deviation to each side."""
    if cell.low is not None and cell.high is not None:
        return cell.low, cell.high
    return None if cell.sd is None else (cell.value - cell.sd, cell.value + cell.sd)


def degradation(report: Report) -> "Figure | None":
    """Scores as events are removed, with bands of one standard deviation over seeds."""
    present = [metric for metric in report.metrics if any(metric in d.cells for d in report.degraded)]
    metrics = [metric for metric in PANELS if metric in present] or present[:2]
    if not metrics:
        return None
    main = _main(report)
    names = sorted(dict.fromkeys(d.strategy for d in report.degraded), key=lambda name: name not in main)
    of = f" of {plain(names[0])}" if len(names) == 1 else ""
    foot = "bands: one standard deviation over seeds"
    figure, axes = _figure(report, 3.6, len(metrics), f"scores{of} as events are removed", foot)
    for ax, metric in zip(axes, metrics, strict=True):
        for name, (colour, marker, dash) in zip(names, cycle(CURVES), strict=False):
            if not (points := _curve(report, name, metric)):
                continue
            x = [100 * fraction for fraction, _ in points]
            y = [cell.value for _, cell in points]
            low, high = zip(*((c.value - (c.sd or 0), c.value + (c.sd or 0)) for _, c in points), strict=True)
            stands_out = name in main or len(names) == 1
            ax.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)
            width, size, face = (2.4, 6.5, colour) if stands_out else (1.2, 5, "white")
            style: dict[str, Any] = {"linewidth": width, "markersize": size, "markerfacecolor": face}
            ax.plot(x, y, color=colour, marker=marker, linestyle=dash, label=plain(name), **style)
        ax.set_xlabel("events removed, %")
        ax.set_ylabel(title(metric))
        _score_ticks(ax.yaxis)
        ax.set_xticks(sorted({0.0, *(100 * d.fraction for d in report.degraded)}))
    if len(names) > 1:
        legend = axes[0].legend(frameon=False, fontsize=8, handlelength=4)
        for text, name in zip(legend.get_texts(), names, strict=False):
            text.set_fontweight("bold" if name in main else "normal")
    return figure


def _curve(report: Report, name: str, metric: str) -> list[tuple[float, Cell]]:
    """Scores of a strategy by fraction removed, starting with the whole corpus."""
    whole = [(0.0, row.cells.get(metric)) for row in report.rows if row.name == name]
    parts = [(d.fraction, d.cells.get(metric)) for d in report.degraded if d.strategy == name]
    points = {fraction: cell for fraction, cell in whole + parts if cell is not None and math.isfinite(cell.value)}
    return sorted(points.items(), key=lambda point: point[0])


def chance(report: Report) -> "Figure | None":
    """Accuracy of each random run as a dot, and of each strategy as a labelled line."""
    main = _main(report)
    marks: list[tuple[float, str, float | None]] = [
        (value, row.name, report.percentiles.get(row.name))
        for row in report.rows
        if row.strategy != RANDOM and (value := _value(row, "accuracy")) is not None
    ]
    if not report.random_accuracy or not marks:
        return None
    if report.floor:
        marks.append((report.floor, CHANCE, None))
    marks.sort(key=lambda mark: mark[:2], reverse=True)
    stacks = Counter(round(value, 9) for value in report.random_accuracy)
    tallest = max(stacks.values())
    unit = min(1.0, TALL / tallest)
    foot = (
        f"dots: the random runs, {len(report.random_accuracy)} in all",
        "percent: random runs not above the strategy",
    )
    figure, (ax,) = _figure(
        report, 1.5 + 0.2 * (tallest * unit + len(marks)), 1, "accuracy against the random runs", *foot
    )
    for value, count in stacks.items():
        heights = [(i + 0.5) * unit for i in range(count)]
        ax.plot([value] * count, heights, "o", color=MIDDLE, markerfacecolor=FAINT, markersize=5, zorder=2)
    # the further left, the higher, so that no line crosses a label
    for i, (value, name, share) in enumerate(marks):
        top = tallest * unit + 1 + i
        stands_out = name in main
        colour, dash = (BLUE if stands_out else SOFT), (0, (4, 3)) if name == CHANCE else "-"
        ax.vlines(value, 0, top, color=colour, linestyle=dash, linewidth=2.6 if stands_out else 1.0, zorder=3)
        label = f"{plain(name)} {number(value)}" + ("" if share is None else f", {percent(share)}")
        ax.annotate(
            label,
            (value, top),
            (4, 0),
            textcoords="offset points",
            va="center",
            color=SOFT if name == CHANCE else INK,
            fontweight="bold" if stands_out else "normal",
        )
    ax.set_ylim(0, tallest * unit + len(marks) + 0.6)
    step = max(1, math.ceil(tallest / 4))
    ticks = range(0, tallest + 1, step)
    ax.set_yticks([tick * unit for tick in ticks], [str(tick) for tick in ticks])
    ax.spines["left"].set_bounds(0, tallest * unit)  # the scale counts runs; above it are only labels
    ax.set_ylabel("random runs", loc="bottom")
    _score_ticks(ax.xaxis)
    ax.set_xlabel("accuracy")
    return figure


PLOTS: Mapping[str, Callable[[Report], "Figure | None"]] = {
    "ladder": systems,
    "degradation": degradation,
    "chance": chance,
}
"""By file name; a plot is None if the report has no data for it."""
KINDS: Mapping[str, Mapping[str, None]] = {"svg": {"Date": None}, "png": {"Software": None}}
"""File formats, with the metadata to suppress for reproducible bytes."""
FILES = frozenset(f"{name}.{kind}" for name in PLOTS for kind in KINDS)


def draw(report: Report) -> dict[str, bytes]:
    """Draw all plots in all formats, by file name."""
    files = {}
    with _styled():
        for name, make in PLOTS.items():
            if (figure := make(report)) is not None:
                for kind, metadata in KINDS.items():
                    file = io.BytesIO()
                    figure.savefig(file, format=kind, metadata=metadata)
                    files[f"{name}.{kind}"] = file.getvalue()
    return files


@contextmanager
def _styled() -> Iterator[None]:
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)  # missing scripts show as boxes
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def _figure(
    report: Report, height: float, columns: int, what: str, *foot: str, share: Literal["none", "all"] = "none"
) -> tuple["Figure", list["Axes"]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(figsize=(INCHES * max(columns, 2) / 2, height), layout=ConstrainedLayoutEngine(wspace=0.06))
    FigureCanvasAgg(figure)
    head = f"{plain(report.corpus)}, profile {plain(report.profile)}: {what}"
    figure.suptitle(head, x=0.01, ha="left", fontsize=10.5, fontweight="bold")
    small = "; ".join((f"{report.evaluated} events evaluated", *foot)) + f"\ndigest {plain(report.digest)}"
    figure.supxlabel(small, x=0.01, ha="left", fontsize=7.5, color=SOFT)
    return figure, list(figure.subplots(1, columns, sharey=share, squeeze=False)[0])


def _score_ticks(axis: "Axis") -> None:
    """Format scores as tables do, without the leading zero."""
    axis.set_major_formatter(lambda value, _: f"{value:g}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:g}")


def _value(row: Row, metric: str) -> float | None:
    cell = row.cells.get(metric)
    return cell.value if cell is not None and math.isfinite(cell.value) else None
