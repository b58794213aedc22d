"""What a note needs besides its own sentence, so that it can be understood: a run of sentences of its account.

Sentences before it are added until its references have an antecedent, at most `MOST`; so are the question that
it answers, the end of the speech that it opens, and what a retraction retracts. In testimony, a sentence that cannot be
understood with that is no note; only what opens an account may refer to the event as a whole. In accounts in the third
person a pronoun needs no antecedent if the nearest name before it is in the base.
"""

from collections.abc import Container

from taeg.consolidate.fusion.account import Account
from taeg.consolidate.fusion.references import BEFORE, LINK, SEVERAL
from taeg.consolidate.fusion.sentence_spans import is_continued

MOST, MOST_IN_CHRONICLES = 4, 1
"""Sentences before a note that are added for its sake, in testimony and in corpora in the third person."""
MOST_AFTER = 2
"""Sentences after a note that are added for its sake."""
FAR = 2
"""Sentences before a note after which no antecedent of 'they' is looked for: it may be anybody."""
NEAR = 4
"""Sentences back in which the antecedent of a pronoun is looked for."""


def needed(account: Account, base: Account, row: int, noted: Container[int], *, testimony: bool) -> range | None:
    """Return the run of sentences that a note of a sentence needs; None if it cannot be understood.

    `noted` are sentences that are notes already: a run that follows one continues it. `testimony` is whether the
    corpus is testimony.
    """
    last = _last(account, row, testimony=testimony)
    if testimony and account.is_prompt(last):
        return None
    first = row
    wanted = _wanted(account, row, testimony=testimony)
    while wanted and first - 1 not in noted:
        if not testimony and (row - first >= MOST_IN_CHRONICLES or _is_about_the_same(account, base, first)):
            break
        if not first:
            return None if testimony and BEFORE in wanted else range(first, last + 1)
        if row - first >= MOST and first not in account.retractions:
            return None
        first -= 1
        own = account.references(first).needed - {BEFORE, LINK}
        if account.retractions.get(first, first) != first:
            own |= {BEFORE}
        wanted = (wanted - account.references(first).offered - {BEFORE, LINK}) | own
        if row - first >= FAR:
            wanted -= {SEVERAL}
    return range(first, last + 1)


def _wanted(account: Account, row: int, *, testimony: bool) -> frozenset[str]:
    """Return the references of a sentence to those before it."""
    found = account.references(row).needed
    if account.text(row)[:1].islower() or (row and is_continued(account.text(row - 1))):
        return found | {BEFORE}
    if not testimony:
        return found - {LINK}
    fragment = account.is_fragment(row) and not account.is_terse
    inside = account.quoting[row][0] or account.retractions.get(row, row) != row
    return found | {BEFORE} if fragment or inside or (row and account.is_prompt(row - 1)) else found


def _last(account: Account, row: int, *, testimony: bool) -> int:
    """Return the last sentence of a note: the end of speech that a sentence opens, or of what it announces."""
    last = row
    while last + 1 < len(account.sentences) and last - row < MOST_AFTER:
        opens = testimony and (account.quoting[last][1] or account.is_prompt(last))
        if not opens and not is_continued(account.text(last)):
            break
        last += 1
    return last


def _is_about_the_same(account: Account, base: Account, row: int) -> bool:
    """Whether the nearest names before a sentence are names that the base has, too."""
    if account.is_testimony or base.is_testimony:
        return False
    for i in range(row - 1, max(-1, row - 1 - NEAR), -1):
        if names := account.phrases(i).proper:
            return any(base.names[name] for name in names)
    return False
