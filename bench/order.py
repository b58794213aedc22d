"""Does τ measure order? The reference of the built-in corpus against itself, with more and more of its events moved.

`python -m bench.order` prints τ, local disorder and ROUGE-L: 1, 0 and 1 for the reference itself, τ near 0 when all
events are shuffled; swapping neighbours hardly moves τ, which is why disorder stands beside it.
"""

from random import Random

import numpy as np

import eval
import ingest
from eval.metrics import order
from taeg.text.language import language

SEEDS = 10


def shuffled(segments: list[str], share: float, seed: int) -> list[str]:
    """The segments with a share of them dealt out among their places by chance."""
    chance = Random(seed)
    places = sorted(chance.sample(range(len(segments)), round(share * len(segments))))
    dealt = chance.sample(places, len(places))
    moved = list(segments)
    for place, source in zip(places, dealt, strict=True):
        moved[place] = segments[source]
    return moved


def swapped(segments: list[str]) -> list[str]:
    """Every pair of neighbours swapped."""
    pairs = zip(segments[1::2], segments[::2], strict=False)
    return [segment for pair in pairs for segment in pair] + segments[len(segments) // 2 * 2 :]


def main() -> None:
    corpus = ingest.read("gospels")
    segments = [event.gold_text for event in corpus.events if event.gold_text]
    tongue = language(corpus.language)

    def words(texts: list[str]) -> list[tuple[str, ...]]:
        return [tongue.rouge_tokens(sentence) for sentence in tongue.sentences(" ".join(texts))]

    reference = words(segments)
    cases: dict[str, list[list[str]]] = {"the reference itself": [segments]}
    for share in (0.1, 0.25, 0.5, 1.0):
        cases[f"{share:.0%} of the events shuffled"] = [shuffled(segments, share, seed) for seed in range(SEEDS)]
    cases["every pair of neighbours swapped"] = [swapped(segments)]
    cases["all events reversed"] = [segments[::-1]]
    print(f"{'':<36} {'τ':>7} {'disorder':>9} {'ROUGE-L':>8}")
    for name, texts in cases.items():
        found = [order.order(words(text), reference) for text in texts]
        rouge = np.mean([eval.rouge_l(" ".join(text), " ".join(segments)).f1 for text in texts])
        tau, disorder = (np.mean([getattr(item, part) for item in found]) for part in ("tau", "disorder"))
        print(f"{name:<36} {tau:7.3f} {disorder:9.3f} {rouge:8.3f}")


if __name__ == "__main__":
    main()
