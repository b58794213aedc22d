"""The table of results: its rows with their bars, how they are printed and recorded in `bench/results.json`.

A benchmark has a function `rows() -> list[Row]`. Each kind of bar is a function that makes a row.
"""

import json
import math
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from bench import server
from taeg.base.files import write_whole

RESULTS = Path(__file__).resolve().parent / "results.json"
PACKAGES = (
    "taeg",
    "numpy",
    "scipy",
    "scikit-learn",
    "ladybug",
    "neo4j",
    "neo4j-rust-ext",
    "igraph",
    "pandas",
    "pyarrow",
)


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside its peer and its bar."""

    work: str
    ours: float
    unit: str
    peer: str
    theirs: float | None
    ratio: float | None
    bar: str
    met: bool | None
    """None if nothing was measured or there is no bar."""
    note: str = ""


def at_most(
    work: str, ours: float, unit: str, bar: float, peer: str = "", theirs: float | None = None, note: str = ""
) -> Row:
    """A row whose bar is `bar` times the peer's result, or `bar` itself without a peer."""
    if theirs is None:
        return Row(work, ours, unit, peer, None, None, f"≤ {bar:g} {unit}", ours <= bar, note)
    ratio = ours / theirs
    return Row(work, ours, unit, peer, theirs, ratio, f"≤ {bar:g} x", ratio <= bar, note)


def times_as_fast(work: str, ours: float, unit: str, bar: float, peer: str, theirs: float, note: str = "") -> Row:
    """A row whose bar is met if the peer takes at least `bar` times as long."""
    ratio = theirs / ours
    return Row(work, ours, unit, peer, theirs, ratio, f"≥ {bar:g} x as fast", ratio >= bar, note)


def left_out(work: str, peer: str, bar: str, why: str) -> Row:
    """A row that could not be measured: its bar is neither met nor missed."""
    return Row(work, float("nan"), "", peer, None, None, bar, None, why)


def machine() -> dict[str, Any]:
    """Return the hardware and operating system."""
    return {
        "cores": os.cpu_count(),
        "memory": f"{psutil.virtual_memory().total / 2**30:.1f} GiB",
        "cpu": _cpu(),
        "os": platform.freedesktop_os_release()["PRETTY_NAME"] if platform.system() == "Linux" else platform.platform(),
    }


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages used."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found["neo4j driver" if package == "neo4j" else package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found | {"neo4j server": server.version() or "none"}


def save(module: str, rows: Iterable[Row], path: Path = RESULTS) -> None:
    """Replace the recorded rows of one benchmark, in their position."""
    kept = _read(path)
    date = datetime.now(UTC).isoformat(timespec="seconds")
    fresh = [_plain(row) for row in rows]
    own = set(kept["modules"].get(module, {}).get("works", []))
    own |= {row["work"] for row in fresh}
    before = [row["work"] for row in kept["rows"]]
    place = next((before.index(work) for work in before if work in own), len(before))
    ahead = [row for row in kept["rows"][:place] if row["work"] not in own]
    behind = [row for row in kept["rows"][place:] if row["work"] not in own]
    with_server = versions()
    if with_server["neo4j server"] == "none":  # an earlier row may have used it
        with_server["neo4j server"] = kept["versions"].get("neo4j server", "none")
    result = {
        "machine": machine(),
        "versions": with_server,
        "date": date,
        "modules": kept["modules"]
        | {module: {"date": date, "load": round(os.getloadavg()[0], 1), "works": [row["work"] for row in fresh]}},
        "rows": [*ahead, *fresh, *behind],
    }
    write_whole(path, [json.dumps(result, ensure_ascii=False, indent=1).encode(), b"\n"])


def load(path: Path = RESULTS, modules: Iterable[str] | None = None) -> list[Row]:
    """Return the recorded rows, of all or of some benchmarks."""
    kept = _read(path)
    wanted = {work for name in modules or () for work in kept["modules"].get(name, {}).get("works", [])}
    return [
        Row(**{**row, "ours": float("nan") if row["ours"] is None else row["ours"]})
        for row in kept["rows"]
        if modules is None or row["work"] in wanted
    ]


def format_rows(rows: Iterable[Row]) -> str:
    """Format rows as a text table with notes below."""
    head = ("work", "ours", "peer", "theirs", "ratio", "bar", "met")
    found = list(rows)
    body = [
        (
            row.work,
            "-" if math.isnan(row.ours) else f"{number(row.ours)} {row.unit}",
            row.peer or "-",
            "-" if row.theirs is None else f"{number(row.theirs)} {row.unit}",
            "-" if row.ratio is None else f"{row.ratio:,.2f} x",
            row.bar or "-",
            {True: "met", False: "MISSED", None: "-"}[row.met],
        )
        for row in found
    ]
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    right = {1, 3, 4}
    lines = []
    for line in (head, tuple("-" * width for width in widths), *body):
        cells = (
            cell.rjust(w) if at in right else cell.ljust(w)
            for at, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    notes = [f"  {row.work}: {row.note}" for row in found if row.note]
    return "\n".join([*lines, *(["notes", *notes] if notes else [])])


def header() -> str:
    """Format machine and versions, with a warning if the machine is busy."""
    on, load, cores = machine(), os.getloadavg()[0], os.cpu_count() or 1
    busy = f"BUSY: {load:.1f} processes want {cores} cores, so times are too long\n" if load > 2 * cores else ""
    return busy + (
        f"{on['cores']} cores, {on['memory']}, {on['cpu']}, {on['os']}\n"
        f"{', '.join(f'{name} {version}' for name, version in versions().items())}"
    )


def main(module: str, rows: list[Row]) -> None:
    """Print and record the rows of a benchmark."""
    print(format_rows(rows), flush=True)
    save(module, rows)


def _read(path: Path) -> dict[str, Any]:
    empty: dict[str, Any] = {"versions": {}, "modules": {}, "rows": []}
    return empty | json.loads(path.read_text("utf-8")) if path.is_file() else empty


def _plain(row: Row) -> dict[str, Any]:
    """Convert a row for JSON, which has no NaN."""
    plain = {key: value.item() if isinstance(value, np.generic) else value for key, value in asdict(row).items()}
    return plain | {"ours": None if math.isnan(row.ours) else plain["ours"]}


def number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
