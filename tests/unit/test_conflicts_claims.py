"""Claims of sentences: kind, words of the value, normal form, noun, and how they are said."""

import pytest

from taeg.conflicts.claims import Claim, claims
from taeg.conflicts.parser import find_parser

needs_parser = pytest.mark.skipif(find_parser("en") is None, reason="needs a parser of English")
PERSONS = frozenset(["man", "woman", "people", "person", "driver"])


def read(text: str) -> list[Claim]:
    """Return the claims of a text, without indefinite articles."""
    parser = find_parser("en")
    assert parser is not None
    return [claim for claim in claims([text], parser, PERSONS.__contains__)[0] if not claim.flags.article]


@needs_parser
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Twelve people were hurt.", [("count", "Twelve", "12", "people")]),
        ("Three or four men ran off.", [("count", "Three or four", "3-4", "man")]),
        ("Nobody was hurt.", [("count", "Nobody", "0", "")]),
        ("None of the windows was broken.", [("count", "None", "0", "window")]),
        ("It was twenty to twelve.", [("clock", "twenty to twelve", "11:40", "")]),
        ("The bell rang at 23:41.", [("clock", "23:41", "23:41", "")]),
        ("It must have been ten when it stopped.", [("clock", "ten", "10:00", "")]),
        ("Maren Holle, 19, was on the bridge.", [("age", "19", "19", "holle")]),
        ("She was thirty-five.", [("age", "thirty-five", "35", "she")]),
        ("He was fifty at least.", [("age", "fifty", "50", "he")]),
        ("A man, twenty-five, not more.", [("age", "twenty-five", "25", "man")]),
        ("Elsie turned six in January.", [("age", "six", "6", "elsie")]),
        ("The ten-year-old is eating soup.", [("age", "ten-year-old", "10", "old")]),
        ("A woman passed. Forty or so.", [("age", "Forty", "40", "")]),
        ("The bell rang twice.", [("count", "twice", "2", "bell")]),
        ("There were three gates.", [("count", "three", "3", "gate")]),
        ("It was lit again after four minutes.", [("duration", "four minutes", "4 min", "")]),
        ("The ring, the orange one, sank.", [("colour", "orange", "orange", "ring")]),
        ("A 52-year-old man died.", [("age", "52-year-old", "52", "man")]),
        ("Marta Lund, a 58-year-old teacher, woke.", [("age", "58-year-old", "58", "lund")]),
        ("The driver was in her forties.", [("age", "in her forties", "40-49", "driver")]),
        ("The plank was 1.5 metres long.", [("measure", "1.5 metres", "1.5 m", "")]),
        ("He paid £640.", [("money", "£640", "GBP 640", "")]),
        ("It lasted half an hour.", [("duration", "half an hour", "30 min", "")]),
        ("He left two hours later.", []),
        ("A light blue van stood there.", [("colour", "light blue", "blue", "van")]),
        ("The van was silver or grey.", [("colour", "silver or grey", "grey", "van")]),
        ("The dog was a brown one.", [("colour", "brown", "brown", "dog")]),
        ("The chapel was built in 1848.", [("date", "1848", "1848", "")]),
        ("They won by 214 votes to 180.", [("score", "214 votes to 180", "214-180", "")]),
        ("Hearts beat Dundee 3-1.", [("score", "3-1", "3-1", "")]),
        ("The left-hand gate was open.", [("side", "left", "left", "gate")]),
        ("He lives at 22 Kiln Lane, room 4.", []),
    ],
)
def test_claims(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    found = [(claim.kind, text[claim.start : claim.end], claim.value, claim.head) for claim in read(text)]
    assert found == expected


@needs_parser
@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("I saw three men.", "first_person"),
        ("Earlier reports spoke of three men.", "retrospective"),
        ("Three men could have done it.", "hypothetical"),
        ("The hall can hold 300 people.", "hypothetical"),
        ("If three men had come, we would have won.", "conditional"),
        ("Did three men come?", "question"),
        ("Every week three men come.", "generic"),
        ("So far three men have come.", "early"),
        ("In all three men came.", "late"),
        ("Three more men came.", "part"),
        ("Three of the men came.", "of"),
        ("There were three men.", "existential"),
        ("Three men who wore hats came.", "restricted"),
        ("I do not think there were three men.", "negated"),
    ],
)
def test_flags(text: str, flag: str) -> None:
    claim = next(claim for claim in read(text) if claim.kind == "count")
    assert getattr(claim.flags, flag)


@needs_parser
@pytest.mark.parametrize(
    ("text", "about", "bound"),
    [
        ("About 40 people came.", True, 0),
        ("At least 40 people came.", False, 1),
        ("Up to 40 people came.", False, -1),
        ("I think 40 people came.", True, 0),
        ("The shop was shut until nine.", False, -1),
        ("It was not out until two in the morning.", False, 1),
        ("The bus came shortly before nine.", True, 0),
    ],
)
def test_hedges(text: str, about: bool, bound: int) -> None:
    (claim,) = read(text)
    assert (claim.about, claim.bound) == (about, bound)


@needs_parser
def test_antecedents() -> None:
    found = read("A van stopped. It had no lights on. I'd call it silver. The driver got out. He was 30.")
    assert [claim.antecedent for claim in found if claim.kind in ("colour", "age")] == ["van", "driver"]


@needs_parser
def test_notes_of_agencies_are_no_claims() -> None:
    text = "LEEDS, March 11 (NPA) - (Corrects number of dead to four from five) Four people died."
    assert [text[claim.start : claim.end] for claim in read(text)] == ["Four"]


@needs_parser
def test_positions_after_blank_lines() -> None:
    text = "The gate was shut.\n\nTwo men came.\n\n  Then three women came."
    assert [text[claim.start : claim.end] for claim in read(text)] == ["Two", "three"]


def test_there_is_no_parser_of_another_language() -> None:
    assert find_parser("de") is None
