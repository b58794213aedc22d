"""Contested facts: conflicts joined by shared sides, decided by people, and selected for display."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from taeg.conflicts.values import DISMISSED, SETTLED, TIERS, Conflict, Decision, Fact, Side

PERSON = "person"
"""The reason of a preference that a person decided."""

Words = Callable[[Side], str]
"""The words of a side in the text of its version."""
Place = tuple[int, int, int]

_DIGITS = 8
_HALF_DAY = 12
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)")
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")


def group(
    conflicts: Sequence[Conflict],
    event_of: Sequence[int],
    words: Words,
    prints: Sequence[str],
    event_prints: Sequence[str] = (),
) -> tuple[Fact, ...]:
    """Join the conflicts of an event and kind that share sides.

    `prints[i]` is a fingerprint of version i, `event_prints[i]` the id or a fingerprint of event i. The ids of the
    facts are made from these and from the words of the sides, so they do not depend on indices. Facts are ordered by
    event, tier, score (descending) and id.
    """
    made = [
        (_digest(event, kind, sides, words, prints, event_prints), event, _best_first(found), sides)
        for event, kind, found, sides in _components(conflicts, event_of)
    ]
    taken: set[str] = set()
    facts = []
    for digest, event, found, sides in sorted(made, key=lambda row: (row[0], row[1], row[3])):
        best = found[0]
        name = _free(digest, taken)
        facts.append(Fact(name, event, best.kind, best.key, best.tier, best.score, best.rule, sides))
    return tuple(sorted(facts, key=_order))


def decided(facts: Sequence[Fact], decisions: Sequence[Decision], words: Words) -> tuple[Fact, ...]:
    """Facts with what people decided; the last decision about a fact counts.

    Dismissed facts stay in the list (see `open_facts`). A decision applies to every fact that has at least two of its
    sides; one that settles must have the preferred side among them.
    """
    by_side = _by_side(decisions)
    if not by_side:
        return tuple(facts)
    return tuple(_with_decision(fact, decisions, by_side, words) for fact in facts)


def unmatched(facts: Sequence[Fact], decisions: Sequence[Decision], words: Words) -> tuple[int, ...]:
    """The decisions, by index, that apply to no fact: their words are gone or no longer contradict."""
    by_side = _by_side(decisions)
    matched = {number for fact in facts for number in _matches(fact, decisions, by_side, words)}
    return tuple(number for number in range(len(decisions)) if number not in matched)


def values(fact: Fact) -> list[tuple[str, list[int]]]:
    """The values of a fact in order, each with the indices of the sides that have it."""
    sides: dict[str, list[int]] = {}
    for index, side in enumerate(fact.sides):
        sides.setdefault(side.value, []).append(index)
    return sorted(sides.items(), key=lambda item: value_order(item[0]))


def with_value(fact: Fact, value: str) -> tuple[int, ...]:
    """The indices of the sides that have a value."""
    return tuple(index for index, side in enumerate(fact.sides) if side.value == value)


def open_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """All facts but the dismissed ones."""
    return tuple(fact for fact in facts if fact.decided != DISMISSED)


def select(
    facts: Iterable[Fact], event: int | None = None, kind: str | None = None, tier: str | None = None
) -> tuple[Fact, ...]:
    """The facts of an event, a kind and a tier; None selects all."""
    return tuple(
        fact
        for fact in facts
        if (event is None or fact.event == event)
        and (kind is None or fact.kind == kind)
        and (tier is None or fact.tier == tier)
    )


def value_order(value: str) -> tuple[tuple[int, float, str], ...]:
    """A key that sorts values by their numbers: 9 before 14, 9:30 before 10:15."""
    parts = _NUMBER.split(value.casefold())
    return tuple((0, float(part), "") if at % 2 else (1, 0.0, part) for at, part in enumerate(parts) if part)


def _order(fact: Fact) -> tuple[int, int, float, str]:
    return fact.event, TIERS.index(fact.tier), -fact.score, fact.id


def _best_first(conflicts: Iterable[Conflict]) -> list[Conflict]:
    return sorted(conflicts, key=lambda found: (TIERS.index(found.tier), -found.score, found.a, found.b, found.rule))


def _components(
    conflicts: Sequence[Conflict], event_of: Sequence[int]
) -> list[tuple[int, str, list[Conflict], tuple[Side, ...]]]:
    """Connected conflicts of an event and kind, with their sides in order of value and version."""
    parent: dict[tuple[int, str, Place], tuple[int, str, Place]] = {}

    def root(node: tuple[int, str, Place]) -> tuple[int, str, Place]:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    nodes = []
    for found in conflicts:
        event = event_of[found.a.version]
        first, second = (root((event, found.kind, _place(side))) for side in (found.a, found.b))
        parent[max(first, second)] = min(first, second)
        nodes.append(first)
    members: dict[tuple[int, str, Place], list[Conflict]] = {}
    for node, found in zip(nodes, conflicts, strict=True):
        members.setdefault(root(node), []).append(found)
    return [(event, kind, found, _sides(found)) for (event, kind, _), found in members.items()]


def _sides(conflicts: Iterable[Conflict]) -> tuple[Side, ...]:
    sides: dict[Place, Side] = {}
    for side in sorted(side for found in conflicts for side in (found.a, found.b)):
        sides.setdefault(_place(side), side)
    full = _full_times(sides.values())
    known = [replace(side, value=full.get(side.value, side.value)) for side in sides.values()]
    return tuple(sorted(known, key=lambda side: (value_order(side.value), side)))


def _full_times(sides: Iterable[Side]) -> dict[str, str]:
    """Map clock times of an unknown half of the day (`2:11`) to the same time of a known half (`14:11`)."""
    times = {match for side in sides if (match := _CLOCK.fullmatch(side.value))}
    hours = {match[0]: (int(match[1]) % _HALF_DAY, match[2]) for match in times}
    known: dict[tuple[int, str], set[str]] = {}
    for match in times:
        if match[1].startswith("0") or int(match[1]) > _HALF_DAY:
            known.setdefault(hours[match[0]], set()).add(match[0])
    unsure = {match[0] for match in times} - {value for values in known.values() for value in values}
    return {value: min(known[hours[value]]) for value in unsure if len(known.get(hours[value], ())) == 1}


def _place(side: Side) -> Place:
    return side.version, side.start, side.end


def _digest(
    event: int, kind: str, sides: Sequence[Side], words: Words, prints: Sequence[str], event_prints: Sequence[str]
) -> str:
    parts = [event_prints[event] if event_prints else "", kind]
    parts += sorted(f"{prints[side.version]}\x1f{words(side)}" for side in sides)
    return hashlib.sha256("\x1e".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _free(digest: str, taken: set[str]) -> str:
    """The first eight digits of a digest, or others of it if another fact has them."""
    whole = digest
    while True:
        for at in range(0, len(whole) - _DIGITS + 1, _DIGITS):
            name = whole[at : at + _DIGITS]
            if name not in taken:
                taken.add(name)
                return name
        whole = hashlib.sha256(whole.encode()).hexdigest()


def _by_side(decisions: Sequence[Decision]) -> dict[tuple[int, str], list[int]]:
    """The decisions about each side."""
    by_side: dict[tuple[int, str], list[int]] = {}
    for number, decision in enumerate(decisions):
        for side in sorted(set(decision.sides)):
            by_side.setdefault(side, []).append(number)
    return by_side


def _matches(
    fact: Fact, decisions: Sequence[Decision], by_side: dict[tuple[int, str], list[int]], words: Words
) -> list[int]:
    """The decisions that apply to a fact, in order."""
    shown = {(side.version, words(side)) for side in fact.sides}
    shared = Counter(number for side in shown for number in by_side.get(side, ()))
    return sorted(
        number
        for number, count in shared.items()
        if count >= 2 and (decisions[number].verdict != SETTLED or _preferred(decisions[number]) in shown)
    )


def _preferred(decision: Decision) -> tuple[int, str] | None:
    return decision.sides[decision.preferred] if 0 <= decision.preferred < len(decision.sides) else None


def _with_decision(
    fact: Fact, decisions: Sequence[Decision], by_side: dict[tuple[int, str], list[int]], words: Words
) -> Fact:
    matches = _matches(fact, decisions, by_side, words)
    if not matches:
        return fact
    decision = decisions[matches[-1]]
    preferred: tuple[int, ...] = ()
    if decision.verdict == SETTLED:
        chosen = _preferred(decision)
        value = next(side.value for side in fact.sides if (side.version, words(side)) == chosen)
        preferred = with_value(fact, value)
    because = PERSON if preferred else ""
    return replace(fact, decided=decision.verdict, why=decision.why, preferred=preferred, because=because)
