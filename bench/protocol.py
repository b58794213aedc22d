"""The published protocol, timed in a process of its own: 72 texts scored, without BERTScore.

`python -m bench.protocol [DATA]` prints where the time goes, CPU seconds and peak memory; DATA is the paper's data
folder, else the built-in corpus is read as the published profile reads it.
"""

import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

start = time.process_time()

import ingest  # noqa: E402 (the imports are part of what is measured)
import taeg  # noqa: E402
from eval import benchmark  # noqa: E402
from eval.reproduction import SIZES  # noqa: E402
from taeg.consolidate import strategies  # noqa: E402
from taeg.consolidate.arrays import in_memory  # noqa: E402

METRICS = ("rouge1", "rouge2", "rougeL", "meteor", "tau", "accuracy")
BARS = {"CPU seconds": 40.0, "peak MB": 450.0, "graph and centrality": 0.3}


def main() -> None:
    spent: Counter[str] = Counter({"imports": time.process_time() - start})
    last = time.process_time()
    stage = "read"

    def step(name: str) -> None:
        nonlocal last, stage
        now = time.process_time()
        spent[stage] += now - last
        last, stage = now, name.partition(" ")[0]

    corpus = ingest.read(sys.argv[1] if len(sys.argv) > 1 else "gospels", profile="published")
    step("graph and centrality")
    built = ingest.build(corpus)
    strategies.taeg(in_memory(built))
    stage = "graph and centrality"
    step("ingest")
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "taeg.db")) as graph:
        loaded = ingest.load(corpus, graph)
        step("prepare")
        report = benchmark.evaluate(
            graph, loaded.corpus, benchmark.Settings(benchmark.published_systems(sizes=SIZES), METRICS), step
        )
        step("close")
    texts = sum(max(len(row.runs), 1) for row in report.rows) + sum(item.seeds for item in report.degraded)
    step("end")
    for name, seconds in spent.most_common():
        print(f"  {name:<24} {seconds:8.2f} CPU s")
    measured = {
        "CPU seconds": time.process_time(),
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "graph and centrality": spent["graph and centrality"],
    }
    print(f"{texts} texts scored")
    for name, value in measured.items():
        print(f"{name:<42} {value:8.2f}   bar {BARS[name]:g}: {'met' if value <= BARS[name] else 'MISSED'}")


if __name__ == "__main__":
    main()
