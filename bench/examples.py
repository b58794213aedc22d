"""The published systems on the built-in gospels and the three example corpora in one table.

`python -m bench.examples` evaluates them in a graph that is not kept; the figures of the README come from here.
"""

import tempfile
from pathlib import Path

import ingest
import taeg
from eval import benchmark
from eval.report.across import across
from eval.results import Report

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CORPORA = ("gospels", *(str(EXAMPLES / name) for name in ("night", "news", "kings")))


def reports(corpora: tuple[str, ...] = CORPORA, seeds: int = benchmark.SEEDS) -> list[Report]:
    """Evaluate each corpus."""
    settings = benchmark.Settings(benchmark.published_systems(seeds), ("rougeL", "accuracy", "likeness"), fractions=())
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "taeg.db")) as graph:
        return [
            benchmark.evaluate(graph, ingest.load(ingest.read(corpus), graph).corpus, settings) for corpus in corpora
        ]


def main() -> None:
    """Print the table, and how far each strategy is from `longest`."""
    found = reports()
    print(across(found))
    for item in found:
        print(f"{item.corpus}: {item.evaluated} contested events, accuracy against longest")
        for v in item.verdicts:
            if v.baseline == "longest" and v.metric == "accuracy":
                print(f"  {v.system:<20} {v.difference:+.3f}  p {v.p_corrected:.3f}  {v.verdict}")


if __name__ == "__main__":
    main()
