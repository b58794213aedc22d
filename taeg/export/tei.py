"""The whole corpus as TEI P5: every event an apparatus entry, the told version its lemma, all others its readings.

Readings are word for word; who says them stands in `@wit`, where in `witDetail`. Ids of ours may be any text, so
elements are numbered (`w1`, `e1`, `v1`) and keep the id in `@n`. Not for layout, and no DTD and no entity is written.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from lxml import etree

from taeg.consolidate.narrative import Passage
from taeg.export.book import Account, Book, Happening, Teller
from taeg.export.prose import Placed, placed, quotes

NAMESPACE = "http://www.tei-c.org/ns/1.0"
EDITOR, PROGRAM = "editor", "program"
"""Who answers for what stands in the file, as xml:ids."""

_XML = "{http://www.w3.org/XML/1998/namespace}"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LANGUAGE = re.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_VERSION = re.compile(r"[0-9]+[a-z]*[0-9]*(\.[0-9]+[a-z]*[0-9]*){0,3}")
_MINUSES = str.maketrans(dict.fromkeys("\u2010\u2011\u2212", "-"))
_MOMENT = re.compile(
    r"([0-9]{4})(?:-?([0-9]{2})(?:-?([0-9]{2}))?)?"
    r"(?:[Tt ]([0-9]{2})(?::?([0-9]{2})(?::?([0-9]{2})(?:[.,]([0-9]+))?)?)?(?: ?([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?))?)?"
)
_ISO = re.compile(r"[0-9.,TZ/:+\-]+")
_FARTHEST_ZONE = "14:00"
_ON_LINES = frozenset(
    (
        *("TEI", "teiHeader", "fileDesc", "titleStmt", "respStmt", "publicationStmt", "availability", "notesStmt"),
        *("sourceDesc", "listWit", "encodingDesc", "projectDesc", "editorialDecl", "correction", "appInfo"),
        *("application", "profileDesc", "creation", "langUsage", "text", "body", "div", "ab", "app", "cit", "list"),
    )
)
"""Elements whose children stand on lines of their own: none of them holds words itself."""

_E = etree._Element
_Keyed = tuple[str, Account]
"""A version with its xml:id."""


def export(book: Book) -> bytes:
    """The book as a TEI document in UTF-8."""
    names = _Names.of(book)
    root = etree.Element(f"{{{NAMESPACE}}}TEI", nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # the stubs know no default
    root.set(f"{_XML}lang", names.language)
    _header(root, book, names)
    body = _add(_add(root, "text", {"xml:lang": names.language}), "body")
    sentences = placed(book.main)
    if quoting := quotes(book):
        _quoted(body, book, names, sentences)
    numbers = count(1)
    told = {}
    if not quoting:
        told = {p.event: _Told(p, s, numbers) for p, s in zip(book.main.passages, sentences, strict=True)}
    keys = (f"v{number}" for number in count(1))
    for number, happening in enumerate(book.happenings, start=1):
        keyed = [(next(keys), account) for account in happening.accounts]
        _event(body, f"e{number}", happening, keyed, names, told.get(happening.id))
    _put_on_lines(root, "\n")
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


@dataclass(frozen=True, slots=True)
class _Names:
    """The xml:ids of witnesses and versions by our ids."""

    witness: Mapping[str, str]
    version: Mapping[tuple[str, str], str]
    """By event and id, for pointing; pseudonyms may make ids alike, so versions themselves are counted."""
    language: str

    @classmethod
    def of(cls, book: Book) -> "_Names":
        accounts = [(happening.id, account.id) for happening in book.happenings for account in happening.accounts]
        code = book.language.replace("_", "-")
        return cls(
            {teller.id: f"w{i}" for i, teller in enumerate(book.tellers, start=1)},
            {account: f"v{i}" for i, account in enumerate(accounts, start=1)},
            code if _LANGUAGE.fullmatch(code) else "und",
        )


@dataclass(frozen=True, slots=True)
class _Told:
    """What the run tells of an event: a passage with its sentences, and the numbers for them."""

    passage: Passage
    sentences: Sequence[Placed]
    numbers: Iterator[int]


def _add(parent: _E, tag: str, attributes: Mapping[str, str] | None = None, text: str = "") -> _E:
    """A child element; attributes that are empty are left out."""
    child = etree.SubElement(parent, f"{{{NAMESPACE}}}{tag}")
    for name, value in (attributes or {}).items():
        if value:
            child.set(name.replace("xml:", _XML), _clean(value))
    if text:
        child.text = _clean(text)
    return child


def _say(parent: _E, text: str) -> None:
    """Text after whatever the element holds already."""
    last = _last(parent)
    if last is None:
        parent.text = (parent.text or "") + _clean(text)
    else:
        last.tail = (last.tail or "") + _clean(text)


def _last(parent: _E) -> _E | None:
    """The last child; lxml would count all children for `len`, once for each sentence of a text."""
    return next(parent.iterchildren(reversed=True), None)


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _header(root: _E, book: Book, names: _Names) -> None:
    header = _add(root, "teiHeader", {"xml:lang": "en"})
    file = _add(header, "fileDesc")
    titles = _add(file, "titleStmt")
    _add(titles, "title", {"xml:lang": names.language}, book.name)
    for key, duty, who in (
        (PROGRAM, "chose what is told and put it in order", book.program),
        (EDITOR, "corrected order, events and choices where @resp says so", "the editor"),
    ):
        if key == PROGRAM or _edited(book):
            statement = _add(titles, "respStmt", {"xml:id": key})
            _add(statement, "resp", text=duty)
            _add(statement, "name", text=who)
    publication = _add(file, "publicationStmt")
    _add(publication, "authority", text=f"made with {book.program}")
    _add(publication, "idno", {"type": "corpus"}, book.corpus)
    if book.licence:
        _add(_add(publication, "availability"), "licence", text=book.licence)
    else:
        _add(_add(publication, "availability", {"status": "unknown"}), "p", text="The corpus names no licence.")
    remarks = [("corpus", note) for note in book.notes] + [("contradiction", note) for note in book.contradictions]
    if remarks:
        notes = _add(file, "notesStmt")
        for kind, note in remarks:
            _add(notes, "note", {"type": kind}, note)
    witnesses = _add(_add(file, "sourceDesc"), "listWit", {"xml:lang": names.language})
    for number, teller in enumerate(book.tellers, start=1):
        _witness(witnesses, f"w{number}", teller)
    _encoding(header, book)
    profile = _add(header, "profileDesc")
    _date(_add(profile, "creation"), book.main.created)
    _add(_add(profile, "langUsage"), "language", {"ident": names.language}, names.language)


def _edited(book: Book) -> bool:
    return bool(book.corrections) or any(h.edits or h.choice for h in book.happenings)


def _witness(parent: _E, key: str, teller: Teller) -> None:
    entry = _add(_add(parent, "witness", {"xml:id": key, "n": teller.id}), "bibl")
    _add(entry, "title", text=teller.title or teller.id)
    if teller.author:
        _say(entry, ", ")
        _add(entry, "author", text=teller.author)
    if teller.date:
        _say(entry, ", ")
        _date(entry, teller.date)


def _encoding(header: _E, book: Book) -> None:
    encoding = _add(header, "encodingDesc")
    project = _add(encoding, "projectDesc")
    run = book.main
    parameters = ", ".join(f"{name} {value}" for name, value in sorted(run.parameters.items()))
    for line in (
        "Many accounts of the same events and one narrative out of them, every sentence with who said it.",
        f"Corpus {book.corpus}, digest {book.digest}, profile {book.profile}.",
        f"Run {run.id}, strategy {run.strategy}{f' ({parameters})' if parameters else ''}; made by: {run.signature}.",
        f"The order of events is {book.timeline}.",
    ):
        _add(project, "p", text=line)
    editorial = _add(encoding, "editorialDecl")
    _add(
        editorial,
        "p",
        text="All accounts stand here word for word: the one that is told as the lemma of its event's apparatus entry, "
        "the others as readings. Those of type excluded were put aside by the editor; those of subtype earlier are "
        "not the last that their source says of the event. Characters that XML cannot hold are U+FFFD.",
    )
    for title, corrections in (
        ("The editor's corrections, in the order in which they were applied:", book.corrections),
        ("Those of them that do not fit the corpus and changed nothing:", book.misfits),
    ):
        if corrections:
            entry = _add(editorial, "correction", {"method": "markup", "resp": f"#{EDITOR}"})
            _add(entry, "p", text=title)
            for number, words in enumerate(corrections, start=1):
                _add(entry, "p", {"n": str(number)}, words)
    programs = _add(encoding, "appInfo")
    name, _, version = book.program.partition(" ")
    numbered = _VERSION.match(version)
    application = _add(programs, "application", {"ident": name, "version": numbered[0] if numbered else "0"})
    _add(application, "label", text=book.program)
    _add(encoding, "variantEncoding", {"method": "parallel-segmentation", "location": "internal"})


def _quoted(body: _E, book: Book, names: _Names, sentences: Sequence[Sequence[Placed]]) -> None:
    """The narrative of a run that quotes, before the events with all that was said of them."""
    part = _add(body, "div", {"type": "narrative", "n": book.main.id})
    _add(part, "head", {"xml:lang": "en"}, "Narrative")
    if not book.main.passages:
        _add(_add(part, "ab"), "gap", {"reason": "nothing-quoted"})
    numbers = count(1)
    for passage, found in zip(book.main.passages, sentences, strict=True):
        entry = _add(part, "cit")
        source = _pointer(names.witness.get(passage.source, ""))
        version = _pointer(names.version.get((passage.event, passage.version), ""))
        quote = _add(entry, "quote", {"source": source, "corresp": version})
        _sentences(quote, passage.text, _Told(passage, found, numbers), source)
        _add(entry, "bibl", {"corresp": source, "n": passage.version}, passage.teller)


def _event(
    body: _E, key: str, happening: Happening, keyed: Sequence[_Keyed], names: _Names, told: _Told | None
) -> None:
    part = _add(body, "div", {"type": "event", "xml:id": key, "n": happening.id})
    _add(part, "head", text=happening.title or happening.id)
    _dateline(part, happening)
    for edit in happening.edits:
        _add(part, "note", {"type": "edit", "resp": f"#{EDITOR}", "xml:lang": "en"}, edit)
    block = _add(part, "ab")
    if told and not told.passage.version:
        title = _add(block, "seg", {"type": "title-only", "resp": f"#{PROGRAM}"})
        _sentences(title, told.passage.text, told, f"#{PROGRAM}")
    if not happening.accounts:
        _add(block, "gap", {"reason": "told-by-nobody"})
        return
    entry = _add(block, "app", {"n": happening.id})
    chosen = next((k for k, account in keyed if told and account.id == told.passage.version), "")
    # the schema wants the lemma first
    for name, account in sorted(keyed, key=lambda pair: pair[0] != chosen):
        _reading(entry, (name, account), happening.choice, names, told if name == chosen else None)


def _reading(entry: _E, keyed: _Keyed, editors_choice: str, names: _Names, told: _Told | None) -> None:
    """A version: the lemma where it is told."""
    key, account = keyed
    witness = _pointer(names.witness[account.source])
    by_editor = account.excluded or (told is not None and editors_choice == account.id)
    reading = _add(
        entry,
        "rdg" if told is None else "lem",
        {
            "xml:id": key,
            "n": account.id,
            "wit": witness,
            "type": "excluded" if account.excluded else "",
            "subtype": "" if account.latest else "earlier",
            "resp": f"#{EDITOR}" if by_editor else "",
        },
    )
    if told is None:
        _say(reading, account.text)
    else:
        _sentences(reading, account.text, told, witness)
    for gap in account.gaps or ([""] if not account.text else []):
        missing = _add(reading, "gap", {"reason": "not-read"})
        if gap:
            _add(missing, "desc", text=gap)
    detail = _add(entry, "witDetail", {"wit": witness, "target": f"#{key}", "xml:lang": "en"})
    _say(detail, account.source_title or account.source)
    if account.reference:
        _say(detail, ", ")
        _add(detail, "ref", text=account.reference)
    if account.time:
        _say(detail, ", ")
        _date(detail, account.time)
    if account.told_of:
        moved = {"type": "moved", "target": f"#{key}", "resp": f"#{EDITOR}", "xml:lang": "en"}
        _add(entry, "note", moved, f"in the data an account of event {account.told_of}")


def _sentences(parent: _E, text: str, told: _Told, source: str) -> None:
    """A text with its sentences marked and numbered through the narrative."""
    at = 0
    for sentence in told.sentences:
        _say(parent, sentence.before)
        _add(parent, "s", {"n": str(next(told.numbers)), "source": source}, sentence.text)
        at += len(sentence.before) + len(sentence.text)
    _say(parent, text[at:])


def _dateline(part: _E, happening: Happening) -> None:
    if not (happening.day or happening.time or happening.location):
        return
    line = _add(part, "dateline")
    if happening.day:
        _add(line, "seg", {"type": "day"}, happening.day)
    if happening.time:
        _say(line, ", " if happening.day else "")
        _date(line, happening.time)
    if happening.location:
        _say(line, ", " if happening.day or happening.time else "")
        _add(line, "placeName", text=happening.location)


def _date(parent: _E, time: str) -> None:
    _add(parent, "date", _dating(time), time)


def _dating(time: str) -> dict[str, str]:
    """The attributes that say the same to a program: W3C's where it has a form for it, else ISO's, else none.

    A time of day without seconds gets `:00`, which W3C's form wants; the text beside it stays as it was given.
    """
    written = time.strip().translate(_MINUSES)
    ends = [_moment(part.strip()) for part in written.split("/")]
    if all(ends) and len(ends) <= 2:
        return dict(zip(("from", "to") if len(ends) == 2 else ("when",), ends, strict=True))
    return {"when-iso": written} if _ISO.fullmatch(written) else {}


def _moment(text: str) -> str:
    """A year from 1 to 9999, a month, a day or a moment as W3C writes it, else nothing."""
    match = _MOMENT.fullmatch(text)
    if match is None or match[1] == "0000":
        return ""
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if hour is None:
        # six digits are no month but a part of a range
        return date if "-" in text or len(text) in (4, 8) else ""
    if not day or hour == "24" or second == "60":
        return ""
    offset = "Z" if zone in ("Z", "z") else ""
    if zone and not offset:
        digits = zone[1:].replace(":", "").ljust(4, "0")
        offset = f"{zone[0]}{digits[:2]}:{digits[2:]}"
        if offset[1:] > _FARTHEST_ZONE:
            return ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{f'.{fraction}' if fraction else ''}{offset}"


def _pointer(key: str) -> str:
    return f"#{key}" if key else ""


def _put_on_lines(element: _E, line: str) -> None:
    """Break lines where it changes no word."""
    last = _last(element)
    if etree.QName(element).localname not in _ON_LINES or last is None or (element.text or "").strip():
        return
    element.text = f"{line}  "
    for child in element:
        child.tail = f"{line}  "
        _put_on_lines(child, f"{line}  ")
    last.tail = line
