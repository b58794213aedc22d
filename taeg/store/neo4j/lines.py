"""The release lines of Neo4j for a local server: artefact versions, Java versions, main class and settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Line:
    """A release line. A newer line can read the graphs of an older one, but not the reverse."""

    name: str
    neo4j: str
    browser: str
    gds: str
    main_class: str
    oldest_java: int
    # supported versions; a newer one is used only if none of these is found
    fit_java: frozenset[int]
    java_options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def java_missing(self) -> str:
        """The message for a machine without a Java for this line."""
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
    # for 2026.01, the newest that is published as single jars; it works on this server too
    gds="2.26.0",
    main_class="org.neo4j.server.Neo4jCommunity",
    oldest_java=21,
    fit_java=frozenset({21, 25}),
    java_options=("--enable-native-access=ALL-UNNAMED",),
    settings=(
        # otherwise the server announces itself in the network and accepts remote management
        "server.fleet_discovery.enabled=false",
        "dbms.fleet_manager.enabled=false",
        # there is no proxy before a server on loopback
        "server.http.x_forward.enabled=false",
        # do not wait ten seconds for further requests when stopping
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s",
    ),
)

LINES: Mapping[str, Line] = MappingProxyType({line.name: line for line in (_LONG_TERM, _CURRENT)})
"""Oldest first."""
DEFAULT = _LONG_TERM
NEWEST = _CURRENT
