"""The corpus as TEI P5: every event is an apparatus entry, the selected version its lemma, the others its readings.

A sentence that is inserted in a version has an entry within the lemma, where the version itself has an empty reading.
Sentences after the version are notes. So are contested facts (`taeg.export.tei_contested`).

Readings are verbatim; `@wit` names the source and `witDetail` the citation. Ids in a corpus may be any text, so
elements are numbered (`w1`, `e1`, `v1`) and have the id in `@n`. No DTD and no entities are written.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from lxml import etree

from taeg.consolidate.narrative import Passage
from taeg.consolidate.spans import CONTESTED, INLINE, NOTES
from taeg.export.book import Book, Sentence
from taeg.export.notes import HEARSAY
from taeg.export.tei_contested import Found, has_hearsay, is_decided, write_contested
from taeg.export.tei_dates import dating
from taeg.export.tei_elements import NAMESPACE, XML, Element, add, append, last_child, pointer
from taeg.model.corpus import Event, Source, Version

EDITOR, PROGRAM = "editor", "program"
"""xml:ids of those responsible for parts of the file."""

_LANGUAGE = re.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_VERSION = re.compile(r"[0-9]+[a-z]*[0-9]*(\.[0-9]+[a-z]*[0-9]*){0,3}")
_ON_LINES = frozenset(
    (
        *("TEI", "teiHeader", "fileDesc", "titleStmt", "respStmt", "publicationStmt", "availability", "notesStmt"),
        *("sourceDesc", "listWit", "encodingDesc", "projectDesc", "editorialDecl", "correction", "appInfo"),
        *("application", "profileDesc", "creation", "langUsage", "text", "body", "div", "ab", "app", "cit", "list"),
    )
)
"""Elements without text of their own, whose children are written on separate lines."""


def export(book: Book) -> bytes:
    """Export as a TEI document in UTF-8."""
    names = _Names.of(book)
    root = etree.Element(f"{{{NAMESPACE}}}TEI", nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # missing in the stubs
    root.set(f"{XML}lang", names.language)
    _header(root, book, names)
    body = add(add(root, "text", {"xml:lang": names.language}), "body")
    numbers = count(1)
    selected = [
        _Selected(passage, [(next(numbers), sentence) for sentence in sentences])
        for passage, sentences in zip(book.main.passages, book.main.split, strict=True)
    ]
    lemmas: dict[str, list[_Selected]] = {}
    if book.selects_versions:
        for found in selected:
            lemmas.setdefault(found.passage.event, []).append(found)
    else:
        _narrative(body, book.main.run.id, selected, names)
    contested = Found(book, names.witness, names.version)
    for event, versions in book.timeline_entries:
        part = _event(body, book, names, event, versions, lemmas.get(event.id, []))
        write_contested(part, contested, event)
    _put_on_lines(root, "\n")
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


@dataclass(frozen=True, slots=True)
class _Names:
    """The xml:ids of witnesses and versions by their ids in the corpus."""

    witness: Mapping[str, str]
    version: Mapping[str, str]
    language: str

    @classmethod
    def of(cls, book: Book) -> "_Names":
        code = book.language.replace("_", "-")
        return cls(
            {source.id: f"w{i}" for i, source in enumerate(book.sources, start=1)},
            {version.id: f"v{i}" for i, version in enumerate(book.versions, start=1)},
            code if _LANGUAGE.fullmatch(code) else "und",
        )


@dataclass(frozen=True, slots=True)
class _Selected:
    """A passage of the narrative with its numbered sentences."""

    passage: Passage
    sentences: Sequence[tuple[int, Sentence]]


def _header(root: Element, book: Book, names: _Names) -> None:
    header = add(root, "teiHeader", {"xml:lang": "en"})
    file = add(header, "fileDesc")
    titles = add(file, "titleStmt")
    add(titles, "title", {"xml:lang": names.language}, book.name)
    edited = is_decided(book) or book.corrections or any(event.edits or event.choice for event in book.events)
    edited = edited or any(version.excluded for version in book.versions)
    for key, duty, who in (
        (PROGRAM, "selected and ordered the narrative", book.program),
        (EDITOR, "made the corrections marked with @resp", "the editor"),
    ):
        if key == PROGRAM or edited:
            statement = add(titles, "respStmt", {"xml:id": key})
            add(statement, "resp", text=duty)
            add(statement, "name", text=who)
    publication = add(file, "publicationStmt")
    add(publication, "authority", text=f"made with {book.program}")
    add(publication, "idno", {"type": "corpus"}, book.corpus)
    if book.licence:
        add(add(publication, "availability"), "licence", text=book.licence)
    else:
        add(add(publication, "availability", {"status": "unknown"}), "p", text="No licence is stated.")
    remarks = [("corpus", note) for note in book.notes] + [("contradiction", note) for note in book.contradictions]
    if remarks:
        notes = add(file, "notesStmt")
        for kind, note in remarks:
            add(notes, "note", {"type": kind}, note)
    witnesses = add(add(file, "sourceDesc"), "listWit", {"xml:lang": names.language})
    for source in book.sources:
        _witness(witnesses, names.witness[source.id], source)
    _encoding(header, book)
    profile = add(header, "profileDesc")
    _date(add(profile, "creation"), book.main.run.created)
    add(add(profile, "langUsage"), "language", {"ident": names.language}, names.language)


def _witness(parent: Element, key: str, source: Source) -> None:
    entry = add(add(parent, "witness", {"xml:id": key, "n": source.id}), "bibl")
    add(entry, "title", text=source.title or source.id)
    if source.author:
        append(entry, ", ")
        add(entry, "author", text=source.author)
    if source.date:
        append(entry, ", ")
        _date(entry, source.date)


def _encoding(header: Element, book: Book) -> None:
    encoding = add(header, "encodingDesc")
    project = add(encoding, "projectDesc")
    run = book.main.run
    parameters = ", ".join(f"{name} {value}" for name, value in sorted(run.parameters.items()))
    for line in (
        "Several accounts of the same events and a narrative made from them, every sentence with its source.",
        f"Corpus {book.corpus}, digest {book.digest}, profile {book.profile}.",
        f"Run {run.id}, strategy {run.strategy}{f' ({parameters})' if parameters else ''}; made by: {run.signature}.",
        f"Order of events: {book.timeline}.",
    ):
        add(project, "p", text=line)
    editorial = add(encoding, "editorialDecl")
    add(
        editorial,
        "p",
        text="All accounts are included verbatim: the selected one as the lemma of its event's apparatus entry, the "
        "others as readings. Accounts of type excluded were excluded by the editor; accounts of subtype earlier were "
        "superseded by a later account of their source. Characters that XML cannot represent are U+FFFD.",
    )
    for title, corrections in (
        ("Corrections by the editor, in the order in which they were applied:", book.corrections),
        ("Corrections that could not be applied:", book.misfits),
    ):
        if corrections:
            entry = add(editorial, "correction", {"method": "markup", "resp": f"#{EDITOR}"})
            add(entry, "p", text=title)
            for number, words in enumerate(corrections, start=1):
                add(entry, "p", {"n": str(number)}, words)
    if any(book.main.hearsay) or has_hearsay(book):
        marks = add(add(encoding, "classDecl"), "taxonomy")
        category = add(marks, "category", {"xml:id": HEARSAY})
        add(category, "catDesc", text="a sentence whose speaker has it from others")
    programs = add(encoding, "appInfo")
    name, _, version = book.program.partition(" ")
    numbered = _VERSION.match(version)
    application = add(programs, "application", {"ident": name, "version": numbered[0] if numbered else "0"})
    add(application, "label", text=book.program)
    add(encoding, "variantEncoding", {"method": "parallel-segmentation", "location": "internal"})


def _narrative(body: Element, run: str, selected: Sequence[_Selected], names: _Names) -> None:
    """A narrative that is not a selection of whole versions, before the events with their accounts."""
    part = add(body, "div", {"type": "narrative", "n": run})
    add(part, "head", {"xml:lang": "en"}, "Narrative")
    if not selected:
        add(add(part, "ab"), "gap", {"reason": "nothing-quoted"})
    for found in selected:
        passage = found.passage
        entry = add(part, "cit")
        source = pointer(names.witness.get(passage.source, ""))
        version = pointer(names.version.get(passage.version, ""))
        quote = add(entry, "quote", {"source": source, "corresp": version})
        _sentences(quote, passage.text, found, source)
        add(entry, "bibl", {"corresp": source, "n": passage.version}, passage.attribution)


def _event(
    body: Element, book: Book, names: _Names, event: Event, versions: Sequence[Version], selected: Sequence[_Selected]
) -> Element:
    """Write an event with its apparatus entry, given the passages that the narrative selects for it; return it."""
    part = add(body, "div", {"type": "event", "xml:id": f"e{book.numbers[event.id]}", "n": event.id})
    add(part, "head", text=event.title or event.id)
    _dateline(part, event)
    for edit in event.edits:
        add(part, "note", {"type": "edit", "resp": f"#{EDITOR}", "xml:lang": "en"}, edit)
    block = add(part, "ab")
    if selected and not selected[0].passage.version:
        title = add(block, "seg", {"type": "title-only", "resp": f"#{PROGRAM}"})
        _sentences(title, selected[0].passage.text, selected[0], f"#{PROGRAM}")
    if not versions:
        add(block, "gap", {"reason": "no-account"})
        return part
    entry = add(block, "app", {"n": event.id})
    lemma = selected[0].passage.version if selected else ""
    # the schema requires the lemma first
    for version in sorted(versions, key=lambda version: version.id != lemma):
        chosen_by_editor = version.id == lemma == event.choice
        _reading(entry, book, names, version, selected if version.id == lemma else (), chosen_by_editor)
    for found in selected:
        if found.passage.role in NOTES:
            kind = "contested" if found.passage.role == CONTESTED else "addition"
            _passage(add(block, "note", {"type": kind}), found, names)
    return part


def _reading(
    entry: Element,
    book: Book,
    names: _Names,
    version: Version,
    selected: Sequence[_Selected],
    chosen_by_editor: bool,
) -> None:
    """Write a version, as the lemma if it is selected, with what is inserted in it."""
    key, witness = names.version[version.id], pointer(names.witness[version.source])
    latest = book.latest[int(key[1:]) - 1]
    reading = add(
        entry,
        "lem" if selected else "rdg",
        {
            "xml:id": key,
            "n": version.id,
            "wit": witness,
            "type": "excluded" if version.excluded else "",
            "subtype": "" if latest else "earlier",
            "resp": f"#{EDITOR}" if version.excluded or chosen_by_editor else "",
        },
    )
    for found in selected:
        if found.passage.role == INLINE:
            inserted = add(reading, "app", {"type": "inserted"})
            _passage(add(inserted, "lem", {"wit": pointer(names.witness[found.passage.source])}), found, names)
            add(inserted, "rdg", {"wit": witness})
        elif found.passage.role not in NOTES:
            _sentences(reading, found.passage.text, found, witness)
    if not selected:
        append(reading, version.text)
    for gap in version.gaps or ([""] if not version.text else []):
        missing = add(reading, "gap", {"reason": "not-read"})
        if gap:
            add(missing, "desc", text=gap)
    detail = add(entry, "witDetail", {"wit": witness, "target": f"#{key}", "xml:lang": "en"})
    append(detail, book.source_of(version).title or version.source)
    if version.citation:
        append(detail, ", ")
        add(detail, "ref", text=version.citation)
    if time := book.time_of(version):
        append(detail, ", ")
        _date(detail, time)
    if version.told_of:
        moved = {"type": "moved", "target": f"#{key}", "resp": f"#{EDITOR}", "xml:lang": "en"}
        add(entry, "note", moved, f"in the data an account of event {version.told_of}")


def _passage(element: Element, found: _Selected, names: _Names) -> None:
    """Write a passage with its source and its version."""
    source = pointer(names.witness[found.passage.source])
    element.set("source", source)
    element.set("corresp", pointer(names.version[found.passage.version]))
    _sentences(element, found.passage.text, found, source)


def _sentences(parent: Element, text: str, selected: _Selected, source: str) -> None:
    """Write a text with its sentences marked and numbered."""
    at = 0
    for number, sentence in selected.sentences:
        append(parent, sentence.gap)
        ana = pointer(HEARSAY) if sentence.is_hearsay else ""
        add(parent, "s", {"n": str(number), "source": source, "ana": ana}, sentence.text)
        at += len(sentence.gap) + len(sentence.text)
    append(parent, text[at:])


def _dateline(part: Element, event: Event) -> None:
    if not (event.day or event.time or event.location):
        return
    line = add(part, "dateline")
    if event.day:
        add(line, "seg", {"type": "day"}, event.day)
    if event.time:
        append(line, ", " if event.day else "")
        _date(line, event.time)
    if event.location:
        append(line, ", " if event.day or event.time else "")
        add(line, "placeName", text=event.location)


def _date(parent: Element, time: str) -> None:
    add(parent, "date", dating(time), time)


def _put_on_lines(element: Element, line: str) -> None:
    """Indent elements that contain no text."""
    last = last_child(element)
    if etree.QName(element).localname not in _ON_LINES or last is None or (element.text or "").strip():
        return
    element.text = f"{line}  "
    for child in element:
        child.tail = f"{line}  "
        _put_on_lines(child, f"{line}  ")
    last.tail = line
