"""Write the recorded results into the tables of `docs/scale.md`: `python -m bench.page`.

Each table is enclosed in two comments; the rest of the page is not changed.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from bench import endtoend, faults, table
from bench.table import Row
from taeg.base.files import write_whole

PAGE = Path(__file__).resolve().parent.parent / "docs" / "scale.md"
SAMPLED = "sampled edges"


def lines(head: Sequence[str], body: Iterable[Sequence[object]]) -> str:
    """Format a Markdown table."""
    rows = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def figures() -> str:
    """Return the results with their bars."""
    return lines(
        ("work", "ours", "peer", "ratio", "bar", "met"),
        [
            (row.work, _amount(row.ours, row.unit), _peer(row), _ratio(row), row.bar, _verdict(row))
            for row in table.load()
            if row.bar and not row.work.startswith(SAMPLED)
        ],
    )


def sampled() -> str:
    """Return the comparison of sampled edges with all pairs."""
    found = [row for row in table.load() if row.work.startswith(SAMPLED)]
    head = ("sampled edges", "result", "bar", "met", "details")
    work = len(SAMPLED) + 2
    return lines(
        head, [(row.work[work:], _amount(row.ours, row.unit), row.bar, _verdict(row), row.note) for row in found]
    )


def growth() -> str:
    """Return the cost of each size."""
    stages = endtoend.recorded()
    body = []
    for size in sorted({stage.size for stage in stages}):
        of_size = {stage.stage: stage for stage in stages if stage.size == size}
        costs = [
            part
            for stage in endtoend.STAGES
            for part in (f"{of_size[stage].seconds:,.1f} s", f"{of_size[stage].megabytes:,.0f} MB")
        ]
        body.append((f"{size:,}", *costs))
    return lines(("versions", *(part for stage in endtoend.STAGES for part in (stage, "peak memory"))), body)


def survived() -> str:
    """Return the number of injected faults and their outcomes."""
    columns = ("fault", "engine", "tried", "old", "new", "wrong")
    names = {"old": "ended old", "new": "ended new or as it should"}
    return lines(
        [names.get(name, name) for name in columns], [[row[name] for name in columns] for row in faults.recorded()]
    )


TABLES: Mapping[str, Callable[[], str]] = MappingProxyType(
    {"figures": figures, "growth": growth, "sampled": sampled, "survived": survived}
)


def fill(page: str) -> str:
    """Return the page with its tables replaced."""
    for name, made in TABLES.items():
        before, after = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
        if page.count(before) != 1 or page.count(after) != 1:
            raise ValueError(f"{PAGE.name} must contain the markers of the table {name!r} exactly once")
        head, _, rest = page.partition(before)
        page = head + before + made() + after + rest.partition(after)[2]
    return page


def _amount(value: float, unit: str) -> str:
    return "-" if math.isnan(value) else f"{table.number(value)} {unit}"


def _peer(row: Row) -> str:
    return f"{row.peer}: {_amount(row.theirs, row.unit)}" if row.theirs is not None else row.peer or "-"


def _ratio(row: Row) -> str:
    return "-" if row.ratio is None else f"{row.ratio:.2f}"


def _verdict(row: Row) -> str:
    return {True: "yes", False: "**no**", None: "-"}[row.met]


def main() -> None:
    write_whole(PAGE, [fill(PAGE.read_text("utf-8")).encode()])


if __name__ == "__main__":
    main()
