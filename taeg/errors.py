"""What goes wrong, said for the person it happened to.

Every error a user can cause or meet is one of these two; the command line prints its message as one line and
exits with its code. Not for bugs: those stay ordinary exceptions.
"""

from typing import ClassVar


class TaegError(Exception):
    """A fault outside the user's input (a server that is down, a file that is locked)."""

    exit_code: ClassVar[int] = 1


class InputError(TaegError):
    """The user's input is wrong; the message says what, where and what to do."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
