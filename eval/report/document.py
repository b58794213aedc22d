"""What the readable formats show of a report: its tables and sentences, and how numbers are written.

Pure functions of a `Report`; nothing is computed here. Markup is in `eval.report.formats`.
"""

# ruff: noqa: RUF001  # typographic minus and dash

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eval.metrics import METRICS
from eval.results import Cell, Report, Row

CHARACTERS = "characters"
DASH, MINUS, THIN = "–", "−", "\u202f"


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as plain text; the first `keys` columns identify a row and are repeated where a table is split."""

    title: str
    align: str
    """`l` or `r` for each column."""
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Sentences under a title."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A title with tables and listings."""

    title: str
    parts: tuple[Table | Listing, ...]


def plain(text: str) -> str:
    """A user's text on one line without control characters, except the two joiners that some scripts need."""
    return "".join(c if c.isprintable() or c in "\u200c\u200d" else "\ufffd" for c in " ".join(text.split()))


def title(metric: str) -> str:
    """The heading of a metric's column."""
    return METRICS[metric].title if metric in METRICS else plain(metric)


def number(value: float | None, metric: str = "", *, signed: bool = False) -> str:
    """A score as tables show it: `.889`, `1.000`, characters as an integer, a dash where there is none."""
    if value is None or not math.isfinite(value):
        return DASH
    size = f"{abs(value):,.0f}".replace(",", THIN) if metric == CHARACTERS else f"{abs(value):.3f}".removeprefix("0")
    sign = MINUS if value < 0 else "+" if signed else ""
    return sign + size if size.strip("0.") else size  # zero has no sign


def score(cell: Cell | None, metric: str) -> str:
    """A score and, over several seeds, its standard deviation."""
    if cell is None or not math.isfinite(cell.value):
        return DASH
    return number(cell.value, metric) + ("" if cell.sd is None else f" ± {number(cell.sd, metric)}")


def percent(value: float) -> str:
    """A percentage to one decimal, truncated so that 100 % means all."""
    return f"{math.floor(10 * value + 1e-6) / 10:g} %" if math.isfinite(value) else DASH


def _interval(low: float | None, high: float | None, metric: str = "", *, signed: bool = False) -> str:
    if low is None or high is None:
        return DASH
    return f"[{number(low, metric, signed=signed)}, {number(high, metric, signed=signed)}]"


def document(report: Report) -> Document:
    """The content of a report in reading order."""
    heading = (
        f"{plain(report.corpus)} · profile {plain(report.profile)} · digest {plain(report.digest[:12])} · "
        f"{report.events} events, {report.contested} contested, {report.evaluated} evaluated"
    )
    if report.scored < report.events:
        heading += f" · scored on {report.scored} of {report.events} events"
    tables = (_scores, _intervals, _chance, _comparisons, _degradation)
    listings = (
        Listing("Events without any account, absent from every narrative", tuple(map(plain, report.absent))),
        Listing("Left out", tuple(map(plain, report.left_out))),
        Listing("Notes", tuple(map(plain, report.notes))),
        Listing("Signatures", tuple(map(plain, _signatures(report)))),
    )
    found = (table for make in tables for table in make(report))
    return Document(heading, (*found, *(listing for listing in listings if listing.lines)))


def by_system(name: str, columns: Sequence[str], rows: Iterable[Sequence[str]], note: str = "", keys: int = 1) -> Table:
    """A table with a row for each system: names on the left, values on the right."""
    return Table(name, "l" + "r" * len(columns), ("strategy", *columns), tuple(map(tuple, rows)), keys=keys, note=note)


def _scores(report: Report) -> Iterable[Table]:
    rows = [(plain(row.name), *(score(row.cells.get(m), m) for m in report.metrics)) for row in report.rows]
    seeded = any(cell.sd is not None for row in report.rows for cell in row.cells.values())
    note = "± standard deviation over seeds." if seeded else ""
    yield by_system("Scores", [title(m) for m in report.metrics], rows, note)


def _intervals(report: Report) -> Iterable[Table]:
    known = [row for row in report.rows if any(cell.low is not None for cell in row.cells.values())]
    metrics = [m for m in report.metrics if any(m in row.cells and row.cells[m].low is not None for row in known)]
    rows = [
        (plain(row.name), *(_interval(c.low, c.high, m) if (c := row.cells.get(m)) else DASH for m in metrics))
        for row in known
    ]
    if rows:
        yield by_system("95 % intervals", [title(m) for m in metrics], rows)


def _chance(report: Report) -> Iterable[Table]:
    if "accuracy" not in report.metrics or not (report.percentiles or report.random_accuracy):
        return
    note = f"Random selection has an expected accuracy of {number(report.floor)}."
    if report.random_accuracy:
        low, high = min(report.random_accuracy), max(report.random_accuracy)
        note += f" The {len(report.random_accuracy)} random runs lie between {number(low)} and {number(high)}."
    rows = [
        (plain(row.name), score(row.cells.get("accuracy"), "accuracy"), percent(report.percentiles[row.name]))
        for row in report.rows
        if row.name in report.percentiles
    ]
    yield by_system("Accuracy against chance", ("accuracy", "random runs not above"), rows, note)


def _comparisons(report: Report) -> Iterable[Table]:
    for baseline, metric in dict.fromkeys((verdict.baseline, verdict.metric) for verdict in report.verdicts):
        rows = tuple(
            (
                plain(v.system),
                number(v.difference, metric, signed=True),
                _interval(v.low, v.high, metric, signed=True),
                "<.001" if v.p_corrected < 0.0005 else number(v.p_corrected),
                plain(v.verdict),
            )
            for v in report.verdicts
            if (v.baseline, v.metric) == (baseline, metric)
        )
        header = ("strategy", "difference", "95 % interval", "p, corrected", "verdict")
        yield Table(f"Against {plain(baseline)}: {title(metric)}", "lrrrl", header, rows)


def _degradation(report: Report) -> Iterable[Table]:
    metrics = [m for m in report.metrics if any(m in d.cells for d in report.degraded)]
    rows = [
        (plain(d.strategy), percent(100 * d.fraction), str(d.seeds), *(score(d.cells.get(m), m) for m in metrics))
        for d in report.degraded
    ]
    if rows:
        columns = ("removed", "seeds", *map(title, metrics))
        yield by_system("With a share of the events removed", columns, rows, keys=3)


def _signatures(report: Report) -> Iterable[str]:
    yield f"corpus {report.corpus}, language {report.language}, profile {report.profile}, digest {report.digest}"
    yield from (f"{title(metric)}: {signature}" for metric, signature in report.metrics.items())
    for row in report.rows:
        parameters = json.dumps(dict(row.parameters), ensure_ascii=False, default=str)
        yield f"{row.name}: {row.strategy} {parameters}, {_runs(row)}"
    if report.versions:
        yield ", ".join(f"{library} {version}" for library, version in report.versions.items())


def _runs(row: Row) -> str:
    if not row.runs:
        return "no run"
    return f"run {row.runs[0]}" if len(row.runs) == 1 else f"{len(row.runs)} runs, {row.runs[0]} to {row.runs[-1]}"
