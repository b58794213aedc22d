"""Impossible rows in the table of a draft, which a person may have edited."""

from collections.abc import Sequence
from pathlib import Path

from ingest.drafts.folder import PassageRow
from ingest.files import leads_out
from taeg.base.errors import Problems, quoted
from taeg.model.corpus import DECIDED


def check(folder: Path, rows: Sequence[tuple[str, PassageRow]], problems: Problems) -> None:
    """Report rows that no draft can have."""
    there: dict[str, bool] = {}
    last: dict[str, tuple[int, str]] = {}
    for origin, row in sorted(rows, key=lambda found: (found[1].file, found[1].start)):
        if row.file not in there:
            there[row.file] = not leads_out(folder / row.file, folder) and (folder / row.file).is_file()
        end, earlier = last.get(row.file, (0, ""))
        if not there[row.file]:
            problems.fault(f"there is no text {quoted(row.file, 80)} in the folder", origin)
        elif row.start >= row.end:
            problems.fault(f"the passage goes from character {row.start} to {row.end}; correct start and end", origin)
        elif row.start < end:
            problems.fault(f"the passage overlaps the one of {earlier}; correct start and end", origin)
        elif row.decided not in DECIDED:
            problems.fault(f"decided is {quoted(row.decided, 40)}; write machine or person", origin)
        elif row.confidence > 1:
            problems.fault(f"confidence is {row.confidence}; write a number from 0 to 1", origin)
        last[row.file] = max(end, row.end), origin
