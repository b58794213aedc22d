"""A model of a few bytes for tests: ONNX written by hand, and a tokenizer of known words.

The vector of a token is a row of a small table. The rows pass through dynamic quantisation, whose scale is the
largest value of the whole batch, as in a real int8 model: a text encoded together with others gets another vector.
"""

import json
import struct
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers

WORDS = ("[UNK]", "query", ":", "the", "bridge", "fell", "apples", "were", "bought")
WIDTH = 4
TABLE = [[((7 * word + 3 * column) % 11 - 5) * (1.0 + word) for column in range(WIDTH)] for word in range(len(WORDS))]
FLOAT, INT64, UINT8 = 1, 7, 2


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _field(number: int, value: bytes | str | int) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    content = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _value(name: str, kind: int, *dimensions: str) -> bytes:
    shape = b"".join(_field(1, _field(2, dimension)) for dimension in dimensions)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def _node(kind: str, inputs: list[str], outputs: list[str]) -> bytes:
    return (
        b"".join(_field(1, name) for name in inputs) + b"".join(_field(2, name) for name in outputs) + _field(4, kind)
    )


def onnx_model(output: str = "last_hidden_state", scale: float = 1.0) -> bytes:
    """Return the bytes of the model."""
    data = struct.pack(f"<{len(WORDS) * WIDTH}f", *(scale * value for row in TABLE for value in row))
    table = _field(1, len(WORDS)) + _field(1, WIDTH) + _field(2, FLOAT) + _field(8, "table") + _field(9, data)
    nodes = (
        _node("Gather", ["table", "input_ids"], ["rows"]),
        _node("DynamicQuantizeLinear", ["rows"], ["small", "scale", "zero"]),
        _node("DequantizeLinear", ["small", "scale", "zero"], [output]),
    )
    inputs = [_value(name, INT64, "batch", "length") for name in ("input_ids", "attention_mask")]
    graph = b"".join(_field(1, node) for node in nodes) + _field(2, "tiny") + _field(5, table)
    graph += b"".join(_field(11, value) for value in inputs)
    graph += _field(12, _value(output, FLOAT, "batch", "length", "width"))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))


def tokenizer_json() -> str:
    """Return the tokenizer of the model."""
    tokenizer = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return str(tokenizer.to_str())


NLI_WORDS = (*WORDS, "[SEP]", "not")
LABELS = ("entailment", "neutral", "contradiction")


def nli_model() -> bytes:
    """Return a model of textual inference: a pair contradicts itself if the word 'not' is in it."""
    rows = [[0.0, 0.0, 9.0] if word == "not" else [3.0, 0.0, 0.0] for word in NLI_WORDS]
    data = struct.pack(f"<{len(NLI_WORDS) * len(LABELS)}f", *(value for row in rows for value in row))
    table = _field(1, len(NLI_WORDS)) + _field(1, len(LABELS)) + _field(2, FLOAT) + _field(8, "table") + _field(9, data)
    axes = _field(5, _field(1, "axes") + _field(8, 1) + _field(20, 7))
    keep = _field(5, _field(1, "keepdims") + _field(3, 0) + _field(20, 2))
    nodes = (
        _node("Gather", ["table", "input_ids"], ["rows"]),
        _node("ReduceMax", ["rows"], ["logits"]) + axes + keep,
    )
    inputs = [_value(name, INT64, "batch", "length") for name in ("input_ids", "attention_mask", "token_type_ids")]
    graph = b"".join(_field(1, node) for node in nodes) + _field(2, "tiny") + _field(5, table)
    graph += b"".join(_field(11, value) for value in inputs)
    graph += _field(12, _value("logits", FLOAT, "batch", "labels"))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))


def write_nli_model(folder: Path) -> Path:
    """Write a model of textual inference into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer(models.WordLevel({word: at for at, word in enumerate(NLI_WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    (folder / "model.onnx").write_bytes(nli_model())
    (folder / "tokenizer.json").write_text(str(tokenizer.to_str()), encoding="utf-8")
    labels = {str(number): label.upper() for number, label in enumerate(LABELS)}
    (folder / "config.json").write_text(json.dumps({"id2label": labels}), encoding="utf-8")
    return folder


def write_model(folder: Path) -> Path:
    """Write the model into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(onnx_model())
    (folder / "tokenizer.json").write_text(tokenizer_json(), encoding="utf-8")
    return folder
