"""Damage: data in a graph that are not as TAEG wrote them, because of a damaged file or a change by hand."""

from collections.abc import Iterator
from contextlib import contextmanager

from taeg.base.errors import DamageError, InputError, cause, shortened

_AGAIN = "restore a backup (taeg restore) or ingest the corpus again, and check it with: taeg doctor --deep"
_MISREAD = (InputError, ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""What building values from damaged data raises."""


def damaged(corpus: object, what: str, remedy: str = _AGAIN) -> DamageError:
    """The error about a damaged corpus."""
    return DamageError(f"corpus {corpus!r} in the graph is damaged or was changed by hand: {what}; {remedy}")


@contextmanager
def reported(corpus: object, subject: str = "", remedy: str = _AGAIN) -> Iterator[None]:
    """Report as damage what goes wrong when values are built from the graph in this block."""
    try:
        yield
    except _MISREAD as error:
        what = shortened(str(error), 200) if isinstance(error, InputError) else cause(error)
        raise damaged(corpus, f"{subject}{what}", remedy) from error
