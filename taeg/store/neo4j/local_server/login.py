"""Waiting for a starting server, and setting its password.

A new server reads the salted and hashed password from the file that Neo4j uses at its first start. The initial password
of a server created otherwise is changed over Bolt, as a parameter. So the password is in no process list and no log.
"""

import hashlib
import http.client
import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import psutil

import cypher
from taeg.base.errors import TaegError
from taeg.store.neo4j.local_server import configuration, homedir, process
from taeg.store.neo4j.local_server.homedir import State

USERNAME = "neo4j"
# a start takes ten seconds on an idle machine and minutes on a busy one; a process that ends is noticed at once
READY_SECONDS = 300.0
_INITIAL = "neo4j"
_ROUNDS = 1024
"""Rounds of hashing that Neo4j applies."""


class NotReadyError(Exception):
    """The server ended, or did not answer in time."""


def seed(home: Path) -> None:
    """Write the password file of a server that was never started, in Neo4j's format.

    Otherwise the server would start with the default password and accept it until it is changed.
    """
    if (home / "data" / "databases").exists():
        return
    salt = secrets.token_bytes(32)
    digest = salt + homedir.password(home).encode()
    for _ in range(_ROUNDS):
        digest = hashlib.sha256(digest).digest()
    kept = f"{USERNAME}:SHA-256,{digest.hex()},{salt.hex()},{_ROUNDS}:\n"
    homedir.private_folder(home / "data" / "dbms")
    homedir.write_private(home / "data" / "dbms" / "auth.ini", kept)


def wait(server: psutil.Process, home: Path, state: State) -> None:
    """Wait until HTTP answers and Bolt accepts the password, changing the initial password if necessary."""
    until = time.monotonic() + READY_SECONDS
    password = homedir.password(home)
    # only on its own ports: the initial password of another server must not be changed
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


def _bolt_ready(port: int, password: str, where: Path) -> bool:
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        if _password_works(port, password):
            return True
        _change_password(port, password)
        return _password_works(port, password)
    except AuthError:
        raise TaegError(
            f"{where}: this password and the initial one are both refused by the server; put the right password there, "
            "or remove its folder with the graph in it and start again"
        ) from None
    except (DriverError, Neo4jError, OSError):
        return False


def _password_works(port: int, password: str) -> bool:
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError

    with GraphDatabase.driver(_uri(port), auth=(USERNAME, password), connection_timeout=5) as driver:
        try:
            driver.verify_connectivity()
        except AuthError:
            return False
    return True


def _change_password(port: int, password: str) -> None:
    from neo4j import GraphDatabase

    with (
        GraphDatabase.driver(_uri(port), auth=(USERNAME, _INITIAL), connection_timeout=5) as driver,
        driver.session(database="system") as session,
    ):
        session.run(cypher.query("neo4j/set_password").text, old=_INITIAL, new=password).consume()


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


def _uri(port: int) -> str:
    return f"bolt://{configuration.HOST}:{port}"
