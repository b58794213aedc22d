"""The synopsis live from a graph, for this machine alone.

Listens on loopback, answers GET for pages of its own making and nothing else, and only under a loopback name: a web
site that points a name of its own at this machine (DNS rebinding) is refused. Each page is read from the graph anew.
"""

import re
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Semaphore
from typing import TYPE_CHECKING, Self

from taeg import exports
from taeg.errors import InputError, TaegError
from taeg.exports import pages
from taeg.graph import Graph

if TYPE_CHECKING:
    from taeg.pseudonyms import Pseudonyms

ADDRESS = "127.0.0.1"
_OURS = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
"""What a browser on this machine calls us."""
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
        return Server(ThreadingHTTPServer((ADDRESS, port), _handler(lambda path: _page(store, path, names), say)))
    except OSError as error:
        raise TaegError(f"port {port} cannot be had: {error.strerror}; choose another with --port") from error


def _page(store: str | None, path: str, names: "Pseudonyms | None") -> bytes | None:
    """The page of a path: a corpus by its number, or the list of them; of a single corpus at once."""
    with Graph.open(store, read_only=True, create=False) as graph:
        entries = graph.corpora()
        if path == "/" and len(entries) != 1:
            links = [(f"{CORPUS}{i}", e.title or e.id, f"{e.events} events") for i, e in enumerate(entries, start=1)]
            return pages.listed("Corpora", [_veiled(link, names) for link in links])
        number = "1" if path == "/" else path.removeprefix(CORPUS)
        if number not in [str(i) for i in range(1, len(entries) + 1)]:
            return None
        book = exports.take(graph, entries[int(number) - 1].id)
    return exports.export(book.veiled(names) if names else book, "html")[""]


def _veiled(link: tuple[str, str, str], names: "Pseudonyms | None") -> tuple[str, str, str]:
    address, title, more = link
    return address, names.text(title) if names else title, more


def _handler(page: Pages, say: Callable[[str], str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        server_version = "taeg"
        sys_version = ""
        timeout = 30

        def do_GET(self) -> None:
            self._answer(body=True)

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def _answer(self, *, body: bool) -> None:
            status, content = self._found()
            self.send_response(status)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if body:
                self.wfile.write(content)

        def _found(self) -> tuple[HTTPStatus, bytes]:
            if not _OURS.fullmatch(",".join(self.headers.get_all("Host", []))):
                return HTTPStatus.MISDIRECTED_REQUEST, pages.message("This server answers to this machine only.")
            try:
                with _AT_ONCE:
                    found = page(self.path.partition("?")[0])
            except InputError as error:
                return HTTPStatus.OK, pages.message(say(str(error)))
            except TaegError as error:
                return HTTPStatus.SERVICE_UNAVAILABLE, pages.message(say(str(error)))
            if found is None:
                return HTTPStatus.NOT_FOUND, pages.message("There is no such page here.")
            return HTTPStatus.OK, found

        def log_message(self, *_: object) -> None:
            """Quiet: paths name corpora."""

    return Handler
