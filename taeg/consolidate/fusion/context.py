"""What a note needs besides its own sentence, so that its pronouns refer to something that has been named.

Sentences before it are told as well, at most `MOST`, while it has a pronoun without antecedent. In accounts in the
third person a pronoun needs none if the nearest name before it is in the base.
"""

from collections.abc import Container

from taeg.consolidate.fusion.guards import Account
from taeg.consolidate.fusion.phrases import is_unbound

MOST = 2
"""Sentences before a note that are told for its sake."""
NEAR = 4
"""Sentences back in which the antecedent of a pronoun is looked for."""


def needed_before(account: Account, base: Account, row: int, noted: Container[int]) -> list[int]:
    """Return the sentences before a sentence that a note of it needs, in order; `noted` are notes already."""
    first = row
    while first > max(0, row - MOST) and first - 1 not in noted:
        if not is_unbound(account.text(first), account.grammar) or _is_about_the_same(account, base, first):
            break
        first -= 1
    return list(range(first, row))


def _is_about_the_same(account: Account, base: Account, row: int) -> bool:
    """Whether the nearest names before a sentence are names that the base has, too."""
    if account.is_testimony or base.is_testimony:
        return False
    for i in range(row - 1, max(-1, row - 1 - NEAR), -1):
        if names := account.phrases(i).proper:
            return any(base.names[name] for name in names)
    return False
