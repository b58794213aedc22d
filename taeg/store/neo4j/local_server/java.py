"""Finds a Java that can run a line of Neo4j.

Looks at JAVA_HOME, at every folder of PATH and where systems keep the Javas that are not on it; not for installing one.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from taeg.base.child_env import environment
from taeg.store.neo4j.local_server.lines import Line

# Several Javas stand side by side here, of which PATH has one.
INSTALLED = (
    ("/usr/lib/jvm", "*/bin"),
    ("/opt/java", "*/bin"),
    ("/Library/Java/JavaVirtualMachines", "*/Contents/Home/bin"),
    ("~/.sdkman/candidates/java", "*/bin"),
)

_VERSION = re.compile(r'(?:version |JAVA_VERSION=)"(?:1\.)?(\d+)')


def parse_version(text: str) -> int:
    """Return the feature number (8, 17, 21 …) out of `java -version` or a `release` file; 0 where there is none."""
    found = _VERSION.search(text)
    return int(found.group(1)) if found else 0


def find(line: Line) -> Path | None:
    """Return the Java to run the server with: the first one that fits the line, else the first that is new enough.

    None where there is none of either kind.
    """
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
            # The path as found, not the resolved one: some Javas are wrappers that look at their own name.
            yield Path(java).absolute()


def _version(java: Path) -> int:
    # The `release` file beside a JDK spares the tenth of a second that starting each Java would take.
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
