"""HTTP server on loopback: address and token, security headers, limits on connections and slow clients.

uvicorn does the serving. It has no limit for idle connections and no timeout for incomplete requests or for responses
that are not read, so `_Protocol` adds them.
"""

import asyncio
import secrets
import socket
from collections.abc import Callable
from typing import Self

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from taeg.base.errors import TaegError

ADDRESS = "127.0.0.1"
MAX_CONNECTIONS = 32
"""Concurrent connections; further ones are closed. A browser opens six."""
REQUEST_SECONDS = 10.0
"""Time for a client to send its request."""
RESPONSE_SECONDS = 30.0
"""Time for a client to read the response."""
HEADERS = (
    ("Cache-Control", "no-store"),
    ("Connection", "close"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)


class Server:
    """A server that listens on a loopback port (0: any free one).

    `application` is called with the token under which all pages are. `run` answers requests until `stop` or a signal.
    """

    def __init__(self, application: Callable[[str], Starlette], port: int) -> None:
        token = secrets.token_hex(16)
        try:
            self._socket = socket.create_server((ADDRESS, port))
        except OSError as error:
            raise TaegError(f"port {port} is not available: {error.strerror}; choose another with --port") from error
        config = uvicorn.Config(
            application(token),
            http=_Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            headers=list(HEADERS),
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self.url = f"http://{ADDRESS}:{self._socket.getsockname()[1]}/{token}/"
        """The address of the start page, with the token."""

    def run(self) -> None:
        """Answer requests; after a signal such as Ctrl+C, shut down and raise it again."""
        self._server.run([self._socket])

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._server.should_exit = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


class _Protocol(H11Protocol):
    """One connection, closed if there are too many, or if the client is too slow."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
        self._timeout = self.loop.call_later(REQUEST_SECONDS, self._close_without_request)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._timeout.cancel()
        self._timeout = self.loop.call_later(RESPONSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timeout.cancel()
        super().connection_lost(exc)

    def _close_without_request(self) -> None:
        if self.cycle is None:
            self.transport.abort()
