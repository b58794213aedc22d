"""From a run in the graph to its scores: pulls the narrative out and hands it to the metrics."""

from dataclasses import dataclass

from eval import rouge
from eval.rouge import RougeL
from taeg.graph import Graph


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A run's scores, with what is needed to make them again."""

    corpus: str
    run: str
    characters: int
    rouge_l: RougeL
    signature: str


def evaluate(graph: Graph, reference: str, run: str, corpus: str | None = None) -> Evaluation:
    """Score the narrative of a run that is in the graph against a reference text."""
    narrative = graph.narrative(run, corpus)
    return Evaluation(
        corpus=narrative.corpus,
        run=run,
        characters=len(narrative.text),
        rouge_l=rouge.rouge_l(narrative.text, reference),
        signature=rouge.signature(),
    )
