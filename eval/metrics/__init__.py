"""The table of metrics. A new metric is one entry in `METRICS`; it appears in reports, plots and the graph.

A metric whose data or packages are not installed is left out, with a message on how to get them.
"""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from eval.metrics import meteor, order, rouge
from eval.metrics.candidate import Candidate, Subject
from taeg.base.errors import InputError
from taeg.model.corpus_graph import IntArray
from taeg.text.nltk_data import ResourceMissing


@dataclass(frozen=True, slots=True)
class Metric:
    """How a narrative is scored. `score` returns None or nan where the metric does not apply."""

    title: str
    """The heading of its column."""
    direction: int
    """1 if higher is better, -1 if lower is better."""
    score: Callable[[Candidate], float | None]
    signature: Callable[[Subject], str]
    """How the score is computed, with versions, so that it can be reproduced."""
    require: Callable[[Subject], object] = lambda _: None
    """Raises `ResourceMissing` if its data or packages are not installed."""
    on_request: bool = False
    """Whether it is slow and only computed if requested by name."""
    by_event: Callable[[Candidate, IntArray], object] | None = None
    """Its values for each evaluated event, of a narrative that selects versions: for intervals and tests."""


def _tau(candidate: Candidate) -> float | None:
    corpus = candidate.subject.corpus
    if corpus.profile.aligns_reference:
        return candidate.order.tau
    if candidate.selected is not None:
        return 1.0  # by design: the published code does not measure it where event ids rise
    quoted = [passage.text for passage in candidate.narrative.passages]
    gold = candidate.subject.language.sentences(candidate.subject.gold_text)
    return order.published_tau(quoted, gold, [event.title for event in corpus.events])


def _bertscore(candidate: Candidate) -> float | None:
    """Mean over events, long texts in pieces; in the published profile whole texts, truncated at 512 tokens."""
    subject = candidate.subject
    if not subject.corpus.profile.aligns_reference:
        return subject.bertscore.truncated(candidate.text, subject.gold_text)
    if candidate.selected is None:
        return None  # extracts are not selected for an event
    texts: dict[str, list[str]] = {}
    for passage in candidate.narrative.passages:
        texts.setdefault(passage.event, []).append(passage.text)
    gold = {event.id: event.gold_text for event in subject.corpus.events if event.gold_text}
    pairs = [(" ".join(texts[event]), text) for event, text in gold.items() if event in texts]
    return sum(subject.bertscore.score(pairs)) / len(gold) if pairs else None


def _bertscore_signature(subject: Subject) -> str:
    if subject.corpus.profile.aligns_reference:
        return f"{subject.bertscore.signature()}|mean over events, missing ones count 0"
    return f"{subject.bertscore.signature()}|whole texts, truncated"


def _order_signature(subject: Subject) -> str:
    if subject.corpus.profile.aligns_reference:
        return f"order|sentences:{subject.language.sentence_rule}|aligned by idf cosine|tau-b"
    return "order|1 by design; for quoted sentences the published heuristic, which measures nothing"


def _coverage_signature(name: str) -> Callable[[Subject], str]:
    return lambda s: f"{name}|idf over versions' sentences:{s.language.sentence_rule}|stem:{s.language.stem_rule}"


def _audited(score: Callable[[Candidate], float]) -> Callable[[Candidate], float | None]:
    """A metric that the published profile does not have."""
    return lambda c: score(c) if c.subject.corpus.profile.aligns_reference else None


def _rouge(name: str, title: str, score: Callable[[str, str, str], rouge.Rouge]) -> Metric:
    return Metric(
        title,
        1,
        lambda c: score(c.text, c.subject.gold_text, c.subject.corpus.language).f1,
        lambda s: rouge.signature(name, s.corpus.language),
    )


def _selection(title: str, signature: str, by_event: Callable[[Candidate, IntArray], object]) -> Metric:
    """The mean over evaluated events of a narrative that selects versions."""
    return Metric(
        title,
        1,
        lambda c: None if c.selected is None else float(np.mean(np.asarray(by_event(c, c.selected)))),
        lambda s: signature + rouge.signature("rougeL", s.corpus.language),
        by_event=by_event,
    )


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        "rouge1": _rouge("rouge1", "ROUGE-1", lambda text, gold, code: rouge.rouge_n(text, gold, 1, code)),
        "rouge2": _rouge("rouge2", "ROUGE-2", lambda text, gold, code: rouge.rouge_n(text, gold, 2, code)),
        "rougeL": _rouge("rougeL", "ROUGE-L", rouge.rouge_l),
        "meteor": Metric(
            "METEOR",
            1,
            lambda c: meteor.meteor(c.text, c.subject.gold_text, c.subject.corpus.language),
            lambda s: meteor.signature(s.corpus.language),
            lambda s: meteor.require(s.corpus.language),
        ),
        "bertscore": Metric("BERTScore", 1, _bertscore, _bertscore_signature, lambda s: s.bertscore, on_request=True),
        "tau": Metric("τ", 1, _tau, _order_signature),
        "disorder": Metric(
            "disorder",
            -1,
            _audited(lambda c: math.nan if math.isnan(c.order.tau) else c.order.disorder),
            _order_signature,
        ),
        "aligned": Metric("aligned", 1, _audited(lambda c: c.order.aligned), _order_signature),
        "accuracy": _selection(
            "accuracy", "accuracy|nearest version: ", lambda c, selected: c.subject.selection.is_best(selected)
        ),
        "likeness": _selection(
            "likeness",
            "likeness|mean over contested events: ",
            lambda c, selected: c.subject.selection.rouge_l_of(selected),
        ),
        "coverage": Metric(
            "COV",
            1,
            _audited(lambda c: math.nan if c.selected is None else c.coverage.kept),
            _coverage_signature("coverage"),
        ),
        "redundancy": Metric(
            "RED",
            -1,
            _audited(lambda c: math.nan if c.selected is None else c.coverage.repeated),
            _coverage_signature("redundancy"),
        ),
    }
)
"""By name, in the order of a table's columns."""


def select(names: Collection[str] = ()) -> dict[str, Metric]:
    """The metrics of these names; by default all that are not computed on request only."""
    for name in names:
        if name not in METRICS:
            raise InputError(f"unknown metric {name!r}; known metrics: {', '.join(METRICS)}")
    return {name: metric for name, metric in METRICS.items() if name in names or not (names or metric.on_request)}


def available(subject: Subject, wanted: Mapping[str, Metric]) -> tuple[dict[str, Metric], list[str]]:
    """The metrics that can be computed on this machine, and why the others are left out."""
    found, left_out = {}, []
    for name, metric in wanted.items():
        try:
            metric.require(subject)
            found[name] = metric
        except ResourceMissing as error:
            left_out.append(f"{name}: {error}")
    return found, left_out


def score(candidate: Candidate, wanted: Mapping[str, Metric]) -> dict[str, float]:
    """The scores of a narrative by metric, without those that do not apply to it."""
    values = {name: metric.score(candidate) for name, metric in wanted.items()}
    return {name: value for name, value in values.items() if value is not None and not math.isnan(value)}
