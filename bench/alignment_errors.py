"""What a draft gets wrong: the pairs of passages that it joins or separates wrongly, to be counted and read.

`python -m bench.alignment_errors CASE…` prints how far apart the events of wrongly joined pairs are in the timeline,
how many rare words wrongly separated pairs have in common, and some pairs of both kinds (`--read N`).
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from bench.alignment import CASES, encoder
from bench.alignment_measures import labels
from taeg.align.aligner import Aligner
from taeg.align.draft import Draft
from taeg.align.values import IntArray
from taeg.text.language import language

WIDTH = 240


@dataclass(frozen=True, slots=True)
class Pair:
    """Two units of different sources about which the draft is wrong."""

    first: int
    second: int
    joined: bool
    distance: int
    """Between their events in the timeline; 0 if they were separated wrongly."""
    shared: int
    """Stems that both have and at most a tenth of all units."""


def wrong_pairs(draft: Draft, gold: IntArray) -> Iterator[Pair]:
    """Pairs of judged units of different sources that are joined or separated wrongly."""
    units, found = draft.statements.units, labels(draft)
    tongue = language(draft.statements.language)
    stems = [set(tongue.rouge_tokens(unit.text)) for unit in units]
    frequency = {stem: sum(stem in some for some in stems) for stem in set().union(*stems)}
    rare = [{stem for stem in some if frequency[stem] <= len(units) / 10} for some in stems]
    for a, b in combinations(np.flatnonzero(gold >= 0).tolist(), 2):
        joined = found[a] >= 0 and found[a] == found[b]
        if units[a].source != units[b].source and joined != (gold[a] == gold[b]):
            yield Pair(a, b, bool(joined), abs(int(gold[a] - gold[b])), len(rare[a] & rare[b]))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.alignment_errors", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("cases", nargs="+", choices=list(CASES), metavar="CASE")
    parser.add_argument("--read", type=int, default=0, metavar="N", help="print N pairs of each kind")
    given = parser.parse_args()
    for name in given.cases:
        case = CASES[name]()
        draft = Aligner(case.statements, encoder()).draft()
        pairs = list(wrong_pairs(draft, case.gold))
        joined, separated = [p for p in pairs if p.joined], [p for p in pairs if not p.joined]
        near = [sum(low <= p.distance <= high for p in joined) for low, high in ((1, 1), (2, 3), (4, 9999))]
        words = [sum(low <= p.shared <= high for p in separated) for low, high in ((0, 0), (1, 2), (3, 9999))]
        print(f"{name}: {len(joined)} joined wrongly, events 1, 2-3, more apart: {near}")
        print(f"{name}: {len(separated)} separated wrongly, with 0, 1-2, more rare words in common: {words}")
        chance = np.random.default_rng(1)
        for some in (joined, separated):
            for k in chance.permutation(len(some))[: given.read].tolist():
                print(_described(draft, case.gold, case.events, some[k]))


def _described(draft: Draft, gold: IntArray, events: list[str], pair: Pair) -> str:
    kind = "joined" if pair.joined else "separated"
    lines = [f"  {kind}, {pair.distance} apart, {pair.shared} rare words in common"]
    for index in (pair.first, pair.second):
        unit = draft.statements.units[index]
        source = draft.statements.sources[unit.source]
        lines.append(f"    {source}, {events[gold[index]]}: {' '.join(unit.text.split())[:WIDTH]}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
