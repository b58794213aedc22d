"""Output formats of a report: text, Markdown, LaTeX, CSV and JSON.

This module escapes markup and splits tables that are wider than the page. The contents of a report are defined in
`eval.report.document`.

JSON is one object; numbers are not rounded, a number that is not finite is null:

    taeg-report      1, the version of this schema
    corpus, profile, language, digest                                   strings
    events, contested, evaluated, scored                                integers
    metrics          {metric: signature}, in the order of the columns
    rows             [{name, strategy, parameters: {name: value}, runs: [id], cells: {metric: CELL}}]
    verdicts         [{system, baseline, metric, difference, low, high, p, p_corrected, verdict}]
    degraded         [{strategy, fraction, seeds, cells: {metric: CELL}}]
    random_accuracy  [number]; floor  number; percentiles  {name: percent}
    absent, left_out, notes                                             [string]
    versions         {library: version}
    CELL             {value, sd, low, high}; the last three may be null

The scores and choices of single runs are in the graph and not repeated here.
"""

# ruff: noqa: RUF001  # typographic minus, dash and thin space

import csv
import dataclasses
import io
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from eval.report.document import Document, Listing, Table, document, plain
from eval.results import Report
from taeg.base.files import write_folder
from taeg.text import table as plain_table
from taeg.text.formulas import guard

SCHEMA = 1
WIDTH = 100
"""Maximum line width of the text report."""
LATEX_WIDTH = 80
"""Approximate number of \\footnotesize characters that fit in a line."""
LATEX_SIGNS: Mapping[str, str] = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "^": r"\^{}",
    "~": r"\textasciitilde{}",
    "\\": r"\textbackslash{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "τ": r"$\tau$",
    "±": r"$\pm$",
    "−": "$-$",
    "–": r"\textendash{}",
    "·": r"$\cdot$",
    "\u202f": r"\,",
    "|": r"\textbar{}\allowbreak{}",  # the only place where a long signature can break
    '"': r"{\char34}",  # active in some languages of babel
    "`": r"\textasciigrave{}",
    # after \\ these would start an argument
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
"""Characters that are special in LaTeX or not in its standard fonts."""
COLUMNS = (
    "corpus", "profile", "language", "digest", "name", "strategy", "parameters", "metric",
    "value", "sd", "low", "high", "runs", "signature", "versions",
)  # fmt: skip
"""Columns of the CSV report: one row for each strategy and metric; `parameters`, `runs` and `versions` are JSON."""


def as_text(page: Document) -> str:
    """Render for a terminal of 100 columns."""
    parts = [_wrap(page.title)]
    for part in page.parts:
        if isinstance(part, Listing):
            parts.append("\n".join((part.title, *(_wrap(line, "  ") for line in part.lines))))
        else:
            blocks = ["\n".join(plain_table.lines(b.header, b.rows, b.align)) for b in split_columns(part, WIDTH)]
            parts.append("\n".join((part.title, "\n\n".join(blocks), *([_wrap(part.note)] if part.note else ()))))
    return "\n\n".join(parts) + "\n"


def as_markdown(page: Document) -> str:
    """Render as a Markdown page."""
    parts = [f"# {escape_markdown(page.title)}"]
    for part in page.parts:
        parts.append(f"## {escape_markdown(part.title)}")
        if isinstance(part, Listing):
            # a sign or number at the start of a line must not open a heading or a list
            lines = (re.sub(r"^(\d+(?=[.)])|(?=[#+-]))", r"\1\\", escape_markdown(line)) for line in part.lines)
            parts.append("\n".join(f"- {line}" for line in lines))
        else:
            parts.append(_markdown_table(part))
            parts += [escape_markdown(part.note)] if part.note else []
    return "\n\n".join(parts) + "\n"


def as_latex(page: Document) -> str:
    """Render as LaTeX for a document that uses booktabs."""
    parts = [r"% In the preamble: \usepackage{booktabs}", f"\\paragraph{{{escape_latex(page.title)}}}"]
    for part in page.parts:
        if isinstance(part, Listing):
            items = "\n".join(f"  \\item{{}} {escape_latex(line)}" for line in part.lines)
            parts.append(
                f"\\paragraph{{{escape_latex(part.title)}}}\n{{\\footnotesize\\sloppy\n"
                f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}\n\\par}}"
            )
        else:
            body = "\n\\par\\medskip\n".join(map(_latex_table, split_columns(part, LATEX_WIDTH)))
            parts.append(
                "\\begin{table}[htbp]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}\n"
                f"\\caption{{{escape_latex(f'{part.title}. {part.note}'.strip())}}}\n{body}\n\\end{{table}}"
            )
    return "\n\n".join(parts) + "\n"


READABLE: Mapping[str, Callable[[Document], str]] = {"text": as_text, "markdown": as_markdown, "latex": as_latex}


def escape_markdown(text: str) -> str:
    """Escape Markdown markup in tables and running text."""
    return re.sub(r"([\\`*_{}\[\]<>|~&$])", r"\\\1", text)


def escape_latex(text: str) -> str:
    """Escape characters that are special in LaTeX."""
    return "".join(LATEX_SIGNS.get(c, c) for c in text)


def to_csv(report: Report) -> str:
    """Render as CSV with one row for each strategy and metric; numbers are not rounded."""
    about = (report.corpus, report.profile, report.language, report.digest)
    rows = (
        (
            *(*about, row.name, row.strategy, _json(row.parameters), metric),
            *dataclasses.astuple(cell),
            *(_json(row.runs), report.metrics[metric], _json(report.versions)),
        )
        for row in report.rows
        for metric in report.metrics
        if (cell := row.cells.get(metric))
    )
    return csv_text((COLUMNS, *rows))


def csv_text(rows: Iterable[Sequence[str | float | None]]) -> str:
    """Format rows as CSV; text that a spreadsheet would run as a formula is escaped."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(
        [guard(plain(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return file.getvalue()


def to_json(report: Report) -> str:
    """Render the whole report as JSON; the schema is in the docstring of this module."""
    fields = {field.name: getattr(report, field.name) for field in dataclasses.fields(report) if field.name != "runs"}
    text = msgspec.json.format(_json({"taeg-report": SCHEMA, **fields}), indent=2)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text) + "\n"


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": lambda report: as_text(document(report)),
    "markdown": lambda report: as_markdown(document(report)),
    "latex": lambda report: as_latex(document(report)),
    "csv": to_csv,
    "json": to_json,
}
SUFFIXES: Mapping[str, str] = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv", "json": "json"}


def write(report: Report, folder: Path) -> list[Path]:
    """Write the report in all formats with its plots, delete plots of an earlier one, and return the files written."""
    from eval.report import plots

    drawn = plots.draw(report)
    rendered = {f"report.{SUFFIXES[name]}": make(report).encode() for name, make in FORMATS.items()}
    written = write_folder(folder, rendered | drawn)
    for name in plots.FILES - drawn.keys():
        (folder / name).unlink(missing_ok=True)
    return written


def _markdown_table(table: Table) -> str:
    cells = [[escape_markdown(cell) for cell in row] for row in (table.header, *table.rows)]
    header, *rows = (f"| {' | '.join(row)} |" for row in plain_table.padded(cells, table.align))
    rule = "|".join("---:" if side == "r" else ":---" for side in table.align)
    return "\n".join((header, f"|{rule}|", *rows))


def _latex_table(table: Table) -> str:
    header, *rows = (" & ".join(map(escape_latex, row)) + r" \\" for row in (table.header, *table.rows))
    start, end = f"\\begin{{tabular}}{{{table.align}}}", r"\end{tabular}"
    return "\n".join((start, r"\toprule", header, r"\midrule", *rows, r"\bottomrule", end))


def split_columns(table: Table, limit: int) -> Iterator[Table]:
    """Split a table that is too wide into several; the key columns are repeated, scores are aligned."""
    columns = [_align_spreads(column) for column in zip(table.header, *table.rows, strict=True)]
    widths = [max(map(plain_table.width, column)) + len(plain_table.GAP) for column in columns]
    keys = list(range(table.keys))
    block: list[int] = []
    for i in range(table.keys, len(columns) + 1):
        if i == len(columns) or (block and sum(widths[k] for k in (*keys, *block, i)) - len(plain_table.GAP) > limit):
            header, *rows = zip(*(columns[k] for k in (*keys, *block)), strict=True)
            align = "".join(table.align[k] for k in (*keys, *block))
            yield dataclasses.replace(table, align=align, header=header, rows=tuple(rows))
            block = []
        block.append(i)


def _align_spreads(column: Sequence[str]) -> list[str]:
    """Pad cells without a standard deviation, so that scores are aligned in a right-aligned column."""
    spread = max(len(cell) - len(cell.partition(" ±")[0]) for cell in column)
    return [cell if " ±" in cell or not i else cell + " " * spread for i, cell in enumerate(column)]


def _wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=2 * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()
