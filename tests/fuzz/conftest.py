"""What stops a test here that hangs where no signal is looked at, as inside a C library."""

import faulthandler
from collections.abc import Iterator

import pytest

from tests.fuzz.spoiling import LONG

MINUTES = 240 if LONG else 20


@pytest.fixture(autouse=True)
def watched() -> Iterator[None]:
    """End the process with a trace of where it is, rather than wait for ever."""
    faulthandler.dump_traceback_later(MINUTES * 60, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()
