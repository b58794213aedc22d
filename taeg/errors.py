"""What goes wrong, said for the person it happened to.

Every error a user can cause or meet is one of these two; the command line prints its message as one line and
exits with its code. Not for bugs: those stay ordinary exceptions.
"""

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar


class TaegError(Exception):
    """A fault outside the user's input (a server that is down, a file that is locked)."""

    exit_code: ClassVar[int] = 1


class InputError(TaegError):
    """The user's input is wrong; the message says what, where and what to do."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)


class Problems:
    """Faults and remarks gathered while a corpus is read, so that a person hears of all of them at once."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        """What stops the corpus from being loaded, in the order met."""
        self.remarks: list[str] = []
        """What does not, but a person should know of: a file passed over, an order that contradicts the timeline."""

    def fault(self, message: str, place: str = "") -> None:
        """Note a fault and go on."""
        self.faults.append(f"{place}: {message}" if place else message)

    def remark(self, message: str, place: str = "") -> None:
        """Note something that is no fault."""
        self.remarks.append(f"{place}: {message}" if place else message)

    @contextmanager
    def gather(self) -> Iterator[None]:
        """Turn an `InputError` of the block into a fault and go on after it."""
        try:
            yield
        except InputError as error:
            self.faults.append(str(error))

    def settle(self) -> None:
        """Stop if there was any fault: with the first, and how many more there are."""
        if self.faults:
            more = len(self.faults) - 1
            raise InputError(self.faults[0] + (f" ({more} more: taeg check tells all)" if more else ""))


def nearest(name: str, known: Iterable[str]) -> str:
    """The words `; did you mean 'x'?`, where one of the known names is near."""
    folded = {candidate.casefold(): candidate for candidate in known}
    close = difflib.get_close_matches(name.casefold(), folded, n=1)
    return f"; did you mean {folded[close[0]]!r}?" if close else ""
