"""Write a report with its plots into a folder."""

from pathlib import Path

from eval.report.formats import FORMATS, SUFFIXES
from eval.results import Report
from taeg.base.files import write_folder


def write(report: Report, folder: Path) -> list[Path]:
    """Write the report in every format and its plots; return the files written.

    Plots of an earlier report that this report does not have are deleted, so that the folder shows one evaluation.
    """
    from eval.report import plots

    files = {f"report.{SUFFIXES[name]}": make(report).encode() for name, make in FORMATS.items()}
    drawn = plots.draw(report)
    written = write_folder(folder, {**files, **drawn})
    for name in plots.FILES - drawn.keys():
        (folder / name).unlink(missing_ok=True)
    return written
