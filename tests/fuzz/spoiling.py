"""Strategies that spoil sound samples: a piece put in, taken out, exchanged, repeated or moved, several times over."""

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

LONG = os.environ.get("TAEG_FUZZ") == "long"
MOST = 65_536
"""Bytes an example has at most."""
_T = TypeVar("_T")


def tried(times: int) -> settings:
    """How often a test tries: some times, always the same, unless `TAEG_FUZZ=long` asks for more and for new ones."""
    return settings(
        max_examples=times * (100 if LONG else 1),
        deadline=None,  # `bounded` looks at the time
        derandomize=not LONG,
        database=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


@st.composite
def spoilt(draw: st.DrawFn, seeds: Sequence[bytes], words: Sequence[str]) -> bytes:
    """One of the samples after up to eight changes; sometimes nothing of it is left."""
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
    """Texts for a book: what formats would run, and anything else."""
    text = st.lists(st.one_of(st.sampled_from(words), st.text(max_size=12)), max_size=6).map("".join)
    return st.lists(text, min_size=1, max_size=12)
