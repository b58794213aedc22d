"""The table of metrics: scores of a narrative, metrics left out, and partial gold texts."""

from dataclasses import replace

import numpy as np
import pytest

from eval.benchmark import oracle_narrative
from eval.metrics import METRICS, Metric, available, candidate, score, select
from eval.metrics.candidate import Candidate, Subject
from eval.metrics.rouge import rouge_l, rouge_n
from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate.algorithm import narrate
from taeg.consolidate.algorithm import select as select_spans
from taeg.consolidate.narrative import Narrative
from taeg.graph.runs import make
from taeg.model.corpus import PUBLISHED, Corpus, Event, Source, Version
from taeg.text import nltk_data
from taeg.text.nltk_data import ResourceMissing
from tests.unit.builders import entry

TEXTS = {
    "sail": (
        "At dawn the grey ship left the crowded harbour. Children waved from the pier.",
        "The ship left the harbour at dawn.",
    ),
    "storm": ("A storm broke two masts. The cook lost every kettle he owned.", "Two masts were broken by a storm."),
    "calm": ("For nine days no wind came. The sailors mended nets and sang.", "No wind came for nine long days."),
    "land": ("",),
}
GOLD = {"sail": TEXTS["sail"][0], "storm": TEXTS["storm"][1], "calm": TEXTS["calm"][0]}
DIARY, LETTER = (" ".join(texts[i] for texts in TEXTS.values() if len(texts) > i).strip() for i in (0, 1))
FAST = tuple(name for name in METRICS if name not in ("meteor", "bertscore"))
"""The metrics that need no data."""


def voyage(gold: dict[str, str] | None = None) -> Corpus:
    """The gold text is the first source's, but in the storm; no version of the last event has text."""
    gold = GOLD if gold is None else gold
    return Corpus(
        "voyage",
        (Source("ann", "Ann", DIARY), Source("bob", "Bob", LETTER)),
        tuple(Event(id, id.title(), gold_text=gold.get(id, "")) for id in TEXTS),
        tuple(
            Version(f"{id}-{by}", id, by, text)
            for id, texts in TEXTS.items()
            for by, text in zip(("ann", "bob"), texts, strict=False)
        ),
    )


def candidate_of(corpus: Corpus, strategy: str, **parameters: str | int) -> Candidate:
    graph = build(corpus)
    run = make(entry(corpus.profile), strategy, parameters, parameters, select_spans(graph, strategy, parameters))
    return Candidate.of_run(Subject(corpus), narrate(graph, strategy, parameters), run)


def test_selecting_metrics() -> None:
    assert [name for name in METRICS if name not in select()] == ["bertscore"], "slow ones are computed on request"
    assert list(select(["bertscore"])) == ["bertscore"]
    assert list(select(["tau", "rougeL"])) == ["rougeL", "tau"], "in the order of the columns"
    with pytest.raises(InputError) as caught:
        select(["rougeL", "bleu"])
    assert str(caught.value) == f"unknown metric 'bleu'; known metrics: {', '.join(METRICS)}"


@pytest.mark.parametrize("code", ["en", "de", "und"])
def test_every_metric_has_a_signature(code: str) -> None:
    for corpus in (voyage(), replace(voyage(), profile=PUBLISHED)):
        subject = Subject(replace(corpus, language=code))
        signatures = [metric.signature(subject) for metric in select().values()]
        assert all("|" in signature and "\n" not in signature for signature in signatures)


def test_unavailable_metrics_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_wordnet() -> None:
        raise ResourceMissing("METEOR needs WordNet 3.0.")

    monkeypatch.setattr(nltk_data, "wordnet", no_wordnet)
    monkeypatch.setattr(nltk_data, "punkt", lambda _: None)
    found, left_out = available(Subject(voyage()), select())
    assert [name for name in select() if name not in found] == ["meteor"]
    assert left_out == ["meteor: METEOR needs WordNet 3.0."]


def test_other_errors_of_a_metric_are_raised() -> None:
    def broken(_: Subject) -> None:
        raise InputError("this is wrong")

    with pytest.raises(InputError, match=r"^this is wrong$"):
        available(Subject(voyage()), {"broken": Metric("broken", 1, lambda _: None, lambda _: "", broken)})


def test_scores_of_a_narrative() -> None:
    longest = candidate_of(voyage(), "longest")
    gold = " ".join(GOLD.values())
    values = score(longest, select(FAST))
    assert list(values) == list(FAST)
    assert values["rouge1"] == rouge_n(longest.text, gold, 1).f1
    assert values["rouge2"] == rouge_n(longest.text, gold, 2).f1
    assert values["rougeL"] == rouge_l(longest.text, gold).f1
    assert values["accuracy"] == pytest.approx(2 / 3)
    storm = rouge_l(*reversed(TEXTS["storm"])).f1
    assert values["likeness"] == pytest.approx((1 + storm + 1) / 3)
    assert 0 < values["coverage"] < 1
    assert values["redundancy"] == 0


def test_oracle_has_full_marks() -> None:
    subject = Subject(voyage())
    best = subject.selection.best
    assert best.tolist() == [0, 3, 4, -1]
    wanted = select(["rouge1", "rougeL", "tau", "disorder", "accuracy", "likeness"])
    values = score(Candidate(subject, oracle_narrative(subject), best), wanted)
    assert values == pytest.approx({**dict.fromkeys(wanted, 1), "disorder": 0})


@pytest.mark.parametrize(("covered", "said"), [(("storm",), 1), (("sail", "calm"), 2), (tuple(GOLD), 4)])
def test_partial_gold_text_is_compared_with_its_events_only(covered: tuple[str, ...], said: int) -> None:
    partial = candidate_of(voyage({event: GOLD[event] for event in covered}), "longest")
    assert len(partial.subject.covered) == said
    alone = " ".join(TEXTS[event][0] for event in covered)
    assert partial.text.split() == alone.split()
    expected = rouge_n(alone, " ".join(GOLD[event] for event in covered), 1).f1
    assert score(partial, select(["rouge1"])) == {"rouge1": pytest.approx(expected)}


def test_the_published_profile_has_its_own_order_and_no_coverage() -> None:
    published = candidate_of(replace(voyage(), profile=PUBLISHED), "longest")
    values = score(published, select(FAST))
    assert values["tau"] == 1.0
    assert not {"disorder", "coverage", "redundancy"} & set(values)
    assert published.text.endswith(" Land.")
    assert "1 by design" in METRICS["tau"].signature(published.subject)


def test_metrics_that_do_not_apply_are_left_out() -> None:
    table = {
        name: Metric(name, 1, lambda _, value=value: value, lambda _: "")  # type: ignore[misc]
        for name, value in {"none": None, "nan": float("nan"), "zero": 0.0}.items()
    }
    assert score(candidate_of(voyage(), "longest"), table) == {"zero": 0.0}


def test_empty_narratives_score_zero() -> None:
    subject = Subject(voyage())
    nothing = Candidate(subject, Narrative("", "", subject.corpus.profile, ()), np.full(4, -1, dtype=np.int64))
    values = score(nothing, select(FAST))
    assert values["rougeL"] == values["accuracy"] == values["likeness"] == values["coverage"] == 0


class Lengths:
    """A model whose score is the ratio of lengths."""

    def score(self, pairs: list[tuple[str, str]]) -> list[float]:
        return [min(map(len, pair)) / max(map(len, pair)) for pair in pairs]

    def truncated(self, text: str, gold: str) -> float:
        return float(len(text) + len(gold))


def test_bertscore_by_profile_and_kind_of_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidate, "BertScore", lambda code: Lengths())
    wanted = select(["bertscore"])
    storm = len(TEXTS["storm"][1]) / len(TEXTS["storm"][0])
    assert score(candidate_of(voyage(), "longest"), wanted)["bertscore"] == pytest.approx((1 + storm + 1) / 3)
    fewer = replace(voyage(), versions=tuple(v for v in voyage().versions if v.event != "calm"))
    assert score(candidate_of(fewer, "longest"), wanted)["bertscore"] == pytest.approx((1 + storm + 0) / 3)
    assert score(candidate_of(voyage(), "lexrank"), wanted) == {}, "extracts are not selected for an event"
    published = candidate_of(replace(voyage(), profile=PUBLISHED), "lexrank")
    assert score(published, wanted) == {"bertscore": len(published.text) + len(published.subject.gold_text)}
