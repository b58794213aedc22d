"""Writing the folder of a draft."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from ingest.drafts import description
from ingest.drafts import folder as files
from ingest.drafts.drafting import CACHE, Result
from ingest.drafts.folder import ContradictionRow, DecisionRow, EventRow, PassageRow, State
from ingest.drafts.raw import text_name
from taeg.base.errors import InputError


def write(folder: Path, result: Result, title: str, settings: Mapping[str, object]) -> None:
    """Write the folder of a draft; the originals are copied and never changed."""
    statements = result.draft.statements
    content: dict[str, bytes] = {}
    for document in result.documents:
        content[f"{files.ORIGINALS}/{document.stored}"] = document.path.read_bytes()
        kept = f"{files.DRAFTED}/{document.stored}" if document.own_text else text_name(document)
        content[kept] = document.text.encode()
    entries = [
        {
            "original": f"{files.ORIGINALS}/{document.stored}",
            "file": text_name(document),
            "source": document.source,
            "date": document.date,
            "title": document.title,
            "unit": document.unit,
            "sha256": files.digest(document.text),
        }
        for document in result.documents
    ]
    before = files.read_state(folder) if files.is_draft(folder) else None
    content |= {
        files.DECISIONS: files.table_bytes(result.decisions, DecisionRow),
        files.MANIFEST: description.content(folder, before, title, statements.language, entries),
    }
    write_tables(folder, result, State(settings, tuple(entries), {}), before, content)


def write_tables(
    folder: Path,
    result: Result,
    state: State,
    before: State | None,
    content: Mapping[str, bytes] = MappingProxyType({}),
) -> State:
    """Write alignment, timeline and state, with further files before them; return the state as written.

    The state is written first with the rows of both the old and the new tables, so that a process killed in between
    leaves no row that looks edited by a person.
    """
    state = replace(
        state,
        written=files.events_of(result.passages),
        timeline=files.described(result.events),
        previous=None if before is None else before.written,
        previous_timeline=() if before is None else before.timeline,
    )
    files.write(
        folder,
        {
            **content,
            files.STATE: state.encode(),
            files.CONTRADICTIONS: files.table_bytes(result.contradictions, ContradictionRow),
            files.TIMELINE: files.table_bytes(result.events, EventRow),
            files.ALIGNMENT: files.table_bytes(result.passages, PassageRow),
        },
    )
    state = replace(state, previous=None, previous_timeline=())
    files.write(folder, {files.STATE: state.encode()})
    return state


def check_target(folder: Path, *, onto: bool = True) -> None:
    """Raise InputError for a folder that holds something else than a draft; also for a draft unless `onto`."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{str(folder)!r} is a file; name a folder for the draft")
    if (
        folder.is_dir()
        and any(path.name != CACHE for path in folder.iterdir())
        and not (onto and files.is_draft(folder))
    ):
        finished = (folder / files.MANIFEST).is_file()
        what = (
            "is a corpus already; load it with: taeg ingest"
            if finished
            else "is not empty; name a new folder with --out"
        )
        raise InputError(f"{str(folder)!r} {what}")
