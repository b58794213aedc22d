"""A client killed in each stage that an ingest announces, so that no stage is left to chance; on each engine."""

import random
import time
from itertools import islice

import ingest
import taeg
from tests.faults.clients import Client, Ended
from tests.faults.ground import NIGHT, Ground
from tests.integration import accounts

EVENTS, SOURCES = 60, 5
EVERY = {"ladybug": 1, "neo4j": 3}
"""Which stages are tried: each where one file is copied back, some where a corpus must be ingested anew."""


def test_killed_in_each_stage(ground: Ground) -> None:
    put(ground, seed=1)
    old = ground.state()
    stages = list(dict.fromkeys(put(ground, seed=2).out.splitlines()))
    new, census = ground.state(), ground.count().census
    assert {"events", "versions", "BEFORE edges", "SAME_EVENT edges", "switch", "sweep"} <= set(stages)
    moments = random.Random(7)
    seen = []
    for stage in islice(stages, 0, None, EVERY[ground.engine]):
        put(ground, seed=1)
        ended = kill_in(ground.clients.launch(announce, [ground.clients.store, "2"]), stage, moments.uniform(0, 0.03))
        found = ground.state()
        assert found in (old, new), stage
        seen.append((stage, ended.code, found == new))
        put(ground, seed=2)
        assert ground.state() == new
        assert ground.count().census == census
    print(seen)
    assert [code for _, code, _ in seen].count(-9) > len(seen) // 2
    assert not all(is_new for _, _, is_new in seen)


def put(ground: Ground, seed: int) -> Ended:
    """Ingest one of the two corpora whole."""
    ended = ground.clients.launch(announce, [ground.clients.store, str(seed)]).end()
    assert ended.code == 0, ended.err
    return ended


def kill_in(client: Client, stage: str, delay: float) -> Ended:
    """Kill a client a little after it has announced a stage."""
    while stage not in (client.folder / "out").read_text().splitlines() and client.process.is_alive():
        time.sleep(0.001)
    return client.begun().kill_after(delay)


def announce(words: list[str]) -> None:
    """Ingest and print the name of each stage."""
    store, seed = words
    corpus = accounts.corpus(events=EVENTS, sources=SOURCES, seed=int(seed))
    with taeg.open(store) as graph:
        ingest.load(corpus, graph, NIGHT, lambda stage: print(stage, flush=True))
