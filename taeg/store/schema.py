"""The schema version of a graph: written when the graph is created, checked when it is opened."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from taeg.base.errors import InputError, TaegError
from taeg.store.engine import Store

SCHEMA_VERSION = 3

MIGRATIONS: Mapping[int, Callable[[Store], None]] = MappingProxyType(
    {1: lambda store: store.migrate(2), 2: lambda store: store.migrate(3)}
)
"""By version: the migration to the next one."""


def ensure(
    store: Store, *, read_only: bool = False, completed: Mapping[int, Callable[[Store], None]] = MappingProxyType({})
) -> None:
    """Create the schema of a new graph, migrate an older one, refuse a newer one.

    `completed` has what remains to be done after the statements of a migration to some version. All steps can be
    repeated: a migration that was interrupted starts again.
    """
    rows = store.read("read/schema_version") if store.has_schema() else []
    if not rows:
        if read_only:
            raise InputError("the graph is empty; load a corpus first: taeg ingest gospels")
        store.create_schema()
        store.write("write/schema_version", version=SCHEMA_VERSION)
        return
    found = int(rows[0]["version"])
    if found > SCHEMA_VERSION:
        raise TaegError(
            f"the graph has schema {found}, this TAEG reads up to {SCHEMA_VERSION}; upgrade TAEG to open it"
        )
    while found < SCHEMA_VERSION:
        if read_only and found in MIGRATIONS:
            raise TaegError(
                f"the graph has schema {found}, this TAEG needs {SCHEMA_VERSION}; bring it up to date with a command "
                "that writes, for instance: taeg consolidate"
            )
        if found not in MIGRATIONS:
            raise TaegError(
                f"the graph has schema {found}, this TAEG needs {SCHEMA_VERSION}; ingest the corpora again "
                "into a new store"
            )
        MIGRATIONS[found](store)
        found += 1
        if found in completed:
            completed[found](store)
        store.write("write/schema_version", version=found)
