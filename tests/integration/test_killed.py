"""SIGKILL in the middle of an ingest over an existing corpus, at ten different moments, on each engine."""

import random
import subprocess
import sys
import time

import ingest
import taeg
from tests.conftest import ROOT
from tests.integration import accounts
from tests.integration.test_graph import leftovers

EVENTS = 250
MOMENTS = ("weigh", "events", "versions", "tells", "before", "same_event", "check", "switch", "sweep", "sweep")


def kill_at(address: str, stage: str, delay: float, seed: int) -> str:
    """Start an ingest, kill it `delay` seconds into a stage; returns the last stage it announced."""
    command = [sys.executable, "-m", "tests.integration.doomed_ingest", address, "night", str(EVENTS), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        last = ""
        for line in process.stdout:
            last = line.strip()
            if last == stage:
                time.sleep(delay)
                process.kill()
                break
        process.wait()
    assert process.returncode == -9, f"the ingest ended before it could be killed in {stage} (last: {last})"
    return last


def test_ten_kills_leave_the_old_corpus_or_the_new_one(address: str) -> None:
    old, new = (ingest.build(accounts.corpus(events=EVENTS, sources=8, seed=seed)) for seed in (1, 2))
    delays = random.Random(7)
    seen = set()
    for stage in MOMENTS:
        with taeg.open(address) as graph:
            graph.load(old, "night")
        kill_at(address, stage, delays.uniform(0, 0.03), seed=2)
        with taeg.open(address, read_only=True) as graph:
            digest = graph.stats("night").digest
            assert digest in (old.digest, new.digest), stage
            seen.add(digest)
            assert graph.corpora()[0].digest == digest
        with taeg.open(address) as graph:
            graph.load(new, "night")
            assert graph.stats("night").digest == new.digest
            assert leftovers(graph, "night") == 0
    assert old.digest in seen
