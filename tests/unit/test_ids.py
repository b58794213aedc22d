"""The normal form of ids, and how ids written in several forms are read."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ingest
from taeg.base.errors import Problems
from taeg.model.arrange import check_case, only, original, without
from taeg.model.corpus import Corpus, Correction, Event, Source, Version
from taeg.model.corrections import apply
from taeg.model.normal_ids import normal_corpus
from taeg.text.ids import find_id, is_normal, normal_id
from tests.unit.refusals import refusal

COMPOSED, DECOMPOSED = "caf\u00e9 noir", "cafe\u0301 noir"
FORMS = (
    *(COMPOSED, DECOMPOSED, "caf\u00e9\u00a0noir", "caf\u00e9  noir", "caf\u00e9\u2009\tnoir", "caf\u00e9\u3000noir"),
    *("\u200bcaf\u00e9 noir", "ca\u00adf\u00e9 noir", "caf\u00e9 noir\ufeff", "caf\u00e9\u200f noir\u202c"),
    *("caf\u00e9\u3164 noir", "\u115fcaf\u00e9 \uffa0noir", "caf\u00e9 no\u17b4ir\u180b"),
    *("caf\u00e9\ufe0f noir", "cafe\u034f\u0301 noir", "ca\u200cfe\u0301 no\u200dir", "\u2060caf\u00e9 noir"),
)


@pytest.mark.parametrize("form", FORMS, ids=ascii)
def test_forms_of_one_id(form: str) -> None:
    assert normal_id(form) == COMPOSED
    assert find_id(form, ["other", COMPOSED]) == COMPOSED
    assert find_id(COMPOSED, ["other", form]) == form
    assert is_normal([form]) == (form == COMPOSED)


@pytest.mark.parametrize(
    "id",
    [
        *("1", "Lk 13:34-35", "Lk 13:34\u201335", "ID", "'\"$", "b\u05e8\u05d0", "\u0627\u0644\u0623\u0648\u0644"),
        *("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0631\u064e\u200c\u064a"),
        *("\u0915\u094d\u200d\u0937", "\u0d9a\u0dca\u200d\u0dbb", "\u09b0\u200d\u09cd\u09af", "\u0d28\u0d4d\u200d"),
        *("\u0600\u0661", "\u937e\u3068", "a\nb", "a\x00b", "\U0001f6a2"),
    ],
    ids=ascii,
)
def test_ids_that_are_normal(id: str) -> None:
    assert normal_id(id) == id


@given(st.text(alphabet="ae\u0301\u00e9 \u00a0\t\n\u200b\u200c\u200d\ufeff\u064a\u064e\u0915\u094d\u0600", max_size=12))
@settings(max_examples=500)
def test_the_normal_form_is_stable(text: str) -> None:
    normal = normal_id(text)
    assert normal_id(normal) == normal == unicodedata.normalize("NFC", normal).strip()


def test_an_unknown_id_is_not_found() -> None:
    assert find_id("tea", ["coffee"]) is None


def table(path: Path, *rows: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", FORMS, ids=ascii)
def test_accounts_of_one_event_by_one_source(tmp_path: Path, form: str) -> None:
    text = "Cafe\u0301\u00a0 was\u200b open."
    path = table(tmp_path / "t.csv", "source,event,text", f"{COMPOSED},{form},{text}", f"{form},{COMPOSED},Closed.")
    found = ingest.read(str(path))
    assert [event.id for event in found.events] == [source.id for source in found.sources] == [COMPOSED]
    assert sorted(version.text for version in found.versions) == [text, "Closed."]


def test_files_of_a_corpus_may_use_different_forms(tmp_path: Path) -> None:
    """Timeline, headings, reference, corrections and manifest name one event and one source."""
    table(tmp_path / "timeline.csv", "event,title", f"{COMPOSED},Une e\u0301te\u0301", "tea,Tea")
    table(tmp_path / "accounts" / "ann.md", "---", f"id: {DECOMPOSED}", "---", f"# {FORMS[2]}", "One.", "# tea", "Two.")
    table(tmp_path / "accounts" / "bob.md", "# Une \u00e9t\u00e9", "Three.", "# tea", f"id: {FORMS[3]}", "Four.")
    table(tmp_path / "reference.csv", "event,text", f"{FORMS[6]},Gold.")
    table(tmp_path / "corrections.yaml", f"- rename: {FORMS[4]}", "  title: x", f"- exclude: '{FORMS[7]}'")
    sources = ("sources:", f"- {{id: '{FORMS[7]}', title: The cafe\u0301}}", f"priority: [bob, '{FORMS[9]}']")
    table(tmp_path / "corpus.yaml", "language: en", *sources)
    checked = ingest.check(str(tmp_path))
    assert (checked.faults, checked.corpus is not None) == ((), True)
    found = ingest.read(str(tmp_path))
    assert [(event.id, event.gold_text) for event in found.events] == [(COMPOSED, "Gold."), ("tea", "")]
    assert [(source.id, source.title) for source in found.sources] == [("bob", "bob"), (COMPOSED, "The cafe\u0301")]
    assert found.events[0].title == "Une e\u0301te\u0301"
    corrected = apply(found, found.corrections)
    assert [correction.problem for correction in corrected.corrections] == ["", ""]
    assert [version.id for version in corrected.versions if version.excluded] == [COMPOSED]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"timeline.csv": f"event\n{COMPOSED}\n{DECOMPOSED}\n"},
            "{folder}/timeline.csv:3: event 'caf\u00e9 noir' appears twice in the timeline "
            "(first: {folder}/timeline.csv:2); keep one",
        ),
        (
            {"reference.csv": f"event,text\n{COMPOSED},x\n{DECOMPOSED},y\n"},
            "{folder}/reference.csv:3: event 'caf\u00e9 noir' appears twice in the reference "
            "(first: {folder}/reference.csv:2); keep one",
        ),
        (
            {"corpus.yaml": f"sources:\n- id: {COMPOSED}\n- id: {DECOMPOSED}\n"},
            "{folder}/corpus.yaml:3: source 'caf\u00e9 noir' is given twice (first: {folder}/corpus.yaml:2); keep one",
        ),
        (
            {"t.csv": f"source,event,text,id\na,{COMPOSED},x,{COMPOSED}\nb,{COMPOSED},y,{DECOMPOSED}\n"},
            "{folder}/t.csv:3: version 'caf\u00e9 noir' is given twice (first: {folder}/t.csv:2); give each its own id",
        ),
        (
            {"a.md": f"---\nid: {COMPOSED}\n---\n# e\nx\n", "b.md": f"---\nid: {DECOMPOSED}\n---\n# e\ny\n"},
            "{folder}/b.md: the file would be the source 'caf\u00e9 noir', as '{folder}/a.md' is; rename one of them, "
            "or give one an 'id:' in its front matter",
        ),
        (
            {"t.csv": "source,event,text\na,\u200b,x\n"},
            "{folder}/t.csv:2: event id '\\u200b' must be text on one line without spaces at either end or control "
            "characters",
        ),
    ],
    ids=["timeline", "reference", "manifest", "versions", "documents", "invisible"],
)
def test_equal_ids_are_reported_with_both_places(tmp_path: Path, files: dict[str, str], message: str) -> None:
    accounts = f"source,event,text\n{COMPOSED},{COMPOSED},One.\n"
    for name, content in (({} if "a.md" in files else {"t.csv": accounts}) | files).items():
        table(tmp_path / name, content.rstrip("\n"))
    assert message.format(folder=tmp_path) in ingest.check(str(tmp_path)).faults


def corpus(event: str = COMPOSED, source: str = COMPOSED) -> Corpus:
    return Corpus(
        "talk",
        (Source(source, "Source"), Source("bob", "Bob")),
        (Event(event, "Event"), Event("tea", "Tea")),
        (Version("a", event, source, "One."), Version("b", event, "bob", "Two."), Version("c", "tea", "bob", "Three.")),
    )


def test_values_made_in_python() -> None:
    assert normal_corpus(corpus(DECOMPOSED, FORMS[2])) == corpus()
    assert normal_corpus(made := corpus()) is made
    twins = (Event(COMPOSED, "One"), Event(DECOMPOSED, "Other"))
    both = Corpus("twins", (Source("a", "A"),), twins, (Version("v", COMPOSED, "a", "x"),))
    message = "event 'caf\u00e9 noir' appears twice in the timeline (number 2; first: number 1); give each its own id"
    assert refusal(lambda: normal_corpus(both)) == message


@pytest.mark.parametrize("form", FORMS, ids=ascii)
@pytest.mark.parametrize("stored", [COMPOSED, DECOMPOSED], ids=["normal", "old"])
def test_corrections_in_any_form(form: str, stored: str) -> None:
    """Corpora of older graphs may have ids in other forms."""
    wanted = (Correction("choose", form, "b"), Correction("rename", form, title="x"), Correction("merge", "tea", form))
    found = apply(corpus(stored), wanted)
    assert [correction.problem for correction in found.corrections] == ["", "", ""]
    assert (found.events[0].choice, found.events[0].title, len(found.events)) == ("b", "x", 1)


@pytest.mark.parametrize("form", FORMS, ids=ascii)
def test_sources_in_any_form(form: str) -> None:
    material = original(corpus())
    assert [source.id for source in only(material, [form]).sources] == [COMPOSED]
    assert [source.id for source in without(material, form).sources] == ["bob"]


def test_ids_of_an_older_graph_and_of_what_is_added() -> None:
    problems = Problems()
    check_case("event", {DECOMPOSED: "", COMPOSED: "t.csv:2"}, problems)
    differs = "event 'caf\u00e9 noir' differs from 'cafe\u0301 noir' only in characters that look alike"
    assert problems.faults == [f"t.csv:2: {differs}; write both alike"]
