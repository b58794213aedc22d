"""A model of textual inference (NLI) in a folder that the user names: whether one sentence contradicts another.

The folder has an ONNX file with `tokenizer.json`, or a model of the package transformers, and a `config.json` with the
names of the labels. Nothing is downloaded, and nothing in TAEG needs such a model.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from taeg.base.errors import InputError, cause
from taeg.text.onnx import load_runtime
from taeg.text.vectors.folder import TORCH_FILES, digest_of, onnx_file

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Logits = npt.NDArray[np.float32]
else:
    Logits = "numpy.ndarray"

CONTRADICTION = "contradiction"
"""The label in `config.json`; any case, also with other words ('CONTRADICTION')."""
MAX_TOKENS = 512

Pair = tuple[str, str]


class Judge(Protocol):
    """Says how likely the second sentence of a pair contradicts the first one."""

    @property
    def digest(self) -> str:
        """SHA-256 of the weights."""

    def contradiction(self, pairs: Sequence[Pair]) -> list[float]:
        """Return the probability of a contradiction for each pair."""


@dataclass(frozen=True)
class FolderJudge:
    """A model in a folder; loaded on first use."""

    digest: str
    label: int
    load: Callable[[], Callable[[str, str], Logits]]
    """Return a function from a pair of sentences to one number for each label."""

    def contradiction(self, pairs: Sequence[Pair]) -> list[float]:
        """Return the probability of a contradiction for each pair."""
        return [self._probability(first, second) for first, second in pairs]

    def _probability(self, first: str, second: str) -> float:
        import numpy as np

        logits = np.asarray(self._model(_valid(first), _valid(second)), dtype=np.float64).ravel()
        shares = np.exp(logits - logits.max())
        return float(shares[self.label] / shares.sum())

    @cached_property
    def _model(self) -> Callable[[str, str], Logits]:
        return self.load()


def open_judge(path: Path) -> Judge:
    """Return the model in a folder; one pair is tried, so that a model that cannot be used is reported at once."""
    if not path.exists():
        raise InputError("there is no such folder with a model of textual inference", str(path))
    label = _label(path)
    onnx = onnx_file(path)
    judge = _torch(path, label) if onnx is None else _onnx(path, onnx, label)
    try:
        judge.contradiction([("It rained.", "It did not rain.")])
    except Exception as error:  # the libraries raise exceptions of many kinds
        raise InputError(f"cannot be used as a model of textual inference ({cause(error)})", str(path)) from error
    return judge


def _label(path: Path) -> int:
    """Return the number of the label of contradictions."""
    folder = path if path.is_dir() else path.parent
    config = next((place for place in (folder / "config.json", folder.parent / "config.json") if place.is_file()), None)
    if config is None:
        raise InputError("has no config.json with the labels (id2label) of the model", str(path))
    try:
        labels = json.loads(config.read_text(encoding="utf-8"))["id2label"]
        return next(int(number) for number, name in labels.items() if CONTRADICTION in str(name).casefold())
    except (ValueError, TypeError, KeyError, AttributeError, StopIteration):
        what = f"names no label {CONTRADICTION!r} in id2label; a model of textual inference (NLI) is needed"
        raise InputError(what, str(config)) from None


def _onnx(path: Path, onnx: Path, label: int) -> FolderJudge:
    beside = (onnx.parent / "tokenizer.json", onnx.parent.parent / "tokenizer.json")
    tokenizer = next((place for place in beside if place.is_file()), None)
    if tokenizer is None:
        raise InputError("has no tokenizer.json: save the tokenizer of the model beside it", str(path))
    for package in ("onnxruntime", "tokenizers"):
        if find_spec(package) is None:
            raise InputError("needs packages that run models: pip install 'taeg[semantic]'", str(path))
    return FolderJudge(digest_of(onnx), label, lambda: _onnx_model(onnx, tokenizer))


def _onnx_model(onnx: Path, tokenizer_json: Path) -> Callable[[str, str], Logits]:
    import numpy as np
    from tokenizers import Tokenizer

    onnxruntime = load_runtime()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(onnx), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_str(tokenizer_json.read_text(encoding="utf-8"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    names = [part.name for part in session.get_inputs()]

    def logits(first: str, second: str) -> Logits:
        encoded = tokenizer.encode(first, second)
        values = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        given: dict[str, Any] = {name: np.array([values[name]], dtype=np.int64) for name in names}
        found: Logits = session.run(None, given)[0]
        return found

    return logits


def _torch(path: Path, label: int) -> FolderJudge:
    weights = [path / name for name in TORCH_FILES if (path / name).is_file()]
    if not weights:
        raise InputError("has no model: neither an ONNX file nor weights of the package transformers", str(path))
    if find_spec("transformers") is None or find_spec("torch") is None:
        raise InputError(
            "has weights for PyTorch only: pip install transformers torch, or export the model to ONNX", str(path)
        )
    return FolderJudge(digest_of(weights[0]), label, lambda: _torch_model(path))


def _torch_model(folder: Path) -> Callable[[str, str], Logits]:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True)

    def logits(first: str, second: str) -> Logits:
        encoded = tokenizer(first, second, truncation=True, max_length=MAX_TOKENS, return_tensors="pt")
        with torch.no_grad():
            found: Logits = model(**encoded).logits[0].numpy()
        return found

    return logits


def _valid(text: str) -> str:
    """Replace characters that cannot be encoded, such as half of a surrogate pair."""
    return text.encode("utf-8", "replace").decode("utf-8")
