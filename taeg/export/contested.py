"""The contradictions of a corpus as exports have them, and the replacement of names in them.

Facts come from `taeg.conflicts`; versions and events are given by their index in the book.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from taeg.conflicts.values import NONE, POLICIES, Amendment, Conflict, Copy, Fact, Side
from taeg.export.pseudonyms import Pseudonyms
from taeg.export.redaction import RedactedText
from taeg.graph import contested, findings
from taeg.graph.read import Entry
from taeg.store.engine import Store

UNCLEAR = "[name]"
"""Replaces a part of several names that have different pseudonyms."""
MIN_STEM = 4
"""Letters of a stem that is recognised as the beginning of a name."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Contested:
    """The contradictions of a corpus that nobody dismissed."""

    facts: tuple[Fact, ...] = ()
    """In timeline order."""
    amendments: tuple[Amendment, ...] = ()
    copies: tuple[Copy, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    """The pairs of sides, for the graph; empty unless the format needs them."""

    def redact(self, names: Pseudonyms, texts: Sequence[RedactedText]) -> "Contested":
        """Replace names in keys, values and reasons, and move the offsets; `texts` are those of the versions."""
        key = _key_redactor(names)

        def side(one: Side) -> Side:
            start, end = texts[one.version].span(one.start, one.end)
            return replace(one, start=start, end=end, value=names.text(one.value))

        def fact(one: Fact) -> Fact:
            sides = tuple(map(side, one.sides))
            return replace(one, key=key(one.key), sides=sides, why=names.text(one.why))

        def amendment(one: Amendment) -> Amendment:
            start, end = texts[one.version].span(one.start, one.end)
            first, last = texts[one.amended].span(one.amended_start, one.amended_end)
            moved = replace(one, start=start, end=end, amended_start=first, amended_end=last)
            return replace(moved, new=names.text(one.new), old=names.text(one.old))

        def conflict(one: Conflict) -> Conflict:
            return replace(one, key=key(one.key), a=side(one.a), b=side(one.b))

        return Contested(
            tuple(map(fact, self.facts)),
            tuple(map(amendment, self.amendments)),
            self.copies,
            tuple(map(conflict, self.conflicts)),
        )


def read_contested(store: Store, entry: Entry, policy: str = NONE, *, conflicts: bool = False) -> Contested | None:
    """Read the contradictions that are recorded for a corpus, settled by a policy; None if none were looked for.

    The pairs of sides are included on request.
    """
    recorded = findings.read(store, entry)
    if recorded is None:
        return None
    found = contested.contested(store, entry, recorded, policy if policy in POLICIES else NONE)
    shown = {(fact.event, side) for fact in found.open_facts for side in fact.sides}
    pairs = recorded.findings.conflicts if conflicts else ()
    event_of = found.event_of
    return Contested(
        found.open_facts,
        found.amendments,
        found.copies,
        tuple(c for c in pairs if {(event_of[side.version], side) for side in (c.a, c.b)} <= shown),
    )


def _key_redactor(names: Pseudonyms) -> Callable[[str], str]:
    """A function that replaces names in the key of a fact, which may have only a word of a name, or its stem."""
    parts: dict[str, str] = {}
    for name, pseudonym in names.mapping.items():
        for part in _WORD.findall(name.casefold()):
            parts[part] = pseudonym if parts.get(part, pseudonym) == pseudonym else UNCLEAR

    def word(found: re.Match[str]) -> str:
        folded = found[0].casefold()
        if folded in parts:
            return parts[folded]
        begun = {pseudonym for part, pseudonym in parts.items() if part.startswith(folded)}
        if len(folded) < MIN_STEM or not begun:
            return found[0]
        return begun.pop() if len(begun) == 1 else UNCLEAR

    def key(value: str) -> str:
        pieces, done = [], 0
        for start, stop, pseudonym in names.replacements(value):
            pieces += [_WORD.sub(word, value[done:start]), pseudonym]
            done = stop
        return "".join((*pieces, _WORD.sub(word, value[done:])))

    return key
