"""The `Encoder` interface and an encoder that runs an ONNX model.

Each text is a run of its own. An int8 model scales its activations by the largest one in a batch, so the vector of a
text in a batch depends on the other texts; alone, it depends on nothing else. The threads work on different texts.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from taeg.base.progress import SILENT, Progress
from taeg.text.onnx import load_runtime

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.float32]
else:
    FloatArray = "numpy.ndarray"

THREADS = 4
BLOCK = 64
"""Texts between two reports of progress."""
SENTENCE_OUTPUT = "sentence_embedding"
"""The output of models that pool the tokens themselves."""


class Encoder(Protocol):
    """Turns texts into vectors. The same text always gets the same vector, whatever the other texts are."""

    @property
    def name(self) -> str:
        """Name of the model, e.g. `e5-small-v2-int8`."""

    @property
    def digest(self) -> str:
        """SHA-256 of the weights."""

    @property
    def signature(self) -> str:
        """Identifies how a vector was computed: name, digest, prefix, pooling, maximum length."""

    def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
        """Return one row of length 1 (Euclidean) per text."""


@dataclass(frozen=True)
class OnnxEncoder:
    """A transformer in ONNX format with its tokenizer; loaded on first use."""

    name: str
    digest: str
    load: Callable[[], tuple[bytes | str, str]]
    """Return the content of the ONNX file or its path, and the content of tokenizer.json."""
    prefix: str = ""
    pooling: str = "mean"
    """`mean` of all tokens, or `cls` for the first one; ignored if the model itself returns one vector per text."""
    max_tokens: int = 512

    @property
    def signature(self) -> str:
        """Identifies how a vector was computed."""
        return f"{self.name}|{self.digest}|prefix={self.prefix!r}|{self.pooling}|{self.max_tokens}"

    def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
        """Return one row of length 1 per text; text beyond the model's maximum length is ignored."""
        return encode_each(self._vector, texts, progress)

    def _vector(self, text: str) -> FloatArray:
        import numpy as np

        session, tokenizer = self._loaded
        ids = np.array([tokenizer.encode(self.prefix + _valid(text)).ids], dtype=np.int64)
        values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        names = [output.name for output in session.get_outputs()]
        chosen = [SENTENCE_OUTPUT] if SENTENCE_OUTPUT in names else names[:1]
        (output,) = session.run(chosen, {part.name: values[part.name] for part in session.get_inputs()})
        result: FloatArray = output[0]
        if result.ndim == 2:
            result = result[0] if self.pooling == "cls" else result.mean(axis=0)
        return result

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        """The session and the tokenizer."""
        from tokenizers import Tokenizer

        onnxruntime = load_runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        weights, tokenizer_json = self.load()
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_str(tokenizer_json)
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.max_tokens)
        return session, tokenizer


def encode_each(vector: Callable[[str], FloatArray], texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
    """Encode texts one by one on several threads and normalise the rows; equal texts are encoded once."""
    import numpy as np

    distinct = list(dict.fromkeys(texts))
    if not distinct:
        return np.zeros((0, 0), dtype=np.float32)
    progress.stage("sentence vectors", len(distinct))
    row = {text: number for number, text in enumerate(distinct)}
    found = np.stack(list(_vectors(vector, distinct, progress))).astype(np.float32)
    found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return found[[row[text] for text in texts]]


def _vectors(vector: Callable[[str], FloatArray], texts: Sequence[str], progress: Progress) -> Iterator[FloatArray]:
    yield vector(texts[0])  # loads the model, which must not happen in several threads
    progress.advance()
    with ThreadPoolExecutor(min(THREADS, os.cpu_count() or 1)) as pool:
        for start in range(1, len(texts), BLOCK):
            block = texts[start : start + BLOCK]
            yield from pool.map(vector, block)
            progress.advance(len(block))


def _valid(text: str) -> str:
    """Replace lone surrogates, which the tokenizer refuses."""
    return text.encode("utf-8", "replace").decode("utf-8")
