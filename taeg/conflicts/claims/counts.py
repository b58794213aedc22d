"""Counts of people and things: 'three men', 'nobody', 'one of them'."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from taeg.conflicts.claims.ages import spoken_age
from taeg.conflicts.claims.describe import Found
from taeg.conflicts.claims.hedges import hedged
from taeg.conflicts.claims.sentences import Sentence
from taeg.conflicts.claims.syntax import NOUNS, VERBS, noun_after, object_of, subject_of, top_of, verb_of
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Parse, Token
from taeg.conflicts.values import COUNT
from taeg.text.expressions import Number, numbers

_ALONE = ("nsubj", "nsubjpass", "dobj", "pobj", "attr", "conj", "appos", "ROOT", "npadvmod", "nummod")
_OF = re.compile(r"\s*of (?:the |those |these |his |her |its |our |their |my )?")
_OF_PRONOUN = re.compile(r"\s*of (?:them|us)\b")
_OF_US = re.compile(r"\s*of us\b")
_WORD = re.compile(r"[A-Za-z'-]+")
_GLUED = re.compile(r"-(?=[A-Za-z])")
_COMPARED = re.compile(r"\s*(?:as|the|more|bigger|larger|over|a|an)\b")
_EMERGENCY = ("999", "112", "911", "101")


def counts(sentence: Sentence, number: Number) -> Found | None:
    """Return what a number counts; None if it counts nothing."""
    text, parse = sentence.text, sentence.parse
    written = text[number.start : number.end]
    own = parse.within(number.start, number.end)
    if not own or _GLUED.match(text, number.end):
        return None
    token = top_of(parse, own)
    if age := spoken_age(sentence, number, token):
        return age
    if number.value == 1 and token.dep != "nummod" and not _is_one_of(sentence, number):
        return None
    head, of = _counted(sentence, number, token)
    if head is None and token.dep not in _ALONE:
        return None
    if (head is None and written in _EMERGENCY) or _is_label(head, token):
        return None
    return _count_of(sentence, number, token, head, of=of)


def _count_of(sentence: Sentence, number: Number, token: Token, head: Token | None, *, of: bool) -> Found | None:
    """Return a count of a noun, or of something that is not named."""
    text = sentence.text
    if head is not None and head.lemma == "time":
        return _frequency(sentence, number.start, head.end, number.value, head)
    high = number.high if number.high is not None else number.value
    about, bound = hedged(text, number.start, number.end, number.hedge)
    there = _is_existential(sentence, number, token)
    pronoun = there and _OF_PRONOUN.match(text, number.end) is not None  # 'there were two of them'
    noun = head if head is not None and head.pos in NOUNS else None
    return Found(
        COUNT,
        number.start,
        number.end,
        shown(number.value, high),
        number.value,
        high,
        about=about or number.high is not None,
        bound=bound,
        head=noun,
        anchor=head or token,
        denominator=_denominator(sentence, number),
        flags={
            "elliptic": noun is None,
            "of": of and not pronoun,
            "part": _is_part(sentence, number) and not pronoun,
            "existential": there,
            **({"restricted": True} if not of and _is_whole(sentence, token, head) else {}),
            "us": there and _OF_US.match(text, number.end) is not None,
        },
    )


def frequencies(sentence: Sentence) -> Iterator[Found]:
    """Yield 'twice' and 'thrice' as counts of how often something happened."""
    for token in sentence.parse.tokens:
        value = word_lists().values("counts", "frequencies").get(token.lower)
        if value and (found := _frequency(sentence, token.start, token.end, float(value), token)):
            yield found


def _frequency(sentence: Sentence, start: int, end: int, value: float, token: Token) -> Found | None:
    """Return how often something happened, with the thing: 'the horn sounded twice', 'I heard the horn three times'."""
    parse = sentence.parse
    verb = verb_of(parse, token)
    if verb.pos not in VERBS or _COMPARED.match(sentence.text, end):
        return None
    things = (object_of(parse, verb), subject_of(parse, verb))
    head = next((noun for noun in things if noun is not None and noun.pos in NOUNS and noun is not token), None)
    about, bound = hedged(sentence.text, start, end, "")
    return Found(
        COUNT, start, end, f"{value:g}", value, value, unit="times", about=about, bound=bound, head=head, anchor=verb,
        flags={"restricted": False, "elliptic": head is None},
    )  # fmt: skip


def _is_label(head: Token | None, token: Token) -> bool:
    """Whether a number names one of several: 'platform 3', and not 'three platforms'."""
    labels = word_lists().words("counts", "labels")
    return head is not None and head.lemma in labels and (head.tag == "NN" or head.index < token.index)


def none_at_all(sentence: Sentence) -> Iterator[Found]:
    """Yield counts of zero: 'no men', 'nobody', 'none of them'."""
    lists = word_lists()
    for token in sentence.parse.tokens:
        head: Token | None = None
        if token.lower == "no" and token.dep == "det":
            head = sentence.parse.head(token)
            if head.pos != "NOUN" or head.lemma in lists.words("counts", "never_none"):
                continue
        elif token.lower not in lists.words("counts", "nobody") or token.dep not in ("nsubj", "nsubjpass"):
            continue
        else:
            head = _noun_of(sentence.parse, token)
        flags = {"elliptic": head is None, "of": token.lower != "no" and head is not None}
        yield Found(COUNT, token.start, token.end, "0", head=head, anchor=head or token, flags=flags)


def _noun_of(parse: Parse, token: Token) -> Token | None:
    """Return the noun of 'none of the windows'."""
    of = next((word for word in parse.children(token, "prep") if word.lower == "of"), None)
    noun = parse.child(of, "pobj") if of else None
    return noun if noun is not None and noun.pos in NOUNS else None


def articles(sentence: Sentence, is_person: Callable[[str], bool]) -> Iterator[Found]:
    """Yield nouns with an indefinite article as a weak count of one: 'a man got out', 'there was a bang'."""
    parse = sentence.parse
    for token in parse.tokens:
        head = parse.head(token)
        if token.lower not in ("a", "an") or token.dep != "det" or head.tag != "NN" or head.pos != "NOUN":
            continue
        if head.dep in ("nsubj", "attr") or (head.dep in ("dobj", "conj") and is_person(head.lemma)):
            yield Found(COUNT, token.start, token.end, "1", 1, 1, head=head, anchor=head, flags={"article": True})


def shown(low: float, high: float) -> str:
    """Return the normal form of a number or a range."""
    return f"{low:g}" if low == high else f"{low:g}-{high:g}"


def _is_one_of(sentence: Sentence, number: Number) -> bool:
    """Whether 'one' that stands alone counts: 'one of them', 'one more'."""
    after = sentence.text[number.end :]
    before = re.search(r"\b(?:every|each|any|no|the|this|that)\s*$", sentence.before(number.start), re.IGNORECASE)
    return bool(re.match(r"\s*(?:of (?:them|the|us|whom)|more)\b", after)) and not before


def _counted(sentence: Sentence, number: Number, token: Token) -> tuple[Token | None, bool]:
    """Return the noun that a number counts, and whether 'of' stands between them."""
    parse = sentence.parse
    above = parse.head(token)
    if token.dep == "nummod" and above.pos in NOUNS:
        while above.dep == "compound" and parse.head(above).pos in NOUNS and parse.head(above).index > above.index:
            above = parse.head(above)
        return above, False
    if of := _OF.match(sentence.text, number.end):
        following = next((word for word in parse.tokens if word.start >= of.end()), None)
        noun = noun_after(parse, following) if following else None
        if noun is not None:
            return noun, True
    following = parse.tokens[token.index + 1] if token.index + 1 < len(parse.tokens) else None
    if following is None:
        return None, False
    if token.dep != "nummod" and (noun := _same_phrase(parse, token)):
        return noun, False
    if token.dep in _ALONE and following.pos == "NOUN":
        while following.dep == "compound" and parse.head(following).index > following.index:
            following = parse.head(following)
        return following, False
    return None, False


def _same_phrase(parse: Parse, token: Token) -> Token | None:
    """Return the noun after a number in one noun phrase, if the parse has the number as a compound or adjective."""
    noun = parse.head(token)
    if noun.index <= token.index or noun.pos not in NOUNS or token.dep not in ("compound", "amod", "nmod", "quantmod"):
        return None
    between = parse.tokens[token.index + 1 : noun.index]
    return None if any(word.lower in ("of", ",") for word in between) else noun


def _is_whole(sentence: Sentence, token: Token, head: Token | None) -> bool:
    """Whether a number is the whole of another one: 'a third of the 90 houses', 'of the 90 houses three'."""
    parse, noun = sentence.parse, head or token
    preposition = parse.head(noun)
    if noun.dep != "pobj" or preposition.lower != "of":
        return False
    part = parse.head(preposition)
    fronted = part.pos in VERBS and preposition.index < part.index  # and not 'spoke of 15 people'
    return fronted or part.pos == "NUM" or part.lemma in word_lists().words("counts", "fractions")


def _is_existential(sentence: Sentence, number: Number, token: Token) -> bool:
    verb = verb_of(sentence.parse, token)
    there = any(child.lower == "there" for child in sentence.parse.children(verb, "expl"))
    return there and verb.pos in VERBS and verb.lemma == "be" and object_of(sentence.parse, verb) is not None


def _is_part(sentence: Sentence, number: Number) -> bool:
    """Whether a number is one of several that are added: 'another three', 'three others'."""
    before, after = _part_patterns()
    return bool(after.match(sentence.text, number.end) or before.search(sentence.before(number.start, 24)))


@cache
def _part_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    lists = word_lists()
    words = "|".join(sorted(lists.words("counts", "part_words")))
    before = re.compile(rf"\b(?:{words}) $", re.IGNORECASE)
    after = re.compile(r"\s*(?:(?:\w+ )?others?\b|more\b|further\b|extra\b|additional\b)")
    return before, after


def _denominator(sentence: Sentence, number: Number) -> float | None:
    """Return the whole of 'two of five'."""
    match = re.match(r"\s*(?:out )?of (?:the |its |their )?(?=\w)", sentence.text[number.end :])
    if not match:
        return None
    at = number.end + match.end()
    return next((whole.value for whole in numbers(sentence.text) if whole.start == at), None)
