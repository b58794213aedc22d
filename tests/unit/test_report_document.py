"""What a report shows: its parts, their order, its numbers, and nothing the tests did not say."""

# ruff: noqa: RUF001  # minus signs, dashes and wide signs are what is tested

import dataclasses
import math
import re

from eval.report.document import number
from eval.report.report import FORMATS, to_markdown, to_text
from tests.unit.report_samples import sample


def test_numbers_are_written_as_in_the_paper() -> None:
    assert number(0.8894) == ".889"
    assert number(1.0) == "1.000"
    assert number(-0.25) == "−.250"
    assert number(0.25, signed=True) == "+.250"
    assert number(-0.0001) == ".000"
    assert number(12.5) == "12.500"
    assert number(10.0) == "10.000"
    assert number(75_846.4, "characters") == "75\u202f846"
    assert number(None) == number(math.nan) == number(math.inf) == "–"


def test_text_has_every_part_in_order() -> None:
    text = to_text(sample())
    assert text.startswith("niv · profile audited · digest 0123456789ab · 169 events, 96 contested, 95 evaluated\n")
    titles = [
        "Scores",
        "95 % intervals",
        "Accuracy against chance",
        "Against longest: accuracy",
        "Against random: accuracy",
        "With a share of the events removed",
        "Events absent from every narrative: nobody tells them",
        "Left out",
        "Notes",
        "Signatures",
    ]
    lines = text.split("\n")
    places = [lines.index(title) for title in titles]
    assert places == sorted(places)
    assert "  53 (Jesus rests?)" in lines
    assert "Choosing by chance is expected to reach .341. The 30 random runs lie between" in text
    assert "0123456789abcdef" * 4 in text
    assert "random: random {" in text
    assert "30 runs, random-0 to random-29" in text


def test_columns_follow_the_report_and_a_missing_score_is_a_dash() -> None:
    report = sample()
    turned = dataclasses.replace(report, metrics=dict(reversed(list(report.metrics.items()))))
    assert re.search(r"strategy +characters +RED +COV +accuracy", to_text(turned))
    lexrank = next(line for line in to_markdown(report).splitlines() if line.startswith("| lexrank-750"))
    assert [cell.strip() for cell in lexrank.split("|")][9] == "–"  # accuracy
    assert [cell.strip() for cell in lexrank.split("|")][6] == "–"  # BERTScore


def test_verdicts_say_what_the_test_said_and_nothing_else_does() -> None:
    report = sample()
    text = to_text(report)
    assert re.search(r"^taeg +−\.432 +\[−\.522, −\.342\] +<\.001 +worse$", text, re.MULTILINE)
    assert re.search(r"^longest +\+\.597 +\[\+\.507, \+\.687\] +<\.001 +better$", text, re.MULTILINE)
    undecided = dataclasses.replace(
        report, verdicts=tuple(dataclasses.replace(v, verdict="not distinguishable") for v in report.verdicts)
    )
    for make in FORMATS.values():
        assert not re.search("better|worse|best|worst", make(undecided), re.IGNORECASE)
