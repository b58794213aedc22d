"""The server as a process: launched on its own, found again, ended.

Not for talking to it: see `login`.
"""

import contextlib
import os
import re
import subprocess
import time
from pathlib import Path

import psutil

from taeg.base.child_env import environment
from taeg.store.neo4j.local_server import configuration
from taeg.store.neo4j.local_server.homedir import State

# Neo4j writes everything down before it goes; killing it earlier costs a recovery at the next start.
STOP_SECONDS = 120.0
LOG = Path("logs") / "neo4j.log"
# What Java itself says, before Neo4j has a log or after it has none.
CONSOLE = Path("logs") / "console.log"

# Kept so that an ended server is reaped while the program that started it still runs.
_children: dict[int, subprocess.Popen[bytes]] = {}


def launch(command: list[str], jars: Path, home: Path) -> psutil.Process:
    """Start the server in a session of its own, where it outlives this program."""
    # Java 17 reads file names by the locale; in the plain C locale it would not find a home with an accent in it.
    surroundings = environment() | {"LC_ALL": "C.UTF-8"}
    log = os.open(home / CONSOLE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        child = subprocess.Popen(  # noqa: S603 - a Java found by `java.find`, with arguments of our own
            command,
            cwd=jars,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            umask=0o077,
        )
    finally:
        os.close(log)
    _children[child.pid] = child
    return psutil.Process(child.pid)


def find(home: Path, state: State | None) -> psutil.Process | None:
    """Return the running server of this home.

    By the state file if its process is still the same one; else by the command line, for a start may have been killed
    between launching and remembering, and a clock set anew changes what the system says of when a process began. A
    process of another user is never it, whatever its command line says: it would be given our password.
    """
    if state is not None and state.pid > 0:
        try:
            process = psutil.Process(state.pid)
            if abs(process.create_time() - state.create_time) < 0.02 and is_alive(process):
                return process
        except psutil.Error:
            pass
    known_by = configuration.home_argument(home)
    for process in psutil.process_iter():
        try:
            words = process.cmdline() if process.uids().real == os.getuid() else []
            # Asked now, psutil remembers it: it can be read even if the process ends the next moment.
            process.create_time()
        except psutil.Error:
            continue
        if known_by in words and not configuration.MAIN_CLASSES.isdisjoint(words) and is_alive(process):
            return process
    return None


def is_alive(process: psutil.Process) -> bool:
    """Say whether a process still runs; one that only waits to be reaped does not."""
    child = _children.get(process.pid)
    if child is not None and child.poll() is not None:
        del _children[process.pid]
        return False
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def listens(process: psutil.Process, *ports: int) -> bool:
    """Say whether this very process, and not another one, listens on all these ports."""
    try:
        connections = process.net_connections(kind="tcp")
    except psutil.Error:
        return False
    open_ports = {connection.laddr.port for connection in connections if connection.status == psutil.CONN_LISTEN}
    return open_ports.issuperset(ports)


def end(process: psutil.Process) -> None:
    """Stop the server: ask, wait long, and only then kill."""
    try:
        process.terminate()
        if not _gone(process, STOP_SECONDS):
            process.kill()
            _gone(process, STOP_SECONDS)
    except psutil.NoSuchProcess:
        _gone(process, 0)


def _gone(process: psutil.Process, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while is_alive(process):
        if time.monotonic() >= until:
            return False
        time.sleep(0.1)
    return True


def log_size(home: Path) -> int:
    """Return how long the log is now, to read later what came after."""
    try:
        return (home / LOG).stat().st_size
    except FileNotFoundError:
        return 0


def log_since(home: Path, begin: int) -> str:
    """Return what the server has written since its log was `begin` long, Java's own words first."""
    written = []
    for path, skip in ((home / CONSOLE, 0), (home / LOG, begin)):
        with contextlib.suppress(FileNotFoundError):
            written.append(path.read_bytes()[skip:].decode(errors="replace"))
    return "\n".join(written)


def telling_line(log: str) -> str:
    """Return the line of a log that says best why the server did not start: the last cause, error or line."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    for mark in (r"^Caused by: ", r"\bERROR\b|^Error\b|\w(Exception|Error): ", ""):
        found = [line for line in lines if re.search(mark, line)]
        if found:
            return re.sub(r"^Caused by: |^\S+ \S+ ERROR +", "", found[-1]).rstrip(".")[:400]
    return "its log is empty"
