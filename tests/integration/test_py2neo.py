"""py2neo, the optional extra, opens the same graph and reads a narrative from it."""

import pytest

import cypher
import ingest
import taeg
from tests.integration import accounts
from tests.servers import Login


def test_py2neo_reads_a_narrative(neo4j_address: str, neo4j_login: Login) -> None:
    py2neo = pytest.importorskip("py2neo", reason="the extra is not installed: pip install py2neo")
    with taeg.open(neo4j_address) as graph:
        ingest.load(accounts.corpus(), graph)
        narrative = graph.consolidate("taeg")
    other = py2neo.Graph(
        neo4j_login.uri.replace("neo4j://", "bolt://"), auth=(neo4j_login.username, neo4j_login.password)
    )
    rows = other.run(cypher.query("explore/run").text, corpus=narrative.corpus, run="taeg").data()
    assert [row["text"] for row in rows] == [passage.text for passage in narrative.passages]
