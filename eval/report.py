r"""An evaluation as tables: for the terminal, Markdown, LaTeX, CSV and JSON; and the one place that writes its files.

Everything but `write` is a pure function of a `Report`. Nothing is computed here that a reader could take for a result:
values, tests and verdicts come from `eval.results`; only the agreement of rankings across corpora is worked out here,
since no single report knows of the others.

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

# ruff: noqa: RUF001  # the minus sign, dash and letters of tables are meant

import csv
import dataclasses
import io
import itertools
import json
import math
import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.results import Cell, Degraded, Report, Row, Verdict
from taeg.errors import InputError, TaegError
from taeg.files import write_whole

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

WIDTH = 100
"""Columns of the terminal that the text report fits in."""
LATEX_WIDTH = 80
"""About as many characters of \\footnotesize as an ordinary page is wide."""
SCHEMA = 1
ORACLE = "oracle"
"""The upper bound: first by construction, so it says nothing about whether rankings agree."""
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


def _score(cell: Cell | None, metric: str) -> str:
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
        (plain(row.name), *(_score(row.cells.get(metric), metric) for metric in report.metrics)) for row in report.rows
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
            (plain(row.name), _score(row.cells.get("accuracy"), "accuracy"), percent(report.percentiles[row.name]))
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
                    *(_score(d.cells.get(metric), metric) for metric in metrics),
                )
                for d in report.degraded
            ),
            keys=3,
        )


def _signatures(report: Report) -> Listing:
    lines = [
        f"corpus {report.corpus}, language {report.language}, profile {report.profile}, digest {report.digest}",
        *(f"{title(metric)}: {signature}" for metric, signature in report.metrics.items()),
        *(f"{row.name}: {row.strategy} {_json(row.parameters)}, {_runs(row)}" for row in report.rows),
    ]
    if report.versions:
        lines.append(", ".join(f"{library} {version}" for library, version in report.versions.items()))
    return Listing("Signatures", tuple(map(plain, lines)), verbatim=True)


def _runs(row: Row) -> str:
    if not row.runs:
        return "no run"
    return f"run {row.runs[0]}" if len(row.runs) == 1 else f"{len(row.runs)} runs, {row.runs[0]} to {row.runs[-1]}"


# Text


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _pad(text: str, columns: int, align: str) -> str:
    space = " " * (columns - width(text))
    return space + text if align == "r" else text + space


def _split(cell: str) -> tuple[str, str]:
    """A score and the spread behind it, so that scores with and without one stand under each other."""
    value, sign, spread = cell.partition(" ±")
    return value, sign + spread


def _level(table: Table) -> Table:
    """The same table with every score padded to the longest spread of its column."""
    lines = [list(row) for row in table.rows]
    for i in range(table.keys, len(table.header)):
        longest = max((width(_split(line[i])[1]) for line in lines), default=0)
        for line in lines:
            value, spread = _split(line[i])
            line[i] = value + _pad(spread, longest, "r" if spread else "l")
    return dataclasses.replace(table, rows=tuple(map(tuple, lines)))


def _widths(table: Table) -> list[int]:
    return [max(map(width, column)) for column in zip(table.header, *table.rows, strict=True)]


def _folds(table: Table, limit: int) -> list[list[int]]:
    """Which columns stand side by side so that no line is wider than the limit; at least one at a time."""
    widths, keys = _widths(table), list(range(table.keys))
    taken = sum(widths[i] + 2 for i in keys) - 2
    folds: list[list[int]] = [[]]
    used = taken
    for i in range(table.keys, len(table.header)):
        if folds[-1] and used + 2 + widths[i] > limit:
            folds.append([])
            used = taken
        folds[-1].append(i)
        used += 2 + widths[i]
    return [keys + fold for fold in folds]


def _pick(table: Table, columns: Sequence[int]) -> Table:
    def of(row: Sequence[str]) -> tuple[str, ...]:
        return tuple(row[i] for i in columns)

    return dataclasses.replace(
        table, align="".join(of(table.align)), header=of(table.header), rows=tuple(map(of, table.rows))
    )


def _wrap(text: str, hang: str = "") -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=hang,
        subsequent_indent=2 * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _text(document: Document) -> str:
    parts = [_wrap(document.title)]
    for part in document.parts:
        if isinstance(part, Listing):
            parts.append("\n".join((_wrap(part.title), *(_wrap(line, "  ") for line in part.lines))))
            continue
        table = _level(part)
        blocks = ["\n".join(_grid(_pick(table, columns))) for columns in _folds(table, WIDTH)]
        parts.append("\n".join((_wrap(part.title), "\n\n".join(blocks), *([_wrap(part.note)] if part.note else ()))))
    return "\n\n".join(parts) + "\n"


def _grid(table: Table) -> Iterable[str]:
    widths = _widths(table)
    for line in (table.header, ["-" * w for w in widths], *table.rows):
        yield "  ".join(map(_pad, line, widths, table.align)).rstrip()


# Markdown


def escape_markdown(text: str) -> str:
    """The text so that Markdown shows it as it is, in a table as in a list."""
    return re.sub(r"([\\`*_{}\[\]<>|~&$])", r"\\\1", text)


def _item(line: str) -> str:
    """A list item; a sign or number at its start must not open a heading or another list."""
    return "- " + re.sub(r"^(\d+(?=[.)])|(?=[#+-]))", r"\1\\", escape_markdown(line))


def _markdown(document: Document) -> str:
    parts = [f"# {escape_markdown(document.title)}"]
    for part in document.parts:
        parts.append(f"## {escape_markdown(part.title)}")
        if isinstance(part, Table):
            parts.append("\n".join(_pipes(part)))
            if part.note:
                parts.append(escape_markdown(part.note))
        elif part.verbatim:
            ticks = max(map(len, re.findall("`+", "\n".join(part.lines))), default=0)
            fence = "`" * max(3, ticks + 1)
            parts.append("\n".join((f"{fence}text", *part.lines, fence)))
        else:
            parts.append("\n".join(map(_item, part.lines)))
    return "\n\n".join(parts) + "\n"


def _pipes(table: Table) -> Iterable[str]:
    table = dataclasses.replace(
        table,
        header=tuple(map(escape_markdown, table.header)),
        rows=tuple(tuple(map(escape_markdown, row)) for row in table.rows),
    )
    widths = [max(3, w) for w in _widths(table)]
    rule = ["-" * (w - 1) + ":" if a == "r" else "-" * w for w, a in zip(widths, table.align, strict=True)]
    for line in (table.header, rule, *table.rows):
        yield f"| {' | '.join(map(_pad, line, widths, table.align))} |"


# LaTeX

LATEX: Mapping[str, str] = {
    **{c: f"\\{c}" for c in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}\allowbreak{}",  # signatures are long and have no other place to break
    '"': r"{\char34}",  # babel makes it active in some languages
    # after \\, \midrule or \item these would be read as an argument
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    DASH: r"\textendash{}",
    THIN: r"\,",
    "·": r"$\cdot$",
    "±": r"$\pm$",
    "×": r"$\times$",
    MINUS: "$-$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "→": r"$\to$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "τ": r"$\tau$",
}


def escape_latex(text: str) -> str:
    """The text so that LaTeX sets it as it is; hyphens in a row are kept from melting into a dash."""
    return re.sub("-(?=-)", "-{}", "".join(LATEX.get(c, c) for c in text))


def _latex(document: Document) -> str:
    parts = [r"% In the preamble: \usepackage{booktabs}", f"\\paragraph{{{escape_latex(document.title)}}}"]
    for part in document.parts:
        if isinstance(part, Table):
            parts.append("\n".join(_floating(part)))
        else:
            items = (f"  \\item {escape_latex(line)}" for line in part.lines)
            begin = f"\\paragraph{{{escape_latex(part.title)}}}\n{{\\footnotesize\\sloppy\n\\begin{{itemize}}"
            parts.append("\n".join((begin, *items, "\\end{itemize}\n\\par}")))
    return "\n\n".join(parts) + "\n"


def _floating(table: Table) -> Iterable[str]:
    yield "\\begin{table}[htbp]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}"
    yield f"\\caption{{{escape_latex(f'{table.title}. {table.note}'.strip())}}}"
    blocks = [_pick(table, columns) for columns in _folds(_level(table), LATEX_WIDTH)]
    for i, block in enumerate(blocks):
        if i:
            yield "\\par\\medskip"
        yield from _tabular(block)
    yield "\\end{table}"


def _tabular(table: Table) -> Iterable[str]:
    # a column with spreads is set as two, so that the scores stand under each other
    paired = [any(_split(cell)[1] for cell in column) for column in zip(*table.rows, strict=True)]
    paired = paired or [False] * len(table.header)
    spec = "".join("r@{}l" if pair else a for pair, a in zip(paired, table.align, strict=True))

    def cells(row: Sequence[str]) -> Iterable[str]:
        for cell, pair in zip(row, paired, strict=True):
            value, spread = _split(cell) if pair else (cell, "")
            yield escape_latex(value)
            if pair:
                yield spread and f"\\,$\\pm$\\,{escape_latex(spread.removeprefix(' ± '))}"

    def heads() -> Iterable[str]:
        for cell, pair in zip(table.header, paired, strict=True):
            yield f"\\multicolumn{{2}}{{c}}{{{escape_latex(cell)}}}" if pair else escape_latex(cell)

    yield f"\\begin{{tabular}}{{{spec}}}\n\\toprule"
    yield f"{' & '.join(heads())} \\\\\n\\midrule"
    for row in table.rows:
        yield f"{' & '.join(cells(row))} \\\\"
    yield "\\bottomrule\n\\end{tabular}"


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
    # the wide forms are what Excel takes them for under some East Asian settings
    return f"'{cell}" if cell.startswith(tuple("=+-@\t\r\n＝＋－＠")) and not number else cell


def _csv(rows: Iterable[Sequence[str | float | None]]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(map(harmless, row) for row in rows)
    return file.getvalue()


def to_csv(report: Report) -> str:
    """One row for each strategy and metric, unrounded."""
    return _csv((COLUMNS, *_tidy(report)))


def _tidy(report: Report) -> Iterable[tuple[str | float | None, ...]]:
    about = (plain(report.corpus), plain(report.profile), plain(report.language), plain(report.digest))
    versions = _json(report.versions)
    for row in report.rows:
        made = (plain(row.name), plain(row.strategy), _json(row.parameters))
        for metric, signature in report.metrics.items():
            if cell := row.cells.get(metric):
                score = (cell.value, cell.sd, cell.low, cell.high)
                yield (*about, *made, plain(metric), *score, _json(row.runs), plain(signature), versions)


# JSON


def to_json(report: Report) -> str:
    """The whole report; the schema is in this module's first lines."""
    return _dump({"taeg-report": SCHEMA, **_fields(report)}, indent=2) + "\n"


def _json(value: object) -> str:
    return _dump(_jsonable(value))


def _dump(value: object, indent: int | None = None) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    # json leaves some control characters and lone surrogates as they are; only strings can hold them
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def _jsonable(value: object) -> object:
    match value:
        case Cell() | Row() | Verdict() | Degraded():
            return _fields(value)
        case Mapping():
            return {str(key): _jsonable(item) for key, item in value.items()}
        case tuple() | list():
            return [_jsonable(item) for item in value]
        case float():
            return float(value) if math.isfinite(value) else None
        case str() | int() | None:
            return value
        case _:
            return str(value)


def _fields(value: Cell | Row | Verdict | Degraded | Report) -> dict[str, object]:
    return {field.name: _jsonable(getattr(value, field.name)) for field in dataclasses.fields(value)}


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
    nested: dict[str, object] = {
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
    return Report(**{name: _frozen(item) for name, item in value.items()}, **nested)  # type: ignore[arg-type]


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


def _frozen(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(item) for key, item in value.items()} if isinstance(value, dict) else value


# Across corpora


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
        return _csv((("metric", "strategy", *labels), *body))
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
        (plain(name), *(_score(_cell(report, name, metric), metric) for report in reports)) for name in _names(reports)
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


# The tables of formats, and files

READABLE: Mapping[str, Callable[[Document], str]] = {"text": _text, "markdown": _markdown, "latex": _latex}


def to_text(report: Report) -> str:
    """The report for a terminal of 100 columns."""
    return _text(document(report))


def to_markdown(report: Report) -> str:
    """The report as a Markdown page."""
    return _markdown(document(report))


def to_latex(report: Report) -> str:
    """The report as LaTeX to put into a document that uses booktabs."""
    return _latex(document(report))


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": to_text,
    "markdown": to_markdown,
    "latex": to_latex,
    "csv": to_csv,
    "json": to_json,
}
SUFFIXES: Mapping[str, str] = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv", "json": "json"}


def write(report: Report, folder: Path) -> list[Path]:
    """Write the report in every format, and its plots; return what was written.

    A plot of an earlier report that this one has nothing for is removed: the folder shows one evaluation.
    """
    from eval import plots

    files = {f"report.{SUFFIXES[name]}": make(report).encode() for name, make in FORMATS.items()}
    drawn = plots.draw(report)
    return write_files({**files, **drawn}, folder, stale=plots.FILES - drawn.keys())


def write_files(files: Mapping[str, bytes], folder: Path, stale: Iterable[str] = ()) -> list[Path]:
    """Write files into a folder, each whole or not at all."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(folder / name, [content])
        for name in stale:
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise TaegError(f"cannot write into {folder}: {error.strerror}") from error
    return [folder / name for name in files]
