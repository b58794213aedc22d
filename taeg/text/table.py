"""Plain text tables. Wide characters, such as Chinese ones, count as two columns of a terminal."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

GAP = "  "


def width(text: str) -> int:
    """Return the number of terminal columns that a text takes."""
    return cell_len(text)


def padded(rows: Sequence[Sequence[str]], align: str) -> list[list[str]]:
    """Pad the cells to the width of their column; `align` is `l` or `r` for each column."""
    widths = [[width(cell) for cell in row] for row in rows]
    columns = [max(column) for column in zip(*widths, strict=True)]
    return [
        [
            " " * (column - size) + cell if side == "r" else cell + " " * (column - size)
            for cell, size, column, side in zip(row, sizes, columns, align, strict=True)
        ]
        for row, sizes in zip(rows, widths, strict=True)
    ]


def lines(header: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> list[str]:
    """Return a table with a rule of dashes below its header; columns are aligned left by default."""
    head, *body = padded([header, *rows], align or "l" * len(header))
    return [GAP.join(cells).rstrip() for cells in (head, ["-" * width(cell) for cell in head], *body)]
