"""Ends a test that hangs inside a C library, where signals are not handled."""

import faulthandler
from collections.abc import Iterator

import pytest

from tests.fuzz.damage import LONG

MINUTES = 240 if LONG else 20


@pytest.fixture(autouse=True)
def watched() -> Iterator[None]:
    """End the process with a traceback if it hangs."""
    faulthandler.dump_traceback_later(MINUTES * 60, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()
