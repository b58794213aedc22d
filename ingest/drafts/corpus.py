"""The folder of a draft as a corpus: passages cut from the texts, events from the timeline."""

from pathlib import Path

from ingest import corrections_file, manifest
from ingest.drafts import folder as files
from ingest.drafts.folder import EventRow, PassageRow
from ingest.files import decode, leads_out, read_bytes
from ingest.request import Request
from taeg.base.errors import InputError, Problems, nearest, quoted
from taeg.model.arrange import Material, arrange
from taeg.model.corpus import Corpus, Correction, Event, Source, Version, check_id
from taeg.text import times


def read(request: Request) -> Corpus:
    """Read the corpus; passages without an event are left out with a remark."""
    folder, problems = request.path, request.problems
    found = manifest.of(folder, problems)
    problems.remarks.clear()  # that the manifest does not name the originals and texts
    events = {row.event: (origin, row) for origin, row in files.read_rows(folder / files.TIMELINE, EventRow, problems)}
    accounts, left_out = [], 0
    texts = Texts(folder)
    counts: dict[str, int] = {}
    ends: dict[str, tuple[int, str]] = {}
    for origin, row in files.read_rows(folder / files.ALIGNMENT, PassageRow, problems):
        with problems.gather():
            text = texts.passage(row, origin)
            last, earlier = ends.get(row.file, (0, ""))
            if row.start < last:
                raise InputError(f"the passage overlaps the one of {earlier}; correct start and end", origin)
            ends[row.file] = (row.end, origin)
            if not row.event:
                left_out += 1
                continue
            check_id("event", row.event, origin)
            if row.event not in events:
                hint = nearest(row.event, events) or "; add it there"
                raise InputError(f"event {quoted(row.event, 80)} is not in {files.TIMELINE}{hint}", origin)
            counts[row.source] = counts.get(row.source, 0) + 1
            accounts.append(
                Version(
                    row.passage,
                    row.event,
                    row.source,
                    text,
                    row.reference,
                    order_in_source=counts[row.source],
                    start=row.start,
                    end=row.end,
                    file=row.file,
                    confidence=row.confidence,
                    decided=row.decided,
                    origin=origin,
                )
            )
    if left_out:
        problems.remark(
            f"{left_out} passages belong to no event and are in no narrative", str(folder / files.ALIGNMENT)
        )
    if clocks := sum(times.is_clock(row.time) for _, row in events.values()):
        problems.remark(
            f"{clocks} times have no date; they are shown, but not compared. With a date, write 2024-05-03T14:30",
            str(folder / files.TIMELINE),
        )
    described = {source.id: source for source in found.sources}
    material = Material(
        name=request.name or found.name,
        sources=tuple(described.get(id, Source(id, "")) for id in dict.fromkeys(a.source for a in accounts)),
        events=tuple(_event(row, origin, problems) for origin, row in events.values()),
        accounts=tuple(accounts),
        language=request.language or found.language or "und",
        profile=request.profile,
        title=found.title,
        licence=found.licence,
        corrections=_corrections(found.corrections, problems),
    )
    problems.settle()
    return arrange(material, problems, part=request.part)


def _corrections(path: Path | None, problems: Problems) -> tuple[Correction, ...]:
    return corrections_file.read(path, problems) if path else ()


def _event(row: EventRow, origin: str, problems: Problems) -> Event:
    time = row.time
    if time and not times.is_clock(time):
        try:
            times.parse(time)
        except InputError:
            problems.remark(f"the time {quoted(time, 40)} is not used; write 2024-05-03T14:30", origin)
            time = ""
    return Event(row.event, row.title, location=row.place, time=time, position=str(row.order), origin=origin)


class Texts:
    """The texts of a draft, each read once and compared with the text that was drafted."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, str] = {}
        self._drafted = {document["file"]: document["sha256"] for document in files.read_state(folder).documents}

    def passage(self, row: PassageRow, origin: str) -> str:
        """Return the text of a passage."""
        if row.file not in self._known:
            self._known[row.file] = self._read(row.file, origin)
        text = self._known[row.file]
        if not row.start < row.end <= len(text):
            raise InputError(
                f"the passage goes from character {row.start} to {row.end}, and {quoted(row.file, 80)} has "
                f"{len(text):,}",
                origin,
            )
        return text[row.start : row.end]

    def _read(self, file: str, origin: str) -> str:
        path = self._folder / file
        if leads_out(path, self._folder):
            raise InputError(f"{quoted(file, 80)} is outside the folder of the draft", origin)
        text = decode(read_bytes(path), "utf-8", path)
        if self._drafted.get(file, "") not in ("", files.digest(text)):
            raise InputError(f"{quoted(file, 80)} has changed since the draft was made; run: taeg draft {self._folder}")
        return text
