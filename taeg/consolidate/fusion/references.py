"""What a sentence refers to in the sentences before it, and what it offers to those that follow.

A reference is a class of pronouns (`m`, `f`, `p` for several, `n` for a thing), or `BEFORE` or `LINK`, the sentence
before as a whole: 'this', 'the other', 'then'. Everything comes from the word lists of the language.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from taeg.consolidate.fusion.lexicon import Grammar
from taeg.consolidate.fusion.phrases import is_name, is_verb, words
from taeg.consolidate.fusion.sentence_spans import outside_quotes

BEFORE, LINK = "x", "c"
"""The sentence before, referred to by a demonstrative; and by a connective or an adverb: 'so', 'then', 'from there'."""
THING, SEVERAL = "n", "p"
PERSONS = frozenset("mf")
EXPLETIVE = 6
"""Words by which an 'it' that refers to nothing is recognised."""
LONGEST = 5
"""Words of a noun phrase."""
LATE = 6
"""Words after which 'it' may also refer to what stands after a preposition: 'from the car, although it is near'."""


@dataclass(frozen=True, slots=True)
class References:
    """What a sentence needs and offers."""

    needed: frozenset[str]
    """References without an antecedent in the sentence."""
    offered: frozenset[str]
    """Classes of pronouns for which the sentence has an antecedent."""


@dataclass(frozen=True, slots=True)
class _NounPhrase:
    last: int
    classes: frozenset[str]


def references(text: str, grammar: Grammar) -> References:
    """Return the references of a sentence, without what it quotes."""
    narrated = outside_quotes(text)
    tokens, lower = words(narrated)
    phrases = {phrase.last: phrase for phrase in _noun_phrases(tokens, lower, grammar)}
    needed: set[str] = set()
    offered: set[str] = set()
    thing = -1
    for i, word in enumerate(lower):
        kind = grammar.pronouns.get(word.split("'")[0], "")
        if kind == "d":
            if THING not in offered and _points_back(lower, i, grammar):
                needed.add(BEFORE)
        elif kind == THING:
            inside = i - 2 == thing and lower[i - 1] in grammar.prepositions  # 'no box in it'
            bound = kind in offered or (i >= LATE and min(phrases, default=i) < i)
            if (inside or not bound) and not _is_expletive(lower, i, grammar):
                needed.add(kind)
        elif kind and kind not in offered:
            needed.add(kind)
        if i in phrases:
            if THING in phrases[i].classes and THING not in offered:
                thing = i
            offered |= phrases[i].classes
    if grammar.anaphor.match(text):
        needed.add(BEFORE)
    if grammar.connective.match(text) or grammar.dependent.search(narrated.strip()):
        needed.add(LINK)
    return References(frozenset(needed), frozenset(offered))


def _is_expletive(lower: list[str], at: int, grammar: Grammar) -> bool:
    return bool(grammar.expletive.match(" ".join(lower[at : at + EXPLETIVE])))


def _points_back(lower: list[str], at: int, grammar: Grammar) -> bool:
    """Whether a demonstrative stands alone or points at what was just said: 'that was it', 'this number'."""
    following = lower[at + 1] if at + 1 < len(lower) else ""
    before = lower[at - 1] if at else ""
    if lower[at] in grammar.definite and following.isalpha():
        if lower[at] in grammar.near and not is_verb(following, grammar) and following not in grammar.prepositions:
            return following not in grammar.deictic
        free = following in grammar.prepositions or following in grammar.directions or is_verb(following, grammar)
        nominal = before.isalpha() and not is_verb(before, grammar) and before not in grammar.prepositions
        return free and not nominal and (before not in grammar.say or following in grammar.directions)
    return not following.isalpha()


def _noun_phrases(tokens: list[str], lower: list[str], grammar: Grammar) -> Iterator[_NounPhrase]:
    """Yield the names, and the noun phrases that begin with a determiner or a number, by their last word."""
    i = 0
    while i < len(lower):
        before = lower[i - 1] if i else ""
        governed = before if before in grammar.prepositions or before in grammar.directions else ""
        if lower[i] in grammar.people:
            yield _NounPhrase(i, PERSONS | {SEVERAL})
        elif is_name(tokens, lower, i, grammar):
            joined = lower[i + 1 : i + 2] == ["and"] and i + 2 < len(lower) and is_name(tokens, lower, i + 2, grammar)
            of_place = governed and governed not in grammar.personal
            yield _NounPhrase(i, frozenset() if of_place else PERSONS | ({SEVERAL} if joined else set()))
        elif lower[i] in grammar.determiners or lower[i] in grammar.cardinals:
            last = _end(tokens, lower, i, grammar)
            if last > i:
                yield _NounPhrase(last, frozenset(_classes(lower, i, last, grammar, governed=bool(governed))))
                i = last
        elif not i and (last := _bare_subject(tokens, lower, grammar)):
            yield _NounPhrase(last, frozenset({THING, SEVERAL} if _is_plural(lower[last], grammar) else {THING}))
            i = last
        elif lower[i] in grammar.plural or _is_plural(lower[i], grammar):
            yield _NounPhrase(i, frozenset({SEVERAL}))
        i += 1


def _bare_subject(tokens: list[str], lower: list[str], grammar: Grammar) -> int:
    """Return the last word of a noun phrase without article that opens a sentence of several words; 0 if none does."""
    lists = (grammar.pronouns, grammar.prepositions, grammar.first_person, grammar.joining, grammar.determiners)
    if len(lower) < 2 or any(lower[i] in listed for listed in lists for i in (0, 1)):
        return 0
    return 0 if is_name(tokens, lower, 1, grammar) else _end(tokens, lower, 0, grammar)


def _end(tokens: list[str], lower: list[str], start: int, grammar: Grammar) -> int:
    """Return the last word of the noun phrase that begins with a determiner."""
    last = start
    for i in range(start + 1, min(len(lower), start + LONGEST)):
        word = lower[i]
        plain = word[:1].isalnum() and not any(word in g for g in (grammar.prepositions, grammar.directions))
        plain = plain and word not in grammar.pronouns
        bare = lower[start] in grammar.pronouns  # 'that was', but 'the wounded man'
        if not plain or word in grammar.joining or ((bare or i > start + 1) and is_verb(word, grammar)):
            break
        last = i
    return last


def _classes(lower: list[str], start: int, last: int, grammar: Grammar, *, governed: bool) -> Iterator[str]:
    """Yield the classes of pronouns that can refer to a noun phrase; a thing after a preposition is no antecedent."""
    head = lower[last].removesuffix("'s")
    several = lower[start] in grammar.cardinals and grammar.cardinals[lower[start]] != "1"
    if several or head in grammar.plural or _is_plural(head, grammar):
        yield SEVERAL
    elif head in grammar.feminine:
        yield "f"
    elif head in grammar.people or head.endswith(grammar.person_endings):
        yield from PERSONS | {SEVERAL}  # 'the operator said they came'
    elif not governed:
        yield THING
    if head in grammar.plural:
        yield THING


def _is_plural(word: str, grammar: Grammar) -> bool:
    ends = word.endswith(grammar.plural_ending) and not word.endswith("ss") and len(word) > 3
    return ends and word not in grammar.verbs and word not in grammar.pronouns
