"""The built-in corpus `gospels`: TAEG's chronology applied to a free translation from a Python package.

Translators put words that they supplied, and verses they doubt, in [brackets]. The brackets are removed and the words
kept; a note of the corpus counts the verses concerned. White space, such as line breaks in poetry, is collapsed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from types import MappingProxyType

from ingest.gospels.assemble import assemble, one_spaced
from ingest.gospels.books import GOSPELS, TITLES
from ingest.gospels.chronology import Row, chronology
from ingest.gospels.verses import VerseText, canonical
from ingest.request import Request
from taeg.base.errors import InputError, TaegError
from taeg.model.corpus import Corpus

DEFAULT = "asv"

# Checked for all 3,779 verses of the four gospels: each is present or empty, and at least as similar to the same verse
# of rwebster as to its neighbours. Known exceptions: asv Matthew 7:24 (harmless), web Matthew 23:13-14 (swapped), ylt
# John 7:53-8:1 (divided at another word), and web Luke 17:36 (a placeholder, treated as missing).
TRANSLATIONS: Mapping[str, str] = MappingProxyType(
    {
        "asv": "American Standard Version (1901)",
        "kjv": "King James Version",
        "web": "World English Bible",
        "akjv": "American King James Version",
        "ylt": "Young's Literal Translation",
        "rwebster": "Revised 1833 Webster Version",
        "ukjv": "Updated King James Version",
    }
)

PUBLIC_DOMAIN = "public domain"
LICENCES: Mapping[str, str] = MappingProxyType({"kjv": "public domain; Crown letters patent in the United Kingdom"})
"""The licences of translations that are not simply in the public domain."""

# Packages whose text has errors; excluded until they are corrected.
UNSOUND: Mapping[str, str] = MappingProxyType(
    {
        "bbe": "its verses begin and end in the middle of words",
        "bwe": "39 verses are missing and others stand under wrong numbers",
        "dar": "it holds marks of emphasis and 'Not available' in place of words",
        "dr": "its verses begin with their second word",
        "gb": "its verses begin and end in the middle of words",
        "mkjv1963": "its brackets do not match and some verses lack their last mark",
        "nheb": "the lines of its verses run together without a space",
        "oeb": "it lacks a third of the verses",
        "rylt": "stray braces and misprints stand among its words",
        "wbs": "its verses begin and end in the middle of words",
        "wesley": "its verses are divided at other words than usual",
        "wmth": "part of Luke stands under wrong numbers and its quotes do not match",
        "wyc": "verses are missing or stand under wrong numbers",
    }
)

_PLACEHOLDERS = frozenset({"dummy verses inserted by amos"})
"""Text that packages contain in place of a missing verse (the World English Bible at Luke 17:36)."""
_BRACKETS = re.compile(r"[\[\]]")


def read(request: Request) -> Corpus:
    """Read the built-in corpus in the requested translation."""
    translation = (request.translation or DEFAULT).strip().casefold()
    if translation not in TRANSLATIONS:
        why = f" is excluded because {UNSOUND[translation]}" if translation in UNSOUND else " is unknown"
        raise InputError(f"translation {request.translation!r}{why}; choose one of: {', '.join(TRANSLATIONS)}")
    verses, bracketed = _verses(translation)
    rows = chronology()
    used = _used(rows, verses)
    count = len(used & bracketed)
    note = f"{TRANSLATIONS[translation]}: brackets dropped, the words in them kept, in {count} of {len(used)} verses"
    name, notes = request.name or f"gospels-{translation}", (note,) if count else ()
    return replace(
        assemble(name, rows, verses, request.profile, language="en", notes=notes),
        title=f"The Holy Week in four gospels, {TRANSLATIONS[translation].partition(' (')[0]}",
        licence=LICENCES.get(translation, PUBLIC_DOMAIN),
    )


def installed() -> tuple[str, ...]:
    """Return the translations whose packages are installed."""
    return tuple(name for name in TRANSLATIONS if find_spec(f"pythonbible_{name}"))


def _verses(translation: str) -> tuple[VerseText, frozenset[tuple[str, int, int]]]:
    """Return the gospels without brackets, and the verses that had brackets."""
    import pythonbible  # loads several megabytes of text

    version = pythonbible.Version(translation.upper())
    try:
        bible = pythonbible.get_bible(version, "plain_text_readers")
    except pythonbible.MissingBiblePackageError:
        raise TaegError(
            f"translation {translation!r} is not installed: pip install pythonbible-{translation}"
        ) from None
    numbers = {gospel.title: gospel.number for gospel in GOSPELS}
    verses: dict[tuple[str, int, int], str] = {}
    bracketed: set[tuple[str, int, int]] = set()
    for (title, chapter), last in canonical().items():
        for verse in range(1, last + 1):
            verse_id = numbers[title] * 1_000_000 + chapter * 1_000 + verse
            if not bible.is_valid_verse_id(verse_id):
                continue
            words = one_spaced(bible.get_scripture(verse_id))
            bare = one_spaced(_BRACKETS.sub("", words))
            if bare != words:
                bracketed.add((title, chapter, verse))
            verses[title, chapter, verse] = "" if bare in _PLACEHOLDERS else bare
    package = f"pythonbible-{translation} (Python package)"
    return VerseText(verses, dict.fromkeys(numbers, package)), frozenset(bracketed)


def _used(rows: Sequence[Row], verses: VerseText) -> frozenset[tuple[str, int, int]]:
    """Return the verses that the chronology refers to."""
    return frozenset(
        (TITLES[account.source], *part.first)
        for row in rows
        for account in row.accounts
        for part in verses.parts(TITLES[account.source], account.reference, account.origin)
    )
