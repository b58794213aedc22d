"""From raw documents to the rows of a draft: dividing, aligning, naming events.

A draft can be made again: what a person decided or edited in the folder is kept as far as the text is still there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.drafts import contradictions, known_events
from ingest.drafts import folder as files
from ingest.drafts.folder import MACHINE, PERSON, ContradictionRow, DecisionRow, EventRow, PassageRow
from ingest.drafts.line_numbers import blanked
from ingest.drafts.raw import RawDocument
from ingest.drafts.relocation import described
from ingest.request import slug
from taeg.align.aligner import Aligner
from taeg.align.answers import KINDS, Answers, Decision
from taeg.align.draft import Draft
from taeg.align.values import Document, KnownEvent, Span, Statements, Unit
from taeg.text.language import language as language_of
from taeg.text.vectors import CachedEncoder, Encoder

ID_LENGTH = 40
"""Characters of an event's id."""
OF_EVENTS = ("title", "time", "place")
"""Decisions about the event of a span, which do not change the alignment."""
OVERRULED = "a later decision contradicts it"
UNKNOWN = "its text is not in the documents"
CACHE = "vectors"


@dataclass(frozen=True)
class Result:
    """A draft with the rows of its tables."""

    draft: Draft
    documents: tuple[RawDocument, ...]
    passages: tuple[PassageRow, ...]
    events: tuple[EventRow, ...]
    decisions: tuple[DecisionRow, ...]
    contradictions: tuple[ContradictionRow, ...] = ()
    """What speaks against the order of the events."""
    lost: tuple[str, ...] = ()
    """Decisions that no longer fit, with the reason."""

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the sources."""
        return self.draft.statements.sources


def split(documents: Sequence[RawDocument], language: str, chronology: Sequence[KnownEvent] = ()) -> Statements:
    """Divide documents into sentences; `chronology` are the events, if they are known in their order."""
    events = known_events.of_documents(documents, chronology)
    sources = sorted({document.source for document in documents})
    units = []
    for number, document in enumerate(documents):
        source, text = sources.index(document.source), blanked(document.text)
        for index, paragraph in enumerate(document.paragraphs):
            minutes = None if paragraph.seconds is None else paragraph.seconds / 60
            for start, end in _sentences(text, paragraph.start, paragraph.end, language):
                units.append(Unit(source, number, start, end, index, text[start:end], minutes))
    held = [Document(sources.index(document.source), document.path.name, document.date) for document in documents]
    statements = replace(Statements.arranged(sources, held, units, language), events=events, ordered=bool(chronology))
    if not any(paragraph.event for document in documents for paragraph in document.paragraphs):
        return statements
    place = {event.id: i for i, event in enumerate(events)}
    named = (documents[unit.document].paragraphs[unit.paragraph].event for unit in statements.units)
    return replace(statements, membership=tuple(place.get(event, -1) for event in named))


def _sentences(text: str, start: int, end: int, language: str) -> Iterable[tuple[int, int]]:
    position = start
    for found in language_of(language).sentences(text[start:end]):
        if not (sentence := found.strip()):
            continue
        at = text.index(sentence, position)
        position = at + len(sentence)
        yield at, position


def result(
    aligner: Aligner,
    documents: Sequence[RawDocument],
    names: Sequence[str],
    decisions: Sequence[DecisionRow],
    before: Sequence[PassageRow] = (),
    rename: Callable[[str], str] = str,
) -> Result:
    """Return the draft that respects the decisions, as rows; `rename` replaces names in titles and places."""
    answers, used, gone = bound(decisions, names)
    draft = aligner.draft(answers)
    named = (replace(event, title=rename(event.title), place=rename(event.place)) for event in draft.events)
    draft = replace(draft, events=tuple(named))
    lost = _lost(gone, [used[i] for i in draft.overruled], [used[i] for i in draft.unknown], documents, names)
    ids = event_ids(draft, names, before)
    passages = []
    numbers: Counter[str] = Counter()
    for passage in draft.passages:
        document = documents[passage.document]
        numbers[document.source] += 1
        passages.append(
            PassageRow(
                f"{document.source}:{numbers[document.source]}",
                document.source,
                names[passage.document],
                passage.start,
                passage.end,
                document.cite(passage.start, passage.end),
                ids[passage.event] if passage.event >= 0 else "",
                round(passage.confidence, files.NUMBER_DECIMALS),
                PERSON if passage.decided else MACHINE,
            )
        )
    events = [
        EventRow(id, order, event.title, event.time, event.place, round(event.order_confidence, files.NUMBER_DECIMALS))
        for order, (id, event) in enumerate(zip(ids, draft.events, strict=True), 1)
    ]
    events = _with_values(events, passages, decisions)
    against = contradictions.rows(draft, documents, events, rename)
    return Result(
        draft, tuple(documents), tuple(passages), tuple(events), tuple(decisions), against, tuple(map(rename, lost))
    )


def bound(
    decisions: Sequence[DecisionRow], names: Sequence[str]
) -> tuple[Answers, list[DecisionRow], list[tuple[DecisionRow, str]]]:
    """Return the decisions about the alignment as answers, their rows, and those that cannot be used, and why."""
    number = {name: i for i, name in enumerate(names)}
    found: list[Decision] = []
    used: list[DecisionRow] = []
    lost: list[tuple[DecisionRow, str]] = []
    for row in decisions:
        if row.kind in OF_EVENTS:
            continue
        missing = next((file for file in (row.file, row.other_file) if file and file not in number), "")
        if missing or row.kind not in KINDS:
            lost.append((row, f"there is no document {missing!r}" if missing else "its kind is unknown"))
            continue
        other = Span(number[row.other_file], row.other_start, row.other_end) if row.other_file else None
        try:
            found.append(Decision(row.kind, Span(number[row.file], row.start, row.end), other))
        except ValueError as error:
            lost.append((row, str(error)))
            continue
        used.append(row)
    return Answers(tuple(found)), used, lost


def _lost(
    gone: Sequence[tuple[DecisionRow, str]],
    overruled: Sequence[DecisionRow],
    unknown: Sequence[DecisionRow],
    documents: Sequence[RawDocument],
    names: Sequence[str],
) -> list[str]:
    """Describe the decisions that no longer fit, with the reason."""
    texts = {name: document.text for name, document in zip(names, documents, strict=True)}
    why = [*gone, *((row, OVERRULED) for row in overruled), *((row, UNKNOWN) for row in unknown)]
    return [described(row, reason, lambda file: texts.get(file, "")) for row, reason in why]


def _with_values(
    events: list[EventRow], passages: Sequence[PassageRow], decisions: Sequence[DecisionRow]
) -> list[EventRow]:
    """Set the titles, times and places that a person gave."""
    at = {event.event: i for i, event in enumerate(events)}
    for row in decisions:
        if row.kind not in OF_EVENTS:
            continue
        inside = (p for p in passages if p.file == row.file and p.start <= row.start < p.end and p.event)
        if passage := next(inside, None):
            number = at[passage.event]
            events[number] = _changed(events[number], row.kind, row.value)
    return events


def _changed(event: EventRow, field: str, value: str) -> EventRow:
    match field:
        case "title":
            return replace(event, title=value)
        case "time":
            return replace(event, time=value)
    return replace(event, place=value)


def event_ids(draft: Draft, names: Sequence[str], before: Sequence[PassageRow]) -> list[str]:
    """Name the events: an event keeps the id of the earlier draft with which it shares most text."""
    shared: Counter[tuple[int, str]] = Counter()
    earlier: dict[str, list[PassageRow]] = {}
    for row in before:
        if row.event:
            earlier.setdefault(row.file, []).append(row)
    for number, event in enumerate(draft.events):
        for index in event.passages:
            passage = draft.passages[index]
            for row in earlier.get(names[passage.document], ()):
                common = min(passage.end, row.end) - max(passage.start, row.start)
                if common > 0:
                    shared[number, row.event] += common
    kept = {number: event.id for number, event in enumerate(draft.events) if event.id}
    for (number, id), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if number not in kept and id not in kept.values():
            kept[number] = id
    ids: list[str] = []
    taken = set(kept.values())
    for number, event in enumerate(draft.events):
        id = kept.get(number) or _new_id(event.title, taken)
        taken.add(id)
        ids.append(id)
    return ids


def _new_id(title: str, taken: set[str]) -> str:
    words = slug(title).split("-")
    while len("-".join(words)) > ID_LENGTH and len(words) > 1:
        words.pop()
    base = "-".join(words)[:ID_LENGTH]
    number, id = 1, base
    while id in taken:
        number += 1
        id = f"{base}-{number}"
    return id


def cached(encoder: Encoder | None, folder: Path) -> Encoder | None:
    """Keep the vectors of a draft in its folder."""
    return CachedEncoder(encoder, folder / CACHE) if encoder else None
