"""A review session: the draft of a folder, the decisions of a person, and the tables that follow from them.

A decision is written to `decisions.csv` before it is acknowledged. The draft is then computed again in a thread, which
also writes the other tables; what it writes can always be computed from the decisions.
"""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.drafts import drafting, edits, raw, request, writing
from ingest.drafts import folder as files
from ingest.drafts.drafting import Result
from ingest.drafts.folder import DecisionRow
from taeg.base.errors import InputError, Problems, TaegError
from taeg.export.pseudonyms import NONE, Pseudonyms
from taeg.web.operations import Answer, Context, NoEvent, Operation, Own, Place, Range, Undo, decisions
from taeg.web.shown import ShownText

EDITABLE = (files.ALIGNMENT, files.TIMELINE, files.DECISIONS)
STALE = "The decisions were changed in another window or program. The page shows them now; repeat your last step."
EDITED = (
    "The tables were edited outside the review; {count} decisions follow from it and were added. Undo takes them back."
)

OF_TEXT = (Answer, Own, NoEvent, Undo)
"""Operations that refer to text alone; others to events, which the draft must have computed."""
CURRENT_SECONDS = 60.0
Stamp = tuple[int, int] | None
"""Time of the last change of a file and its size; None if there is none."""


class StaleError(TaegError):
    """A write was based on decisions that have changed since."""


@dataclass(frozen=True)
class Snapshot:
    """The draft at one moment."""

    result: Result
    version: str
    """Version of the decisions."""
    current: bool
    """Whether the draft takes all decisions into account."""
    undoable: bool
    revision: int
    notice: str = ""
    """What the user should know, such as files edited outside; the last of `notices`."""
    notices: int = 0
    """How many there have been, so that each window shows each of them once."""
    problem: str = ""
    """Why the tables could not be read or written."""


class Session:
    """The review of a folder; safe to use from several threads."""

    def __init__(self, folder: Path, names: Pseudonyms = NONE, model: str | None = None) -> None:
        self.folder, self.names = folder, names
        self.remarks: list[str] = []
        problems = Problems()
        opened = request.reopen(folder, problems, model)
        self.remarks += problems.remarks
        self._aligner, self._documents, self._state = opened.aligner, opened.documents, opened.state
        self._files = [raw.text_name(document) for document in opened.documents]
        self.shown = tuple(ShownText(document.text, names) for document in opened.documents)
        self.title = str(opened.state.settings.get("title") or folder.resolve().name)
        self._recut = opened.state.settings.get("passages", "event") == "event"
        self._changed = threading.Condition(threading.RLock())
        self._digests = {name: self._digest(name) for name in EDITABLE}
        self._looked: dict[str, Stamp] = {}
        self._notice = self._problem = ""
        self._notices = self._revision = 0
        self._renamed: dict[str, str] = {}
        """New ids of events, by the old ones, since the computation under way began."""
        self._ended = False
        self._decisions = _grouped(opened.decisions)
        self._result = self._computed(self._decisions, opened.passages)
        self._save_decisions(self._decisions)
        self._save_tables()
        self._thread = threading.Thread(target=self._work, name="draft", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish the computation under way and stop."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._thread.join()

    @property
    def version(self) -> str:
        """Identifies the decisions."""
        return version_of(self._decisions)

    def snapshot(self, wait: float = 0.0) -> Snapshot:
        """Return the draft; with `wait`, once it takes all decisions into account or the seconds have passed."""
        with self._changed:
            self._changed.wait_for(lambda: self._current or self._ended, wait)
            return Snapshot(
                self._result,
                self.version,
                self._current,
                bool(self._decisions),
                self._revision,
                self._notice,
                self._notices,
                self._problem,
            )

    def look(self) -> None:
        """Notice what other programs have changed in the folder since the last look."""
        with self._changed:
            stamps = {name: _stamp(self.folder / name) for name in EDITABLE}
            if stamps == self._looked:
                return
            self._looked = stamps
            try:
                self._take_edits()
            except StaleError:
                self._notify(STALE)
            except (TaegError, OSError) as error:
                self._problem = str(error)
            else:
                self._problem = ""

    def apply(self, version: str, operation: Operation | Undo) -> tuple[str, Place | None]:
        """Record an operation; raise StaleError if the decisions have changed.

        Returns the new version and, for an undo, the place of what was taken back. The decisions are on disk then.
        """
        with self._changed:
            if not isinstance(operation, OF_TEXT):
                self._changed.wait_for(lambda: self._current or self._ended, CURRENT_SECONDS)
            if version != self.version:
                raise StaleError(STALE)
            self._take_edits()
            kept, undone = self._decisions, None
            if isinstance(operation, Undo):
                undone = self._place(without_last(kept), kept)
                kept = without_last(kept)
            else:
                made = decisions(operation, Context(self._result, self.range_of, self._recut))
                group = 1 + max((row.group for row in kept), default=0)
                kept = (*kept, *(replace(row, group=group) for row in made))
            self._save_decisions(kept)
            return self.version, undone

    def range_of(self, place: Place) -> Range:
        """Translate a place on the page; raise InputError if it is outside the documents."""
        if not 0 <= place.document < len(self.shown):
            raise InputError("there is no such document; reload the page")
        shown = self.shown[place.document]
        start, end = shown.from_page(place.start), shown.from_page(place.end)
        if not 0 <= place.start <= place.end <= shown.length:
            raise InputError("there is no such passage; reload the page")
        return self._files[place.document], start, end

    def _place(self, kept: Sequence[DecisionRow], made: Sequence[DecisionRow]) -> Place | None:
        """The place on the page of the first decision that is not kept."""
        row = made[len(kept)]
        if row.file not in self._files:
            return None
        document = self._files.index(row.file)
        shown = self.shown[document]
        return Place(document, shown.to_page(row.start), shown.to_page(row.end))

    @property
    def _current(self) -> bool:
        return self._result.decisions == self._decisions

    def _computed(self, made: Sequence[DecisionRow], before: Sequence[files.PassageRow]) -> Result:
        return drafting.result(self._aligner, self._documents, self._files, tuple(made), before, self.names.text)

    def _work(self) -> None:
        """Compute the draft again whenever the decisions change."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._ended or not self._current)
                if self._current:
                    return
                made, before = self._decisions, self._result.passages
                self._renamed = {}
            found = self._computed(made, before)
            with self._changed:
                self._result = _with_ids(found, self._renamed)
                self._revision += 1
                if self._current:
                    self._save_tables()
                self._changed.notify_all()

    def _save_decisions(self, made: tuple[DecisionRow, ...]) -> None:
        """Write the decisions; nothing changes if that fails."""
        content = files.table_bytes(made, DecisionRow)
        _write(self.folder, {files.DECISIONS: content})
        self._decisions = made
        self._digests[files.DECISIONS] = _sha256(content)
        with self._changed:
            self._changed.notify_all()

    def _save_tables(self) -> None:
        """Write the tables of the current draft; a failure is shown, and the next write repeats it."""
        try:
            self._take_edits()
            if not self._current:
                return
            self._state = writing.write_tables(self.folder, self._result, self._state, self._state)
            for name in (files.ALIGNMENT, files.TIMELINE):
                self._digests[name] = self._digest(name)
            self._problem = ""
        except StaleError:
            self._notify(STALE)
        except (TaegError, OSError) as error:
            self._problem = f"{error} Your decisions are kept in {files.DECISIONS}."

    def _take_edits(self) -> None:
        """Notice files that another program changed: edited rows become decisions."""
        changed = [name for name in EDITABLE if self._digest(name) != self._digests[name]]
        if not changed:
            return
        problems = Problems()
        self._state = files.read_state(self.folder)  # another review of the folder may have written it
        if files.DECISIONS in changed:
            rows = [row for _, row in files.read_rows(self.folder / files.DECISIONS, DecisionRow, problems)]
            problems.settle()
            self._decisions = tuple(rows)
            self._digests[files.DECISIONS] = self._digest(files.DECISIONS)
            self._changed.notify_all()
            raise StaleError(STALE)
        found = edits.found(self.folder, self._state, problems)
        self._save_decisions(_grouped((*self._decisions, *found.decisions)))
        for name in changed:
            self._digests[name] = self._digest(name)
        if found.decisions:
            self._notify(EDITED.format(count=len(found.decisions)))
        if found.renamed:
            self._renamed |= found.renamed
            self._result = _with_ids(self._result, found.renamed)
            self._revision += 1
            self._save_tables()

    def _notify(self, notice: str) -> None:
        self._notice = notice
        self._notices += 1

    def _digest(self, name: str) -> str:
        path = self.folder / name
        return _sha256(path.read_bytes()) if path.is_file() else ""


def version_of(made: Sequence[DecisionRow]) -> str:
    """Identify decisions."""
    return _sha256(files.table_bytes(tuple(made), DecisionRow))[:16]


def without_last(made: tuple[DecisionRow, ...]) -> tuple[DecisionRow, ...]:
    """Return the decisions without those of the last operation."""
    if not made:
        raise InputError("there is nothing to undo")
    group = made[-1].group
    kept = len(made) - 1
    while group and kept and made[kept - 1].group == group:
        kept -= 1
    return made[:kept]


def _grouped(made: Sequence[DecisionRow]) -> tuple[DecisionRow, ...]:
    """Put the decisions at the end that have no group, which follow from edited tables, into one."""
    group = 1 + max((row.group for row in made), default=0)
    first = len(made)
    while first and not made[first - 1].group:
        first -= 1
    return (*made[:first], *(replace(row, group=group) for row in made[first:]))


def _with_ids(result: Result, renamed: Mapping[str, str]) -> Result:
    """Return a draft with the new ids of events that a person renamed."""
    events = tuple(replace(row, event=renamed.get(row.event, row.event)) for row in result.events)
    passages = tuple(replace(row, event=renamed.get(row.event, row.event)) for row in result.passages)
    return replace(result, events=events, passages=passages)


def _write(folder: Path, content: dict[str, bytes]) -> None:
    try:
        files.write(folder, content)
    except OSError as error:
        raise TaegError(f"cannot write into {str(folder)!r}: {error.strerror}; nothing was changed") from error


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
