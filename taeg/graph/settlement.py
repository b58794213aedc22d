"""The contested facts that a consolidation takes into account."""

from taeg.base.progress import Progress
from taeg.conflicts.values import NONE, Fact
from taeg.consolidate.strategies import FUSE
from taeg.graph import conflicts, contested, findings
from taeg.graph.read import Entry
from taeg.graph.read import arrays as read_arrays
from taeg.model.corpus import SETTLE
from taeg.store.engine import Store


class Settlement:
    """The open facts of a corpus, found or read when a strategy first needs them."""

    def __init__(self, store: Store, entry: Entry, policy: str, model: str | None, progress: Progress) -> None:
        self._store, self._entry, self._model, self._progress = store, entry, model, progress
        self.policy = policy
        self._facts: tuple[Fact, ...] | None = None

    def facts(self, strategy: str) -> tuple[Fact, ...]:
        """Return the facts for a strategy.

        With a policy, contradictions are looked for if none are recorded. Without one, only `fuse` takes facts into
        account: those that are recorded, and those that a person settled.
        """
        if self.policy == NONE and strategy != FUSE:
            return ()
        if self._facts is None:
            self._facts = self._read()
        return self._facts

    def _read(self) -> tuple[Fact, ...]:
        recorded = findings.intact(self._store, self._entry)
        is_settled = any(correction.kind == SETTLE for correction in self._entry.corrections)
        if recorded is None and self.policy == NONE and not is_settled:
            return ()
        if recorded is None:
            arrays = read_arrays(self._store, self._entry)
            detector = conflicts.detector(self._entry.language, arrays, self._model)
            recorded = conflicts.find(self._store, self._entry, arrays, detector, self._progress)
        return contested.contested(self._store, self._entry, recorded, self.policy).open_facts
