"""Ranking in the server: PageRank of Neo4j's Graph Data Science plugin, for graphs that outgrow the client.

The same scores as `taeg.consolidate.lexrank`: versions with BEFORE and SAME_EVENT in both directions, by weight.
What GDS does with a version without ties differs from ours by a factor that is the same for all, so scores that sum
to one agree. Only Neo4j has it.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from taeg.base.errors import TaegError
from taeg.consolidate.arrays import Arrays, Ranking
from taeg.consolidate.lexrank import TOLERANCE
from taeg.graph.read import Entry
from taeg.model.corpus_graph import FloatArray
from taeg.store.engine import Store

SLICE = 100_000
"""Scores in one row of the answer."""
STRICTER = 1e-2
"""GDS stops when no version's score moves by more than the tolerance, we when all together move by less."""
PREFIX = "taeg-"
FORGOTTEN_HOURS = 24
"""A projection of ours that is older belongs to a process that was killed."""


def ranking(store: Store, entry: Entry) -> Ranking:
    """A ranking of all versions of a corpus in the server; refused where there is no such server."""
    if store.engine != "neo4j":
        raise TaegError(
            "the embedded graph cannot rank in a server; leave out --centrality gds, or copy the corpus to a Neo4j "
            "with the Graph Data Science plugin: taeg copy --to neo4j"
        )
    if not store.read("neo4j/gds_found")[0]["found"]:
        raise TaegError(
            "this Neo4j has no Graph Data Science plugin; leave out --centrality gds, or start a server that has it: "
            "taeg neo4j start --gds"
        )

    def rank(arrays: Arrays, kinds: Sequence[str], damping: float, tolerance: float, max_steps: int) -> FloatArray:
        store.write("neo4j/gds_sweep", prefix=PREFIX, hours=FORGOTTEN_HOURS)
        name = f"{PREFIX}{secrets.token_hex(8)}"
        try:
            # as writes, though nothing is written: in a cluster all three must go to the same member
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
            with suppress(TaegError):  # what failed before says more, and the next ranking sweeps
                store.write("neo4j/gds_drop", graph=name)
        scores = np.full(len(arrays.event), np.nan)
        for row in rows:
            if len(row["ord"]) < len(row["score"]):
                continue  # of versions that are gone: another process replaces the corpus
            scores[np.asarray(row["ord"], dtype=np.int64)] = row["score"]
        if np.isnan(scores).any():
            raise TaegError(f"corpus {entry.id!r} is not whole in the graph; ingest it again")
        return scores

    return rank
