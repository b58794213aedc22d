"""One ROUGE-L of a whole narrative against its reference, ours and rouge-score's own on the same pair.

`python -m bench.rouge` takes a minute and more and about 2 GB: that is rouge-score's table.
"""

import time

from rouge_score.rouge_scorer import RougeScorer

import eval
import ingest
from eval.metrics.candidate import gold_text
from taeg.consolidate.algorithm import narrate

BAR = 1_000


def main() -> None:
    corpus = ingest.read("gospels", profile="published")
    candidate = narrate(ingest.build(corpus), "longest", {}).text
    reference = gold_text(corpus)
    eval.rouge_l("warm words", "warm up words")
    started = time.perf_counter()
    ours = eval.rouge_l(candidate, reference).f1
    seconds = time.perf_counter() - started
    started = time.perf_counter()
    theirs = RougeScorer(["rougeL"], use_stemmer=True).score(reference, candidate)["rougeL"].fmeasure
    ratio = (time.perf_counter() - started) / seconds
    met = ratio >= BAR and abs(ours - theirs) <= 1e-12
    print(f"ROUGE-L {ours:.6f}, difference {abs(ours - theirs):.1e}")
    print(f"ours {seconds:.3f} s, rouge-score {ratio * seconds:.1f} s")
    print(f"{'as fast as rouge-score':<42} {ratio:8,.0f} x   bar {BAR:,}: {'met' if met else 'MISSED'}")


if __name__ == "__main__":
    main()
