"""Drafts of many sources: time, memory and pair F1 of the way for large inputs, beside the exact way where that fits.

`python -m bench.large_drafts` drafts generated accounts of known events: 10 sources x 1,000 passages both ways, and
100 sources x 1,000 passages. Each source reports half of the events in its own words: words are left out, replaced by
synonyms, added and moved; some passages stand elsewhere than in the timeline. Topics are shared by many events. Each
draft is computed in a process of its own. `--write FILE` writes the accounts as a table for `taeg draft`.
"""

import argparse
import csv
import json
import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench import process, vocabulary
from taeg.align.aligner import Aligner
from taeg.align.draft import Draft
from taeg.align.values import Document, IntArray, Statements, Unit

TOLD = 0.5
"""Share of the events that a source reports."""
WORDS = (18, 45)
"""Smallest and largest number of words of a true text."""
EVENTS_OF_TOPIC = 40
"""Events that share a topic word, in the mean."""
TOPICS = 4
"""Topic words of an event."""
KEPT, REWORDED, ADDED = (0.45, 0.75), (0.1, 0.35), (0.0, 0.3)
"""Ranges of the habits of sources: share of words kept, of these reworded, and added relative to the kept."""
SENTENCE = 12
"""Words of a sentence."""
LOCAL, FAR = 0.1, 0.03
"""Shares of passages that stand a few places, or anywhere, off their place."""
EXACT, LARGE = "exact", "large"


@dataclass(frozen=True, slots=True)
class Accounts:
    """Generated passages with their events."""

    source: IntArray
    event: IntArray
    texts: tuple[str, ...]


def accounts(sources: int, passages: int, seed: int) -> Accounts:
    """Generate the passages of each source in its order."""
    rng = np.random.default_rng(seed)
    events = round(passages / TOLD)
    lengths = rng.integers(*WORDS, events)
    truth = np.split(vocabulary.draw(rng.random(int(lengths.sum()))), np.cumsum(lengths)[:-1])
    topics = rng.integers(vocabulary.RARE, vocabulary.RARE + TOPICS * events // EVENTS_OF_TOPIC + 1, (events, TOPICS))
    for words, own in zip(truth, topics, strict=True):
        words[rng.permutation(len(words))[:TOPICS]] = own
    found_source, found_event, texts = [], [], []
    for source in range(sources):
        told = np.sort(rng.permutation(events)[:passages])
        place = np.arange(len(told)) + np.where(rng.random(len(told)) < LOCAL, rng.normal(0, 5, len(told)), 0)
        place = np.where(rng.random(len(told)) < FAR, rng.random(len(told)) * len(told), place)
        habits = [rng.uniform(*limits) for limits in (KEPT, REWORDED, ADDED)]
        for event in told[np.argsort(place, kind="stable")].tolist():
            found_source.append(source)
            found_event.append(event)
            texts.append(_retold(truth[event], habits, rng))
    return Accounts(np.array(found_source), np.array(found_event), tuple(texts))


def _retold(truth: IntArray, habits: list[float], rng: np.random.Generator) -> str:
    """Tell the words of an event in other words."""
    kept, reworded, added = habits
    words = truth[rng.random(len(truth)) < kept]
    other = vocabulary.synonyms(words, rng.integers(1, vocabulary.CLASS, len(words)))
    words = np.where(rng.random(len(words)) < reworded, other, words)
    extra = vocabulary.draw(rng.random(1 + int(added * len(truth))))
    words = np.concatenate((words, extra))
    words = words[np.argsort(np.arange(len(words)) + rng.normal(0, 3, len(words)))]
    spelled = vocabulary.spell(words)
    parts = [spelled[i : i + SENTENCE] for i in range(0, len(spelled), SENTENCE)]
    return " ".join(" ".join(part).capitalize() + "." for part in parts)


def statements(made: Accounts) -> Statements:
    """Return the accounts as given passages."""
    names = [f"source-{i:04}" for i in range(int(made.source.max()) + 1)]
    units, at = [], dict.fromkeys(range(len(names)), 0)
    for number, (source, text) in enumerate(zip(made.source.tolist(), made.texts, strict=True)):
        units.append(Unit(source, source, at[source], at[source] + len(text), number, text))
        at[source] += len(text) + 2
    documents = tuple(Document(i, name) for i, name in enumerate(names))
    return Statements(tuple(names), documents, tuple(units), given=True)


def pair_f1(found: IntArray, gold: IntArray) -> tuple[float, float, float]:
    """Return F1, precision and recall of the pairs of passages in one event; -1 is no event."""

    def pairs(labels: IntArray) -> float:
        sizes = np.unique(labels, return_counts=True)[1].astype(float)
        return float((sizes * (sizes - 1) / 2).sum())

    known = gold >= 0
    found = np.where(found < 0, found.max() + 1 + np.arange(len(found)), found)[known]
    gold = gold[known]
    common = pairs(found * (int(gold.max()) + 1) + gold)
    precision, recall = common / max(pairs(found), 1), common / max(pairs(gold), 1)
    return 2 * common / max(pairs(found) + pairs(gold), 1), precision, recall


def events_of(draft: Draft) -> IntArray:
    """Return the event of each unit."""
    found = np.full(len(draft.statements.units), -1)
    for passage in draft.passages:
        found[list(passage.units)] = passage.event
    return found


def kendall(found: IntArray, gold: IntArray) -> float:
    """Kendall's tau of the order of the events of several passages: the median true event of each."""
    from scipy.stats import kendalltau

    count = int(found.max()) + 1
    middle = [float(np.median(gold[rows])) for rows in _members(found, count) if len(rows) > 1]
    return float(kendalltau(np.arange(len(middle)), middle).statistic)


def _members(label: IntArray, count: int) -> list[IntArray]:
    order = np.argsort(label, kind="stable")
    bounds = np.searchsorted(label[order], np.arange(count + 1))
    return [order[a:b] for a, b in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)]


def measure(sources: int, passages: int, seed: int, way: str) -> dict[str, float]:
    """Draft generated accounts in this process."""
    made = accounts(sources, passages, seed)
    given = statements(made)
    start, cpu = time.perf_counter(), time.process_time()
    draft = Aligner(given, exact_rows=10**9 if way == EXACT else 0).draft()
    seconds, computing = time.perf_counter() - start, time.process_time() - cpu
    found = events_of(draft)
    f1, precision, recall = pair_f1(found, made.event)
    return {
        "F1": f1,
        "precision": precision,
        "recall": recall,
        "tau": kendall(found, made.event),
        "events": len(draft.events),
        "seconds": seconds,
        "cpu": computing,
        "gigabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
    }


def write(path: Path, made: Accounts) -> None:
    """Write the accounts as a table with the columns source, text."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("source", "text"))
        rows.writerows((f"source-{s:04}", text) for s, text in zip(made.source.tolist(), made.texts, strict=True))


COLUMNS = {
    **dict.fromkeys(("F1", "precision", "recall", "tau"), ".3f"),
    **{"events": ".0f", "seconds": ".0f", "cpu": ".0f", "gigabytes": ".2f"},
}
CASES = ((10, 1000, EXACT), (10, 1000, LARGE), (100, 1000, LARGE))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.large_drafts", description="Measure drafts of many sources.")
    parser.add_argument("--sources", type=int, help="number of sources; all cases by default")
    parser.add_argument("--passages", type=int, default=1000, help="passages of each source (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same accounts (default: 1)")
    parser.add_argument("--way", choices=(EXACT, LARGE), default=LARGE, help="how to align (default: large)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the accounts as a table instead")
    wanted = parser.parse_args()
    if wanted.write:
        write(wanted.write, accounts(wanted.sources or 100, wanted.passages, wanted.seed))
    elif wanted.sources:
        print(json.dumps(measure(wanted.sources, wanted.passages, wanted.seed, wanted.way)))
    else:
        print(f"{'sources x passages':<20} {'way':<6}" + "".join(f" {name:>9}" for name in COLUMNS))
        for sources, passages, way in CASES:
            size = ("--sources", str(sources), "--passages", str(passages), "--seed", str(wanted.seed), "--way", way)
            row = json.loads(process.run((sys.executable, "-m", "bench.large_drafts", *size)).output)
            values = "".join(f" {row[name]:9{form}}" for name, form in COLUMNS.items())
            print(f"{f'{sources} x {passages:,}':<20} {way:<6}{values}", flush=True)


if __name__ == "__main__":
    main()
