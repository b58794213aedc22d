"""A list of pairs of rows, with values in separate arrays of the same order."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from taeg.align.values import BoolArray, IntArray, Matrix


@dataclass(frozen=True, eq=False)
class PairList:
    """Pairs a < b of `size` rows, each once, sorted by a and b."""

    size: int
    a: IntArray
    b: IntArray

    @classmethod
    def of(cls, size: int, a: IntArray, b: IntArray) -> "PairList":
        """Create from pairs in any order; equal pairs are joined and pairs of a row with itself left out."""
        keep = a != b
        low, high = np.minimum(a, b)[keep], np.maximum(a, b)[keep]
        keys = np.unique(low * size + high)
        return cls(size, keys // size, keys % size)

    @cached_property
    def keys(self) -> IntArray:
        """A number for each pair, ascending."""
        return self.a * self.size + self.b

    @cached_property
    def starts(self) -> IntArray:
        """Index of the first pair of each row, as `a`."""
        return np.searchsorted(self.a, np.arange(self.size + 1))

    def find(self, a: IntArray, b: IntArray) -> IntArray:
        """Return the index of each pair, -1 if it is not in the list."""
        wanted = np.minimum(a, b) * self.size + np.maximum(a, b)
        at = np.searchsorted(self.keys, wanted)
        found = at < len(self.keys)
        found[found] = self.keys[at[found]] == wanted[found]
        return np.where(found, at, -1)

    def chosen(self, keep: IntArray | BoolArray) -> "PairList":
        """Return some of the pairs, in the same order."""
        return PairList(self.size, self.a[keep], self.b[keep])

    def matrix(self, values: Matrix) -> csr_array:
        """Return the values as a symmetric sparse matrix with sorted indices."""
        rows, columns = np.concatenate((self.a, self.b)), np.concatenate((self.b, self.a))
        both = np.asarray(np.concatenate((values, values)), np.float32)
        found = csr_array((both, (rows, columns)), shape=(self.size, self.size))
        found.sort_indices()
        return found

    def __len__(self) -> int:
        return len(self.a)
