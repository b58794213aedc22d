"""What bad corpora are made of: good tables and documents to spoil, and folders to put them in."""

import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

Content = str | bytes
Build = Callable[[Path], Path | None]
"""Makes the corpus in an empty folder; returns what is to be read where that is not the folder."""

HEADER = "source,event,text\n"
GOOD = f"{HEADER}anna,arrival,They came at ten.\nben,departure,They left at noon.\n"
TIMELINE = "event,order\narrival,1\nquarrel,2\ndeparture,3\n"
ANNA = "# arrival\n\nThey came at ten.\n\n# departure\n\nThey left at noon.\n"


@dataclass(frozen=True)
class Case:
    """A corpus, and the words that must stand together in one line of what is said of it."""

    name: str
    build: Build
    says: tuple[str, ...] = ()
    good: bool = False
    """Whether it is read all the same; `says` is then of a note, if there are any."""


def table(text: Content, name: str = "reports.csv") -> Build:
    """One table, given by its own path."""

    def build(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return build


def files(contents: Mapping[str, Content | Build]) -> Build:
    """A folder of files; what is not a text makes the file itself."""

    def build(folder: Path) -> None:
        for name, content in contents.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if callable(content):
                content(path)
            else:
                path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return build


def manifest(text: str, **contents: Content) -> Build:
    """A folder with a good table, a `corpus.yaml`, and whatever else (`timeline_csv` is `timeline.csv`)."""
    others = {name.replace("_", "."): content for name, content in contents.items()}
    return files({"reports.csv": GOOD, "corpus.yaml": text, **others})


def row(text: str, before: int = 12) -> str:
    """A table whose line 14 is this one, after rows that are good."""
    rows = "".join(f"s{number},arrival,They came at {number}.\n" for number in range(before))
    return f"{HEADER}{rows}{text}\n"


def with_part(path: Path, name: str, content: bytes) -> None:
    """Put another part into an office file."""
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
