"""Colours and sides of things: 'a white van', 'the hood was dark green', 'the left-hand gate'."""

from collections.abc import Iterator
from functools import cache

from taeg.conflicts.claims.describe import Found
from taeg.conflicts.claims.sentences import Sentence
from taeg.conflicts.claims.syntax import NOUNS, subject_of, verb_of
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Parse, Token
from taeg.conflicts.values import COLOUR, SIDE

_ATTRIBUTES = ("amod", "compound", "nmod")
_MEANT = ("nsubj", "nsubjpass", "dobj", "attr", "ROOT", "appos")
_COMPLEMENTS = ("acomp", "attr", "conj", "pobj")
_POSSIBLE = ("ADJ", "NOUN", "PROPN", "ADV", "VERB")


def colours(sentence: Sentence) -> Iterator[Found]:
    """Yield the colours of things; several colours of one thing are one value: 'silver or grey', 'blue and white'."""
    parse, families = sentence.parse, word_lists().table("colours")
    taken = -1
    for token in parse.tokens:
        if token.index <= taken or token.lower not in families or token.pos not in _POSSIBLE:
            continue
        group = _group(parse, token)
        taken = group[-1].index
        head = _coloured(parse, group)
        if head is not None and head.lemma in word_lists().words("words", "vague"):
            head = _meant(parse, head) or head
        following = parse.tokens[taken + 1].lemma if taken + 1 < len(parse.tokens) else ""
        if head is None or following in word_lists().words("colour_rules", "not_colours"):
            continue
        parts = frozenset(families[word.lower] for word in group if word.lower in families)
        first = _with_shade(parse, group[0])
        value = "/".join(sorted(parts))
        yield Found(COLOUR, first.start, group[-1].end, value, parts=parts, head=head, anchor=head)


def sides(sentence: Sentence) -> Iterator[Found]:
    """Yield sides and directions: 'the left-hand gate', 'the north side of the bridge', 'turned right'."""
    parse, known = sentence.parse, _sides()
    for token in parse.tokens:
        side = known.get(token.lower)
        if side is None or _is_no_side(parse, token):
            continue
        head = _sided(parse, token)
        anchor = parse.head(token) if token.pos == "VERB" else token  # 'turned left' is often parsed as 'leave'
        yield Found(SIDE, token.start, token.end, side, parts=frozenset({side}), head=head, anchor=head or anchor)


def _group(parse: Parse, token: Token) -> list[Token]:
    """Return the colours from a token on that are joined by 'or', 'and', a hyphen or a comma."""
    families, joints = word_lists().table("colours"), ("or", "and", "-", "/", ",")
    shades = word_lists().words("colour_rules", "shades")
    group, at = [token], token.index + 1
    while at < len(parse.tokens):
        word = parse.tokens[at]
        if word.lower in families:
            group += parse.tokens[group[-1].index + 1 : at + 1]
        elif word.lower not in joints and word.lower not in shades:
            break
        at += 1
    return group


def _coloured(parse: Parse, group: list[Token]) -> Token | None:
    """Return the noun that has the colours."""
    for token in (next((word for word in reversed(group) if word.dep in _ATTRIBUTES), group[0]), group[0]):
        above = parse.head(token)
        if token.dep in _ATTRIBUTES and (above.pos in NOUNS or above.lemma == "one") and above not in group:
            return above
    return _described(parse, group[0])


def _meant(parse: Parse, vague: Token) -> Token | None:
    """Return the noun of 'the dog was a brown one', 'the ring, the orange one' and 'a van left, a cream one'."""
    above = parse.head(vague)
    if vague.dep == "attr":
        return subject_of(parse, above)
    if vague.dep == "appos" and above.pos in NOUNS:
        return above
    before = parse.tokens[vague.index - 1 :: -1] if vague.index else []
    comma = next((word for word in before if word.text == ","), None)
    if vague.lemma != "one" or comma is None:
        return None
    return next((word for word in before if word.index < comma.index and word.dep in _MEANT), None)


def _described(parse: Parse, token: Token) -> Token | None:
    """Return the noun that a complement describes: 'the van was white', 'a van, white', 'painted the door red'."""
    above, verb = parse.head(token), verb_of(parse, token)
    if token.dep == "oprd":
        return parse.child(verb, "dobj") or subject_of(parse, verb)
    if token.dep == "appos":
        return above if above.pos in NOUNS else None
    if token.dep not in _COMPLEMENTS or (token.dep == "pobj" and above.lower != "in"):
        return None
    return subject_of(parse, verb) if verb.lemma in word_lists().words("colour_rules", "verbs") else None


def _with_shade(parse: Parse, token: Token) -> Token:
    """Return the shade before a colour, else the colour."""
    shades = word_lists().words("colour_rules", "shades")
    first = token
    while first.index and parse.tokens[first.index - 1].lower in (*shades, "-"):
        first = parse.tokens[first.index - 1]
    return first if first.lower in shades else token


def _sided(parse: Parse, token: Token) -> Token | None:
    """Return the noun whose side is given."""
    above = parse.head(token)
    head = above if token.dep in _ATTRIBUTES and above.pos in NOUNS else None
    if head is not None and head.lemma == "hand" and head.dep in _ATTRIBUTES and parse.head(head).pos == "NOUN":
        head = parse.head(head)
    if head is None or head.lemma in word_lists().words("sides", "side_nouns"):
        for preposition in parse.children(head or token, "prep"):
            if preposition.lower == "of":
                return parse.child(preposition, "pobj") or head
    return head


def _is_no_side(parse: Parse, token: Token) -> bool:
    """Whether a word is something else: 'came back', 'right away', 'he left', 'at the top'."""
    lists = word_lists()
    following = parse.tokens[token.index + 1].lower if token.index + 1 < len(parse.tokens) else ""
    if token.index and parse.tokens[token.index - 1].lemma in lists.words("sides", "turning"):
        return following in lists.words("sides", "not_before") - {"at"}
    if token.pos not in ("ADJ", "NOUN", "ADV", "PROPN") or following in lists.words("sides", "not_before"):
        return True
    if token.lower in ("back", "port", "top", "bottom", "front"):
        return token.pos in ("ADV", "PROPN") or _sided(parse, token) is None
    if token.lower == "right" and token.dep == "advmod":
        return verb_of(parse, token).lemma not in lists.words("sides", "turning")
    return False


@cache
def _sides() -> dict[str, str]:
    """Return the side of each word: 'northern' is `north`."""
    lists = word_lists()
    found = {}
    for side in (side for pair in sorted(map(sorted, lists.pairs("sides", "pairs"))) for side in pair):
        found[side] = side
        endings = lists.text("sides", "endings").split()
        allowed = endings[:-1] if side in ("north", "south", "east", "west") else endings[-1:]
        found |= {side + ending: side for ending in allowed}
    return found
