"""Contradictions: `python -m bench.conflicts` compares what detection finds with planted truth.

By default it runs on night and news, on which rules are tuned. `--generator` plants contradictions into their texts,
`--selfcheck` compares odd with even sentences of each account (every hit is false), `--large N` measures time on a
generated corpus without a parser. `--seen` does the same on sets that were unseen in a first run (`first` in the
results) and tuned on after it, `--unseen` on what nobody tuned on. `--read` prints everything found, missed and wrong;
`--json` records the figures in `bench/conflicts.json`, from which the documentation quotes.
"""

import argparse
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from bench import conflict_report, conflict_runs, padding
from bench.conflict_corpora import HELD_OUT, SEEN, TUNED
from bench.conflict_generator import CONTROLS, PER_KIND
from bench.conflict_runs import Tools
from bench.conflict_sets import TruthSet
from taeg.conflicts.parser import find_parser

RESULTS = Path(__file__).with_suffix(".json")
SETS = {**TUNED, **SEEN, **HELD_OUT}


def chosen(names: list[str], *, seen: bool, unseen: bool) -> Mapping[str, Callable[[], TruthSet]]:
    """The sets to run: those named, else those of a group."""
    if names:
        return {name: SETS[name] for name in names}
    return HELD_OUT if unseen else SEEN if seen else TUNED


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.conflicts", description="Measure contradictions.")
    parser.add_argument("--unseen", action="store_true", help="the sets that nobody tuned on instead")
    parser.add_argument("--seen", action="store_true", help="the sets that were tuned on after a first run instead")
    parser.add_argument("--sets", nargs="+", choices=tuple(SETS), default=[], metavar="NAME", help="only these sets")
    parser.add_argument("--read", action="store_true", help="print all that was found, missed and wrong")
    parser.add_argument("--generator", action="store_true", help="plant contradictions into the texts of the sets")
    parser.add_argument("--seed", type=int, default=1, help="seed of the generator (default: 1)")
    parser.add_argument("--per-kind", type=int, default=PER_KIND, help="planted cases of a kind and text")
    parser.add_argument("--controls", type=int, default=CONTROLS, help="paraphrases without contradiction of a text")
    parser.add_argument("--selfcheck", action="store_true", help="odd against even sentences of one account")
    parser.add_argument("--large", type=int, default=0, metavar="N", help="time of N generated versions, no parser")
    parser.add_argument("--no-parser", action="store_true", help="only the kinds that need no parser")
    parser.add_argument("--no-vectors", action="store_true", help="no sentence vectors")
    parser.add_argument("--json", action="store_true", help=f"record the figures in {RESULTS.name}")
    given = parser.parse_args()
    if set(given.sets) & set(HELD_OUT) and not given.unseen:
        parser.error(f"{', '.join(sorted(set(given.sets) & set(HELD_OUT)))}: held out; add --unseen to run them")
    tools = Tools(None if given.no_parser else find_parser("en"), None if given.no_vectors else padding.encoder())
    figures: dict[str, dict[str, object]] = {}
    sets = [
        replace(read(), tuned=name not in HELD_OUT)
        for name, read in chosen(given.sets, seen=given.seen, unseen=given.unseen).items()
    ]
    extra = given.generator or given.selfcheck or given.large
    if not extra:
        figures["sets"] = conflict_report.sets(truths=sets, tools=tools, read=given.read)
    if given.generator:
        size = given.per_kind, given.controls
        figures["generator"] = conflict_report.generated(sets, tools, given.seed, size, read=given.read)
    if given.selfcheck:
        figures["selfcheck"] = conflict_report.selfcheck(sets, tools, read=given.read)
    if given.large:
        figures["large"] = conflict_report.large(conflict_runs.cost(given.large))
    if given.json:
        record(figures)


def record(figures: Mapping[str, Mapping[str, object]], path: Path = RESULTS) -> None:
    """Add the figures to those recorded before; what was run anew replaces what was there."""
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    for section, rows in figures.items():
        known[section] = {**known.get(section, {}), **rows}
    known["date"] = time.strftime("%Y-%m-%d")
    path.write_text(json.dumps(known, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
