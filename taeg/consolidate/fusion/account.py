"""A version of an event as insertions and notes look at it, with the word lists of its language."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from taeg.consolidate.fusion.lexicon import Grammar
from taeg.consolidate.fusion.phrases import Phrases, analyse, is_first_person, words
from taeg.consolidate.fusion.references import References, references
from taeg.consolidate.fusion.sentence_spans import clause_spans, outside_quotes, quote_states
from taeg.consolidate.fusion.vocabulary import Ids, Sentence, Vocabulary

TESTIMONY = 0.2
"""Share of sentences with 'I' or 'we' that makes an account a testimony."""
TERSE = 0.3
"""Share of sentences without a verb from which an account is in note form."""
RETRACTED = 3
"""Sentences after a retraction that still belong to it."""


class Account:
    """A version of an event: its text and sentences, with what is asked about them, computed on demand."""

    def __init__(
        self,
        text: str,
        sentences: Sequence[Sentence],
        vocabulary: Vocabulary,
        grammar: Grammar,
        *,
        amends: bool = False,
    ) -> None:
        self.amends = amends
        """Whether the speaker gave an earlier account of the event."""
        self.sentences = sentences
        self.vocabulary = vocabulary
        self.grammar = grammar
        self._text = text
        self._phrases: dict[int, Phrases] = {}
        self._references: dict[int, References] = {}

    def text(self, i: int) -> str:
        """Return a sentence."""
        return self._text[self.sentences[i].start : self.sentences[i].end]

    def phrases(self, i: int) -> Phrases:
        """Return the analysis of a sentence."""
        if i not in self._phrases:
            self._phrases[i] = analyse(self.text(i), self.grammar, self.vocabulary.lexicon.code)
        return self._phrases[i]

    def references(self, i: int) -> References:
        """Return what a sentence refers to and offers."""
        if i not in self._references:
            self._references[i] = references(self.text(i), self.grammar)
        return self._references[i]

    def is_prompt(self, i: int) -> bool:
        """Whether a sentence only says what the speaker was asked."""
        lexicon = self.vocabulary.lexicon
        return bool(lexicon.prompt.search(outside_quotes(self.text(i)).strip()))

    def is_clause(self, i: int) -> bool:
        """Whether a sentence is the end of one that the account does not begin, as 'where he stayed' is."""
        first = words(self.text(i))[1][:1]
        return self.text(i)[:1].islower() and first != [] and first[0] not in self.grammar.coordinating

    def clauses(self, i: int) -> list[Ids]:
        """Return the stems of each clause of a sentence."""
        text, vocabulary = self.text(i), self.vocabulary
        spans = clause_spans(text, vocabulary.lexicon)
        return [vocabulary.stems(vocabulary.content(text[start:end])) for start, end in spans]

    @cached_property
    def retractions(self) -> dict[int, int]:
        """The sentences about an earlier account of the speaker, each with the one that says what it said."""
        found: dict[int, int] = {}
        for i in range(len(self.sentences)) if self.amends else ():
            if self.vocabulary.lexicon.retraction.search(self.text(i)):
                found[i] = i
            elif i - 1 in found and i - found[i - 1] <= RETRACTED:
                found[i] = found[i - 1]
        return found

    @cached_property
    def is_terse(self) -> bool:
        """Whether the account is in note form: many of its sentences have no verb."""
        verbless = sum(self.is_fragment(i) for i in range(len(self.sentences)))
        return verbless >= TERSE * len(self.sentences)

    def is_fragment(self, i: int) -> bool:
        """Whether a sentence has no verb, as far as the lists go; with 'I' or 'we' it has one that they lack."""
        return not self.phrases(i).has_verb and not self.phrases(i).first_person

    @cached_property
    def names(self) -> Counter[str]:
        """How many sentences have each name."""
        return Counter(name for i in range(len(self.sentences)) for name in self.phrases(i).proper)

    @cached_property
    def quoting(self) -> list[tuple[bool, bool]]:
        """Whether a quotation is open before and after each sentence."""
        return quote_states(self._text, [(s.start, s.end) for s in self.sentences])

    @cached_property
    def is_testimony(self) -> bool:
        """Whether the account speaks in the first person."""
        first = sum(is_first_person(self.text(i), self.grammar) for i in range(len(self.sentences)))
        return first > TESTIMONY * len(self.sentences)
