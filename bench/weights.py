"""Edge weights beside a loop of scikit-learn's `cosine_similarity`, and how they grow: `python -m bench.weights`.

Texts of 60 words by Zipf's law lie in a file, a line each (writing it is not timed). A process of its own learns the
frequencies in a first pass over the file, makes rows in a second and weighs each version's ties to the two that
follow, chunk by chunk; its memory is taken with that of its workers. The peer fits a `TfidfVectorizer` and calls
`cosine_similarity(rows[i], rows[j])` for each pair: it is timed on a part of the texts and of the pairs, and the time
is scaled up, since it would take the better part of an hour.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array, vstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from bench import process, table, vocabulary
from bench.table import Row
from taeg.build import weights
from taeg.model.corpus_graph import FloatArray
from taeg.model.profile import FLOOR

SIZES = (10_000, 100_000, 1_000_000)
WORDS, FOLLOWING, CHUNK = 60, 2, 10_000
PEER_TEXTS, PEER_PAIRS = 50_000, 2_000
"""What the peer is timed on."""
FASTER, GROWTH, GIGABYTES = 5.0, 1.5, 4.0
AGREEMENT = 1e-12


def write(versions: int, path: Path, seed: int = 1) -> None:
    """Texts of 60 words, a line each, written chunk by chunk."""
    with path.open("w", encoding="utf-8") as lines:
        for start in range(0, versions, CHUNK):
            chance = np.random.default_rng((seed, start)).random((min(CHUNK, versions - start), WORDS))
            said = vocabulary.spelt(vocabulary.drawn(chance))
            lines.writelines(" ".join(text) + ".\n" for text in said)


def chunks(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8") as lines:
        while chunk := list(islice(lines, CHUNK)):
            yield chunk


def weighed(path: Path, workers: int | None = None) -> Iterator[FloatArray]:
    """The weights of each version's ties to those that follow, as their chunks come."""
    frequencies = weights.fit(chunks(path), workers)
    before: csr_array | None = None
    for rows in weights.rows(chunks(path), frequencies, workers):
        part = rows if before is None else csr_array(vstack([before, rows]))
        count = part.shape[0]
        # those at the end wait for the next chunk
        a = np.repeat(np.arange(max(0, count - FOLLOWING)), FOLLOWING)
        yield weights.cosines(part, a, a + np.tile(np.arange(1, FOLLOWING + 1), len(a) // FOLLOWING), FLOOR)
        before = csr_array(part[-FOLLOWING:])


def peer(path: Path, versions: int) -> tuple[float, float]:
    """Seconds that the peer would take for so many versions, and the largest difference to our weights."""
    texts = [text for chunk in islice(chunks(path), PEER_TEXTS // CHUNK) for text in chunk]
    start = time.perf_counter()
    rows = TfidfVectorizer().fit_transform(texts)
    fitting = (time.perf_counter() - start) * versions / len(texts)
    pairs = [(i, i + 1 + i % FOLLOWING) for i in range(PEER_PAIRS)]
    start = time.perf_counter()
    theirs = [cosine_similarity(rows[[i]], rows[[j]])[0, 0] for i, j in pairs]
    comparing = (time.perf_counter() - start) * versions * FOLLOWING / len(pairs)
    a, b = np.array(pairs).T
    ours = weights.cosines(weights.tfidf(texts), a, b, 0.0)
    return fitting + comparing, float(np.abs(ours - theirs).max())


def measured(path: Path) -> tuple[float, process.Measured, int]:
    """Seconds without start-up, what the process cost, and the number of pairs."""
    found = process.run([sys.executable, "-m", "bench.weights", "--measure", path])
    told = json.loads(found.said)
    return told["seconds"], found, told["pairs"]


def rows(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """Speed, growth and memory."""
    seconds, cost, pairs = {}, {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.txt"
            write(size, path)
            seconds[size], cost[size], pairs = measured(path)
        theirs, difference = peer(path, size)
    small, large = sizes[0], sizes[-1]
    work = f"edge weights, {large:,} versions of {WORDS} words, {pairs:,} pairs"
    name = "a loop of cosine_similarity"
    note = (
        f"words counted and weighed in both; the peer's time is scaled up from {PEER_TEXTS:,} texts and "
        f"{PEER_PAIRS:,} pairs; weights differ by {difference:.0e} at most"
    )
    speed = table.times_as_fast(work, seconds[large], "s", FASTER, name, theirs, note)
    each = {size: 1e6 * seconds[size] / size for size in sizes}
    growth = table.at_most(
        f"edge weights: time per version, {large:,} beside {small:,}",
        each[large],
        "µs",
        GROWTH,
        f"the same, {small:,} versions",
        each[small],
        "; ".join(
            f"{size:,}: {seconds[size]:.2f} s, {spent.computing:.2f} s of all cores, {spent.megabytes:,.0f} MB"
            for size, spent in cost.items()
        ),
    )
    memory = table.at_most(
        f"edge weights: memory, {large:,} versions",
        cost[large].megabytes / 1024,
        "GiB",
        GIGABYTES,
        note="with its workers",
    )
    if difference > AGREEMENT:
        speed = table.left_out(work, name, speed.bar, f"weights differ by {difference:.0e}: nothing to compare")
    return [speed, growth, memory]


def main() -> None:
    parser = argparse.ArgumentParser(description="Edge weights beside a loop of cosine_similarity.")
    parser.add_argument("--measure", type=Path, help="weigh the texts of a file and say how long it took")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--versions", type=int, default=SIZES[-1])
    given = parser.parse_args()
    if given.measure:
        start = time.perf_counter()
        pairs = sum(len(part) for part in weighed(given.measure, given.workers))
        print(json.dumps({"seconds": time.perf_counter() - start, "pairs": pairs}))
    elif given.versions == SIZES[-1]:
        table.main("weights", rows())
    else:  # the table holds the figures that have a bar
        print(table.shown(rows((*(size for size in SIZES if size < given.versions), given.versions))))


if __name__ == "__main__":
    main()
