"""From a narrative to its scores: the metrics in one visible table, and what they are made of.

A metric whose data or packages are not on this machine is left out with a sentence that says how to get it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from eval.gold_text import reference_text
from eval.metrics import coverage, meteor, order, rouge
from eval.metrics.bertscore import BertScore
from eval.metrics.selection import IntArray, Judgement, judge
from taeg.base.errors import InputError
from taeg.consolidate.narrative import Narrative
from taeg.consolidate.spans import Run
from taeg.model.corpus import Corpus
from taeg.text.language import Language, language
from taeg.text.nltk_data import ResourceMissing


class Subject:
    """A corpus with what its evaluation is made of, worked out once for all narratives."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.reference = reference_text(corpus)
        self.place = {event.id: i for i, event in enumerate(corpus.events)}

    @cached_property
    def judgement(self) -> Judgement:
        """What the reference says of each version."""
        return judge(self.corpus)

    @cached_property
    def language(self) -> Language:
        """The language all texts are in."""
        return language(self.corpus.language)

    @cached_property
    def bertscore(self) -> BertScore:
        """The model for BERTScore, loaded once."""
        return BertScore(code=self.corpus.language)

    def require_bertscore(self) -> None:
        """Load the model, or tell how to get it."""
        self.bertscore.score([("", "")])

    @cached_property
    def yardstick(self) -> coverage.Yardstick:
        """What could be told of each event."""
        versions: list[list[coverage.Sentences]] = [[] for _ in self.corpus.events]
        for version in (v for v in self.corpus.versions if not v.excluded):
            versions[self.place[version.event]].append(self.sentences(version.text))
        return coverage.prepare(versions)

    @cached_property
    def reference_sentences(self) -> list[tuple[str, ...]]:
        """The reference's sentences, as words."""
        return self.sentences(self.reference)

    def sentences(self, text: str) -> list[tuple[str, ...]]:
        """The sentences of a text, as stemmed words."""
        return [self.language.rouge_tokens(sentence) for sentence in self.language.sentences(text)]


class Candidate:
    """A narrative to be scored; `chosen` holds the version of each event, -1 where none; None for quoted sentences."""

    def __init__(self, subject: Subject, narrative: Narrative, chosen: IntArray | None) -> None:
        self.subject = subject
        self.narrative = narrative
        self.chosen = chosen
        self.text = narrative.text

    @classmethod
    def of_run(cls, subject: Subject, narrative: Narrative, run: Run) -> "Candidate":
        """The narrative of a run as the graph has it."""
        chosen = run.spans.selected(len(subject.corpus.events))
        return cls(subject, narrative, chosen if (chosen >= 0).any() else None)

    @cached_property
    def order(self) -> order.Order:
        """How far it follows the reference."""
        return order.order(self.subject.sentences(self.text), self.subject.reference_sentences)

    @cached_property
    def coverage(self) -> coverage.Coverage:
        """What it keeps of the sources."""
        told: list[list[tuple[str, coverage.Sentences]]] = [[] for _ in self.subject.corpus.events]
        for passage in self.narrative.passages:
            if passage.version:
                place = self.subject.place[passage.event]
                told[place].append((passage.source, self.subject.sentences(passage.text)))
        return coverage.coverage(self.subject.yardstick, told)


@dataclass(frozen=True, slots=True)
class Metric:
    """A way to score: `score` gives None where it makes no sense, `signature` says how it is done."""

    score: Callable[[Candidate], float | None]
    signature: Callable[[Subject], str]
    require: Callable[[Subject], None] = lambda _: None
    """Raises `ResourceMissing` where its data or packages are not on this machine."""
    asked_for: bool = False
    """Whether it is left out unless somebody asks for it by name, because it is slow."""


def _rouge_n(n: int) -> Metric:
    return Metric(
        lambda c: rouge.rouge_n(c.text, c.subject.reference, n, c.subject.corpus.language).f1,
        lambda s: rouge.signature(f"rouge{n}", s.corpus.language),
    )


def _tau(candidate: Candidate) -> float | None:
    corpus = candidate.subject.corpus
    if corpus.profile.aligns_reference:
        return candidate.order.tau
    if candidate.chosen is not None:
        return 1.0  # by design: where event ids rise, the published code does not measure it
    quoted = [passage.text for passage in candidate.narrative.passages]
    golden = candidate.subject.language.sentences(candidate.subject.reference)
    return order.published_tau(quoted, golden, [event.title for event in corpus.events])


def _bertscore(candidate: Candidate) -> float | None:
    """Per event, long texts in pieces; as published, whole texts, of which the first 512 tokens are seen."""
    subject = candidate.subject
    if not subject.corpus.profile.aligns_reference:
        return subject.bertscore.whole(candidate.text, subject.reference)
    if candidate.chosen is None:
        return None  # sentences quoted for themselves are nobody's choice for an event
    told = {passage.event: passage.text for passage in candidate.narrative.passages if passage.event}
    pairs = [(told[e.id], e.gold_text) for e in subject.corpus.events if e.gold_text and told.get(e.id)]
    scores = subject.bertscore.score(pairs)
    referenced = sum(1 for event in subject.corpus.events if event.gold_text)
    return float(sum(scores)) / referenced if pairs else None


def _bertscore_signature(subject: Subject) -> str:
    if subject.corpus.profile.aligns_reference:
        return f"{subject.bertscore.signature()}|mean over events, one left out counts 0"
    return f"{subject.bertscore.signature()}|whole texts, of which only the first tokens are seen"


def _order_signature(subject: Subject) -> str:
    if subject.corpus.profile.aligns_reference:
        return f"order|sentences:{subject.language.sentence_rule}|aligned by idf cosine|tau-b"
    return "order|1 by design; for quoted sentences the published heuristic, which measures nothing"


def _audited(score: Callable[[Candidate], float]) -> Callable[[Candidate], float | None]:
    """A metric that the published profile does not have."""
    return lambda c: score(c) if c.subject.corpus.profile.aligns_reference else None


def _selected(score: Callable[[Candidate, IntArray], float]) -> Callable[[Candidate], float | None]:
    """A metric of runs that choose one version for each event."""
    return lambda c: None if c.chosen is None else score(c, c.chosen)


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        "rouge1": _rouge_n(1),
        "rouge2": _rouge_n(2),
        "rougeL": Metric(
            lambda c: rouge.rouge_l(c.text, c.subject.reference, c.subject.corpus.language).f1,
            lambda s: rouge.signature("rougeL", s.corpus.language),
        ),
        "meteor": Metric(
            lambda c: meteor.meteor(c.text, c.subject.reference, c.subject.corpus.language).score,
            lambda s: meteor.signature(s.corpus.language),
            lambda s: meteor.require(s.corpus.language),
        ),
        "bertscore": Metric(_bertscore, _bertscore_signature, lambda s: s.require_bertscore(), True),
        "tau": Metric(_tau, _order_signature),
        "disorder": Metric(
            _audited(lambda c: float("nan") if np.isnan(c.order.tau) else c.order.disorder), _order_signature
        ),
        "aligned": Metric(_audited(lambda c: c.order.aligned), _order_signature),
        "accuracy": Metric(
            _selected(lambda c, chosen: float(np.mean(c.subject.judgement.right(chosen)))),
            lambda s: "accuracy|nearest version: " + rouge.signature("rougeL", s.corpus.language),
        ),
        "likeness": Metric(
            _selected(lambda c, chosen: float(np.mean(c.subject.judgement.scores(chosen)))),
            lambda s: "likeness|mean over contested events: " + rouge.signature("rougeL", s.corpus.language),
        ),
        "coverage": Metric(
            _audited(lambda c: c.coverage.cov if c.chosen is not None else float("nan")),
            lambda s: f"coverage|idf over versions' sentences:{s.language.sentence_rule}|stem:{s.language.stem_rule}",
        ),
        "redundancy": Metric(
            _audited(lambda c: c.coverage.red if c.chosen is not None else float("nan")),
            lambda s: f"redundancy|idf over versions' sentences:{s.language.sentence_rule}|stem:{s.language.stem_rule}",
        ),
    }
)
"""In the order of a table's columns."""


def metrics(names: Collection[str] = ()) -> dict[str, Metric]:
    """The metrics of these names, all of them without any."""
    for name in names:
        if name not in METRICS:
            raise InputError(f"unknown metric {name!r}; known metrics: {', '.join(METRICS)}")
    return {name: metric for name, metric in METRICS.items() if name in names or not (names or metric.asked_for)}


def available(subject: Subject, wanted: Mapping[str, Metric]) -> tuple[dict[str, Metric], list[str]]:
    """Those that can be had on this machine; and why the others are left out."""
    found, left_out = {}, []
    for name, metric in wanted.items():
        try:
            metric.require(subject)
            found[name] = metric
        except ResourceMissing as error:
            left_out.append(f"{name}: {error}")
    return found, left_out


def score(candidate: Candidate, wanted: Mapping[str, Metric]) -> dict[str, float]:
    """The scores of a narrative by metric, without those that make no sense for it."""
    values = {name: metric.score(candidate) for name, metric in wanted.items()}
    return {name: value for name, value in values.items() if value is not None and not np.isnan(value)}
