"""What a user can set for a fusion."""

from dataclasses import dataclass

from taeg.base.errors import InputError

AUTO, NOVELTY, FULLER = 0.0, 0.7, 0.59
"""What share of a note must be new: chosen by the corpus, for accounts in the third person, and a fuller setting with
more notes, for testimony."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How new a note must be, and what is added to the base accounts."""

    novelty: float = NOVELTY
    """The smallest share of new words in a note, by weight; `AUTO` for `FULLER` if the accounts are testimony, else
    `NOVELTY`."""
    inline: bool = True
    """Whether sentences of other accounts are inserted where their place is certain."""
    notes: bool = True
    """Whether whatever else is new becomes a note."""
    figures: bool = False
    """Whether a sentence with another number than the narrative is always a note. So it is in testimony; in reports
    numbers are mostly updated."""


def checked(novelty: float, inline: int, notes: int) -> Settings:
    """Return the settings for parameters of a run; raise InputError for values out of range."""
    if not 0 <= novelty <= 1:
        raise InputError(
            f"fuse: novelty is the share of a note that must be new, from 0 to 1, not {novelty:g}; 0 stands for "
            f"{FULLER} where the accounts are testimony, and for {NOVELTY} elsewhere"
        )
    for name, value in (("inline", inline), ("notes", notes)):
        if value not in (0, 1):
            raise InputError(f"fuse: {name} must be 1 (on) or 0 (off), not {value!r}")
    return Settings(novelty, bool(inline), bool(notes))
