"""The graph as GraphML, for Gephi, Cytoscape, networkx and igraph: versions, events and sources as nodes.

Edges are directed; SAME_EVENT is symmetric and written once. BEFORE and SAME_EVENT have a weight, TELLS, TOLD_BY and
NEXT have none. If contradictions were looked for, CONFLICTS joins two versions that contradict each other, CORRECTS and
COPIES lead from a version to the one that it corrects or repeats. `chosen` marks the versions that the main run uses.
Empty attributes are omitted; characters that XML 1.0 cannot represent become U+FFFD.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from lxml import etree

from taeg.consolidate.narrative import attribution
from taeg.export.book import Book
from taeg.export.contested import Contested
from taeg.export.notes import one_line, xml_text

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
Value = str | int | float | bool
Values = Mapping[str, Value]

GRAPH = dict.fromkeys(("corpus", "title", "licence", "digest", "program"), "string")
NODE = {
    **dict.fromkeys(("kind", "label", "identifier", "title", "day", "time", "location", "edits", "event"), "string"),
    **dict.fromkeys(("source", "source_title", "reference", "told_of", "gaps", "author", "date", "text"), "string"),
    **dict.fromkeys(("place", "characters"), "int"),
    **dict.fromkeys(("latest", "excluded", "chosen"), "boolean"),
}
"""Attributes of nodes with their types; `kind` is version, event or source, `identifier` the id in the corpus."""
EDGE = {
    **{"kind": "string", "weight": "double"},
    **dict.fromkeys(("conflict", "key", "a", "b", "tier", "rule", "old", "new"), "string"),
    **dict.fromkeys(("score", "share"), "double"),
}
"""Attributes of edges; `conflict` is the kind of a contradiction, `a` and `b` its values."""


def export(book: Book) -> bytes:
    """Export the graph as GraphML."""
    root = etree.Element(_tag("graphml"), nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # missing in the stubs
    for kind, attributes in (("graph", GRAPH), ("node", NODE), ("edge", EDGE)):
        for name, type_ in attributes.items():
            key = {"id": f"{kind}_{name}", "for": kind, "attr.name": name, "attr.type": type_}
            etree.SubElement(root, _tag("key"), key)
    graph = etree.SubElement(root, _tag("graph"), {"id": "taeg", "edgedefault": "directed"})
    about = (book.corpus, book.title, book.licence, book.digest, book.program)
    _data(graph, "graph", dict(zip(GRAPH, about, strict=True)))
    names = _node_ids(book)
    for kind, values in _nodes(book):
        node = etree.SubElement(graph, _tag("node"), {"id": names[kind, str(values["identifier"])]})
        _data(node, "node", {"kind": kind, **values})
    for number, (kind, a, b, values) in enumerate(_edges(book, names), start=1):
        ends = {"id": f"{kind}/{number}", "source": a, "target": b}
        _data(etree.SubElement(graph, _tag("edge"), ends), "edge", {"kind": kind, **values})
    etree.indent(root)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def _node_ids(book: Book) -> dict[tuple[str, str], str]:
    """Unique ids of nodes, `version/…`, even if two differ only in characters that XML cannot represent."""
    names: dict[tuple[str, str], str] = {}
    taken: Counter[str] = Counter()
    for kind, values in (("source", book.sources), ("event", book.events), ("version", book.versions)):
        for value in values:
            name = plain = xml_text(f"{kind}/{value.id}")
            while name in taken:  # continue counting: thousands may collide
                name = f"{plain}~{taken[plain]}"
                taken[plain] += 1
            taken[name] += 1
            names[kind, value.id] = name
    return names


def _nodes(book: Book) -> Iterator[tuple[str, Values]]:
    """Kind and attributes of every node."""
    for source in book.sources:
        label = one_line(source.title) or source.id
        yield "source", _values(source, "title", "author", "date") | {"identifier": source.id, "label": label}
    for number, event in enumerate(book.events, start=1):
        values = _values(event, "title", "day", "time", "location")
        label = one_line(event.title) or event.id
        edits = "\n".join(event.edits)
        yield "event", values | {"identifier": event.id, "label": label, "place": number, "edits": edits}
    chosen = {passage.version for passage in book.main.passages}
    for version, latest in zip(book.versions, book.latest, strict=True):
        source_title = book.source_of(version).title
        values = {
            "identifier": version.id,
            "label": one_line(attribution(source_title, version.citation)) or version.id,
            "source_title": source_title,
            "reference": version.citation,
            "time": book.time_of(version),
            "characters": len(version.text),
            "latest": latest,
            "chosen": version.id in chosen,
            "gaps": "\n".join(version.gaps),
        }
        yield "version", _values(version, "event", "source", "text", "excluded", "told_of") | values


def _values(value: object, *names: str) -> dict[str, Value]:
    return {name: getattr(value, name) for name in names}


def _edges(book: Book, names: Mapping[tuple[str, str], str]) -> Iterator[tuple[str, str, str, Values]]:
    """Kind, both ends and attributes of every edge."""
    versions = [names["version", version.id] for version in book.versions]
    for kind, edges in book.edges.items():
        for a, b, weight in zip(edges.a.tolist(), edges.b.tolist(), edges.weight.tolist(), strict=True):
            yield kind.upper(), versions[a], versions[b], {"weight": weight}
    for version, name in zip(book.versions, versions, strict=True):
        yield "TELLS", name, names["event", version.event], {}
        yield "TOLD_BY", name, names["source", version.source], {}
    for a, b in pairwise(book.events):
        yield "NEXT", names["event", a.id], names["event", b.id], {}
    yield from _contested(book, versions)


def _contested(book: Book, versions: Sequence[str]) -> Iterator[tuple[str, str, str, Values]]:
    found = book.contested or Contested()
    for c in found.conflicts:
        values = {
            "conflict": c.kind,
            "key": c.key,
            "a": c.a.value,
            "b": c.b.value,
            **_values(c, "tier", "score", "rule"),
        }
        yield "CONFLICTS", versions[c.a.version], versions[c.b.version], values
    for amendment in found.amendments:
        ends = versions[amendment.version], versions[amendment.amended]
        yield "CORRECTS", *ends, _values(amendment, "rule", "old", "new")
    for copy in found.copies:
        yield "COPIES", versions[copy.version], versions[copy.original], {"share": copy.share}


def _data(element: etree._Element, kind: str, values: Values) -> None:
    for name, value in values.items():
        if value != "":
            written = str(value).lower() if isinstance(value, bool) else str(value)
            etree.SubElement(element, _tag("data"), {"key": f"{kind}_{name}"}).text = xml_text(written)


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
