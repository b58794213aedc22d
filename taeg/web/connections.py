"""Who may call a server on loopback, how many at once and for how long; not for what they are told.

Loopback keeps other machines out but not the other users of this one. Where the system says whose a connection is
(Linux: /proc/net/tcp) only the user who started the server, and root, are let in; elsewhere it is open to all users.
"""

import os
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore, Timer

MOST = 32
"""Connections at once; one more is closed. A browser opens six."""
HEAD_SECONDS = 10.0
"""How long a caller may take to ask."""
ANSWER_SECONDS = 30.0
"""How long it may take to read the answer."""
_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LISTENS = "0A"
_REFUSED = (
    b"HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nThis server answers to the user who started it only.\n"
)
Address = tuple[str, int]
Request = socket.socket | tuple[bytes, socket.socket]
"""What the library calls a request; of a server such as ours it is a socket."""


class Http(ThreadingHTTPServer):
    """A server that closes what is too much, and says nothing about callers who go away."""

    def __init__(self, address: Address, handler: type[BaseHTTPRequestHandler]) -> None:
        self._room = BoundedSemaphore(MOST)
        super().__init__(address, handler)

    def verify_request(self, request: Request, client_address: Address) -> bool:
        """Refuse other users before they take anybody's time."""
        if isinstance(request, tuple):
            return False
        if may_call(client_address, request.getsockname()):
            return True
        with suppress(OSError):
            request.settimeout(0)
            request.send(_REFUSED)
        return False

    def process_request(self, request: Request, client_address: Address) -> None:
        """Answer in a thread, while there is room."""
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Request, client_address: Address) -> None:
        """Answer, and make room."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Request, client_address: Address) -> None:
        """Tell what is a fault of ours, by its kind alone."""
        error = sys.exception()
        if not isinstance(error, OSError):
            sys.stderr.write(f"taeg: an answer failed ({type(error).__name__})\n")


class Handler(BaseHTTPRequestHandler):
    """One request, which must be asked in time."""

    server_version = "taeg"
    sys_version = ""
    timeout = ANSWER_SECONDS

    def setup(self) -> None:
        """Start the clock."""
        super().setup()
        self._clock = Timer(HEAD_SECONDS, self._cut)
        self._clock.daemon = True
        self._clock.start()

    def do_GET(self) -> None:
        """The request is there: stop the clock."""
        self._clock.cancel()
        self.answer()

    do_HEAD = do_GET  # noqa: N815 (as the library wants it)

    def answer(self) -> None:
        """Whoever has something to say does it here."""
        raise NotImplementedError

    def finish(self) -> None:
        """Let go."""
        self._clock.cancel()
        super().finish()

    def log_message(self, *_: object) -> None:
        """Quiet: paths name corpora."""

    def _cut(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RD)


def may_call(caller: Address, server: Address) -> bool:
    """Whether a connection is this user's or root's; true where the system does not say."""
    if not hasattr(os, "getuid"):
        return True
    rows = [row for table in _TABLES for row in _rows(table)]
    here, there = _written(server), _written(caller)
    if not any(row[1] in here and row[3] == _LISTENS for row in rows):
        return True  # a system that shows such tables without what is in them
    return any(row[1] in there and row[2] in here and int(row[7]) in (os.getuid(), 0) and row[9] != "0" for row in rows)


def _rows(table: Path) -> Iterable[list[str]]:
    """The lines of a table of connections: number, local and remote address, state, …, user, timeout, inode."""
    try:
        return [line.split() for line in table.read_text(encoding="ascii").splitlines()[1:]]
    except (OSError, UnicodeDecodeError):
        return []


def _written(address: Address) -> tuple[str, str]:
    """An IPv4 address with its port as the kernel writes it, and as it does for a socket of IPv6."""
    number = int.from_bytes(socket.inet_aton(address[0]), sys.byteorder)
    mapped = int.from_bytes(b"\0\0\xff\xff", sys.byteorder)
    plain = f"{number:08X}:{address[1]:04X}"
    return plain, f"{0:016X}{mapped:08X}{plain}"
