"""The Neo4j server of benchmarks: that of `NEO4J_URI`, else a running local one, else none."""

import os

import neo4j

from taeg.store.neo4j import local_server as localserver


def driver() -> neo4j.Driver | None:
    """Return a driver for peers, or None without a server."""
    address, user = os.environ.get("NEO4J_URI"), os.environ.get("NEO4J_USERNAME") or "neo4j"
    password = os.environ.get("NEO4J_PASSWORD") or ""
    local = localserver.status() if not password else None
    if local and address in (None, local.bolt_uri):
        address, user, password = local.bolt_uri, local.username, local.password
    if not address:
        return None
    return neo4j.GraphDatabase.driver(address, auth=(user, password), notifications_min_severity="OFF")


def version() -> str:
    """Return the server's version, or an empty string without a server."""
    found = driver()
    if found is None:
        return ""
    with found:
        try:
            return found.get_server_info().agent.removeprefix("Neo4j/")
        except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError):
            return ""


LEFT_OUT = "left out: no server (set NEO4J_URI, or start one with: taeg neo4j start --gds)"
