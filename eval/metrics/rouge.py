"""ROUGE-1, -2 and -L as rouge-score defines them: its tokens and stems in English, `taeg.text.language` elsewhere.

rouge-score fills a table of all token pairs in Python for the longest common subsequence, minutes and gigabytes for
a whole narrative; rapidfuzz finds the same length in milliseconds.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count

from rapidfuzz.distance import LCSseq

from taeg.text.language import language


@dataclass(frozen=True, slots=True)
class Rouge:
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


RougeL = Rouge
NOTHING = Rouge(0.0, 0.0, 0.0)


def rouge_n(candidate: str, reference: str, n: int, code: str = "en") -> Rouge:
    """Score the runs of n tokens that a text has in common with a reference."""
    tokens = language(code).rouge_tokens
    ours, theirs = (_runs(tokens(text), n) for text in (candidate, reference))
    return _rouge((ours & theirs).total(), ours.total(), theirs.total())


def rouge_l(candidate: str, reference: str, code: str = "en") -> Rouge:
    """Score the longest common subsequence of a text and a reference, each as one sequence of tokens."""
    tokens = language(code).rouge_tokens
    # rapidfuzz compares hashes: of small numbers they are the numbers, of words they could collide
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    ours, theirs = ([numbers[token] for token in tokens(text)] for text in (candidate, reference))
    return _rouge(LCSseq.similarity(ours, theirs), len(ours), len(theirs))


def signature(metric: str = "rougeL", code: str = "en") -> str:
    """How the score was made: `metric` is rouge1, rouge2 or rougeL."""
    tongue = language(code)
    tokens = f"rouge-score {version('rouge-score')}" if tongue.code == "en" else tongue.rouge_rule
    stems = f"{metric}|stem:{tongue.stem_rule}|tokens:{tokens}"
    lcs = f"|lcs:rapidfuzz {version('rapidfuzz')}" if metric == "rougeL" else ""
    return f"{stems}{lcs}|lang:{tongue.code}|nltk:{version('nltk')}"


def _runs(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def _rouge(common: int, ours: int, theirs: int) -> Rouge:
    if not common:
        return NOTHING
    precision, recall = common / ours, common / theirs
    return Rouge(precision, recall, 2 * precision * recall / (precision + recall))
