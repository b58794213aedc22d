"""Material for tests: a few accounts with their sources and timeline."""

from collections.abc import Callable, Sequence

import pytest

from taeg.errors import InputError
from taeg.material import UNNAMED, Material
from taeg.values import Event, Source, Version


def account(source: str, event: str, text: str = "Words.", id: str = UNNAMED, **more: str) -> Version:
    return Version(id, event, source, text, **more)  # type: ignore[arg-type]


def material(*accounts: Version, events: Sequence[Event] = (), sources: Sequence[Source] = (), **more: str) -> Material:
    """The accounts with their sources; those not described otherwise have no title."""
    described = {source.id: source for source in sources}
    tellers = dict.fromkeys(a.source for a in accounts)
    known = tuple(described.get(name, Source(name, "")) for name in tellers)
    return Material("voyage", known, tuple(events), accounts, **more)  # type: ignore[arg-type]


def refusal(make: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        make()
    message = str(caught.value)
    assert "\n" not in message
    return message


def timeline(names: Sequence[str]) -> list[Event]:
    return [Event(name, name.title(), "Monday", position=str(i)) for i, name in enumerate(names, start=1)]
