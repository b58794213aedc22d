"""Clock times, dates and durations of a sentence."""

import re

from taeg.conflicts.claims.describe import Found
from taeg.conflicts.claims.hedges import hedged, hedged_clock
from taeg.conflicts.claims.sentences import Sentence
from taeg.conflicts.values import CLOCK, DATE, DURATION
from taeg.text.expressions import ClockTime, Duration, Number, SpokenDate

_RANGE = re.compile(r"\b(?:from|between)\s*$", re.IGNORECASE)
_RANGE_END = re.compile(r"\s*\b(?:to|and|until|till|-|\u2013)(?: about| around)?\s*$")
_RANGE_BEGUN = re.compile(r"\b(?:from|between)\b", re.IGNORECASE)
_OTHER_TIME = re.compile(r",? or\b")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
MONTHS = (*_MONTHS, "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HALF_DAY, _HOUR = 720, 60
_REPEATED = re.compile(r"\b(?:every|last|previous|next|first|past|each)\s*$", re.IGNORECASE)
_LASTING = re.compile(
    r"\b(?:for|after|took|lasted|it was)(?: (?:another|about|around|some|nearly|over|at least|only|a good))?\s*$",
    re.IGNORECASE,
)
"""Words before the time that something lasted: 'abandoned after an hour', 'for an hour before they came'."""
_RATE = re.compile(r"\s*(?:a|per|each)\s")
_OLD = re.compile(r"[\s-]*(?:old\b|of age|fast\b|slow\b|late\b|early\b|away\b|behind\b|ahead\b|from\b|drive\b|walk\b)")
_UNITS = ((86400.0, "d"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))


def clock(sentence: Sentence, time: ClockTime) -> Found:
    """Return a clock time."""
    text, start, end = sentence.text, time.start, time.end
    about, bound = hedged_clock(text, start, end, time.hedge)
    about = about or (not time.figures and bool(_OTHER_TIME.match(text, end)))
    before = sentence.before(start)
    begins = bool(_RANGE.search(before))
    ends = bool(_RANGE_END.search(before) and _RANGE_BEGUN.search(before))
    in_range = begins or ends
    bound = 1 if begins else -1 if ends else bound
    hour, minute = divmod(time.minute, _HOUR)
    if not time.half_day_known:
        hour = hour % 12 or 12
    flags = {"figures": time.figures, "half_day_known": time.half_day_known, "in_range": in_range}
    value = f"{hour:02d}:{minute:02d}" if time.half_day_known else f"{hour}:{minute:02d}"
    return Found(
        CLOCK, start, end, value, time.minute, time.minute, about=about, bound=bound,
        flags=flags,
    )  # fmt: skip


def spoken_hour(sentence: Sentence, number: Number) -> Found | None:
    """Return 'it was ten' as a clock time; None if the number is something else."""
    if number.value not in range(1, 13) or number.high is not None:
        return None
    own = sentence.parse.within(number.start, number.end)
    verb = sentence.parse.head(own[-1]) if own else None
    if verb is None or verb.lemma != "be" or own[-1].dep not in ("attr", "acomp"):
        return None
    subject = sentence.parse.child(verb, "nsubj")
    if subject is None or subject.lower not in ("it", "that", "this"):
        return None
    about, bound = hedged_clock(sentence.text, number.start, number.end, number.hedge)
    minute = number.value % 12 * _HOUR
    value = f"{number.value:g}:00"
    return Found(CLOCK, number.start, number.end, value, minute, minute, about=about, bound=bound)


def day(sentence: Sentence, date: SpokenDate) -> Found | None:
    """Return a date with the fields that are given: weekday, day, month, year."""
    fields = {"w": date.weekday, "d": date.day, "m": date.month, "y": date.year}
    parts = frozenset(f"{name}{value}" for name, value in fields.items() if value is not None)
    if not parts:
        return None  # 'yesterday'
    about, bound = hedged_clock(sentence.text, date.start, date.end, date.hedge)
    weekday = WEEKDAYS[date.weekday] if date.weekday is not None else ""
    month = MONTHS[date.month - 1] if date.month else ""
    value = " ".join(word for word in (weekday, str(date.day or ""), month, str(date.year or "")) if word)
    return Found(DATE, date.start, date.end, value, parts=parts, about=about, bound=bound)


def duration(sentence: Sentence, length: Duration) -> Found | None:
    """Return a length of time that is no distance from another time ('two hours later', 'an hour before that')."""
    text, before = sentence.text, sentence.before(length.start)
    lasting = bool(_LASTING.search(before))
    if (length.direction and not lasting) or _REPEATED.search(before):
        return None
    if _RATE.match(text, length.end) or (_OLD.match(text, length.end) and not lasting):
        return None
    about, bound = hedged(text, length.start, length.end, length.hedge)
    high = length.high if length.high is not None else length.seconds
    return Found(
        DURATION, length.start, length.end, _length(length.seconds, high), length.seconds, high,
        unit="s", about=about or length.high is not None, bound=bound,
    )  # fmt: skip


def _length(low: float, high: float) -> str:
    """Return the normal form of a length of time in its largest whole unit."""
    size, name = next((unit for unit in _UNITS if high >= unit[0]), _UNITS[-1])
    numbers = f"{low / size:g}" if low == high else f"{low / size:g}-{high / size:g}"
    return f"{numbers} {name}"
