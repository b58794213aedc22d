"""The reference consolidation of a corpus, as whole texts are scored against it."""

from taeg.base.errors import InputError
from taeg.model.corpus import Corpus


def reference_text(corpus: Corpus) -> str:
    """The reference's segments in timeline order.

    The published code scores against the golden file as it stands, so that the numbers that mark its segments count
    as words; they stand there up to the last segment, before empty ones too.
    """
    if not any(event.gold_text for event in corpus.events):
        raise InputError(
            f"corpus {corpus.name!r} has no reference consolidation to score against; "
            "ingest one that has it, for example: taeg ingest gospels"
        )
    if corpus.profile.aligns_reference:
        return " ".join(event.gold_text for event in corpus.events if event.gold_text)
    last = max(place for place, event in enumerate(corpus.events) if event.gold_text)
    return " ".join(f"{event.id} {event.gold_text}".strip() for event in corpus.events[: last + 1])
