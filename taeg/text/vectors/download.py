"""Download of a pinned Maven artefact into the user's cache folder.

The file is verified by SHA-256 after the download and again whenever it is read, so a damaged or replaced one is
never used. If the repository cannot be reached directly, Maven is used, which may be configured for a mirror.
"""

import hashlib
import http.client
import shutil
import ssl
import subprocess
import tempfile
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from taeg.base.child_env import environment
from taeg.base.errors import TaegError, cause
from taeg.base.files import cache_folder, private_folder, write_whole

REPOSITORY = "https://repo.maven.apache.org/maven2"
MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
SECONDS = 30.0
"""Maximum time without a response from the server."""
MAVEN_SECONDS = 900.0


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
    def address(self) -> str:
        """The address in the standard repository."""
        return f"{REPOSITORY}/{self.group.replace('.', '/')}/{self.name}/{self.version}/{self.filename}"

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
    say(f"Downloading {artefact.filename} ({artefact.size / 1e6:.0f} MB, once) from {REPOSITORY}")
    reasons = []
    for download in (_from_repository, _with_maven):
        try:
            content = download(artefact)
        except (OSError, http.client.HTTPException, subprocess.SubprocessError) as error:
            reasons.append(cause(error))
            continue
        if _matches(artefact, content):
            _keep(artefact.path, content)
            return artefact.path
        reasons.append("the file does not have the expected SHA-256")
    raise TaegError(f"{artefact.filename} could not be downloaded ({'; '.join(reasons)}): check the network, try again")


def _matches(artefact: Artefact, content: bytes) -> bool:
    return hashlib.sha256(content).hexdigest() == artefact.sha256


def _keep(path: Path, content: bytes) -> None:
    try:
        private_folder(path.parent)
    except OSError as error:
        raise TaegError(f"cannot write into {path.parent}: {error.strerror}") from error
    write_whole(path, [content], 0o600)


def _from_repository(artefact: Artefact) -> bytes:
    context = ssl.create_default_context()
    with urllib.request.urlopen(artefact.address, timeout=SECONDS, context=context) as response:  # noqa: S310 (https)
        content: bytes = response.read(artefact.size + 1)
    return content


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
            timeout=MAVEN_SECONDS,
            check=False,
        )
        if done.returncode:
            raise OSError(f"Maven failed with exit code {done.returncode}")
        return (Path(folder) / artefact.filename).read_bytes()
