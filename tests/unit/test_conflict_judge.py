"""A model of textual inference in a folder, and the contradictions that it finds."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from taeg.base.errors import InputError
from taeg.conflicts import judge
from taeg.conflicts.values import POSSIBLE, Account, Conflict
from taeg.text.nli import Judge, Pair, open_judge
from tests.unit.tiny_model import write_model, write_nli_model


@pytest.fixture
def model(tmp_path: Path) -> Judge:
    return open_judge(write_nli_model(tmp_path / "nli"))


def test_probabilities(model: Judge, tmp_path: Path) -> None:
    sure, none, broken = model.contradiction(
        [("the bridge fell", "the bridge fell not"), ("the bridge fell", "apples were bought"), ("\ud800", "not")]
    )
    assert sure > 0.99
    assert none < 0.1
    assert broken > 0.99
    assert model.digest == hashlib.sha256((tmp_path / "nli" / "model.onnx").read_bytes()).hexdigest()


def test_model_in_a_subfolder(tmp_path: Path) -> None:
    folder = write_nli_model(tmp_path / "nli")
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    assert open_judge(folder).contradiction([("not", "not")])[0] > 0.99
    assert open_judge(folder / "onnx" / "model.onnx").contradiction([("not", "not")])[0] > 0.99


@pytest.mark.parametrize(
    ("removed", "message"),
    [
        ("config.json", "no config.json"),
        ("tokenizer.json", "no tokenizer.json"),
        ("model.onnx", "has no model"),
    ],
)
def test_missing_files(tmp_path: Path, removed: str, message: str) -> None:
    folder = write_nli_model(tmp_path / "nli")
    (folder / removed).unlink()
    with pytest.raises(InputError, match=message):
        open_judge(folder)


@pytest.mark.parametrize(
    "config", ["{", "[]", "{}", '{"id2label": {"0": "LABEL_0"}}', '{"id2label": {"x": "contradiction"}}']
)
def test_bad_labels(tmp_path: Path, config: str) -> None:
    folder = write_nli_model(tmp_path / "nli")
    (folder / "config.json").write_text(config)
    with pytest.raises(InputError, match="names no label 'contradiction'"):
        open_judge(folder)


def test_unusable_models(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        open_judge(tmp_path / "missing")
    folder = write_nli_model(tmp_path / "nli")
    write_model(folder)  # a model of sentence vectors
    (folder / "model.onnx").write_bytes(b"no onnx")
    with pytest.raises(InputError, match="cannot be used as a model of textual inference"):
        open_judge(folder)


def test_weights_for_pytorch_only(tmp_path: Path) -> None:
    folder = write_nli_model(tmp_path / "nli")
    (folder / "model.onnx").rename(folder / "model.safetensors")
    with pytest.raises(InputError, match=r"pip install transformers torch|cannot be used"):
        open_judge(folder)


class Denials:
    """Finds a contradiction if exactly one sentence has 'not'."""

    digest = "0123456789abcdef"

    def contradiction(self, pairs: Sequence[Pair]) -> list[float]:
        return [0.95 if ("not" in first) != ("not" in second) else 0.1 for first, second in pairs]


def find(*texts: str) -> list[Conflict]:
    event = [Account(at, 0, at, text) for at, text in enumerate(texts)]
    other = [Account(90 + at, 1 + at, 0, text) for at, text in enumerate(["It rained.", "Nobody came."] * 3)]
    found = judge.find(lambda: iter([event, other]), "en", Denials())
    assert found == judge.find(lambda: iter([other, event[::-1]]), "en", Denials())
    return found


def test_statements() -> None:
    second = "It was late. I was told that the driver did not lock the yard gate."
    (found,) = find("The driver locked the yard gate.", second)
    assert (found.kind, found.tier, found.rule, found.score) == ("statement", POSSIBLE, "nli: 0123456789ab", 0.95)
    assert set(found.key.split(", ")) <= {"driver", "locked", "yard", "gate"}
    assert (found.a.value, found.a.firsthand) == ("The driver locked the yard gate.", True)
    assert (second[found.b.start : found.b.end], found.b.firsthand) == (found.b.value, False)


@pytest.mark.parametrize(
    "texts",
    [
        ("The driver locked the yard gate.", "My sister did not like the long film."),
        ("The driver locked the yard gate.", "The driver locked the yard gate."),
        ("The driver locked the yard gate. The driver did not lock the yard gate.",),
        ("He came.", "He did not come."),
    ],
    ids=["other words", "equal", "one account", "short"],
)
def test_no_statements(texts: tuple[str, ...]) -> None:
    assert find(*texts) == []


def test_with_a_model(model: Judge) -> None:
    texts = ["the old bridge fell and the apples were bought", "the old bridge fell not and the apples were bought"]
    batches = [[Account(at, 0, at, text) for at, text in enumerate(texts)]]
    (found,) = judge.find(lambda: iter(batches), "en", model)
    assert found.score > 0.9
    assert found.rule == f"nli: {model.digest[:12]}"
