"""What a user can set for a fusion."""

from dataclasses import dataclass

from taeg.base.errors import InputError

NOVELTY, FULLER = 2.4, 1.6
"""How many rare words a note must add: the default, and a fuller setting with more notes."""
MOST_NOVELTY = 100.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How new a note must be, and what is told besides the base accounts."""

    novelty: float = NOVELTY
    """The new weight that a note needs, in words that occur once in the corpus."""
    inline: bool = True
    """Whether sentences of other accounts are inserted where their place is certain."""
    notes: bool = True
    """Whether whatever else is new becomes a note."""


def checked(novelty: float, inline: int, notes: int) -> Settings:
    """Return the settings for parameters of a run; raise InputError for values out of range."""
    if not 0 <= novelty <= MOST_NOVELTY:
        raise InputError(
            f"fuse: novelty must lie between 0 (every new word) and {MOST_NOVELTY:g} (nothing), not {novelty:g}; "
            f"the default is {NOVELTY}, {FULLER} gives more notes"
        )
    for name, value in (("inline", inline), ("notes", notes)):
        if value not in (0, 1):
            raise InputError(f"fuse: {name} must be 1 (on) or 0 (off), not {value!r}")
    return Settings(novelty, bool(inline), bool(notes))
