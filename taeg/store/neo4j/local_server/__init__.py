"""A local Neo4j on loopback from its published jars, without Docker or root: start, find and stop it.

For a single user and for tests, on Linux and macOS. Connect to `Server.bolt_uri` as to any other Neo4j.
"""

import os
import re
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path

import platformdirs
import psutil

from taeg.base.errors import InputError, TaegError
from taeg.base.progress import SILENT, Progress
from taeg.store.neo4j.lines import DEFAULT, LINES, Line
from taeg.store.neo4j.local_server import configuration, homedir, installation, login, process
from taeg.store.neo4j.local_server.homedir import State

__all__ = ["Server", "default_home", "start", "status", "stop", "unavailable_reason"]

_TRIES = 3
"""A port can be taken between the check and the server's bind; the next try uses random ports."""
_PORT_TAKEN = re.compile(r"\b[Aa]ddress .*already in use")


@dataclass(frozen=True, slots=True)
class Server:
    """A running local server."""

    bolt_uri: str
    browser_url: str
    username: str
    password: str = field(repr=False)
    version: str
    pid: int
    home: Path

    @property
    def password_file(self) -> Path:
        """The file with the password, readable by its owner only."""
        return self.home / homedir.PASSWORD


def default_home() -> Path:
    """Return the default home of the server: `$TAEG_HOME/neo4j`, else in the user's data folder."""
    if named := os.environ.get("TAEG_HOME"):
        return Path(named).expanduser().absolute() / "neo4j"
    return platformdirs.user_data_path("taeg") / "neo4j"


def unavailable_reason(line: str | None = None) -> str:
    """Return why no server of a release line can be started and how to fix it; empty if one can."""
    if os.name != "posix":
        return homedir.ELSEWHERE + "."
    chosen = _line(line)
    if installation.find_java(chosen) is None:
        return chosen.java_missing + "."
    if shutil.which("mvn") is None and not installation.jars_folder(chosen, gds=False).is_dir():
        return installation.NO_MAVEN + "."
    return ""


def start(
    home: Path | None = None,
    *,
    line: str | None = None,
    gds: bool = False,
    heap: str | None = None,
    progress: Progress = SILENT,
) -> Server:
    """Return the running server of this home, starting it if necessary. Data and ports persist.

    `line` is a release line of `LINES`, by default that of the last start; a home can be upgraded to a newer line but
    not downgraded. `gds` adds the Graph Data Science procedures. `heap` is the Java heap, such as `4g` (default 1 GB).
    `progress` receives a stage for each step, and the bytes of a download.
    """
    home = _absolute(home)
    homedir.prepare(home)
    with homedir.held(home, lambda: progress.stage(f"Waiting for another start or stop in {home}")):
        state = homedir.read_state(home)
        chosen = _line(line or (state.line if state else None))
        running = process.find(home, state)
        if running is not None:
            state = _adopt(home, state, running)
            _refuse_other(home, state, chosen, gds=gds)
            try:
                login.wait(running, home, state)
                return _server(home, state)
            except login.NotReadyError as error:
                if process.find(home, state) is not None:
                    reason = f"Neo4j ran but {error}: stop it and start it again; its log is {home / process.LOG}"
                    raise TaegError(f"{home}: {reason}") from None
            # it had been killed and has ended only now
        _refuse_older(home, state, chosen)
        return _server(home, _launch(home, state, chosen, gds=gds, heap=heap, progress=progress))


def stop(home: Path | None = None) -> bool:
    """Stop the server of this home; return whether one was running."""
    home = _absolute(home)
    if not (home / homedir.LOCK).exists():
        return False
    with homedir.held(home, lambda: None):
        running = process.find(home, homedir.read_state(home))
        if running is None:
            return False
        process.end(running)
        return True


def status(home: Path | None = None) -> Server | None:
    """Return the running server of this home, or None."""
    home = _absolute(home)
    if not (home / homedir.LOCK).exists():
        return None
    state = homedir.read_state(home)
    running = process.find(home, state)
    return None if running is None else _server(home, _described(home, state, running))


def _absolute(home: Path | None) -> Path:
    return (home or default_home()).expanduser().resolve()


def _line(name: str | None) -> Line:
    if name is None:
        return DEFAULT
    if name not in LINES:
        raise InputError(f"unknown release line of Neo4j {name!r}; known are {', '.join(LINES)}")
    return LINES[name]


def _refuse_other(home: Path, state: State, chosen: Line, *, gds: bool) -> None:
    """Raise if a running server is of another line, or lacks GDS."""
    if state.line != chosen.name:
        raise TaegError(f"{home}: Neo4j {state.version} runs here: stop it first, then start {chosen.neo4j}")
    if gds and not state.gds:
        raise TaegError(f"{home}: a Neo4j without GDS runs here: stop it first, then start it with GDS")


def _refuse_older(home: Path, state: State | None, line: Line) -> None:
    """Raise if the graph was used by a newer line."""
    order = list(LINES)
    if state is not None and order.index(line.name) < order.index(state.line):
        raise TaegError(
            f"{home}: its graph was last used by Neo4j {state.version}, and {line.neo4j} cannot read it: start it "
            "without --line; for the older line name another TAEG_HOME, and copy corpora with taeg backup and restore"
        )


def _launch(home: Path, last: State | None, line: Line, *, gds: bool, heap: str | None, progress: Progress) -> State:
    """Start the server and wait until it is ready; end it on failure. The caller holds the lock of the home."""
    java = installation.find_java(line)
    if java is None:
        raise TaegError(line.java_missing)
    jars = installation.download_jars(line, gds=gds, progress=progress)
    command = configuration.command(line, java, home, gds=gds, heap=heap)
    bolt, http = [configuration.BOLT_PORT], [configuration.HTTP_PORT]
    if last:
        if last.line != line.name:
            progress.stage(
                f"Upgrading the graph of Neo4j {last.version} to {line.neo4j}: the older line cannot read it again"
            )
        configuration.wait_for_ports(last.bolt_port, last.http_port)
        bolt, http = [last.bolt_port, *bolt], [last.http_port, *http]
    for left in reversed(range(_TRIES)):
        state = State(0, 0.0, *configuration.choose_ports(bolt, http), line.neo4j, gds, line.name)
        _write_files(home, state, jars)
        begin = process.log_size(home)
        progress.stage(f"Starting Neo4j {state.version}")
        try:
            return _run(home, state, command, jars)
        except login.NotReadyError as error:
            log = process.log_since(home, begin)
            if left and _PORT_TAKEN.search(log):
                bolt = http = []
                continue
            reason = process.cause(log)
            raise TaegError(f"Neo4j {error} at its start ({reason}): its log is {home / process.LOG}") from None
    raise AssertionError


def _write_files(home: Path, state: State, jars: Path) -> None:
    for name in ("conf", "logs"):
        (home / name).mkdir(mode=0o700, exist_ok=True)
    # first, so that the next start knows them if this one is killed
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
        state = _adopt(home, state, server)
        login.wait(server, home, state)
    except psutil.NoSuchProcess:
        raise login.NotReadyError("ended") from None
    except BaseException:
        # on an interrupt too: the caller does not know the server yet
        process.end(server)
        raise
    return state


def _adopt(home: Path, state: State | None, server: psutil.Process) -> State:
    """Store a running server as the one of this home."""
    known = _described(home, state, server)
    if known != state:
        homedir.write_state(home, known)
    return known


def _described(home: Path, state: State | None, server: psutil.Process) -> State:
    """Return the state with the process of the running server."""
    if state is None:
        raise TaegError(f"{home / homedir.STATE} is missing or damaged while Neo4j runs: stop it and start it again")
    return replace(state, pid=server.pid, create_time=server.create_time())


def _server(home: Path, state: State) -> Server:
    return Server(
        bolt_uri=f"bolt://{configuration.HOST}:{state.bolt_port}",
        browser_url=f"http://{configuration.HOST}:{state.http_port}/browser/",
        username=login.USERNAME,
        password=homedir.read_password(home),
        version=state.version,
        pid=state.pid,
        home=home,
    )
