"""From files to a narrative on the command line, at growing sizes: `python -m bench endtoend`.

A generated corpus is ingested into an embedded graph and consolidated, each command in a separate process. Time and
peak memory go into `bench/scaling.json`, from which `bench.plot` draws. `BENCH_SIZES=10k,100k` leaves out larger
sizes; `BENCH_FOLDER` keeps generated corpora in a folder and uses them again.
"""

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench import generator, process, table
from bench.table import Row
from taeg.base.files import write_whole

SCALING = Path(__file__).resolve().parent / "scaling.json"
SIZES = (10_000, 100_000, 1_000_000)
BARS = {"ingest": 250, "consolidate": 60}
"""Seconds at the largest size."""
GROWTH_BAR, GIGABYTES_BAR = 1.5, 2.5
STAGES = tuple(BARS)
SEED = 1
_UNITS = {"k": 1_000, "m": 1_000_000}


@dataclass(frozen=True, slots=True)
class Stage:
    """Cost of one command at one size."""

    size: int
    stage: str
    seconds: float
    computing: float
    """CPU seconds."""
    megabytes: float
    date: str


def parse_sizes(sizes: str) -> tuple[int, ...]:
    """Parse sizes such as `10k,100k,1M`."""
    found = []
    for word in filter(None, (part.strip().lower() for part in sizes.split(","))):
        unit = _UNITS.get(word[-1])
        found.append(round(float(word[:-1]) * unit) if unit else int(word))
    return tuple(sorted(set(found)))


def format_size(size: int) -> str:
    return f"{size // 1_000_000}M" if size % 1_000_000 == 0 else f"{size // 1_000}k" if size % 1_000 == 0 else str(size)


def measure(size: int, folder: Path) -> list[Stage]:
    """Generate a corpus unless the folder has it, and run all stages."""
    corpus, store, narrative = folder / f"{size}-{SEED}", folder / f"{size}.db", folder / f"{size}.txt"
    complete = corpus / ".complete"  # missing if the generator was interrupted
    if not complete.is_file():
        generator.write(size, SEED, corpus)
        complete.touch()
    for old in folder.glob(f"{store.name}*"):
        old.unlink()
    commands = {
        "ingest": ("ingest", corpus),
        "consolidate": ("consolidate", "--strategy", "taeg", "--out", narrative),
    }
    found = []
    for stage in STAGES:
        cost = process.run([*process.TAEG, *commands[stage], "--store", store])
        date = datetime.now(UTC).isoformat(timespec="seconds")
        costs = (round(cost.seconds, 3), round(cost.computing, 3), round(cost.megabytes, 1))
        found.append(Stage(size, stage, *costs, date))
        print(
            f"  {format_size(size):>5} {stage:<12} {costs[0]:9.2f} s {costs[1]:9.2f} s CPU {costs[2]:9.0f} MB",
            flush=True,
        )
    return found


def record(stages: Sequence[Stage], path: Path = SCALING) -> None:
    """Replace the recorded stages of these sizes."""
    fresh = {stage.size for stage in stages}
    kept = [stage for stage in recorded(path) if stage.size not in fresh]
    ordered = sorted((*kept, *stages), key=lambda s: (s.size, STAGES.index(s.stage)))
    write_whole(path, [json.dumps([asdict(stage) for stage in ordered], indent=1).encode(), b"\n"])


def recorded(path: Path = SCALING) -> list[Stage]:
    return [Stage(**item) for item in json.loads(path.read_text("utf-8"))] if path.is_file() else []


def judge(stages: Sequence[Stage]) -> list[Row]:
    """Return the time and memory of each stage at the largest size, and the growth of time per version."""
    smallest, largest = SIZES[0], SIZES[-1]
    found = {(stage.size, stage.stage): stage for stage in stages}
    result = []
    for name in STAGES:
        work, growth = f"{name} {format_size(largest)} versions, embedded", f"{name}: time per version"
        stage = found.get((largest, name))
        if stage is None:
            result.append(table.left_out(work, "", f"≤ {BARS[name]} s", "this size was left out"))
            continue
        result += [
            table.at_most(work, stage.seconds, "s", BARS[name], note=f"{stage.computing:.0f} s CPU"),
            table.at_most(f"{work}: peak memory", stage.megabytes / 1000, "GB", GIGABYTES_BAR),
        ]
        if small := found.get((smallest, name)):
            each, peer = 1e6 * stage.seconds / largest, f"{format_size(smallest)} versions"
            result.append(table.at_most(growth, each, "µs", GROWTH_BAR, peer, 1e6 * small.seconds / smallest))
    return result


def rows() -> list[Row]:
    stages: list[Stage] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.environ.get("BENCH_FOLDER") or name)
        for size in parse_sizes(os.environ.get("BENCH_SIZES", "")) or SIZES:
            stages += measure(size, folder)
            record(stages)
    return judge(stages)
