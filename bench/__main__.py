"""`make bench`: every figure in one table, with machine and versions; `python -m bench NAME…` takes some of them.

Each benchmark runs in a process of its own, the cheap ones first. Those with figures have `rows()`, which come into the
table and into `bench/results.json`; the others print what they have to say. `BENCH_SIZES=10k,100k` cuts the sizes of
`endtoend`.
"""

import argparse
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

from bench import table

FIGURES = ("startup", "large_events", "reading", "weights", "lexrank", "load", "endtoend")
"""Modules with `rows()`, in order of cost."""
PRINTED = {
    "stages": "Where the time goes on a small corpus",
    "protocol": "The published protocol",
    "order": "What τ and disorder say of moved events",
    "rouge": "One ROUGE-L of a whole narrative",
}
"""Modules that print."""
LONGER = ("examples", "fuzz", "faults")
"""Modules that run only where they are named: what they look for takes longer than a table should."""


def figures(name: str) -> bool:
    """The rows of one benchmark, printed and kept by a process of its own."""
    keep = "import sys, bench.__main__ as harness; harness.kept(sys.argv[1])"
    return subprocess.run([sys.executable, "-c", keep, name], check=False).returncode == 0


def kept(name: str) -> None:
    """What that process does."""
    table.main(name, import_module(f"bench.{name}").rows())


def printed(name: str) -> bool:
    return subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Figures beside their peers and bars.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*FIGURES, *PRINTED, *LONGER)))
    names = parser.parse_args().names or [*FIGURES, *PRINTED]
    if unknown := [name for name in names if name not in (*FIGURES, *PRINTED, *LONGER)]:
        parser.error(
            f"there is no benchmark {', '.join(unknown)}; there are {', '.join((*FIGURES, *PRINTED, *LONGER))}"
        )
    done: list[str] = []
    failed: list[str] = []
    for name in names:
        print(f"{name}: {PRINTED[name]}" if name in PRINTED else name, flush=True)
        if find_spec(f"bench.{name}") is None:
            failed.append(f"{name} (not written)")
            continue
        good = figures(name) if name in FIGURES else printed(name)
        (done if good else failed).append(name)
        print(flush=True)
    if rows := table.load(modules=[name for name in done if name in FIGURES]):
        print(table.header())
        if len(done) > 1:  # else it stands just above
            print(table.shown(rows))
        missed = [row.work for row in rows if row.met is False]
        measured = sum(row.met is not None for row in rows)
        print(
            f"{measured - len(missed)} of {measured} bars met, {sum(row.met is None for row in rows)} without verdict"
        )
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
