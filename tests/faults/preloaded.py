"""Imports of the fork server, so that clients start quickly; nothing here opens a graph."""

import ladybug
import neo4j
import pandas
import scipy.sparse

import ingest
import ingest.readers
import taeg.cli
import taeg.graph.graph
import taeg.store.ladybug.driver
import taeg.store.neo4j.driver

__all__ = ["ingest", "ladybug", "neo4j", "pandas", "scipy", "taeg"]
