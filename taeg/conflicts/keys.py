"""Short names of what two claims measure, from the words of the accounts: `people, hurt`, `alarm, go off`, `van`."""

from taeg.conflicts.claims import Claim
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.values import AGE, COLOUR, COUNT, SIDE

_OF_THINGS = (COLOUR, SIDE)


def key_of(a: Claim, b: Claim) -> str:
    """Return the name of what a pair of claims measures; it does not depend on the order of the claims."""
    shared = a.nouns & b.nouns
    return min((_key(claim, shared) for claim in (a, b)), key=lambda key: (-key.count(","), len(key), key))


def _key(claim: Claim, shared: frozenset[str]) -> str:
    pronouns = word_lists().words("words", "pronouns")
    noun = claim.antecedent if claim.head in pronouns else claim.head
    if claim.kind == AGE:
        return f"age of {claim.antecedent if claim.head in pronouns else claim.name}" if noun else "age"
    if claim.kind in _OF_THINGS and noun:
        return noun
    if claim.kind == COUNT:
        predicate = claim.state or _predicate(claim)
        return ", ".join(word for word in (noun or "number", predicate) if word)
    if not noun:
        noun = min(shared, default="") or claim.antecedent or min(claim.nouns, default="")
    what = claim.adjective or _predicate(claim)
    return ", ".join(word for word in (noun, what) if word) or claim.kind


def _predicate(claim: Claim) -> str:
    if claim.verb in word_lists().words("verbs", "empty") or not claim.verb:
        return min((word for word in claim.predicates if word != claim.head), default="")
    return f"{claim.verb} {claim.particle}".strip()
