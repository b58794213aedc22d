"""The table of readers, and the choice among them: by name for what is built in, by what a path is for the rest."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ingest import gospel_xml, gospels, verse_table
from ingest.request import Request
from taeg import profiles
from taeg.errors import InputError
from taeg.values import Corpus


@dataclass(frozen=True, slots=True)
class Reader:
    """One kind of corpus: what it accepts, in words and as a test, and how it is read."""

    name: str
    accepts: str
    read: Callable[[Request], Corpus]
    matches: Callable[[Path], bool] | None = None
    """None: the corpus is built in and asked for by the reader's name."""


READERS = (
    Reader("gospels", "the built-in corpus 'gospels'", gospels.read),
    Reader("gospel-xml", f"a folder with {gospel_xml.CHRONOLOGY}", gospel_xml.read, gospel_xml.matches),
    Reader(
        "verse-table",
        "a .tsv or .csv file with the columns book, chapter, verse, text",
        verse_table.read,
        verse_table.matches,
    ),
)


def read(
    corpus: str,
    *,
    profile: str = "audited",
    translation: str | None = None,
    name: str | None = None,
    language: str | None = None,
) -> Corpus:
    """Read a corpus: a built-in name, or a path (write `./gospels` for a folder of that name).

    `translation` is for the built-in corpus; `name` and `language` override what the reader would give.
    """
    path = Path(corpus)
    request = Request(path, profiles.profile(profile), translation, name, language)
    for reader in READERS:
        if reader.matches is None and corpus == reader.name:
            return reader.read(request)
    try:
        exists = path.exists()
        found = next((reader for reader in READERS if reader.matches and reader.matches(path)), None)
    except (OSError, ValueError) as error:  # no right to look, a name too long, a NUL in it
        raise InputError(f"corpus {corpus[:80]!r} cannot be looked up: {error}") from None
    if found:
        return found.read(request)
    accepted = "; accepted: " + ", ".join(reader.accepts for reader in READERS)
    if exists and corpus:
        raise InputError(f"corpus {corpus!r} is of no kind that can be read{accepted}")
    built_in = [reader.name for reader in READERS if reader.matches is None]
    near = difflib.get_close_matches(corpus.casefold(), built_in, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise InputError(f"there is no corpus, file or folder {corpus[:80]!r}{hint}{accepted}")
