"""The table of metrics. A new metric is one entry in `METRICS`; it appears in reports, plots and the graph.

Titles and directions of the metrics that every table shows are in `taeg.graph.scores.SCORE_COLUMNS`. Metrics of the
user need no entry: `select` takes functions, too. A metric whose data or packages are not installed is left out, with a
message on how to get them.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from types import EllipsisType, MappingProxyType

import numpy as np

from eval.metrics import meteor, order, rouge
from eval.metrics.candidate import Candidate, Subject
from eval.metrics.metric import Metric, TextScore, event_metric
from taeg.base.errors import InputError, nearest
from taeg.base.user_code import import_named
from taeg.graph.scores import SCORE_COLUMNS
from taeg.model.corpus_graph import FloatArray, IntArray
from taeg.text.language import ENGLISH
from taeg.text.nltk_data import ResourceMissing
from taeg.text.scripts import latin_share

RESERVED = ("run", "characters", "scored_by")
"""Other columns of tables of scores."""


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
        return f"order|sentences:{subject.sentence_rule}{subject.token_rule}|aligned by idf cosine|tau-b"
    return "order|1 by design; for quoted sentences the published heuristic, which measures nothing"


def _coverage_signature(name: str) -> Callable[[Subject], str]:
    return lambda s: f"{name}|idf over versions' sentences:{s.sentence_rule}|stem:{s.language.stem_rule}{s.token_rule}"


def _audited(score: Callable[[Candidate], float]) -> Callable[[Candidate], float | None]:
    """A metric that the published profile does not have."""
    return lambda c: score(c) if c.subject.corpus.profile.aligns_reference else None


def _shown(name: str) -> tuple[str, int]:
    """The title and direction of a metric."""
    title, direction, _ = SCORE_COLUMNS[name]
    return title, direction


def _rouge(name: str, score: Callable[[str, str, str], rouge.Rouge]) -> Metric:
    return Metric(
        *_shown(name),
        lambda c: score(c.text, c.subject.gold_text, c.subject.corpus.language).f1,
        lambda s: rouge.signature(name, s.corpus.language, unspaced=s.unspaced),
    )


def _selection(name: str, signature: str, by_event: Callable[[Candidate, IntArray], object]) -> Metric:
    """The mean over evaluated events of a narrative that selects versions."""
    return Metric(
        *_shown(name),
        lambda c: None if c.selected is None else float(np.mean(np.asarray(by_event(c, c.selected)))),
        lambda s: signature + rouge.signature("rougeL", s.corpus.language, unspaced=s.unspaced),
        by_event=by_event,
    )


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        "rouge1": _rouge("rouge1", lambda text, gold, code: rouge.rouge_n(text, gold, 1, code)),
        "rouge2": _rouge("rouge2", lambda text, gold, code: rouge.rouge_n(text, gold, 2, code)),
        "rougeL": _rouge("rougeL", rouge.rouge_l),
        "meteor": Metric(
            *_shown("meteor"),
            lambda c: meteor.meteor(c.text, c.subject.gold_text, c.subject.corpus.language),
            lambda s: meteor.signature(s.corpus.language, unspaced=s.unspaced),
            lambda s: meteor.require(s.corpus.language),
        ),
        "bertscore": Metric(
            *_shown("bertscore"), _bertscore, _bertscore_signature, lambda s: s.bertscore, on_request=True
        ),
        "tau": Metric(*_shown("tau"), _tau, _order_signature),
        "disorder": Metric(
            *_shown("disorder"),
            _audited(lambda c: math.nan if math.isnan(c.order.tau) else c.order.disorder),
            _order_signature,
        ),
        "aligned": Metric(*_shown("aligned"), _audited(lambda c: c.order.aligned), _order_signature),
        "accuracy": _selection(
            "accuracy", "accuracy|nearest version: ", lambda c, selected: c.subject.selection.is_best(selected)
        ),
        "likeness": _selection(
            "likeness",
            "likeness|mean over contested events: ",
            lambda c, selected: c.subject.selection.rouge_l_of(selected),
        ),
        "coverage": Metric(
            *_shown("coverage"),
            _audited(lambda c: math.nan if c.selected is None else c.coverage.kept),
            _coverage_signature("coverage"),
        ),
        "redundancy": Metric(
            *_shown("redundancy"),
            _audited(lambda c: math.nan if c.selected is None else c.coverage.repeated),
            _coverage_signature("redundancy"),
        ),
        "repetition": Metric(
            *_shown("repetition"),
            _audited(lambda c: math.nan if c.selected is None else c.repetition),
            lambda s: f"repetition|sentences:{s.sentence_rule}{s.token_rule}|idf cosine with earlier events",
        ),
    }
)
"""By name, in the order of a table's columns."""


Wanted = str | Metric | TextScore | EllipsisType
"""A metric to compute: a name of the table, `module:function`, a function, a metric, or `...` for the default ones."""


def select(wanted: Iterable[Wanted] = ()) -> dict[str, Metric]:
    """The metrics to compute, those of the table in its order; by default all that are not computed on request only."""
    names: set[str] = set()
    own: dict[str, Metric] = {}
    for item in tuple(wanted) or (...,):
        if isinstance(item, EllipsisType):
            names |= {name for name, metric in METRICS.items() if not metric.on_request}
        elif isinstance(item, str) and ":" not in item:
            if item not in METRICS:
                known = ", ".join(METRICS)
                raise InputError(f"unknown metric {item!r}{nearest(item, METRICS)}; known metrics: {known}")
            names.add(item)
        else:
            metric = _own(item)
            if metric.title in (*METRICS, *RESERVED) or own.get(metric.title, metric) != metric:
                raise InputError(f"there is a metric {metric.title!r} already; give yours another name")
            own[metric.title] = metric
    return {name: metric for name, metric in METRICS.items() if name in names} | own


def _own(item: str | Metric | TextScore) -> Metric:
    if isinstance(item, str):
        return _own(import_named(item, lambda value: callable(value) or isinstance(value, Metric)))
    return item if isinstance(item, Metric) else event_metric(item)


def available(subject: Subject, wanted: Mapping[str, Metric]) -> tuple[dict[str, Metric], list[str]]:
    """The metrics that can be computed on this machine, why the others are left out, and which apply only in part."""
    found, left_out = {}, []
    for name, metric in wanted.items():
        try:
            metric.require(subject)
            found[name] = metric
        except ResourceMissing as error:
            left_out.append(f"{name}: {error}")
    return found, left_out + _limits(subject, found)


def _limits(subject: Subject, found: Collection[str]) -> list[str]:
    """What metrics do not see of texts in this language or these scripts."""
    lang, limits = subject.language, []
    if "meteor" in found and subject.unspaced:
        limits.append("meteor: words in scripts without spaces are pairs of letters; only equal ones match")
    elif "meteor" in found and not lang.name:
        limits.append(f"meteor: no stems and synonyms are known for language {lang.code!r}; only equal words match")
    latin = latin_share(subject.gold_text)
    if lang.code == ENGLISH and latin < 0.5 and not subject.unspaced:
        limits.append(
            f"language: the texts are said to be English, but only {latin:.0%} of the letters of the reference are "
            "Latin, and ROUGE counts no others in English; ingest them again with --language"
        )
    return limits


def score_events(candidate: Candidate, wanted: Mapping[str, Metric]) -> dict[str, FloatArray]:
    """The values of each evaluated event, for metrics that are means over events, of a narrative that selects."""
    if candidate.selected is None:
        return {}
    return {
        name: np.asarray(metric.by_event(candidate, candidate.selected), dtype=np.float64)
        for name, metric in wanted.items()
        if metric.by_event is not None
    }


def score(
    candidate: Candidate, wanted: Mapping[str, Metric], by_event: Mapping[str, FloatArray] = MappingProxyType({})
) -> dict[str, float]:
    """The scores of a narrative by metric, without those that do not apply to it.

    Means over events are taken of `by_event`, if given.
    """
    values = {
        name: float(np.mean(by_event[name])) if name in by_event else metric.score(candidate)
        for name, metric in wanted.items()
    }
    return {name: value for name, value in values.items() if value is not None and not math.isnan(value)}
