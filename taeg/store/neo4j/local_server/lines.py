"""The lines of Neo4j that a local server can be of: which artefacts, which Java, which main class and settings.

One table; a newer release of a line is a changed version here. Not for starting anything: see `launching`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Line:
    """One line of releases, whose graphs the next line can read and the one before cannot."""

    name: str
    neo4j: str
    browser: str
    gds: str
    main_class: str
    oldest_java: int
    # What the line is published for; a newer Java is taken only where none of these is found.
    fit_java: frozenset[int]
    java_options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def java_missing(self) -> str:
        """One sentence for a machine without a Java for this line."""
        fit = " or ".join(str(version) for version in sorted(self.fit_java))
        return f"No Java {self.oldest_java} or newer was found: install Java {fit}, or set JAVA_HOME"


_LONG_TERM = Line(
    name="5",
    neo4j="5.26.30",
    browser="5.24.0",
    gds="2.13.9",
    main_class="org.neo4j.server.CommunityEntryPoint",
    oldest_java=17,
    fit_java=frozenset({17, 21}),
    settings=("internal.dbms.bolt.netty_server_shutdown_quiet_period=0",),  # as below
)
_CURRENT = Line(
    name="2026",
    neo4j="2026.08.1",
    browser="5.24.0",
    # Made for 2026.01, the newest that is published as single jars; its procedures work on this server too.
    gds="2.26.0",
    main_class="org.neo4j.server.Neo4jCommunity",
    oldest_java=21,
    fit_java=frozenset({21, 25}),
    java_options=("--enable-native-access=ALL-UNNAMED",),
    settings=(
        # Else the server makes itself known to the network around it, and is ready to be managed from afar.
        "server.fleet_discovery.enabled=false",
        "dbms.fleet_manager.enabled=false",
        # No proxy stands before a server on loopback: who claims to be one is not believed.
        "server.http.x_forward.enabled=false",
        # What was asked before it stops is answered; it need not wait for further questions, twice for 5 seconds.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s",
    ),
)

LINES: Mapping[str, Line] = MappingProxyType({line.name: line for line in (_LONG_TERM, _CURRENT)})
"""Oldest first."""
DEFAULT = _LONG_TERM
NEWEST = _CURRENT


def is_older(line: Line, other: Line) -> bool:
    """Say whether a line comes before another one."""
    order = list(LINES)
    return order.index(line.name) < order.index(other.name)
