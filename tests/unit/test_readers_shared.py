"""The published data: counts, gaps and the chronology's references. None of its text stands here."""

import os
from pathlib import Path

import pytest

import ingest
from eval.metrics import candidate
from eval.metrics.rouge import rouge_l
from ingest.gospels import gold_text
from ingest.gospels import xml_folder as gospel_xml
from ingest.gospels.chronology import chronology
from ingest.gospels.verses import OMITTED, VerseText
from taeg.model.corpus import Corpus
from taeg.text.language import language

DATA = Path(__file__).parents[3] / "shared" / "gospel"


@pytest.fixture(scope="module", autouse=True)
def _published_data() -> None:
    if not (DATA / gospel_xml.CHRONOLOGY).is_file():
        if os.environ.get("TAEG_REQUIRE_SHARED") == "1":
            pytest.fail("the published data must be at ../shared/gospel (TAEG_REQUIRE_SHARED is 1) and is not")
        pytest.skip("the published data are not at ../shared/gospel")


def silent(corpus: Corpus) -> list[str]:
    return [version.citation for version in corpus.versions if not version.text]


def test_audited() -> None:
    corpus = ingest.read(str(DATA))
    assert corpus.name == "gospels-english-niv"
    assert corpus.language == "en"
    assert (len(corpus.events), len(corpus.versions)) == (169, 363)
    assert silent(corpus) == ["Luke 13:34-35", "Luke 23:17"]
    assert [(v.citation, v.gaps) for v in corpus.versions if v.gaps and v.text] == [
        ("Mark 11:20-26", ("Mark 11:26",)),
        ("Matthew 23:13-36", ("Matthew 23:14",)),
        ("Mark 15:28-32", ("Mark 15:28",)),
    ]


def test_published() -> None:
    corpus = ingest.read(str(DATA), profile="published")
    assert (len(corpus.events), len(corpus.versions)) == (169, 363)
    assert len(silent(corpus)) == 363 - 311
    assert all(v.gaps == (v.citation,) for v in corpus.versions if not v.text)
    marked = [v.citation for v in corpus.versions if "See Footnote" in v.text]
    assert marked == ["Mark 11:20-26", "Matthew 23:13-36", "Luke 23:17", "Mark 15:28-32"]


def test_51_references_are_not_plain() -> None:
    assert sum(not account.reference.plain for row in chronology() for account in row.accounts) == 51


def test_the_built_in_chronology_has_the_published_references() -> None:
    published = gospel_xml.parse(DATA / gospel_xml.CHRONOLOGY)
    told = {
        element.get("id"): {g: element.findtext(g) for g in ("matthew", "mark", "luke", "john") if element.findtext(g)}
        for element in published.iter("event")
    }
    assert told == {row.event.id: {t.source: str(t.reference) for t in row.accounts} for row in chronology()}


def test_the_built_in_titles_are_our_own() -> None:
    events = ingest.read(str(DATA)).events
    descriptions = {event.title.casefold().strip("\"'()") for event in events}
    wheres = {event.location.casefold() for event in events if " " in event.location}
    for row in chronology():
        assert row.event.title.casefold() not in descriptions
        assert row.event.location.casefold() not in wheres


# --- the rebuilt reference -------------------------------------------------------------------------------------------


def test_the_reference_rebuilt_from_facts_is_nearly_the_published_one() -> None:
    corpus = ingest.read(str(DATA))
    rebuilt = gold_text.rebuild_segments(chronology(), VerseText(gospel_xml.read_verses(DATA)[1]))
    ids = [row.event.id for row in chronology() if row.accounts]
    published = {event.id: event.gold_text for event in corpus.events}
    whole = " ".join(event.gold_text for event in corpus.events)
    assert rouge_l(" ".join(rebuilt), whole).f1 >= 0.995
    assert rouge_l(" ".join(rebuilt), whole).f1 == pytest.approx(0.9985, abs=5e-5)
    tokens = language("en").rouge_tokens
    departs = [id for id, text in zip(ids, rebuilt, strict=True) if tokens(text) != tokens(published[id])]
    assert departs == ["13", "30", "48", "93", "98", "118", "140", "147", "148", "149", "155", "160"]


def test_the_published_reference_is_the_golden_file() -> None:
    audited, published = (ingest.read(str(DATA), profile=profile) for profile in ("audited", "published"))
    assert audited.notes == ()
    assert [event.id for event in audited.events if not event.gold_text] == ["53", "163"]
    assert [event.id for event in published.events if not event.gold_text] == ["162", "169"]
    golden_file = " ".join((DATA / gold_text.GOLD_FILE).read_text(encoding="utf-8").split())
    assert candidate.gold_text(published) == golden_file
    assert published.events[52].gold_text == audited.events[53].gold_text


def test_the_sources_hold_what_the_published_data_holds() -> None:
    audited, published = (ingest.read(str(DATA), profile=profile) for profile in ("audited", "published"))
    assert not any(OMITTED in source.text for source in audited.sources)
    assert sum(source.text.count(OMITTED) for source in published.sources) == 4
