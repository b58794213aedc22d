"""A model in a folder that the user names: an ONNX file, or a sentence-transformers folder.

`tokenizer.json` stands beside the ONNX file or one level above it. Pooling, maximum length and prompt are read from the
configuration files of sentence-transformers if they are there; the default is mean pooling.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from taeg.base.errors import InputError, cause
from taeg.base.progress import SILENT, Progress
from taeg.text.vectors.encoder import Encoder, FloatArray, OnnxEncoder, encode_each

ONNX_FILES = ("model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx")
"""Preferred files; otherwise there must be exactly one ONNX file."""
TORCH_FILES = ("model.safetensors", "pytorch_model.bin")
HUB_FILES = ["*.json", "1_Pooling/*.json", "model.onnx*", "onnx/model.onnx*"]
MAX_TOKENS = 512


def open_folder(path: Path) -> Encoder:
    """Return the encoder of a folder (or of an ONNX file in one)."""
    folder = path if path.is_dir() else path.parent
    onnx = onnx_file(path)
    if onnx is None:
        return _torch_folder(folder)
    if not (folder / "tokenizer.json").is_file() and onnx.parent == folder and folder.name == "onnx":
        folder = folder.parent
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise InputError("has no tokenizer.json: save the tokenizer of the model beside it", str(folder))
    settings = _settings(folder)
    encoder = OnnxEncoder(
        folder.resolve().name,
        digest_of(onnx),
        load=lambda: (str(onnx), tokenizer.read_text(encoding="utf-8")),
        prefix=settings.prefix,
        pooling=settings.pooling,
        max_tokens=settings.max_tokens,
    )
    _try(encoder, onnx)
    return encoder


def from_hub(name: str, say: Callable[[str], None]) -> Path:
    """Download the ONNX file, tokenizer and settings of a model from the Hugging Face hub with its own client."""
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise InputError(f"the model {name} needs the client of the hub: pip install huggingface_hub") from None
    say(f"Downloading {name} (once) from the Hugging Face hub")
    try:
        return Path(snapshot_download(name, allow_patterns=HUB_FILES))
    except Exception as error:  # its own exceptions and those of several HTTP libraries
        raise InputError(f"the model {name} could not be downloaded ({cause(error)}); name a folder instead") from None


def onnx_file(path: Path) -> Path | None:
    """Return the ONNX file of a folder, or None if it has none."""
    if path.is_file():
        if path.suffix != ".onnx":
            raise InputError("is not an ONNX file or a folder with a model", str(path))
        return path
    for name in ONNX_FILES:
        if (path / name).is_file():
            return path / name
    found = sorted([*path.glob("*.onnx"), *path.glob("onnx/*.onnx")])
    if len(found) > 1:
        raise InputError(f"has several models; name one of them, e.g. {found[0]}", str(path))
    return found[0] if found else None


def digest_of(onnx: Path) -> str:
    """Return the SHA-256 of the ONNX file and of the files with its external data."""
    digest = hashlib.sha256()
    for path in (onnx, *sorted(onnx.parent.glob(f"{onnx.name}*data"))):
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _try(encoder: Encoder, path: Path) -> None:
    """Encode one text, so that a model that cannot be used is reported before the work begins."""
    try:
        encoder.encode(["text"])
    except Exception as error:  # the libraries raise exceptions of many kinds
        raise InputError(f"cannot be used as a model of sentence vectors ({cause(error)})", str(path)) from error


@dataclass(frozen=True, slots=True)
class _Settings:
    prefix: str
    pooling: str
    max_tokens: int


def _settings(folder: Path) -> _Settings:
    prompts = _json(folder / "config_sentence_transformers.json")
    prefix = (prompts.get("prompts") or {}).get(prompts.get("default_prompt_name") or "", "")
    if not prefix and "e5-" in folder.resolve().name.casefold():
        prefix = "query: "
    cls = _json(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token", False)
    named = _json(folder / "sentence_bert_config.json").get("max_seq_length")
    named = named or _json(folder / "tokenizer_config.json").get("model_max_length") or MAX_TOKENS
    return _Settings(str(prefix), "cls" if cls else "mean", min(int(named), MAX_TOKENS))


def _json(path: Path) -> dict[str, Any]:
    """Return the content of a configuration file; empty if it is missing."""
    if not path.is_file():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"is not JSON ({cause(error)})", str(path)) from None
    return content if isinstance(content, dict) else {}


def _torch_folder(folder: Path) -> Encoder:
    weights = [folder / name for name in TORCH_FILES if (folder / name).is_file()]
    if not weights:
        raise InputError("has no model: neither an ONNX file nor weights of sentence-transformers", str(folder))
    if find_spec("sentence_transformers") is None:
        raise InputError(
            "has weights for PyTorch only: pip install sentence-transformers, or export the model to ONNX", str(folder)
        )
    encoder = TorchEncoder(folder.resolve().name, weights[0])
    _try(encoder, folder)
    return encoder


@dataclass(frozen=True)
class TorchEncoder:
    """A sentence-transformers folder without ONNX file, run by that library."""

    name: str
    weights: Path

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the weights."""
        return digest_of(self.weights)

    @property
    def signature(self) -> str:
        """Identifies how a vector was computed."""
        return f"{self.name}|{self.digest}|sentence-transformers"

    def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
        """Return one row of length 1 per text."""
        return encode_each(self._encode, texts, progress)

    @cached_property
    def _encode(self) -> Callable[[str], FloatArray]:
        from sentence_transformers import SentenceTransformer

        model = SentenceTransformer(str(self.weights.parent), device="cpu", local_files_only=True)
        return lambda text: model.encode(text, show_progress_bar=False)
