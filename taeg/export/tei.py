"""The corpus as TEI P5: every event is an apparatus entry, the selected version its lemma, the others its readings.

A sentence that is inserted in a version has an entry within the lemma, where the version itself has an empty reading.
Sentences after the version are notes.

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
from taeg.export.notes import HEARSAY, xml_text
from taeg.export.tei_dates import dating
from taeg.model.corpus import Event, Source, Version

NAMESPACE = "http://www.tei-c.org/ns/1.0"
EDITOR, PROGRAM = "editor", "program"
"""xml:ids of those responsible for parts of the file."""

_XML = "{http://www.w3.org/XML/1998/namespace}"
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

_E = etree._Element


def export(book: Book) -> bytes:
    """Export as a TEI document in UTF-8."""
    names = _Names.of(book)
    root = etree.Element(f"{{{NAMESPACE}}}TEI", nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # missing in the stubs
    root.set(f"{_XML}lang", names.language)
    _header(root, book, names)
    body = _add(_add(root, "text", {"xml:lang": names.language}), "body")
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
    for event, versions in book.timeline_entries:
        _event(body, book, names, event, versions, lemmas.get(event.id, []))
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


def _add(parent: _E, tag: str, attributes: Mapping[str, str] | None = None, text: str = "") -> _E:
    """Add a child element; empty attributes are omitted."""
    child = etree.SubElement(parent, f"{{{NAMESPACE}}}{tag}")
    for name, value in (attributes or {}).items():
        if value:
            child.set(name.replace("xml:", _XML), xml_text(value))
    if text:
        child.text = xml_text(text)
    return child


def _append(parent: _E, text: str) -> None:
    """Append text to the content of an element."""
    last = _last(parent)
    if last is None:
        parent.text = (parent.text or "") + xml_text(text)
    else:
        last.tail = (last.tail or "") + xml_text(text)


def _last(parent: _E) -> _E | None:
    """The last child; `parent[-1]` counts all children."""
    return next(parent.iterchildren(reversed=True), None)


def _header(root: _E, book: Book, names: _Names) -> None:
    header = _add(root, "teiHeader", {"xml:lang": "en"})
    file = _add(header, "fileDesc")
    titles = _add(file, "titleStmt")
    _add(titles, "title", {"xml:lang": names.language}, book.name)
    edited = bool(book.corrections) or any(event.edits or event.choice for event in book.events)
    for key, duty, who in (
        (PROGRAM, "selected and ordered the narrative", book.program),
        (EDITOR, "made the corrections marked with @resp", "the editor"),
    ):
        if key == PROGRAM or edited:
            statement = _add(titles, "respStmt", {"xml:id": key})
            _add(statement, "resp", text=duty)
            _add(statement, "name", text=who)
    publication = _add(file, "publicationStmt")
    _add(publication, "authority", text=f"made with {book.program}")
    _add(publication, "idno", {"type": "corpus"}, book.corpus)
    if book.licence:
        _add(_add(publication, "availability"), "licence", text=book.licence)
    else:
        _add(_add(publication, "availability", {"status": "unknown"}), "p", text="No licence is stated.")
    remarks = [("corpus", note) for note in book.notes] + [("contradiction", note) for note in book.contradictions]
    if remarks:
        notes = _add(file, "notesStmt")
        for kind, note in remarks:
            _add(notes, "note", {"type": kind}, note)
    witnesses = _add(_add(file, "sourceDesc"), "listWit", {"xml:lang": names.language})
    for source in book.sources:
        _witness(witnesses, names.witness[source.id], source)
    _encoding(header, book)
    profile = _add(header, "profileDesc")
    _date(_add(profile, "creation"), book.main.run.created)
    _add(_add(profile, "langUsage"), "language", {"ident": names.language}, names.language)


def _witness(parent: _E, key: str, source: Source) -> None:
    entry = _add(_add(parent, "witness", {"xml:id": key, "n": source.id}), "bibl")
    _add(entry, "title", text=source.title or source.id)
    if source.author:
        _append(entry, ", ")
        _add(entry, "author", text=source.author)
    if source.date:
        _append(entry, ", ")
        _date(entry, source.date)


def _encoding(header: _E, book: Book) -> None:
    encoding = _add(header, "encodingDesc")
    project = _add(encoding, "projectDesc")
    run = book.main.run
    parameters = ", ".join(f"{name} {value}" for name, value in sorted(run.parameters.items()))
    for line in (
        "Several accounts of the same events and a narrative made from them, every sentence with its source.",
        f"Corpus {book.corpus}, digest {book.digest}, profile {book.profile}.",
        f"Run {run.id}, strategy {run.strategy}{f' ({parameters})' if parameters else ''}; made by: {run.signature}.",
        f"Order of events: {book.timeline}.",
    ):
        _add(project, "p", text=line)
    editorial = _add(encoding, "editorialDecl")
    _add(
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
            entry = _add(editorial, "correction", {"method": "markup", "resp": f"#{EDITOR}"})
            _add(entry, "p", text=title)
            for number, words in enumerate(corrections, start=1):
                _add(entry, "p", {"n": str(number)}, words)
    if any(book.main.hearsay):
        marks = _add(_add(encoding, "classDecl"), "taxonomy")
        category = _add(marks, "category", {"xml:id": HEARSAY})
        _add(category, "catDesc", text="a sentence whose speaker has it from others")
    programs = _add(encoding, "appInfo")
    name, _, version = book.program.partition(" ")
    numbered = _VERSION.match(version)
    application = _add(programs, "application", {"ident": name, "version": numbered[0] if numbered else "0"})
    _add(application, "label", text=book.program)
    _add(encoding, "variantEncoding", {"method": "parallel-segmentation", "location": "internal"})


def _narrative(body: _E, run: str, selected: Sequence[_Selected], names: _Names) -> None:
    """A narrative that is not a selection of whole versions, before the events with their accounts."""
    part = _add(body, "div", {"type": "narrative", "n": run})
    _add(part, "head", {"xml:lang": "en"}, "Narrative")
    if not selected:
        _add(_add(part, "ab"), "gap", {"reason": "nothing-quoted"})
    for found in selected:
        passage = found.passage
        entry = _add(part, "cit")
        source = _pointer(names.witness.get(passage.source, ""))
        version = _pointer(names.version.get(passage.version, ""))
        quote = _add(entry, "quote", {"source": source, "corresp": version})
        _sentences(quote, passage.text, found, source)
        _add(entry, "bibl", {"corresp": source, "n": passage.version}, passage.attribution)


def _event(
    body: _E, book: Book, names: _Names, event: Event, versions: Sequence[Version], selected: Sequence[_Selected]
) -> None:
    """Write an event with its apparatus entry, given the passages that the narrative selects for it."""
    part = _add(body, "div", {"type": "event", "xml:id": f"e{book.numbers[event.id]}", "n": event.id})
    _add(part, "head", text=event.title or event.id)
    _dateline(part, event)
    for edit in event.edits:
        _add(part, "note", {"type": "edit", "resp": f"#{EDITOR}", "xml:lang": "en"}, edit)
    block = _add(part, "ab")
    if selected and not selected[0].passage.version:
        title = _add(block, "seg", {"type": "title-only", "resp": f"#{PROGRAM}"})
        _sentences(title, selected[0].passage.text, selected[0], f"#{PROGRAM}")
    if not versions:
        _add(block, "gap", {"reason": "no-account"})
        return
    entry = _add(block, "app", {"n": event.id})
    lemma = selected[0].passage.version if selected else ""
    # the schema requires the lemma first
    for version in sorted(versions, key=lambda version: version.id != lemma):
        chosen_by_editor = version.id == lemma == event.choice
        _reading(entry, book, names, version, selected if version.id == lemma else (), chosen_by_editor)
    for found in selected:
        if found.passage.role in NOTES:
            _passage(
                _add(block, "note", {"type": "contested" if found.passage.role == CONTESTED else "addition"}),
                found,
                names,
            )


def _reading(
    entry: _E,
    book: Book,
    names: _Names,
    version: Version,
    selected: Sequence[_Selected],
    chosen_by_editor: bool,
) -> None:
    """Write a version, as the lemma if it is selected, with what is inserted in it."""
    key, witness = names.version[version.id], _pointer(names.witness[version.source])
    latest = book.latest[int(key[1:]) - 1]
    reading = _add(
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
            inserted = _add(reading, "app", {"type": "inserted"})
            _passage(_add(inserted, "lem", {"wit": _pointer(names.witness[found.passage.source])}), found, names)
            _add(inserted, "rdg", {"wit": witness})
        elif found.passage.role not in NOTES:
            _sentences(reading, found.passage.text, found, witness)
    if not selected:
        _append(reading, version.text)
    for gap in version.gaps or ([""] if not version.text else []):
        missing = _add(reading, "gap", {"reason": "not-read"})
        if gap:
            _add(missing, "desc", text=gap)
    detail = _add(entry, "witDetail", {"wit": witness, "target": f"#{key}", "xml:lang": "en"})
    _append(detail, book.source_of(version).title or version.source)
    if version.citation:
        _append(detail, ", ")
        _add(detail, "ref", text=version.citation)
    if time := book.time_of(version):
        _append(detail, ", ")
        _date(detail, time)
    if version.told_of:
        moved = {"type": "moved", "target": f"#{key}", "resp": f"#{EDITOR}", "xml:lang": "en"}
        _add(entry, "note", moved, f"in the data an account of event {version.told_of}")


def _passage(element: _E, found: _Selected, names: _Names) -> None:
    """Write a passage with its source and its version."""
    source = _pointer(names.witness[found.passage.source])
    element.set("source", source)
    element.set("corresp", _pointer(names.version[found.passage.version]))
    _sentences(element, found.passage.text, found, source)


def _sentences(parent: _E, text: str, selected: _Selected, source: str) -> None:
    """Write a text with its sentences marked and numbered."""
    at = 0
    for number, sentence in selected.sentences:
        _append(parent, sentence.gap)
        ana = _pointer(HEARSAY) if sentence.is_hearsay else ""
        _add(parent, "s", {"n": str(number), "source": source, "ana": ana}, sentence.text)
        at += len(sentence.gap) + len(sentence.text)
    _append(parent, text[at:])


def _dateline(part: _E, event: Event) -> None:
    if not (event.day or event.time or event.location):
        return
    line = _add(part, "dateline")
    if event.day:
        _add(line, "seg", {"type": "day"}, event.day)
    if event.time:
        _append(line, ", " if event.day else "")
        _date(line, event.time)
    if event.location:
        _append(line, ", " if event.day or event.time else "")
        _add(line, "placeName", text=event.location)


def _date(parent: _E, time: str) -> None:
    _add(parent, "date", dating(time), time)


def _pointer(key: str) -> str:
    return f"#{key}" if key else ""


def _put_on_lines(element: _E, line: str) -> None:
    """Indent elements that contain no text."""
    last = _last(element)
    if etree.QName(element).localname not in _ON_LINES or last is None or (element.text or "").strip():
        return
    element.text = f"{line}  "
    for child in element:
        child.tail = f"{line}  "
        _put_on_lines(child, f"{line}  ")
    last.tail = line
