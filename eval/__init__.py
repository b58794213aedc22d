"""Evaluation: takes a run's narrative out of the graph and scores it against a reference.

It reads runs and calls no strategy, so whatever stands in the graph can be scored, whoever made it.
"""

from eval.metrics.rouge import RougeL, rouge_l
from eval.runs import evaluate

__all__ = ["RougeL", "evaluate", "rouge_l"]
