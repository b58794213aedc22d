"""Elements of TEI documents."""

from collections.abc import Mapping

from lxml import etree

from taeg.export.notes import xml_text

NAMESPACE = "http://www.tei-c.org/ns/1.0"
XML = "{http://www.w3.org/XML/1998/namespace}"

Element = etree._Element


def add(parent: Element, tag: str, attributes: Mapping[str, str] | None = None, text: str = "") -> Element:
    """Add a child element; empty attributes are omitted."""
    child = etree.SubElement(parent, f"{{{NAMESPACE}}}{tag}")
    for name, value in (attributes or {}).items():
        if value:
            child.set(name.replace("xml:", XML), xml_text(value))
    if text:
        child.text = xml_text(text)
    return child


def append(parent: Element, text: str) -> None:
    """Append text to the content of an element."""
    last = last_child(parent)
    if last is None:
        parent.text = (parent.text or "") + xml_text(text)
    else:
        last.tail = (last.tail or "") + xml_text(text)


def last_child(parent: Element) -> Element | None:
    """The last child; `parent[-1]` counts all children."""
    return next(parent.iterchildren(reversed=True), None)


def pointer(key: str) -> str:
    """A reference to the xml:id of an element; empty if there is none."""
    return f"#{key}" if key else ""
