"""The synopsis live from a graph, for this machine alone.

Listens on loopback, answers GET for pages of its own making and nothing else, and only under a loopback name: a web
site that points a name of its own at this machine (DNS rebinding) is refused. Each page is read from the graph anew.
"""

from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, unquote, urlsplit

from taeg import exports
from taeg.errors import InputError, TaegError
from taeg.exports import pages
from taeg.graph import Graph

if TYPE_CHECKING:
    from taeg.pseudonyms import Pseudonyms

ADDRESS = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost", "::1")
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
    try:
        return Server(ThreadingHTTPServer((ADDRESS, port), _handler(lambda path: _page(store, path, names))))
    except OSError as error:
        raise TaegError(f"port {port} cannot be had: {error.strerror}; choose another with --port") from error


def _page(store: str | None, path: str, names: "Pseudonyms | None") -> bytes | None:
    """The page of a path: a corpus, or the list of them; of a single corpus at once."""
    with Graph.open(store, read_only=True, create=False) as graph:
        if path == "/":
            entries = graph.corpora()
            if len(entries) != 1:
                links = [(f"{CORPUS}{quote(e.id, safe='')}", e.title or e.id, f"{e.events} events") for e in entries]
                return pages.listed("Corpora", [_veiled(link, names) for link in links])
            path = CORPUS + quote(entries[0].id, safe="")
        if not path.startswith(CORPUS):
            return None
        wanted = unquote(path.removeprefix(CORPUS))
        if wanted not in [entry.id for entry in graph.corpora()]:
            return None
        book = exports.take(graph, wanted)
    return exports.export(book.veiled(names) if names else book, "html")[""]


def _veiled(link: tuple[str, str, str], names: "Pseudonyms | None") -> tuple[str, str, str]:
    address, title, more = link
    return address, names.text(title) if names else title, more


def _host(header: str) -> str:
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def _handler(page: Pages) -> type[BaseHTTPRequestHandler]:
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
            if _host(self.headers.get("Host", "")) not in NAMES:
                return HTTPStatus.MISDIRECTED_REQUEST, pages.message("This server answers to this machine only.")
            try:
                found = page(urlsplit(self.path).path)
            except InputError as error:
                return HTTPStatus.OK, pages.message(str(error))
            except TaegError as error:
                return HTTPStatus.SERVICE_UNAVAILABLE, pages.message(str(error))
            if found is None:
                return HTTPStatus.NOT_FOUND, pages.message("There is no such page here.")
            return HTTPStatus.OK, found

        def log_message(self, *_: object) -> None:
            """Quiet: paths name corpora."""

    return Handler
