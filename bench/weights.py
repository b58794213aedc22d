"""Edge weights compared with a loop of scikit-learn's `cosine_similarity`, and their growth: `python -m bench weights`.

Each of a number of texts of 60 words is compared with the two that follow it, in a separate process whose memory is
measured. The peer fits a `TfidfVectorizer` and calls `cosine_similarity` for each pair; it is timed on a part of the
texts and pairs, and the time is extrapolated.
"""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from bench import process, table, vocabulary
from bench.table import Row
from taeg.model.corpus_graph import FloatArray
from taeg.text.tfidf import cosines, tfidf

SIZES = (10_000, 100_000, 1_000_000)
WORDS, FOLLOWING, BATCH = 60, 2, 10_000
PEER_TEXTS, PEER_PAIRS = 50_000, 2_000
"""Texts and pairs on which the peer is timed."""
FASTER, GROWTH, GIGABYTES = 5.0, 1.5, 4.0
AGREEMENT = 1e-12


def write(versions: int, path: Path, seed: int = 1) -> None:
    """Write texts of 60 words that follow Zipf's law, one per line."""
    with path.open("w", encoding="utf-8") as lines:
        for start in range(0, versions, BATCH):
            chance = np.random.default_rng((seed, start)).random((min(BATCH, versions - start), WORDS))
            lines.writelines(" ".join(words) + ".\n" for words in vocabulary.spell(vocabulary.draw(chance)))


def weigh(texts: list[str]) -> FloatArray:
    """Return the cosine of each text to each of those that follow it."""
    a = np.repeat(np.arange(len(texts) - FOLLOWING), FOLLOWING)
    return cosines(tfidf(texts), a, a + np.tile(np.arange(1, FOLLOWING + 1), len(texts) - FOLLOWING))


def weigh_by_loop(texts: list[str], versions: int) -> tuple[float, float]:
    """Return the extrapolated time of the peer in seconds, and the largest difference from our weights."""
    texts = texts[:PEER_TEXTS]
    start = time.perf_counter()
    rows = TfidfVectorizer().fit_transform(texts)
    fitting = (time.perf_counter() - start) * versions / len(texts)
    pairs = [(i, i + 1 + step) for i in range(PEER_PAIRS // FOLLOWING) for step in range(FOLLOWING)]
    start = time.perf_counter()
    theirs = [cosine_similarity(rows[[i]], rows[[j]])[0, 0] for i, j in pairs]
    comparing = (time.perf_counter() - start) * versions * FOLLOWING / len(pairs)
    return fitting + comparing, float(np.abs(weigh(texts)[: len(pairs)] - theirs).max())


def rows(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """Return speed, growth and memory."""
    seconds, cost = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.txt"
            write(size, path)
            cost[size] = process.run([sys.executable, "-m", "bench.weights", path])
            seconds[size] = float(cost[size].output)
        with path.open(encoding="utf-8") as lines:
            theirs, difference = weigh_by_loop([next(lines) for _ in range(min(PEER_TEXTS, size))], size)
    small, large = sizes[0], sizes[-1]
    work = f"edge weights, {large:,} versions of {WORDS} words, {FOLLOWING} pairs each"
    peer = "a loop of cosine_similarity"
    note = f"peer extrapolated from {PEER_TEXTS:,} texts and {PEER_PAIRS:,} pairs; weights differ by {difference:.0e}"
    speed = table.times_as_fast(work, seconds[large], "s", FASTER, peer, theirs, note)
    if difference > AGREEMENT:
        speed = table.left_out(work, peer, speed.bar, f"weights differ by {difference:.0e}: nothing to compare")
    each = {size: 1e6 * seconds[size] / size for size in sizes}
    growth = f"edge weights: time per version, {large:,} beside {small:,}"
    memory = f"edge weights: memory, {large:,} versions"
    return [
        speed,
        table.at_most(growth, each[large], "µs", GROWTH, f"the same, {small:,} versions", each[small]),
        table.at_most(memory, cost[large].megabytes / 1024, "GiB", GIGABYTES),
    ]


if __name__ == "__main__":
    given = Path(sys.argv[1]).read_text("utf-8").splitlines()
    begin = time.perf_counter()
    weigh(given)
    print(time.perf_counter() - begin)
