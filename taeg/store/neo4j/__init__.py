"""Neo4j: driver, TLS settings and the local server."""
