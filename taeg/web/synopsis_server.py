"""The synopsis live from a graph, for this machine and this user alone.

Listens on loopback, answers GET for pages of its own making and nothing else, and only under a loopback name: a web
site that points a name of its own at this machine (DNS rebinding) is refused, and so is a page of another site that
asks in the background. Each page is read from the graph anew. Who may connect and for how long is
`taeg.web.connections`.
"""

import re
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Semaphore
from typing import TYPE_CHECKING, Self

from taeg import export as exports
from taeg.base.errors import InputError, TaegError
from taeg.export import pages
from taeg.graph.graph import Graph
from taeg.web import connections as callers

if TYPE_CHECKING:
    from taeg.export.pseudonyms import Pseudonyms

ADDRESS = "127.0.0.1"
_OURS = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
"""What a browser on this machine calls us."""
_ELSEWHERE = ("cross-site", "same-site")
"""What a browser says of a request that a page of another site, or of another port of this machine, has made."""
_AT_ONCE = Semaphore(2)
"""Pages in the making: each takes a graph of its own into memory."""
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
CORPUS = "/corpus/"

Pages = Callable[[str], bytes | None]
"""From a path to a page; None where there is none."""


class Server:
    """A server that listens already."""

    def __init__(self, http: ThreadingHTTPServer) -> None:
        self._http = http

    @property
    def url(self) -> str:
        """Where to look."""
        return f"http://{ADDRESS}:{self._http.server_port}/"

    def run(self) -> None:
        """Answer until somebody stops the program."""
        self._http.serve_forever()

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._http.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._http.server_close()


def listen(store: str | None, port: int, names: "Pseudonyms | None" = None) -> Server:
    """Take a port of this machine and get ready to answer."""
    say = names.text if names else str
    try:
        return Server(callers.Http((ADDRESS, port), _handler(lambda path: _page(store, path, names), say)))
    except OSError as error:
        raise TaegError(f"port {port} cannot be had: {error.strerror}; choose another with --port") from error


def _page(store: str | None, path: str, names: "Pseudonyms | None") -> bytes | None:
    """The page of a path: a corpus by its number, or the list of them; of a single corpus at once."""
    with Graph.open(store, read_only=True, create=False) as graph:
        entries = graph.corpora()
        if path == "/" and len(entries) != 1:
            links = [(f"{CORPUS}{i}", e.title or e.id, f"{e.events} events") for i, e in enumerate(entries, start=1)]
            return pages.listed("Corpora", [_veiled(link, names) for link in links])
        numbers = ["/", *(f"{CORPUS}{i}" for i in range(1, len(entries) + 1))]
        if path not in numbers:
            return None
        book = exports.take(graph, entries[max(numbers.index(path) - 1, 0)].id)
    return exports.export(book.veiled(names) if names else book, "html")[""]


def _veiled(link: tuple[str, str, str], names: "Pseudonyms | None") -> tuple[str, str, str]:
    address, title, more = link
    return address, names.text(title) if names else title, more


def _handler(page: Pages, say: Callable[[str], str]) -> type[BaseHTTPRequestHandler]:
    class Handler(callers.Handler):
        def answer(self) -> None:
            self._send(*(_refusal(self) or self._found()))

        def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
            """What is no request of ours gets a page of ours too: nothing of what was sent comes back."""
            self._send(HTTPStatus(code), pages.message(HTTPStatus(code).phrase))

        def _send(self, status: HTTPStatus, content: bytes) -> None:
            self.send_response(status)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def _found(self) -> tuple[HTTPStatus, bytes]:
            try:
                with _AT_ONCE:
                    found = page(self.path.partition("?")[0])
            except InputError as error:
                return HTTPStatus.OK, pages.message(say(str(error)))
            except TaegError as error:
                return HTTPStatus.SERVICE_UNAVAILABLE, pages.message(say(str(error)))
            except Exception as error:  # a fault of ours: its words may be anybody's, its kind is enough to report it
                sys.stderr.write(f"taeg: a page could not be made ({type(error).__name__})\n")
                return HTTPStatus.INTERNAL_SERVER_ERROR, pages.message("This page could not be made.")
            if found is None:
                return HTTPStatus.NOT_FOUND, pages.message("There is no such page here.")
            return HTTPStatus.OK, found

    return Handler


def _refusal(request: BaseHTTPRequestHandler) -> tuple[HTTPStatus, bytes] | None:
    """Why a request is not answered: it names another machine, or a page of another site has made it.

    A link that somebody follows from such a page is answered.
    """
    said = request.headers
    if not _OURS.fullmatch(",".join(said.get_all("Host", []))):
        return HTTPStatus.MISDIRECTED_REQUEST, pages.message("This server answers to this machine only.")
    followed = (said.get("Sec-Fetch-Mode"), said.get("Sec-Fetch-Dest")) == ("navigate", "document")
    foreign = not followed and said.get("Sec-Fetch-Site") in _ELSEWHERE
    if foreign or any(not _OURS.fullmatch(o.removeprefix("http://")) for o in said.get_all("Origin", [])):
        return HTTPStatus.FORBIDDEN, pages.message("This server answers to no other site.")
    return None
