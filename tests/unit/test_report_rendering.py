"""Text, Markdown and LaTeX: columns that stand, and no text of a user that is taken for markup."""

import dataclasses
import re

from hypothesis import given
from hypothesis import strategies as st

from eval.report.document import plain
from eval.report.rendering import escape_latex, escape_markdown, width
from eval.report.report import to_latex, to_markdown, to_text
from eval.results import Cell, Row
from tests.unit.report_samples import NASTY, bare, check_latex, nasty, sample, section


def test_text_fits_the_terminal_and_stands_in_columns() -> None:
    text = to_text(sample())
    assert max(map(width, text.splitlines())) <= 100
    head = section(text, "Scores")
    assert len({line.index("ROUGE-L") for line in head[:1]}) == 1
    # .835 ± .015 and .887 stand with their points under each other
    place = next(line for line in head if line.startswith("random")).index(".835")
    assert next(line for line in head if line.startswith("taeg ")).index(".887") == place
    assert ".835 ± .015" in text
    assert "66\u202f800 ± 1\u202f267" in text


def test_wide_scripts_are_padded_by_what_they_take_on_screen() -> None:
    rows = (
        Row("最長", "longest", {}, (), {"rougeL": Cell(0.5)}),
        Row("e\u0301t\u00e9", "x", {}, (), {"rougeL": Cell(0.25)}),
        Row("longest", "longest", {}, (), {"rougeL": Cell(0.75)}),
    )
    lines = section(to_text(dataclasses.replace(bare(), rows=rows)), "Scores")
    assert {width(line) for line in lines} == {len("strategy") + 2 + len("ROUGE-L")}


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
    name = plain(text)
    check_latex("%\n" + escape_latex(name))
    assert not re.search(r"--|\?`|!`", escape_latex(name))
    assert unescape_markdown(escape_markdown(name)) == re.sub(r"\\([!-/:-@\[-`{-~])", r"\\\1", name)
    assert not re.search(r"(?<!\\)(?:\\\\)*\|", escape_markdown(name))
