"""Contested facts in TEI: a note on the event with an apparatus entry, a reading for each side.

`@n` of a reading is the value in its normal form, its text the words; `@cert` is `low` for an estimate, `@ana` marks
hearsay, `@type` is `preferred` where a policy or the editor prefers it. Corrections by accounts and copies are notes
that point to both versions.
"""

from collections.abc import Mapping

from taeg.conflicts.facts import PERSON
from taeg.conflicts.values import CONFIDENT, Amendment, Copy, Fact, Side
from taeg.export.appendix import KINDS, reason
from taeg.export.book import Book
from taeg.export.contested import Contested
from taeg.export.notes import HEARSAY
from taeg.export.tei_elements import Element, add, append, pointer
from taeg.model.corpus import Event


class Found:
    """The contradictions of a book by event, and the xml:ids of witnesses and versions."""

    def __init__(self, book: Book, witnesses: Mapping[str, str], versions: Mapping[str, str]) -> None:
        self._book = book
        self._witnesses = witnesses
        self._versions = versions
        contested = book.contested or Contested()
        self.facts: dict[str, list[Fact]] = {}
        self.amendments: dict[str, list[Amendment]] = {}
        self.copies: dict[str, list[Copy]] = {}
        for fact in contested.facts:
            self.facts.setdefault(book.events[fact.event].id, []).append(fact)
        for amendment in contested.amendments:
            self.amendments.setdefault(book.versions[amendment.version].event, []).append(amendment)
        for copy in contested.copies:
            self.copies.setdefault(book.versions[copy.version].event, []).append(copy)

    def version(self, index: int) -> str:
        """The reference to a version."""
        return pointer(self._versions[self._book.versions[index].id])

    def witness(self, index: int) -> str:
        """The reference to the source of a version."""
        return pointer(self._witnesses[self._book.versions[index].source])

    def words(self, index: int, start: int, end: int) -> str:
        """A part of the text of a version."""
        return self._book.versions[index].text[start:end]


def is_decided(book: Book) -> bool:
    """Whether the editor decided anything about the facts of a book."""
    return any(fact.decided or fact.because == PERSON for fact in (book.contested or Contested()).facts)


def has_hearsay(book: Book) -> bool:
    """Whether a side of a fact is hearsay."""
    return any(not side.firsthand for fact in (book.contested or Contested()).facts for side in fact.sides)


def write_contested(part: Element, found: Found, event: Event) -> None:
    """Write the contested facts of an event, and the corrections and copies by its accounts, at the end of its part."""
    for fact in found.facts.get(event.id, []):
        _fact(part, found, fact)
    for amendment in found.amendments.get(event.id, []):
        _amendment(part, found, amendment)
    for copy in found.copies.get(event.id, []):
        ends = f"{found.version(copy.version)} {found.version(copy.original)}"
        attributes = {"type": "copy", "target": ends, "n": f"{copy.share:.3f}", "xml:lang": "en"}
        add(part, "note", attributes, "the first account repeats wording of the second")


def _fact(part: Element, found: Found, fact: Fact) -> None:
    certainty = "high" if fact.tier == CONFIDENT else "medium"
    attributes = {"type": "contested", "subtype": fact.tier, "cert": certainty, "n": fact.id}
    note = add(part, "note", attributes)
    add(note, "label", {"xml:lang": "en"}, ": ".join(filter(None, (KINDS.get(fact.kind, fact.kind), fact.key))))
    entry = add(note, "app", {"type": fact.kind, "n": fact.rule})
    for index, side in enumerate(fact.sides):
        _side(entry, found, side, preferred=index in fact.preferred)
    editor = "#editor" if fact.because == PERSON else "#program"
    if fact.preferred:
        add(entry, "note", {"type": "preferred", "resp": editor, "xml:lang": "en"}, reason(fact))
    if fact.decided:
        add(entry, "note", {"type": fact.decided, "resp": "#editor", "xml:lang": "en"}, fact.why or fact.decided)


def _side(entry: Element, found: Found, side: Side, *, preferred: bool) -> None:
    attributes = {
        "n": side.value,
        "wit": found.witness(side.version),
        "corresp": found.version(side.version),
        "type": "preferred" if preferred else "",
        "cert": "low" if side.hedged else "",
        "ana": "" if side.firsthand else pointer(HEARSAY),
    }
    add(entry, "rdg", attributes, found.words(side.version, side.start, side.end))


def _amendment(part: Element, found: Found, amendment: Amendment) -> None:
    ends = dict.fromkeys((found.version(amendment.version), found.version(amendment.amended)))
    note = add(part, "note", {"type": "correction", "n": amendment.rule, "target": " ".join(ends)})
    add(note, "quote", {"source": next(iter(ends))}, found.words(amendment.version, amendment.start, amendment.end))
    append(note, " ")
    old = found.words(amendment.amended, amendment.amended_start, amendment.amended_end)
    change = add(note, "choice")
    add(change, "sic", {"n": amendment.old}, old)
    add(change, "corr", {"n": amendment.new}, amendment.new)
