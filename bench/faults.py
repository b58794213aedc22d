"""The longer job of faults: clients killed, servers killed, the network cut, many times; one table each.

`python -m bench.faults --kills 100 --servers 10 --cuts 1` takes hours on a busy machine; `--engine ladybug` needs no
server. Ends with code 1 if anything was wrong after any of them. A shorter form of the same is in `tests/faults`.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from taeg import localserver
from tests.faults import cuts, ground, kills
from tests.faults.ground import Ground, Tables
from tests.faults.proxy import MOMENTS, Cut
from tests.faults.serverkills import kill_server, moments

RIGHT = {"done", "old", "new"}


def killed_clients(found: Ground, tables: Tables, count: int, seed: int) -> list[str]:
    """Spread the kills over all operations."""
    wrong = []
    names = list(kills.OPERATIONS)
    for place, name in enumerate(names):
        share = count // len(names) + (place < count % len(names))
        if share:
            tally = kills.series(found, tables, name, share, seed)
            print(tally.row(), flush=True)
            wrong += tally.wrong
    return wrong


def killed_servers(found: Ground, tables: Tables, home: Path, count: int, seed: int) -> list[str]:
    """Kill the server under an ingest."""
    expected = kills.undisturbed(found, tables, "replace")
    ends = Counter(kill_server(found, expected, home, moment) for moment in moments(count, seed))
    return _row("server killed", ends)


def cut_networks(found: Ground, every: int) -> list[str]:
    """Cut the network at every commit, or at every so many, in each way."""
    wrong = []
    made = cuts.corpora()
    for work in cuts.WORKS:
        expected = cuts.straight(found, made, work)
        ends: Counter[str] = Counter()
        for commit in range(1, expected.commits + 1, every):
            for moment in MOMENTS:
                for for_good in (False, True):
                    ends[cuts.tried(found, made, work, expected, Cut(commit, moment, for_good))] += 1
        wrong += _row(f"cut in {work}", ends)
    return wrong


def _row(what: str, ends: Counter[str]) -> list[str]:
    wrong = [end for end in ends.elements() if end not in RIGHT]
    counts = f"{ends.total():>6} {ends['old']:>10} {ends['new'] + ends['done']:>10} {len(wrong):>6}"
    print(f"{what:<14} {'neo4j':<8} {counts}", flush=True)
    return wrong


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
    parser.add_argument("--engine", choices=("ladybug", "neo4j"), help="only this one")
    parser.add_argument("--home", type=Path, help="of a local server that holds nothing of worth and stays running")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = ground.tables(folder / "tables")
        print(kills.HEAD)
        if given.engine != "neo4j":
            wrong += killed_clients(ground.in_file(folder / "graph.db", folder), tables, given.kills, given.seed)
        if given.engine != "ladybug":
            with server(folder, given.home) as home:
                found = ground.on_server(localserver.start(home), folder / "served")
                wrong += killed_clients(found, tables, given.kills, given.seed)
                if given.cuts:
                    wrong += cut_networks(found, given.cuts)
                if given.servers:
                    wrong += killed_servers(found, tables, home, given.servers, given.seed)
    for line in wrong:
        print(f"wrong: {line}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
