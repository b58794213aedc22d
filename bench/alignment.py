"""How well a draft finds the events and their order, before and after a simulated review.

`python -m bench.alignment` drafts the built-in gospels and the example corpora from their passages and from raw text,
with sentence vectors and without, and compares the drafts with the known events. `--cases` selects corpora, `--drafts`
leaves the review out, `--times` measures the time of drafts, `--record` writes `bench/alignment.json`. The published
gospel data takes part where it is available. With `--fitted`, each corpus is also drafted with coefficients that were
fitted on the other corpora (`bench.alignment_fit`).
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench import alignment_cases as inputs
from bench.alignment_cases import EXAMPLES, PUBLISHED, Case
from bench.alignment_fit import fitted, prepare
from bench.alignment_measures import Scores, measure
from bench.alignment_reviewer import ALL, SHARES, Reviewed, curve
from taeg.align.aligner import Aligner
from taeg.base.files import cache_folder, write_whole
from taeg.text.vectors import CachedEncoder, Encoder, find_encoder

RESULTS = Path(__file__).resolve().parent / "alignment.json"
CASES: dict[str, Callable[[], Case]] = {
    "gospels": lambda: inputs.passages("gospels", "gospels"),
    "kings": lambda: inputs.passages("kings", str(EXAMPLES / "kings")),
    "night": lambda: inputs.passages("night", str(EXAMPLES / "night")),
    "news": lambda: inputs.passages("news", str(EXAMPLES / "news")),
    "night-raw": lambda: inputs.raw("night-raw", str(EXAMPLES / "night")),
    "night-unbroken": lambda: inputs.raw("night-unbroken", str(EXAMPLES / "night"), paragraphs=False),
    "news-raw": lambda: inputs.raw("news-raw", str(EXAMPLES / "news")),
    "kings-raw": lambda: inputs.raw("kings-raw", str(EXAMPLES / "kings")),
    "verses": lambda: inputs.verses("verses", "gospels"),
    "accident": lambda: inputs.statements("accident", inputs.UNSEEN / "accident"),
    "flood": lambda: inputs.statements("flood", inputs.UNSEEN / "flood"),
}
"""Passages given; raw text, the last without headings and paragraphs or as bare verses."""
if PUBLISHED:
    CASES["gospels-niv"] = lambda: inputs.passages("gospels-niv", str(PUBLISHED))
    CASES["verses-niv"] = lambda: inputs.verses("verses-niv", str(PUBLISHED))
FIT = ("gospels", "kings", "night", "news", "night-raw", "news-raw", "verses")
"""Corpora on which coefficients are fitted."""


@dataclass(frozen=True, slots=True)
class Result:
    """One corpus, drafted in one way."""

    case: str
    vectors: bool
    fitted: bool
    """Whether the coefficients were fitted on the other corpora; otherwise as shipped."""
    units: int
    passages: int
    grain: float
    seconds: float
    """Time of the first draft, with vectors from the cache."""
    scores: Scores
    reviewed: tuple[Reviewed, ...] = ()


def run(
    case: Case,
    aligner: Aligner,
    *,
    vectors: bool,
    fitted: bool = False,
    review: bool = True,
    shares: Sequence[float] = SHARES,
) -> Result:
    """Draft a corpus and review the draft."""
    reference = case.reference
    started = time.perf_counter()
    draft = aligner.draft()
    seconds = time.perf_counter() - started
    return Result(
        case.name,
        vectors,
        fitted,
        len(case.statements.units),
        len(draft.passages),
        draft.grain,
        seconds,
        measure(draft, case.gold, reference),
        tuple(curve(aligner.draft, case.gold, reference, shares)) if review else (),
    )


def encoder(language: str = "en") -> Encoder | None:
    """Return the default encoder, with a cache of its vectors."""
    found = find_encoder(None, language)
    return CachedEncoder(found, cache_folder() / "bench-vectors") if found else None


def format_result(result: Result) -> str:
    """Format a result as a line of a table."""
    s = result.scores
    ways = f"{'vectors' if result.vectors else 'words':<8}{'fitted' if result.fitted else 'shipped':<8}"
    numbers = (s.f1, s.precision, s.recall, s.b_cubed, s.tau, s.disorder, s.rouge)
    line = f"{result.case:<15}{ways}{result.passages:>5} {result.grain:4.1f}" + "".join(f"{n:7.3f}" for n in numbers)
    line += f"{result.seconds:7.1f}"
    for step in result.reviewed:
        line += f"  {step.scores.f1:.3f}/{step.scores.tau:.2f}/{step.ticks}+{step.splits}"
    return line


HEAD = (
    f"{'case':<15}{'compared':<8}{'coeff.':<8}{'pass.':>5} {'grain':>4}"
    + "".join(f"{name:>7}" for name in ("F1", "prec.", "recall", "B3", "tau", "disord", "ROUGE"))
    + f"{'s':>7}  after 10, 20, 30 % reviewed: F1/tau/ticks+splits"
)


def results(
    names: Sequence[str], ways: Sequence[bool], *, review: bool, fit: bool, shares: Sequence[float] = SHARES
) -> Iterator[Result]:
    """Draft corpora with and without vectors, and again with coefficients that were fitted on the others."""
    for vectors in ways:
        for name in names:
            case = CASES[name]()
            aligner = Aligner(case.statements, encoder() if vectors else None)
            yield run(case, aligner, vectors=vectors, review=review, shares=shares)
        if fit:
            yield from fitted_results(names, vectors=vectors, review=review)


def fitted_results(names: Sequence[str], *, vectors: bool, review: bool) -> Iterator[Result]:
    """Draft corpora with coefficients that were fitted on the corpora of other groups."""
    prepared = {name: prepare(CASES[name](), encoder() if vectors else None) for name in {*names, *FIT}}
    found = {}
    for name in names:
        own = prepared[name]
        if own.group not in found:
            found[own.group] = fitted([prepared[other] for other in FIT], own.group)
            print(*found[own.group], file=sys.stderr, flush=True)
        yield run(own.case, own.aligner.refitted(*found[own.group]), vectors=vectors, fitted=True, review=review)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.alignment", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cases", nargs="+", choices=list(CASES), default=list(CASES))
    parser.add_argument("--drafts", action="store_true", help="do not review")
    parser.add_argument("--all", action="store_true", help="review until all passages are settled")
    parser.add_argument("--fitted", action="store_true", help="also fit the coefficients on other corpora")
    parser.add_argument("--words", action="store_true", help="only without vectors")
    parser.add_argument("--vectors", action="store_true", help="only with vectors")
    parser.add_argument("--times", action="store_true", help="only print the time of a draft, vectors not cached")
    parser.add_argument("--record", action="store_true", help=f"write the results into {RESULTS.name}")
    given = parser.parse_args()
    ways = [way for way, left_out in ((True, given.words), (False, given.vectors)) if not left_out]
    if given.times:
        print_times(given.cases, ways)
        return
    print(HEAD, flush=True)
    shares = (*SHARES, ALL) if given.all else SHARES
    for result in results(given.cases, ways, review=not given.drafts, fit=given.fitted, shares=shares):
        print(format_result(result), flush=True)
        if given.record and not given.all:
            record(result)


def print_times(names: Sequence[str], ways: Sequence[bool]) -> None:
    """Print the processor time of a draft, with the model loaded and all vectors computed."""
    for name in names:
        case = CASES[name]()
        for vectors in ways:
            started = time.process_time()
            Aligner(case.statements, find_encoder(None, "en") if vectors else None).draft()
            seconds = time.process_time() - started
            print(f"{name:<15}{'vectors' if vectors else 'words':<8}{seconds:6.1f} CPU s", flush=True)


def record(result: Result) -> None:
    """Replace the recorded result of the same corpus and way."""
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.is_file() else []
    fresh = asdict(result)
    key = [fresh[name] for name in ("case", "vectors", "fitted")]
    others = [one for one in kept if [one[name] for name in ("case", "vectors", "fitted")] != key]
    listed = sorted([*others, fresh], key=lambda one: (list(CASES).index(one["case"]), one["fitted"], one["vectors"]))
    write_whole(RESULTS, [json.dumps(listed, indent=1).encode(), b"\n"])


if __name__ == "__main__":
    main()
