"""LexRank on the server: PageRank of Neo4j's Graph Data Science plugin, for graphs too large for the client.

The scores equal those of `taeg.consolidate.lexrank`: BEFORE and SAME_EVENT edges in both directions, weighted. GDS
treats versions without edges differently by a factor common to all, so normalised scores agree.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from taeg.base.errors import TaegError, suggested
from taeg.consolidate.arrays import Arrays, Ranking
from taeg.consolidate.lexrank import TOLERANCE
from taeg.graph.read import Entry
from taeg.model.corpus_graph import FloatArray
from taeg.store.engine import Store

SLICE = 100_000
"""Scores per row of the result."""
STRICTER = 1e-2
"""GDS compares the tolerance with the largest change of a score, LexRank with the sum of changes."""
PREFIX = "taeg-"
NAMES = PREFIX + "[0-9a-f]{16}"
"""The names of our projections, as a regular expression."""
FORGOTTEN_HOURS = 24
"""An older projection of ours was left by a killed process."""


def ranking(store: Store, entry: Entry) -> Ranking:
    """Return a function that ranks all versions of a corpus on the server."""
    if store.engine != "neo4j":
        raise TaegError(
            "the embedded graph has no server to rank on; leave out --centrality gds, or copy the corpus to a Neo4j "
            f"with the Graph Data Science plugin: {suggested('taeg copy --to neo4j')}"
        )
    if not store.read("neo4j/gds_found")[0]["found"]:
        raise TaegError(
            "this Neo4j has no Graph Data Science plugin; leave out --centrality gds, or start a server that has it: "
            "taeg neo4j start --gds"
        )

    def rank(arrays: Arrays, kinds: Sequence[str], damping: float, tolerance: float, max_steps: int) -> FloatArray:
        store.write("neo4j/gds_sweep", pattern=NAMES, hours=FORGOTTEN_HOURS)
        name = f"{PREFIX}{secrets.token_hex(8)}"
        try:
            # sent as writes although they only read: in a cluster all three must reach the same member
            store.write(
                "neo4j/gds_project", graph=name, generation=entry.generation, kinds=[kind.upper() for kind in kinds]
            )
            rows = store.write(
                "neo4j/gds_rank",
                graph=name,
                damping=damping,
                tolerance=min(tolerance, TOLERANCE) * STRICTER,
                max_steps=max_steps,
                slice=SLICE,
            )
        finally:
            with suppress(TaegError):  # keep the first error; the next ranking removes the projection
                store.write("neo4j/gds_drop", graph=name)
        scores = np.full(len(arrays.event), np.nan)
        for row in rows:
            if len(row["ord"]) < len(row["score"]):
                continue  # versions were deleted: another process is replacing the corpus
            scores[np.asarray(row["ord"], dtype=np.int64)] = row["score"]
        if np.isnan(scores).any():
            raise TaegError(f"corpus {entry.id!r} is incomplete in the graph; ingest it again")
        return scores

    return rank
