"""Material for tests: a few accounts with their sources and timeline."""

from collections.abc import Sequence

from taeg.model.arrange import NO_LANGUAGE, UNNAMED, Material
from taeg.model.corpus import Event, Source, Version


def account(
    source: str,
    event: str,
    text: str = "Words.",
    id: str = UNNAMED,
    *,
    time: str = "",
    title: str = "",
    place: str = "",
) -> Version:
    return Version(id, event, source, text, time=time, title=title, origin=place)


def material(
    *accounts: Version,
    events: Sequence[Event] = (),
    sources: Sequence[Source] = (),
    language: str = NO_LANGUAGE,
    title: str = "",
    licence: str = "",
) -> Material:
    """The accounts with their sources; those not described otherwise have no title."""
    described = {source.id: source for source in sources}
    tellers = dict.fromkeys(a.source for a in accounts)
    known = tuple(described.get(name, Source(name, "")) for name in tellers)
    return Material("voyage", known, tuple(events), accounts, language=language, title=title, licence=licence)


def timeline(names: Sequence[str]) -> list[Event]:
    return [Event(name, name.title(), "Monday", position=str(i)) for i, name in enumerate(names, start=1)]
