"""Download of Neo4j's published jars into the cache with Maven.

A pom in this package names the artefacts, and the release line their versions. The cache folder is named after a hash
of the pom, so an existing folder is complete and current.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import platformdirs

from taeg.base.child_env import environment
from taeg.base.errors import TaegError
from taeg.store.neo4j.local_server.homedir import lock, private_folder
from taeg.store.neo4j.local_server.lines import Line

MISSING = "Maven (mvn) was not found on PATH: install it, it downloads Neo4j once"
_PARTIAL = ".partial-"
_LIMIT_SECONDS = 3600
# Maven's general advice after a failure
_BOILERPLATE = re.compile(r"^(\[Help|Re-run Maven|To see the full stack|For more information|After correcting|mvn <)")


def pom(line: Line, *, gds: bool) -> str:
    """Return the pom of a release line, with or without GDS."""
    text = files(__package__).joinpath("neo4j-gds.pom.xml" if gds else "neo4j.pom.xml").read_text(encoding="utf-8")
    for name, version in (("neo4j", line.neo4j), ("browser", line.browser), ("gds", line.gds)):
        text = text.replace(f"@{name}@", version)
    return text


def folder(line: Line, *, gds: bool) -> Path:
    """Return the cache folder of the jars: `lib/`, and with GDS `plugins/`."""
    home = os.environ.get("TAEG_HOME")
    cache = Path(home).expanduser().absolute() / "cache" if home else platformdirs.user_cache_path("taeg")
    digest = hashlib.sha256(pom(line, gds=gds).encode()).hexdigest()
    return cache / f"neo4j-{digest[:16]}"


def resolve(line: Line, *, gds: bool, progress: Callable[[str], None]) -> Path:
    """Return the folder with the jars, downloading them if necessary."""
    target = folder(line, gds=gds)
    if target.is_dir():
        return target
    mvn = shutil.which("mvn")
    if mvn is None:
        raise TaegError(MISSING)
    # its content is executed: no other user may write there
    private_folder(target.parent)
    # Maven's repository does not support concurrent downloads
    with lock(target.parent / "neo4j.lock", lambda: progress("Waiting for another download of Neo4j to end")):
        if target.is_dir():
            return target
        for left in target.parent.glob(f"neo4j-*{_PARTIAL}*"):
            shutil.rmtree(left, ignore_errors=True)
        names = f"Neo4j {line.neo4j}" + (f" and GDS {line.gds}" if gds else "")
        progress(f"Downloading {names} with Maven (once, about 150 MB)")
        partial = Path(tempfile.mkdtemp(prefix=target.name + _PARTIAL, dir=target.parent))
        try:
            _download(mvn, partial, pom(line, gds=gds))
            partial.rename(target)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return target


def _download(mvn: str, into: Path, text: str) -> None:
    (into / "pom.xml").write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(  # noqa: S603 - Maven as found on PATH, with fixed arguments
            [mvn, "-q", "-B", "package"],
            cwd=into,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_LIMIT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TaegError(
            "Maven did not finish downloading Neo4j within an hour: check the network, start again"
        ) from None
    if done.returncode != 0 or not any((into / "lib").glob("neo4j-*.jar")):
        said = telling_line(done.stdout) or f"exit code {done.returncode}"
        raise TaegError(f"Maven could not download Neo4j ({said}): check the network and Maven's settings, start again")


def telling_line(output: str) -> str:
    """Return the last relevant line of Maven's output, without escape codes and credentials."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    lines = [re.sub(r"^\[\w+\]\s*", "", line).strip() for line in plain.splitlines()]
    lines = [line for line in lines if line and not _BOILERPLATE.match(line)]
    if not lines:
        return ""
    # a mirror's URL can contain a user and a password
    line = re.sub(r"//[^/\s@]*@", "//", lines[-1])
    return re.sub(r"\s*-> \[Help \d+\]$", "", line).rstrip(".:")[:600]
