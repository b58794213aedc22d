"""What goes wrong, said for the person it happened to.

Every error a user can cause or meet is one of these two; the command line prints its message as one line and
exits with its code. Not for bugs: those stay ordinary exceptions.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ClassVar

_PLACE = re.compile(r"(.*?)(?::([0-9]+)|, (?:row|paragraph|page) ([0-9]+))?", re.DOTALL)
_NEAR = 60
"""How alike two names are of which one may be a slip for the other, of 100."""

redaction: ContextVar[Callable[[str], str]] = ContextVar("redaction", default=str)
"""Function that replaces names in text quoted by messages; set by the command line."""


class TaegError(Exception):
    """A fault outside the user's input (a server that is down, a file that is locked)."""

    exit_code: ClassVar[int] = 1


class InputError(TaegError):
    """The user's input is wrong; the message says what, where and what to do."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place


class GatheredError(InputError):
    """What `Problems` has gathered: the first, and how many more there are."""


class Problems:
    """Faults and remarks gathered while a corpus is read, so that a person hears of all of them at once."""

    def __init__(self) -> None:
        self._faults: list[tuple[str, str]] = []
        self.remarks: list[str] = []
        """What does not, but a person should know of: a file passed over, an order that contradicts the timeline."""
        self.files: Sequence[str] = ()
        """In which order their faults are told; those of no file come last."""

    @property
    def faults(self) -> list[str]:
        """What stops the corpus from being loaded: in the order of files and lines, else as met."""
        ranks = {file: rank for rank, file in enumerate(self.files)}

        def where(fault: tuple[str, str]) -> tuple[int, int]:
            match = _PLACE.fullmatch(fault[0])
            file, line, number = match.groups() if match else ("", None, None)
            return ranks.get(file, len(ranks)), int((line or number or "0")[:12]) if file in ranks else 0

        return [words for _, words in sorted(self._faults, key=where)]

    @property
    def number(self) -> int:
        """How many faults there are."""
        return len(self._faults)

    @property
    def faulty(self) -> bool:
        """Whether there is any fault."""
        return bool(self._faults)

    def fault(self, message: str, place: str = "") -> None:
        """Note a fault and go on."""
        self._faults.append((place, f"{place}: {message}" if place else message))

    def add(self, error: InputError, file: str = "") -> None:
        """Note what an error says; `file` is what it is about where it does not say so itself."""
        self._faults.append((error.place or file, str(error)))

    def remark(self, message: str, place: str = "") -> None:
        """Note something that is no fault."""
        self.remarks.append(f"{place}: {message}" if place else message)

    @contextmanager
    def gather(self, file: str = "") -> Iterator[None]:
        """Turn an `InputError` of the block into a fault and go on after it; `file` is what the block is about."""
        try:
            yield
        except GatheredError:
            raise
        except InputError as error:
            self.add(error, file)

    def settle(self) -> None:
        """Stop if there was any fault: with the first, and how many more there are."""
        if self.faulty:
            faults = self.faults
            more = len(faults) - 1
            raise GatheredError(faults[0] + (f" ({more} more: taeg check tells all)" if more else ""))


def shortened(text: str, limit: int = 40) -> str:
    """A text as a message may hold it: names are replaced before it is cut, when they are still whole."""
    shown = redaction.get()(text)
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def quoted(text: str, limit: int = 40) -> str:
    """The same in quotes, with escapes for what cannot be seen."""
    return repr(shortened(text, limit))


def cause(error: BaseException, limit: int = 120) -> str:
    """What a library says went wrong, with its name for that, on one line whatever the words are."""
    return shortened(" ".join(f"{type(error).__name__}: {error}".split()), limit)


def nearest(name: str, known: Iterable[str]) -> str:
    """The words `; did you mean 'x'?`, where one of the known names is near."""
    from rapidfuzz import fuzz, process

    folded = {candidate: candidate.casefold() for candidate in known}
    found = process.extractOne(name.casefold(), folded, scorer=fuzz.ratio, score_cutoff=_NEAR)
    return f"; did you mean {quoted(found[2], 80)}?" if found else ""
