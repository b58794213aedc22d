"""ROUGE-L is rouge-score's own, only quicker."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from eval.rouge import RougeL, rouge_l, signature

SCORER = RougeScorer(["rougeL"], use_stemmer=True)
vocabulary = [
    "the",
    "ship",
    "ships",
    "Sailing",
    "sailed",
    "dawn,",
    "dawn.",
    "(17)",
    "caf\u00e9",
    "waves",
    "-",
    "a",
    "\n",
]
texts = st.lists(st.sampled_from(vocabulary), max_size=14).map(" ".join)


def assert_same(candidate: str, reference: str) -> None:
    theirs = SCORER.score(reference, candidate)["rougeL"]
    ours = rouge_l(candidate, reference)
    assert ours.precision == pytest.approx(theirs.precision, abs=1e-12)
    assert ours.recall == pytest.approx(theirs.recall, abs=1e-12)
    assert ours.f1 == pytest.approx(theirs.fmeasure, abs=1e-12)


@given(texts, texts)
def test_the_scores_are_those_of_rouge_score(candidate: str, reference: str) -> None:
    assert_same(candidate, reference)


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_scores_are_those_of_rouge_score_for_any_characters(candidate: str, reference: str) -> None:
    assert_same(candidate, reference)


@pytest.mark.parametrize(
    ("candidate", "reference", "precision", "recall"),
    [
        ("the ship sails at dawn", "the ship sails at dawn", 1, 1),
        ("The ships SAILED, at dawn!", "the ship sails at dawn", 1, 1),
        ("ship the", "the ship", 1 / 2, 1 / 2),
        ("a b c d", "a x c", 2 / 4, 2 / 3),
        ("waves", "dawn", 0, 0),
        ("dawn", "1 dawn 2 dawn", 1, 1 / 4),
    ],
)
def test_known_values(candidate: str, reference: str, precision: float, recall: float) -> None:
    found = rouge_l(candidate, reference)
    assert found.precision == precision
    assert found.recall == recall
    expected = 2 * precision * recall / (precision + recall) if precision else 0.0
    assert found.f1 == pytest.approx(expected, abs=1e-12)
    assert_same(candidate, reference)


@pytest.mark.parametrize(("candidate", "reference"), [("", ""), ("", "dawn"), ("dawn", ""), (" ... ", "dawn")])
def test_a_text_without_words_scores_nothing(candidate: str, reference: str) -> None:
    assert rouge_l(candidate, reference) == RougeL(0.0, 0.0, 0.0)


def test_long_texts_take_no_time_worth_mentioning() -> None:
    long = " ".join(f"word{i % 997}" for i in range(15_000))
    began = time.process_time()
    assert rouge_l(long, long).f1 == 1.0
    assert time.process_time() - began < 5


def test_the_signature_names_what_made_the_score() -> None:
    assert signature().startswith("rougeL|stem:porter|tokens:rouge-score ")
    assert "|lcs:rapidfuzz " in signature()
