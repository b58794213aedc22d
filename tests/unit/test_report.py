"""Reports as tables and files: what a reader, a spreadsheet, LaTeX and a program get to see."""

# ruff: noqa: RUF001  # minus signs, dashes and wide signs are what is tested

import csv
import dataclasses
import io
import json
import math
import random
import re
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval import report as reporting
from eval.report import FORMATS, SUFFIXES, across, from_json, number, to_csv, to_json, to_latex, to_markdown, to_text
from eval.results import Cell, Degraded, Report, Row, Verdict
from taeg.errors import InputError, TaegError

NASTY = r"50% of a|b & c_d {e} \f <script> $g$ #1 [h] ^~ `i` *j*"
METRICS = ("rouge1", "rouge2", "rougeL", "meteor", "bertscore", "tau", "disorder", "accuracy", "coverage", "redundancy")
ROUGE_L = {
    "lexrank-750": 0.206,
    "random": 0.835,
    "priority": 0.836,
    "centroid": 0.834,
    "taeg": 0.887,
    "taeg-no-before": 0.829,
    "taeg-no-same-event": 0.901,
    "longest": 0.978,
    "oracle": 0.989,
}
ACCURACY = {
    "random": 0.340,
    "priority": 0.368,
    "centroid": 0.358,
    "taeg": 0.505,
    "taeg-no-before": 0.347,
    "taeg-no-same-event": 0.537,
    "longest": 0.937,
    "oracle": 1.0,
}


def sample(corpus: str = "niv", shift: float = 0.0) -> Report:
    """An invented report close to the reference's corrected numbers."""
    draw = random.Random(7)
    chance = tuple(sum(draw.random() < 0.34 for _ in range(95)) / 95 for _ in range(30))
    rows = tuple(
        Row(
            name,
            "lexrank" if name.startswith("lexrank") else name,
            MappingProxyType({"sentences": 750} if name.startswith("lexrank") else {"damping": 0.85}),
            _runs(name),
            _cells(name, value, shift),
        )
        for name, value in ROUGE_L.items()
    )
    verdicts = tuple(
        _verdict(name, baseline)
        for baseline in ("longest", "random")
        for name in ("priority", "centroid", "taeg", "taeg-no-before", "taeg-no-same-event", "longest", "random")
        if name != baseline
    )
    degraded = tuple(
        Degraded(
            name,
            fraction,
            10,
            {
                "rougeL": Cell(ROUGE_L[name] * (1 - 0.76 * fraction), 0.015 + 0.05 * fraction),
                "accuracy": Cell(ACCURACY[name] * (1 - 0.2 * fraction), 0.02 + 0.06 * fraction),
                "characters": Cell(75_000 * (1 - fraction), 2570.0),
            },
        )
        for name in ("taeg", "longest", "random")
        for fraction in (0.1, 0.25, 0.5)
    )
    return Report(
        corpus=corpus,
        profile="audited",
        language="en",
        digest="0123456789abcdef" * 4,
        events=169,
        contested=96,
        evaluated=95,
        metrics=MappingProxyType(
            {metric: f"{metric}|stem:porter|tokens:rouge-score|version:0.1.2" for metric in METRICS}
            | {"characters": "characters"}
        ),
        rows=rows,
        verdicts=verdicts,
        degraded=degraded,
        random_accuracy=chance,
        floor=0.341,
        percentiles={n: 100 * sum(c <= a for c in chance) / 30 for n, a in ACCURACY.items() if n != "random"},
        absent=("53 (Jesus rests?)",),
        left_out=("BERTScore of roberta-large is left out: its weights are not here; pip install 'taeg[bertscore]'.",),
        notes=("The reference follows one gospel per event; τ near 1 is expected of every timeline-aware strategy.",),
        versions={"taeg": "0.1.0", "rouge-score": "0.1.2", "nltk": "3.10.4"},
    )


def _verdict(name: str, baseline: str) -> Verdict:
    gap = ACCURACY[name] - ACCURACY[baseline]
    p = 0.00001 if abs(gap) > 0.15 else 0.16
    word = "not distinguishable" if 6 * p > 0.05 else "better" if gap > 0 else "worse"
    return Verdict(name, baseline, "accuracy", gap, gap - 0.09, gap + 0.09, p, 6 * p, word)


def _runs(name: str) -> tuple[str, ...]:
    if name == "oracle":
        return ()
    return tuple(f"random-{seed}" for seed in range(30)) if name == "random" else (f"{name}-1",)


def _cells(name: str, rouge_l: float, shift: float) -> dict[str, Cell]:
    sd = 0.015 if name == "random" else None
    shapes = {"rouge1": 0.96, "rouge2": 0.93, "rougeL": 1.0, "meteor": 0.62, "coverage": 0.9, "redundancy": 0.11}
    cells = {
        metric: Cell(rouge_l * share - shift, sd, rouge_l * share - shift - 0.021, min(1.0, rouge_l * share + 0.02))
        for metric, share in shapes.items()
    }
    cells["tau"] = Cell(0.32 if name.startswith("lexrank") else 1.0)
    cells["disorder"] = Cell(0.41 if name.startswith("lexrank") else 0.0)
    cells["characters"] = Cell(round(80_000 * rouge_l), 1267.4 if sd else None)
    if name in ACCURACY:
        value = ACCURACY[name] - shift
        cells["accuracy"] = Cell(value, 0.052 if sd else None, max(0.0, value - 0.09), min(1.0, value + 0.09))
    return cells


def bare() -> Report:
    """As little as a report can say."""
    row = Row("longest", "longest", {}, (), {"rougeL": Cell(0.5)})
    return Report("tiny", "audited", "en", "abc", 1, 0, 0, {"rougeL": "r"}, (row,))


def section(text: str, title: str) -> list[str]:
    """The lines under a title of the text report, up to the next empty one."""
    lines = text.split("\n")
    start = lines.index(title) + 1
    return lines[start : lines.index("", start)]


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


def test_text_fits_the_terminal_and_stands_in_columns() -> None:
    text = to_text(sample())
    assert max(map(reporting.width, text.splitlines())) <= 100
    head = section(text, "Scores")
    assert len({line.index("ROUGE-L") for line in head[:1]}) == 1
    # .835 ± .015 and .887 stand with their points under each other
    place = next(line for line in head if line.startswith("random")).index(".835")
    assert next(line for line in head if line.startswith("taeg ")).index(".887") == place
    assert ".835 ± .015" in text
    assert "66\u202f800 ± 1\u202f267" in text


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


@pytest.mark.parametrize("name", FORMATS)
def test_an_almost_empty_report_is_a_report(name: str) -> None:
    out = FORMATS[name](bare())
    assert out.endswith("\n")
    assert "longest" in out
    if name != "json":
        assert not re.search("chance|removed|Against|Left out|Notes|absent|nan", out)


def test_a_report_without_rows_or_metrics_still_prints() -> None:
    for report in (dataclasses.replace(bare(), rows=()), dataclasses.replace(bare(), metrics={})):
        for make in FORMATS.values():
            assert make(report)


def test_wide_scripts_are_padded_by_what_they_take_on_screen() -> None:
    rows = (
        Row("最長", "longest", {}, (), {"rougeL": Cell(0.5)}),
        Row("e\u0301t\u00e9", "x", {}, (), {"rougeL": Cell(0.25)}),
        Row("longest", "longest", {}, (), {"rougeL": Cell(0.75)}),
    )
    lines = section(to_text(dataclasses.replace(bare(), rows=rows)), "Scores")
    assert {reporting.width(line) for line in lines} == {len("strategy") + 2 + len("ROUGE-L")}


def test_control_characters_never_reach_the_terminal() -> None:
    evil = dataclasses.replace(
        bare(), corpus="a\x1b[2J\u009bb\ud800", absent=("line\nbreak\t\u202ex",), notes=("a\xa0b",)
    )
    for make in FORMATS.values():
        assert all(c.isprintable() or c == "\n" for c in make(evil))
        assert make(evil).encode()
    assert "line break �x" in to_text(evil)
    assert "  a b" in to_text(evil)


def nasty() -> Report:
    report = sample()
    row = Row(NASTY, NASTY, {"order": NASTY}, (NASTY,), {"rougeL": Cell(0.5, 0.1, 0.4, 0.6)})
    verdict = Verdict(NASTY, NASTY, "rougeL", 0.1, 0.0, 0.2, 0.01, 0.02, "better")
    return dataclasses.replace(
        report,
        corpus=NASTY,
        profile=NASTY,
        metrics={"rougeL": NASTY, NASTY: NASTY},
        rows=(row,),
        verdicts=(verdict,),
        percentiles={NASTY: 50.0},
        degraded=(Degraded(NASTY, 0.1, 3, row.cells),),
        absent=(NASTY, "# heading", "1. list", "- list", "+ list", "]"),
        left_out=(NASTY,),
        notes=(NASTY,),
        versions={NASTY: NASTY},
    )


def unescape_markdown(text: str) -> str:
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def test_markdown_escapes_what_would_be_markup() -> None:
    out = to_markdown(nasty())
    prose, fenced = re.sub(r"(?ms)^(`{3,})text\n.*?^\1$", "", out), re.search(r"(?ms)^(`{3,})text\n(.*?)^\1$", out)
    assert fenced is not None
    assert NASTY in fenced[2]
    assert not re.search(r"(?<!\\)(?:\\\\)*[<&_`*$~{\[]", prose)
    tables = [line for line in prose.splitlines() if line.startswith("|")]
    for line in tables:
        cells = re.split(r"(?<!\\)(?:\\\\)*\|", line)
        assert len(cells) >= 3
    rows = [line for line in tables if "script" in line and not line.startswith("| strategy")]
    assert rows
    assert all(unescape_markdown(line).startswith(f"| {NASTY} ") for line in rows)
    for item in (r"- \# heading", r"- 1\. list", r"- \- list", r"- \+ list"):
        assert item in prose.splitlines()


def test_every_line_of_a_markdown_table_has_as_many_cells() -> None:
    for report in (sample(), nasty()):
        for block in re.findall(r"(?m)(?:^\|.*\n)+", to_markdown(report)):
            counts = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in block.splitlines()}
            assert len(counts) == 1


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    out = to_markdown(dataclasses.replace(bare(), metrics={"rougeL": "a ```` b"}))
    assert re.search(r"(?ms)^`````text\n.*a ```` b\n.*^`````$", out)


def check_latex(out: str) -> None:
    """Braces, environments and cells balance, and every special character is spoken for."""
    depth = 0
    for escaped, brace in re.findall(r"(\\.)|([{}])", out):
        depth += 0 if escaped else 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    begun, ended = re.findall(r"\\begin\{(\w+)\}", out), re.findall(r"\\end\{(\w+)\}", out)
    assert sorted(begun) == sorted(ended)
    assert set(begun) <= {"table", "tabular", "itemize"}
    assert out.count("\n%") == 0
    body = out.split("\n", 1)[1]  # the first line is our comment
    assert not re.search(r"(?<!\\)[%#^~_]", re.sub(r"\\char34", "", body))
    assert not re.search(r'[<>|`"]', body)
    assert len(re.findall(r"(?<!\\)\$", body)) % 2 == 0
    for spec, table in re.findall(r"(?s)\\begin\{tabular\}\{(\S+)\}(.*?)\\end\{tabular\}", out):
        columns = len(re.sub(r"@\{\}", "", spec))
        for line in re.findall(r"(?m)^.*(?= \\\\$)", table):
            merged = len(re.findall(r"\\multicolumn\{2\}", line))
            assert len(re.findall(r"(?<!\\)&", line)) + 1 + merged == columns


def test_latex_is_balanced_and_escaped() -> None:
    for report in (sample(), nasty(), bare()):
        check_latex(to_latex(report))
    out = to_latex(sample())
    assert r"\toprule" in out
    assert r".835 & \,$\pm$\,.015" in out
    assert r"$\tau$" in out
    assert "\\usepackage{booktabs}" in out.split("\n", 1)[0]
    assert r"66\,800" in out


@given(st.text())
def test_any_text_is_balanced_latex_and_one_markdown_cell(text: str) -> None:
    name = reporting.plain(text)
    check_latex("%\n" + reporting.escape_latex(name))
    assert not re.search(r"--|\?`|!`", reporting.escape_latex(name))
    assert unescape_markdown(reporting.escape_markdown(name)) == re.sub(r"\\([!-/:-@\[-`{-~])", r"\\\1", name)
    assert not re.search(r"(?<!\\)(?:\\\\)*\|", reporting.escape_markdown(name))


def table(out: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(out)))


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
    assert reporting.harmless(formula) == f"'{formula}"


@pytest.mark.parametrize("text", ["-0.5", "+1", "-1e-5", "3"])
def test_plain_numbers_stay_numbers(text: str) -> None:
    assert reporting.harmless(text) == text


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
    sentence = reporting.ranking([one, two, three], "accuracy")
    assert sentence == (
        "The ranking of the 3 strategies is not the same in all 3 corpora; "
        "the lowest Kendall's τ between two is −1.000 (one and three)."
    )
    assert reporting.ranking([one, two], "accuracy").endswith("is .333 (one and two).")


def test_across_says_when_rankings_cannot_be_compared() -> None:
    one, flat = renamed("one", {"a": 0.1, "b": 0.2}), renamed("flat", {"a": 0.1, "b": 0.1})
    assert "cannot be compared" in reporting.ranking([one], "accuracy")
    assert "cannot be compared" in reporting.ranking([one, renamed("c", {"c": 1.0})], "accuracy")
    assert "not defined" in reporting.ranking([one, flat], "accuracy")
    assert "is the same" in reporting.ranking([flat, flat], "accuracy")


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


def test_write_makes_every_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("kept")
    (folder / "report.txt").write_text("old")
    paths = reporting.write(sample(), folder)
    assert {path.name for path in folder.iterdir()} == {path.name for path in paths} | {"mine.txt"}
    assert {path.name for path in paths} >= {f"report.{suffix}" for suffix in SUFFIXES.values()}
    assert {path.name for path in paths} >= {"ladder.svg", "ladder.png", "degradation.png", "chance.svg"}
    assert (folder / "report.txt").read_text(encoding="utf-8") == to_text(sample())
    assert from_json((folder / "report.json").read_text(encoding="utf-8")) == sample()
    reporting.write(bare(), folder)
    assert not list(folder.glob("degradation*")) + list(folder.glob("chance*"))
    assert (folder / "mine.txt").read_text() == "kept"


def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(TaegError, match=r"^cannot write into .*file: ") as caught:
        reporting.write_files({"a.txt": b"a"}, tmp_path / "file")
    assert "\n" not in str(caught.value)
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(TaegError, match=r"a\.txt is not an ordinary file; name another$"):
        reporting.write_files({"a.txt": b"a"}, tmp_path)
    assert not list(tmp_path.glob("*.partial"))
