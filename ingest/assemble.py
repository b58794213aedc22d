"""A timeline and the verses of a translation become a corpus: the one place where all gospel readers end."""

import re
import unicodedata
from collections.abc import Sequence

from ingest.books import GOSPELS
from ingest.chronology import Row, Telling
from ingest.verses import Passage, VerseText
from taeg.profiles import Profile
from taeg.values import Corpus, Version


def assemble(
    name: str,
    rows: Sequence[Row],
    verses: VerseText,
    profile: Profile,
    *,
    language: str,
    notes: tuple[str, ...] = (),
) -> Corpus:
    """Read every telling of every event as the profile wants it."""
    titles = {gospel.id: gospel.title for gospel in GOSPELS}
    versions = []
    for row in rows:
        for telling in row.tellings:
            title = titles[telling.source]
            passage = _passage(title, telling, verses, profile)
            versions.append(
                Version(
                    id=f"event_{row.event.id}_{telling.source}",
                    event=row.event.id,
                    source=telling.source,
                    text=passage.text,
                    reference=f"{title} {telling.reference}",
                    gaps=passage.gaps,
                    place=telling.place,
                )
            )
    return Corpus(
        name=name,
        sources=tuple(gospel.source for gospel in GOSPELS),
        events=tuple(row.event for row in rows),
        versions=tuple(versions),
        language=language,
        profile=profile,
        notes=notes,
    )


def _passage(title: str, telling: Telling, verses: VerseText, profile: Profile) -> Passage:
    if profile.reads_every_reference:
        return verses.passage(title, telling.reference, telling.place)
    if not telling.reference.plain:
        return Passage("", (f"{title} {telling.reference}",))
    return verses.passage(title, telling.reference, telling.place, literal=True)


def slug(text: str) -> str:
    """Make the part of a corpus name that says which text it is: `English NIV` gives `english-niv`."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", plain.casefold()).strip("-") or "unnamed"


def one_spaced(text: str) -> str:
    """Collapse white space (poetry's line breaks, a file's indentation) to single spaces."""
    return " ".join(text.split())
