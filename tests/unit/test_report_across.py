"""Several corpora in one table, and what is said of their rankings."""

# ruff: noqa: RUF001  # minus signs, dashes and wide signs are what is tested

import dataclasses
import re

import pytest

from eval.report.across import across, ranking
from eval.results import Cell, Report, Row
from taeg.base.errors import InputError
from tests.unit.report_samples import bare, check_latex, sample, table


def test_across_shows_corpora_beside_each_other_and_says_that_rankings_agree() -> None:
    out = across([sample("niv"), sample("asv", 0.01), sample("kjv", 0.02)])
    assert re.search(r"^strategy +niv +asv +kjv$", out, re.MULTILINE)
    assert re.search(r"^taeg +\.505 +\.495 +\.485$", out, re.MULTILINE)
    assert re.search(r"^taeg +\.887 +\.877 +\.867$", out, re.MULTILINE)
    flat = " ".join(out.split())
    assert "The ranking of the 7 strategies is the same in all 3 corpora (Kendall's τ 1.000): longest, taeg-no-" in flat
    assert "The ranking of the 8 strategies is the same" in flat


def renamed(corpus: str, accuracies: dict[str, float]) -> Report:
    rows = tuple(Row(name, name, {}, (), {"accuracy": Cell(value)}) for name, value in accuracies.items())
    return dataclasses.replace(bare(), corpus=corpus, metrics={"accuracy": "a"}, rows=rows)


def test_across_names_the_two_corpora_that_differ_most() -> None:
    one = renamed("one", {"a": 0.1, "b": 0.2, "c": 0.3, "oracle": 1.0})
    two = renamed("two", {"c": 0.2, "b": 0.3, "a": 0.1, "oracle": 1.0})
    three = renamed("three", {"a": 0.3, "b": 0.2, "c": 0.1, "oracle": 1.0, "d": 0.9})
    sentence = ranking([one, two, three], "accuracy")
    assert sentence == (
        "The ranking of the 3 strategies is not the same in all 3 corpora; "
        "the lowest Kendall's τ between two is −1.000 (one and three)."
    )
    assert ranking([one, two], "accuracy").endswith("is .333 (one and two).")


def test_across_says_when_rankings_cannot_be_compared() -> None:
    one, flat = renamed("one", {"a": 0.1, "b": 0.2}), renamed("flat", {"a": 0.1, "b": 0.1})
    assert "cannot be compared" in ranking([one], "accuracy")
    assert "cannot be compared" in ranking([one, renamed("c", {"c": 1.0})], "accuracy")
    assert "not defined" in ranking([one, flat], "accuracy")
    assert "is the same" in ranking([flat, flat], "accuracy")


def test_across_in_other_formats() -> None:
    reports = [sample("niv"), dataclasses.replace(sample("=kjv"), rows=sample().rows[:3])]
    check_latex(across(reports, format="latex"))
    assert "| strategy " in across(reports, format="markdown")
    rows = table(across(reports, format="csv"))
    assert list(rows[0]) == ["metric", "strategy", "niv", "'=kjv"]
    taeg = next(row for row in rows if (row["metric"], row["strategy"]) == ("rougeL", "taeg"))
    assert float(taeg["niv"]) == 0.887
    assert taeg["'=kjv"] == ""


def test_across_tells_two_reports_of_one_corpus_apart() -> None:
    audited = sample()
    published = dataclasses.replace(audited, profile="published")
    assert 'strategy,"niv, audited","niv, published"' in across([audited, published], format="csv")
    newer = dataclasses.replace(audited, digest="f" * 64)
    assert "niv, audited, ffffffffffff" in across([audited, newer], format="csv")


def test_across_refuses_what_it_does_not_know() -> None:
    with pytest.raises(InputError, match=r"no metric 'rogue'; there are rouge1, .*characters"):
        across([sample()], metrics=("rogue",))
    with pytest.raises(InputError, match=r"no format 'html'.*text, markdown, latex, csv"):
        across([sample()], format="html")
