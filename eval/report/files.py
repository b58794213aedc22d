"""Write a report with its plots into a folder."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from eval.report.formats import FORMATS, SUFFIXES
from eval.results import Report
from taeg.base.errors import TaegError
from taeg.base.files import write_whole


def write(report: Report, folder: Path) -> list[Path]:
    """Write the report in every format and its plots; return the files written.

    Plots of an earlier report that this report does not have are deleted, so that the folder shows one evaluation.
    """
    from eval.report import plots

    files = {f"report.{SUFFIXES[name]}": make(report).encode() for name, make in FORMATS.items()}
    drawn = plots.draw(report)
    return write_files({**files, **drawn}, folder, stale=plots.FILES - drawn.keys())


def write_files(files: Mapping[str, bytes], folder: Path, stale: Iterable[str] = ()) -> list[Path]:
    """Write files into a folder, each atomically."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(folder / name, [content])
        for name in stale:
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise TaegError(f"cannot write into {folder}: {error.strerror}") from error
    return [folder / name for name in files]
