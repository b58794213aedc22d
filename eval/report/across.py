"""Several corpora in one table, and whether strategies rank alike in them.

Pure functions of reports. The agreement of rankings is the one thing worked out here rather than in a report, since no
single report knows of the others. Not for the scores of one corpus: those are in `eval.results`.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

from eval.report.document import TITLES, Document, Listing, Table, number, plain, score, title
from eval.report.interchange import sheet
from eval.report.rendering import READABLE
from eval.results import Cell, Report
from taeg.base.errors import InputError

ORACLE = "oracle"
"""The upper bound: first by construction, so it says nothing about whether rankings agree."""


def across(reports: Sequence[Report], metrics: Sequence[str] = ("accuracy", "rougeL"), format: str = "text") -> str:
    """The same strategies over several corpora: a table for each metric, and whether the rankings agree."""
    known = dict.fromkeys((*TITLES, *(metric for report in reports for metric in report.metrics)))
    for metric in metrics:
        if metric not in known:
            raise InputError(f"there is no metric {plain(metric)!r}; there are {', '.join(map(plain, known))}")
    labels = _labels(reports)
    if format == "csv":
        names = _names(reports)
        body = (
            (plain(metric), plain(name), *(cell.value if (cell := _cell(r, name, metric)) else None for r in reports))
            for metric in metrics
            for name in names
        )
        return sheet((("metric", "strategy", *labels), *body))
    if format not in READABLE:
        raise InputError(f"there is no format {plain(format)!r} across corpora; there are {', '.join(READABLE)}, csv")
    parts = [part for metric in metrics for part in _metric_across(reports, labels, metric)]
    return READABLE[format](Document(f"{len(reports)} corpora: {', '.join(labels)}", tuple(parts)))


def _labels(reports: Sequence[Report]) -> list[str]:
    """What each report is called: its corpus, with profile and digest only where that would name two alike."""
    ways: tuple[Callable[[Report], str], ...] = (
        lambda r: r.corpus,
        lambda r: f"{r.corpus}, {r.profile}",
        lambda r: f"{r.corpus}, {r.profile}, {r.digest[:12]}",
    )
    candidates = ([plain(way(report)) for report in reports] for way in ways)
    return next(
        (labels for labels in candidates if len(set(labels)) == len(labels)), [plain(ways[-1](r)) for r in reports]
    )


def _names(reports: Sequence[Report]) -> list[str]:
    return list(dict.fromkeys(row.name for report in reports for row in report.rows))


def _cell(report: Report, name: str, metric: str) -> Cell | None:
    return next((row.cells.get(metric) for row in report.rows if row.name == name), None)


def _metric_across(reports: Sequence[Report], labels: Sequence[str], metric: str) -> Iterable[Table | Listing]:
    rows = tuple(
        (plain(name), *(score(_cell(report, name, metric), metric) for report in reports)) for name in _names(reports)
    )
    yield Table(title(metric), "l" + "r" * len(reports), ("strategy", *labels), rows, note=ranking(reports, metric))


def ranking(reports: Sequence[Report], metric: str) -> str:
    """One sentence: whether strategies rank alike in all corpora, and the lowest Kendall's τ between two of them.

    Only strategies that all corpora have count, and the oracle does not: it is first by construction.
    """
    from scipy.stats import kendalltau, rankdata

    def values(name: str) -> list[float]:
        return [cell.value if (cell := _cell(report, name, metric)) else math.nan for report in reports]

    oracles = {row.name for report in reports for row in report.rows if row.strategy == ORACLE}
    scores = {name: values(name) for name in _names(reports) if name not in oracles}
    scores = {name: line for name, line in scores.items() if all(map(math.isfinite, line))}
    if len(reports) < 2 or len(scores) < 2:
        return "Rankings cannot be compared: that takes two corpora and two strategies with this score in each."
    # the last bits of a mean depend on the order of its sum and must not break a tie
    ranks = [tuple(rankdata([-round(v, 9) for v in column])) for column in zip(*scores.values(), strict=True)]
    labels = _labels(reports)
    here = "both corpora" if len(reports) == 2 else f"all {len(reports)} corpora"
    if len(set(ranks)) == 1:
        order = sorted(zip(ranks[0], scores, strict=True), key=lambda pair: pair[0])
        return (
            f"The ranking of the {len(scores)} strategies is the same in {here} (Kendall's τ 1.000): "
            f"{', '.join(plain(name) for _, name in order)}."
        )
    pairs = itertools.combinations(range(len(reports)), 2)
    taus = [(float(kendalltau(ranks[i], ranks[j]).statistic), i, j) for i, j in pairs]
    defined = [tau for tau in taus if math.isfinite(tau[0])]
    same = f"The ranking of the {len(scores)} strategies is not the same in {here}"
    if not defined:
        return f"{same}; Kendall's τ is not defined, since in one of them all score alike."
    lowest, i, j = min(defined)
    return f"{same}; the lowest Kendall's τ between two is {number(lowest)} ({labels[i]} and {labels[j]})."
