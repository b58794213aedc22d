"""A local Neo4j on loopback from its published jars, without Docker or root: start, find and stop it.

For a single user and for tests, on Linux and macOS. Connect to `Server.bolt_uri` as to any other Neo4j.
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from taeg.base.errors import InputError, TaegError
from taeg.store.neo4j.local_server.lines import DEFAULT, LINES, Line, is_older

if TYPE_CHECKING:
    from taeg.store.neo4j.local_server.homedir import State

__all__ = ["Server", "default_home", "start", "status", "stop", "unavailable_reason"]


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
        from taeg.store.neo4j.local_server.homedir import PASSWORD

        return self.home / PASSWORD


def default_home() -> Path:
    """Return the default home of the server: `$TAEG_HOME/neo4j`, else in the user's data folder."""
    if named := os.environ.get("TAEG_HOME"):
        return Path(named).expanduser().absolute() / "neo4j"
    import platformdirs

    return platformdirs.user_data_path("taeg") / "neo4j"


def unavailable_reason(line: str | None = None) -> str:
    """Return why no server of a release line can be started and how to fix it; empty if one can."""
    from taeg.store.neo4j.local_server import artefacts, homedir, java

    if os.name != "posix":
        return homedir.ELSEWHERE + "."
    chosen = _line(line)
    if java.find(chosen) is None:
        return chosen.java_missing + "."
    if shutil.which("mvn") is None and not artefacts.folder(chosen, gds=False).is_dir():
        return artefacts.MISSING + "."
    return ""


def _silent(_: str) -> None:
    pass


def start(
    home: Path | None = None,
    *,
    line: str | None = None,
    gds: bool = False,
    heap: str | None = None,
    progress: Callable[[str], None] = _silent,
) -> Server:
    """Return the running server of this home, starting it if necessary. Data and ports persist.

    `line` is one of `lines.LINES`, by default that of the last start; a home can be upgraded to a newer line but not
    downgraded. `gds` adds the Graph Data Science procedures. `heap` is the Java heap, such as `4g` (default 1 GB).
    `progress` receives a sentence for each step.
    """
    from taeg.store.neo4j.local_server import homedir, launching, login, process

    home = _absolute(home)
    homedir.prepare(home)
    with homedir.held(home, lambda: progress(f"Waiting for another start or stop in {home}")):
        state = homedir.read_state(home)
        chosen = _line(line or (state.line if state else None))
        running = process.find(home, state)
        if running is not None:
            state = launching.adopt(home, state, running)
            _refuse_other(home, state, chosen, gds=gds)
            try:
                login.wait(running, home, state)
                return _server(home, state)
            except login.NotReadyError as error:
                if process.find(home, state) is not None:
                    said = f"Neo4j ran but {error}: stop it and start it again; its log is {home / process.LOG}"
                    raise TaegError(f"{home}: {said}") from None
            # it had been killed and has ended only now
        _refuse_older(home, state, chosen)
        return _server(home, launching.launch(home, state, chosen, gds=gds, heap=heap, progress=progress))


def _refuse_other(home: Path, state: "State", chosen: Line, *, gds: bool) -> None:
    """Raise if a running server is of another line, or lacks GDS."""
    if state.line != chosen.name:
        raise TaegError(f"{home}: Neo4j {state.version} runs here: stop it first, then start {chosen.neo4j}")
    if gds and not state.gds:
        raise TaegError(f"{home}: a Neo4j without GDS runs here: stop it first, then start it with GDS")


def stop(home: Path | None = None) -> bool:
    """Stop the server of this home; return whether one was running."""
    from taeg.store.neo4j.local_server import homedir, process

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
    from taeg.store.neo4j.local_server import homedir, launching, process

    home = _absolute(home)
    if not (home / homedir.LOCK).exists():
        return None
    state = homedir.read_state(home)
    running = process.find(home, state)
    return None if running is None else _server(home, launching.described(home, state, running))


def _line(name: str | None) -> Line:
    if name is None:
        return DEFAULT
    if name not in LINES:
        raise InputError(f"no line of Neo4j is called {name!r}; known are {', '.join(LINES)}")
    return LINES[name]


def _refuse_older(home: Path, state: "State | None", line: Line) -> None:
    if state is not None and is_older(line, LINES[state.line]):
        raise TaegError(
            f"{home}: its graph was last used by Neo4j {state.version}, and {line.neo4j} cannot read it: start it "
            "without --line; for the older line name another TAEG_HOME, and bring corpora with taeg backup and restore"
        )


def _absolute(home: Path | None) -> Path:
    return (home or default_home()).expanduser().resolve()


def _server(home: Path, state: "State") -> Server:
    from taeg.store.neo4j.local_server import configuration, homedir, login

    return Server(
        bolt_uri=f"bolt://{configuration.HOST}:{state.bolt_port}",
        browser_url=f"http://{configuration.HOST}:{state.http_port}/browser/",
        username=login.USERNAME,
        password=homedir.read_password(home),
        version=state.version,
        pid=state.pid,
        home=home,
    )
