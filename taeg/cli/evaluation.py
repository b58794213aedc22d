"""Commands for evaluation: one corpus, several translations, and reproduction of the paper."""

import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taeg.base.errors import InputError
from taeg.base.files import write_folder
from taeg.cli.common import (
    graph_options,
    json_option,
    open_graph,
    print_json,
    progress,
    redacted,
    say,
)
from taeg.cli.help import Command
from taeg.cli.tables import print_document, print_rows

if TYPE_CHECKING:
    from eval.reproduction import Line
    from eval.results import Report
    from taeg.graph.graph import Graph

SEEDS, FRACTIONS, DEGRADED_SEEDS = 30, "0.10,0.25,0.50", 10
"""The paper's protocol, as in `eval.benchmark`, which is slow to import."""


@click.command(cls=Command)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="MODULE:FUNCTION",
    help="Also evaluate your own strategy; may be repeated.",
)
@click.option(
    "--metric",
    "own_metrics",
    multiple=True,
    metavar="MODULE:FUNCTION",
    help="Also score with your own metric, a function (text, reference) -> number; may be repeated.",
)
@click.option("--seeds", default=SEEDS, show_default=True, type=click.IntRange(min=1), help="Random runs.")
@click.option("--metrics", metavar="NAMES", default="", help="Metrics, separated by commas. Default: all fast ones.")
@click.option(
    "--fractions",
    default=FRACTIONS,
    show_default=True,
    metavar="NUMBERS",
    help="Shares of the events to remove, separated by commas; empty for none.",
)
@click.option(
    "--degraded-seeds",
    default=DEGRADED_SEEDS,
    show_default=True,
    type=click.IntRange(min=1),
    help="Random removals for each share.",
)
@click.option("--out", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), help="Tables and plots.")
@graph_options
def evaluate(
    strategies: tuple[str, ...],
    own_metrics: tuple[str, ...],
    seeds: int,
    metrics: str,
    fractions: str,
    degraded_seeds: int,
    out: Path | None,
    corpus: str | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Run all strategies and score them against a reference.

    Differences are tested for significance. Runs and scores are recorded in the graph. --out writes the report as
    text, Markdown, LaTeX, CSV and JSON, and plots as SVG and PNG.

    \b
    Examples:
      taeg evaluate
      taeg evaluate --out report --seeds 100 --metrics rougeL,accuracy
      taeg evaluate --strategy mine:shortest --metric mine:jaccard
    """
    from eval.report import formats
    from eval.report.document import document

    with open_graph(store) as graph:
        report = run_evaluation(graph, corpus, seeds, metrics, fractions, degraded_seeds, strategies, own_metrics)
    report = redacted_report(report)
    written = formats.write(report, out) if out else []
    if as_json:
        click.echo(formats.to_json(report), nl=False)
        return
    print_document(document(report))
    for path in written:
        say(f"written: {path}")


@click.command(cls=Command)
@click.argument("names", nargs=-1)
@click.option("--seeds", default=SEEDS, show_default=True, type=click.IntRange(min=1), help="Random runs.")
@click.option("--out", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), help="Tables.")
@json_option
def translations(names: tuple[str, ...], seeds: int, out: Path | None, as_json: bool) -> None:
    """Evaluate several translations of the built-in gospels.

    NAMES are translations (asv, kjv, …), by default all that are installed. Only the tables are kept.

    \b
    Examples:
      taeg translations
      taeg translations asv kjv --out tables
    """
    from eval.report import across, formats
    from ingest import load, read
    from ingest.gospels import built_in as gospels

    found = []
    with tempfile.TemporaryDirectory() as folder, open_graph(str(Path(folder) / "taeg.db"), create=True) as graph:
        for name in names or gospels.installed():
            loaded = load(read("gospels", translation=name), graph)
            found.append(run_evaluation(graph, loaded.corpus, seeds, "", "", DEGRADED_SEEDS))
    if out:
        tables = {
            f"translations.{suffix}": across.across(found, format=name).encode()
            for name, suffix in formats.SUFFIXES.items()
            if name != "json"
        }
        write_folder(out, tables)
    if as_json:
        click.echo("[" + ",\n".join(formats.to_json(report) for report in found) + "]")
    else:
        print_document(across.document(found))


@click.command(cls=Command)
@click.option("--data", required=True, metavar="DIR", help="The data folder of the paper's public repository.")
@json_option
def reproduce(data: str, as_json: bool) -> None:
    """Compare the published numbers of the paper with ours.

    The exit code is 1 if one differs for no known reason. DIR is read with the published profile and evaluated in a
    temporary graph.

    \b
    Examples:
      taeg reproduce --data path/to/data
    """
    from eval import reproduction
    from ingest import load, read

    value = read(data, profile="published")
    with tempfile.TemporaryDirectory() as folder, open_graph(str(Path(folder) / "taeg.db"), create=True) as graph:
        loaded = load(value, graph)
        with progress("reproduce") as bar:
            found = reproduction.reproduce(graph, loaded.corpus, bar)
    if as_json:
        rows = [{**asdict(line), "difference": line.ours - line.published} for line in found.lines]
        print_json({"values": rows, "left_out": list(found.left_out), "faults": found.faults})
    else:
        for reason in found.left_out:
            click.echo(f"cannot be compared: {reason}")
        print_rows([_printed(line) for line in found.lines])
        same = sum(line.same for line in found.lines)
        counts = f"{same} the same, {len(found.lines) - same - found.faults} not settled or explained"
        click.echo(f"\n{len(found.lines)} values: {counts}, {found.faults} different")
    if found.faults:
        raise SystemExit(1)


def _printed(line: "Line") -> dict[str, str]:
    """A row of the table; counts have no decimals."""
    whole = line.metric.startswith("characters") or line.published == int(line.published)
    published, ours = (f"{value:,.0f}" if whole else f"{value:.3f}" for value in (line.published, line.ours))
    return {
        **{"table": line.table, "row": line.row, "metric": line.metric},
        **{"published": published, "ours": ours, "difference": f"{line.ours - line.published:.3f}"},
        "note": line.note or ("" if line.same else "DIFFERENT"),
    }


def run_evaluation(
    graph: "Graph",
    corpus: str | None,
    seeds: int,
    metrics: str,
    fractions: str,
    degraded_seeds: int,
    own: Sequence[str] = (),
    own_metrics: Sequence[str] = (),
) -> "Report":
    """Run and score the paper's strategies, `fuse` and those in `own`; lists are texts, as on the command line."""
    from eval import benchmark

    named = tuple(name.strip() for name in metrics.split(",") if name.strip())
    settings = benchmark.Settings(
        benchmark.systems((..., "fuse", *own), seeds),
        (*(named or (...,)), *own_metrics),
        tuple(_fraction(text) for text in fractions.split(",") if text.strip()),
        degraded_seeds,
    )
    with progress(f"evaluate {corpus or ''}".strip()) as bar:
        return benchmark.evaluate(graph, corpus, settings, bar)


def redacted_report(report: "Report") -> "Report":
    """Replace names in the fields of a report that can contain some."""
    names = ("corpus", "absent", "left_out", "notes")
    return replace(report, **{name: redacted(getattr(report, name)) for name in names})


def _fraction(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise InputError(f"fraction {text.strip()!r} is not a number; write for example 0.1,0.25") from None
    if not 0 < value < 1:
        raise InputError(f"fraction {text.strip()} must lie between 0 and 1")
    return value
