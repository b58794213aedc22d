"""Short titles of events from their own words, and the places they name.

A title is a clause of one of the accounts, or the beginning or end of one: the words that several accounts of the event
share and other events do not have.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log

from taeg.align.lexicon import Lexicon, lexicon
from taeg.text.language import Language, language

SHORTEST, LONGEST = 3, 9
"""Words of a title."""
SELF, VAGUE, LOOSE = 0.5, 0.7, 0.4
"""Factors for each word in the first person, each pronoun, and an end or start in the middle of a phrase."""
_CLAUSE = re.compile(r"[,;:.!?()\[\]\u2013\u2014\"\u201c\u201d\u2026]+(?:\s|$)|\s[-\u2013\u2014]\s")
_POSSESSIVE = re.compile(r"['\u2019]s?\b")
_WORD = re.compile(r"[^\W_]+(?:['\u2019.-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Titling:
    """Title and place of an event."""

    title: str
    place: str


def titles(texts: Sequence[str], event: Sequence[int], source: Sequence[int], code: str, count: int) -> list[Titling]:
    """Return the titles of events, given texts with the event (-1: none) and source of each."""
    tongue, words = language(code), lexicon(code)
    tellers: list[dict[str, set[int]]] = [{} for _ in range(count)]
    members: list[list[str]] = [[] for _ in range(count)]
    for text, e, teller in zip(texts, event, source, strict=True):
        if e >= 0:
            members[e].append(text)
            for stem in set(tongue.rouge_tokens(text)):
                tellers[e].setdefault(stem, set()).add(teller)
    places = _places(texts, words)
    spread = Counter(stem for stems in tellers for stem in stems)
    found = []
    for own, stems in zip(members, tellers, strict=True):
        weight = {stem: len(who) * log((count + 1) / (spread[stem] + 0.5)) for stem, who in stems.items()}
        found.append(Titling(_title(own, weight, tongue, words), _place(own, places, words)))
    return _distinct(found)


def _title(texts: Sequence[str], weight: Mapping[str, float], tongue: Language, lexicon: Lexicon) -> str:
    best, highest = "", float("-inf")
    for text in texts:
        for clause in _CLAUSE.split(" ".join(text.split())):
            words = list(_WORD.finditer(clause))
            for start, end in _parts(words, lexicon):
                score = _score([word[0] for word in words[start:end]], weight, tongue, lexicon)
                score *= LOOSE ** (start > 0)
                if score > highest + 1e-9:
                    best, highest = clause[words[start].start() : words[end - 1].end()], score
    if not best and texts:
        best = " ".join(texts[0].split()[:LONGEST])
    return best[:1].upper() + best[1:]


def _parts(words: Sequence[re.Match[str]], lexicon: Lexicon) -> list[tuple[int, int]]:
    """The whole clause if it is short, else its beginnings and ends at words between phrases."""
    size = len(words)
    if size < SHORTEST:
        return []
    found = [(0, size)] if size <= LONGEST else [(0, LONGEST)]
    for cut in range(SHORTEST, size):
        if words[cut][0].lower() in lexicon.title_link:
            found += [(0, cut)] if cut <= LONGEST else []
            found += [(cut + 1, size)] if SHORTEST <= size - cut - 1 <= LONGEST else []
    return found


def _score(words: Sequence[str], weight: Mapping[str, float], tongue: Language, lexicon: Lexicon) -> float:
    lower = [word.lower().replace("\u2019", "'") for word in words]
    stems = {stem for word in lower for stem in tongue.rouge_tokens(word)}
    mass = sum(weight.get(stem, 0.0) for stem in stems)
    own = sum(word in lexicon.title_self for word in lower)
    vague = sum(word in lexicon.title_vague for word in lower)
    loose = lower[-1] in lexicon.title_link
    factor: float = SELF**own * VAGUE**vague * LOOSE**loose / (len(words) + 3) ** 0.7
    return mass * factor


def _places(texts: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    """The names of places: those that follow a preposition of place in a third of their mentions or more.

    One of these prepositions must not stand before persons, too: 'to Karim' is no place, 'to Leeds' is one if somebody
    is in Leeds. Names that begin sentences as often are names of persons.
    """
    placed: Counter[str] = Counter()
    sure = set()
    for text in texts:
        for preposition, name in lexicon.place.findall(text):
            if name.split()[0].lower() not in lexicon.no_place and not _POSSESSIVE.search(name):
                placed[name] += 1
                if preposition.lower() not in lexicon.also_persons:
                    sure.add(name)
    if not sure:
        return frozenset()
    any_name = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(sure, key=lambda n: (-len(n), n))))
    mentions = Counter(name for text in texts for name in any_name.findall(text))
    opening = Counter(match[0] for text in texts if (match := any_name.match(text)))
    return frozenset(name for name in sure if 3 * placed[name] >= mentions[name] and placed[name] > opening[name])


def _place(texts: Sequence[str], places: Collection[str], lexicon: Lexicon) -> str:
    """The place that most texts name."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update({name for _, name in lexicon.place.findall(text) if name in places})
    if not found:
        return ""
    return min(found, key=lambda name: (-found[name], -len(name.split()), name))


def _distinct(found: Sequence[Titling]) -> list[Titling]:
    """Number titles that occur again."""
    seen: Counter[str] = Counter()
    named = []
    for item in found:
        seen[item.title] += 1
        again = seen[item.title]
        named.append(Titling(f"{item.title} ({again})", item.place) if again > 1 else item)
    return named
