"""ROUGE compared with rouge-score, and in other languages."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from eval.metrics.rouge import rouge_l, rouge_n, signature
from taeg.text.scripts import has_unspaced

SCORER = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
vocabulary = [*["the", "ship", "ships", "Sailing", "sailed", "dawn,", "dawn.", "(17)", "café", "waves", "-", "a"], "\n"]
spaced = st.text(max_size=60).filter(lambda text: not has_unspaced(text))
"""Other scripts have a tokenizer of their own."""
texts = st.lists(st.sampled_from(vocabulary), max_size=14).map(" ".join)

HARBOUR = (
    "At first light the keeper rowed out to the grounded brig, and, finding nobody aboard, hung a lantern from her "
    "bowsprit. By noon three boats had come; they carried off the sails, the compasses and forty casks of oil."
)
LOGBOOK = (
    "The keeper found nobody aboard the brig. Three boats came by noon and were carrying off sails, a compass, oil in "
    "casks (forty of them), while a lantern was hanging from the bowsprit since first light."
)


def assert_same(candidate: str, reference: str) -> None:
    theirs = SCORER.score(reference, candidate)
    ours = {
        "rouge1": rouge_n(candidate, reference, 1),
        "rouge2": rouge_n(candidate, reference, 2),
        "rougeL": rouge_l(candidate, reference),
    }
    for metric, score in ours.items():
        assert score.precision == pytest.approx(theirs[metric].precision, abs=1e-12)
        assert score.recall == pytest.approx(theirs[metric].recall, abs=1e-12)
        assert score.f1 == pytest.approx(theirs[metric].fmeasure, abs=1e-12)


@given(texts | spaced, texts | spaced)
@example(LOGBOOK, HARBOUR)
@example((HARBOUR + LOGBOOK) * 5, (LOGBOOK + HARBOUR) * 4)
def test_scores_equal_rouge_score(candidate: str, reference: str) -> None:
    assert_same(candidate, reference)


def test_other_languages() -> None:
    assert rouge_l("Die Stra\u00dfen der H\u00e4fen", "die Strasse der H\u00e4fen", "de").f1 == 1
    assert rouge_n("cora\u00e7\u00e3o", "corac ao", 1, "pt").f1 == 0
    assert rouge_l("\u0441\u0443\u0434\u043d\u043e", "\u0441\u0443\u0434\u043d\u043e", "und").f1 == 1
    assert rouge_l("\u0441\u0443\u0434\u043d\u043e", "\u0441\u0443\u0434\u043d\u043e", "en").f1 == 0


def test_signature() -> None:
    assert signature().startswith("rougeL|stem:porter|tokens:rouge-score ")
    assert "|lcs:rapidfuzz " in signature()
    assert signature("rouge1", "de").startswith("rouge1|stem:snowball-german|tokens:unicode-words|lang:de|")
    assert signature("rouge2", "und").startswith("rouge2|stem:none|tokens:unicode-words|lang:und|")
