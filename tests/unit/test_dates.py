"""Times for people to read."""

import pytest

from taeg.text import dates

READABLE = {
    "2024-02-09T23:05": "9 February 2024, 23:05",
    "20240209T2305": "9 February 2024, 23:05",
    "2024-02-09T23:05:00": "9 February 2024, 23:05",
    "2024-02-09 23:05:07.5": "9 February 2024, 23:05:07.5",
    "2024-02-09T23": "9 February 2024, 23:00",
    "2026-11-18T15:40:25+00:00": "18 November 2026, 15:40:25 UTC",
    "2026-11-18T15:40-03:30": "18 November 2026, 15:40 UTC-03:30",
    "2024-02-09": "9 February 2024",
    "1912-05": "May 1912",
    "1912": "1912",
    "-0585": "586 BC",
    "2024-05-03/05": "3 May 2024 \u2013 5 May 2024",
    "2024-02-09T21:35/22:10": "9 February 2024, 21:35\u201322:10",
    "2024-02-09T21:35Z/22:10": "9 February 2024, 21:35\u201322:10 UTC",
    "2024-02-09T21:35/2024-02-10T01:00": "9 February 2024, 21:35 \u2013 10 February 2024, 01:00",
    # not in the calendar, or not a time
    "-0585-03-01": "-0585-03-01",
    "": "",
    "about noon": "about noon",
    "2024-02-30": "2024-02-30",
    "2024-02-09/": "2024-02-09/",
}


@pytest.mark.parametrize(("time", "text"), READABLE.items())
def test_english(time: str, text: str) -> None:
    assert dates.readable(time, "en") == dates.readable(time, "und") == dates.readable(time, "xx-unknown") == text


def test_a_time_of_day_alone_has_no_date() -> None:
    assert (dates.readable("23:41", "en"), dates.day("23:41", "en"), dates.clock("23:41")) == ("23:41", "", "23:41")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "9. Februar 2024, 23:05"),
        ("de-AT", "9. Februar 2024, 23:05"),
        ("en-US", "February 9, 2024, 23:05"),
        ("pt", "9 de fevereiro de 2024, 23:05"),
        ("ja", "2024\u5e742\u67089\u65e5, 23:05"),
    ],
)
def test_languages(language: str, text: str) -> None:
    assert dates.readable("2024-02-09T23:05", language) == text


def test_day_and_clock() -> None:
    assert dates.day("2024-02-09T21:35/22:10", "en") == "Friday, 9 February 2024"
    assert dates.day("1912-05", "de") == "Mai 1912"
    assert dates.day("noon", "de") == "noon"
    assert dates.clock("2024-02-09T21:35Z/22:10") == "21:35"
    assert dates.clock("2024-02-09") == dates.clock("noon") == ""
    assert dates.readable("2024-02-09T23:05", "en", weekday=True) == "Friday, 9 February 2024, 23:05"
