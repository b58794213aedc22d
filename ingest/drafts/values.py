"""A draft in Python: its tables as DataFrames, and its review by a function."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from ingest.drafts import drafting, request
from ingest.drafts.drafting import Result
from ingest.drafts.folder import ContradictionRow, DecisionRow, EventRow, PassageRow
from ingest.drafts.raw import text_name
from ingest.drafts.request import Made, Request
from taeg.align.answers import Answers
from taeg.align.review import Reviewer
from taeg.align.review import review as answers_of
from taeg.align.values import Passages
from taeg.base.errors import InputError, Problems
from taeg.base.progress import SILENT, Progress

if TYPE_CHECKING:
    import pandas as pd


class Options(TypedDict, total=False):
    """The options of `taeg draft`."""

    passages: Passages
    grain: float
    language: str
    model: str
    title: str
    timeline: Path
    add: Sequence[Path]


@dataclass(frozen=True)
class CorpusDraft:
    """A draft of a corpus."""

    made: Made
    remarks: tuple[str, ...] = ()

    @property
    def result(self) -> Result:
        """All values: `result.draft` is the alignment with its candidates."""
        return self.made.result

    @property
    def passages(self) -> "pd.DataFrame":
        """One row for each passage, as in `alignment.csv`, with its text."""
        texts = {text_name(document): document.text for document in self.result.documents}
        found = _frame(self.result.passages, PassageRow)
        return found.assign(text=[texts[row.file][row.start : row.end] for row in self.result.passages])

    @property
    def timeline(self) -> "pd.DataFrame":
        """One row for each event, as in `timeline.csv`."""
        return _frame(self.result.events, EventRow)

    @property
    def contradictions(self) -> "pd.DataFrame":
        """What speaks against the order, as in `contradictions.csv`."""
        return _frame(self.result.contradictions, ContradictionRow)

    @property
    def decisions(self) -> "pd.DataFrame":
        """The answers of a person, as in `decisions.csv`."""
        return _frame(self.result.decisions, DecisionRow)

    def reviewed(self, reviewer: Reviewer) -> "CorpusDraft":
        """Return the draft after a review: the function answers cards until it returns None or all is settled."""
        made, names = self.made, [text_name(document) for document in self.result.documents]
        before, _, _ = drafting.bound(made.result.decisions, names)
        answers = answers_of(made.aligner.draft, reviewer, before)
        decisions = (*made.result.decisions, *_rows(answers, len(before.decisions), names))
        found = drafting.result(made.aligner, made.documents, names, decisions, made.result.passages)
        return replace(self, made=replace(made, result=found))

    def write(self, folder: "str | Path") -> Path:
        """Write the folder of the draft, which can be ingested and reviewed."""
        return request.write(self.made, Path(folder))


def draft(
    paths: "str | Path | Iterable[str | Path]",
    out: "str | Path | None" = None,
    *,
    sources: Mapping[str, Sequence[str]] | None = None,
    reviewer: Reviewer | None = None,
    progress: Progress = SILENT,
    **options: Unpack[Options],
) -> CorpusDraft:
    """Draft a corpus from raw documents; nothing is written without `out`.

    `sources` has the file names of sources with several files. `reviewer` answers the cards of a review.
    """
    problems = Problems()
    listed = [paths] if isinstance(paths, str | Path) else list(paths)
    if not listed:
        raise InputError("give at least one path")
    named = [f"{name}={','.join(files)}" for name, files in (sources or {}).items()]
    folder = Path(out) if out is not None else None
    wanted = Request([Path(path) for path in listed], folder, sources=named, **options)
    found = CorpusDraft(request.make(wanted, problems, progress), tuple(problems.remarks))
    if reviewer is not None:
        found = found.reviewed(reviewer)
    if folder is not None:
        found.write(folder)
    return found


def _rows(answers: Answers, first: int, names: Sequence[str]) -> list[DecisionRow]:
    rows = []
    for decision in answers.decisions[first:]:
        one, other = decision.span, decision.other
        row = DecisionRow(decision.kind, names[one.document], one.start, one.end)
        if other is not None:
            row = replace(row, other_file=names[other.document], other_start=other.start, other_end=other.end)
        rows.append(row)
    return rows


def _frame(
    rows: Sequence[PassageRow] | Sequence[EventRow] | Sequence[DecisionRow] | Sequence[ContradictionRow],
    kind: type[PassageRow] | type[EventRow] | type[DecisionRow] | type[ContradictionRow],
) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame([astuple(row) for row in rows], columns=[field.name for field in fields(kind)])
