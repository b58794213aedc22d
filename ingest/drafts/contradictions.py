"""What speaks against the order of a timeline, as rows."""

from collections.abc import Callable, Sequence

from ingest.drafts.folder import ContradictionRow, EventRow
from ingest.drafts.raw import RawDocument
from taeg.align.draft import Contradiction, Draft

EXCERPT = 60
"""Characters of a passage that are quoted."""
TIMES = "times"
"""Stands for the source if named times disagree."""


def rows(
    draft: Draft, documents: Sequence[RawDocument], events: Sequence[EventRow], rename: Callable[[str], str] = str
) -> tuple[ContradictionRow, ...]:
    """Describe the contradictions of a draft, in the order of the timeline."""
    found = sorted(draft.contradictions, key=lambda c: (c.earlier, c.later, c.source))
    return tuple(_row(each, draft, documents, events, rename) for each in found)


def _row(
    found: Contradiction,
    draft: Draft,
    documents: Sequence[RawDocument],
    events: Sequence[EventRow],
    rename: Callable[[str], str],
) -> ContradictionRow:
    earlier, later = events[found.earlier], events[found.later]
    named = rename(earlier.title), rename(later.title)
    if found.source < 0:
        return ContradictionRow(earlier.event, later.event, TIMES, "", f"{earlier.time} and {later.time}", *named)
    places, texts = [], []
    for index in found.passages:
        passage = draft.passages[index]
        document = documents[passage.document]
        places.append(document.cite(passage.start, passage.end))
        texts.append(_excerpt(document.text[passage.start : passage.end]))
    source = draft.statements.sources[found.source]
    evidence = rename(" / ".join(texts))
    return ContradictionRow(earlier.event, later.event, source, "; ".join(places), evidence, *named)


def _excerpt(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= EXCERPT else f"{words[:EXCERPT].rsplit(' ', 1)[0]} …"
