"""What is refused, and in which words."""

from collections.abc import Callable

import pytest

from taeg.base.errors import InputError


def refusal(make: Callable[[], object]) -> str:
    """What is said of something that must be refused, in one line."""
    with pytest.raises(InputError) as caught:
        make()
    message = str(caught.value)
    assert "\n" not in message
    return message
