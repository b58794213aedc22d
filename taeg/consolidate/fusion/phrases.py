"""What the guards need to know about a sentence: pronouns, subjects, speakers, tense, numbers and clock times.

Everything comes from the word lists of the language (`lexicon.Grammar`), without a parser. Where the lists leave a
doubt, the analysis names more pronouns and fewer antecedents than there may be, so that a guard refuses rather than
allows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from taeg.consolidate.fusion.lexicon import Grammar, lexicon
from taeg.consolidate.fusion.sentence_spans import has_quote, outside_quotes
from taeg.text.expressions import clock_times, numbers
from taeg.text.language import language

_TOKEN = re.compile("[^\\W\\d_]+(?:['\u2019][^\\W\\d_]+)?|\\d+(?:[.,:]\\d+)*|[\",;]")
_HEAD = 15
"""Words in which the first subject of a sentence is looked for."""
_NOUN_PHRASE = 3
"""Words of a noun phrase after its article."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """A sentence without what stands in quotation marks; see `analyse`."""

    text: str
    quotes: bool
    has_verb: bool
    first_person: bool
    """Anywhere outside quotation marks."""
    spoken: bool
    """First or second person that no verb of saying precedes: speech without quotation marks."""
    head: frozenset[str]
    """Classes of pronouns that stand before the first subject or are that subject."""
    names: frozenset[str]
    """Stems of names and of noun phrases that are the subject."""
    offered: frozenset[str]
    """Classes of pronouns for which the sentence has an antecedent."""
    speakers: frozenset[str]
    """Stems of those who speak."""
    tense: str
    """`past`, `present` or empty."""
    anaphor: bool
    connective: bool
    back: bool
    amounts: frozenset[tuple[str, float]]
    """Numbers with the stem of the word that follows."""
    clocks: tuple[int, ...]
    """Clock times in minutes of the day."""
    proper: frozenset[str]
    """Stems of names."""
    definite: frozenset[str]
    """Words of noun phrases with 'the'."""
    adversative: bool
    """Whether it opens with 'but'."""
    colours: frozenset[str]


def analyse(sentence: str, grammar: Grammar, code: str) -> Phrases:
    """Analyse a sentence with the word lists of its language."""
    text = outside_quotes(sentence)
    tokens, lower = words(text)
    stem = language(code).stem
    finite = next((i for i, word in enumerate(lower) if is_verb(word, grammar)), None)
    persons = [i for i, w in enumerate(lower) if w in grammar.first_person or w in grammar.second_person]
    said = next((i for i, word in enumerate(lower) if word in grammar.say), None)
    head, subject = _head(tokens, lower, grammar)
    names = {stem(lower[i]) for i in range(len(tokens)) if is_name(tokens, lower, i, grammar)}
    return Phrases(
        text=sentence,
        quotes=has_quote(sentence),
        has_verb=finite is not None and finite > 0,
        first_person=any(word in grammar.first_person for word in lower),
        spoken=bool(persons) and not (said is not None and said < persons[0]),
        head=frozenset(head),
        names=frozenset(names | {stem(word) for word in subject}),
        offered=frozenset(_offered(tokens, lower, grammar, subject)),
        speakers=frozenset(_speakers(lower, grammar, stem)),
        tense=_tense(lower, finite, grammar),
        anaphor=bool(grammar.anaphor.match(sentence)),
        connective=bool(grammar.connective.match(sentence)),
        back=bool(grammar.back.search(text)),
        amounts=amounts(sentence, code),
        clocks=tuple(time.minute for time in clock_times(sentence, code)),
        proper=frozenset(names),
        definite=frozenset(_definite(lower, grammar)),
        adversative=lower[:1] != [] and lower[0] in grammar.adversatives,
        colours=frozenset(lower) & grammar.colours,
    )


def words(text: str) -> tuple[list[str], list[str]]:
    """Return the words, numbers and marks of a text, as they are written and in lower case."""
    tokens = _TOKEN.findall(text)
    return tokens, [token.lower().replace("\u2019", "'") for token in tokens]


def is_first_person(sentence: str, grammar: Grammar) -> bool:
    """Whether the narrator of a sentence says 'I' or 'we', and nobody else is said to speak before."""
    _, lower = words(outside_quotes(sentence))
    person = next((i for i, word in enumerate(lower) if word in grammar.first_person), None)
    said = next((i for i, word in enumerate(lower) if word in grammar.say), None)
    return person is not None and not (said is not None and said < person)


def has_verb(sentence: str, grammar: Grammar) -> bool:
    """Whether a sentence has a finite verb after its first word."""
    return any(is_verb(word, grammar) for word in _TOKEN.findall(sentence.lower())[1:])


def announces_speech(part: str, rest: str, grammar: Grammar) -> bool:
    """Whether the first part of a sentence ends, or the rest begins, with a verb of saying."""
    before, after = words(part)[1], words(rest)[1]
    return any(word in grammar.say for word in (*[w for w in before if w.isalpha()][-1:], *after[:1]))


def is_verb(word: str, grammar: Grammar) -> bool:
    """Whether a lower-case word is a finite verb of the lists or has the ending of one."""
    return word in grammar.verbs or (len(word) > 4 and word.endswith(grammar.past_endings))


def is_name(tokens: list[str], lower: list[str], at: int, grammar: Grammar) -> bool:
    """Whether a word is a capitalised one; the first word of the sentence only if a verb follows and no list has it."""
    if not tokens[at][0].isupper() or lower[at].split("'")[0] in grammar.pronouns or lower[at] in grammar.first_person:
        return False
    if lower[at] in grammar.determiners or lower[at] in grammar.prepositions or lower[at] in grammar.second_person:
        return False
    if at and tokens[at - 1] not in '",;':
        return True
    return at + 1 < len(tokens) and (is_verb(lower[at + 1], grammar) or lower[at + 1] in ("and", ","))


def _head(tokens: list[str], lower: list[str], grammar: Grammar) -> tuple[set[str], list[str]]:
    """Return the classes of the pronouns up to the first subject, and that subject if it is no pronoun."""
    classes: set[str] = set()
    phrase: list[str] = []
    governed = False  # by a preposition
    for i, word in enumerate(lower[:_HEAD]):
        if is_name(tokens, lower, i, grammar) and not governed:
            return classes, [word]
        if word in grammar.prepositions:
            governed, phrase = True, []
        elif word in grammar.pronouns:
            classes.add(grammar.pronouns[word])
            governed, phrase = governed and word in grammar.determiners, []
        elif word in grammar.determiners:
            phrase = [] if governed else ["*"]
        elif is_verb(word, grammar):
            if phrase:
                return classes, phrase[-1:]
            governed = False
        elif word in ('"', ",", ";"):
            governed, phrase = False, []
        elif phrase:
            phrase.append(word)
    return classes, []


def _offered(tokens: list[str], lower: list[str], grammar: Grammar, subject: list[str]) -> set[str]:
    found: set[str] = set()
    for i, word in enumerate(lower):
        name = is_name(tokens, lower, i, grammar)
        ends = word.endswith(grammar.plural_ending) and not word.endswith("ss") and len(word) > 3
        is_plural = ends and not name and not is_verb(word, grammar)
        if word in grammar.pronouns:
            found.add(grammar.pronouns[word])
        elif word in grammar.plural or grammar.cardinals.get(word, "1") != "1" or is_plural:
            found.add("p")
        elif word in grammar.feminine:
            found.add("f")
        elif name or word in subject:
            found.add("m")
        joined = lower[i + 1 : i + 2] == ["and"] and i + 2 < len(tokens)
        if name and joined and is_name(tokens, lower, i + 2, grammar):
            found.add("p")
    return found


def _speakers(lower: list[str], grammar: Grammar, stem: object) -> set[str]:
    found: set[str] = set()
    for i, word in enumerate(lower):
        if word in grammar.say:
            for near in (*lower[max(0, i - 1) : i], *lower[i + 1 : i + 2]):
                if near not in grammar.determiners and near not in grammar.prepositions and near.isalpha():
                    found.add(stem(near) if callable(stem) else near)
    return found


def _tense(lower: list[str], finite: int | None, grammar: Grammar) -> str:
    if finite is None:
        return ""
    word = lower[finite]
    return "past" if word in grammar.past or word.endswith(grammar.past_endings) else "present"


def amounts(sentence: str, code: str) -> frozenset[tuple[str, float]]:
    """Return the numbers of a sentence, each with the stem of the word that follows."""
    found = set()
    units = lexicon(code).units
    for number in numbers(sentence, code):
        following = _TOKEN.search(sentence, number.end)
        if following and following.start() - number.end < 2 and following.group().isalpha():
            noun = following.group().lower()
            found.add((language(code).stem(units.get(noun, noun)), number.value))
    return frozenset(found)


def _definite(lower: list[str], grammar: Grammar) -> Iterator[str]:
    """Yield the words that follow a definite article, up to the next word that cannot belong to the noun phrase."""
    for i, word in enumerate(lower):
        if word in grammar.definite:
            for following in lower[i + 1 : i + 1 + _NOUN_PHRASE]:
                if not following.isalpha() or following in grammar.prepositions or is_verb(following, grammar):
                    break
                yield following


def conflict(one: frozenset[tuple[str, float]], other: frozenset[tuple[str, float]]) -> bool:
    """Whether two sentences count the same things differently."""
    return any(
        noun == same and value != another and (noun, value) not in other
        for noun, value in one
        for same, another in other
    )
