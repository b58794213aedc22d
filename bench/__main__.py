"""Run benchmarks: `make bench`, or `python -m bench NAME…` for some of them.

Each benchmark runs in a separate process. Those with a function `rows()` are printed beside their bars and recorded in
`bench/results.json`; the others only print.
"""

import argparse
import subprocess
import sys
from importlib import import_module

from bench import table

ROWS = ("startup", "large_events", "reading", "weights", "lexrank", "load", "endtoend")
"""Benchmarks with bars, in order of cost."""
PRINTED = ("protocol", "order", "rouge")
LONG = (
    *(
        "alignment",
        "alignment_errors",
        "conflicts",
        "examples",
        "expressions",
        "fusion",
        "fuzz",
        "faults",
        "large_drafts",
    ),
    *("padding", "review"),
)
"""Benchmarks that run only if they are named."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure and compare with bars.")
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*ROWS, *PRINTED, *LONG, []])
    parser.add_argument("--record", choices=ROWS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.record:
        table.main(given.record, import_module(f"bench.{given.record}").rows())
        return
    names = given.names or [*ROWS, *PRINTED]
    failed = []
    for name in names:
        print(name, flush=True)
        module = ("bench", "--record", name) if name in ROWS else (f"bench.{name}",)
        if subprocess.run([sys.executable, "-m", *module], check=False).returncode:
            failed.append(name)
        print(flush=True)
    if rows := table.load(modules=[name for name in names if name in ROWS and name not in failed]):
        print(table.header())
        if len(names) > 1:
            print(table.format_rows(rows))
        verdicts = [row.met for row in rows]
        print(f"bars met: {verdicts.count(True)}, missed: {verdicts.count(False)}, no verdict: {verdicts.count(None)}")
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
