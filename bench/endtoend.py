"""From files to a narrative, at growing sizes, by the command line: `python -m bench.endtoend --sizes 10k,100k,1M`.

A corpus is generated (not timed), then ingested into an embedded graph and consolidated, each command in a process of
its own. Time and peak memory of each go into `bench/scaling.json`, from which `bench.plot` draws. With `--folder`
generated corpora are kept there and used again.
"""

import argparse
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
GROWTH_BAR, SECONDS_BAR, GIGABYTES_BAR = 1.5, 15 * 60, 6
STAGES = ("ingest", "consolidate")
SEED = 1
_UNITS = {"k": 1_000, "m": 1_000_000}


@dataclass(frozen=True, slots=True)
class Stage:
    """What one command cost at one size."""

    size: int
    stage: str
    seconds: float
    computing: float
    megabytes: float
    date: str


def parsed(sizes: str) -> tuple[int, ...]:
    """Sizes as people write them: `10k,100k,1M`."""
    found = []
    for word in filter(None, (part.strip().lower() for part in sizes.split(","))):
        unit = _UNITS.get(word[-1])
        found.append(round(float(word[:-1]) * unit) if unit else int(word))
    return tuple(sorted(set(found)))


def wanted_sizes() -> tuple[int, ...]:
    """Those that `BENCH_SIZES` names, else all."""
    return parsed(os.environ.get("BENCH_SIZES", "")) or SIZES


def called(size: int) -> str:
    return f"{size // 1_000_000}M" if size % 1_000_000 == 0 else f"{size // 1_000}k" if size % 1_000 == 0 else str(size)


def measured(size: int, folder: Path) -> list[Stage]:
    """Generate a corpus of that size where it is not there yet, and bring it through all stages."""
    corpus, store, narrative = folder / f"{size}-{SEED}", folder / f"{size}.db", folder / f"{size}.txt"
    whole = corpus / ".whole"  # a generator that was stopped leaves none
    if not whole.is_file():
        generator.write(size, SEED, corpus)
        whole.touch()
    for left in folder.glob(f"{store.name}*"):
        left.unlink()
    commands = {
        "ingest": ("ingest", corpus),
        "consolidate": ("consolidate", "--strategy", "taeg", "--out", narrative),
    }
    found = []
    for stage in STAGES:
        cost = process.run([process.TAEG, *commands[stage], "--store", store])
        date = datetime.now(UTC).isoformat(timespec="seconds")
        found.append(
            Stage(size, stage, round(cost.seconds, 3), round(cost.computing, 3), round(cost.megabytes, 1), date)
        )
        spent = f"{cost.seconds:9.2f} s {cost.computing:9.2f} s computing {cost.megabytes:9.0f} MB"
        print(f"  {called(size):>5} {stage:<12} {spent}", flush=True)
    return found


def record(stages: Sequence[Stage], path: Path = SCALING) -> None:
    """Put what was measured in place of what was known of the same sizes."""
    fresh = {stage.size for stage in stages}
    kept = [stage for stage in recorded(path) if stage.size not in fresh]
    all_of_them = sorted((*kept, *stages), key=lambda s: (s.size, STAGES.index(s.stage)))
    write_whole(path, [json.dumps([asdict(stage) for stage in all_of_them], indent=1).encode(), b"\n"])


def recorded(path: Path = SCALING) -> list[Stage]:
    return [Stage(**item) for item in json.loads(path.read_text("utf-8"))] if path.is_file() else []


def judged(stages: Sequence[Stage], failed: dict[int, str]) -> list[Row]:
    """The rows of the table: each size, and the bars that need the largest."""
    seconds = {size: sum(s.seconds for s in stages if s.size == size) for size in {s.size for s in stages}}
    peak = {size: max(s.megabytes for s in stages if s.size == size) for size in seconds}
    smallest, largest = SIZES[0], SIZES[-1]
    why = failed.get(largest) or failed.get(smallest) or f"left out: the sizes were {', '.join(map(called, seconds))}"
    found = []
    for size in sorted({*seconds, *failed}):
        work = f"end to end, {called(size)} versions, embedded"
        bar = f"≤ {SECONDS_BAR} s" if size == largest else ""
        if size in failed:
            found.append(table.left_out(work, "", bar, failed[size]))
            continue
        parts = "; ".join(
            f"{s.stage} {s.seconds:.1f} s ({s.computing:.1f} s computing), {s.megabytes:.0f} MB"
            for s in stages
            if s.size == size
        )
        if size == largest:
            found.append(table.at_most(work, seconds[size], "s", SECONDS_BAR, note=parts))
            memory = f"memory of {called(size)} versions, embedded"
            found.append(
                table.at_most(memory, peak[size] / 1000, "GB", GIGABYTES_BAR, note="process tree, at its peak")
            )
        else:
            found.append(Row(work, seconds[size], "s", "", None, None, "", None, parts))
    growth = f"time per version, {called(largest)} against {called(smallest)}"
    if {smallest, largest} <= seconds.keys():
        each = {size: 1_000_000 * seconds[size] / size for size in (smallest, largest)}
        peer = f"{called(smallest)} versions"
        found.append(table.at_most(growth, each[largest], "µs", GROWTH_BAR, peer, each[smallest]))
    else:
        found.append(table.left_out(growth, f"{called(smallest)} versions", f"≤ {GROWTH_BAR} x", why))
        if largest not in {*seconds, *failed}:
            work = f"end to end, {called(largest)} versions, embedded"
            found.append(table.left_out(work, "", f"≤ {SECONDS_BAR} s", why))
    return found


def rows(sizes: Sequence[int] = (), folder: Path | None = None) -> list[Row]:
    stages: list[Stage] = []
    failed: dict[int, str] = {}
    with tempfile.TemporaryDirectory() as name:
        for size in sizes or wanted_sizes():
            try:
                stages += measured(size, folder or Path(name))
            except process.FailedError as error:
                failed[size] = f"failed: {error}"
    record([stage for stage in stages if stage.size not in failed])
    return judged([stage for stage in stages if stage.size not in failed], failed)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time and memory from files to a narrative.")
    parser.add_argument("--sizes", type=parsed, default=())
    parser.add_argument("--folder", type=Path)
    wanted = parser.parse_args()
    if wanted.folder:
        wanted.folder.mkdir(parents=True, exist_ok=True)
    table.main("endtoend", rows(wanted.sizes, wanted.folder))


if __name__ == "__main__":
    main()
