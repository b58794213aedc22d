"""Errors that users can cause or meet, and the collection of several of them.

The command line prints the message of a `TaegError` on one line and exits with its code. Bugs stay ordinary exceptions.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ClassVar

_LOCATION = re.compile(r"(.*?)(?::([0-9]+)|, (?:row|paragraph|page) ([0-9]+))?", re.DOTALL)
_SIMILAR = 60
"""Similarity, of 100, from which a name is suggested in place of another."""
_PART = 3
"""Letters from which a part of a name suggests the name."""

redaction: ContextVar[Callable[[str], str]] = ContextVar("redaction", default=str)
"""Replaces names in text that messages quote; set by the command line when pseudonyms are given."""

suggestion: ContextVar[Callable[[str], str]] = ContextVar("suggestion", default=str)
"""Completes a command that a message suggests; set by the command line, which keeps --store and --corpus."""


class TaegError(Exception):
    """A failure outside the user's input, such as a server that is down or a locked file."""

    exit_code: ClassVar[int] = 1


class DamageError(TaegError):
    """Stored data that are not as TAEG wrote them; the message says what to do about it."""


class InputError(TaegError):
    """Invalid user input; the message says what is wrong, where, and what to do about it."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, location: str = "") -> None:
        super().__init__(f"{location}: {message}" if location else message)
        self.location = location


class MissingPackageError(InputError):
    """A file needs a package that is not installed. `Problems` reports it once for all such files."""

    def __init__(self, remedy: str, file: str) -> None:
        super().__init__(remedy, file)
        self.remedy = remedy


class GatheredError(InputError):
    """The first of the faults that `Problems` has gathered, with the number of others."""


class Problems:
    """Faults and remarks gathered while a corpus is read, so that all of them can be reported at once."""

    def __init__(self) -> None:
        self._faults: list[tuple[str, str]] = []
        self._missing: dict[str, list[str]] = {}
        """Files that need a package that is not installed, by remedy."""
        self.remarks: list[str] = []
        """Messages that do not prevent loading, such as a file that was skipped."""
        self.files: Sequence[str] = ()
        """The order in which files are reported; faults without a file come last."""

    @property
    def faults(self) -> list[str]:
        """Messages that prevent loading, ordered by file and line, otherwise as found."""
        ranks = {file: rank for rank, file in enumerate(self.files)}

        def sort_key(fault: tuple[str, str]) -> tuple[int, int]:
            match = _LOCATION.fullmatch(fault[0])
            file, line, number = match.groups() if match else ("", None, None)
            return ranks.get(file, len(ranks)), int((line or number or "0")[:12]) if file in ranks else 0

        missing = []
        for remedy, (first, *others) in self._missing.items():
            more = f" (other files that need it: {len(others)})" if others else ""
            missing.append((first, f"{first}: {remedy}{more}"))
        return [message for _, message in sorted((*missing, *self._faults), key=sort_key)]

    @property
    def number(self) -> int:
        """The number of faults."""
        return len(self._faults) + len(self._missing)

    def fault(self, message: str, location: str = "") -> None:
        """Record a fault."""
        self._faults.append((location, f"{location}: {message}" if location else message))

    def remark(self, message: str, location: str = "") -> None:
        """Record a message that is not a fault."""
        self.remarks.append(f"{location}: {message}" if location else message)

    @contextmanager
    def gather(self, file: str = "") -> Iterator[None]:
        """Record an `InputError` raised in the block as a fault and continue after the block.

        `file` locates errors that have no location of their own.
        """
        try:
            yield
        except GatheredError:
            raise
        except MissingPackageError as error:
            self._missing.setdefault(error.remedy, []).append(error.location)
        except InputError as error:
            self._faults.append((error.location or file, str(error)))

    def settle(self) -> None:
        """Raise `GatheredError` if there is any fault."""
        if faults := self.faults:
            more = f" ({len(faults) - 1} more: run `taeg check` for the full list)" if len(faults) > 1 else ""
            raise GatheredError(faults[0] + more)


def shortened(text: str, limit: int = 40) -> str:
    """Return user text for a message: redacted first, while names are complete, then cut to `limit` characters."""
    shown = redaction.get()(text)
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def quoted(text: str, limit: int = 40) -> str:
    """Return `shortened` text in quotes, with escapes for invisible characters."""
    return repr(shortened(text, limit))


def listed(names: Sequence[str], limit: int) -> str:
    """Join names for a message; ` …` stands for those after the first `limit`."""
    return ", ".join(names[:limit]) + (" …" if len(names) > limit else "")


def suggested(command: str) -> str:
    """Return a command for a message, such as `taeg query timeline`, completed for the graph in use."""
    return suggestion.get()(command)


def cause(error: BaseException, limit: int = 120) -> str:
    """Return a library's error as one line: its class and message."""
    return shortened(" ".join(f"{type(error).__name__}: {error}".split()), limit)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` if a known name is similar or contains this one, else an empty string."""
    from rapidfuzz import fuzz, process

    folded = {candidate: candidate.casefold() for candidate in known}
    found = process.extractOne(name.casefold(), folded, scorer=fuzz.ratio, score_cutoff=_SIMILAR)
    meant = found[2] if found else _containing(name.casefold(), folded)
    return f"; did you mean {quoted(meant, 80)}?" if meant else ""


def _containing(part: str, folded: Mapping[str, str]) -> str:
    """Return the shortest name that contains a part with enough letters, such as a year, or an empty string."""
    found = [name for name, form in folded.items() if len(part) >= _PART and part in form]
    return min(found, key=len, default="")
