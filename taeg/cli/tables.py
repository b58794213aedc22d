"""Tables on standard output: in colour and cut to the width of a terminal; plain and complete in a pipe."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import click

from taeg.cli.common import print_json, printable, redacted

if TYPE_CHECKING:
    from rich.console import Console

    from eval.report.document import Document

MOST_ROWS = 1000
"""Rows of a table that a terminal shows."""
LEAST_TITLE = 5
"""Width that the title of a column of numbers keeps."""
LEAST_COLUMN = 24
"""Texts are printed below each other if the columns would be narrower."""


@dataclass(frozen=True, slots=True)
class Column:
    """A text with a heading and a note below it."""

    head: str
    text: str
    note: str = ""


def print_rows(rows: Sequence[Mapping[str, Any]], as_json: bool = False) -> None:
    """Print rows as JSON or as a table."""
    if as_json:
        print_json(rows)
    elif rows:
        cells = [[_cell(redacted(value)) for value in row.values()] for row in rows]
        columns = zip(*(row.values() for row in rows), strict=True)
        sides = ("r" if all(isinstance(value, int | float | None) for value in column) else "l" for column in columns)
        print_table(list(rows[0]), cells, "".join(sides))
    else:
        click.echo("(nothing)")


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], align: str = "") -> None:
    """Print a table; `align` is `l` or `r` for each column, left by default."""
    from taeg.text import table as plain

    if not sys.stdout.isatty():
        click.echo("".join(f"{line}\n" for line in plain.lines(header, rows, align)), nl=False)
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    shown, terminal = rows[:MOST_ROWS], console()
    titles = [name.replace("_", " ") for name in header]
    sides = align or "l" * len(header)
    cells = [max((plain.width(row[i]) for row in shown), default=0) for i in range(len(header))]
    widths = fitted(titles, cells, sides, terminal.width - len(plain.GAP) * (len(header) - 1))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True, header_style="bold")
    for i, title in enumerate(titles):
        justify: Literal["left", "right"] = "right" if sides[i] == "r" else "left"
        table.add_column(Text(title), justify=justify, style="" if i else "cyan", width=widths[i])
    for row in shown:
        table.add_row(*(Text(cell, no_wrap=True, overflow="ellipsis") for cell in row))
    terminal.print(table)
    if len(rows) > len(shown):
        terminal.print(f"… and {len(rows) - len(shown):,} more (use --json for all)", style="dim")
    elif any(width < cell for width, cell in zip(widths, cells, strict=True)):
        terminal.print("Cut to the width of the terminal; --json prints everything.", style="dim")


def fitted(titles: Sequence[str], cells: Sequence[int], sides: str, room: int) -> list[int]:
    """Return the widths of columns that fit into the room, given their titles and the widths of their cells.

    First titles are wrapped, then the titles above numbers are cut, then the widest columns of text. Numbers, which are
    aligned right, are never cut.
    """
    from taeg.text.table import width

    words = [max(map(width, title.split()), default=0) for title in titles]
    widths = [max(cell, width(title)) for cell, title in zip(cells, titles, strict=True)]
    columns = list(zip(cells, words, (side == "r" for side in sides), strict=True))
    for title in range(max(widths), LEAST_TITLE - 1, -1):
        if sum(widths) <= room:
            return widths
        widths = [max(cell, min(word, title) if number else word) for cell, word, number in columns]
    for text in range(max(widths), 0, -1):
        if sum(widths) <= room:
            break
        widths = [size if column[2] else min(size, text) for size, column in zip(widths, columns, strict=True)]
    return widths


def print_columns(columns: Sequence[Column]) -> None:
    """Print texts side by side, or below each other where the terminal is too narrow."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    terminal = console()
    beside = terminal.width // len(columns) >= LEAST_COLUMN
    for group in [columns] if beside else [[column] for column in columns]:
        table = Table(
            box=box.MINIMAL,
            show_edge=False,
            pad_edge=False,
            expand=True,
            show_footer=any(column.note for column in group),
            footer_style="dim",
        )
        for column in group:
            table.add_column(Text(_line(column.head)), Text(_line(column.note)), ratio=1, overflow="fold")
        table.add_row(*(Text(_line(column.text)) for column in group))
        with terminal.capture() as captured:
            terminal.print(table)
        click.echo("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()), nl=False)
        if not beside:
            click.echo()


def print_document(page: "Document") -> None:
    """Print the tables and sentences of a report."""
    from eval.report import formats
    from eval.report.document import Listing

    if not sys.stdout.isatty():
        click.echo(formats.as_text(page), nl=False)
        return
    from rich.padding import Padding
    from rich.text import Text

    terminal = console()
    terminal.print(Text(page.title, "bold"))
    for part in page.parts:
        terminal.print(Text(f"\n{part.title}", "bold"))
        if isinstance(part, Listing):
            for line in part.lines:
                terminal.print(Padding(Text(line), (0, 0, 0, 2)))
        else:
            for block in formats.split_columns(part, terminal.width):
                print_table(block.header, block.rows, block.align)
            terminal.print(Text(part.note, "dim"), end="\n" if part.note else "")


def console() -> "Console":
    """Return rich's console on standard output, as wide as the terminal; it interprets no markup in texts."""
    from rich.console import Console

    width = shutil.get_terminal_size((80 if sys.stdout.isatty() else 100, 24)).columns
    return Console(width=width, highlight=False, markup=False, emoji=False)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return "" if value is None else _line(str(value))


def _line(text: str) -> str:
    return printable(" ".join(text.split()))
