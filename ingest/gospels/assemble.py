"""A timeline and the verses of a translation become a corpus: the one place where all gospel readers end."""

from collections.abc import Sequence
from dataclasses import replace

from ingest.gospels import gold_text
from ingest.gospels.books import GOSPELS
from ingest.gospels.chronology import PASSION_WEEK, Account, Row
from ingest.gospels.verses import Passage, VerseText, check_size
from taeg.model.corpus import Corpus, Version
from taeg.model.profile import Profile


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
    """Read every telling of every event as the profile wants it.

    A source's own text is what the translation holds of Passion Week. `segments` is the reference consolidation, one
    for each event that somebody tells; without it the reference is rebuilt from the table of facts.
    """
    if segments is None:
        segments = gold_text.rebuild_segments(rows, verses)
        notes = (*notes, gold_text.NOTE)
    rows = gold_text.add_gold_text(rows, segments, profile)
    titles = {gospel.id: gospel.title for gospel in GOSPELS}
    versions = []
    size = 0
    for row in rows:
        for account in row.accounts:
            title = titles[account.source]
            passage = _passage(title, account, verses, profile)
            size += len(passage.text)
            check_size(size, account.origin)
            versions.append(
                Version(
                    id=f"event_{row.event.id}_{account.source}",
                    event=row.event.id,
                    source=account.source,
                    text=passage.text,
                    citation=f"{title} {account.reference}",
                    gaps=passage.gaps,
                    origin=account.origin,
                )
            )
    return Corpus(
        name=name,
        sources=tuple(
            replace(gospel.source, text=verses.whole(gospel.title, PASSION_WEEK[gospel.id], literal=_literal(profile)))
            for gospel in GOSPELS
        ),
        events=tuple(row.event for row in rows),
        versions=tuple(versions),
        language=language,
        profile=profile,
        notes=notes,
    )


def _passage(title: str, account: Account, verses: VerseText, profile: Profile) -> Passage:
    if profile.reads_every_reference:
        return verses.passage(title, account.reference, account.origin)
    if not account.reference.plain:
        return Passage("", (f"{title} {account.reference}",))
    return verses.passage(title, account.reference, account.origin, literal=_literal(profile))


def _literal(profile: Profile) -> bool:
    """Whether the mark of an omitted verse is read as if it were text."""
    return not profile.reads_every_reference


def one_spaced(text: str) -> str:
    """Collapse white space (poetry's line breaks, a file's indentation) to single spaces."""
    return " ".join(text.split())
