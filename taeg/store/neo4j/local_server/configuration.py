"""The server's ports, neo4j.conf and command line. None of them contains the password; see `login`."""

import re
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from taeg.base.errors import InputError
from taeg.store.neo4j.lines import LINES, Line

HOST = "127.0.0.1"
BOLT_PORT = 7687
HTTP_PORT = 7474
# a link in the home to the cached GDS jars, whose path would need escaping in neo4j.conf
GDS_LINK = "gds"
HEAP = "1g"
"""Default Java heap, enough for several hundred thousand versions."""
_HEAP = re.compile("[1-9][0-9]{0,5}[mgMG]")
RELEASE_SECONDS = 5.0
"""Seconds to wait for the ports of a killed server."""
MAIN_CLASSES = frozenset(line.main_class for line in LINES.values())


def wait_for_ports(*ports: int) -> None:
    """Wait until a killed server has released its ports, but not for long: another process may own them."""
    end = time.monotonic() + RELEASE_SECONDS
    while any(map(_answers, ports)) and time.monotonic() < end:
        time.sleep(0.05)


def choose_ports(bolt: Iterable[int], http: Iterable[int]) -> tuple[int, int]:
    """Return a Bolt and an HTTP port: the first free one of each list, else any free port."""
    # both are open at once, so that they differ
    with _reserve(bolt) as first, _reserve(http) as second:
        return int(first.getsockname()[1]), int(second.getsockname()[1])


def _reserve(wanted: Iterable[int]) -> socket.socket:
    for port in (port for port in wanted if not _answers(port)):
        with suppress(OSError, OverflowError):
            return socket.create_server((HOST, port))
    return socket.create_server((HOST, 0))


def _answers(port: int) -> bool:
    # some systems allow binding loopback while a server listens on all addresses
    try:
        with socket.create_connection((HOST, port), timeout=1):
            return True
    except (OSError, OverflowError):
        return False


def conf(line: Line, bolt_port: int, http_port: int, *, gds: bool) -> str:
    """Return neo4j.conf."""
    lines = [
        "# Written by taeg at every start.",
        f"server.default_listen_address={HOST}",
        f"server.default_advertised_address={HOST}",
        "server.bolt.enabled=true",
        f"server.bolt.listen_address={HOST}:{bolt_port}",
        f"server.bolt.advertised_address={HOST}:{bolt_port}",
        "server.http.enabled=true",
        f"server.http.listen_address={HOST}:{http_port}",
        f"server.http.advertised_address={HOST}:{http_port}",
        "server.https.enabled=false",
        "dbms.usage_report.enabled=false",
        # Neo4j Browser sends no telemetry either
        "client.allow_telemetry=false",
        "dbms.security.auth_enabled=true",
        "server.memory.pagecache.size=256m",
        # otherwise each of the two databases preallocates a log of 256 MB
        "db.tx_log.preallocate=false",
        *line.settings,
    ]
    if gds:
        lines += [f"server.directories.plugins={GDS_LINK}", "dbms.security.procedures.unrestricted=gds.*"]
    return "\n".join(lines) + "\n"


def command(line: Line, java: Path, home: Path, *, gds: bool, heap: str | None = None) -> list[str]:
    """Return the command, to be run in the folder of the jars."""
    if heap is not None and not _HEAP.fullmatch(heap):
        raise InputError(f"heap {heap[:20]!r} is not an amount of memory; write 2g or 1500m")
    return [
        str(java),
        "-Xms256m",
        f"-Xmx{heap or HEAP}",
        "-XX:+UseG1GC",
        "-XX:+ExitOnOutOfMemoryError",
        f"-XX:ErrorFile={home / 'logs' / 'java-crash.log'}",
        "-Dfile.encoding=UTF-8",
        # as Neo4j's launcher does, for the page cache
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "-Dio.netty.tryReflectionSetAccessible=true",
        "-Dlog4j2.disable.jmx=true",
        *line.java_options,
        # relative, because the cache's path may contain a colon
        "-cp",
        "lib/*:plugins/*" if gds else "lib/*",
        line.main_class,
        home_argument(home),
        f"--config-dir={home / 'conf'}",
    ]


def home_argument(home: Path) -> str:
    """Return the argument that identifies the server of a home in the process list."""
    return f"--home-dir={home}"
