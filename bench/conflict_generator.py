"""Plant contradictions of each kind into real text: a corpus of pairs of accounts with known truth.

Each case is an event with two accounts: a passage of a real text, and a light paraphrase of it (`bench.paraphrases`)
with another value, with the same value, or with the same value in another form (words for figures, rounded with
'about', another unit). The same texts and seed give the same cases.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bench.conflict_sets import CONFLICT, NO_CONFLICT, Pair, Place, TruthSet
from bench.conflict_words import COLOURS, OPEN, SMALL, TENS
from bench.paraphrases import paraphrase, parse, unmarked
from bench.planted_values import KINDS, Value, Word, find
from taeg.conflicts.values import Account
from taeg.text.language import language

PER_KIND, CONTROLS = 30, 250
"""Cases of each kind, and paraphrases without a contradiction, of one text."""
SENTENCES = 1_500
"""Sentences of one text that are parsed at most."""
REWRITTEN = 0.4
"""Share of controls in which the value is written in another form, where there is one."""
FEWEST = 6
"""Words of a sentence in which a value is changed."""
TRIES = 5
"""Paraphrases of a passage until one has other words."""
PLAIN = "paraphrase"
_DATELINE = re.compile(r"^[A-Z][A-Z' ]+, [A-Z][a-z]+ \d+ \([A-Z]+\) - |^\([A-Z]+\) - ")
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours|I'm|I'd|I'll|I've)\b", re.IGNORECASE)
_NOTE = re.compile(r"\((?:Corrects|Updates|Adds)|withdrawn|Correction", re.IGNORECASE)
_CANDIDATE = re.compile(
    r"\d|\b(?:left|right|north|south|east|west|hundred|thousand|score|"
    + "|".join((*SMALL[2:], *TENS[2:], *(name for group in COLOURS for name in group)))
    + r")",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Case:
    """Two accounts of one event."""

    kind: str
    change: str
    """`conflict`, `paraphrase` or `no-conflict` (the value in another form)."""
    first: str
    second: str
    first_value: tuple[int, int]
    second_value: tuple[int, int]
    """The characters of the value in each account."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence with a value, and its neighbour in the text."""

    words: tuple[Word, ...]
    sentence: str
    value: Value
    neighbour: str
    neighbour_words: tuple[Word, ...]
    leads: bool
    """Whether the neighbour comes first."""


def passages(texts: Iterable[str], chance: Random, code: str = "en") -> list[Passage]:
    """Return the passages whose value can be changed, in random order."""
    split = language(code).sentences
    found: list[tuple[str, str, bool]] = []
    for text in texts:
        sentences = [_DATELINE.sub("", sentence) for sentence in split(text)]
        for at, sentence in enumerate(sentences):
            if len(sentences) > 1 and _CANDIDATE.search(sentence) and not _NOTE.search(sentence):
                leads = at > 0
                found.append((sentence, sentences[at - 1 if leads else at + 1], leads))
    chance.shuffle(found)
    found = found[:SENTENCES]
    parsed = parse([sentence for row in found for sentence in row[:2]])
    result = []
    for at, (sentence, neighbour, leads) in enumerate(found):
        words, others = tuple(parsed[2 * at]), tuple(parsed[2 * at + 1])
        if len(words) < FEWEST:
            continue
        result += [Passage(words, sentence, value, neighbour, others, leads) for value in find(sentence, words, chance)]
    chance.shuffle(result)
    return result


def can_contradict(passage: Passage) -> bool:
    """Whether the other value contradicts: nobody speaks of themselves, and neither value is open or given twice."""
    sentence, value = passage.sentence, passage.value
    if _FIRST_PERSON.search(sentence):
        return False
    before = re.findall(r"\w+", sentence[: value.start].lower())[-2:]
    after = re.findall(r"\w+", sentence[value.end :].lower())[:1]
    text = f"{sentence} {passage.neighbour}".lower()
    words = {sentence[value.start : value.end].lower(), *(form.lower() for form in value.same)}
    return (
        not OPEN & {*before, *after}
        and value.other.lower() not in text
        and sum(len(re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", text)) for word in words) == 1
    )


def make(passage: Passage, change: str, chance: Random) -> Case:
    """Return the case of a passage with a change."""
    value = passage.value
    written = passage.sentence[value.start : value.end]
    if change == CONFLICT:
        written = value.other
    elif change == NO_CONFLICT:
        written = chance.choice(value.same)
        written = written[0].upper() + written[1:] if value.start == 0 else written
    original = passage.sentence[: value.start] + written + passage.sentence[value.end :]
    for _ in range(TRIES):
        second = paraphrase(passage.sentence, passage.words, (value.start, value.end), written, chance)
        other = paraphrase(passage.neighbour, passage.neighbour_words, (0, 0), "", chance)
        if unmarked(second)[0] != original or other != passage.neighbour:
            break
    first_text, start = _joined(passage.sentence, passage.neighbour, passage.leads)
    leads = passage.leads if chance.random() < 0.5 else not passage.leads
    plain, value_start, value_end = unmarked(second)
    second_text, offset = _joined(plain, other, leads)
    return Case(
        value.kind,
        change,
        first_text,
        second_text,
        (start + value.start, start + value.end),
        (offset + value_start, offset + value_end),
    )


def _joined(sentence: str, neighbour: str, leads: bool) -> tuple[str, int]:
    """The text of both sentences, and where the first one begins."""
    return (f"{neighbour} {sentence}", len(neighbour) + 1) if leads else (f"{sentence} {neighbour}", 0)


def cases(texts: Iterable[str], seed: int, per_kind: int = PER_KIND, controls: int = CONTROLS) -> Iterator[Case]:
    """Generate the cases of a text: up to `per_kind` contradictions of each kind, then the controls."""
    chance = Random(seed)
    found = passages(texts, chance)
    contradicting = [passage for passage in found if can_contradict(passage)]
    for kind in KINDS:
        for passage in [passage for passage in contradicting if passage.value.kind == kind][:per_kind]:
            yield make(passage, CONFLICT, chance)
    for at in range(controls if found else 0):
        passage = found[at % len(found)]
        rewritten = passage.value.same and chance.random() < REWRITTEN
        yield make(passage, NO_CONFLICT if rewritten else PLAIN, chance)


def corpus(name: str, found: Sequence[Case], tuned: bool) -> TruthSet:
    """Return the cases as a set: an event of two versions each. All but the contradictions agree."""
    accounts, pairs = [], []
    for event, case in enumerate(found):
        first, second = 2 * event, 2 * event + 1
        accounts += [Account(first, event, 0, case.first), Account(second, event, 1, case.second)]
        verdict = CONFLICT if case.change == CONFLICT else NO_CONFLICT
        a, b = Place(first, *case.first_value), Place(second, *case.second_value)
        pairs.append(Pair(f"{case.kind}-{event}", case.kind, verdict, a, b, case.change))
    labels = tuple(f"{name}:{account.event}:{'ab'[account.source]}" for account in accounts)
    events = tuple(str(event) for event in range(len(found)))
    ranks = tuple(account.source + 1 for account in accounts)
    return TruthSet(name, tuple(accounts), events, labels, tuple(pairs), tuned, ranks=ranks)
