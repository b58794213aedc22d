"""The ties of a corpus made slice by slice: what a slice is tied to within itself and to what came before it.

Each slice holds whole events. From slice to slice only those versions are carried that later ones can be tied to: of
each source what it told last or, where a profile ties all versions of neighbouring events, the last event. So memory
does not grow with the corpus, and the ties are the same however it is cut.
"""

import numpy as np
from scipy.sparse import csr_array, vstack

from taeg.build import edges as ties
from taeg.model.corpus_graph import Edges, IntArray
from taeg.model.profile import Profile


class Weaving:
    """Takes slices in declared order, gives their ties by the places of versions in the corpus."""

    def __init__(self, profile: Profile, start: int = 0) -> None:
        self._profile = profile
        self._next = start
        self._rows: csr_array | None = None
        self._place = self._event = self._source = np.empty(0, dtype=np.int64)

    def carry(self, rows: csr_array, place: IntArray, event: IntArray, source: IntArray) -> None:
        """Take over what earlier slices left; the caller says which versions those are."""
        self._rows, self._place, self._event, self._source = rows, place, event, source

    def add(self, rows: csr_array, event: IntArray, source: IntArray) -> tuple[Edges, Edges]:
        """The BEFORE and the SAME_EVENT edges that come with a slice."""
        floor = self._profile.floor
        place = np.arange(self._next, self._next + len(event))
        same = ties.same_event(rows, event, floor)
        carried = len(self._place)
        if self._rows is not None and carried:
            rows = csr_array(vstack([self._rows, rows], format="csr"))
        place, event, source = (
            np.concatenate(both) for both in ((self._place, place), (self._event, event), (self._source, source))
        )
        before = ties.before(rows, event, source, self._profile, floor)
        new = before.b >= carried  # the others were there before
        last = self._last(event, source)
        self._next += len(event) - carried
        self.carry(csr_array(rows[last]), place[last], event[last], source[last])
        return (
            Edges(place[before.a[new]], place[before.b[new]], before.weight[new]),
            Edges(place[same.a + carried], place[same.b + carried], same.weight),
        )

    def _last(self, event: IntArray, source: IntArray) -> IntArray:
        """The versions that later ones can be tied to."""
        if self._profile.before != "own-source":
            return np.flatnonzero(event == event[-1])
        latest = np.zeros(source.max() + 1, dtype=np.int64)
        np.maximum.at(latest, source, event)
        return np.flatnonzero(event == latest[source])
