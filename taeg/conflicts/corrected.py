"""Explicit corrections as conflicts: the old value in the corrected account against the new one.

Only corrections with an old and a new value of one kind become conflicts. The correcting account says itself that both
cannot be true, so they are confident.
"""

from collections.abc import Iterator, Mapping, Sequence

from taeg.conflicts.plain_values import PlainValue, plain_values
from taeg.conflicts.values import CONFIDENT, Account, Amendment, Conflict, Side
from taeg.conflicts.wording import wording
from taeg.text.cues import cues

RULE = "explicit correction"
_WORDS_OF_KEY = 3


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
    """Return the first content words that the corrected sentence and the correction share."""
    lists = wording(code)
    shared = set(lists.stems(correction))
    sentence = _sentence(corrected.text, amendment.amended_start, code)
    words = dict.fromkeys(word for word in lists.words(sentence) if lists.stem(word) in shared - {""})
    return ", ".join(list(words)[:_WORDS_OF_KEY]) or amendment.new
