"""ROUGE-L as rouge-score defines it: its tokens and stems, F1 of the longest common subsequence.

rouge-score fills a table of all token pairs in Python, minutes and gigabytes for a whole narrative; rapidfuzz finds
the same length in milliseconds.
"""

from dataclasses import dataclass
from importlib.metadata import version

from nltk.stem.porter import PorterStemmer
from rapidfuzz.distance import LCSseq
from rouge_score import tokenize


@dataclass(frozen=True, slots=True)
class RougeL:
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def rouge_l(candidate: str, reference: str) -> RougeL:
    """Score a text against a reference, both as one sequence of stemmed tokens."""
    stemmer = PorterStemmer()
    ours, theirs = (tokenize.tokenize(text, stemmer) for text in (candidate, reference))
    if not ours or not theirs:
        return RougeL(0.0, 0.0, 0.0)
    common = LCSseq.similarity(ours, theirs)
    precision, recall = common / len(ours), common / len(theirs)
    f1 = 2 * precision * recall / (precision + recall) if common else 0.0
    return RougeL(precision, recall, f1)


def signature() -> str:
    """How the score was made."""
    return f"rougeL|stem:porter|tokens:rouge-score {version('rouge-score')}|lcs:rapidfuzz {version('rapidfuzz')}"
