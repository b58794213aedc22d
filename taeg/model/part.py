"""A part of a corpus that is consolidated on its own: some days, some sources, a range of the timeline.

A part is the sub-graph of its versions: edges with both ends in it, with the weights of the whole corpus.
`taeg.graph.arrays` reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from taeg.base.errors import InputError

PART, CENTRALITY = "part", "centrality"
"""Parameters of a run that consolidation sets: the part it covers, and the ranking if not the default."""


@dataclass(frozen=True, slots=True)
class Part:
    """The conditions of a part, all of which must hold; without any, the whole corpus."""

    days: tuple[str, ...] = ()
    """Events of these days (see `taeg.graph.days`)."""
    sources: tuple[str, ...] = ()
    """Versions of these sources, and their events."""
    first: str = ""
    """The first event, in timeline order."""
    last: str = ""
    """The last event."""

    def __post_init__(self) -> None:
        for name, values in (("days", self.days), ("sources", self.sources)):
            if isinstance(values, str):
                raise InputError(f"a part has {name} as a tuple; write {name}=({values!r},)")
            object.__setattr__(self, name, tuple(sorted(set(values))))

    def __bool__(self) -> bool:
        return bool(self.name)

    @property
    def name(self) -> str:
        """The unique name of the part in run ids, for instance `day=2024-05-03,source=mark`."""
        named = [("day", day) for day in self.days]
        named += [("from", self.first)] if self.first else []
        named += [("to", self.last)] if self.last else []
        named += [("source", source) for source in self.sources]
        return ",".join(f"{key}={escaped(value)}" for key, value in named)


WHOLE = Part()


def escaped(value: object) -> str:
    """Escape a value for a run id, where `,` and `=` are separators."""
    return str(value).replace("%", "%25").replace(",", "%2C").replace("=", "%3D")


def covered(parameters: Mapping[str, object]) -> str:
    """Return the name of the part that a run with these parameters covers; empty for the whole corpus."""
    return str(parameters.get(PART, ""))
