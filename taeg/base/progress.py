"""Progress reporting for long-running work: named stages and rows completed.

`Progress` ignores everything and is the default. The command line overrides it with a progress bar
(`taeg.cli.common.progress`).
"""


class Progress:
    """Receives progress reports; the base class discards them."""

    def stage(self, name: str, total: int = 0) -> None:
        """Begin a stage of `total` rows; 0 if the number of rows is unknown."""

    def advance(self, rows: int = 1) -> None:
        """Report that further rows of the current stage are done."""


SILENT = Progress()
