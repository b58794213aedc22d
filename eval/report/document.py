"""What the readable formats show of a report: its tables and sentences, their order, how numbers and names are written.

Pure functions of a `Report`. Nothing is computed here that a reader could take for a result: values, tests and verdicts
come from `eval.results`. Not for the signs of any format: those are in `eval.report.rendering`.
"""

# ruff: noqa: RUF001  # the minus sign and dash of tables are meant

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from eval.report.json_text import compact
from eval.results import Cell, Report, Row

TITLES: Mapping[str, str] = {
    "rouge1": "ROUGE-1",
    "rouge2": "ROUGE-2",
    "rougeL": "ROUGE-L",
    "meteor": "METEOR",
    "bertscore": "BERTScore",
    "tau": "τ",
    "disorder": "disorder",
    "accuracy": "accuracy",
    "coverage": "COV",
    "redundancy": "RED",
    "characters": "characters",
}
"""What a column is called; a metric that is not here goes by its own name."""

DASH, MINUS, THIN = "–", "−", "\u202f"


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as plain text; the first `keys` columns name a row and are repeated where a table is folded."""

    title: str
    align: str
    """`l` or `r` for each column."""
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Sentences under a title; `verbatim` where they are to be copied rather than read."""

    title: str
    lines: tuple[str, ...]
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """What the readable formats show, before each puts it in its own signs."""

    title: str
    parts: tuple[Table | Listing, ...]


# Numbers and names


def plain(text: str) -> str:
    """A user's text on one line without control characters: a title must not drive the reader's terminal.

    The two joiners stay: words of some scripts are spelt with them.
    """
    return "".join(c if c.isprintable() or c in "\u200c\u200d" else "\ufffd" for c in " ".join(text.split()))


def title(metric: str) -> str:
    """The heading of a metric's column."""
    return TITLES.get(metric) or plain(metric)


def number(value: float | None, metric: str = "", *, signed: bool = False) -> str:
    """A score as tables show it: `.889`, `1.000`, characters as an integer, a dash where there is none."""
    if value is None or not math.isfinite(value):
        return DASH
    size = f"{abs(value):,.0f}".replace(",", THIN) if metric == "characters" else f"{abs(value):.3f}"
    sign = MINUS if value < 0 else "+" if signed else ""
    if not size.strip("0."):
        sign = ""  # what is rounded to nothing has no sign
    return sign + (size[1:] if size.startswith("0.") else size)


def score(cell: Cell | None, metric: str) -> str:
    """A cell of a table: the score and, where there are seeds, its spread."""
    if cell is None or not math.isfinite(cell.value):
        return DASH
    spread = "" if cell.sd is None else f" ± {number(cell.sd, metric)}"
    return number(cell.value, metric) + spread


def _interval(low: float | None, high: float | None, metric: str = "", *, signed: bool = False) -> str:
    if low is None or high is None:
        return DASH
    return f"[{number(low, metric, signed=signed)}, {number(high, metric, signed=signed)}]"


def _p(value: float) -> str:
    return "<.001" if value < 0.0005 else number(value)


def percent(value: float) -> str:
    """A share of a hundred to one decimal, cut rather than rounded: 100 % is all of them."""
    return f"{math.floor(10 * value + 1e-6) / 10:g} %" if math.isfinite(value) else DASH


# What a report says


def document(report: Report) -> Document:
    """Everything of a report that a reader wants, in the order of reading."""
    heading = (
        f"{plain(report.corpus)} · profile {plain(report.profile)} · digest {plain(report.digest[:12])} · "
        f"{report.events} events, {report.contested} contested, {report.evaluated} evaluated"
    )
    parts: list[Table | Listing] = [
        _scores(report),
        *_intervals(report),
        *_chance(report),
        *_comparisons(report),
        *_degradation(report),
    ]
    listings = (
        Listing("Events absent from every narrative: nobody tells them", tuple(map(plain, report.absent))),
        Listing("Left out", tuple(map(plain, report.left_out))),
        Listing("Notes", tuple(map(plain, report.notes))),
        _signatures(report),
    )
    return Document(heading, (*parts, *(listing for listing in listings if listing.lines)))


def _scores(report: Report) -> Table:
    rows = tuple(
        (plain(row.name), *(score(row.cells.get(metric), metric) for metric in report.metrics)) for row in report.rows
    )
    seeded = any(cell.sd is not None for row in report.rows for cell in row.cells.values())
    return Table(
        "Scores",
        "l" + "r" * len(report.metrics),
        ("strategy", *map(title, report.metrics)),
        rows,
        note="± standard deviation over seeds." if seeded else "",
    )


def _intervals(report: Report) -> Iterable[Table]:
    metrics = [
        metric
        for metric in report.metrics
        if any(metric in row.cells and row.cells[metric].low is not None for row in report.rows)
    ]
    rows = tuple(
        (
            plain(row.name),
            *(_interval(cell.low, cell.high, m) if (cell := row.cells.get(m)) else DASH for m in metrics),
        )
        for row in report.rows
        if any(cell.low is not None for cell in row.cells.values())
    )
    if metrics:
        yield Table("95 % intervals", "l" + "r" * len(metrics), ("strategy", *map(title, metrics)), rows)


def _chance(report: Report) -> Iterable[Table]:
    if "accuracy" not in report.metrics or not (report.percentiles or report.random_accuracy):
        return
    note = f"Choosing by chance is expected to reach {number(report.floor)}."
    if report.random_accuracy:
        low, high = min(report.random_accuracy), max(report.random_accuracy)
        note += f" The {len(report.random_accuracy)} random runs lie between {number(low)} and {number(high)}."
    yield Table(
        "Accuracy against chance",
        "lrr",
        ("strategy", "accuracy", "random runs not above"),
        tuple(
            (plain(row.name), score(row.cells.get("accuracy"), "accuracy"), percent(report.percentiles[row.name]))
            for row in report.rows
            if row.name in report.percentiles
        ),
        note=note,
    )


def _comparisons(report: Report) -> Iterable[Table]:
    groups = dict.fromkeys((verdict.baseline, verdict.metric) for verdict in report.verdicts)
    for baseline, metric in groups:
        yield Table(
            f"Against {plain(baseline)}: {title(metric)}",
            "lrrrl",
            ("strategy", "difference", "95 % interval", "p, corrected", "verdict"),
            tuple(
                (
                    plain(v.system),
                    number(v.difference, metric, signed=True),
                    _interval(v.low, v.high, metric, signed=True),
                    _p(v.p_corrected),
                    plain(v.verdict),
                )
                for v in report.verdicts
                if (v.baseline, v.metric) == (baseline, metric)
            ),
        )


def _degradation(report: Report) -> Iterable[Table]:
    metrics = [metric for metric in report.metrics if any(metric in d.cells for d in report.degraded)]
    if report.degraded:
        yield Table(
            "With a share of the events removed",
            "lrr" + "r" * len(metrics),
            ("strategy", "removed", "seeds", *map(title, metrics)),
            tuple(
                (
                    plain(d.strategy),
                    percent(100 * d.fraction),
                    str(d.seeds),
                    *(score(d.cells.get(metric), metric) for metric in metrics),
                )
                for d in report.degraded
            ),
            keys=3,
        )


def _signatures(report: Report) -> Listing:
    lines = [
        f"corpus {report.corpus}, language {report.language}, profile {report.profile}, digest {report.digest}",
        *(f"{title(metric)}: {signature}" for metric, signature in report.metrics.items()),
        *(f"{row.name}: {row.strategy} {compact(row.parameters)}, {_runs(row)}" for row in report.rows),
    ]
    if report.versions:
        lines.append(", ".join(f"{library} {version}" for library, version in report.versions.items()))
    return Listing("Signatures", tuple(map(plain, lines)), verbatim=True)


def _runs(row: Row) -> str:
    if not row.runs:
        return "no run"
    return f"run {row.runs[0]}" if len(row.runs) == 1 else f"{len(row.runs)} runs, {row.runs[0]} to {row.runs[-1]}"
