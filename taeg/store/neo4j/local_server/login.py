"""The password of a new server, and waiting until a starting server accepts it.

A new server reads the salted and hashed password from a file at its first start; it is in no process list and no log.
"""

import hashlib
import http.client
import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from taeg.base.errors import TaegError
from taeg.base.files import private_folder
from taeg.store.neo4j.local_server import configuration, homedir, process
from taeg.store.neo4j.local_server.homedir import State

USERNAME = "neo4j"
# a start takes ten seconds on an idle machine and minutes on a busy one; a process that ends is noticed at once
READY_SECONDS = 300.0
_ROUNDS = 1024
"""Rounds of hashing that Neo4j applies."""


class NotReadyError(Exception):
    """The server ended, or did not answer in time."""


def seed(home: Path) -> None:
    """Write the password file of a server that was never started, in Neo4j's format.

    Otherwise the server would start with the default password and accept it until it is changed.
    """
    password = homedir.password(home)
    if (home / "data" / "databases").exists():
        return
    salt = secrets.token_bytes(32)
    digest = salt + password.encode()
    for _ in range(_ROUNDS):
        digest = hashlib.sha256(digest).digest()
    kept = f"{USERNAME}:SHA-256,{digest.hex()},{salt.hex()},{_ROUNDS}:\n"
    private_folder(home / "data" / "dbms")
    homedir.write_private(home / "data" / "dbms" / "auth.ini", kept)


def wait(server: psutil.Process, home: Path, state: State) -> None:
    """Wait until HTTP answers and Bolt accepts the password."""
    until = time.monotonic() + READY_SECONDS
    password = homedir.password(home)
    # only on its own ports: another server must not receive the password
    _until(until, server, lambda: process.listens(server, state.bolt_port, state.http_port))
    _until(until, server, lambda: _bolt_ready(state.bolt_port, password, home / homedir.PASSWORD))
    _until(until, server, lambda: _http_ready(state.http_port))


def _until(until: float, server: psutil.Process, ready: Callable[[], bool]) -> None:
    while not ready():
        if not process.is_alive(server):
            raise NotReadyError("ended")
        if time.monotonic() >= until:
            raise NotReadyError("did not answer")
        time.sleep(0.25)


def _bolt_ready(port: int, password: str, file: Path) -> bool:
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    uri = f"bolt://{configuration.HOST}:{port}"
    try:
        with GraphDatabase.driver(uri, auth=(USERNAME, password), connection_timeout=5) as driver:
            driver.verify_connectivity()
    except AuthError:
        raise TaegError(
            f"{file}: the server refuses this password; put the right one there, or remove its folder with the graph "
            "in it and start again"
        ) from None
    except (DriverError, Neo4jError, OSError):
        return False
    return True


def _http_ready(port: int) -> bool:
    # not urllib, which would use a proxy from the environment
    connection = http.client.HTTPConnection(configuration.HOST, port, timeout=5)
    try:
        connection.request("GET", "/", headers={"Accept": "application/json"})
        return "neo4j_version" in json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()
