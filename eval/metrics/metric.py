"""What a metric is, and how a function of the user becomes one."""

import hashlib
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from eval.metrics.candidate import Candidate, Subject
from taeg.base.errors import InputError, TaegError
from taeg.base.user_code import described, name_of
from taeg.model.corpus import check_id
from taeg.model.corpus_graph import FloatArray, IntArray

TextScore = Callable[[str, str], float]
"""A function from the text of an event in the narrative and in the gold text to a number."""


@dataclass(frozen=True, slots=True)
class Metric:
    """How a narrative is scored. `score` returns None or nan where the metric does not apply."""

    title: str
    """The heading of its column, and the name of a metric that is not in the table."""
    direction: int
    """1 if higher is better, -1 if lower is better."""
    score: Callable[[Candidate], float | None]
    signature: Callable[[Subject], str]
    """How the score is computed, with versions, so that it can be reproduced."""
    require: Callable[[Subject], object] = lambda _: None
    """Raises `ResourceMissing` if its data or packages are not installed."""
    on_request: bool = False
    """Whether it is slow and only computed if requested by name."""
    by_event: Callable[[Candidate, IntArray], object] | None = None
    """Its values for each evaluated event, of a narrative that selects versions: for intervals and tests."""


def event_metric(function: TextScore, *, title: str = "", direction: int = 1) -> Metric:
    """Make a metric of a function `(text, reference) -> float`: its mean over the evaluated events.

    `text` is what the narrative says about the event and empty if it says nothing. `direction` is -1 if lower values
    are better. The values of the events give the metric an interval and significance tests.
    """
    name = title or name_of(function, "metric")
    check_id("metric", name)

    def by_event(candidate: Candidate, _: IntArray) -> FloatArray:
        return np.array([_call(function, name, text, gold) for text, gold in candidate.evaluated_texts])

    return Metric(
        name,
        direction,
        lambda c: None if c.selected is None else float(np.mean(by_event(c, c.selected))),
        lambda _: f"{name}|mean over evaluated events of {_code(function)}",
        by_event=by_event,
    )


def _call(function: TextScore, name: str, text: str, gold: str) -> float:
    try:
        value = float(function(text, gold))
    except TaegError:
        raise
    except Exception as error:
        raise InputError(f"metric {name!r} failed: {described(error)}") from error
    if not math.isfinite(value):
        raise InputError(f"metric {name!r} returned {value}; it must return a finite number for every event")
    return value


def _code(function: TextScore) -> str:
    """Identify a function by its name and, if available, the hash of its source code."""
    name = f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', '?')}"
    try:
        return f"{name}, source sha256:{hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:8]}"
    except (OSError, TypeError):  # defined in an interpreter, or not in Python
        return name
