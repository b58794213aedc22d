"""The published data: counts, gaps, references and gold text, without quoting any of it."""

import os
from pathlib import Path

import pytest

import ingest
from eval.metrics import candidate
from eval.metrics.rouge import rouge_l
from ingest.gospels import gold_text
from ingest.gospels import xml_folder as gospel_xml
from ingest.gospels.books import TITLES
from ingest.gospels.chronology import chronology
from ingest.gospels.verses import OMITTED
from taeg.model.corpus import Corpus
from taeg.text.language import language

DATA = Path(__file__).parents[3] / "shared" / "gospel"


@pytest.fixture(scope="module", autouse=True)
def _published_data() -> None:
    if not (DATA / gospel_xml.CHRONOLOGY).is_file():
        if os.environ.get("TAEG_REQUIRE_SHARED") == "1":
            pytest.fail("the published data must be at ../shared/gospel (TAEG_REQUIRE_SHARED is 1) and is not")
        pytest.skip("the published data are not at ../shared/gospel")


@pytest.fixture(scope="module")
def audited() -> Corpus:
    return ingest.read(str(DATA))


@pytest.fixture(scope="module")
def published() -> Corpus:
    return ingest.read(str(DATA), profile="published")


def test_audited(audited: Corpus) -> None:
    assert (audited.name, audited.language, audited.notes) == ("gospels-english-niv", "en", ())
    assert (len(audited.events), len(audited.versions)) == (169, 363)
    assert {v.citation: v.gaps for v in audited.versions if v.gaps and v.text} == {
        "Mark 11:20-26": ("Mark 11:26",),
        "Matthew 23:13-36": ("Matthew 23:14",),
        "Mark 15:28-32": ("Mark 15:28",),
    }
    assert [v.citation for v in audited.versions if not v.text] == ["Luke 13:34-35", "Luke 23:17"]
    assert not any(OMITTED in source.text for source in audited.sources)


def test_published(published: Corpus) -> None:
    assert (len(published.events), len(published.versions)) == (169, 363)
    silent = [version for version in published.versions if not version.text]
    assert len(silent) == 363 - 311
    assert all(version.gaps == (version.citation,) for version in silent)
    marked = [version.citation for version in published.versions if OMITTED in version.text]
    assert marked == ["Mark 11:20-26", "Matthew 23:13-36", "Luke 23:17", "Mark 15:28-32"]
    assert sum(source.text.count(OMITTED) for source in published.sources) == 4


def test_built_in_chronology_has_the_published_references() -> None:
    root = gospel_xml.parse(DATA / gospel_xml.CHRONOLOGY)
    references = {
        element.get("id"): {g: element.findtext(g) for g in TITLES if element.findtext(g)}
        for element in root.iter("event")
    }
    rows = chronology()
    assert references == {row.event.id: {a.source: str(a.reference) for a in row.accounts} for row in rows}
    assert sum(not account.reference.plain for row in rows for account in row.accounts) == 51


def test_built_in_titles_are_not_the_published_ones(audited: Corpus) -> None:
    descriptions = {event.title.casefold().strip("\"'()") for event in audited.events}
    locations = {event.location.casefold() for event in audited.events if " " in event.location}
    for row in chronology():
        assert row.event.title.casefold() not in descriptions
        assert row.event.location.casefold() not in locations


def test_rebuilt_gold_text_is_similar_to_the_published_one(audited: Corpus) -> None:
    rebuilt = gold_text.rebuild_segments(chronology(), gospel_xml.read_verses(DATA)[1])
    ids = [row.event.id for row in chronology() if row.accounts]
    gold = {event.id: event.gold_text for event in audited.events}
    assert rouge_l(" ".join(rebuilt), " ".join(gold.values())).f1 == pytest.approx(0.9985, abs=5e-5)
    tokens = language("en").rouge_tokens
    different = [id for id, text in zip(ids, rebuilt, strict=True) if tokens(text) != tokens(gold[id])]
    assert different == ["13", "30", "48", "93", "98", "118", "140", "147", "148", "149", "155", "160"]


def test_published_gold_text_is_the_file(audited: Corpus, published: Corpus) -> None:
    assert [event.id for event in audited.events if not event.gold_text] == ["53", "163"]
    assert [event.id for event in published.events if not event.gold_text] == ["162", "169"]
    file = " ".join((DATA / gold_text.GOLD_FILE).read_text(encoding="utf-8").split())
    assert candidate.gold_text(published) == file
    assert published.events[52].gold_text == audited.events[53].gold_text
