"""Words of the generator of contradictions, from `conflict_words.toml`."""

import tomllib
from pathlib import Path

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

SMALL, TENS = tuple(_TABLE["small"].split()), tuple(_TABLE["tens"].split())
NOT_COUNTED, PLURAL = frozenset(_TABLE["not_counted"].split()), frozenset(_TABLE["plural"].split())
FAR_COLOURS, NO_COLOUR = tuple(_TABLE["far_colours"].split()), frozenset(_TABLE["no_colour"].split())
COLOURS = tuple(tuple(line.split()) for line in _TABLE["colours"])
ADVERBS, MOVED, LIGHT = (frozenset(_TABLE[name].split()) for name in ("adverbs", "moved", "light"))
REPORTING, OPEN = frozenset(_TABLE["reporting"].split()), frozenset(_TABLE["open"].split())
CONTRACTIONS: dict[str, str] = _TABLE["contractions"]
UNITS: dict[str, tuple[str, float]] = {unit: (other, factor) for unit, (other, factor) in _TABLE["units"].items()}
