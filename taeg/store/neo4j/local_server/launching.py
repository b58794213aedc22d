"""Launching a server until it is ready, and adopting one that an interrupted start left running.

The caller holds the home's lock.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil

from taeg.base.errors import TaegError
from taeg.store.neo4j.local_server import artefacts, configuration, homedir, java, login, process
from taeg.store.neo4j.local_server.homedir import State
from taeg.store.neo4j.local_server.lines import LINES, Line

# a port can be taken between the check and the server's bind; the next try uses random ports
_TRIES = 3
_PORT_TAKEN = re.compile(r"\b[Aa]ddress .*already in use")


def launch(
    home: Path,
    last: State | None,
    line: Line,
    *,
    gds: bool,
    heap: str | None = None,
    progress: Callable[[str], None],
) -> State:
    """Start the server and wait until it is ready; end it on failure."""
    chosen = java.find(line)
    if chosen is None:
        raise TaegError(line.java_missing)
    jars = artefacts.resolve(line, gds=gds, progress=progress)
    command = configuration.command(line, chosen, home, gds=gds, heap=heap)
    if last and last.line != line.name:
        progress(f"The graph of Neo4j {last.version} becomes one of {line.neo4j}: the older line cannot read it again")
    if last:
        configuration.wait_for_ports(last.bolt_port, last.http_port)
    bolt = [last.bolt_port] if last else []
    http = [last.http_port] if last else []
    bolt.append(configuration.BOLT_PORT)
    http.append(configuration.HTTP_PORT)
    for left in reversed(range(_TRIES)):
        state = State(0, 0.0, *configuration.choose_ports(bolt, http), line.neo4j, gds, line.name)
        _write(home, state, jars)
        begin = process.log_size(home)
        progress(f"Starting Neo4j {state.version}")
        try:
            return _run(home, state, command, jars)
        except login.NotReadyError as error:
            log = process.log_since(home, begin)
            if left and _PORT_TAKEN.search(log):
                bolt = http = []
                continue
            said = process.telling_line(log)
            raise TaegError(f"Neo4j {error} at its start ({said}): its log is {home / process.LOG}") from None
    raise AssertionError


def _write(home: Path, state: State, jars: Path) -> None:
    for name in ("conf", "logs"):
        (home / name).mkdir(mode=0o700, exist_ok=True)
    # first, so that the next start knows them if this one is killed
    homedir.password(home)
    login.seed(home)
    homedir.write_state(home, state)
    conf = configuration.conf(LINES[state.line], state.bolt_port, state.http_port, gds=state.gds)
    homedir.write_private(home / "conf" / "neo4j.conf", conf)
    link = home / configuration.GDS_LINK
    link.unlink(missing_ok=True)
    if state.gds:
        link.symlink_to(jars / "plugins", target_is_directory=True)


def _run(home: Path, state: State, command: list[str], jars: Path) -> State:
    server = process.launch(command, jars, home)
    try:
        state = adopt(home, state, server)
        login.wait(server, home, state)
    except psutil.NoSuchProcess:
        raise login.NotReadyError("ended") from None
    except BaseException:
        # on an interrupt too: the caller does not know the server yet
        process.end(server)
        raise
    return state


def adopt(home: Path, state: State | None, server: psutil.Process) -> State:
    """Store a running server as the one of this home."""
    known = described(home, state, server)
    if known != state:
        homedir.write_state(home, known)
    return known


def described(home: Path, state: State | None, server: psutil.Process) -> State:
    """Return the state with the process of the running server."""
    if state is None:
        raise TaegError(f"{home / homedir.STATE}: is gone or damaged while Neo4j runs: stop it and start it again")
    return replace(state, pid=server.pid, create_time=server.create_time())
