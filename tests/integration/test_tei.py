"""TEI exports: valid by the TEI Consortium's schema, with all versions, sentences and sources."""

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from lxml import etree

import ingest
import taeg
from taeg.consolidate.spans import INLINE, NOTE
from taeg.export import tei
from taeg.export.book import Book, read_book
from taeg.export.pseudonyms import Pseudonyms
from taeg.export.tei_dates import dating
from tests.conftest import ROOT
from tests.unit import books, contested_books
from tests.unit.strange_book import in_hebrew, strange

SCHEMA = ROOT.parent / "shared" / "tei" / "tei_all.rng"
TEI = {"t": tei.NAMESPACE}
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
POINTERS = ("wit", "source", "corresp", "resp", "target")


def of_corpus(corpus: str, run: str) -> Book:
    with tempfile.TemporaryDirectory() as folder, taeg.open(str(Path(folder) / "graph.db")) as graph:
        ingest.load(ingest.read(corpus), graph)
        graph.consolidate(run)
        return read_book(graph)


BOOKS: dict[str, Callable[[], Book]] = {
    "gospels": lambda: of_corpus("gospels", "longest"),
    "night": lambda: of_corpus(str(ROOT / "examples" / "night"), "taeg"),
    "night, quoted": lambda: of_corpus(str(ROOT / "examples" / "night"), "lexrank"),
    "news": lambda: of_corpus(str(ROOT / "examples" / "news"), "longest"),
    "fused": books.fused,
    "contested": contested_books.pier,
    "contested, fused": contested_books.barn,
    "strange": strange,
    "strange, quoted": lambda: strange("lexrank"),
    "strange, published": lambda: strange("longest", "published"),
    "strange, in Hebrew": in_hebrew,
}


@pytest.fixture(params=BOOKS, scope="module")
def book(request: pytest.FixtureRequest) -> Book:
    return BOOKS[request.param]()


@pytest.fixture(scope="session")
def schema() -> etree.RelaxNG:
    """The TEI Consortium's schema, which takes long to load."""
    if not SCHEMA.is_file():
        reason = "the TEI schema (../shared/tei/tei_all.rng) is missing"
        if os.environ.get("TAEG_REQUIRE_SHARED") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return etree.RelaxNG(etree.parse(str(SCHEMA)))


def parsed(book: Book) -> etree._Element:
    content = tei.export(book)
    assert b"<!" not in content, "no DTD, no entity, no comment"
    return etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))


def found(element: etree._Element, path: str) -> list[etree._Element]:
    return list(cast("list[etree._Element]", element.xpath(path, namespaces=TEI)))


def words(element: etree._Element) -> str:
    """The text of an element without the names of its gaps and what is inserted in it."""
    depth = len(found(element, "ancestor::t:app[@type='inserted']"))
    path = f".//text()[not(ancestor::t:gap)][count(ancestor::t:app[@type='inserted'])={depth}]"
    return "".join(cast("list[str]", element.xpath(path, namespaces=TEI)))


def clean(text: str) -> str:
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)


def test_is_valid(book: Book, schema: etree.RelaxNG) -> None:
    valid = schema.validate(parsed(book))
    assert valid, [str(error) for error in schema.error_log][:5]


def test_is_valid_with_pseudonyms(schema: etree.RelaxNG) -> None:
    book = strange().redact(Pseudonyms({name: f"one of many {name[1:]}" for name in ("v1", "v3", "v4", "v5", "v6")}))
    root = parsed(book)
    assert schema.validate(root), [str(error) for error in schema.error_log][:5]
    assert len(found(root, "//t:lem")) == len(book.main.passages)
    assert [words(s) for s in found(root, "//t:s")] == [clean(s.text) for s in book.main.sentences]


def test_ids_are_valid_and_pointers_resolve(book: Book) -> None:
    root = parsed(book)
    ids = [str(element.get(XML_ID)) for element in root.iter() if element.get(XML_ID)]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch("[a-z]+[0-9]*", name) for name in ids)
    pointers = [p for e in root.iter() for name in POINTERS for p in (e.get(name) or "").split()]
    assert {pointer.removeprefix("#") for pointer in pointers} <= set(ids)


def test_every_version_is_included_verbatim(book: Book) -> None:
    root = parsed(book)
    tellers = {f"#{w.get(XML_ID)}": w.get("n") for w in found(root, "//t:witness")}
    assert list(tellers.values()) == [clean(s.id) for s in book.sources]
    events = found(root, "//t:div[@type='event']")
    assert [event.get("n") for event in events] == [clean(e.id) for e in book.events]
    for event, (_, versions) in zip(events, book.timeline_entries, strict=True):
        readings = found(event, "t:ab/t:app/t:lem | t:ab/t:app/t:rdg")
        said = sorted((r.get("n"), tellers[str(r.get("wit"))], words(r), r.get("type") == "excluded") for r in readings)
        assert said == sorted((clean(v.id), clean(v.source), clean(v.text), v.excluded) for v in versions)
        places = {d.get("target"): words(d) for d in found(event, ".//t:witDetail")}
        for version in versions:
            key = next(r.get(XML_ID) for r in readings if r.get("n") == version.id)
            assert clean(version.citation) in places[f"#{key}"]
            assert book.time_of(version) in places[f"#{key}"]
        if not versions:
            assert found(event, ".//t:gap")


def test_every_sentence_has_its_source(book: Book) -> None:
    root = parsed(book)
    tellers = {f"#{w.get(XML_ID)}": w.get("n") for w in found(root, "//t:witness")}
    versions = {f"#{v.get(XML_ID)}": v.get("n") for v in found(root, "//t:lem | //t:rdg")}
    marked = found(root, "//t:s")
    assert [words(s) for s in marked] == [clean(s.text) for s in book.main.sentences]
    assert [s.get("n") for s in marked] == [str(i) for i in range(1, len(marked) + 1)]
    for element, sentence in zip(marked, book.main.sentences, strict=True):
        around = element.getparent()
        assert around is not None
        if not sentence.source:
            assert around.get("type") == "title-only"
            continue
        assert tellers[str(element.get("source"))] == clean(sentence.source)
        if sentence.role in (INLINE, NOTE):
            assert etree.QName(around).localname == ("lem" if sentence.role == INLINE else "note")
            assert versions[str(around.get("corresp"))] == clean(sentence.version)
        elif not book.selects_versions:
            assert etree.QName(around).localname == "quote"
            assert versions.get(around.get("corresp", ""), "") == clean(sentence.version)
        else:
            assert etree.QName(around).localname == "lem"
            assert tellers[str(around.get("wit"))] == clean(sentence.source)
            assert around.get("n") == clean(sentence.version)


def test_corrections_are_marked() -> None:
    root = parsed(strange())
    assert found(root, "//t:respStmt[@xml:id='editor']")
    assert [r.get("n") for r in found(root, "//t:rdg[@type='excluded'][@resp='#editor']")] == ["🌨"]
    assert [r.get("n") for r in found(root, "//t:lem[@resp='#editor']")] == ["v3"]
    assert len(found(root, "//t:div/t:note[@resp='#editor']")) == 3
    assert len(found(root, "//t:note[@type='moved'][@resp='#editor']")) == 2
    assert [r.get("n") for r in found(root, "//t:rdg[@subtype='earlier'] | //t:lem[@subtype='earlier']")] == ["v1"]
    assert len(found(root, "//t:correction")) == 2


@pytest.mark.parametrize(
    ("time", "attributes"),
    [
        ("20240503", {"when": "2024-05-03"}),
        ("2024-05-03T10:15:30,25z", {"when": "2024-05-03T10:15:30.25Z"}),
        ("2024-05-03T10:15 +0230", {"when": "2024-05-03T10:15:00+02:30"}),
        ("2024-05-03/2024-05-05", {"from": "2024-05-03", "to": "2024-05-05"}),
        ("2024-05-03/05", {"when-iso": "2024-05-03/05"}),
        ("2024-05-03T24:00", {"when-iso": "2024-05-03T24:00"}),
        ("-0585-07", {"when-iso": "-0585-07"}),
        ("2024-05-03 10:15/2024-05-03 24:00", {}),
    ],
)
def test_times(time: str, attributes: dict[str, str]) -> None:
    taeg.text.times.parse(time)
    assert dating(time) == attributes


def test_contested_facts() -> None:
    root = parsed(contested_books.barn())
    [fact, *others] = found(root, "//t:note[@type='contested']")
    assert [note.get("subtype") for note in (fact, *others)] == ["confident", "possible", "possible"]
    sides = [(rdg.get("n"), rdg.get("cert"), rdg.get("type"), rdg.text) for rdg in found(fact, ".//t:rdg")]
    assert sides == [("2", None, "preferred", "The horses"), ("3", "low", None, "The horses")]
    assert [note.text for note in found(fact, ".//t:note")] == ["the latest account"]
    [hearsay] = found(others[0], ".//t:rdg[@ana='#hearsay']")
    assert hearsay.get("n") == "grey"
    [correction] = found(root, "//t:note[@type='correction']")
    assert [e.text for e in found(correction, ".//t:quote | .//t:sic | .//t:corr")] == [
        *("The horses ran off at night.", "The horses", "3"),
    ]
    [copy] = found(root, "//t:note[@type='copy']")
    assert copy.get("target") == "#v2 #v1"
