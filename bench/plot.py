"""Plot time and memory against size: `python -m bench.plot` draws `docs/pictures/scaling.png`.

The data is `bench/scaling.json`, written by `bench.endtoend`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from matplotlib import rc_context, ticker
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bench import endtoend
from bench.endtoend import Stage
from eval.report.plots import CURVES, FAINT, INCHES, INK, SOFT, STYLE

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "scaling.png"


DOTS = 160


def drawn(stages: Sequence[Stage]) -> Figure:
    """Return two log-log panels with the bars of the largest size."""
    sizes = sorted({stage.size for stage in stages})
    with rc_context(dict(STYLE)):
        figure = Figure(figsize=(INCHES, 3.4), dpi=DOTS, layout="constrained")
        FigureCanvasAgg(figure)
        left, right = figure.subplots(1, 2)
        for (colour, marker, dash), name in zip(CURVES, endtoend.STAGES, strict=False):
            for ax, part in ((left, "seconds"), (right, "megabytes")):
                points = [(s.size, getattr(s, part)) for s in stages if s.stage == name]
                if points:
                    ax.plot(*zip(*points, strict=True), color=colour, marker=marker, linestyle=dash, label=name, ms=4)
        total = [(size, sum(s.seconds for s in stages if s.size == size)) for size in sizes]
        left.plot(*zip(*total, strict=True), color=INK, marker="v", linestyle="-", label="both", ms=4)
        _finish(left, sizes, "time", "s", sum(endtoend.BARS.values()), f"{sum(endtoend.BARS.values())} s")
        _finish(right, sizes, "peak memory", "MB", endtoend.GIGABYTES_BAR * 1000, f"{endtoend.GIGABYTES_BAR} GB")
    return figure


def _finish(ax: Axes, sizes: Sequence[int], title: str, unit: str, bar: float, shown: str) -> None:
    ax.set_title(title)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("versions")
    ax.xaxis.set_major_locator(ticker.FixedLocator(sizes))
    ax.xaxis.set_minor_locator(ticker.NullLocator())
    ax.xaxis.set_major_formatter(ticker.FuncFormatter(lambda size, _: endtoend.format_size(round(size))))
    ax.set_ylim(top=2.5 * bar)
    ax.yaxis.set_major_locator(ticker.LogLocator(subs=(1.0, 3.0)))
    ax.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.10g} {unit}"))
    ax.yaxis.set_minor_locator(ticker.NullLocator())
    ax.grid(color=FAINT, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.axhline(bar, color=SOFT, linewidth=0.8, linestyle=(0, (2, 2)))
    where = f"{shown} allowed for {endtoend.format_size(endtoend.SIZES[-1])}"
    ax.annotate(where, (0, bar), (3, 3), ("axes fraction", "data"), textcoords="offset points", color=SOFT, fontsize=8)
    ax.legend(frameon=False, loc="lower right")


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw time and memory against size.")
    parser.add_argument("--out", type=Path, default=PICTURE)
    stages = endtoend.recorded()
    if not stages:
        parser.error("nothing has been measured yet; run python -m bench endtoend first")
    drawn(stages).savefig(parser.parse_args().out, metadata={"Software": None})


if __name__ == "__main__":
    main()
