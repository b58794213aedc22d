"""A part of a corpus that is consolidated by itself: some days, some sources, a stretch of the timeline.

A part is the sub-graph of the versions it takes: edges with both ends in it, weights as they are stored, that is, of
the whole corpus. What lies outside is not read. `taeg.graph.arrays` reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from taeg.base.errors import InputError

PART, CENTRALITY = "part", "centrality"
"""How a run's parameters name the part it covers, and what ranked it, where that is not this program."""


@dataclass(frozen=True, slots=True)
class Part:
    """What to take of a corpus; nothing given takes everything, and what is given together must hold together."""

    days: tuple[str, ...] = ()
    """Events of these days (see `taeg.graph.days`)."""
    sources: tuple[str, ...] = ()
    """What these sources tell, and the events that they tell."""
    first: str = ""
    """Events from this one on, in the order of the timeline."""
    last: str = ""
    """Events up to this one, and it."""

    def __post_init__(self) -> None:
        for name, values in (("days", self.days), ("sources", self.sources)):
            if isinstance(values, str):
                raise InputError(f"a part has {name} as a tuple; write {name}=({values!r},)")
            object.__setattr__(self, name, tuple(sorted(set(values))))

    def __bool__(self) -> bool:
        return bool(self.name)

    @property
    def name(self) -> str:
        """As runs are named after it: `day=2024-05-03,source=mark`. No two parts have one name."""
        named = [("day", day) for day in self.days]
        named += [("from", self.first)] if self.first else []
        named += [("to", self.last)] if self.last else []
        named += [("source", source) for source in self.sources]
        return ",".join(f"{key}={escaped(value)}" for key, value in named)


WHOLE = Part()


def escaped(value: object) -> str:
    """A value as names of runs have it: what stands between values there, `,` and `=`, is written `%2C` and `%3D`."""
    return str(value).replace("%", "%25").replace(",", "%2C").replace("=", "%3D")


def covered(parameters: Mapping[str, object]) -> str:
    """The name of the part that a run with these parameters covers; empty for a run over the whole corpus."""
    return str(parameters.get(PART, ""))
