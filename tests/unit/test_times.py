"""Times: what a text covers, in which order texts stand, what is refused and how it is told."""

import time
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.base.errors import InputError
from taeg.text.times import Span, parse
from tests.unit import refusals

MINUTE, HOUR, DAY = 60, 3600, 86400
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAY_3 = 1714694400
"""2024-05-03T00:00Z."""
ZONES = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
WRITE = "; write it as 2024-05-03 or 2024-05-03T14:30"
WRITE_RANGE = "; write a date as 2024-05-03 and a range as 2024-05-03/2024-05-05"


def seconds(moment: datetime) -> float:
    return (moment - EPOCH) / timedelta(seconds=1)


def refusal(text: str, place: str = "") -> str:
    return refusals.refusal(lambda: parse(text, place))


@pytest.mark.parametrize(
    ("text", "start", "length"),
    [
        ("1970", 0, 365 * DAY),
        ("1970-01-01", 0, DAY),
        ("1970-01-01T00:00:00", 0, 1),
        ("1969-12-31T23:59", -MINUTE, MINUTE),
        ("2001-09-09T01:46:40", 1_000_000_000, 1),
        ("2024", 1704067200, 366 * DAY),
        ("2024-02", 1706745600, 29 * DAY),
        ("2023-02", 1675209600, 28 * DAY),
        ("1900-02", -2206310400, 28 * DAY),
        ("2000-02", 949363200, 29 * DAY),
        ("2024-12", 1733011200, 31 * DAY),
        ("2024-05-03", MAY_3, DAY),
        ("  2024-05-03\n", MAY_3, DAY),
        ("20240503", MAY_3, DAY),
        ("2024-05-03T10", MAY_3 + 10 * HOUR, HOUR),
        ("2024-05-03 10", MAY_3 + 10 * HOUR, HOUR),
        ("2024-05-03T10:15", MAY_3 + 10 * HOUR + 15 * MINUTE, MINUTE),
        ("2024-05-03t10:15", MAY_3 + 10 * HOUR + 15 * MINUTE, MINUTE),
        ("20240503T1015", MAY_3 + 10 * HOUR + 15 * MINUTE, MINUTE),
        ("20240503T101530", MAY_3 + 10 * HOUR + 15 * MINUTE + 30, 1),
        ("2024-05-03T10:15:30", MAY_3 + 10 * HOUR + 15 * MINUTE + 30, 1),
        ("2024-05-03T10:15:30.5", MAY_3 + 10 * HOUR + 15 * MINUTE + 30.5, 0.1),
        ("2024-05-03T10:15:30,25", MAY_3 + 10 * HOUR + 15 * MINUTE + 30.25, 0.01),
        ("2024-05-03T24:00", MAY_3 + DAY, MINUTE),
        ("2024-05-03T24:00:00.0", MAY_3 + DAY, 0.1),
        ("2016-12-31T23:59:60", 1483228799, 1),
        # Years before 1 and beyond 9999; 0000 is 1 BC and a leap year.
        ("0001-01-01", -62135596800, DAY),
        ("0000", -62135596800 - 366 * DAY, 366 * DAY),
        ("-0001", -62135596800 - 731 * DAY, 365 * DAY),
        ("-0004-02", -62135596800 - (366 + 4 * 365 + 1 - 31) * DAY, 29 * DAY),
        ("0987", -31020451200, 365 * DAY),
        ("+2024", 1704067200, 366 * DAY),
        ("+12024", 1704067200 + 25 * 146097 * DAY, 366 * DAY),
        ("\u22120585-08", parse("-0585-08").start, 31 * DAY),
        ("2024\u201105\u201103", MAY_3, DAY),
    ],
)
def test_covers(text: str, start: float, length: float) -> None:
    span = parse(text)
    assert span.start == start
    assert span.stop - span.start == pytest.approx(length, abs=1e-6)
    assert not span.zoned


def test_400_years_before_christ_are_whole_cycles() -> None:
    # The calendar repeats every 400 years, so 586 BC (-0585) is six cycles before 1815.
    assert parse("-0585-05-28").start == parse("1815-05-28").start - 6 * 146097 * DAY


@pytest.mark.parametrize(
    ("zone", "offset"),
    [
        ("Z", 0),
        ("z", 0),
        ("+00", 0),
        ("-00:00", 0),
        ("+01:00", HOUR),
        ("+0100", HOUR),
        ("+01", HOUR),
        (" +0100", HOUR),
        ("-05:30", -5 * HOUR - 30 * MINUTE),
        ("\u221205", -5 * HOUR),
        ("+23:59", DAY - MINUTE),
    ],
)
@pytest.mark.parametrize("clock", ["10", "10:15", "10:15:30", "10:15:30.5", "24:00"])
def test_zones(clock: str, zone: str, offset: int) -> None:
    plain, zoned = parse(f"2024-05-03T{clock}"), parse(f"2024-05-03T{clock}{zone}")
    assert zoned.zoned
    assert (zoned.start, zoned.stop) == pytest.approx((plain.start - offset, plain.stop - offset), abs=1e-6)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("2024-05-03/05", "2024-05-03/2024-05-05"),
        ("2024-05-03/06-05", "2024-05-03/2024-06-05"),
        ("2024-05/07", "2024-05/2024-07"),
        ("-0585-05/07", "-0585-05/-0585-07"),
        ("20240503/05", "2024-05-03/2024-05-05"),
        ("20240503/0605", "2024-05-03/2024-06-05"),
        ("20240503/20240605", "2024-05-03/2024-06-05"),
        ("2024-05-03/20240605", "2024-05-03/2024-06-05"),
        ("2024-05-03 / 2024-05-05", "2024-05-03/2024-05-05"),
        ("2024-05-03T10:00/12:30", "2024-05-03T10:00/2024-05-03T12:30"),
        ("2024-05-03 10:00/12:30", "2024-05-03T10:00/2024-05-03T12:30"),
        ("2024-05-03T10/12", "2024-05-03T10/2024-05-03T12"),
        ("2024-05-03T10:00:00.5/12:30:00", "2024-05-03T10:00:00.5/2024-05-03T12:30:00"),
        ("20240503T1000/1230", "2024-05-03T10:00/2024-05-03T12:30"),
        ("2024-05-03T10:00/05T12:30", "2024-05-03T10:00/2024-05-05T12:30"),
        ("2024-05-03T10:00/06-05T12:30", "2024-05-03T10:00/2024-06-05T12:30"),
        ("2024-05-03/05T12:30", "2024-05-03/2024-05-05T12:30"),
        # The beginning's zone holds for an end without one, as ISO 8601 has it.
        ("2024-05-03T10:00+02:00/12:30", "2024-05-03T10:00+02:00/2024-05-03T12:30+02:00"),
        ("2024-05-03T10:00+02:00/2024-05-04T12:30", "2024-05-03T10:00+02:00/2024-05-04T12:30+02:00"),
        ("2024-05-03T10:00Z/12:30 +01:00", "2024-05-03T10:00Z/2024-05-03T12:30+01:00"),
    ],
)
def test_shortened_ranges(text: str, full: str) -> None:
    assert parse(text) == parse(full)


@pytest.mark.parametrize(
    "text", ["2024-05-03/2024-05-05", "1914/1918", "2024-05-03/2024", "2024/2024-05", "-0586/-0585", "0999/+10000"]
)
def test_a_range_covers_both_ends_whole(text: str) -> None:
    left, right = text.split("/")
    assert parse(text) == Span(parse(left).start, parse(right).stop, zoned=False)


def test_midnight_ends_a_range_at_midnight() -> None:
    assert parse("2024-05-03T10:00/24:00").stop == MAY_3 + DAY
    assert parse("2024-05-03T10:00/2024-05-04T00:00").stop == MAY_3 + DAY + MINUTE


@pytest.mark.parametrize(
    ("text", "zoned"),
    [
        ("2024-05-03T10:00Z/2024-05-03T12:30Z", True),
        ("2024-05-03T10:00Z/12:30", True),
        ("2024-05-03T10:00/12:30Z", False),
        ("2024-05-03/05", False),
    ],
)
def test_a_range_is_zoned_if_both_ends_are(text: str, zoned: bool) -> None:
    assert parse(text).zoned is zoned


def test_order_of_partial_times() -> None:
    texts = [
        *("-0585", "0987", "1066-10-14", "1066", "2023", "2024-01-01T00", "2024-01-01", "2024-01", "2024"),
        *("2024-05", "2024-05-03T12:00+02:00", "2024-05-03T10:00:01Z", "2024-05-03/05", "2024-06", "+12024"),
    ]
    expected = sorted(texts, key=lambda text: (parse(text).start, parse(text).stop))
    assert sorted(texts, key=parse) == expected
    assert expected.index("2024-01-01T00") < expected.index("2024-01-01") < expected.index("2024")
    assert expected.index("2024-05-03/05") < expected.index("2024-05-03T12:00+02:00")
    assert parse("2023").stop <= parse("2024").start


@given(st.datetimes(timezones=st.none() | ZONES))
def test_agrees_with_datetime(moment: datetime) -> None:
    expected = seconds(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    for separator in "T ":
        span = parse(moment.isoformat(separator))
        assert span.start == expected
        assert span.stop > span.start
        assert span.zoned is (moment.tzinfo is not None)


@given(st.dates())
def test_agrees_with_date(day: date) -> None:
    span = parse(day.isoformat())
    assert (span.start, span.stop - span.start) == ((day.toordinal() - EPOCH.toordinal()) * DAY, DAY)
    month, year = parse(day.isoformat()[:7]), parse(day.isoformat()[:4])
    assert year.start <= month.start <= span.start < span.stop <= month.stop <= year.stop


@given(st.integers(-999_999, 999_998))
def test_years_follow_each_other(year: int) -> None:
    span = parse(f"{year:+05d}")
    assert span.stop == parse(f"{year + 1:+05d}").start
    assert (span.stop - span.start) / DAY == 365 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))


@given(st.text() | st.text("0123456789-+:/T Z.,", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        span = parse(text)
    except InputError:
        assert len(refusal(text).splitlines()) == 1
    else:
        assert span.start < span.stop


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "'' is empty" + WRITE),
        (" \n", "'' is empty" + WRITE),
        ("yesterday", "'yesterday' cannot be read" + WRITE),
        ("12:30", "'12:30' cannot be read" + WRITE),
        ("24-05-03", "'24-05-03' cannot be read: the order of day and month cannot be known" + WRITE),
        ("03.05.2024", "'03.05.2024' cannot be read: the order of day and month cannot be known" + WRITE),
        ("3. 5. 2024 10:15", "'3. 5. 2024 10:15' cannot be read: the order of day and month cannot be known" + WRITE),
        ("5/3/2024", "'5/3/2024' cannot be read: the order of day and month cannot be known" + WRITE),
        ("05-03-2024", "'05-03-2024' cannot be read: the order of day and month cannot be known" + WRITE),
        ("\u0662\u0660\u0662\u0664", "'\u0662\u0660\u0662\u0664' cannot be read" + WRITE),
        ("2024-05-0\uff13", "'2024-05-0\uff13' cannot be read" + WRITE),
        ("202405", "'202405' cannot be read" + WRITE),
        ("12024", "'12024' cannot be read" + WRITE),
        ("+1202400", "'+1202400' cannot be read" + WRITE),
        ("987", "'987' cannot be read" + WRITE),
        ("2024-5-3", "'2024-5-3' cannot be read" + WRITE),
        ("2024-123", "'2024-123' cannot be read" + WRITE),
        ("2024-W18", "'2024-W18' cannot be read" + WRITE),
        ("1914-1918", "'1914-1918' cannot be read" + WRITE),
        ("2024-05-03T", "'2024-05-03T' cannot be read" + WRITE),
        ("2024-05-03\n10:15", "'2024-05-03\\n10:15' cannot be read" + WRITE),
        ("2024-05-03Z", "'2024-05-03Z' cannot be read" + WRITE),
        # In some countries 14.30 is half past two: a fraction of an hour or a minute is not guessed at.
        ("2024-05-03 14.30", "'2024-05-03 14.30' cannot be read" + WRITE),
        ("2024-05-03T10:15:30.", "'2024-05-03T10:15:30.' cannot be read" + WRITE),
        ("2024-05-03T10:15:30.1234567890", "'2024-05-03T10:15:30.1234567890' cannot be read" + WRITE),
        ("2024-05T10:15", "'2024-05T10:15' cannot be read: a time of day needs a whole date" + WRITE),
        ("2024-02-30", "'2024-02-30' cannot be: February 2024 has 29 days" + WRITE),
        ("2023-02-29", "'2023-02-29' cannot be: February 2023 has 28 days" + WRITE),
        ("-0585-02-29", "'-0585-02-29' cannot be: February -0585 has 28 days" + WRITE),
        ("2024-04-31", "'2024-04-31' cannot be: April 2024 has 30 days" + WRITE),
        ("2024-12-00", "'2024-12-00' cannot be: December 2024 has 31 days" + WRITE),
        ("2024-13-01", "'2024-13-01' cannot be: there is no month 13" + WRITE),
        ("2024-00", "'2024-00' cannot be: there is no month 00" + WRITE),
        ("20241301", "'20241301' cannot be: there is no month 13" + WRITE),
        ("2024-05-03T25:00", "'2024-05-03T25:00' cannot be: there is no hour 25" + WRITE),
        ("2024-05-03T10:60", "'2024-05-03T10:60' cannot be: there is no minute 60" + WRITE),
        ("2024-05-03T10:15:61", "'2024-05-03T10:15:61' cannot be: there is no second 61" + WRITE),
        ("2024-05-03T24:01", "'2024-05-03T24:01' cannot be: a day ends at 24:00" + WRITE),
        ("2024-05-03T24:00:00.1", "'2024-05-03T24:00:00.1' cannot be: a day ends at 24:00" + WRITE),
        ("2024-05-03T10:15+25:00", "'2024-05-03T10:15+25:00' cannot be: there is no zone +25:00" + WRITE),
        ("2024-05-03T10:15-01:60", "'2024-05-03T10:15-01:60' cannot be: there is no zone -01:60" + WRITE),
        ("2024-05-03/", "'2024-05-03/' is an open range, and both ends are needed" + WRITE_RANGE),
        ("/2024-05-03", "'/2024-05-03' is an open range, and both ends are needed" + WRITE_RANGE),
        ("2024-05-03/..", "'2024-05-03/..' is an open range, and both ends are needed" + WRITE_RANGE),
        ("../2024-05-03", "'../2024-05-03' is an open range, and both ends are needed" + WRITE_RANGE),
        ("2024-05-05/03", "'2024-05-05/03' is a range that ends before it begins" + WRITE_RANGE),
        ("2024-05-03T10:15/10:14", "'2024-05-03T10:15/10:14' is a range that ends before it begins" + WRITE_RANGE),
        ("2024-05-03/2024-02-30", "'2024-05-03/2024-02-30' cannot be: February 2024 has 29 days" + WRITE_RANGE),
        ("then/2024", "'then/2024' cannot be read" + WRITE_RANGE),
    ],
)
def test_refused(text: str, fault: str) -> None:
    assert refusal(text) == f"time {fault}"
    assert refusal(text, "log.csv:7") == f"log.csv:7: time {fault}"


@pytest.mark.parametrize(
    "text",
    [
        *("2024/05", "2024/05/03", "1914/18", "2024-05/06-05", "2024-05-03/5", "2024-05-03/P3D", "2024-05-03/then"),
        # By ISO 8601 minutes and seconds, by custom hours and minutes: neither is guessed.
        *("2024-05-03T10:00:00/12:30", "2024-05-03T10:00/12", "2024-05-03T10:00/06-05"),
    ],
)
def test_unclear_ends_of_ranges_are_refused(text: str) -> None:
    fault = "cannot be read: what the end of the range leaves out is not clear"
    assert refusal(text) == f"time {text!r} {fault}{WRITE_RANGE}"


@pytest.mark.parametrize("text", ["x" * 10_000, "2024-" * 2_000, "1" * 10_000, "/" * 10_000, "2024-05-03T10:00/" * 600])
def test_long_garbage_is_refused_at_once(text: str) -> None:
    begun = time.perf_counter()
    message = refusal(text)
    assert time.perf_counter() - begun < 0.5
    assert message.startswith(f"time {text[:39] + '…'!r} is longer than 100 characters; write ")


def test_quotes_forty_characters_at_most() -> None:
    assert refusal("x" * 40) == f"time '{'x' * 40}' cannot be read{WRITE}"
    assert refusal("x" * 41) == f"time '{'x' * 39}…' cannot be read{WRITE}"


def test_is_fast() -> None:
    begun = time.perf_counter()
    for _ in range(10_000):
        parse("2024-05-03T10:15:30.25+01:00")
    assert time.perf_counter() - begun < 2
