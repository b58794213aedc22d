"""The two ways of building and reading a corpus: as the published code does it, and audited.

A profile is a plain value; readers, relations and narratives ask it what to do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from taeg.base.errors import InputError

FLOOR = 0.05
"""Weight of an edge whose cosine is zero (section 'Graph construction' of the paper's code)."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How references are read, which versions BEFORE ties, and how a narrative is joined."""

    name: str
    title: str
    reads_every_reference: bool
    """False: only plain `chapter:verse[-verse]` references are read, all others are empty."""
    before: Literal["own-source", "next-event"]
    """own-source: each version to its source's next event; next-event: all versions of an event to all of the next."""
    describes_silent_events: bool
    """True: an event without any text emits its title and a full stop."""
    aligns_reference: bool
    """False: segment k of the reference is taken for event k, though events nobody tells have no segment; and the
    numbers that mark the segments are scored as words."""
    separator: str
    """What stands between two events of a narrative."""
    floor: float = FLOOR


AUDITED = Profile(
    name="audited",
    title="every reference read, BEFORE within each source",
    reads_every_reference=True,
    before="own-source",
    describes_silent_events=False,
    aligns_reference=True,
    separator="\n\n",
)
PUBLISHED = Profile(
    name="published",
    title="exactly as the published code does it, errors included",
    reads_every_reference=False,
    before="next-event",
    describes_silent_events=True,
    aligns_reference=False,
    separator=" ",
)

PROFILES: Mapping[str, Profile] = MappingProxyType({p.name: p for p in (AUDITED, PUBLISHED)})


def profile(name: str) -> Profile:
    """Return the profile of that name."""
    try:
        return PROFILES[name]
    except KeyError:
        raise InputError(f"unknown profile {name!r}; known profiles: {', '.join(PROFILES)}") from None
