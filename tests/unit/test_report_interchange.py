"""CSV and JSON: unrounded, harmless to a spreadsheet, read back as written."""

# ruff: noqa: RUF001  # minus signs, dashes and wide signs are what is tested

import dataclasses
import json
import math
import re

import pytest

from eval.report.interchange import from_json, harmless, to_csv, to_json
from eval.report.report import to_text
from eval.results import Cell, Report, Row
from taeg.base.errors import InputError
from tests.unit.report_samples import bare, nasty, sample, table


def test_csv_is_tidy_and_unrounded() -> None:
    report = sample()
    rows = table(to_csv(report))
    assert len(rows) == sum(len(row.cells) for row in report.rows)
    assert len({(row["name"], row["metric"]) for row in rows}) == len(rows)
    row = next(row for row in rows if (row["name"], row["metric"]) == ("random", "accuracy"))
    assert float(row["value"]) == 0.34
    assert float(row["sd"]) == 0.052
    assert (float(row["low"]), float(row["high"])) == (0.34 - 0.09, 0.34 + 0.09)
    assert json.loads(row["parameters"]) == {"damping": 0.85}
    assert json.loads(row["runs"])[-1] == "random-29"
    assert json.loads(row["versions"])["nltk"] == "3.10.4"
    assert row["digest"] == report.digest
    assert row["profile"] == "audited"
    assert row["signature"] == report.metrics["accuracy"]
    characters = next(row for row in rows if row["metric"] == "characters")
    assert float(characters["value"]) == round(80_000 * 0.206)
    assert next(row for row in rows if row["name"] == "taeg")["sd"] == ""


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "＝"])
def test_csv_cells_are_never_formulas(start: str) -> None:
    formula = f"{start}HYPERLINK(1)"
    row = Row(formula, formula, {formula: formula}, (formula,), {"rougeL": Cell(-0.5)})
    report = dataclasses.replace(bare(), corpus=formula, rows=(row,), metrics={"rougeL": formula})
    (cells,) = table(to_csv(report))
    assert not [cell for name, cell in cells.items() if cell[:1] in tuple("=+-@\t\r＝") and name != "value"]
    assert cells["value"] == "-0.5"
    assert cells["name"].startswith("'")
    assert harmless(formula) == f"'{formula}"


@pytest.mark.parametrize("text", ["-0.5", "+1", "-1e-5", "3"])
def test_plain_numbers_stay_numbers(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("report", [sample(), bare(), nasty()], ids=["sample", "bare", "nasty"])
def test_json_round_trips(report: Report) -> None:
    assert from_json(to_json(report)) == report
    assert list(from_json(to_json(report)).metrics) == list(report.metrics)
    assert json.loads(to_json(report))["taeg-report"] == 1


def test_json_keeps_characters_that_cannot_be_shown() -> None:
    report = dataclasses.replace(bare(), corpus="a\x1b\u009b\u2028\U000e0001\ud800", notes=("tab\tnew\nline",))
    assert from_json(to_json(report)) == report
    assert to_json(report).encode()


def test_json_has_no_nan() -> None:
    row = Row("x", "x", {"limit": math.inf}, (), {"rougeL": Cell(math.nan, math.nan, -math.inf, math.inf)})
    report = dataclasses.replace(bare(), rows=(row,), floor=math.nan)
    assert not re.search("NaN|Infinity", to_json(report))
    again = from_json(to_json(report))
    assert math.isnan(again.rows[0].cells["rougeL"].value)
    assert again.rows[0].cells["rougeL"].low is None
    assert re.search("^x +–$", to_text(report), re.MULTILINE)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"taeg-report": 2}', '{"taeg-report": 1}', '{"taeg-report": 1, "rows": [3]}']
)
def test_what_is_no_report_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        from_json(text)
    assert "TAEG report" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_score_that_is_no_number_is_refused() -> None:
    text = to_json(bare()).replace('"value": 0.5', '"value": "0.5"')
    with pytest.raises(InputError, match="a number is expected"):
        from_json(text)
