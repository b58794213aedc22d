"""The longer job of faults: clients killed, servers killed, the network cut, and the rest of them, many times.

`python -m bench.faults --kills 100 --servers 10 --cuts 1 --again 5` takes hours on a busy machine; `--engine ladybug`
needs no server. One table, kept in `bench/faults.json`; ends with code 1 if anything was wrong after any of them. A
shorter form of the same is in `tests/faults`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from taeg.base.files import write_whole
from taeg.store.neo4j import local_server as localserver
from tests.faults import cuts, kills, subject
from tests.faults.proxy import MOMENTS, Cut
from tests.faults.serverkills import kill_server, moments
from tests.faults.subject import Subject, Tables

RECORD = Path(__file__).resolve().parent / "faults.json"
HEAD = f"{'fault':<44} {'engine':<8} {'tried':>6} {'ended old':>10} {'ended new':>10} {'wrong':>6}"
AGAIN = {
    "test_disk": "the disk is full",
    "test_together": "two clients at once, readers beside a writer",
    "test_growth": "replacement again and again, killed rewriting",
    "test_stages": "client killed in each stage",
}
"""Tests whose faults are not counted one by one, and what they try."""


class Found:
    """What became of the faults: printed and kept line by line, since the job is long."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        print(HEAD, flush=True)

    def add(self, fault: str, engine: str, ends: Counter[str]) -> None:
        """Count how faults of one kind ended: `old`, `new` and `done` are right, all else says what was wrong."""
        old, new = ends["old"], ends["new"] + ends["done"]
        wrong = [end for end in ends.elements() if end not in ("old", "new", "done")]
        print(f"{fault:<44} {engine:<8} {ends.total():>6} {old:>10} {new:>10} {len(wrong):>6}", flush=True)
        self.wrong += wrong
        date = datetime.now(UTC).isoformat(timespec="seconds")
        fresh = {"fault": fault, "engine": engine, "tried": ends.total(), "old": old, "new": new, "wrong": len(wrong)}
        kept = [row for row in recorded() if (row["fault"], row["engine"]) != (fault, engine)]
        rows = sorted((*kept, {**fresh, "date": date}), key=lambda row: (row["fault"], row["engine"]))
        write_whole(RECORD, [json.dumps(rows, indent=1).encode(), b"\n"])


def recorded() -> list[dict[str, Any]]:
    """The rows that are kept."""
    return json.loads(RECORD.read_text("utf-8")) if RECORD.is_file() else []


def killed_clients(subject: Subject, tables: Tables, count: int, seed: int, found: Found) -> None:
    """Spread the kills over all operations."""
    names = list(kills.OPERATIONS)
    for place, name in enumerate(names):
        share = count // len(names) + (place < count % len(names))
        if share:
            tally = kills.series(subject, tables, name, share, seed)
            ends = Counter({"old": tally.old, "new": tally.new}) + Counter(tally.wrong)
            found.add(f"client killed in {name}", subject.engine, ends)


def killed_servers(subject: Subject, tables: Tables, home: Path, count: int, seed: int, found: Found) -> None:
    """Kill the server under an ingest; every second time it is there again while the client still tries."""
    expected = kills.undisturbed(subject, tables, "replace")
    for under_it, when in ((False, "back when the client has ended"), (True, "back at once")):
        times = moments(count, seed)[under_it::2]
        ends = Counter(kill_server(subject, expected, home, moment, under_it=under_it) for moment in times)
        found.add(f"server killed, {when}", subject.engine, ends)


def cut_networks(subject: Subject, every: int, found: Found) -> None:
    """Cut the network at every commit, or at every so many, in each way."""
    made = cuts.corpora()
    for work in cuts.WORKS:
        expected = cuts.straight(subject, made, work)
        ends: Counter[str] = Counter()
        for commit in range(1, expected.commits + 1, every):
            for moment in MOMENTS:
                for for_good in (False, True):
                    ends[cuts.tried(subject, made, work, expected, Cut(commit, moment, for_good))] += 1
        found.add(f"network cut in {work}", subject.engine, ends)


def tests_again(times: int, folder: Path, engine: str | None, found: Found) -> None:
    """Run the tests of other faults that often; each case that passes counts as one that ended as it should."""
    other = {"ladybug": ["-k", "not neo4j"], "neo4j": ["-k", "neo4j"], None: []}[engine]
    for module, what in AGAIN.items():
        ends: Counter[str] = Counter()
        for _ in range(times):
            report = folder / "report.xml"
            command = [sys.executable, "-m", "pytest", "-q", f"tests/faults/{module}.py", f"--junit-xml={report}"]
            subprocess.run([*command, *other], cwd=RECORD.parent.parent, check=False, stdout=subprocess.DEVNULL)
            for case in ElementTree.parse(report).iter("testcase"):
                bad = next((part.get("message") or part.tag for part in case if part.tag != "system-out"), "")
                ends[f"{case.get('name')}: {bad}" if bad else "done"] += 1
        if ends:
            found.add(what, engine or "both", ends)


@contextmanager
def server(folder: Path, kept: Path | None) -> Iterator[Path]:
    """A server of its own, or the local one of a home that stays running."""
    home = kept or folder / "neo4j"
    localserver.start(home)
    try:
        yield home
    finally:
        if kept is None:
            localserver.stop(home)


def main() -> None:
    parser = argparse.ArgumentParser(description="Try faults many times.")
    parser.add_argument("--kills", type=int, default=100, help="clients killed on each engine")
    parser.add_argument("--servers", type=int, default=0, help="times the Neo4j server is killed")
    parser.add_argument("--cuts", type=int, default=0, metavar="N", help="cut the network at every Nth commit")
    parser.add_argument("--again", type=int, default=0, help="times that the tests of all other faults are run")
    parser.add_argument("--engine", choices=("ladybug", "neo4j"), help="only this one")
    parser.add_argument("--home", type=Path, help="of a local server that holds nothing of worth and stays running")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = Found()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = subject.tables(folder / "tables")
        if given.engine != "neo4j":
            killed_clients(subject.in_file(folder / "graph.db", folder), tables, given.kills, given.seed, found)
        if given.engine != "ladybug":
            with (
                server(folder, given.home) as home,
                subject.on_server(localserver.start(home), folder / "served") as served,
            ):
                killed_clients(served, tables, given.kills, given.seed, found)
                if given.cuts:
                    cut_networks(served, given.cuts, found)
                if given.servers:
                    killed_servers(served, tables, home, given.servers, given.seed, found)
        if given.again:
            tests_again(given.again, folder, given.engine, found)
    for line in found.wrong:
        print(f"wrong: {line}")
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
