"""ROUGE-1, -2 and -L as rouge-score defines them, with its tokens and stems in English, else `taeg.text.language`'s.

rouge-score computes the longest common subsequence in a Python table of all token pairs, which takes minutes and
gigabytes for a whole narrative; rapidfuzz returns the same length in milliseconds.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count

from rapidfuzz.distance import LCSseq

from taeg.text.language import language
from taeg.text.scripts import BIGRAMS


@dataclass(frozen=True, slots=True)
class Rouge:
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def rouge_n(candidate: str, gold: str, n: int, code: str = "en") -> Rouge:
    """Score the n-grams that a text has in common with a gold text."""
    tokens = language(code).rouge_tokens
    ours, theirs = (_ngrams(tokens(text), n) for text in (candidate, gold))
    return _rouge((ours & theirs).total(), ours.total(), theirs.total())


def rouge_l(candidate: str, gold: str, code: str = "en") -> Rouge:
    """Score the longest common subsequence of a text and a gold text, each as one sequence of tokens."""
    tokens = language(code).rouge_tokens
    # rapidfuzz compares hashes, which could collide for words; a small number is its own hash
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    ours, theirs = ([numbers[token] for token in tokens(text)] for text in (candidate, gold))
    return _rouge(LCSseq.similarity(ours, theirs), len(ours), len(theirs))


def signature(metric: str = "rougeL", code: str = "en", *, unspaced: bool = False) -> str:
    """How the score is computed; `metric` is rouge1, rouge2 or rougeL.

    `unspaced` is whether some text is in a script without spaces.
    """
    lang = language(code)
    tokens = f"rouge-score {version('rouge-score')}" if lang.code == "en" else lang.rouge_rule
    tokens += BIGRAMS if unspaced else ""
    stems = f"{metric}|stem:{lang.stem_rule}|tokens:{tokens}"
    lcs = f"|lcs:rapidfuzz {version('rapidfuzz')}" if metric == "rougeL" else ""
    return f"{stems}{lcs}|lang:{lang.code}|nltk:{version('nltk')}"


def _ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def _rouge(common: int, ours: int, theirs: int) -> Rouge:
    if not common:
        return Rouge(0.0, 0.0, 0.0)
    precision, recall = common / ours, common / theirs
    return Rouge(precision, recall, 2 * precision * recall / (precision + recall))
