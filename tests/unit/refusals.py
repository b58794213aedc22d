"""Messages of input errors."""

from collections.abc import Callable

import pytest

from taeg.base.errors import InputError


def refusal(make: Callable[[], object]) -> str:
    """Return the message of the InputError that the call raises; it has one line."""
    with pytest.raises(InputError) as caught:
        make()
    message = str(caught.value)
    assert "\n" not in message
    return message
