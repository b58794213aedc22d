"""How close LexRank over sampled edges of large events is to LexRank over all pairs: `python -m bench large_events`.

Large generated events are placed among small ones and connected by BEFORE. For each large event the same or an
equally worded version should be chosen, and scores should differ little.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import spearmanr

from bench import event_texts, generator, table
from bench.table import Row
from taeg.build import edges
from taeg.consolidate.lexrank import lexrank
from taeg.model.corpus import FLOOR, PROFILES, Profile
from taeg.model.corpus_graph import DENSE, Edges, FloatArray, IntArray
from taeg.text.tfidf import TfidfRows, cosines, tfidf

SIZES = (DENSE + 1, 300, 400, 500, 700, 1000)
SEEDS = (1, 2, 3)
SMALL = 25
"""Small events before each large one."""
WORLD = 20_000
"""There are as many sources as in a corpus of this size."""
BAR_MEAN, BAR_BEHIND = 0.5, 2.0
"""Percent: mean difference of scores; distance of the chosen version's score over all pairs from the best."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One large event: scores over sampled edges compared with scores over all pairs."""

    same_version: bool
    same_text: bool
    behind: float
    """Relative distance of the chosen version's score over all pairs from the best such score."""
    mean_difference: float
    largest_difference: float
    rank_correlation: float


@dataclass(frozen=True, slots=True)
class Generated:
    """A corpus as arrays, and the indices of its large events."""

    event: IntArray
    source: IntArray
    texts: list[str]
    large: list[int]


def generate(sizes: Sequence[int], small: int, seed: int) -> Generated:
    """Generate large events of these sizes, each after some small ones."""
    world = generator.World(WORLD, seed)
    rng = np.random.default_rng((seed, 3))
    share = world.habits["share"] / world.habits["share"].sum()
    most = round(0.6 * len(world.sources))
    groups: list[IntArray] = []
    large = []
    for block, size in enumerate(sizes):
        groups += [group for _, group in zip(range(small), world.draw_sources(block), strict=False)]
        first = rng.choice(len(world.sources), min(size, most), replace=False, p=share)
        large.append(len(groups))
        groups.append(np.concatenate([first, rng.choice(first, size - len(first))]))
    groups = [np.sort(group) for group in groups]
    texts = event_texts.generate(groups, world.habits, np.random.default_rng((seed, 4)))
    return Generated(
        np.repeat(np.arange(len(groups)), [len(group) for group in groups]),
        np.concatenate(groups),
        [text for event in texts for text, _ in event.versions],
        large,
    )


def compare(corpus: Generated, profile: Profile) -> list[Comparison]:
    """Compare the scores of each large event."""
    rows, nodes = tfidf(corpus.texts), len(corpus.texts)
    before = edges.connect(rows, edges.before_groups(corpus.event, corpus.source, profile), FLOOR)
    sampled = lexrank(nodes, before, edges.connect(rows, edges.same_event_groups(corpus.event), FLOOR))
    exact = lexrank(nodes, before, _all_pairs(rows, corpus.event))
    return [_compare(sampled, exact, np.flatnonzero(corpus.event == event), corpus.texts) for event in corpus.large]


def rows() -> list[Row]:
    """Return the difference of scores and of choices under both profiles."""
    result = []
    for profile in PROFILES.values():
        found = [event for seed in SEEDS for event in compare(generate(SIZES, SMALL, seed), profile)]
        where = f"events of {SIZES[0]} to {SIZES[-1]:,} versions, {profile.name}"
        count = len(found)
        note = (
            f"{count} events; same version {sum(e.same_version for e in found)}, same text "
            f"{sum(e.same_text for e in found)}; largest difference {max(e.largest_difference for e in found):.2%}, "
            f"rank correlation at least {min(e.rank_correlation for e in found):.4f}"
        )
        mean = 100 * float(np.mean([e.mean_difference for e in found]))
        behind = 100 * max(e.behind for e in found)
        result += [
            table.at_most(f"sampled edges: mean difference of scores, {where}", mean, "%", BAR_MEAN, note=note),
            table.at_most(f"sampled edges: chosen version behind the best, {where}", behind, "%", BAR_BEHIND),
        ]
    return result


def _compare(sampled: FloatArray, exact: FloatArray, members: IntArray, texts: Sequence[str]) -> Comparison:
    best, chosen = (int(members[np.argmax(np.round(scores[members] * len(scores), 9))]) for scores in (exact, sampled))
    difference = np.abs(sampled[members] / exact[members] - 1.0)
    return Comparison(
        best == chosen,
        texts[best] == texts[chosen],
        float(1.0 - exact[chosen] / exact[best]),
        float(difference.mean()),
        float(difference.max()),
        float(spearmanr(exact[members], sampled[members]).statistic),
    )


def _all_pairs(rows: TfidfRows, event: IntArray) -> Edges:
    a, b = edges.all_pairs(edges.same_event_groups(event))
    cosine = cosines(rows, a, b)
    return Edges(a, b, np.where(cosine > 0, cosine, FLOOR))
