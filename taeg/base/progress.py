"""How far long work has come, told to whoever wants to know; nobody does by default.

A step has a name; one that goes through many rows says how many there are and how many are done. Not for printing:
the command line shows it (see `taeg.cli.common`).
"""

from collections.abc import Callable

Progress = Callable[[str], None]
"""Called with the name of each step as it begins; a `Meter` hears of rows too."""


class Meter:
    """Hears of steps and of rows; this one says nothing."""

    def __call__(self, name: str) -> None:
        """A step begins of which no rows are told."""
        self.stage(name, 0)

    def stage(self, name: str, total: int) -> None:
        """A step begins that goes through so many rows; 0 where nobody can say."""

    def done(self, rows: int) -> None:
        """So many more rows of this step are done."""


def begin(progress: Progress, name: str, total: int) -> None:
    """Tell that a step begins, and how many rows it goes through to those who can hear it."""
    if isinstance(progress, Meter):
        progress.stage(name, total)
    else:
        progress(name)


def within(progress: Progress, name: str, total: int = 0) -> None:
    """Tell of a step of those who can hear of rows alone: others count the steps that they know."""
    if isinstance(progress, Meter):
        progress.stage(name, total)


def advance(progress: Progress, rows: int) -> None:
    """Tell that rows are done to those who can hear it."""
    if isinstance(progress, Meter):
        progress.done(rows)
