"""Ages without a unit: 'Maren Holle, 19,', 'she was nineteen', 'a young man, twenty-five', 'Elsie turned six'."""

import re

from taeg.conflicts.claims.describe import Found
from taeg.conflicts.claims.hedges import hedged
from taeg.conflicts.claims.sentences import Sentence
from taeg.conflicts.claims.syntax import NOUNS, subject_of
from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Token
from taeg.conflicts.values import AGE
from taeg.text.expressions import Number

_NAMED = re.compile(r"([A-Z][\w'\u2019-]+)(?:, | \()$")
_PERSON = re.compile(r"\b(?:an?|the|this|that) (?:[\w-]+ ){0,3}?([a-z]+), $", re.IGNORECASE)
_AFTER = re.compile(r"[,.;)]|$")
_AFTER_PERSON = re.compile(r"(?:,? (?:or so|at (?:the )?(?:least|most)|not more|perhaps|maybe))?(?:[,.;:]|$)")
_HEDGES_AFTER = re.compile(r",? (?:at (?:the )?(?:least|most|outside)|or so|perhaps|maybe|if (?:he|she) was a day)\b")
_APPOSED = ("appos", "nummod", "npadvmod", "conj", "dobj", "attr", "pobj", "nsubj", "nmod", "amod", "ROOT")
_ALONE = re.compile(
    r"\W*(?:(?:about|around|perhaps|maybe|say|aged|or so|at (?:the )?(?:least|most)|I'd say|I think)\W*)*"
)
_OLDEST, _ADULT = 110, 13


def spoken_age(sentence: Sentence, number: Number, token: Token) -> Found | None:
    """Return a number as an age; None if it is none. `token` is the word that governs the number."""
    if not 1 < number.value < _OLDEST or number.high is not None or number.value != int(number.value):
        return None
    head = _named(sentence, number, token) or _person(sentence, number, token) or _being(sentence, number, token)
    if head is not None:
        return _age_of(sentence, number, head)
    parse, above = sentence.parse, sentence.parse.head(token)
    if token.dep == "pobj" and above.lower == "of" and not parse.children(token, "prep", "relcl"):
        return _aged(sentence, number, parse.head(above))
    return _age_of(sentence, number, None) if _is_alone(sentence, number) else None


def _named(sentence: Sentence, number: Number, token: Token) -> Token | None:
    """Return the name of 'Maren Holle, 19,'."""
    text = sentence.text
    named = _NAMED.search(text, max(0, number.start - 40), number.start)
    if not named or not _AFTER.match(text, number.end) or token.dep not in _APPOSED[:-2]:
        return None
    head = next((word for word in sentence.parse.tokens if word.start == named.start(1)), None)
    return head if head is not None and head.pos in NOUNS and not _counts_names(sentence, number) else None


def _person(sentence: Sentence, number: Number, token: Token) -> Token | None:
    """Return the noun of 'a young man, twenty-five, not more'."""
    text = sentence.text
    person = _PERSON.search(text, max(0, number.start - 60), number.start)
    if not person or not _AFTER_PERSON.match(text, number.end) or token.dep not in _APPOSED:
        return None
    head = next((word for word in sentence.parse.tokens if word.start == person.start(1)), None)
    return head if head is not None and head.lemma in word_lists().words("ages", "persons") else None


def _being(sentence: Sentence, number: Number, token: Token) -> Token | None:
    """Return the subject of 'she was nineteen', 'Old Bakyt, who is seventy-eight' and 'Elsie turned six'."""
    parse, lists = sentence.parse, word_lists()
    verb = parse.head(token)
    bounded = token.dep == "advmod" and verb.lower in ("least", "most")  # 'he was fifty at least'
    verb = parse.head(verb) if bounded else verb
    being = (bounded or token.dep in ("attr", "acomp")) and verb.lemma == "be"
    turning = token.dep in ("attr", "acomp", "dobj", "npadvmod", "nummod") and verb.lemma == "turn"
    if not (being or turning) or _has_more(sentence, token, number):
        return None
    subject = subject_of(parse, verb)
    if subject is None:
        return None
    singular = subject.tag == "NN" and subject.lemma in lists.words("ages", "persons")
    named = subject.lower in lists.words("ages", "singular") or subject.tag == "NNP"
    return subject if named or singular else None


def _has_more(sentence: Sentence, token: Token, number: Number) -> bool:
    """Whether something outside the number depends on it, and is no hedge: 'they were two of five'."""
    hedge = _HEDGES_AFTER.match(sentence.text, number.end)
    end = hedge.end() if hedge else number.end
    return any(child.start >= end and child.pos != "PUNCT" for child in sentence.parse.children(token))


def _aged(sentence: Sentence, number: Number, noun: Token) -> Found | None:
    """Return 'a woman of forty' as an age."""
    article = any(child.lower in ("a", "an") for child in sentence.parse.children(noun, "det"))
    persons = word_lists().words("ages", "persons")
    return _age_of(sentence, number, noun) if article and noun.lemma in persons else None


def _is_alone(sentence: Sentence, number: Number) -> bool:
    """Whether a sentence such as 'Twenty-five or so.' has no more than a number, after one about a person."""
    context, text = sentence.context, sentence.text
    return (
        number.value >= _ADULT
        and bool(context.person)
        and not context.plural
        and bool(_ALONE.fullmatch(text[: number.start]) and _ALONE.fullmatch(text[number.end :]))
    )


def _age_of(sentence: Sentence, number: Number, head: Token | None) -> Found:
    about, bound = hedged(sentence.text, number.start, number.end, number.hedge)
    value = number.value
    return Found(
        AGE, number.start, number.end, f"{value:g}", value, value, about=about, bound=bound, head=head, anchor=head
    )


def _counts_names(sentence: Sentence, number: Number) -> bool:
    return bool(re.match(r"\s*(?:of|men|people)\b", sentence.text[number.end :]))
