"""Start-up time of the command line: `python -m bench startup`.

Wall time of whole processes: the median of several runs after a first one that fills the disk cache.
"""

import statistics
import tempfile
from pathlib import Path

from bench import generator, process, table
from bench.table import Row

RUNS = 7
HELP_BAR, STATS_BAR = 0.3, 1.0
SMALL = 200
"""Versions of the graph of `taeg stats`."""


def median(work: str, bar: float, *arguments: str | Path) -> Row:
    command = [*process.TAEG, *arguments]
    process.wall_and_cpu(command)
    runs = [process.wall_and_cpu(command) for _ in range(RUNS)]
    wall, cpu = (statistics.median(run[part] for run in runs) for part in (0, 1))
    return table.at_most(work, wall, "s", bar, note=f"median of {RUNS} runs; {cpu:.2f} s CPU")


def rows() -> list[Row]:
    found = [median("start-up: taeg --help", HELP_BAR, "--help")]
    with tempfile.TemporaryDirectory() as name:
        corpus, store = Path(name) / "corpus", Path(name) / "small.db"
        generator.write(SMALL, 1, corpus)
        process.run([*process.TAEG, "ingest", corpus, "--store", store])
        found.append(median(f"start-up: taeg stats, {SMALL} versions", STATS_BAR, "stats", "--store", store))
    return found
