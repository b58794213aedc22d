"""From a narrative to its scores: the table of metrics, what is left out and why, what a score is made of."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from eval import scoring
from eval.benchmark import narrative_of_best
from eval.metrics.rouge import rouge_l, rouge_n
from eval.scoring import METRICS, Candidate, Metric, Subject, available, metrics, score
from taeg.base.errors import InputError
from taeg.build import build
from taeg.consolidate.in_memory import arrays, narrative
from taeg.consolidate.narrative import Narrative
from taeg.consolidate.strategies import STRATEGIES
from taeg.graph.runs import SCORES, make
from taeg.model.corpus import Corpus, Event, Source, Version
from taeg.model.profile import PUBLISHED
from taeg.text import nltk_data as resources
from taeg.text.nltk_data import ResourceMissing
from tests.unit.builders import entry, story

TEXTS = {
    "sail": (
        "At dawn the grey ship left the crowded harbour. Children waved from the pier.",
        "The ship left the harbour at dawn.",
    ),
    "storm": ("A storm broke two masts. The cook lost every kettle he owned.", "Two masts were broken by a storm."),
    "calm": ("For nine days no wind came. The sailors mended nets and sang.", "No wind came for nine long days."),
    "land": ("",),
}
DIARY, LETTER = (" ".join(texts[i] for texts in TEXTS.values() if len(texts) > i).strip() for i in (0, 1))


def voyage() -> Corpus:
    """The reference is what the first source says, but in the storm; nobody has words for the last event."""
    nearest = {"sail": 0, "storm": 1, "calm": 0}
    return Corpus(
        "voyage",
        (Source("ann", "Ann", DIARY), Source("bob", "Bob", LETTER)),
        tuple(
            Event(id, id.title(), gold_text=texts[nearest[id]] if id in nearest else "") for id, texts in TEXTS.items()
        ),
        tuple(
            Version(f"{id}-{by}", id, by, text)
            for id, texts in TEXTS.items()
            for by, text in zip(("ann", "bob"), texts, strict=False)
        ),
    )


PLAIN = tuple(name for name in METRICS if name not in ("meteor", "bertscore"))
"""The metrics that need no data."""


def candidate(corpus: Corpus, strategy: str, **parameters: str | int) -> Candidate:
    graph = build(corpus)
    made = STRATEGIES[strategy](arrays(graph), **parameters)
    run = make(entry(corpus.profile), strategy, parameters, parameters, made)
    return Candidate.of_run(Subject(corpus), narrative(graph, strategy, parameters), run)


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_table_of_metrics() -> None:
    assert list(METRICS)[:6] == ["rouge1", "rouge2", "rougeL", "meteor", "bertscore", "tau"]
    assert set(METRICS) <= set(SCORES), "each can be written on a run in the graph"
    assert [name for name in METRICS if name not in metrics()] == ["bertscore"], "slow ones are asked for by name"
    assert list(metrics(["bertscore"])) == ["bertscore"]
    assert list(metrics(["tau", "rougeL"])) == ["rougeL", "tau"], "in the order of the columns"


def test_an_unknown_metric_is_told_with_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        metrics(["rougeL", "bleu"])
    assert str(caught.value) == f"unknown metric 'bleu'; known metrics: {', '.join(METRICS)}"


@pytest.mark.parametrize("corpus", [voyage(), replace(voyage(), profile=PUBLISHED)], ids=["audited", "published"])
@pytest.mark.parametrize("code", ["en", "de", "und"])
def test_every_metric_has_a_signature(corpus: Corpus, code: str) -> None:
    subject = Subject(replace(corpus, language=code))
    signatures = [metric.signature(subject) for metric in metrics().values()]
    assert all("|" in signature and "\n" not in signature for signature in signatures)
    assert len({METRICS["rougeL"].signature(Subject(replace(corpus, language=c))) for c in ("en", "de", "pt")}) == 3


# --- what is left out ------------------------------------------------------------------------------------------------


def absent(_: Subject) -> None:
    raise ResourceMissing("Weights are not here: fetch them.")


def test_a_metric_that_cannot_be_had_is_left_out_with_its_sentence() -> None:
    heavy = Metric(lambda _: pytest.fail("scored"), lambda _: "heavy|", absent)
    table = {**metrics(["rouge1"]), "heavy": heavy, **metrics(["accuracy"])}
    found, left_out = available(Subject(voyage()), table)
    assert list(found) == ["rouge1", "accuracy"]
    assert left_out == ["heavy: Weights are not here: fetch them."]


def test_other_errors_of_a_metric_are_not_hidden() -> None:
    def broken(_: Subject) -> None:
        raise InputError("this is wrong")

    with pytest.raises(InputError, match=r"^this is wrong$"):
        available(Subject(voyage()), {"broken": Metric(lambda _: None, lambda _: "", broken)})


def test_meteor_without_wordnet_is_left_out_and_nothing_else_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that match need no synonyms, so only a question asked beforehand can find that they are absent."""

    def no_wordnet() -> None:
        raise ResourceMissing("METEOR needs WordNet 3.0: run `make setup-data`.")

    monkeypatch.setattr(resources, "wordnet", no_wordnet)
    monkeypatch.setattr(resources, "punkt", lambda _: None)
    subject = Subject(voyage())
    found, left_out = available(subject, metrics(["rougeL", "meteor"]))
    assert list(found) == ["rougeL"]
    assert left_out == ["meteor: METEOR needs WordNet 3.0: run `make setup-data`."]


def test_without_any_data_all_but_meteor_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_punkt(_: str) -> None:
        raise ResourceMissing("Sentences by punkt need punkt_tab: run `make setup-data`.")

    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    monkeypatch.setattr(resources, "punkt", no_punkt)
    subject = Subject(voyage())
    found, left_out = available(subject, metrics())
    assert [name for name in metrics() if name not in found] == ["meteor"]
    assert len(left_out) == 1


# --- the scores ------------------------------------------------------------------------------------------------------


def test_the_scores_of_a_narrative_are_those_of_its_parts() -> None:
    corpus = voyage()
    longest = candidate(corpus, "longest")
    reference = " ".join(event.gold_text for event in corpus.events[:3])
    values = score(longest, metrics(PLAIN))
    assert list(values) == list(PLAIN)
    assert values["rouge1"] == rouge_n(longest.text, reference, 1).f1
    assert values["rouge2"] == rouge_n(longest.text, reference, 2).f1
    assert values["rougeL"] == rouge_l(longest.text, reference).f1
    assert values["accuracy"] == pytest.approx(2 / 3)
    storm = rouge_l(*reversed(TEXTS["storm"])).f1
    assert values["likeness"] == pytest.approx((1 + storm + 1) / 3)
    assert 0 < values["coverage"] < 1
    assert values["redundancy"] == 0


def test_what_is_the_reference_scores_full_marks() -> None:
    corpus = voyage()
    subject = Subject(corpus)
    best = subject.judgement.best
    assert best.tolist() == [0, 3, 4, -1]
    perfect = Candidate(subject, narrative_of_best(subject), best)
    values = score(perfect, metrics(["rouge1", "rougeL", "tau", "disorder", "accuracy", "likeness"]))
    assert values == pytest.approx({"rouge1": 1, "rougeL": 1, "tau": 1, "disorder": 0, "accuracy": 1, "likeness": 1})


def test_quoted_sentences_have_no_selection() -> None:
    quotes = candidate(voyage(), "lexrank", size=4)
    assert quotes.chosen is None
    values = score(quotes, metrics(PLAIN))
    assert set(PLAIN) - set(values) == {"accuracy", "likeness", "coverage", "redundancy"}


def test_a_run_without_a_choice_for_an_event_has_minus_one_there() -> None:
    chosen = candidate(voyage(), "priority", order="bob").chosen
    assert np.asarray(chosen).tolist() == [1, 3, 5, -1]


def test_the_published_profile_has_its_own_order_and_no_coverage() -> None:
    published = replace(voyage(), profile=PUBLISHED)
    values = score(candidate(published, "longest"), metrics(PLAIN))
    assert values["tau"] == 1.0
    assert not {"disorder", "coverage", "redundancy"} & set(values)
    assert candidate(published, "longest").text.endswith(" Land.")
    assert "1 by design" in METRICS["tau"].signature(Subject(published))


def test_what_makes_no_sense_is_not_there() -> None:
    table = {
        "none": Metric(lambda _: None, lambda _: ""),
        "nan": Metric(lambda _: float("nan"), lambda _: ""),
        "zero": Metric(lambda _: 0.0, lambda _: ""),
    }
    assert score(candidate(voyage(), "longest"), table) == {"zero": 0.0}


def test_an_empty_narrative_can_be_scored() -> None:
    subject = Subject(voyage())
    nothing = Candidate(subject, Narrative("", "", subject.corpus.profile, ()), np.full(4, -1, dtype=np.int64))
    values = score(nothing, metrics(PLAIN))
    assert values["rougeL"] == values["accuracy"] == values["likeness"] == values["coverage"] == 0


def test_order_falls_when_events_are_swapped() -> None:
    corpus = voyage()
    forward = candidate(corpus, "priority")
    backward = Candidate(
        forward.subject,
        replace(forward.narrative, passages=forward.narrative.passages[::-1]),
        forward.chosen,
    )
    wanted = metrics(["rouge1", "tau", "disorder"])
    there, back = score(forward, wanted), score(backward, wanted)
    assert there["rouge1"] == back["rouge1"]
    assert there["tau"] == pytest.approx(1)
    assert back["tau"] < 0.9
    assert there["disorder"] == 0 < back["disorder"]


# --- BERTScore, with a model that knows lengths only -----------------------------------------------------------------


class Lengths:
    """Stands in for the model: a pair scores the shorter length over the longer one."""

    def score(self, pairs: list[tuple[str, str]]) -> list[float]:
        return [min(map(len, pair)) / max(map(len, pair)) for pair in pairs]

    def whole(self, text: str, reference: str) -> float:
        return float(len(text) + len(reference))


def test_bertscore_is_the_mean_over_the_events_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "BertScore", lambda code: Lengths())
    storm = len(TEXTS["storm"][1]) / len(TEXTS["storm"][0])
    wanted = metrics(["bertscore"])
    assert score(candidate(voyage(), "longest"), wanted)["bertscore"] == pytest.approx((1 + storm + 1) / 3)
    fewer = replace(voyage(), versions=tuple(v for v in voyage().versions if v.event != "calm"))
    assert score(candidate(fewer, "longest"), wanted)["bertscore"] == pytest.approx((1 + storm + 0) / 3)


def test_bertscore_is_not_of_quoted_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences that are quoted for themselves are nobody's choice for an event, wherever they stand."""
    monkeypatch.setattr(scoring, "BertScore", lambda code: Lengths())
    assert score(candidate(voyage(), "lexrank"), metrics(["bertscore"])) == {}


def test_bertscore_as_published_is_of_whole_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "BertScore", lambda code: Lengths())
    made = candidate(replace(voyage(), profile=PUBLISHED), "lexrank")
    assert score(made, metrics(["bertscore"])) == {"bertscore": len(made.text) + len(made.subject.reference)}


# --- the subject -----------------------------------------------------------------------------------------------------


def test_a_corpus_without_a_reference_is_told_at_once() -> None:
    with pytest.raises(InputError, match=r"^corpus 'voyage' has no reference consolidation to score against"):
        Subject(story())


def test_what_a_subject_needs_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = Subject(voyage())
    first = (subject.judgement, subject.yardstick, subject.reference_sentences, subject.language)
    monkeypatch.setattr(scoring, "judge", lambda _: pytest.fail("judged twice"))
    again = (subject.judgement, subject.yardstick, subject.reference_sentences, subject.language)
    assert all(a is b for a, b in zip(first, again, strict=True))


def test_zero_contested_events_are_told_when_they_are_needed() -> None:
    alone = replace(voyage(), versions=tuple(v for v in voyage().versions if v.source == "ann"))
    subject = Subject(alone)
    made = Candidate(subject, narrative(build(alone), "longest", {}), np.array([0, 1, 2, -1]))
    assert set(score(made, metrics(["rougeL"]))) == {"rougeL"}
    with pytest.raises(InputError, match="has no event with two texts and a reference: nothing to compare"):
        score(made, metrics(["accuracy"]))
