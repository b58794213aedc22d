"""Download of a pinned Maven artefact into the user's cache folder.

Maven downloads the file, from the repository or mirror that the user has configured. The file is verified by SHA-256
after the download and again whenever it is read, so a damaged or replaced one is never used.
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from taeg.base.child_env import environment
from taeg.base.errors import TaegError, cause
from taeg.base.files import cache_folder, private_folder, write_whole

MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
SECONDS = 900.0
"""Maximum time of a download."""


@dataclass(frozen=True, slots=True)
class Artefact:
    """A file of a Maven repository, pinned by version and hash."""

    group: str
    name: str
    version: str
    sha256: str
    size: int
    """Bytes."""

    @property
    def filename(self) -> str:
        """Name of the file in the repository and in the cache."""
        return f"{self.name}-{self.version}.jar"

    @property
    def path(self) -> Path:
        """Where the file is kept on this machine."""
        return cache_folder() / "models" / self.filename


def cached(artefact: Artefact) -> bytes | None:
    """Return the content of a downloaded file; None if it is missing or damaged."""
    try:
        content = artefact.path.read_bytes()
    except OSError:
        return None
    return content if _matches(artefact, content) else None


def fetch(artefact: Artefact, say: Callable[[str], None]) -> Path:
    """Return the path of the file, downloading it if it is missing or damaged."""
    if cached(artefact) is not None:
        return artefact.path
    say(f"Downloading {artefact.filename} ({artefact.size / 1e6:.0f} MB, once) with Maven")
    try:
        content = _with_maven(artefact)
    except (OSError, subprocess.SubprocessError) as error:
        raise _failure(artefact, cause(error)) from error
    if not _matches(artefact, content):
        raise _failure(artefact, "the file does not have the expected SHA-256")
    _keep(artefact.path, content)
    return artefact.path


def _failure(artefact: Artefact, reason: str) -> TaegError:
    advice = "check Maven and the network, or install a model with pip (`taeg model` lists them)"
    return TaegError(f"{artefact.filename} could not be downloaded ({reason}): {advice}")


def _matches(artefact: Artefact, content: bytes) -> bool:
    return hashlib.sha256(content).hexdigest() == artefact.sha256


def _keep(path: Path, content: bytes) -> None:
    try:
        private_folder(path.parent)
    except OSError as error:
        raise TaegError(f"cannot write into {path.parent}: {error.strerror}") from error
    write_whole(path, [content], 0o600)


def _with_maven(artefact: Artefact) -> bytes:
    mvn = shutil.which("mvn")
    if mvn is None:
        raise OSError("Maven (mvn) is not installed")
    with tempfile.TemporaryDirectory(prefix="taeg-model-") as folder:
        named = f"-Dartifact={artefact.group}:{artefact.name}:{artefact.version}"
        done = subprocess.run(  # noqa: S603 (Maven, with fixed arguments)
            [mvn, "-q", "-B", MAVEN_PLUGIN, named, f"-DoutputDirectory={folder}"],
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        if done.returncode:
            raise OSError(f"Maven failed with exit code {done.returncode}")
        return (Path(folder) / artefact.filename).read_bytes()
