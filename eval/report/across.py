"""One table for several corpora, and whether systems have the same ranking in all of them."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from scipy.stats import kendalltau, rankdata

from eval.report.document import Document, Table, by_system, number, plain, score, title
from eval.report.formats import READABLE, csv_text
from eval.results import ORACLE, Cell, Report

SHOWN = ("accuracy", "rougeL")
"""The metrics that have a table."""
_Cells = Mapping[str, Sequence[Cell | None]]


def across(reports: Sequence[Report], format: str = "text") -> str:
    """The same systems over several corpora: a table for each metric, and whether the rankings agree.

    `format` is text, markdown, latex or csv.
    """
    if format == "csv":
        rows = (
            (metric, name, *(cell.value if cell else None for cell in cells))
            for metric in SHOWN
            for name, cells in _cells(reports, metric).items()
        )
        return csv_text((("metric", "strategy", *_labels(reports)), *rows))
    return READABLE[format](document(reports))


def document(reports: Sequence[Report]) -> Document:
    """The tables of the readable formats."""
    labels = _labels(reports)
    tables = tuple(_table(reports, labels, metric) for metric in SHOWN)
    return Document(f"{len(reports)} corpora: {', '.join(labels)}", tables)


def _table(reports: Sequence[Report], labels: Sequence[str], metric: str) -> Table:
    cells = _cells(reports, metric)
    rows = [(plain(name), *(score(cell, metric) for cell in cells[name])) for name in cells]
    return by_system(title(metric), labels, rows, note=ranking(reports, metric))


def ranking(reports: Sequence[Report], metric: str) -> str:
    """A sentence on whether systems have the same ranking in all corpora, with the lowest Kendall's τ of two corpora.

    Only systems with this score in all corpora count, without the oracle.
    """
    oracles = {row.name for report in reports for row in report.rows if row.strategy == ORACLE}
    scores = {
        name: [cell.value for cell in cells if cell is not None]
        for name, cells in _cells(reports, metric).items()
        if name not in oracles and all(cell is not None and math.isfinite(cell.value) for cell in cells)
    }
    if len(reports) < 2 or len(scores) < 2:
        return "Rankings cannot be compared: this requires two corpora and two strategies with this score in each."
    # rounded: the last bits of a mean depend on the order of summation and must not break ties
    ranks = [tuple(rankdata([-round(v, 9) for v in column])) for column in zip(*scores.values(), strict=True)]
    corpora = "both corpora" if len(reports) == 2 else f"all {len(reports)} corpora"
    if len(set(ranks)) == 1:
        order = ", ".join(plain(name) for _, name in sorted(zip(ranks[0], scores, strict=True), key=lambda p: p[0]))
        return f"The ranking of the {len(scores)} strategies is the same in {corpora} (Kendall's τ 1.000): {order}."
    different = f"The ranking of the {len(scores)} strategies is not the same in {corpora}"
    taus = [(kendalltau(ranks[i], ranks[j]).statistic, i, j) for i, j in combinations(range(len(reports)), 2)]
    defined = [found for found in taus if math.isfinite(found[0])]
    if not defined:
        return f"{different}; Kendall's τ is not defined, because all strategies have the same score in one of them."
    lowest, i, j = min(defined)
    labels = _labels(reports)
    return f"{different}; the lowest Kendall's τ between two is {number(lowest)} ({labels[i]} and {labels[j]})."


def _cells(reports: Sequence[Report], metric: str) -> _Cells:
    """By system, its cell in each report."""
    rows = [{row.name: row.cells.get(metric) for row in report.rows} for report in reports]
    return {name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)}


def _labels(reports: Sequence[Report]) -> list[str]:
    """The corpus of each report, with profile and digest only where needed to tell reports apart."""
    ways: tuple[Callable[[Report], str], ...] = (
        lambda r: r.corpus,
        lambda r: f"{r.corpus}, {r.profile}",
        lambda r: f"{r.corpus}, {r.profile}, {r.digest[:12]}",
    )
    labels: list[str] = []
    for way in ways:
        labels = [plain(way(report)) for report in reports]
        if len(set(labels)) == len(labels):
            break
    return labels
