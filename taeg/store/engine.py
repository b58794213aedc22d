"""The interface to a graph engine, the choice between the two engines, and the schema version of a graph.

Only this package knows which engine runs. Statements are run by name (see the package `cypher`), never as Cypher text.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, Self

from taeg.base.errors import InputError, TaegError, suggested

Row = dict[str, Any]
Columns = dict[str, list[Any]]

SCHEMA_VERSION = 6
DEFAULT_PATH = "taeg.db"
NEO4J_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


class Store(Protocol):
    """A graph engine."""

    engine: str
    """`neo4j` or `ladybug`."""
    exclusive: bool
    """Whether no other process can write while this store is open."""

    def has_schema(self) -> bool:
        """Return whether the graph has TAEG's schema."""

    def create_schema(self) -> None:
        """Create tables, constraints and indexes that do not exist yet."""

    def migrate(self, version: int) -> None:
        """Migrate the graph from the previous schema version to this one. Idempotent."""

    def read(self, name: str, **parameters: object) -> list[Row]:
        """Run a read statement and return its rows."""

    def columns(self, name: str, **parameters: object) -> Columns:
        """Run a read statement that returns one row of lists of equal length, and return these columns."""

    def write(self, name: str, **parameters: object) -> list[Row]:
        """Run a write statement in its own transaction. It may be retried, so it must be idempotent."""

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        """Load a table in bulk with the engine's statement `load_<name>`; not atomic."""

    def tidy(self) -> None:
        """Reclaim the disk space of deleted data if there is much of it and the engine does not do so itself."""

    def close(self) -> None:
        """Close the engine."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...


def open_store(address: str | None = None, *, read_only: bool = False, create: bool = True) -> Store:
    """Open the graph at a path or a Neo4j address; the default is `TAEG_STORE`, else `taeg.db` in the current folder.

    `~` at the beginning of a path is the home folder, as in a shell; `./~` is a file or folder of that name.
    `neo4j` means the server in `NEO4J_URI`, else the local one. Without `create`, a missing file is an error.
    """
    if address == "":
        raise InputError("the name of the store is empty; give a path, a Neo4j address, or the word neo4j")
    address = address or os.environ.get("TAEG_STORE") or DEFAULT_PATH
    scheme, separator, _ = address.partition("://")
    if separator and scheme not in NEO4J_SCHEMES:
        known = ", ".join(f"{name}://" for name in NEO4J_SCHEMES)
        raise InputError(f"unknown kind of store {scheme[:20]!r}; give a path, or an address with {known}")
    if separator or address == "neo4j":
        return _open_neo4j(None if address == "neo4j" else address)
    from taeg.store.ladybug.driver import LadybugStore

    # unlike `Path.expanduser`, it keeps `~name` if there is no such user, as a shell does
    path = os.path.expanduser(address)  # noqa: PTH111
    return LadybugStore.open(Path(path), read_only=read_only, create=create)


def shown_address(address: str) -> str:
    """Return an address for messages, without a password that a user may have put into it."""
    scheme, separator, rest = address.partition("://")
    if not separator:
        return address
    host = re.match(r"[A-Za-z0-9.\-\[\]:]*", rest.rpartition("@")[2])
    return f"{scheme[:20]}://{host.group() if host else ''}"


def _open_neo4j(address: str | None) -> Store:
    """Connect to a server, to the local one with its stored password."""
    from taeg.store.neo4j import local_server
    from taeg.store.neo4j.driver import Neo4jStore

    address = address or os.environ.get("NEO4J_URI")
    if not os.environ.get("NEO4J_PASSWORD"):
        local = local_server.status()
        if local and address in (None, local.bolt_uri):
            return Neo4jStore.connect(local.bolt_uri, local.username, local.password)
    return Neo4jStore.connect(address)


def ensure_schema(
    store: Store, *, read_only: bool = False, completed: Mapping[int, Callable[[Store], None]] = MappingProxyType({})
) -> None:
    """Create the schema of a new graph, migrate an older one, refuse a newer one.

    `completed` has what remains to be done after a migration to some version; it follows the statements of all
    versions, because it reads the graph by its current schema. All steps can be repeated: a migration that was
    interrupted starts again.
    """
    rows = store.read("read/schema_version") if store.has_schema() else []
    if not rows:
        if read_only:
            raise InputError(f"the graph is empty; load a corpus first: {suggested('taeg ingest gospels')}")
        store.create_schema()
        store.write("write/schema_version", version=SCHEMA_VERSION)
        return
    found = int(rows[0]["version"])
    if found > SCHEMA_VERSION:
        raise TaegError(
            f"the graph has schema {found}, this TAEG reads up to {SCHEMA_VERSION}; upgrade TAEG to open it"
        )
    outdated = f"the graph has schema {found}, this TAEG needs {SCHEMA_VERSION}"
    if found < 1:
        raise TaegError(f"{outdated}; ingest the corpora again into a new store")
    if read_only and found < SCHEMA_VERSION:
        writing = suggested("taeg consolidate")
        raise TaegError(f"{outdated}; bring it up to date with a command that writes, for instance: {writing}")
    versions = range(found + 1, SCHEMA_VERSION + 1)
    for version in versions:
        store.migrate(version)
    for version in versions:
        if version in completed:
            completed[version](store)
    if versions:
        store.write("write/schema_version", version=SCHEMA_VERSION)
