"""Words of each language that novelty and the guards of insertions use, from `data/<code>.toml`.

A language without a file has no function words (common words are then those of a tenth of all sentences), no clauses
after commas and no insertions.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from taeg.text.language import language

_NEVER = re.compile("(?!)")


@dataclass(frozen=True, slots=True)
class Grammar:
    """What the guards of an insertion need to know about a language."""

    first_person: frozenset[str]
    second_person: frozenset[str]
    say: frozenset[str]
    """Verbs of saying, in all forms."""
    pronouns: Mapping[str, str]
    """The class of each pronoun: `m`, `f`, `p` (plural), `n` (thing) or `d` (demonstrative)."""
    subjects: frozenset[str]
    """Pronouns that are subjects."""
    feminine: frozenset[str]
    plural: frozenset[str]
    """Nouns that are plural without an ending that shows it, and collectives."""
    determiners: frozenset[str]
    definite: frozenset[str]
    """Definite articles and demonstratives."""
    prepositions: frozenset[str]
    past: frozenset[str]
    verbs: frozenset[str]
    """All finite verbs that are listed."""
    past_endings: tuple[str, ...]
    plural_ending: str
    cardinals: Mapping[str, str]
    anaphor: re.Pattern[str]
    """A sentence that opens with a noun phrase that needs what precedes: 'the other', 'both'."""
    connective: re.Pattern[str]
    """A sentence that opens with a word that depends on what precedes: 'therefore', 'so', 'for'."""
    adversatives: frozenset[str]
    """Words that set a sentence against the one before: 'but'."""
    colours: frozenset[str]
    people: frozenset[str]
    """Nouns of persons that need not be feminine."""
    person_endings: tuple[str, ...]
    personal: frozenset[str]
    """Prepositions after which a name is that of a person rather than of a place."""
    directions: frozenset[str]
    """Adverbs that are also prepositions of place: 'down', 'past'."""
    near: frozenset[str]
    """Demonstratives that point at what was said just before: 'this'."""
    deictic: frozenset[str]
    """Nouns with which they point at the present instead: 'this morning'."""
    joining: frozenset[str]
    """Words that end a noun phrase: conjunctions, relative pronouns, adverbs."""
    coordinating: frozenset[str]
    """Conjunctions with which a sentence may begin."""
    dependent: re.Pattern[str]
    """Anywhere: words that refer to the sentence before as a whole: 'then' at the end, 'from there', 'the same'."""
    expletive: re.Pattern[str]
    """An 'it' that refers to nothing, with the words after it: 'it was about ten'."""
    back: re.Pattern[str]
    """Anywhere: the sentence points to an earlier time."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words and patterns of one language."""

    code: str
    function_words: frozenset[str]
    abbreviations: frozenset[str]
    clause: re.Pattern[str]
    """A word that begins a clause after a comma."""
    unknown: re.Pattern[str]
    """Statements that something is not known yet."""
    meta: re.Pattern[str]
    """Sentences about the report itself: corrections, invitations to read on."""
    denial: re.Pattern[str]
    """A sentence that contradicts the one before: 'They are wrong.'"""
    prompt: re.Pattern[str]
    """A sentence that only says what the speaker was asked: 'I have been asked who it was.'"""
    retraction: re.Pattern[str]
    """A sentence of a later account that says what an earlier one said: 'I said the van was blue.'"""
    units: Mapping[str, str]
    """Words for a unit by which another word is meant, with that word: 'quid', 'pounds'."""
    negation: frozenset[str]
    """Words that negate a clause."""
    names: bool
    """Whether capitals within a sentence show names; in German they show nouns."""
    grammar: Grammar | None
    """None if the language has no lists for insertions."""

    def says_nothing(self, text: str) -> bool:
        """Whether a sentence only says what is not known, or is about the report."""
        return bool(self.unknown.search(text) or self.meta.search(text))


@cache
def lexicon(code: str) -> Lexicon:
    """Return the words of a language."""
    code = language(code).code
    path = files("taeg.consolidate.fusion") / "data" / f"{code}.toml"
    if not path.is_file():
        empty: frozenset[str] = frozenset()
        never = _NEVER
        patterns = (never, never, never, never, never, never)
        return Lexicon(code, empty, empty, *patterns, {}, empty, names=True, grammar=None)
    data: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return Lexicon(
        code,
        _words(data["function_words"]),
        frozenset(data["abbreviations"].split()),
        re.compile(rf"(?:{_either(data['clause'].split())})\b"),
        _pattern(data.get("unknown", [])),
        _pattern(data.get("meta", [])),
        _pattern(data.get("denial", [])),
        _pattern(data.get("prompt", [])),
        _pattern(data.get("retraction", [])),
        {word: group.split()[0] for group in data.get("units", []) for word in group.split()[1:]},
        _words(data.get("negation", "")),
        data.get("names", True),
        _grammar(data["grammar"]) if "grammar" in data else None,
    )


def _grammar(data: Mapping[str, Any]) -> Grammar:
    pronouns = {word: kind for kind, words in data["pronouns"].items() for word in words.split()}
    return Grammar(
        first_person=_words(data["first_person"]),
        second_person=_words(data["second_person"]),
        say=_words(data["say"]),
        pronouns=pronouns,
        subjects=_words(data["subjects"]),
        feminine=_words(data["feminine"]),
        plural=_words(data["plural"]),
        determiners=_words(data["determiners"]),
        definite=_words(data["definite"]),
        adversatives=_words(data["adversatives"]),
        colours=_words(data["colours"]),
        people=_words(data["people"]),
        person_endings=tuple(data["person_endings"]),
        personal=_words(data["personal"]),
        directions=_words(data["directions"]),
        near=_words(data["near"]),
        deictic=_words(data["deictic"]),
        joining=_words(data["joining"]),
        coordinating=_words(data["coordinating"]),
        dependent=_pattern(data["dependent"]),
        prepositions=_words(data["prepositions"]),
        past=_words(data["past"]),
        verbs=_words(data["past"]) | _words(data["present"]) | _words(data["say"]),
        past_endings=tuple(data["past_endings"]),
        plural_ending=data["plural_ending"],
        cardinals={word: str(number) for number, word in enumerate(data["cardinals"].split(), 1)},
        anaphor=re.compile(rf"[\"'\u201c\u2018(]*(?:{_either(data['anaphor'])})\b", re.IGNORECASE),
        connective=re.compile(rf"[\"'\u201c\u2018(]*(?:{_either(data['connective'])})\b", re.IGNORECASE),
        expletive=re.compile(rf"(?:{_either(data['expletive'])})\b"),
        back=re.compile(rf"\b(?:{_either(data['back'])})\b", re.IGNORECASE),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _either(alternatives: list[str]) -> str:
    return "|".join(alternatives)


def _pattern(alternatives: list[str]) -> re.Pattern[str]:
    return re.compile(_either(alternatives), re.IGNORECASE) if alternatives else _NEVER
