"""Sections of a narrative, and how speakers are named in it."""

import pytest

from taeg.base.errors import InputError
from taeg.consolidate.narrative import Narrative, Passage, joined, pieces, sections
from taeg.consolidate.spans import BASE, INLINE, NOTE, QUOTE, TITLE
from taeg.consolidate.voices import check_voice, speaks_in_first_person, voice_of
from taeg.model.corpus import AUDITED


def passage(event: str, source: str, text: str, role: str = BASE, start: int = 0) -> Passage:
    return Passage(event, event, f"{source}:{event}", source, "line 3", text, source.title(), role=role, start=start)


FUSED = (
    passage("fire", "ames", "I woke."),
    passage("fire", "reyes", "I heard a bang.", INLINE, 10),
    passage("fire", "ames", " I ran out.", BASE, 7),
    passage("fire", "reyes", "It was cold.", NOTE, 60),
    passage("fire", "reyes", "It rained.", NOTE, 90),
    passage("fire", "novak", "A dog barked.", NOTE, 0),
    passage("end", "ames", "I went home."),
)


def narrative(passages: tuple[Passage, ...] = FUSED, language: str = "en") -> Narrative:
    return Narrative("case", "fuse", AUDITED, passages, language)


def test_sections_have_running_text_and_notes_by_source() -> None:
    first, second = sections(FUSED)
    assert [[p.text for p in turn] for turn in first.turns] == [["I woke."], ["I heard a bang."], [" I ran out."]]
    assert [[p.source for p in notes] for notes in first.noted] == [["reyes", "reyes"], ["novak"]]
    assert (joined(second.running), second.notes) == ("I went home.", ())


def test_extracts_and_titles_are_sections_of_their_own() -> None:
    extracts = tuple(passage("", "ames", text, QUOTE) for text in ("One.", "Two."))
    title = passage("silent", "", "A silence.", TITLE)
    assert [joined(section.running) for section in sections((*extracts, title))] == ["One.", "Two.", "A silence."]


@pytest.mark.parametrize(
    ("voice", "expected"),
    [
        (
            "quoted",
            "Ames: “I woke.”\nReyes: “I heard a bang.”\nAmes: “I ran out.”\n\n"
            "Reyes also says: “It was cold. … It rained.”\n\nNovak also says: “A dog barked.”\n\nAmes: “I went home.”",
        ),
        (
            "marked",
            "I woke. I heard a bang. [Reyes, line 3] I ran out.\n\n"
            "Reyes also says: “It was cold. … It rained.”\n\nNovak also says: “A dog barked.”\n\nI went home.",
        ),
        (
            "plain",
            "I woke. I heard a bang. I ran out.\n\n"
            "Reyes also says: “It was cold. … It rained.”\n\nNovak also says: “A dog barked.”\n\nI went home.",
        ),
    ],
)
def test_voices(voice: str, expected: str) -> None:
    assert narrative().spoken(voice) == expected


def test_testimony_is_quoted_and_other_accounts_are_not() -> None:
    assert narrative().text.startswith("Ames: “I woke.”")
    assert narrative((passage("fire", "ames", "They woke."),)).text == "They woke."


def test_the_running_text_has_neither_notes_nor_names() -> None:
    assert narrative().running == "I woke. I heard a bang. I ran out.\n\nI went home."


def test_citations_name_the_role() -> None:
    cited = "".join(pieces(FUSED, AUDITED, cite=True))
    assert "[fire: Reyes, line 3 (inserted)]\nI heard a bang." in cited
    assert "[fire: Reyes, line 3 (note)]\nIt was cold. … It rained." in cited


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("I saw him go.", "en", True),
        ("Then my brother came.", "en-GB", True),
        ("And Jesus said unto them, I go.", "en", False),
        ("He cried: “I am lost.”", "en", False),
        ("The i is dotted.", "en", False),
        ("Gestern sah ich ihn.", "de", True),
        ("Er sagte: „Ich gehe.“", "de", False),
        ("Yo lo vi.", "es", True),
        ("Dijo: «Yo voy».", "es", False),
        ("Eu vi tudo.", "pt", True),
        ("Я видел.", "ru", False),
    ],
)
def test_first_person_outside_speech(text: str, code: str, expected: bool) -> None:
    assert speaks_in_first_person(text, code) is expected


def test_the_voice_is_that_of_most_accounts() -> None:
    assert voice_of(["I ran.", "I fell.", "They left."], "en") == "quoted"
    assert voice_of(["I ran.", "They fell.", "They left."], "en") == "marked"
    assert voice_of([], "en") == "marked"


def test_unknown_voices_are_refused() -> None:
    check_voice("")
    with pytest.raises(InputError, match="unknown voice 'quoting'"):
        check_voice("quoting")
