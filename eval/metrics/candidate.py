"""What metrics are computed from: a corpus with a gold text (`Subject`), and a narrative of it (`Candidate`)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from eval.metrics import coverage, order
from eval.metrics.bertscore import BertScore
from eval.metrics.selection import Selection, rate_versions
from taeg.base.errors import InputError
from taeg.consolidate.narrative import Narrative
from taeg.consolidate.repeats import repeated_share
from taeg.consolidate.spans import NOTES, Run
from taeg.model.corpus import Corpus
from taeg.model.corpus_graph import IntArray
from taeg.text import scripts
from taeg.text.language import Language, language

COMPLETE = 0.95
"""A gold text for at least this share of the events with text is a whole narrative: an event that it lacks was left out
on purpose, and a narrative that has it loses precision. With less, only the covered events are scored."""


def gold_text(corpus: Corpus) -> str:
    """The gold text of all events in timeline order.

    The published code scores against the gold file as it is, so the numbers that mark its segments count as words, up
    to the last segment and including empty ones.
    """
    if not any(event.gold_text for event in corpus.events):
        raise InputError(
            f"corpus {corpus.name!r} has no reference to score against; put one into the folder of its accounts "
            "(reference.csv with the columns event, text, or reference.md with the id of each event as a heading) and "
            "ingest the folder again"
        )
    if corpus.profile.aligns_reference:
        return " ".join(event.gold_text for event in corpus.events if event.gold_text)
    last = max(i for i, event in enumerate(corpus.events) if event.gold_text)
    return " ".join(f"{event.id} {event.gold_text}".strip() for event in corpus.events[: last + 1])


class Subject:
    """A corpus with its gold text and what all narratives of it share, each computed once."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.gold_text = gold_text(corpus)
        self.index = {event.id: i for i, event in enumerate(corpus.events)}

    @cached_property
    def covered(self) -> frozenset[str]:
        """Ids of the events that narratives are scored on: all, or those with gold text (see `COMPLETE`)."""
        everything = frozenset(self.index)
        if not self.corpus.profile.aligns_reference:
            return everything
        with_text = {version.event for version in self.corpus.versions if version.usable}
        with_gold = frozenset(event.id for event in self.corpus.events if event.gold_text)
        return everything if len(with_gold & with_text) >= COMPLETE * len(with_text) else with_gold

    @cached_property
    def selection(self) -> Selection:
        """The rating of each version against the gold text of its event."""
        return rate_versions(self.corpus)

    @cached_property
    def language(self) -> Language:
        """The language of all texts."""
        return language(self.corpus.language)

    @cached_property
    def unspaced(self) -> bool:
        """Whether some text is in a script without spaces, whose words are bigrams."""
        return any(map(scripts.has_unspaced, self._texts()))

    @cached_property
    def sentence_rule(self) -> str:
        """Name of the rule that splits sentences on this machine."""
        rule = self.language.sentence_rule
        refined = rule != scripts.TERMINATORS and any(map(scripts.has_marks, self._texts()))
        return f"{rule}+{scripts.TERMINATORS}" if refined else rule

    @property
    def token_rule(self) -> str:
        """Name of the tokens that sentences are compared by, for signatures; empty if the language determines them."""
        return f"|tokens:{self.language.rouge_rule}{scripts.BIGRAMS}" if self.unspaced else ""

    def _texts(self) -> Iterator[str]:
        yield self.gold_text
        yield from (version.text for version in self.corpus.versions)

    @cached_property
    def bertscore(self) -> BertScore:
        """The model for BERTScore."""
        return BertScore(code=self.corpus.language)

    @cached_property
    def available_words(self) -> coverage.AvailableWords:
        """The words of all versions, by event."""
        versions: list[list[coverage.Sentences]] = [[] for _ in self.corpus.events]
        for version in (v for v in self.corpus.versions if not v.excluded):
            versions[self.index[version.event]].append(self.tokens(version.text))
        return coverage.weigh_words(versions)

    @cached_property
    def gold_tokens(self) -> list[tuple[str, ...]]:
        """The sentences of the gold text, as stemmed words."""
        return self.tokens(self.gold_text)

    def tokens(self, text: str) -> list[tuple[str, ...]]:
        """The sentences of a text, as stemmed words."""
        return [self.language.rouge_tokens(sentence) for sentence in self.language.sentences(text)]


class Candidate:
    """A narrative to score. `selected` has the base version of each event, -1 for none; None if it has no base."""

    def __init__(self, subject: Subject, narrative: Narrative, selected: IntArray | None) -> None:
        self.subject = subject
        self.narrative = narrative
        self.selected = selected

    @classmethod
    def of_run(cls, subject: Subject, narrative: Narrative, run: Run) -> "Candidate":
        """The narrative of a recorded run."""
        selected = run.spans.selected(len(subject.corpus.events))
        return cls(subject, narrative, selected if (selected >= 0).any() else None)

    @cached_property
    def text(self) -> str:
        """What is compared with the gold text: the running text of covered events, and passages of no known event."""
        covered = {"", *self.subject.covered}
        kept = tuple(passage for passage in self.narrative.passages if passage.event in covered)
        return replace(self.narrative, passages=kept).running

    @cached_property
    def evaluated_texts(self) -> list[tuple[str, str]]:
        """What the narrative and the gold text say about each evaluated event."""
        texts: dict[str, list[str]] = {}
        for passage in self.narrative.passages:
            if passage.role not in NOTES:
                texts.setdefault(passage.event, []).append(passage.text)
        events = [self.subject.corpus.events[i] for i in self.subject.selection.evaluated.tolist()]
        return [(" ".join(texts.get(event.id, ())), event.gold_text) for event in events]

    @cached_property
    def order(self) -> order.Order:
        """Agreement with the order of the gold text."""
        return order.order(self.subject.tokens(self.text), self.subject.gold_tokens)

    @cached_property
    def repetition(self) -> float:
        """The share of the running text in sentences that repeat one of an earlier event."""
        index, running = self.subject.index, [p for p in self.narrative.passages if p.version and p.role not in NOTES]
        texts, events = [p.text for p in running], [index[p.event] for p in running]
        return repeated_share(texts, events, self.subject.corpus.language)

    @cached_property
    def coverage(self) -> coverage.Coverage:
        """What it keeps of the sources and repeats."""
        passages: list[list[tuple[str, coverage.Sentences]]] = [[] for _ in self.subject.corpus.events]
        for passage in self.narrative.passages:
            if passage.version:
                passages[self.subject.index[passage.event]].append((passage.source, self.subject.tokens(passage.text)))
        return coverage.coverage(self.subject.available_words, passages)
