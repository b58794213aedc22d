"""Reports in every format: content, numbers, escaping, files; several corpora in one table."""

# ruff: noqa: RUF001  # typographic minus, dash and full-width signs

import dataclasses
import json
import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from eval.report.across import across, ranking
from eval.report.document import number, plain
from eval.report.formats import FORMATS, SUFFIXES, escape_latex, escape_markdown, to_csv, to_json, write
from eval.results import Cell, Report, Row
from tests.unit.report_samples import NASTY, bare, check_latex, csv_rows, nasty, sample

text, markdown = FORMATS["text"], FORMATS["markdown"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.8894, ".889"),
        (1.0, "1.000"),
        (-0.25, "−.250"),
        (-0.0001, ".000"),
        (12.5, "12.500"),
        (None, "–"),
        (math.nan, "–"),
        (math.inf, "–"),
    ],
)
def test_numbers(value: float | None, shown: str) -> None:
    assert number(value) == shown
    assert number(0.25, signed=True) == "+.250"
    assert number(75_846.4, "characters") == "75\u202f846"


def test_text_has_every_part_in_order() -> None:
    shown = text(sample())
    assert shown.startswith("niv · profile audited · digest 0123456789ab · 169 events, 96 contested, 95 evaluated\n")
    titles = [
        *("Scores", "95 % intervals", "Accuracy against chance", "Against longest: accuracy"),
        *("Against random: accuracy", "With a share of the events removed"),
        *("Events without any account, absent from every narrative", "Left out", "Notes", "Signatures"),
    ]
    lines = shown.split("\n")
    places = [lines.index(title) for title in titles]
    assert places == sorted(places)
    assert max(map(wcswidth, lines)) <= 100
    for part in (
        "  53 (Jesus rests?)",
        "Random selection has an expected accuracy of .341. The 30 random runs lie between",
        "30 runs, random-0 to random-29",
        "0123456789abcdef" * 4,
        "66\u202f800 ± 1\u202f267",
    ):
        assert part in shown
    assert "scored on 12 of 169 events" in markdown(dataclasses.replace(sample(), scored=12))


def test_table_of_scores() -> None:
    """Aligned with and without a spread, in wide scripts too; in the report's order; a dash for a missing score."""
    report = sample()
    lines = text(report).split("\n")
    start = next(line for line in lines if line.startswith("random")).index(".835 ± .015")
    assert next(line for line in lines if line.startswith("taeg ")).index(".887") == start
    rows = tuple(Row(name, "x", {}, (), {"rougeL": Cell(0.5)}) for name in ("最長", "e\u0301t\u00e9", "longest"))
    lines = text(dataclasses.replace(bare(), rows=rows)).split("\n")
    start = lines.index("Scores")
    assert {wcswidth(line) for line in lines[start + 1 : start + 6]} == {wcswidth(lines[start + 1])}
    turned = dataclasses.replace(report, metrics=dict(reversed(list(report.metrics.items()))))
    assert re.search(r"strategy +characters +RED +COV +accuracy", text(turned))
    lexrank = next(line for line in markdown(report).splitlines() if line.startswith("| lexrank-750"))
    assert [lexrank.split("|")[i].strip() for i in (6, 9)] == ["–", "–"]  # BERTScore and accuracy


def test_verdicts_are_those_of_the_report() -> None:
    report = sample()
    assert re.search(r"^taeg +−\.432 +\[−\.522, −\.342\] +<\.001 +worse$", text(report), re.MULTILINE)
    assert re.search(r"^longest +\+\.597 +\[\+\.507, \+\.687\] +<\.001 +better$", text(report), re.MULTILINE)
    undecided = tuple(dataclasses.replace(v, verdict="not distinguishable") for v in report.verdicts)
    for make in FORMATS.values():
        shown = make(dataclasses.replace(report, verdicts=undecided))
        assert not re.search("better|worse|best|worst", shown, re.IGNORECASE)


@pytest.mark.parametrize("name", FORMATS)
def test_small_and_hostile_reports_in_every_format(name: str) -> None:
    shown = FORMATS[name](bare())
    assert shown.endswith("\n")
    assert "longest" in shown
    if name != "json":
        assert not re.search("chance|removed|Against|Left out|Notes|absent|nan", shown)
    assert FORMATS[name](dataclasses.replace(bare(), rows=()))
    assert FORMATS[name](dataclasses.replace(bare(), metrics={}))
    evil = dataclasses.replace(bare(), corpus="a\x1b[2J\u009bb", absent=("line\nbreak\t\u202ex",), notes=("a\xa0b",))
    assert all(c.isprintable() or c == "\n" for c in FORMATS[name](evil))


def test_markdown_escapes_markup() -> None:
    shown = markdown(nasty())
    assert not re.search(r"(?<!\\)(?:\\\\)*[<&_`*$~{\[]", shown)
    for item in (r"- \# heading", r"- 1\. list", r"- \- list", r"- \+ list"):
        assert item in shown.splitlines()
    for block in re.findall(r"(?m)(?:^\|.*\n)+", shown):
        assert len({len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in block.splitlines()}) == 1


def test_latex_is_balanced_and_escaped() -> None:
    for report in (sample(), nasty(), bare()):
        check_latex(FORMATS["latex"](report))
    shown = FORMATS["latex"](sample())
    assert "\\usepackage{booktabs}" in shown.split("\n", 1)[0]
    for part in (r"\toprule", r".835 $\pm$ .015", r"$\tau$", r"66\,800"):
        assert part in shown


@given(st.text())
def test_any_text_is_escaped(words: str) -> None:
    name = plain(words)
    check_latex("%\n" + escape_latex(name))
    assert not re.search(r"(?<!\\)(?:\\\\)*\|", escape_markdown(name))
    assert re.sub(r"\\([\\`*_{}\[\]<>|~&$])", r"\1", escape_markdown(name)) == name


def test_csv_is_tidy_and_not_rounded() -> None:
    report = sample()
    rows = csv_rows(to_csv(report))
    assert len({(row["name"], row["metric"]) for row in rows}) == len(rows) == sum(len(r.cells) for r in report.rows)
    row = next(row for row in rows if (row["name"], row["metric"]) == ("random", "accuracy"))
    values = [float(row[name]) for name in ("value", "sd", "low", "high")]
    assert values == [0.34, 0.052, 0.34 - 0.09, 0.34 + 0.09]
    assert json.loads(row["parameters"]) == {"damping": 0.85}
    assert json.loads(row["runs"])[-1] == "random-29"
    assert json.loads(row["versions"])["nltk"] == "3.10.4"
    assert (row["digest"], row["signature"]) == (report.digest, report.metrics["accuracy"])
    assert next(row for row in rows if row["name"] == "taeg")["sd"] == ""


def test_json_has_every_field_and_no_nan() -> None:
    found = json.loads(to_json(sample()))
    assert found.pop("taeg-report") == 1
    fields = json.loads(json.dumps(dataclasses.asdict(sample())))
    del fields["runs"]  # in the graph
    assert found == fields
    row = Row("x", "x", {"limit": math.inf}, (), {"rougeL": Cell(math.nan, math.nan, -math.inf, math.inf)})
    shown = to_json(dataclasses.replace(bare(), rows=(row,), floor=math.nan))
    assert not re.search("NaN|Infinity", shown)
    assert json.loads(shown)["rows"][0]["cells"]["rougeL"] == dict.fromkeys(("value", "sd", "low", "high"))


def test_write_replaces_the_files_of_an_earlier_report(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("kept")
    (folder / "report.txt").write_text("old")
    names = {path.name for path in write(sample(), folder)}
    assert {path.name for path in folder.iterdir()} == names | {"mine.txt"}
    assert names >= {f"report.{suffix}" for suffix in SUFFIXES.values()} | {"ladder.svg", "chance.png"}
    assert (folder / "report.txt").read_text(encoding="utf-8") == text(sample())
    write(bare(), folder)
    assert not list(folder.glob("degradation*")) + list(folder.glob("chance*"))
    assert (folder / "mine.txt").read_text() == "kept"


def corpus_with(name: str, accuracies: dict[str, float]) -> Report:
    rows = tuple(Row(system, system, {}, (), {"accuracy": Cell(value)}) for system, value in accuracies.items())
    return dataclasses.replace(bare(), corpus=name, metrics={"accuracy": "a"}, rows=rows)


ONE = corpus_with("one", {"a": 0.1, "b": 0.2, "c": 0.3, "oracle": 1.0})
TWO = corpus_with("two", {"c": 0.2, "b": 0.3, "a": 0.1, "oracle": 1.0})
THREE = corpus_with("three", {"a": 0.3, "b": 0.2, "c": 0.1, "oracle": 1.0, "d": 0.9})
FLAT = corpus_with("flat", {"a": 0.1, "b": 0.1})


@pytest.mark.parametrize(
    ("reports", "says"),
    [
        (
            [ONE, TWO, THREE],
            "not the same in all 3 corpora; the lowest Kendall's τ between two is −1.000 (one and three).",
        ),
        ([ONE, TWO], "not the same in both corpora; the lowest Kendall's τ between two is .333 (one and two)."),
        ([ONE], "cannot be compared"),
        ([ONE, corpus_with("other", {"d": 1.0})], "cannot be compared"),
        ([ONE, FLAT], "not defined"),
        ([FLAT, FLAT], "is the same"),
    ],
)
def test_rankings_of_several_corpora(reports: list[Report], says: str) -> None:
    assert says in ranking(reports, "accuracy")


def test_across_in_every_format() -> None:
    shown = across([sample("niv"), sample("asv", 0.01), sample("kjv", 0.02)])
    assert re.search(r"^strategy +niv +asv +kjv$", shown, re.MULTILINE)
    assert re.search(r"^taeg +\.505 +\.495 +\.485$", shown, re.MULTILINE)
    assert "The ranking of the 7 strategies is the same in all 3 corpora" in " ".join(shown.split())
    reports = [sample("niv"), dataclasses.replace(sample("=kjv"), rows=sample().rows[:3])]
    check_latex(across(reports, format="latex"))
    assert "| strategy " in across(reports, format="markdown")
    rows = csv_rows(across(reports, format="csv"))
    assert list(rows[0]) == ["metric", "strategy", "niv", "'=kjv"]
    taeg = next(row for row in rows if (row["metric"], row["strategy"]) == ("rougeL", "taeg"))
    assert (float(taeg["niv"]), taeg["'=kjv"]) == (0.887, "")


def test_across_distinguishes_reports_of_one_corpus() -> None:
    published = dataclasses.replace(sample(), profile="published")
    assert 'strategy,"niv, audited","niv, published"' in across([sample(), published], format="csv")
    newer = dataclasses.replace(sample(), digest="f" * 64)
    assert "niv, audited, ffffffffffff" in across([sample(), newer], format="csv")


def test_across_escapes_names() -> None:
    assert NASTY in across([nasty()])
