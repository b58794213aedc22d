"""Parsing of dates, times and ranges: intervals, order and error messages."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taeg.base.errors import quoted
from taeg.text.times import Span, parse
from tests.unit.refusals import refusal

MINUTE, HOUR, DAY = 60, 3600, 86400
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAY_3 = 1714694400
"""2024-05-03T00:00Z."""
ZONES = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
WRITE = "; write it as 2024-05-03 or 2024-05-03T14:30"
WRITE_RANGE = "; write a date as 2024-05-03 and a range as 2024-05-03/2024-05-05"


def seconds(moment: datetime) -> float:
    return (moment - EPOCH) / timedelta(seconds=1)


@pytest.mark.parametrize(
    ("text", "start", "length"),
    [
        ("1970", 0, 365 * DAY),
        ("1970-01-01", 0, DAY),
        ("1969-12-31T23:59", -MINUTE, MINUTE),
        ("2001-09-09T01:46:40", 1_000_000_000, 1),
        ("2024", 1704067200, 366 * DAY),
        ("2024-02", 1706745600, 29 * DAY),
        ("1900-02", -2206310400, 28 * DAY),
        ("2000-02", 949363200, 29 * DAY),
        ("2024-05-03", MAY_3, DAY),
        ("20240503", MAY_3, DAY),
        ("2024-05-03T10", MAY_3 + 10 * HOUR, HOUR),
        ("2024-05-03T10:15", MAY_3 + 10 * HOUR + 15 * MINUTE, MINUTE),
        ("2024-05-03t10:15", MAY_3 + 10 * HOUR + 15 * MINUTE, MINUTE),
        ("20240503T1015", MAY_3 + 10 * HOUR + 15 * MINUTE, MINUTE),
        ("2024-05-03T10:15:30", MAY_3 + 10 * HOUR + 15 * MINUTE + 30, 1),
        ("2024-05-03T10:15:30.5", MAY_3 + 10 * HOUR + 15 * MINUTE + 30.5, 0.1),
        ("2024-05-03T10:15:30,25", MAY_3 + 10 * HOUR + 15 * MINUTE + 30.25, 0.01),
        ("2024-05-03T24:00", MAY_3 + DAY, MINUTE),
        ("2016-12-31T23:59:60", 1483228799, 1),
        # Years before 1 and beyond 9999; 0000 is 1 BC and a leap year.
        ("0001-01-01", -62135596800, DAY),
        ("0000", -62135596800 - 366 * DAY, 366 * DAY),
        ("-0004-02", -62135596800 - (366 + 4 * 365 + 1 - 31) * DAY, 29 * DAY),
        ("0987", -31020451200, 365 * DAY),
        ("+2024", 1704067200, 366 * DAY),
        ("+12024", 1704067200 + 25 * 146097 * DAY, 366 * DAY),
        ("\u22120585-08", parse("-0585-08").start, 31 * DAY),
        ("2024\u201105\u201103", MAY_3, DAY),
    ],
)
def test_spans(text: str, start: float, length: float) -> None:
    span = parse(text)
    assert span.start == start
    assert span.stop - span.start == pytest.approx(length, abs=1e-6)
    assert not span.zoned


@pytest.mark.parametrize(
    ("zone", "offset"),
    [
        *((zone, 0) for zone in ("Z", "z", "+00", "-00:00")),
        *((zone, HOUR) for zone in ("+01:00", "+0100", "+01", " +0100")),
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
        ("20240503/0605", "2024-05-03/2024-06-05"),
        ("20240503/20240605", "2024-05-03/2024-06-05"),
        ("2024-05-03 / 2024-05-05", "2024-05-03/2024-05-05"),
        ("2024-05-03T10:00/12:30", "2024-05-03T10:00/2024-05-03T12:30"),
        ("2024-05-03T10/12", "2024-05-03T10/2024-05-03T12"),
        ("2024-05-03T10:00:00.5/12:30:00", "2024-05-03T10:00:00.5/2024-05-03T12:30:00"),
        ("20240503T1000/1230", "2024-05-03T10:00/2024-05-03T12:30"),
        ("2024-05-03T10:00/05T12:30", "2024-05-03T10:00/2024-05-05T12:30"),
        ("2024-05-03T10:00/06-05T12:30", "2024-05-03T10:00/2024-06-05T12:30"),
        ("2024-05-03/05T12:30", "2024-05-03/2024-05-05T12:30"),
        # An end without a zone inherits the zone of the start, as in ISO 8601.
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
def test_ranges_include_both_ends(text: str) -> None:
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
def test_zoned_ranges(text: str, zoned: bool) -> None:
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


@given(st.integers(-999_999, 999_998))
def test_years_are_consecutive(year: int) -> None:
    span = parse(f"{year:+05d}")
    assert span.stop == parse(f"{year + 1:+05d}").start
    assert (span.stop - span.start) / DAY == 365 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))


AMBIGUOUS = "cannot be read: the order of day and month cannot be known"
OPEN = "is an open range, and both ends are needed"
REVERSED = "is a range that ends before it begins"
INVALID = {
    "is empty": ["", " \n"],
    AMBIGUOUS: ["24-05-03", "03.05.2024", "3. 5. 2024 10:15", "5/3/2024", "05-03-2024"],
    "cannot be read": [
        *("yesterday", "12:30", "\u0662\u0660\u0662\u0664", "2024-05-0\uff13", "202405", "12024", "+1202400", "987"),
        *("2024-5-3", "2024-123", "2024-W18", "1914-1918", "2024-05-03T", "2024-05-03\n10:15", "2024-05-03Z"),
        *("2024-05-03T10:15:30.", "2024-05-03T10:15:30.1234567890", "x" * 40, "x" * 41, "then/2024"),
        "2024-05-03 14.30",  # half past two in some countries, a fraction of an hour in others
    ],
    "cannot be read: a time of day needs a whole date": ["2024-05T10:15"],
    "cannot be: February 2024 has 29 days": ["2024-02-30", "2024-05-03/2024-02-30"],
    "cannot be: February 2023 has 28 days": ["2023-02-29"],
    "cannot be: February -0585 has 28 days": ["-0585-02-29"],
    "cannot be: April 2024 has 30 days": ["2024-04-31"],
    "cannot be: December 2024 has 31 days": ["2024-12-00"],
    "cannot be: there is no month 13": ["2024-13-01", "20241301"],
    "cannot be: there is no month 00": ["2024-00"],
    "cannot be: there is no hour 25": ["2024-05-03T25:00"],
    "cannot be: there is no minute 60": ["2024-05-03T10:60"],
    "cannot be: there is no second 61": ["2024-05-03T10:15:61"],
    "cannot be: a day ends at 24:00": ["2024-05-03T24:01", "2024-05-03T24:00:00.1"],
    "cannot be: there is no zone +25:00": ["2024-05-03T10:15+25:00"],
    "cannot be: there is no zone -01:60": ["2024-05-03T10:15-01:60"],
    OPEN: ["2024-05-03/", "/2024-05-03", "2024-05-03/..", "../2024-05-03"],
    REVERSED: ["2024-05-05/03", "2024-05-03T10:15/10:14"],
    "cannot be read: what the end of the range leaves out is not clear": [
        *("2024/05", "2024/05/03", "1914/18", "2024-05/06-05", "2024-05-03/5", "2024-05-03/P3D", "2024-05-03/then"),
        # Minutes and seconds by ISO 8601, hours and minutes by custom.
        *("2024-05-03T10:00:00/12:30", "2024-05-03T10:00/12", "2024-05-03T10:00/06-05"),
    ],
    "is longer than 100 characters": ["2024-" * 2_000, "1" * 10_000, "/" * 10_000, "2024-05-03T10:00/" * 600],
}


@pytest.mark.parametrize(("text", "fault"), [(text, fault) for fault, texts in INVALID.items() for text in texts])
def test_invalid_times(text: str, fault: str) -> None:
    write = WRITE_RANGE if "/" in text and fault != AMBIGUOUS else WRITE
    assert refusal(lambda: parse(text, "log.csv:7")) == f"log.csv:7: time {quoted(text.strip())} {fault}{write}"
