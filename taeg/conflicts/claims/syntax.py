"""The parts of a clause: its verb, subject, object, and what belongs to it."""

from taeg.conflicts.parser import Parse, Token

NOUNS = ("NOUN", "PROPN")
VERBS = ("VERB", "AUX")
_CLAUSES = ("ROOT", "conj", "ccomp", "advcl", "relcl", "parataxis", "acl", "xcomp")
_OTHER_CLAUSES = ("conj", "ccomp", "advcl", "parataxis")
_SUBJECTS = ("nsubj", "nsubjpass")


def verb_of(parse: Parse, token: Token) -> Token:
    """Return the nearest verb above a token; the root if there is none."""
    while token.head != token.index and token.pos not in VERBS:
        token = parse.head(token)
    return token


def clause_of(parse: Parse, token: Token) -> list[Token]:
    """Return the words of the smallest clause that contains a token, without the clauses that depend on it."""
    top = token
    while top.head != top.index and not (top.pos in VERBS and top.dep in _CLAUSES):
        top = parse.head(top)
    if top.dep == "xcomp":
        top = parse.head(top)
    dropped: set[int] = set()
    for child in parse.children(top, *_OTHER_CLAUSES):
        if child.pos in VERBS:
            below = {word.index for word in parse.subtree(child)}
            if token.index not in below:
                dropped |= below
    return [word for word in parse.subtree(top) if word.index not in dropped]


def subject_of(parse: Parse, verb: Token) -> Token | None:
    """Return the subject of a verb; for a relative clause the noun that it describes."""
    seen = set()
    while verb.index not in seen:
        seen.add(verb.index)
        subject = parse.child(verb, *_SUBJECTS)
        if subject is not None:
            relative = subject.tag in ("WDT", "WP") and verb.dep == "relcl"
            return parse.head(verb) if relative else subject
        if verb.dep in ("relcl", "acl"):
            return parse.head(verb)
        above = parse.head(verb)
        if verb.dep not in ("conj", "xcomp") or above.pos not in VERBS:
            return None
        verb = above
    return None


def object_of(parse: Parse, verb: Token) -> Token | None:
    """Return the object or the complement of a verb."""
    return parse.child(verb, "dobj", "attr")


def top_of(parse: Parse, tokens: list[Token]) -> Token:
    """Return the word of an expression that governs the others."""
    inside = {token.index for token in tokens}
    top = tokens[-1]
    while top.head != top.index and top.head in inside:
        top = parse.head(top)
    return top


def noun_after(parse: Parse, token: Token) -> Token | None:
    """Return the noun at or after a token that heads the compound beginning there."""
    following = next((word for word in parse.tokens[token.index :] if word.pos in (*NOUNS, "PRON")), None)
    while (
        following is not None
        and following.dep in ("compound", "amod", "nmod", "poss")
        and parse.head(following).pos in NOUNS
    ):
        following = parse.head(following)
    return following


def full_name(parse: Parse, noun: Token) -> str:
    """Return a noun with the names before it: 'Maren Holle'."""
    if noun.pos != "PROPN":
        return noun.text
    return " ".join(
        word.text
        for word in sorted((*parse.children(noun, "compound"), noun), key=lambda word: word.index)
        if word.pos == "PROPN"
    )
