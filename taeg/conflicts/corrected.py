"""Explicit corrections as conflicts: the old value in the corrected account against the new one.

Only corrections with an old and a new value of one kind become conflicts. The correcting account says itself that both
cannot be true, so they are confident.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from taeg.conflicts.plain_values import PlainValue, plain_values
from taeg.conflicts.values import CONFIDENT, Account, Amendment, Conflict, Side
from taeg.conflicts.wording import wording
from taeg.text.cues import cues

RULE = "explicit correction"
_WORDS_OF_KEY, _NEAR = 2, 60
"""Words of a key, and characters on either side of a value from which they are taken."""


def conflicts(amended: Sequence[Amendment], accounts: Mapping[int, Account], language: str) -> Iterator[Conflict]:
    """Yield the conflicts between accounts that corrections state; `accounts` are by version."""
    for amendment in amended:
        if not amendment.old or not amendment.new or amendment.amended == amendment.version:
            continue
        correcting, corrected = accounts[amendment.version], accounts[amendment.amended]
        code = correcting.language or language
        at = correcting.text.find(amendment.new, amendment.start, amendment.end)
        old = _value(amendment.old, code)
        new = _value(amendment.new, code)
        if at < 0 or old is None or new is None or (old.kind, old.unit) != (new.kind, new.unit) or old == new:
            continue
        sides = sorted(
            (
                _side(correcting, at + new.start, at + new.end, new, code),
                _side(corrected, amendment.amended_start, amendment.amended_end, old, code),
            )
        )
        key = _key(corrected, amendment, correcting.text[amendment.start : amendment.end], code)
        yield Conflict(old.kind, key, sides[0], sides[1], CONFIDENT, 1.0, f"{old.kind}: {RULE}")


def merged(found: Sequence[Conflict], stated: Sequence[Conflict]) -> list[Conflict]:
    """Join conflicts of claims with those that corrections state: one that is both is confident."""
    by_accounts: dict[tuple[int, int], list[Conflict]] = {}
    for conflict in stated:
        by_accounts.setdefault((conflict.a.version, conflict.b.version), []).append(conflict)
    joined = []
    for conflict in found:
        same = [
            other
            for other in by_accounts.get((conflict.a.version, conflict.b.version), ())
            if _overlap(conflict.a, other.a) and _overlap(conflict.b, other.b)
        ]
        for other in same:
            by_accounts[conflict.a.version, conflict.b.version].remove(other)
        rule = f"{conflict.kind}: {RULE}"
        joined.append(replace(conflict, tier=CONFIDENT, score=1.0, rule=rule) if same else conflict)
    return joined + [conflict for left in by_accounts.values() for conflict in left]


def _overlap(a: Side, b: Side) -> bool:
    return a.start < b.end and b.start < a.end


def _value(words: str, code: str) -> PlainValue | None:
    """Return the only value of some words."""
    found = plain_values(words, code)
    return found[0] if len(found) == 1 else None


def _side(account: Account, start: int, end: int, value: PlainValue, code: str) -> Side:
    sentence = _sentence(account.text, start, code)
    return Side(account.version, start, end, value.value, value.hedged, not cues(code).is_hearsay(sentence))


def _sentence(text: str, at: int, code: str) -> str:
    """Return the sentence at a position of a text."""
    for start, end in wording(code).sentences(text):
        if start <= at < end:
            return text[start:end]
    return text


def _key(corrected: Account, amendment: Amendment, correction: str, code: str) -> str:
    """Return the content words next to the corrected value that the correction has as well, else those next to it."""
    lists = wording(code)
    shared = set(lists.stems(correction))
    after = corrected.text[amendment.amended_end : amendment.amended_end + _NEAR]
    before = corrected.text[max(0, amendment.amended_start - _NEAR) : amendment.amended_start]
    near = [*lists.words(after.split("\n")[0]), *reversed(lists.words(before.split("\n")[-1]))]
    content = dict.fromkeys(word for word in near if lists.stem(word))
    both = [word for word in content if lists.stem(word) in shared]
    return ", ".join((both or list(content))[:_WORDS_OF_KEY]) or amendment.new
