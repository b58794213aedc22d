"""The server engine: Neo4j 5.26 and newer through its official driver.

Address and credentials come from the caller or the environment (`NEO4J_URI`, `NEO4J_USERNAME`, `NEO4J_PASSWORD`,
`NEO4J_DATABASE`). No message contains the password.

Other programs may use the same database and the same labels. Every node of TAEG has a label that only TAEG uses, and
every statement names these labels (`cypher.own_labels`); so do the constraints and indexes.
"""

import logging
import os
import ssl
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Self

import neo4j
from neo4j import RoutingControl
from neo4j.exceptions import AuthError, ClientError, ConfigurationError, DriverError, Neo4jError, ServiceUnavailable

import cypher
from taeg.base.errors import DamageError, InputError, TaegError
from taeg.store.engine import NEO4J_SCHEMES, Columns, Row, shown_address

BATCH = 10_000
"""Rows in a transaction; one of a million rows did not finish with a 1 GB heap."""
BATCH_CHARACTERS = 16_000_000
CONNECT_SECONDS = 10.0
ENTITY_NOT_FOUND = "Neo.ClientError.Statement.EntityNotFound"
"""The error of a statement whose nodes another client deletes while it runs."""
TRIES = 5
OWN_LABELS = 4
"""The schema version since which nodes have labels that only TAEG uses."""

# keep the driver's messages about retries off standard error
logging.getLogger("neo4j").addHandler(logging.NullHandler())


class Neo4jStore:
    """A `Store` over one database of a Neo4j server."""

    engine = "neo4j"
    exclusive = False

    def __init__(self, driver: neo4j.Driver, database: str, shown: str) -> None:
        self._driver = driver
        self._database = database
        self._shown = shown

    @classmethod
    def connect(
        cls,
        address: str | None = None,
        username: str | None = None,
        password: str | None = None,
        database: str | None = None,
    ) -> Self:
        """Connect, and check that the server answers and accepts the login."""
        if not address:
            raise TaegError("no Neo4j server is configured: set NEO4J_URI, or start a local one with: taeg neo4j start")
        username = username or os.environ.get("NEO4J_USERNAME") or "neo4j"
        password = password or os.environ.get("NEO4J_PASSWORD") or ""
        database = database or os.environ.get("NEO4J_DATABASE") or "neo4j"
        shown = shown_address(address)
        try:
            password.encode()
        except UnicodeEncodeError:  # the error's message contains the password
            raise InputError("NEO4J_PASSWORD is not UTF-8 text; set it again") from None
        if address.partition("://")[0] not in NEO4J_SCHEMES:
            raise InputError(f"Neo4j address {shown} has an unknown protocol; write bolt://… or neo4j://…")
        if "@" in address or "?" in address:
            raise InputError(
                f"Neo4j address {shown}: leave out everything but host and port; user and password belong in "
                "NEO4J_USERNAME and NEO4J_PASSWORD"
            )
        try:
            driver = neo4j.GraphDatabase.driver(
                address,
                auth=(username, password),
                connection_timeout=CONNECT_SECONDS,
                max_transaction_retry_time=CONNECT_SECONDS,
                notifications_min_severity="OFF",
                user_agent="taeg",
            )
        except (ConfigurationError, ValueError) as error:
            raise InputError(f"Neo4j address {shown} is not valid; write bolt://host:port") from error
        store = cls(driver, database, shown)
        try:
            with store._errors():
                driver.verify_connectivity()
                store.read("neo4j/ping")
        except BaseException:
            driver.close()
            raise
        return store

    def has_schema(self) -> bool:
        return bool(self.read("read/schema_version"))

    def create_schema(self) -> None:
        self._run_all("neo4j/schema")

    def migrate(self, version: int) -> None:
        if version <= OWN_LABELS:
            self._run_all("neo4j/schema")
            for statement in cypher.query("neo4j/own_nodes").statements:
                self._apply(statement)
        self._run_all(f"neo4j/migrate_{version}")

    def read(self, name: str, **parameters: object) -> list[Row]:
        return self._run(self._text(name), parameters, RoutingControl.READ)

    def columns(self, name: str, **parameters: object) -> Columns:
        # Neo4j reads committed data, not a snapshot: some properties of a node that another client deletes during the
        # statement are null, and collect() skips nulls
        for _ in range(TRIES):
            [columns] = self.read(name, **parameters)
            if len(set(map(len, columns.values()))) == 1:
                return columns
        raise DamageError(f"{self._changed_meanwhile}; if it fails again, the graph is damaged: a property is missing")

    def write(self, name: str, **parameters: object) -> list[Row]:
        return self._run(self._text(name), parameters, RoutingControl.WRITE)

    def load(self, name: str, columns: Mapping[str, Sequence[object]]) -> None:
        for rows in _ahead(_batches(columns)):
            self.write(f"neo4j/load_{name}", rows=rows)

    def tidy(self) -> None:
        pass  # the server reuses the space of deleted data

    def close(self) -> None:
        self._driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _text(self, name: str) -> str:
        return cypher.own_labels(cypher.query(name).text, self._is_free)

    def _is_free(self, label: str) -> bool:
        """Whether nodes can have a general label: other programs have no constraint and no index on it."""
        return label not in self._taken_labels

    @cached_property
    def _taken_labels(self) -> frozenset[str]:
        rows = self.read("neo4j/constrained_labels") + self.read("neo4j/indexed_labels")
        return frozenset(label for row in rows for label in row["labels"])

    def _run_all(self, name: str) -> None:
        for statement in cypher.query(name).statements:
            self._apply(cypher.own_labels(statement, self._is_free))

    def _apply(self, text: str) -> None:
        """Run a statement of the schema or a migration; one that has batches commits each of them."""
        if "IN TRANSACTIONS" not in text:
            self._run(text, {}, RoutingControl.WRITE)
            return
        bookmarks = self._driver.execute_query_bookmark_manager
        with self._errors(), self._driver.session(database=self._database, bookmark_manager=bookmarks) as session:
            session.run(text).consume()

    def _run(self, text: str, parameters: dict[str, Any], routing: RoutingControl) -> list[Row]:
        with self._errors():
            result = self._execute(text, parameters, routing)
            # not record.data(), which copies every value of a column
            return [dict(record) for record in result.records]

    def _execute(self, text: str, parameters: dict[str, Any], routing: RoutingControl) -> neo4j.EagerResult:
        """Run a statement in its own transaction; retry it if another client deleted nodes that it was reading."""
        for left in reversed(range(TRIES)):
            try:
                return self._driver.execute_query(text, parameters, routing_=routing, database_=self._database)
            except ClientError as error:
                if error.code != ENTITY_NOT_FOUND or not left:
                    raise
        raise AssertionError

    @property
    def _changed_meanwhile(self) -> str:
        return f"another process is changing the graph of Neo4j at {self._shown}; run the command again"

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Convert the driver's errors to TaegError with a message of one line."""
        where = f"Neo4j at {self._shown}"
        try:
            yield
        except AuthError as error:
            raise TaegError(f"{where} refuses the login; check NEO4J_USERNAME and NEO4J_PASSWORD") from error
        except ServiceUnavailable as error:
            message = f"{where} does not answer; start it (taeg neo4j start) or check NEO4J_URI"
            raise TaegError(_explain_tls(error, where) or message) from error
        except ClientError as error:
            if error.code == "Neo.ClientError.Database.DatabaseNotFound":
                message = f"{where} has no database {self._database!r}; check NEO4J_DATABASE"
                raise TaegError(message) from error
            if error.code == ENTITY_NOT_FOUND:
                raise TaegError(self._changed_meanwhile) from error
            raise TaegError(f"{where} refused a statement: {_first_line(error)}") from error
        except (Neo4jError, DriverError, ValueError) as error:
            raise TaegError(f"{where} failed: {_first_line(error)}") from error


def _batches(columns: Mapping[str, Sequence[object]]) -> Iterator[list[Row]]:
    """Split rows into batches of bounded number and, because a transaction's memory is bounded, of bounded text."""
    count = len(next(iter(columns.values())))
    for start in range(0, count, BATCH):
        yield from _bounded({name: values[start : start + BATCH] for name, values in columns.items()})


def _bounded(columns: Mapping[str, Sequence[object]]) -> Iterator[list[Row]]:
    """Yield all rows, or in halves if their text is too long."""
    names, values = tuple(columns), tuple(columns.values())
    count = len(values[0])
    if count > 1 and sum(map(_characters, values)) > BATCH_CHARACTERS:
        for half in (slice(count // 2), slice(count // 2, None)):
            yield from _bounded({name: column[half] for name, column in columns.items()})
    else:
        yield [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]


def _characters(column: Sequence[object]) -> int:
    return sum(len(value) for value in column if isinstance(value, str))


def _ahead(items: Iterator[list[Row]]) -> Iterator[list[Row]]:
    """Prepare the next batch while the server processes the current one."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = pool.submit(next, items, None)
            yield item


def _first_line(error: BaseException) -> str:
    message = error.message if isinstance(error, Neo4jError) and error.message else str(error)
    return message.strip().splitlines()[0] if message.strip() else type(error).__name__


def _explain_tls(error: BaseException, where: str) -> str:
    """Return a message if a certificate or encryption is the cause, which the driver reports as unavailability."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                f"{where} presents a certificate that is not trusted here ({cause.verify_message}); set SSL_CERT_FILE "
                "to the file of its authority, or write +ssc instead of +s in the address to trust any certificate"
            )
        if isinstance(cause, ssl.SSLError):
            return (
                f"{where} does not support encryption; if it has no certificate, leave out +s or +ssc in the address, "
                "which sends everything unencrypted"
            )
    return ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes; routing collects the failures of all servers in a group."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for one in error.exceptions:
                yield from _causes(one)
        error = error.__cause__
