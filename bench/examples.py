"""The published systems on the built-in gospels and the three example corpora in one table, and the bases of fusion.

`python -m bench.examples` evaluates them in a graph that is not kept; the figures of the README come from here. With
`--bases` it prints only the accuracy of each rule for the base of fusion, and how often each rule decided by default.
docs/method.md says which corpora the rules were tuned on.
"""

import argparse
import tempfile
from collections import Counter
from pathlib import Path

import ingest
import taeg
from bench import padding
from bench.alignment_cases import PUBLISHED
from eval import benchmark
from eval.metrics.selection import rate_versions
from eval.report.across import across
from eval.results import Report
from taeg.base.errors import InputError
from taeg.consolidate import bases

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CORPORA = ("gospels", *(str(EXAMPLES / name) for name in ("night", "news", "kings")))


def reports(corpora: tuple[str, ...] = CORPORA, seeds: int = benchmark.SEEDS) -> list[Report]:
    """Evaluate each corpus."""
    settings = benchmark.Settings(benchmark.published_systems(seeds), ("rougeL", "accuracy", "likeness"), fractions=())
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "taeg.db")) as graph:
        return [
            benchmark.evaluate(graph, ingest.load(ingest.read(corpus), graph).corpus, settings) for corpus in corpora
        ]


def print_bases(corpora: tuple[str, ...] = (*CORPORA, *([str(PUBLISHED)] if PUBLISHED else []))) -> None:
    """Print the accuracy of the rules for the base of fusion."""
    encoder = padding.encoder()
    print(f"accuracy of the base, {encoder.name if encoder else 'words'}")
    for path in corpora:
        corpus = ingest.read(path)
        arrays, selection = padding.arrays_of(corpus, encoder), rate_versions(corpus)
        row = []
        for rule in bases.RULES:
            try:
                chosen, reasons = bases.choose(arrays, rule)
            except InputError:  # `latest` needs times
                continue
            row.append(f"{rule} {selection.is_best(chosen).mean():.3f}")
            if rule == bases.AUTO:
                decided = Counter(reasons[selection.evaluated].tolist())
        counts = ", ".join(f"{reason} {count}" for reason, count in decided.most_common())
        print(
            f"{corpus.name} ({len(selection.evaluated)} events): {'  '.join(row)}; decided by default: {counts}",
            flush=True,
        )


def main() -> None:
    """Print the table, and how far each strategy is from `longest`."""
    parser = argparse.ArgumentParser(prog="python -m bench.examples")
    parser.add_argument("--bases", action="store_true", help="only the bases of fusion")
    if parser.parse_args().bases:
        print_bases()
        return
    found = reports()
    print(across(found))
    for item in found:
        print(f"{item.corpus}: {item.evaluated} contested events, accuracy against longest")
        for v in item.verdicts:
            if v.baseline == "longest" and v.metric == "accuracy":
                print(f"  {v.system:<20} {v.difference:+.3f}  p {v.p_corrected:.3f}  {v.verdict}")


if __name__ == "__main__":
    main()
