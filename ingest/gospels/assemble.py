"""Assembly of a corpus from a chronology and the verses of a translation, for all gospel readers."""

from collections.abc import Sequence

from ingest.gospels import gold_text
from ingest.gospels.books import TITLES
from ingest.gospels.chronology import PASSION_WEEK, Row
from ingest.gospels.verses import Passage, VerseText
from taeg.model.corpus import Corpus, Profile, Source, Version


def assemble(
    name: str,
    rows: Sequence[Row],
    verses: VerseText,
    profile: Profile,
    *,
    language: str,
    notes: tuple[str, ...] = (),
    segments: Sequence[str] | None = None,
) -> Corpus:
    """Build the corpus as the profile requires.

    The text of a source is the part of Passion Week that the translation has. `segments` is the gold text, one segment
    for each event with an account; by default it is rebuilt from the built-in table of verses.
    """
    if segments is None:
        segments = gold_text.rebuild_segments(rows, verses)
        notes = (*notes, gold_text.NOTE)
    rows = gold_text.add_gold_text(rows, segments, profile)
    literal = not profile.reads_every_reference
    versions = []
    for row in rows:
        for account in row.accounts:
            title, reference = TITLES[account.source], account.reference
            if literal and not reference.plain:
                passage = Passage("", (f"{title} {reference}",))  # the published code reads plain references only
            else:
                passage = verses.passage(title, reference, account.origin, literal=literal)
            versions.append(
                Version(
                    id=f"event_{row.event.id}_{account.source}",
                    event=row.event.id,
                    source=account.source,
                    text=passage.text,
                    citation=f"{title} {reference}",
                    gaps=passage.gaps,
                    origin=account.origin,
                )
            )
    sources = []
    for id, title in TITLES.items():
        text = verses.whole(title, PASSION_WEEK[id], literal=literal)
        sources.append(Source(id, title, text, files=(verses.files[title],) if title in verses.files else ()))
    events = tuple(row.event for row in rows)
    return Corpus(name, tuple(sources), events, tuple(versions), language=language, profile=profile, notes=notes)


def one_spaced(text: str) -> str:
    """Collapse white space, such as line breaks in poetry and indentation, to single spaces."""
    return " ".join(text.split())
