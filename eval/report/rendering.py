"""A document as text for the terminal, as Markdown and as LaTeX: columns, folding, escaping.

Pure functions of a `Document`. Not for what is shown or how a number is written: that is `eval.report.document`; nor
for what programs read: that is `eval.report.interchange`.
"""

# ruff: noqa: RUF001  # the signs that LaTeX spells otherwise are meant

import dataclasses
import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

from eval.report.document import DASH, MINUS, THIN, Document, Listing, Table

WIDTH = 100
"""Columns of the terminal that the text report fits in."""
LATEX_WIDTH = 80
"""About as many characters of \\footnotesize as an ordinary page is wide."""


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


def as_text(document: Document) -> str:
    """The document for a terminal of 100 columns."""
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


def as_markdown(document: Document) -> str:
    """The document as a Markdown page."""
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


def as_latex(document: Document) -> str:
    """The document as LaTeX to put into one that uses booktabs."""
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


READABLE: Mapping[str, Callable[[Document], str]] = {"text": as_text, "markdown": as_markdown, "latex": as_latex}
