"""The ladder on the three example corpora in one table: where `longest` stops being the best.

The corpora are read from `examples/`, evaluated in a graph that is not kept; the figures of the README come from here.
"""

import tempfile
from pathlib import Path

import ingest
import taeg
from eval import report
from eval.results import Report
from taeg import benchmark

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NAMES = ("night", "news", "kings")


def reports(names: tuple[str, ...] = NAMES, seeds: int = benchmark.SEEDS) -> list[Report]:
    """Evaluate each example."""
    settings = benchmark.Settings(benchmark.ladder(seeds), ("rougeL", "accuracy"), fractions=())
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "taeg.db")) as graph:
        return [
            benchmark.evaluate(graph, ingest.load(ingest.read(str(EXAMPLES / name)), graph).corpus, settings)
            for name in names
        ]


def main() -> None:
    """Print the table, and how far each strategy is from `longest`."""
    found = reports()
    print(report.across(found))
    for item in found:
        print(f"{item.corpus}: {item.evaluated} contested events, accuracy against longest")
        for v in item.verdicts:
            if v.baseline == "longest" and v.metric == "accuracy":
                print(f"  {v.system:<20} {v.difference:+.3f}  p {v.p_corrected:.3f}  {v.verdict}")


if __name__ == "__main__":
    main()
