"""A report for spreadsheets and programs: CSV, JSON, and the JSON read back.

Pure functions; numbers are unrounded. Not for readers: what they see is made in `eval.report.document` and
`eval.report.rendering`.

JSON, one object (`to_json`, `from_json`; numbers unrounded, a number that is not finite as null):

    taeg-report      1, the version of this schema
    corpus, profile, language, digest                                   strings
    events, contested, evaluated                                        integers
    metrics          {metric: signature}, in the order of the columns
    rows             [{name, strategy, parameters: {name: value}, runs: [id], cells: {metric: CELL}}]
    verdicts         [{system, baseline, metric, difference, low, high, p, p_corrected, verdict}]
    degraded         [{strategy, fraction, seeds, cells: {metric: CELL}}]
    random_accuracy  [number]; floor  number; percentiles  {name: percent}
    absent, left_out, notes                                             [string]
    versions         {library: version}
    CELL             {value, sd, low, high}; the last three may be null
"""

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from eval.report.document import plain
from eval.report.json_text import compact, dump, fields
from eval.results import Cell, Degraded, Report, Row, Verdict
from taeg.base.errors import InputError
from taeg.text.formulas import guard

SCHEMA = 1


# CSV

COLUMNS = (
    "corpus", "profile", "language", "digest", "name", "strategy", "parameters", "metric",
    "value", "sd", "low", "high", "runs", "signature", "versions",
)  # fmt: skip
"""A row for each strategy and metric that was measured; `parameters`, `runs` and `versions` are JSON."""


def harmless(cell: str | float | None) -> str:
    """A cell that no spreadsheet runs as a formula; numbers stay numbers, nothing stays nothing."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    if not isinstance(cell, str):
        return repr(float(cell))
    number = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", cell, re.ASCII | re.IGNORECASE)
    return cell if number else guard(cell)


def sheet(rows: Iterable[Sequence[str | float | None]]) -> str:
    """Rows as CSV."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(map(harmless, row) for row in rows)
    return file.getvalue()


def to_csv(report: Report) -> str:
    """One row for each strategy and metric, unrounded."""
    return sheet((COLUMNS, *_tidy(report)))


def _tidy(report: Report) -> Iterable[tuple[str | float | None, ...]]:
    about = (plain(report.corpus), plain(report.profile), plain(report.language), plain(report.digest))
    versions = compact(report.versions)
    for row in report.rows:
        made = (plain(row.name), plain(row.strategy), compact(row.parameters))
        for metric, signature in report.metrics.items():
            if cell := row.cells.get(metric):
                score = (cell.value, cell.sd, cell.low, cell.high)
                yield (*about, *made, plain(metric), *score, compact(row.runs), plain(signature), versions)


# JSON


def to_json(report: Report) -> str:
    """The whole report; the schema is in this module's first lines."""
    return dump({"taeg-report": SCHEMA, **fields(report)}, indent=2) + "\n"


def from_json(text: str) -> Report:
    """Read back what `to_json` wrote."""
    try:
        value = json.loads(text)
        if value.pop("taeg-report") != SCHEMA:
            raise InputError(f"this is a TAEG report of another version; this TAEG reads version {SCHEMA}")
        return _report(value)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"this is not a TAEG report: {type(error).__name__}, {plain(str(error))}") from error


def _report(value: dict[str, Any]) -> Report:
    nested: dict[str, Any] = {
        "rows": tuple(_row(row) for row in value.pop("rows")),
        "verdicts": tuple(
            Verdict(**_numbers(v, "difference", "low", "high", "p", "p_corrected")) for v in value.pop("verdicts")
        ),
        "degraded": tuple(
            Degraded(**_numbers({**d, "cells": _cells(d["cells"])}, "fraction")) for d in value.pop("degraded")
        ),
        "floor": _real(value.pop("floor")),
        "percentiles": {name: _real(share) for name, share in value.pop("percentiles").items()},
        "random_accuracy": tuple(map(_real, value.pop("random_accuracy"))),
    }
    return Report(**{name: _frozen(item) for name, item in value.items()}, **nested)


def _row(value: dict[str, Any]) -> Row:
    return Row(**{**{name: _frozen(item) for name, item in value.items()}, "cells": _cells(value["cells"])})


def _cells(value: dict[str, dict[str, float | None]]) -> dict[str, Cell]:
    return {metric: Cell(**_numbers(cell, "value")) for metric, cell in value.items()}


def _numbers(value: dict[str, Any], *names: str) -> dict[str, Any]:
    return value | {name: _real(value[name]) for name in names}


def _real(value: object) -> float:
    if value is None:
        return math.nan
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"a number is expected, not {value!r}")
    return value


def _frozen(value: Any) -> Any:  # noqa: ANN401 (whatever JSON can hold)
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(item) for key, item in value.items()} if isinstance(value, dict) else value
