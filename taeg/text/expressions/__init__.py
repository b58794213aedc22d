"""Times, dates, durations, numbers and quantities in running text, in words and figures.

The words of each language are in `data/<code>.toml`. Precision comes before recall: a number that might be something
else is left out.
"""

from taeg.text.expressions.clock import clock_times
from taeg.text.expressions.dates import dates
from taeg.text.expressions.durations import durations
from taeg.text.expressions.numbers import Expressions, expressions, numbers
from taeg.text.expressions.quantities import quantities
from taeg.text.expressions.values import ClockTime, Duration, Number, Quantity, SpokenDate

__all__ = [
    "ClockTime",
    "Duration",
    "Expressions",
    "Number",
    "Quantity",
    "SpokenDate",
    "clock_times",
    "dates",
    "durations",
    "expressions",
    "numbers",
    "quantities",
]
