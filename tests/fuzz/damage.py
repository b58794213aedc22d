"""Hypothesis strategies that damage valid samples: pieces inserted, deleted, replaced or repeated."""

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

LONG = os.environ.get("TAEG_FUZZ") == "long"
MOST = 65_536
"""Largest example in bytes."""
_T = TypeVar("_T")


def tried(times: int) -> settings:
    """Settings for so many examples, always the same; `TAEG_FUZZ=long` runs many more and random ones."""
    return settings(
        max_examples=times * (200 if LONG else 1),
        deadline=None,  # `bounded` limits the time
        derandomize=not LONG,
        database=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


@st.composite
def damaged(draw: st.DrawFn, seeds: Sequence[bytes], words: Sequence[str]) -> bytes:
    """A sample after up to eight changes."""
    data = bytearray(draw(st.sampled_from(seeds)))
    pieces = st.one_of(
        st.sampled_from(words).map(lambda word: word.encode("utf-8", "replace")),
        st.binary(max_size=8),
        st.text(max_size=8).map(lambda text: text.encode("utf-8", "replace")),
    )
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(data)))
        to = at + draw(st.integers(0, 64))
        change = draw(st.sampled_from(("put in", "put in", "exchange", "take out", "repeat", "end", "only")))
        if change == "put in":
            data[at:at] = draw(pieces)
        elif change == "exchange":
            data[at:to] = draw(pieces)
        elif change == "take out":
            del data[at:to]
        elif change == "repeat":
            data[at:at] = data[at:to] * draw(st.sampled_from((1, 2, 10, 300)))
        elif change == "end":
            del data[to:]
        else:
            data = bytearray(draw(pieces))
    return bytes(data[:MOST])


def hostile(words: Sequence[str]) -> st.SearchStrategy[list[str]]:
    """Texts for a book: markup, formulas and arbitrary text."""
    text = st.lists(st.one_of(st.sampled_from(words), st.text(max_size=12)), max_size=6).map("".join)
    return st.lists(text, min_size=1, max_size=12)
