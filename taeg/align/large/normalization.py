"""Normalisation of similarities of candidate pairs, as `taeg.align.similarity.normalized` does it for matrices.

The nearest neighbours in a sequence are those among the candidates; where more are needed than there are candidates,
the level is that of the rows of a sample. Median and deviation are estimated from pairs with the sample.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from taeg.align.large.candidates import PER_SEQUENCE
from taeg.align.large.features import Feature
from taeg.align.large.pair_list import PairList
from taeg.align.layout import Layout
from taeg.align.similarity import HIGHEST, LOWEST
from taeg.align.values import FloatArray, IntArray, Matrix

SAMPLE = 400
"""Rows of the sample."""
SAMPLE_PAIRS = 400_000
"""Pairs with the sample from which median and deviation are estimated."""
SHARES = np.array([0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0])
"""Shares of a sequence for which the mean of the nearest rows is known; others are interpolated."""
ROWS_AT_ONCE = 2_000


@dataclass(frozen=True, eq=False)
class Nearness:
    """The candidates of each row, grouped by the sequence of the other row."""

    layout: Layout
    pairs: PairList

    @cached_property
    def sizes(self) -> IntArray:
        """Rows of each sequence."""
        return np.bincount(self.layout.sequence)

    @cached_property
    def _keys(self) -> tuple[IntArray, IntArray]:
        """The groups of rows and sequences in ascending order, and the group of each pair in both directions."""
        sequence, count = self.layout.sequence, len(self.sizes)
        key = np.concatenate(
            (self.pairs.a * count + sequence[self.pairs.b], self.pairs.b * count + sequence[self.pairs.a])
        )
        groups, number = np.unique(key, return_inverse=True)
        return groups, number.astype(np.int32)

    def levels(self, value: Matrix, number: int, background: "Background") -> FloatArray:
        """Return for each group the mean of its `number` nearest candidates."""
        groups, of_pair = self._keys
        row, sequence = groups // len(self.sizes), groups % len(self.sizes)
        usual = background.level(row, sequence, number)
        if number > PER_SEQUENCE:
            return usual
        low, span = float(value.min()), float(value.max() - value.min()) + 1e-6
        # sorted by group and, inside, from the largest value to the smallest
        both = np.concatenate((value, value)).astype(np.float64)
        key = np.sort(of_pair + (low + span - both) / (span * 1.001))
        group = key.astype(np.int64)
        held = low + span - (key - group) * (span * 1.001)
        start = np.searchsorted(group, np.arange(len(groups)))
        near = np.arange(len(group)) - start[group] < number
        total = np.bincount(group[near], weights=held[near], minlength=len(groups))
        have = np.bincount(group[near], minlength=len(groups))
        wanted = np.minimum(number, self.sizes[sequence])
        last = held[start + np.maximum(have, 1) - 1]
        return np.asarray((total + np.maximum(wanted - have, 0) * np.minimum(usual, last)) / np.maximum(wanted, have))

    def of_pairs(self, level: FloatArray) -> FloatArray:
        """Return for each pair the summed levels of both rows in the other's sequence."""
        of_pair = self._keys[1]
        return level[of_pair[: len(self.pairs)]] + level[of_pair[len(self.pairs) :]]

    def of_any(self, level: FloatArray, usual: FloatArray, row: IntArray, sequence: IntArray) -> FloatArray:
        """Return the level of rows in sequences, the usual one where there are no candidates."""
        groups = self._keys[0]
        key = row * len(self.sizes) + sequence
        at = np.minimum(np.searchsorted(groups, key), len(groups) - 1)
        return np.where(groups[at] == key, level[at], usual)


@dataclass(frozen=True, eq=False)
class Background:
    """Similarities of all rows to a sample."""

    near: Matrix
    """For each row the mean similarity of the nearest shares of the sample, `SHARES`."""
    sizes: IntArray
    a: IntArray
    b: IntArray
    value: Matrix
    """Of pairs of a row and a row of the sample, of different sequences."""

    def level(self, row: IntArray, sequence: IntArray, number: int) -> FloatArray:
        """Return the mean similarity of the `number` rows of a sequence that are nearest to a row."""
        share = np.clip(number / self.sizes[sequence], SHARES[0], 1.0)
        place = np.interp(np.log(share), np.log(SHARES), np.arange(len(SHARES)))
        low = np.minimum(place.astype(np.int64), len(SHARES) - 2)
        part = place - low
        return np.asarray((1 - part) * self.near[row, low] + part * self.near[row, low + 1], np.float64)


def sample_rows(layout: Layout) -> IntArray:
    """Choose the rows of the sample, all of few rows."""
    size = len(layout)
    return np.sort(np.random.default_rng(0).permutation(size)[:SAMPLE]).astype(np.int64)


def background(layout: Layout, feature: Feature, sample: IntArray) -> Background:
    """Compare all rows with the sample."""
    size = len(layout)
    rng = np.random.default_rng(1)
    near = np.zeros((size, len(SHARES)), np.float32)
    share = min(1.0, SAMPLE_PAIRS / (size * len(sample)))
    listed: list[tuple[IntArray, IntArray, Matrix]] = []
    for low in range(0, size, ROWS_AT_ONCE):
        rows = np.arange(low, min(low + ROWS_AT_ONCE, size))
        value = feature.to_sample(slice(low, low + len(rows)), sample)
        foreign = layout.sequence[rows][:, None] != layout.sequence[sample][None, :]
        ranked = -np.sort(np.where(foreign, -value, np.inf), axis=1)
        count = foreign.sum(axis=1)
        total = np.cumsum(np.where(np.isfinite(ranked), ranked, 0), axis=1)
        for column, part in enumerate(SHARES):
            number = np.maximum(1, np.round(part * count)).astype(np.int64)
            near[rows, column] = total[np.arange(len(rows)), np.minimum(number, len(sample)) - 1] / number
        a, b = np.nonzero(foreign & (rng.random(foreign.shape) < share))
        listed.append((rows[a], sample[b], value[a, b]))
    a, b, values = (np.concatenate(part) for part in zip(*listed, strict=True))
    return Background(near, np.bincount(layout.sequence), a, b, values)


def normalized(nearness: Nearness, feature: Feature, sample: IntArray, neighbours: Sequence[int]) -> Matrix:
    """Return the normalised similarity of each candidate pair."""
    layout, pairs = nearness.layout, nearness.pairs
    value = feature.of_pairs(pairs.a, pairs.b)
    rest = background(layout, feature, sample)
    total = np.zeros(len(pairs), np.float32)
    for number in neighbours:
        level = nearness.levels(value, number, rest)
        of_sample = sum(
            nearness.of_any(level, rest.level(one, layout.sequence[other], number), one, layout.sequence[other])
            for one, other in ((rest.a, rest.b), (rest.b, rest.a))
        )
        middle, deviation = _scale(2 * rest.value - of_sample)
        total += np.clip((2 * value - nearness.of_pairs(level) - middle) / deviation, LOWEST, HIGHEST)
    return total / np.float32(len(neighbours))


def _scale(values: FloatArray | Matrix) -> tuple[float, float]:
    """Median, and deviation of the values below it."""
    if not len(values):
        return 0.0, 1.0
    middle = float(np.median(values))
    below = values[values < middle]
    deviation = float(np.sqrt(((below - middle) ** 2).mean())) if len(below) else 0.0
    return middle, deviation if deviation >= 1e-6 else float(values.std()) + 1e-9
