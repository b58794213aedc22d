"""Copies: accounts of an event that repeat wording of an earlier account of another source."""

from collections import Counter
from collections.abc import Sequence

from taeg.conflicts.values import Account, Copy
from taeg.text import scripts

SIZE = 5
"""Words of a sequence; in scripts without spaces, pairs of letters."""
THRESHOLD = 0.2
"""Least share of the sequences of a copy that its original has."""
FEWEST = 3
"""Least number of shared sequences: one may be a quotation or a dateline."""

MANY = 8
"""With so many shared sequences, about a whole sentence, half the share is enough: a copy may add much of its own."""

_EARLIEST = 32
"""Accounts that are kept for each sequence, so that a thousand equal accounts take no quadratic time."""
_EXACT = 4
"""Candidates for which the share is computed."""

Sequences = frozenset[int]


def find(accounts: Sequence[Account], threshold: float = THRESHOLD) -> list[Copy]:
    """Return the copies among the accounts of one event, each with the original that shares most, by version.

    The later of two accounts is the copy. An account of unknown time counts as later than those of known times. If
    times are equal or both unknown, wording cannot tell who copied, and the account with fewer sequences counts as the
    copy. Between equal accounts the order of the corpus decides.
    """
    ordered = sorted(
        ((account, _sequences(account.text)) for account in accounts),
        key=lambda item: (*_time(item[0]), -len(item[1]), item[0].text, item[0].source, item[0].version),
    )
    holders: dict[int, list[int]] = {}
    copies = []
    for at, (account, own) in enumerate(ordered):
        shared = Counter(place for sequence in own for place in holders.get(sequence, ()))
        candidates = sorted(
            (place for place in shared if ordered[place][0].source != account.source),
            key=lambda place: (-shared[place], place),
        )
        counted = [(-len(own & ordered[place][1]), place) for place in candidates[:_EXACT]]
        if counted:
            count, place = min(counted)
            if _is_copy(-count, -count / len(own), threshold):
                copies.append(Copy(account.version, ordered[place][0].version, -count / len(own)))
        for sequence in own:
            known = holders.setdefault(sequence, [])
            if len(known) < _EARLIEST:
                known.append(at)
    return sorted(copies, key=lambda copy: copy.version)


def _is_copy(shared: int, share: float, threshold: float) -> bool:
    return shared >= FEWEST and (share >= threshold or (shared >= MANY and share >= threshold / 2))


def _time(account: Account) -> tuple[bool, float]:
    unknown = account.time == float("-inf")
    return unknown, 0.0 if unknown else account.time


def _sequences(text: str) -> Sequences:
    words = scripts.words(text)
    return frozenset(hash(words[at : at + SIZE]) for at in range(len(words) - SIZE + 1))
