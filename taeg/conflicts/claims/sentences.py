"""The sentences of an account with their positions, and what their words say about every claim in them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from taeg.conflicts.claims.words import word_lists
from taeg.conflicts.parser import Parse
from taeg.text import language
from taeg.text.cues import cues

_THOUGHT = re.compile(r"\band (?:I|we|he|she) (?:thought|asked|said|wondered)\b")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_DATELINE = re.compile(r"(?m)^[A-Z][A-Z' -]{1,60}, [A-Z]\w{2,10} \d{1,2} \([^)\n]{2,30}\) - ")
_EDITORIAL = re.compile(r"\((?:Corrects|Updates|Adds|Clarifies|Recasts|Removes|Repeats)\b[^)(]{0,600}\)")


@dataclass(frozen=True, slots=True)
class Context:
    """The nouns before a sentence to which its pronouns may refer."""

    subject: str = ""
    person: str = ""
    thing: str = ""
    plural: str = ""
    """The last noun in the plural of the sentence before."""

    def meant_by(self, pronoun: str) -> str:
        """Return the noun that a pronoun probably stands for."""
        lists = word_lists()
        if pronoun in lists.words("words", "personal"):
            return self.person
        return self.thing if pronoun in lists.words("words", "neuter") else self.subject


@dataclass(frozen=True)
class Sentence:
    """A parsed sentence of an account."""

    number: int
    text: str
    start: int
    parse: Parse
    context: "Context"

    def before(self, at: int, width: int = 60) -> str:
        """Return the characters before a position."""
        return self.text[max(0, at - width) : at]

    @cached_property
    def retrospective(self) -> bool:
        """Whether the sentence speaks of what was said before."""
        return bool(word_lists().phrase("retrospective").search(self.text))

    @cached_property
    def question(self) -> bool:
        """Whether the sentence asks."""
        return self.text.rstrip("\"'\u201d\u2019)").endswith("?")

    def asks(self, end: int) -> bool:
        """Whether a value that ends there is asked for, and does not stand before a thought: 'and I thought, why?'."""
        return self.question and not _THOUGHT.search(self.text, end)

    @cached_property
    def early(self) -> bool:
        """Whether the sentence speaks of the beginning of the event."""
        return bool(word_lists().phrase("early_sentence").search(self.text))

    @cached_property
    def firsthand(self) -> bool:
        """Whether the sentence has no mark of hearsay."""
        return not cues(language.ENGLISH).is_hearsay(self.text)


def split(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a text with their positions."""
    start = 0
    for gap in (*_PARAGRAPHS.finditer(text), None):
        paragraph = text[start : gap.start() if gap else len(text)]
        at = 0
        for sentence in language.language(language.ENGLISH).sentences(paragraph):
            place = paragraph.find(sentence, at)
            if place >= 0 and sentence.strip():
                at = place + len(sentence)
                blank = len(sentence) - len(sentence.lstrip())
                yield start + place + blank, sentence.strip()
        start = gap.end() if gap else start


def without_notes(text: str) -> str:
    """Replace datelines and notes such as '(Corrects …)' by blanks, so that positions stay."""
    for pattern in (_DATELINE, _EDITORIAL):
        text = pattern.sub(lambda note: " " * len(note[0]), text)
    return text
