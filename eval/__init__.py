"""Evaluation: score the narratives of recorded runs against a gold text.

Scoring reads runs and calls no strategy, so any run in the graph can be scored.
"""

from eval.metrics.rouge import rouge_l
from eval.scoring import evaluate

__all__ = ["evaluate", "rouge_l"]
