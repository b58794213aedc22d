"""The values of contradictions: accounts as input, sides, conflicts, corrections, copies, and facts.

Versions, events and sources are given by their index in the corpus, places by characters of the version's text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

CONFIDENT, POSSIBLE = "confident", "possible"
TIERS = (CONFIDENT, POSSIBLE)
"""From the more to the less certain."""

COUNT, CLOCK, AGE, MEASURE, COLOUR = "count", "clock", "age", "measure", "colour"
MONEY, DATE, DURATION, SCORE, SIDE = "money", "date", "duration", "score", "side"
ORDER, TIMELINE, STATEMENT = "order", "timeline", "statement"
KINDS = (COUNT, CLOCK, AGE, MEASURE, COLOUR, MONEY, DATE, DURATION, SCORE, SIDE, ORDER, TIMELINE, STATEMENT)
"""What two accounts can disagree about. `order`: which event came first; `timeline`: clock times of two events against
their order in the timeline; `statement`: sentences that a language model of the user finds contradictory."""


@dataclass(frozen=True, slots=True)
class Account:
    """A version with text, as input."""

    version: int
    event: int
    source: int
    text: str
    time: float = float("-inf")
    """When the account was given, as a comparable number; minus infinity if unknown."""
    order_in_source: int = 0
    language: str = ""
    """Set only if it differs from that of the corpus."""


Batches = Callable[[], Iterator[Sequence[Account]]]
"""Yields the accounts of a corpus in batches of whole events, in timeline order; may be called several times."""


@dataclass(frozen=True, slots=True, order=True)
class Side:
    """What one account says of a fact."""

    version: int
    start: int
    end: int
    """The characters of the value in the text of the version."""
    value: str
    """The value in a normal form, for instance `23:41`, `14` or `grey`; equal values of a kind are written alike."""
    hedged: bool = False
    """Whether the account estimates: 'about', 'I think', 'at least'."""
    firsthand: bool = True
    """Whether the sentence has no mark of hearsay."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sides that cannot both be true."""

    kind: str
    key: str
    """What the values measure, in words of the accounts: `people, hurt`."""
    a: Side
    b: Side
    """`a` is less than `b` in the order of sides."""
    tier: str
    score: float
    """From 0 to 1, for sorting within a tier; not a probability."""
    rule: str
    """The rule that found it, for instance `count: same noun and predicate`."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """An explicit correction: an account says that a value, its own or that of another account, was wrong."""

    version: int
    """The account that corrects."""
    start: int
    end: int
    """The sentence or clause that corrects."""
    rule: str
    """`from-to`, `not`, `withdrawn` …"""
    amended: int
    """The account that is corrected, an earlier one of any source; equal to `version` if it corrects itself or if no
    account with the old value was found."""
    amended_start: int
    amended_end: int
    """The old value in the corrected account; of a withdrawal without a value, the whole sentence."""
    new: str = ""
    old: str = ""
    """The values as written; empty for a withdrawal without a value."""


@dataclass(frozen=True, slots=True)
class Copy:
    """An account that repeats wording of an earlier one of another source."""

    version: int
    original: int
    share: float
    """The share of the five-word sequences of `version` that `original` has."""


@dataclass(frozen=True, slots=True)
class Findings:
    """All contradictions of a corpus, in the order of versions."""

    conflicts: tuple[Conflict, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    copies: tuple[Copy, ...] = ()

    @property
    def places(self) -> Iterator[tuple[int, int, int]]:
        """Every place that they refer to: version, start and end."""
        for conflict in self.conflicts:
            yield from ((side.version, side.start, side.end) for side in (conflict.a, conflict.b))
        for found in self.amendments:
            yield found.version, found.start, found.end
            yield found.amended, found.amended_start, found.amended_end
        for copy in self.copies:
            yield from ((version, 0, 0) for version in (copy.version, copy.original))


CONFIRMED, DISMISSED, SETTLED = "confirmed", "dismissed", "settled"


@dataclass(frozen=True, slots=True)
class Fact:
    """A contested fact: everything that the accounts of an event say about one thing, by side."""

    id: str
    """Eight hex digits that depend on the event and the words of the sides alone."""
    event: int
    kind: str
    key: str
    tier: str
    """The highest tier of its conflicts."""
    score: float
    rule: str
    """The rule of its best conflict."""
    sides: tuple[Side, ...]
    preferred: tuple[int, ...] = ()
    """The sides that a policy or a person prefers, as indices of `sides`; empty if none."""
    because: str = ""
    """Why, in a word: `latest`, `corrected`, `majority`, `priority`, `first-hand`, `person`."""
    decided: str = ""
    """What a person decided: `confirmed`, `dismissed` or `settled`; empty if nothing."""
    why: str = ""
    """The reason that the person gave."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about a fact."""

    verdict: str
    """`confirmed`, `dismissed` or `settled`."""
    sides: tuple[tuple[int, str], ...]
    """The version and the words of each side that the decision is about."""
    preferred: int = -1
    """For `settled`: the preferred one of `sides`."""
    why: str = ""


NONE, LATEST, MAJORITY, PRIORITY, FIRSTHAND = "none", "latest", "majority", "priority", "firsthand"
POLICIES = (NONE, LATEST, MAJORITY, PRIORITY, FIRSTHAND)
"""How facts are settled without a person; `none` shows all sides."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a policy knows about an account."""

    source: int
    time: float
    """When the account was given; minus infinity if unknown."""
    rank: int
    """Order of precedence of the source; lower comes first."""
