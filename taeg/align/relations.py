"""What a reviewer's answers say about pairs of rows: in one event, or in different ones."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from taeg.align.constraints import Constraints
from taeg.align.layout import Layout
from taeg.align.values import BoolArray, IntArray, Matrix

KNOWN_SAME, KNOWN_APART = 8.0, -12.0
"""Log odds of pairs that answers decide."""


@dataclass(frozen=True, slots=True)
class Relations:
    """Square matrices over rows."""

    same: BoolArray
    apart: BoolArray

    def applied(self, odds: Matrix) -> Matrix:
        """Return the odds with those of decided pairs replaced."""
        raised = np.where(self.same, np.maximum(odds, KNOWN_SAME), odds)
        return np.where(self.apart, KNOWN_APART, raised).astype(np.float32)

    def grouped(self, group: IntArray) -> "Relations":
        """Return the relations of groups of rows: same if any pair is, apart if at least half of the pairs are."""
        count = int(group.max(initial=-1)) + 1
        member = csr_array((np.ones(len(group), np.float32), (group, np.arange(len(group)))), shape=(count, len(group)))
        size = np.bincount(group, minlength=count)
        same = np.asarray(member @ (member @ self.same.astype(np.float32)).T) > 0
        apart = np.asarray(member @ (member @ self.apart.astype(np.float32)).T)
        return Relations(same, (apart >= 0.5 * size[:, None] * size[None, :]) & ~same)


def relations(layout: Layout, constraints: Constraints) -> Relations | None:
    """Return the relations that constraints require; None if there are none."""
    component = constraints.component
    if not constraints.decided.any():
        return None
    same = component[:, None] == component[None, :]
    apart = np.zeros_like(same)
    if constraints.apart:
        first, second = np.array(constraints.apart).T
        number = int(component.max()) + 1
        table = csr_array((np.ones(len(first), bool), (component[first], component[second])), shape=(number, number))
        both = table + table.T
        for row in np.unique(np.append(first, second)).tolist():
            others = np.isin(component, both.indices[both.indptr[component[row]] : both.indptr[component[row] + 1]])
            apart[np.ix_(component == component[row], others)] = True
    closed = constraints.none | constraints.alone
    apart |= (closed[:, None] | closed[None, :]) & layout.cross & ~same
    apart |= constraints.none[:, None] | constraints.none[None, :]
    return Relations(same & ~apart, apart)


def pair_relations(constraints: Constraints, a: IntArray, b: IntArray) -> tuple[BoolArray, BoolArray]:
    """Return for pairs of rows of different sequences whether they are in one event, and whether in different ones."""
    component = constraints.component
    one, other = component[a], component[b]
    same, size = one == other, len(component)
    separated = component[np.array(constraints.apart, np.int64).reshape(-1, 2)]
    barred = np.concatenate((separated[:, 0] * size + separated[:, 1], separated[:, 1] * size + separated[:, 0]))
    apart = np.isin(one * size + other, barred)
    closed = constraints.none | constraints.alone
    apart |= (closed[a] | closed[b]) & ~same
    apart |= constraints.none[a] | constraints.none[b]
    return same & ~apart, apart
