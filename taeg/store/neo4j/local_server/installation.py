"""What a release line of Neo4j needs on this machine: a Java, and the published jars, downloaded with Maven.

A pom in this package names the jars, and the release line their versions. The cache folder is named after a hash of the
pom, so an existing folder is complete and current.
"""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from taeg.base.child_env import environment
from taeg.base.errors import TaegError
from taeg.base.files import cache_folder, private_folder
from taeg.base.progress import Progress
from taeg.store.neo4j.lines import Line
from taeg.store.neo4j.local_server.homedir import lock

NO_MAVEN = "Maven (mvn) was not found on PATH: install it, it downloads Neo4j once"
JAVA_FOLDERS = (
    ("/usr/lib/jvm", "*/bin"),
    ("/opt/java", "*/bin"),
    ("/Library/Java/JavaVirtualMachines", "*/Contents/Home/bin"),
    ("~/.sdkman/candidates/java", "*/bin"),
)
"""Folders in which Java is usually installed, besides JAVA_HOME and PATH."""
_JAVA_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
_PARTIAL = ".partial-"
_LIMIT_SECONDS = 3600
_SIZE, _GDS_SIZE = 165_000_000, 30_000_000
"""Bytes of a download, approximately."""
_DOWNLOADED = re.compile(r"Downloaded from \S+: \S+ \(([\d.]+) ([kMG]?B) at")
_UNITS = {"B": 1, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
# Maven's general advice after a failure
_BOILERPLATE = re.compile(r"^(\[Help|Re-run Maven|To see the full stack|For more information|After correcting|mvn <)")


def find_java(line: Line) -> Path | None:
    """Return the first Java that the line supports, else the first one that is new enough, else None."""
    newer: Path | None = None
    for java in _java_candidates():
        version = java_version(java)
        if version in line.fit_java:
            return java
        if version >= line.oldest_java and newer is None:
            newer = java
    return newer


def _java_candidates() -> Iterator[Path]:
    folders = [str(Path(home) / "bin")] if (home := os.environ.get("JAVA_HOME")) else []
    folders += os.environ.get("PATH", os.defpath).split(os.pathsep)
    for root, pattern in JAVA_FOLDERS:
        folders += sorted(str(found) for found in Path(root).expanduser().glob(pattern))
    seen: set[Path] = set()
    for folder in folders:
        java = shutil.which("java", path=folder) if folder else None
        if java and (real := Path(java).resolve()) not in seen:
            seen.add(real)
            # not the resolved path: some are wrappers that use their own name
            yield Path(java).absolute()


def java_version(java: Path) -> int:
    """Return the feature release (8, 17, 21 …) of a Java, or 0 if it does not run."""
    try:
        shown = _run([str(java), "-version"], seconds=20)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = _JAVA_VERSION.search(shown.stdout) if shown.returncode == 0 else None
    return int(found[1]) if found else 0


def _run(command: list[str], *, seconds: float) -> "subprocess.CompletedProcess[str]":
    """Run a program found on PATH with fixed arguments, and collect its output."""
    return subprocess.run(  # noqa: S603
        command,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=seconds,
        check=False,
    )


def pom(line: Line, *, gds: bool) -> str:
    """Return the pom of a release line, with or without GDS."""
    text = files(__package__).joinpath("neo4j-gds.pom.xml" if gds else "neo4j.pom.xml").read_text(encoding="utf-8")
    for name, version in (("neo4j", line.neo4j), ("browser", line.browser), ("gds", line.gds)):
        text = text.replace(f"@{name}@", version)
    return text


def jars_folder(line: Line, *, gds: bool) -> Path:
    """Return the cache folder of the jars: `lib/`, and with GDS `plugins/`."""
    digest = hashlib.sha256(pom(line, gds=gds).encode()).hexdigest()
    return cache_folder() / f"neo4j-{digest[:16]}"


def download_jars(line: Line, *, gds: bool, progress: Progress) -> Path:
    """Return the folder with the jars, downloading them if necessary; progress is in bytes."""
    target = jars_folder(line, gds=gds)
    if target.is_dir():
        return target
    mvn = shutil.which("mvn")
    if mvn is None:
        raise TaegError(NO_MAVEN)
    # its content is executed: no other user may write there
    private_folder(target.parent)
    # Maven's repository does not support concurrent downloads
    with lock(target.parent / "neo4j.lock", lambda: progress.stage("Waiting for another download of Neo4j to end")):
        if target.is_dir():
            return target
        for left in target.parent.glob(f"neo4j-*{_PARTIAL}*"):
            shutil.rmtree(left, ignore_errors=True)
        names = f"Neo4j {line.neo4j}" + (f" and GDS {line.gds}" if gds else "")
        progress.stage(f"Downloading {names} with Maven (once)", _SIZE + (_GDS_SIZE if gds else 0))
        partial = Path(tempfile.mkdtemp(prefix=target.name + _PARTIAL, dir=target.parent))
        try:
            _download(mvn, partial, pom(line, gds=gds), progress)
            partial.rename(target)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return target


def _download(mvn: str, into: Path, text: str, progress: Progress) -> None:
    (into / "pom.xml").write_text(text, encoding="utf-8")
    with subprocess.Popen(  # noqa: S603 (found on PATH, with fixed arguments)
        [mvn, "-B", "package"],
        cwd=into,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,  # Maven is a script that starts Java: both are ended together
    ) as process:
        late = threading.Event()
        limit = threading.Timer(_LIMIT_SECONDS, _end, (process, late))
        limit.start()
        output = []
        try:
            for line in process.stdout or ():
                output.append(line)
                if found := _DOWNLOADED.search(line):
                    progress.advance(round(float(found[1]) * _UNITS[found[2]]))
            code = process.wait()
        finally:
            limit.cancel()
            _end(process)
    if late.is_set():
        raise TaegError("Maven did not finish downloading Neo4j within an hour: check the network, start again")
    if code != 0 or not any((into / "lib").glob("neo4j-*.jar")):
        reason = _last_message("".join(output)) or f"exit code {code}"
        raise TaegError(
            f"Maven could not download Neo4j ({reason}): check the network and Maven's settings, start again"
        )


def _end(process: "subprocess.Popen[str]", late: threading.Event | None = None) -> None:
    if late:
        late.set()
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def _last_message(output: str) -> str:
    """Return the last relevant line of Maven's output, without escape codes and credentials."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    lines = [line for line in plain.splitlines() if not line.startswith("[INFO]")]
    lines = [re.sub(r"^\[\w+\]\s*", "", line).strip() for line in lines]
    lines = [line for line in lines if line and not _BOILERPLATE.match(line)]
    if not lines:
        return ""
    # a mirror's URL can contain a user and a password
    line = re.sub(r"//[^/\s@]*@", "//", lines[-1])
    return re.sub(r"\s*-> \[Help \d+\]$", "", line).rstrip(".:")[:600]
