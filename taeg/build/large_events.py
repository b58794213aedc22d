"""The ties among very many versions in a number that grows with the versions, not with their pairs.

Each version of a large event is tied to `PARTNERS` others, at distances in declared order that follow from the size
of the event alone and are spread by the golden ratio. The weights start as cosines. Then they are raised, on both ends
alike, until the ties of each version weigh in sum what all its ties would weigh, and the event's own random walk
(`taeg.build.centrality`) settles where it would settle on all ties. Both are known without a look at all pairs, since
the sum of a text's cosines to all others is its product with their sum. `python -m bench.sparse` says how close
scores stay.

Not every event has weights that do both: one odd version among hundreds alike has too few ties to be told apart by.
Where the fit does not arrive, the weights are those of the sums alone, and scores are less close.

Neglected: what ties to other events do to that walk. Estimated: how many versions share no word with a version, where
there are more than `SAMPLE` to ask, and which they are. If they weigh much, the walk is not known and not fitted.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, csr_array

from taeg.build import pairs as relations
from taeg.build import weights
from taeg.build.centrality import DAMPING
from taeg.model.corpus_graph import DENSE, Edges, FloatArray, IntArray

PARTNERS = DENSE
"""To how many others a version is tied, of however many there are."""
SAMPLE = 1024
"""How many others are asked whether they share a word with a version."""
DECIMALS = 7
"""Weights are rounded to this: the last bits of long sums are not to be seen in a digest."""

_GOLDEN = (5**0.5 - 1) / 2
_ROUNDS, _SCALINGS, _STEPS, _WALK = 4, 6, 40, 40
"""Of fitting; in each of them of scaling and of the solver; of the walk. By then hardly anything moves."""
_ALONE = 24
"""Further rounds of scaling, where it is left at that."""
_LONGEST = 1.0
"""Step of one round of fitting at most, in the logarithm of a weight."""
_LACK = 0.02
"""How far a version may be from what is wanted after the last round, in parts of what its ties weigh.

A fit that arrives is far below, one that does not is far above."""
_GUESSED = 0.25
"""How much of what the ties of a version weigh may come from strangers nobody counted, for the walk to be fitted."""
_LEAST = 10.0**-DECIMALS
"""A tie always weighs something."""


def inside(rows: csr_array, floor: float) -> Edges:
    """The ties among all these versions of one event, the earlier end first."""
    rows = _narrow(rows)[0]
    size = rows.shape[0]
    strides = _strides(size)
    start = np.tile(np.arange(size), len(strides))
    end = (start + np.repeat(strides, size)) % size
    a, b = relations.in_order(np.minimum(start, end), np.maximum(start, end))
    whole = _Whole.of(rows, floor)
    weight = _scaled(a, b, weights.cosines(rows, a, b, floor), whole.sums)
    fitted = _fitted(a, b, weight, whole) if whole.known else None
    return Edges(a, b, _rounded(_scaled(a, b, weight, whole.sums, _ALONE) if fitted is None else fitted))


def between(first: csr_array, second: csr_array, floor: float) -> Edges:
    """The ties from one event's versions (`a`) to another's (`b`): of each version of the larger to `PARTNERS` others.

    They are raised so that the ties of each version weigh in sum what all its ties between the two would weigh.
    """
    first, second = _narrow(first, second)
    left, right = first.shape[0], second.shape[0]
    many, few = max(left, right), min(left, right)
    # the partners of one follow on those of the one before, so that all of the smaller event have as many
    large = np.repeat(np.arange(many), PARTNERS)
    step = np.tile(np.arange(PARTNERS) * few // PARTNERS, many)
    small = (large * few // many + step) % few
    a, b = relations.in_order(large, small) if left >= right else relations.in_order(small, large)
    both = csr_array(_stacked(first, second))
    sums = np.concatenate([_sums(first, second, floor), _sums(second, first, floor)])
    weight = weights.cosines(both, a, b + left, floor)
    return Edges(a, b, _rounded(_scaled(a, b + left, weight, sums)))


@dataclass(frozen=True, slots=True)
class _Whole:
    """The matrix of all ties of an event, which nobody ever writes down."""

    rows: csr_array
    floor: float
    own: FloatArray
    """The product of each row with itself: no tie."""
    strangers: FloatArray
    """How many versions share no word with each."""
    apart: csr_array | None
    """Which they are; None where only some were asked."""
    sums: FloatArray
    """What all ties of each version weigh."""

    @classmethod
    def of(cls, rows: csr_array, floor: float) -> "_Whole":
        size = rows.shape[0]
        apart = None
        if size <= SAMPLE:
            [found] = _apart(rows, rows)
            np.fill_diagonal(found, val=False)
            apart = csr_array(found.astype(np.float64))
            strangers: FloatArray = np.asarray(apart.sum(axis=1)).ravel()
        else:
            strangers = np.minimum(_strangers(rows, rows), size - 1)
        own = np.asarray(rows.multiply(rows).sum(axis=1)).ravel()
        sums = np.maximum(_product(rows, np.ones(size)) - own + floor * strangers, _LEAST)
        return cls(rows, floor, own, strangers, apart, sums)

    @property
    def known(self) -> bool:
        """Whether `times` is near the truth: all were asked, or those who were not hardly matter."""
        return self.apart is not None or bool(np.all(self.floor * self.strangers <= _GUESSED * self.sums))

    def times(self, vector: FloatArray) -> FloatArray:
        """The matrix times a vector; where only some were asked, any are strangers as often as they are strangers."""
        found = _product(self.rows, vector) - self.own * vector
        if self.apart is not None:
            found += self.floor * (self.apart @ vector)
        elif self.strangers.any():
            found += self.floor * self.strangers * (np.sum(self.strangers * vector) / np.sum(self.strangers))
        return found

    def settled(self) -> FloatArray:
        """What the walk brings to a version for the weight of its ties, once settled: centred, and of about unit size.

        A walk over fewer ties that does the same to this vector settles in the same place.
        """
        size = len(self.sums)
        share = np.full(size, 1.0 / size)
        for _ in range(_WALK):
            share = (1.0 - DAMPING) / size + DAMPING * self.times(share / self.sums)
        brought = share / self.sums
        brought = brought / np.mean(brought) - 1.0
        spread = float(np.std(brought))
        return brought / spread if spread > 1e-9 else np.zeros(size)


def _fitted(a: IntArray, b: IntArray, weight: FloatArray, whole: _Whole) -> FloatArray | None:
    """The weights by which the walk settles where it should; None if they are not found.

    It is the last round that counts: on the way to a good end some versions stray far.
    """
    probe = whole.settled()
    if not np.ptp(probe) > 0:
        return None
    wanted = whole.times(probe)
    for _ in range(_ROUNDS):
        weight = _matched(a, b, weight, whole.sums, probe, wanted)
    if not np.all(np.isfinite(weight) & (weight > 0)):
        return None
    lacks = (
        _brought(a, b, weight, np.ones(len(probe))) - whole.sums,
        _brought(a, b, weight, probe) - wanted,
    )
    return weight if all(np.all(np.abs(lack) <= _LACK * whole.sums) for lack in lacks) else None


def _brought(a: IntArray, b: IntArray, weight: FloatArray, vector: FloatArray) -> FloatArray:
    """The matrix of these ties times a vector."""
    size = len(vector)
    return np.asarray(np.bincount(a, weight * vector[b], size) + np.bincount(b, weight * vector[a], size))


def _rounded(weight: FloatArray) -> FloatArray:
    return np.maximum(np.round(weight, DECIMALS), _LEAST)


def _matched(
    a: IntArray, b: IntArray, weight: FloatArray, sums: FloatArray, probe: FloatArray, wanted: FloatArray
) -> FloatArray:
    """The weights one step nearer to those that sum to `sums` and make `wanted` of the probe.

    Of all that do, those nearest to the first weights (in entropy) are w exp(x + x' + y p' + y' p) for a tie of weight
    w between versions of probe p and p'. This is Newton's step towards x and y, by conjugate gradients.
    """
    size = len(sums)
    ends, others = np.concatenate([a, b]), np.concatenate([b, a])
    matrix = csr_array(coo_array((np.concatenate([weight, weight]), (ends, others)), shape=(size, size)))
    degree, once, twice = _columns(matrix, np.ones(size), probe, probe**2)
    scale = np.maximum(degree * twice - once**2, np.maximum(1e-9 * degree * twice, 1e-300))

    def system(x: FloatArray) -> FloatArray:
        summed, probed, tilted, tilted_probed = _columns(matrix, x[0], probe * x[0], x[1], probe * x[1])
        image: FloatArray = np.stack(
            [
                degree * x[0] + summed + once * x[1] + probe * tilted,
                once * x[0] + probed + twice * x[1] + probe * tilted_probed,
            ]
        )
        return image

    def eased(x: FloatArray) -> FloatArray:
        image: FloatArray = np.stack([twice * x[0] - once * x[1], degree * x[1] - once * x[0]]) / scale
        return image

    x, y = _solved(system, eased, np.stack([sums - degree, wanted - once]))
    step: FloatArray = x[a] + x[b] + y[a] * probe[b] + y[b] * probe[a]
    return weight * np.exp(np.clip(step, -_LONGEST, _LONGEST))


def _solved(
    system: Callable[[FloatArray], FloatArray], eased: Callable[[FloatArray], FloatArray], wanted: FloatArray
) -> FloatArray:
    """Conjugate gradients, preconditioned; sums in an order of their own, not in that of a library's threads."""
    found, lack = np.zeros_like(wanted), wanted
    better = direction = eased(lack)
    size = first = float(np.sum(lack * better))
    for _ in range(_STEPS):
        if not size > 1e-24 * first:
            break
        image = system(direction)
        bent = float(np.sum(direction * image))
        if not bent > 0:  # nothing left that the ties could tell apart
            break
        length = size / bent
        found = found + length * direction
        lack = lack - length * image
        better = eased(lack)
        before, size = size, float(np.sum(lack * better))
        direction = better + (size / before) * direction
    return found


def _columns(matrix: csr_array, *vectors: FloatArray) -> FloatArray:
    """The matrix times each vector, a row each."""
    found: FloatArray = matrix @ np.stack(vectors, axis=1)
    return found.T


def _scaled(a: IntArray, b: IntArray, weight: FloatArray, sums: FloatArray, rounds: int = _SCALINGS) -> FloatArray:
    """The weights times a factor of each end, so that the ties of each version sum to what they should."""
    for _ in range(rounds):
        found = _brought(a, b, weight, np.ones(len(sums)))
        factor = np.sqrt(np.divide(sums, found, out=np.ones(len(sums)), where=found > 0))
        weight = weight * factor[a] * factor[b]
    return weight


def _strides(size: int) -> IntArray:
    """How far apart tied versions stand, in a circle of so many."""
    farthest = (size - 1) // 2
    spread = np.arange(1, 4 * PARTNERS) * _GOLDEN % 1.0
    strides = 1 + (spread * farthest).astype(np.int64)
    _, first = np.unique(strides, return_index=True)
    return strides[np.sort(first)][: PARTNERS // 2]


def _sums(rows: csr_array, others: csr_array, floor: float) -> FloatArray:
    """What the ties of each version to all others of another event weigh."""
    found: FloatArray = rows @ (others.T @ np.ones(others.shape[0]))
    return found + floor * _strangers(rows, others)


def _product(rows: csr_array, vector: FloatArray) -> FloatArray:
    found: FloatArray = rows @ (rows.T @ vector)
    return found


def _strangers(rows: csr_array, others: csr_array) -> FloatArray:
    """With how many of the others each row shares no word, judged by at most `SAMPLE` of them, evenly spread."""
    size = int(others.shape[0])
    count = min(size, SAMPLE)
    asked = csr_array(others[np.arange(count) * size // count])
    found: FloatArray = np.concatenate([np.sum(block, axis=1, dtype=np.float64) for block in _apart(rows, asked)])
    return found * (size / count)


def _apart(rows: csr_array, others: csr_array) -> Iterator[npt.NDArray[np.bool_]]:
    """Which of the others share no word with each row, block by block."""
    columns = csr_array(others.T)
    for start in range(0, rows.shape[0], SAMPLE):
        yield csr_array(rows[start : start + SAMPLE] @ columns).toarray() == 0


def _narrow(*parts: csr_array) -> list[csr_array]:
    """The rows without the columns of words that nobody here says."""
    said, columns = np.unique(np.concatenate([part.indices for part in parts]), return_inverse=True)
    cuts = np.cumsum([part.nnz for part in parts])[:-1]
    return [
        csr_array((part.data, own.astype(np.int32), part.indptr), shape=(part.shape[0], max(1, len(said))))
        for part, own in zip(parts, np.split(columns, cuts), strict=True)
    ]


def _stacked(first: csr_array, second: csr_array) -> csr_array:
    return csr_array(
        (
            np.concatenate([first.data, second.data]),
            np.concatenate([first.indices, second.indices]),
            np.concatenate([first.indptr, second.indptr[1:] + first.nnz]),
        ),
        shape=(first.shape[0] + second.shape[0], first.shape[1]),
    )
