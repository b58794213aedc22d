"""Search for a Java that can run a release line of Neo4j: in JAVA_HOME, PATH and the usual install folders."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from taeg.base.child_env import environment
from taeg.store.neo4j.local_server.lines import Line

INSTALLED = (
    ("/usr/lib/jvm", "*/bin"),
    ("/opt/java", "*/bin"),
    ("/Library/Java/JavaVirtualMachines", "*/Contents/Home/bin"),
    ("~/.sdkman/candidates/java", "*/bin"),
)

_VERSION = re.compile(r'(?:version |JAVA_VERSION=)"(?:1\.)?(\d+)')


def parse_version(text: str) -> int:
    """Return the feature release (8, 17, 21 …) in the output of `java -version` or a `release` file, else 0."""
    found = _VERSION.search(text)
    return int(found.group(1)) if found else 0


def find(line: Line) -> Path | None:
    """Return the first Java that the line supports, else the first one that is new enough, else None."""
    newer: Path | None = None
    for java in _candidates():
        version = _version(java)
        if version in line.fit_java:
            return java
        if version >= line.oldest_java and newer is None:
            newer = java
    return newer


def _candidates() -> Iterator[Path]:
    folders = [str(Path(home) / "bin")] if (home := os.environ.get("JAVA_HOME")) else []
    folders += os.environ.get("PATH", os.defpath).split(os.pathsep)
    for root, pattern in INSTALLED:
        folders += sorted(str(found) for found in Path(root).expanduser().glob(pattern))
    seen: set[Path] = set()
    for folder in folders:
        java = shutil.which("java", path=folder) if folder else None
        if java and (real := Path(java).resolve()) not in seen:
            seen.add(real)
            # not the resolved path: some are wrappers that use their own name
            yield Path(java).absolute()


def _version(java: Path) -> int:
    # reading the `release` file of a JDK is faster than starting Java
    try:
        version = parse_version((java.resolve().parents[1] / "release").read_text(encoding="utf-8", errors="replace"))
    except (OSError, IndexError):
        version = 0
    if version:
        return version
    try:
        shown = subprocess.run(  # noqa: S603 - an executable found on PATH, with a fixed argument
            [str(java), "-version"],
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return parse_version(shown.stderr + shown.stdout) if shown.returncode == 0 else 0
