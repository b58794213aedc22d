"""Settle facts by a policy: which side is preferred, and why in a word. No side is ever removed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from taeg.base.errors import InputError
from taeg.conflicts.facts import PERSON, with_value
from taeg.conflicts.values import (
    DISMISSED,
    LATEST,
    MAJORITY,
    NONE,
    POLICIES,
    PRIORITY,
    Amendment,
    Copy,
    Fact,
    Side,
    Standing,
)

CORRECTED, FIRST_HAND = "corrected", "first-hand"
"""Reasons that are not the name of a policy."""

Standings = Mapping[int, Standing] | Sequence[Standing]
_UNKNOWN = float("-inf")


def settle(
    facts: Sequence[Fact],
    policy: str,
    standings: Standings,
    copies: Sequence[Copy] = (),
    amendments: Sequence[Amendment] = (),
) -> tuple[Fact, ...]:
    """Facts with the sides that a policy prefers.

    - `latest`: values that were explicitly corrected are left out, then the latest account counts. A copy has the time
      of its original. The reason is `corrected` if the value is that of a correction.
    - `majority`: the value of most sources. A source counts once, with its latest value; a copy counts as its original.
    - `priority`: the source that comes first in the order of precedence, with its latest value.
    - `firsthand`: accounts without a mark of hearsay come first, among them those that do not estimate.

    Nothing is preferred on a tie. What a person settled or dismissed stays as it is.
    """
    if policy not in POLICIES:
        raise InputError(f"unknown policy {policy!r}; choose one of {', '.join(POLICIES)}")
    if policy == NONE:
        return tuple(facts)
    chooser = _Chooser(policy, standings, copies, amendments)
    return tuple(chooser.settled(fact) for fact in facts)


class _Chooser:
    def __init__(
        self, policy: str, standings: Standings, copies: Sequence[Copy], amendments: Sequence[Amendment]
    ) -> None:
        self.policy = policy
        self.standings = standings
        self.original_of = {copy.version: copy.original for copy in copies}
        self.amended_by: dict[int, list[Amendment]] = {}
        for amendment in sorted(set(amendments), key=lambda a: (standings[a.version].time, a.version, a.start)):
            self.amended_by.setdefault(amendment.version, []).append(amendment)

    def settled(self, fact: Fact) -> Fact:
        if fact.decided == DISMISSED or fact.because == PERSON:
            return fact
        value, because = self._choice(fact)
        preferred = with_value(fact, value) if value is not None else ()
        return replace(fact, preferred=preferred, because=because if preferred else "")

    def _choice(self, fact: Fact) -> tuple[str | None, str]:
        if self.policy == LATEST:
            return self._latest(fact)
        if self.policy == MAJORITY:
            return self._majority(fact), MAJORITY
        if self.policy == PRIORITY:
            rank = min(self.standings[side.version].rank for side in fact.sides)
            return self._last(fact, [s for s in fact.sides if self.standings[s.version].rank == rank]), PRIORITY
        best = max((side.firsthand, not side.hedged) for side in fact.sides)
        return _only({side.value for side in fact.sides if (side.firsthand, not side.hedged) == best}), FIRST_HAND

    def _latest(self, fact: Fact) -> tuple[str | None, str]:
        corrected, superseded = self._corrections(fact)
        standing = [side for side in fact.sides if side.value not in superseded]
        value = self._last(fact, standing)
        if value is None and corrected:
            value = _only({side.value for side in standing} & corrected)
        because = CORRECTED if value in corrected or (superseded and len({s.value for s in standing}) == 1) else LATEST
        return value, because

    def _corrections(self, fact: Fact) -> tuple[set[str], set[str]]:
        """The values that corrections give and those that they replace; a later correction may restore a value."""
        found = [a for version in {s.version for s in fact.sides} for a in self.amended_by.get(version, ())]
        found.sort(key=lambda a: (self.standings[a.version].time, a.version, a.start))
        corrected: set[str] = set()
        superseded: set[str] = set()
        for amendment in found:
            old = {side.value for side in fact.sides if _is_amended(side, amendment)}
            new = {side.value for side in fact.sides if _is_given(side, amendment)} - old
            if old or amendment.amended == amendment.version:
                superseded = (superseded | old) - new
                corrected = (corrected - old) | new
        return corrected, superseded

    def _majority(self, fact: Fact) -> str | None:
        by_source: dict[int, list[Side]] = {}
        for side in fact.sides:
            source = self.standings[self._witness(fact, side)].source
            by_source.setdefault(source, []).append(side)
        votes: dict[str, int] = {}
        for sides in by_source.values():
            last = self._last(fact, sides)
            for value in {side.value for side in sides} if last is None else {last}:
                votes[value] = votes.get(value, 0) + 1
        most = max(votes.values())
        return _only({value for value, count in votes.items() if count == most})

    def _last(self, fact: Fact, sides: Iterable[Side]) -> str | None:
        """The value of the latest sides, if it is one value and the time is known or does not matter."""
        sides = list(sides)
        if len({side.value for side in sides}) == 1:
            return sides[0].value
        times = [self.standings[self._witness(fact, side)].time for side in sides]
        last = max(times, default=_UNKNOWN)
        return _only({s.value for s, time in zip(sides, times, strict=True) if time == last > _UNKNOWN})

    def _witness(self, fact: Fact, side: Side) -> int:
        """The account that a side counts as: the original if it is a copy and the original has no other value."""
        version = side.version
        seen = {version}
        while (original := self.original_of.get(version, version)) not in seen:
            given = {other.value for other in fact.sides if other.version == original}
            if given and side.value not in given:
                break
            seen.add(original)
            version = original
        return version


def _is_amended(side: Side, amendment: Amendment) -> bool:
    span = amendment.amended_start, amendment.amended_end
    return side.version == amendment.amended and _overlap(side, *span)


def _is_given(side: Side, amendment: Amendment) -> bool:
    """Whether a side is in the words that correct, and is not the old value."""
    return (
        bool(amendment.new)
        and side.version == amendment.version
        and _overlap(side, amendment.start, amendment.end)
        and not _is_amended(side, amendment)
    )


def _overlap(side: Side, start: int, end: int) -> bool:
    return side.start < end and start < side.end


def _only(values: set[str]) -> str | None:
    return next(iter(values)) if len(values) == 1 else None
