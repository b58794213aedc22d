"""Times, dates, durations, numbers and quantities in sentences of four languages, and what is none of them."""

import csv
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import expressions as expressions_bench
from taeg.text import expressions
from taeg.text.expressions import ClockTime, Duration, Number, Quantity, SpokenDate
from taeg.text.expressions.clock_needs import NEEDS
from taeg.text.expressions.clock_words import clock_words
from taeg.text.expressions.lexicon import languages
from tests.conftest import ROOT

TODAY = date(2024, 5, 8)  # a Wednesday
TABLE = Path(__file__).parent / "data" / "expressions.tsv"


@dataclass(frozen=True)
class Row:
    language: str
    kind: str
    text: str
    expected: str


def rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return [Row(*fields) for fields in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]


ROWS = rows(TABLE)


def described(row: Row) -> str:
    """Return what is found in a text, written as in the table."""
    text, language = row.text, row.language
    if row.kind == "clock":
        found = [_clock(time) for time in expressions.clock_times(text, language)]
    elif row.kind == "date":
        found = [_date(spoken) for spoken in expressions.dates(text, language, TODAY)]
    elif row.kind == "duration":
        found = [_duration(duration) for duration in expressions.durations(text, language)]
    elif row.kind == "number":
        found = [_range(number.value, number.high) + _hedge(number) for number in expressions.numbers(text, language)]
    else:
        found = [
            f"{item.value:.{9 if item.value > 1e5 else 6}g} {item.unit}" + _hedge(item)
            for item in expressions.quantities(text, language)
        ]
    return "; ".join(found) or "-"


def _clock(time: ClockTime) -> str:
    return f"{time.minute // 60:02}:{time.minute % 60:02}{'' if time.half_day_known else '?'}{_hedge(time)}"


def _date(spoken: SpokenDate) -> str:
    if spoken.date:
        return f"{spoken.date}{_hedge(spoken)}"
    return "-".join(f"{part:02}" for part in (spoken.year, spoken.month, spoken.day) if part is not None)


def _duration(duration: Duration) -> str:
    return f"{_range(duration.seconds, duration.high)}{('', '+', '-')[duration.direction]}{_hedge(duration)}"


def _range(value: float, high: float | None) -> str:
    return f"{value:.10g}" if high is None else f"{value:.10g}..{high:.10g}"


def _hedge(found: ClockTime | SpokenDate | Duration | Number | Quantity) -> str:
    return f" ({found.hedge})" if found.hedge else ""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.language}-{row.kind}-{row.text[:40]}")
def test_sentences(row: Row) -> None:
    assert described(row) == row.expected


@pytest.mark.parametrize("language", ["en", "de", "es", "pt"])
def test_each_kind_has_sentences_with_and_without_an_expression(language: str) -> None:
    for kind in ("clock", "date", "duration", "number", "quantity"):
        own = [row.expected for row in ROWS if (row.language, row.kind) == (language, kind)]
        assert own
        assert kind != "clock" or (own.count("-") >= 8 and len(own) - own.count("-") >= 15)


def test_shared_probe() -> None:
    path = ROOT.parent / "shared" / "probes" / "times.tsv"
    if not path.is_file():
        pytest.skip("../shared/probes/times.tsv is missing")
    results = expressions_bench.probe(path)
    needed = {"clock": 31, "date": 12, "duration_s": 9, "number": 12, "quantity": 9, "money": 9}
    assert {kind: len(items) for kind, items in results.items()} == needed
    assert [item for items in results.values() for item in items if not item.right] == []


@pytest.mark.parametrize(
    ("language", "text", "near", "expected"),
    [
        ("en", "Five minutes to by the clock.", 23 * 60 + 51, "23:55"),
        ("en", "It would be ten past, by the clock.", 23 * 60 + 5, "23:10"),
        ("en", "Tony does that at half past.", 21 * 60 + 35, "21:30"),
        ("en", "They left at a quarter to.", 10, "23:45"),
        ("en", "It is five minutes to the station.", 600, "-"),
        ("de", "Gefunden hat er ihn um Viertel nach.", 18 * 60 + 25, "18:15"),
    ],
)
def test_a_missing_hour_comes_from_the_time_before(language: str, text: str, near: int, expected: str) -> None:
    before = ClockTime(near, half_day_known=True, start=0, end=0)
    found = expressions.clock_times(text, language, before)
    assert ("; ".join(map(_clock, found)) or "-") == expected
    assert expressions.clock_times(text, language) == []


def test_position_and_style() -> None:
    text = "On Friday, at about twenty to twelve, or at 23.41 by the log."
    worded, figures = expressions.clock_times(text)
    assert text[worded.start : worded.end] == "twenty to twelve"
    assert text[figures.start : figures.end] == "23.41"
    assert (worded.figures, figures.figures) == (False, True)


@pytest.mark.parametrize(
    ("written", "variant"),
    [
        ("at half past seven in the evening", "at half\u00a0past  seven\nin the evening"),
        ("um zw\u00f6lf Uhr nachts", "um zwo\u0308lf UHR nachts"),
        ("at ten o'clock", "AT TEN O\u2019CLOCK"),
        ("at half past ten", "at half-past ten"),
    ],
)
def test_spaces_case_and_unicode_forms(written: str, variant: str) -> None:
    language = "de" if "Uhr" in written else "en"
    expected = [(time.minute, time.half_day_known) for time in expressions.clock_times(written, language)]
    assert [(time.minute, time.half_day_known) for time in expressions.clock_times(variant, language)] == expected
    assert len(expected) == 1


def test_expressions_do_not_overlap() -> None:
    text = "At 23:41 on 12 October 2021, two minutes later, 38 people paid \u00a3640 for six feet."
    found = expressions.expressions(text, "en")
    spans = [
        text[item.start : item.end]
        for kind in (found.clock_times, found.dates, found.durations, found.numbers, found.quantities)
        for item in kind
    ]
    assert spans == ["23:41", "12 October 2021", "two minutes later", "38", "\u00a3640", "six feet"]


def test_languages_without_words_have_figures_only() -> None:
    assert languages() == ["de", "en", "es", "pt"]
    assert [time.minute for time in expressions.clock_times("22:14, 23.41 w\u00f3lf, at ten", "fi")] == [22 * 60 + 14]
    assert expressions.clock_times("at ten", "en-GB")
    assert expressions.clock_times("at ten", "../en") == []


@pytest.mark.parametrize("code", languages())
def test_forms_use_known_elements_and_needs(code: str) -> None:
    words = clock_words(code)
    for form in words.forms:
        assert {name for name, _ in form.elements} <= {"H", "H24", "W", "N", "M", "M5", "S", "F", *words.words}
        assert form.needs <= NEEDS.keys()


WORDS = (
    "at about ten half past to two hundred and a the 23.41 7:40 0722 10-15 \u00a3 . , ( ) Monday March an hour ago one"
)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from([*WORDS.split(" "), "um", "halb", "acht", "las", "y media", "e"]) | st.text(max_size=4)),
    st.sampled_from(["en", "de", "es", "pt", "xx"]),
)
def test_any_text_gives_ordered_spans(parts: list[str], language: str) -> None:
    text = " ".join(parts)
    found = expressions.expressions(text, language, TODAY)
    for items in (found.clock_times, found.dates, found.durations, found.quantities, found.numbers):
        ends = [0]
        for item in items:
            assert ends[-1] <= item.start < item.end <= len(text)
            ends.append(item.end)
    assert all(0 <= time.minute < 1440 for time in found.clock_times)


HOSTILE = """at ten |1.|10:|a-a-|ten to |two hundred and |hundert|1 |between 1 and |10/|a . m . |two hours and |
three days ago |by 23.41 to |on Monday |\u00a3|2024-1|999999999|e\u0301|one-"""


@pytest.mark.parametrize("part", [*HOSTILE.replace("\n", "").split("|"), "\n "])
@pytest.mark.parametrize("language", ["en", "de"])
def test_work_is_linear_in_the_length_of_the_text(part: str, language: str) -> None:
    short, long = (_calls(part * (size // len(part)), language) for size in (250, 1_000))
    assert long < 4.5 * short + 500


def _calls(text: str, language: str) -> int:
    """Count the function calls, which unlike time are the same in every run."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    expressions.expressions("at ten", language)
    sys.setprofile(counted)
    try:
        expressions.expressions(text, language, TODAY)
    finally:
        sys.setprofile(None)
    return count
