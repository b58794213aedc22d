"""The one small interface to a graph engine, and the two engines behind it.

Nothing outside this package knows which engine runs. Statements are asked for by name (see the package `cypher`);
nobody hands Cypher text to a store.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, Self

from taeg.base.errors import InputError

Row = dict[str, Any]
Columns = dict[str, list[Any]]

DEFAULT_PATH = "taeg.db"
NEO4J_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


class Store(Protocol):
    """What the rest of the system may ask of a graph engine."""

    engine: str
    """`neo4j` or `ladybug`."""
    exclusive: bool
    """Whether nobody else can write while this store is open."""

    def has_schema(self) -> bool:
        """Whether the graph has been prepared by us before."""

    def create_schema(self) -> None:
        """Create tables, constraints and indexes; harmless where they are there."""

    def migrate(self, version: int) -> None:
        """Bring the tables and properties of the version before to this one; harmless where that is done."""

    def read(self, name: str, **parameters: object) -> list[Row]:
        """Run a reading statement and return its rows."""

    def columns(self, name: str, **parameters: object) -> Columns:
        """Run a reading statement that collects, and return its single row as columns."""

    def write(self, name: str, **parameters: object) -> list[Row]:
        """Run a writing statement in a transaction of its own. It may be retried, so it must be idempotent."""

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        """Load a table in bulk with the engine's own statement `load_<name>`; not one transaction."""

    def tidy(self) -> None:
        """Give back the room of what was deleted, where that is much and the engine does not do it by itself."""

    def close(self) -> None:
        """Let go of the engine."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...


def open_store(address: str | None = None, *, read_only: bool = False, create: bool = True) -> Store:
    """Open the graph at a path or at a Neo4j address; None means `TAEG_STORE`, else `taeg.db` in this folder.

    Without `create`, a path at which there is nothing is an error.

    `neo4j` alone is the server that `NEO4J_URI` names, else the local one.
    """
    if address == "":
        raise InputError("the store is an empty text; give a path, a Neo4j address, or the word neo4j")
    address = address or os.environ.get("TAEG_STORE") or DEFAULT_PATH
    scheme, separator, _ = address.partition("://")
    if separator and scheme not in NEO4J_SCHEMES:
        known = ", ".join(f"{name}://" for name in NEO4J_SCHEMES)
        raise InputError(f"a store of the kind {scheme[:20]!r} is not known; give a path, or an address with {known}")
    if separator or address == "neo4j":
        return _open_neo4j(None if address == "neo4j" else address)
    from taeg.store.ladybug.driver import LadybugStore

    return LadybugStore.open(Path(address), read_only=read_only, create=create)


def shown_address(address: str) -> str:
    """An address as messages may show it: a user who writes the password into it shall not see it printed."""
    scheme, separator, rest = address.partition("://")
    if not separator:
        return address
    host = re.match(r"[A-Za-z0-9.\-\[\]:]*", rest.rpartition("@")[2])
    return f"{scheme[:20]}://{host.group() if host else ''}"


def _open_neo4j(address: str | None) -> Store:
    """Connect to a server; the local one's password is known, so nobody has to copy it anywhere."""
    from taeg.store.neo4j import local_server as localserver
    from taeg.store.neo4j.driver import Neo4jStore

    address = address or os.environ.get("NEO4J_URI")
    if not os.environ.get("NEO4J_PASSWORD"):
        local = localserver.status()
        if local and address in (None, local.bolt_uri):
            return Neo4jStore.connect(local.bolt_uri, local.username, local.password)
    return Neo4jStore.connect(address)
