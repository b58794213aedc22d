"""`taeg demo`: every step once on the built-in gospels, and a summary that fits one screen."""

import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taeg.base.files import write_folder
from taeg.cli.common import open_graph, progress, pseudonyms, redacted, say
from taeg.cli.evaluation import DEGRADED_SEEDS, FRACTIONS, SEEDS, redacted_report, run_evaluation
from taeg.cli.help import Command

if TYPE_CHECKING:
    from eval.results import Report
    from taeg.consolidate.narrative import Passage

CORPUS, STRATEGY = "gospels", "taeg"
WIDTH = 80
PASSAGES, LINES = 3, 2
"""Passages of the narrative in the summary, and lines of each."""
FILES = {
    "synopsis.html": "narrative and accounts, for a browser",
    "narrative.txt": "the narrative",
    "narrative-with-sources.txt": "with the source of each passage",
    "report/report.md": "scores, comparisons and plots",
    "taeg.db": "the graph",
}


@click.command(cls=Command)
@click.option(
    "--out",
    default="taeg-demo",
    show_default=True,
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the results.",
)
def demo(out: Path) -> None:
    """Run everything once on the built-in gospels, in a minute.

    Loads the four gospels into a graph, consolidates them, evaluates all strategies, and writes the narrative, a report
    with plots and the synopsis.

    \b
    Examples:
      taeg demo
      taeg demo --out gospels
    """
    from eval.report import formats
    from ingest import load, read
    from taeg import export

    _step(1, "Load the four gospels into a graph")
    write_folder(out, {})
    corpus = read(CORPUS)
    with open_graph(str(out / "taeg.db"), create=True) as graph:
        with progress("load") as bar:
            id = load(corpus, graph, progress=bar).corpus
        _step(2, f"Consolidate them with the strategy {STRATEGY}")
        narrative = graph.consolidate(STRATEGY, id)
        _step(3, f"Run and score all strategies, {SEEDS} times for chance")
        report = redacted_report(run_evaluation(graph, id, SEEDS, "", FRACTIONS, DEGRADED_SEEDS))
        _step(4, "Write the report with its plots")
        formats.write(report, out / "report")
        _step(5, "Write the narrative and the synopsis")
        synopsis = export.render(export.read(graph, "html", id, STRATEGY), "html", pseudonyms())
    texts = {"narrative.txt": narrative.text, "narrative-with-sources.txt": narrative.cited}
    write_folder(out, {"synopsis.html": synopsis[""]} | {name: redacted(text).encode() for name, text in texts.items()})
    click.echo(err=True)
    for line in summary(corpus.title or id, report, redacted(narrative.passages), out):
        say(line)


def summary(title: str, report: "Report", passages: "Sequence[Passage]", out: Path) -> list[str]:
    """Return the lines of the summary: the beginning of the narrative, four numbers, and the files."""
    files = {str(out / name): what for name, what in FILES.items()}
    return [
        title,
        "",
        f"The narrative of {report.events} events begins:",
        *_beginning(passages),
        "",
        *_numbers(report),
        "",
        *(f"{name:<{max(map(len, files))}}  {what}" for name, what in files.items()),
        "",
        f"Look at an event:   {_program()} show 1 --store {shlex.quote(str(out / 'taeg.db'))}",
        f"Open the synopsis:  {(out / 'synopsis.html').absolute().as_uri()}",
    ]


def _beginning(passages: "Sequence[Passage]") -> list[str]:
    shown = passages[:PASSAGES]
    column = max((len(passage.attribution) for passage in shown), default=0)
    lines = []
    for passage in shown:
        text = textwrap.wrap(passage.text, WIDTH - column - 4, max_lines=LINES, placeholder=" …")
        heads = [passage.attribution, *[""] * LINES]
        lines += [f"  {head:<{column}}  {line}" for head, line in zip(heads, text, strict=False)]
    return lines


def _numbers(report: "Report") -> list[str]:
    """Return four numbers of the report with an explanation, and the metrics that are missing."""
    from eval.metrics import METRICS, select
    from eval.report.document import number

    rows = {row.name: row.cells for row in report.rows}

    def of(row: str, metric: str) -> str:
        cell = rows[row].get(metric) if row in rows else None
        return number(cell.value if cell else None)

    lines = [
        f"  {report.contested:>5}  events with several accounts to choose from",
        f"  {of(STRATEGY, 'tau'):>5}  order of events (Kendall's τ with the reference)",
    ]
    for metric, what in (("rougeL", "ROUGE-L with the reference"), ("accuracy", "accuracy of the choices")):
        others = f"{of('longest', metric)} longest account, {of('random', metric)} by chance"
        lines.append(f"  {of(STRATEGY, metric):>5}  {what} ({others})")
    missing = [METRICS[name].title for name in select() if name not in report.metrics]
    if missing:
        lines.append(f"  {', '.join(missing)} left out: data could not be downloaded (see the report)")
    return lines


def _step(number: int, what: str) -> None:
    say(f"{number}/5  {what}", err=True)


def _program() -> str:
    """Return how to call this program: by name if it is on PATH."""
    return "taeg" if shutil.which("taeg") else os.path.relpath(sys.argv[0])
