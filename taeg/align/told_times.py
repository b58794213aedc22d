"""Times of the units: clock times named in the text, put on one line and interpolated, or times that a file records.

Clock times have no date. They are placed relative to the middle of the hours that the statements describe, so that a
night around midnight is one stretch; a time whose half of the day is unknown takes the reading nearer to that middle.
Within a sequence the time of a unit without a clock time is interpolated, with a variance that grows with the distance
to the nearest named times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from taeg.align.layout import Layout
from taeg.align.values import FloatArray, IntArray, Matrix, Statements
from taeg.text.expressions import ClockTime, clock_times

DAY = 1440
STEP = 15
"""Minutes between the candidates for the middle of the day."""
NAMED_DEVIATION = 4.0
"""Minutes by which two accounts of the same moment differ."""
PARAGRAPH = 2.0
"""Units that a paragraph break counts for in interpolation."""
FEWEST = 6
"""Named times below which they are not used as evidence."""
LIMIT = 4.0
"""Limit of the log likelihood ratio of two times."""


@dataclass(frozen=True, slots=True)
class Times:
    """The time of each row in minutes, nan where unknown."""

    named: FloatArray
    """Named in the text."""
    mean: FloatArray
    """Interpolated."""
    variance: FloatArray
    offset: float = 0.0
    """Add to a named time and take modulo a day to get the minute of the day."""


def named_times(texts: Sequence[str], language: str) -> tuple[FloatArray, float]:
    """Return the clock time of each text on one line, and the minute of the day of its origin."""
    found = [clock_times(text, language) for text in texts]
    middle = _middle([time for times in found for time in times])
    named = np.full(len(texts), np.nan)
    for i, times in enumerate(found):
        if times:
            placed = [_place(time, middle) for time in times]
            named[i] = float(np.mean(placed)) if len(placed) == 2 else float(np.median(placed))
    return named, middle - DAY / 2


def _middle(times: Sequence[ClockTime]) -> float:
    """The minute of the day with the least summed distance to all times; ambiguous ones count less."""
    if not times:
        return 0.0
    candidates = np.arange(0.0, DAY, STEP)
    cost = np.zeros(len(candidates))
    for time in times:
        distance = _distance(candidates, time.minute)
        if time.half_day_known:
            cost += np.minimum(distance, DAY / 4)
        else:
            cost += 0.3 * np.minimum(distance, _distance(candidates, time.minute + DAY // 2))
    if not any(time.half_day_known for time in times):  # without any sure time, prefer the day to the night
        cost += 0.2 * len(times) * np.minimum(_distance(candidates, 13 * 60), DAY / 4) / (DAY / 4)
    return float(candidates[int(cost.argmin())])


def _distance(a: FloatArray, b: float) -> FloatArray:
    apart = np.abs(a - b) % DAY
    found: FloatArray = np.minimum(apart, DAY - apart)
    return found


def _place(time: ClockTime, middle: float) -> float:
    minute: float = time.minute
    if not time.half_day_known:
        both = np.array([minute, minute + DAY / 2])
        minute = float(both[int(_distance(both, middle).argmin())])
    return (minute - middle + DAY / 2) % DAY


def interpolated(layout: Layout, named: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and variance of the time of each row."""
    mean, variance = np.full(len(layout), np.nan), np.full(len(layout), np.inf)
    place = np.cumsum(np.append(0, 1 + PARAGRAPH * layout.breaks[:-1])) if len(layout) else np.empty(0)
    known = [rows[~np.isnan(named[rows])] for rows in layout.sequences]
    steps = [
        (named[b] - named[a]) ** 2 / max(1.0, place[b] - place[a]) for rows in known for a, b in pairwise(rows.tolist())
    ]
    step = max(float(np.median(steps)), 1.0) if steps else 100.0
    noise = NAMED_DEVIATION**2
    for rows, at in zip(layout.sequences, known, strict=True):
        if not len(at):
            continue
        after = np.minimum(np.searchsorted(at, rows), len(at) - 1)
        before = np.maximum(np.searchsorted(at, rows, side="right") - 1, 0)
        low, high = at[before], at[after]
        x, y = np.abs(place[rows] - place[low]), np.abs(place[high] - place[rows])
        share = np.where(x + y > 0, x / np.maximum(x + y, 1e-9), 0.0)
        between = (low <= rows) & (rows <= high)
        jump = (named[high] - named[low]) ** 2 * share * (1 - share) * np.where(named[high] < named[low], 1.0, 0.5)
        bridge = 2 * step * x * y / np.maximum(x + y, 1e-9) + jump
        outside = 2 * step * np.where(low == high, x, 0)
        mean[rows] = np.where(between, (1 - share) * named[low] + share * named[high], named[low])
        variance[rows] = noise + np.where(between, bridge, outside)
    return mean, variance


def told_times(layout: Layout, language: str) -> Times:
    """Return the times named in the texts of the rows."""
    named, offset = named_times(layout.texts, language)
    return Times(named, *interpolated(layout, named), offset)


def evidence(layout: Layout, times: Times) -> Matrix:
    """Log likelihood ratio of two rows having the same time, against any two times of the statements."""
    rows = np.arange(len(layout))
    return pair_evidence(times, rows[:, None], rows[None, :])


def pair_evidence(times: Times, a: IntArray, b: IntArray) -> Matrix:
    """Return the same log likelihood ratio for pairs of rows."""
    named = times.named[~np.isnan(times.named)]
    if len(named) < FEWEST:
        return np.zeros(np.broadcast_shapes(a.shape, b.shape), np.float32)
    low, high = np.percentile(named, [10, 90])
    spread = min(float(named.var()), ((high - low) / 2.56) ** 2)
    known = ~np.isnan(times.mean)
    mean, variance = np.where(known, times.mean, 0), np.where(known, times.variance, 1e9)
    apart = np.minimum((mean[a] - mean[b]) ** 2, 18 * spread)
    both = variance[a] + variance[b]
    background = both + 2 * spread
    ratio = 0.5 * np.log(background / both) - 0.5 * apart / both + 0.5 * apart / background
    return np.asarray(np.clip(np.where(known[a] & known[b], ratio, 0), -LIMIT, LIMIT), np.float32)


def recorded(layout: Layout, statements: Statements) -> FloatArray:
    """The times that files record for the rows, nan where there is none."""
    times = [statements.units[i].time for i in layout.unit.tolist()]
    return np.array([np.nan if time is None else time for time in times])
