"""A process that ingests and announces each stage, so that a test can kill it in the middle of one.

Usage: doomed_ingest ADDRESS CORPUS_ID EVENTS SEED
"""

import sys

import ingest
import taeg
from tests.integration import accounts

if __name__ == "__main__":
    address, corpus, events, seed = sys.argv[1:]
    value = accounts.corpus(events=int(events), sources=8, seed=int(seed))
    with taeg.open(address) as graph:
        ingest.load(value, graph, corpus, lambda stage: print(stage, flush=True))
    print("done", flush=True)
