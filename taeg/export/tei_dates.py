"""Machine-readable dates in TEI, from times as they are written in a corpus."""

import re

_MINUSES = str.maketrans(dict.fromkeys("\u2010\u2011\u2212", "-"))
_MOMENT = re.compile(
    r"([0-9]{4})(?:-?([0-9]{2})(?:-?([0-9]{2}))?)?"
    r"(?:[Tt ]([0-9]{2})(?::?([0-9]{2})(?::?([0-9]{2})(?:[.,]([0-9]+))?)?)?(?: ?([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?))?)?"
)
_ISO = re.compile(r"[0-9.,TZ/:+\-]+")
_FARTHEST_ZONE = "14:00"


def dating(time: str) -> dict[str, str]:
    """The machine-readable attributes: W3C's format if it can express the time, else ISO 8601, else none.

    `:00` is added to a time of day without seconds, as W3C's format requires.
    """
    written = time.strip().translate(_MINUSES)
    ends = [_moment(part.strip()) for part in written.split("/")]
    if all(ends) and len(ends) <= 2:
        return dict(zip(("from", "to") if len(ends) == 2 else ("when",), ends, strict=True))
    return {"when-iso": written} if _ISO.fullmatch(written) else {}


def _moment(text: str) -> str:
    """A year from 1 to 9999, a month, a day or a time in W3C's format, or an empty string."""
    match = _MOMENT.fullmatch(text)
    if match is None or match[1] == "0000":
        return ""
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if hour is None:
        # six digits are not a month but part of a range
        return date if "-" in text or len(text) in (4, 8) else ""
    if not day or hour == "24" or second == "60":
        return ""
    offset = "Z" if zone in ("Z", "z") else ""
    if zone and not offset:
        digits = zone[1:].replace(":", "").ljust(4, "0")
        offset = f"{zone[0]}{digits[:2]}:{digits[2:]}"
        if offset[1:] > _FARTHEST_ZONE:
            return ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{f'.{fraction}' if fraction else ''}{offset}"
