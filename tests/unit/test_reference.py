"""References: what is read, what is printed, what is refused."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.gospels.verse_reference import Reference, Span
from taeg.base.errors import InputError


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("14:3", "14:3"),
        ("14:3-9", "14:3-9"),
        ("15:18-16:4", "15:18-16:4"),
        ("21:18-19a", "21:18-19a"),
        ("21:19b-22", "21:19b-22"),
        ("22:54b", "22:54b"),
        ("22:54B", "22:54b"),
        ("14:3,5-7; 15:1", "14:3,5-7; 15:1"),
        ("14:3;5-7,15:1", "14:3,5-7; 15:1"),
        ("15:18-16:4, 7", "15:18-16:4,7"),
        ("14:3,19b-22", "14:3,19b-22"),
        ("  14 : 3 \u2013 9 a ", "14:3-9a"),
        ("14:3\u22129", "14:3-9"),
        ("14:3\u20109", "14:3-9"),
        ("14:3-14:9", "14:3-9"),
        ("14:3-3", "14:3"),
        ("014:003", "14:3"),
        # A letter that takes nothing away is not kept: the value is the interval.
        ("22:54a-54b", "22:54"),
        ("22:54a-55b", "22:54-55"),
        ("22:54b-54b", "22:54b"),
    ],
)
def test_reads_and_prints(text: str, canonical: str) -> None:
    reference = Reference.parse(text)
    assert str(reference) == canonical
    assert Reference.parse(canonical) == reference


def test_halves_are_an_interval() -> None:
    assert Reference.parse("22:54a").spans == (Span(22, 54, 22, 54, to_middle=True),)
    assert Reference.parse("22:54b").spans == (Span(22, 54, 22, 54, from_middle=True),)
    assert Reference.parse("21:19b-22").spans == (Span(21, 19, 21, 22, from_middle=True),)
    assert Reference.parse("14:3,5-7; 15:1").spans == (Span(14, 3, 14, 3), Span(14, 5, 14, 7), Span(15, 1, 15, 1))


@pytest.mark.parametrize(
    ("text", "plain"),
    [("14:3", True), ("14:3-9", True), ("14:3-9a", False), ("14:3b", False), ("15:18-16:4", False), ("14:3,4", False)],
)
def test_plain(text: str, plain: bool) -> None:
    assert Reference.parse(text).plain is plain


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot be read"),
        ("  ", "cannot be read"),
        ("14", "does not begin with a chapter"),
        ("3-9", "does not begin with a chapter"),
        ("14:", "cannot be read"),
        (":3", "cannot be read"),
        ("14:3-", "cannot be read"),
        ("14:3,", "cannot be read"),
        ("14:3,,5", "cannot be read"),
        ("14:3c", "cannot be read"),
        ("14:3--9", "cannot be read"),
        ("14:3-5-9", "cannot be read"),
        ("14.3", "cannot be read"),
        ("Luke 14:3", "cannot be read"),
        ("1 4:3", "space inside a number"),
        ("14:1 2", "space inside a number"),
        ("14:9-3", "ends before it begins"),
        ("16:4-15:18", "ends before it begins"),
        ("22:54b-54a", "ends before it begins"),
        ("0:3", "numbered from 1"),
        ("14:0", "numbered from 1"),
        ("14:1000", "cannot be read"),
        ("١٤:٣", "cannot be read"),
        ("\uff11\uff14:\uff13", "cannot be read"),
        ("14:3" + ",4" * 600, "longer than 1000"),
    ],
)
def test_refuses(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        Reference.parse(text, "events.tsv:7")
    message = str(caught.value)
    assert message.startswith("events.tsv:7: reference ")
    assert says in message
    assert repr(text[:60])[:-1] in message
    assert "expected chapter:verse" in message
    assert "\n" not in message


def test_a_value_is_validated_without_text() -> None:
    with pytest.raises(InputError, match="ends before it begins"):
        Span(3, 2, 3, 1)
    with pytest.raises(InputError, match="numbered from 1 to 999"):
        Span(3, 2, 3, 1000)
    with pytest.raises(InputError, match="empty"):
        Reference(())


NUMBERS = st.integers(1, 999)


@st.composite
def spans(draw: st.DrawFn) -> Span:
    first, last = sorted([(draw(NUMBERS), draw(NUMBERS)), (draw(NUMBERS), draw(NUMBERS))])
    if draw(st.booleans()):
        last = (first[0], max(first[1], last[1]))
    from_middle = draw(st.booleans())
    to_middle = draw(st.booleans()) and not (first == last and from_middle)
    return Span(*first, *last, from_middle, to_middle)


@given(st.lists(spans(), min_size=1, max_size=6).map(lambda items: Reference(tuple(items))))
def test_every_value_survives_print_and_parse(reference: Reference) -> None:
    assert Reference.parse(str(reference)) == reference
    assert str(Reference.parse(str(reference))) == str(reference)


@given(st.one_of(st.text(), st.text(alphabet="0123456789:-\u2013,; ab\n\t", max_size=40)))
def test_any_text_parses_or_is_refused(text: str) -> None:
    message = ""
    try:
        reference = Reference.parse(text)
    except InputError as error:
        message = str(error)
    else:
        assert Reference.parse(str(reference)) == reference
    assert len(message.splitlines()) <= 1


@pytest.mark.parametrize("text", ["1" * 10**6, "1 " * 10**6, " " * 10**6, "14:3," + " " * 900 + "x", "-" * 1000])
def test_hostile_text_is_refused_at_once(text: str) -> None:
    began = time.perf_counter()
    with pytest.raises(InputError):
        Reference.parse(text)
    assert time.perf_counter() - began < 3
