"""Verse references: parsing, printing and error messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.gospels.verse_reference import Span, VerseReference
from taeg.base.errors import quoted
from tests.unit.refusals import refusal

EXPECTED = "expected chapter:verse, as in 14:3, 14:3-9, 15:18-16:4, 21:18-19a or 14:3,5-7; 15:1"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        *((text, text) for text in ("14:3", "14:3-9", "15:18-16:4", "21:18-19a", "21:19b-22", "22:54b")),
        *((text, text) for text in ("14:3,5-7; 15:1", "14:3,19b-22")),
        ("22:54B", "22:54b"),
        ("14:3;5-7,15:1", "14:3,5-7; 15:1"),
        ("15:18-16:4, 7", "15:18-16:4,7"),
        ("  14 : 3 \u2013 9 a ", "14:3-9a"),
        ("14:3\u22129", "14:3-9"),
        ("14:3-14:9", "14:3-9"),
        ("14:3-3", "14:3"),
        ("014:003", "14:3"),
        # A letter that does not change the interval is dropped.
        ("22:54a-54b", "22:54"),
        ("22:54a-55b", "22:54-55"),
        ("22:54b-54b", "22:54b"),
    ],
)
def test_parse_and_print(text: str, canonical: str) -> None:
    reference = VerseReference.parse(text)
    assert str(reference) == canonical
    assert VerseReference.parse(canonical) == reference


INVALID = {
    "cannot be read": [
        *("", "  ", "14:", ":3", "14:3-", "14:3,", "14:3,,5", "14:3c", "14:3--9", "14:3-5-9", "14.3", "Luke 14:3"),
        *("14:1000", "١٤:٣", "\uff11\uff14:\uff13", "-" * 1000),
    ],
    "does not begin with a chapter": ["14", "3-9"],
    "has a space inside a number": ["1 4:3", "14:1 2"],
    "is wrong: a range ends before it begins": ["14:9-3", "16:4-15:18", "22:54b-54a"],
    "is wrong: chapters and verses are numbered from 1 to 999": ["0:3", "14:0"],
    "is longer than 1000 characters": ["14:3" + ",4" * 600, "1 " * 10**6],
}


@pytest.mark.parametrize(("text", "fault"), [(text, fault) for fault, texts in INVALID.items() for text in texts])
def test_invalid_references(text: str, fault: str) -> None:
    message = refusal(lambda: VerseReference.parse(text, "events.tsv:7"))
    assert message == f"events.tsv:7: reference {quoted(text, 60)} {fault}; {EXPECTED}"


NUMBERS = st.integers(1, 999)


@st.composite
def spans(draw: st.DrawFn) -> Span:
    first, last = sorted([(draw(NUMBERS), draw(NUMBERS)), (draw(NUMBERS), draw(NUMBERS))])
    if draw(st.booleans()):
        last = (first[0], max(first[1], last[1]))
    from_middle = draw(st.booleans())
    to_middle = draw(st.booleans()) and not (first == last and from_middle)
    return Span(*first, *last, from_middle, to_middle)


@given(st.lists(spans(), min_size=1, max_size=6).map(lambda items: VerseReference(tuple(items))))
def test_round_trip(reference: VerseReference) -> None:
    assert VerseReference.parse(str(reference)) == reference
