"""The server process: launching, finding and ending it."""

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

# Neo4j flushes its data when it stops; killing it earlier costs a recovery at the next start
STOP_SECONDS = 120.0
LOG = Path("logs") / "neo4j.log"
# output of Java itself, without Neo4j's log
CONSOLE = Path("logs") / "console.log"

# to reap a server that ends while this process still runs
_children: dict[int, subprocess.Popen[bytes]] = {}


def launch(command: list[str], jars: Path, home: Path) -> psutil.Process:
    """Start the server in its own session, so that it outlives this process."""
    # Java 17 decodes file names by the locale; in the C locale it cannot open a home with an accent
    surroundings = environment() | {"LC_ALL": "C.UTF-8"}
    log = os.open(home / CONSOLE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        child = subprocess.Popen(  # noqa: S603 - a Java found by `find_java`, with arguments of our own
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
    """Return the running server of this home, or None.

    Identified by the state file if its process is still the same; else by the command line, because a start can be
    killed before the state is written, and a changed system clock changes the start time of processes. Processes of
    other users are never accepted: they would receive the password.
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
            # psutil caches it, so it can be read after the process has ended
            process.create_time()
        except psutil.Error:
            continue
        if known_by in words and not configuration.MAIN_CLASSES.isdisjoint(words) and is_alive(process):
            return process
    return None


def is_alive(process: psutil.Process) -> bool:
    """Return whether a process is running and not a zombie."""
    child = _children.get(process.pid)
    if child is not None and child.poll() is not None:
        del _children[process.pid]
        return False
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def listens(process: psutil.Process, *ports: int) -> bool:
    """Return whether this process listens on all these ports."""
    try:
        connections = process.net_connections(kind="tcp")
    except psutil.Error:
        return False
    open_ports = {connection.laddr.port for connection in connections if connection.status == psutil.CONN_LISTEN}
    return open_ports.issuperset(ports)


def end(process: psutil.Process) -> None:
    """Terminate the server; kill it if it does not end."""
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
    """Return the current length of the log, for `log_since`."""
    return (home / LOG).stat().st_size if (home / LOG).exists() else 0


def log_since(home: Path, begin: int) -> str:
    """Return Java's output and what the server has logged since its log had this length."""
    written = []
    for path, skip in ((home / CONSOLE, 0), (home / LOG, begin)):
        with contextlib.suppress(FileNotFoundError):
            written.append(path.read_bytes()[skip:].decode(errors="replace"))
    return "\n".join(written)


def cause(log: str) -> str:
    """Return the most relevant line of a log: the last cause, else the last error, else the last line."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    for mark in (r"^Caused by: ", r"\bERROR\b|^Error\b|\w(Exception|Error): ", ""):
        found = [line for line in lines if re.search(mark, line)]
        if found:
            return re.sub(r"^Caused by: |^\S+ \S+ ERROR +", "", found[-1]).rstrip(".")[:400]
    return "its log is empty"
