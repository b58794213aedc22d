"""Sample reports, and checks of their formats."""

import csv
import dataclasses
import io
import random
import re

from eval.results import Cell, Degraded, Report, Row, Verdict

NASTY = r"50% of a|b & c_d {e} \f <script> $g$ #1 [h] ^~ `i` *j*"
METRICS = ("rouge1", "rouge2", "rougeL", "meteor", "bertscore", "tau", "disorder", "accuracy", "coverage", "redundancy")
SHARES = {"rouge1": 0.96, "rouge2": 0.93, "rougeL": 1.0, "meteor": 0.62, "coverage": 0.9, "redundancy": 0.11}
"""Scores as multiples of ROUGE-L."""
NAMES = ("random", "priority", "centroid", "taeg", "taeg-no-before", "taeg-no-same-event", "longest", "oracle")
ACCURACY = dict(zip(NAMES, (0.340, 0.368, 0.358, 0.505, 0.347, 0.537, 0.937, 1.0), strict=True))
ROUGE_L = {
    "lexrank-750": 0.206,
    **dict(zip(NAMES, (0.835, 0.836, 0.834, 0.887, 0.829, 0.901, 0.978, 0.989), strict=True)),
}


def sample(corpus: str = "niv", shift: float = 0.0) -> Report:
    """An invented report close to the corrected table."""
    draw = random.Random(7)
    chance = tuple(sum(draw.random() < 0.34 for _ in range(95)) / 95 for _ in range(30))
    return Report(
        corpus=corpus,
        profile="audited",
        language="en",
        digest="0123456789abcdef" * 4,
        events=169,
        contested=96,
        evaluated=95,
        scored=169,
        metrics={metric: f"{metric}|stem:porter|tokens:rouge-score|version:0.1.2" for metric in METRICS}
        | {"characters": "characters"},
        rows=tuple(_row(name, shift) for name in ROUGE_L),
        verdicts=tuple(
            _verdict(name, baseline)
            for baseline in ("longest", "random")
            for name in ACCURACY
            if name not in (baseline, "oracle")
        ),
        degraded=tuple(
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
        ),
        random_accuracy=chance,
        floor=0.341,
        percentiles={n: 100 * sum(c <= a for c in chance) / 30 for n, a in ACCURACY.items() if n != "random"},
        absent=("53 (Jesus rests?)",),
        left_out=("BERTScore of roberta-large is left out: its weights are not here; pip install 'taeg[bertscore]'.",),
        notes=("The reference follows one gospel per event; τ near 1 is expected of every timeline-aware strategy.",),
        versions={"taeg": "0.1.0", "rouge-score": "0.1.2", "nltk": "3.10.4"},
    )


def _row(name: str, shift: float) -> Row:
    value, sd = ROUGE_L[name], 0.015 if name == "random" else None
    cells = {m: Cell(value * s - shift, sd, value * s - shift - 0.021, value * s + 0.02) for m, s in SHARES.items()}
    cells |= {"tau": Cell(1.0), "characters": Cell(round(80_000 * value), 1267.4 if sd else None)}
    if name in ACCURACY:
        right = ACCURACY[name] - shift
        cells["accuracy"] = Cell(right, 0.052 if sd else None, right - 0.09, right + 0.09)
    runs = tuple(f"random-{seed}" for seed in range(30)) if name == "random" else (f"{name}-1",)
    return Row(name, name.removesuffix("-750"), {"damping": 0.85}, () if name == "oracle" else runs, cells)


def _verdict(name: str, baseline: str) -> Verdict:
    gap = ACCURACY[name] - ACCURACY[baseline]
    p = 0.00001 if abs(gap) > 0.15 else 0.16
    word = "not distinguishable" if 6 * p > 0.05 else "better" if gap > 0 else "worse"
    return Verdict(name, baseline, "accuracy", gap, gap - 0.09, gap + 0.09, p, 6 * p, word)


def bare() -> Report:
    """A minimal report."""
    row = Row("longest", "longest", {}, (), {"rougeL": Cell(0.5)})
    return Report("tiny", "audited", "en", "abc", 1, 0, 0, 1, {"rougeL": "r"}, (row,))


def nasty() -> Report:
    """A report with markup in every text."""
    row = Row(NASTY, NASTY, {"order": NASTY}, (NASTY,), {"rougeL": Cell(0.5, 0.1, 0.4, 0.6)})
    return dataclasses.replace(
        sample(),
        corpus=NASTY,
        profile=NASTY,
        metrics={"rougeL": NASTY, NASTY: NASTY},
        rows=(row,),
        verdicts=(Verdict(NASTY, NASTY, "rougeL", 0.1, 0.0, 0.2, 0.01, 0.02, "better"),),
        percentiles={NASTY: 50.0},
        degraded=(Degraded(NASTY, 0.1, 3, row.cells),),
        absent=(NASTY, "# heading", "1. list", "- list", "+ list", "]"),
        left_out=(NASTY,),
        notes=(NASTY,),
        versions={NASTY: NASTY},
    )


def csv_rows(out: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(out)))


def check_latex(out: str) -> None:
    """Braces, environments and cells balance, and every special character is escaped."""
    depth = 0
    for escaped, brace in re.findall(r"(\\.)|([{}])", out):
        depth += 0 if escaped else 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert sorted(re.findall(r"\\begin\{(\w+)\}", out)) == sorted(re.findall(r"\\end\{(\w+)\}", out))
    body = out.split("\n", 1)[1]  # the first line is a comment
    assert not re.search(r'(?<!\\)[%#^~_]|[|`"]', body)
    assert len(re.findall(r"(?<!\\)\$", body)) % 2 == 0
    for spec, table in re.findall(r"(?s)\\begin\{tabular\}\{(\w+)\}(.*?)\\end\{tabular\}", out):
        for line in re.findall(r"(?m)^.*(?= *\\\\$)", table):
            assert len(re.findall(r"(?<!\\)&", line)) + 1 == len(spec)
