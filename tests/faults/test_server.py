"""The Neo4j server killed during an ingest, and its network cut at each commit."""

from pathlib import Path

import pytest

from tests.faults import cuts, kills
from tests.faults.proxy import AFTER, MOMENTS, Cut
from tests.faults.serverkills import kill_server, moments
from tests.faults.subject import NIGHT, Subject, Tables


@pytest.mark.faults
@pytest.mark.parametrize(
    "under_it",
    [
        pytest.param(False, id="restarted after the client ended"),
        pytest.param(True, id="restarted while the client retries"),
    ],
)
def test_a_server_killed_in_an_ingest(served: Subject, tables: Tables, own_home: Path, under_it: bool) -> None:
    expected = kills.undisturbed(served, tables, "replace")
    ended = kill_server(served, expected, own_home, moments(1, seed=under_it)[0], under_it=under_it)
    print(ended)
    assert ended in {"done", "old", "new"}
    assert under_it or ended != "done", "a client cannot succeed without a server"


CASES = {"ingest": 6, "consolidate": 6, "add": 3, "remove": 3, "delete": 6}
"""How many commits are tried; `python -m bench.faults` tries each in every way."""
SHORT = ("ingest",)
WORKS = [name if name in SHORT else pytest.param(name, marks=pytest.mark.faults) for name in CASES]
WAYS = [(moment, for_good) for for_good in (False, True) for moment in MOMENTS]


@pytest.mark.parametrize("work", WORKS)
def test_a_cut_at_a_commit_loses_and_doubles_nothing(
    served: Subject, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taeg.store.neo4j.driver.CONNECT_SECONDS", 1.0)  # how long a client tries again
    made = cuts.corpora()
    expected = cuts.straight(served, made, work)
    tried = min(CASES[work], expected.commits)
    ends = {}
    for case in range(tried):
        where = (1 + case * expected.commits // tried, *WAYS[case % len(WAYS)])
        ends[where] = cuts.tried(served, made, work, expected, Cut(*where))
    print(ends)
    assert set(ends.values()) <= {"done", "old", "new"}, ends
    assert "old" in ends.values()


def test_a_lost_network_is_reported_in_one_line(served: Subject, tables: Tables) -> None:
    assert served.login is not None
    command = kills.OPERATIONS["replace"](tables)
    served.prepare(("ingest", tables.old, "--id", NIGHT))
    with cuts.proxy(served, Cut(6, AFTER, for_good=True)) as between:
        served.clients.environment = {**served.clients.environment, "NEO4J_URI": between.uri}
        ended = served.clients.run(*command)
    assert ended.code == 1
    assert ended.clear, ended.err
    served.clients.environment = {**served.clients.environment, "NEO4J_URI": served.login[0]}
    again = served.clients.must(*command)
    assert served.state().digest in again.out
