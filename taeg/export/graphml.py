"""The graph of a book as GraphML, for Gephi, Cytoscape, networkx and igraph: versions, events and sources as nodes.

Edges are directed; SAME_EVENT means the same both ways and stands once. BEFORE and SAME_EVENT have a weight, TELLS,
TOLD_BY and NEXT have none. Of the runs only the main one leaves a trace: `chosen` on the versions it uses. An
attribute that is empty is left out; characters that XML 1.0 cannot hold become U+FFFD.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from lxml import etree

from taeg.consolidate.narrative import told_by
from taeg.export.book import Book
from taeg.export.notes import REPLACEMENT, one_line

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
Value = str | int | float | bool
Values = Mapping[str, Value]

GRAPH = {"corpus": "string", "title": "string", "licence": "string", "digest": "string", "program": "string"}
NODE = {
    "kind": "string",
    "label": "string",
    "identifier": "string",
    "place": "int",
    "title": "string",
    "day": "string",
    "time": "string",
    "location": "string",
    "edits": "string",
    "event": "string",
    "source": "string",
    "source_title": "string",
    "reference": "string",
    "characters": "int",
    "latest": "boolean",
    "excluded": "boolean",
    "chosen": "boolean",
    "told_of": "string",
    "gaps": "string",
    "author": "string",
    "date": "string",
    "text": "string",
}
"""What a node can have, with its type; `kind` is version, event or source, `identifier` its id in the corpus."""
EDGE = {"kind": "string", "weight": "double"}

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def export(book: Book) -> bytes:
    """A book's graph as GraphML."""
    root = etree.Element(_tag("graphml"), nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # the stubs know no default
    for kind, attributes in (("graph", GRAPH), ("node", NODE), ("edge", EDGE)):
        for name, type_ in attributes.items():
            key = {"id": f"{kind}_{name}", "for": kind, "attr.name": name, "attr.type": type_}
            etree.SubElement(root, _tag("key"), key)
    graph = etree.SubElement(root, _tag("graph"), {"id": "taeg", "edgedefault": "directed"})
    about = (book.corpus, book.title, book.licence, book.digest, book.program)
    _data(graph, "graph", dict(zip(GRAPH, about, strict=True)))
    names = _Names()
    for kind, values in _nodes(book):
        node = etree.SubElement(graph, _tag("node"), {"id": names.new(kind, str(values["identifier"]))})
        _data(node, "node", {"kind": kind, **values})
    for number, (kind, a, b, values) in enumerate(_edges(book, names), start=1):
        ends = {"id": f"{kind}/{number}", "source": a, "target": b}
        _data(etree.SubElement(graph, _tag("edge"), ends), "edge", {"kind": kind, **values})
    etree.indent(root)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def holdable(text: str) -> str:
    """The text with U+FFFD in place of each character that XML 1.0 cannot hold."""
    return _NOT_XML.sub(REPLACEMENT, text)


class _Names:
    """The ids of nodes: `version/…`, each once, even where two differ only in what XML cannot hold."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set()
        self._again: Counter[str] = Counter()

    def new(self, kind: str, identifier: str) -> str:
        """Name a node."""
        name = plain = holdable(f"{kind}/{identifier}")
        while name in self._taken:  # counted on from the last of them: thousands may look alike
            name = f"{plain}~{self._again[plain] or ''}"
            self._again[plain] += 1
        self._taken.add(name)
        self._names.setdefault((kind, identifier), name)
        return name

    def __call__(self, kind: str, identifier: str) -> str:
        return self._names[kind, identifier]


def _nodes(book: Book) -> Iterator[tuple[str, Values]]:
    """Kind and attributes of every node."""
    for teller in book.tellers:
        label = one_line(teller.title) or teller.id
        yield "source", _values(teller, ("title", "author", "date")) | {"identifier": teller.id, "label": label}
    for place, happening in enumerate(book.happenings, start=1):
        found = _values(happening, ("title", "day", "time", "location"))
        label = one_line(happening.title) or happening.id
        edits = "\n".join(happening.edits)
        yield "event", found | {"identifier": happening.id, "label": label, "place": place, "edits": edits}
    chosen = {passage.version for passage in book.main.passages}
    wanted = ("event", "source", "source_title", "reference", "time", "text", "latest", "excluded", "told_of")
    for account in (account for happening in book.happenings for account in happening.accounts):
        yield (
            "version",
            _values(account, wanted)
            | {
                "identifier": account.id,
                "label": one_line(told_by(account.source_title, account.reference)) or account.id,
                "characters": len(account.text),
                "chosen": account.id in chosen,
                "gaps": "\n".join(account.gaps),
            },
        )


def _values(value: object, names: Iterable[str]) -> dict[str, Value]:
    return {name: getattr(value, name) for name in names}


def _edges(book: Book, names: _Names) -> Iterator[tuple[str, str, str, Values]]:
    """Kind, both ends and attributes of every edge."""
    for kind, ties in (("BEFORE", book.before), ("SAME_EVENT", book.same_event)):
        for tie in ties:
            yield kind, names("version", tie.a), names("version", tie.b), {"weight": tie.weight}
    for account in (account for happening in book.happenings for account in happening.accounts):
        version = names("version", account.id)
        yield "TELLS", version, names("event", account.event), {}
        yield "TOLD_BY", version, names("source", account.source), {}
    for a, b in pairwise(book.happenings):
        yield "NEXT", names("event", a.id), names("event", b.id), {}


def _data(element: etree._Element, kind: str, values: Values) -> None:
    for name, value in values.items():
        if value != "":
            written = str(value).lower() if isinstance(value, bool) else str(value)
            etree.SubElement(element, _tag("data"), {"key": f"{kind}_{name}"}).text = holdable(written)


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
