"""An evaluation as tables and files: the front door to every format, and the one place that writes its files.

Everything but `write` and `write_files` is a pure function. Not for how anything looks: what is shown is in
`eval.report.document`, text, Markdown and LaTeX in `eval.report.rendering`, CSV and the schema of JSON in
`eval.report.interchange`, several corpora in `eval.report.across`, pictures in `eval.report.plots`.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from eval.report.across import across, ranking
from eval.report.document import document
from eval.report.interchange import from_json, to_csv, to_json
from eval.report.rendering import as_latex, as_markdown, as_text
from eval.results import Report
from taeg.base.errors import TaegError
from taeg.base.files import write_whole

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "across",
    "from_json",
    "ranking",
    "to_csv",
    "to_json",
    "to_latex",
    "to_markdown",
    "to_text",
    "write",
    "write_files",
]


def to_text(report: Report) -> str:
    """The report for a terminal of 100 columns."""
    return as_text(document(report))


def to_markdown(report: Report) -> str:
    """The report as a Markdown page."""
    return as_markdown(document(report))


def to_latex(report: Report) -> str:
    """The report as LaTeX to put into a document that uses booktabs."""
    return as_latex(document(report))


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": to_text,
    "markdown": to_markdown,
    "latex": to_latex,
    "csv": to_csv,
    "json": to_json,
}
SUFFIXES: Mapping[str, str] = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv", "json": "json"}


def write(report: Report, folder: Path) -> list[Path]:
    """Write the report in every format, and its plots; return what was written.

    A plot of an earlier report that this one has nothing for is removed: the folder shows one evaluation.
    """
    from eval.report import plots

    files = {f"report.{SUFFIXES[name]}": make(report).encode() for name, make in FORMATS.items()}
    drawn = plots.draw(report)
    return write_files({**files, **drawn}, folder, stale=plots.FILES - drawn.keys())


def write_files(files: Mapping[str, bytes], folder: Path, stale: Iterable[str] = ()) -> list[Path]:
    """Write files into a folder, each whole or not at all."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(folder / name, [content])
        for name in stale:
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise TaegError(f"cannot write into {folder}: {error.strerror}") from error
    return [folder / name for name in files]
