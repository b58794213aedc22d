"""Starlette application that renders the synopsis live from a graph; each request reads the graph again.

If it may write, a person can decide about contested facts on the page; these decisions are corrections of the corpus.

All pages are under a secret path prefix, the token, and under a loopback host name (no DNS rebinding). Addresses,
limits and headers are set by `taeg.web.server`.
"""

import asyncio
import re
import sys
from collections.abc import Callable
from html import escape
from threading import Semaphore

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from taeg import export as exports
from taeg.base.errors import InputError, TaegError
from taeg.export import synopsis
from taeg.export.pseudonyms import NONE, Pseudonyms
from taeg.graph.graph import Graph
from taeg.web.deciding import decide, parse
from taeg.web.writing import body, check_origin

LOOPBACK_NAMES = ("127.0.0.1", "localhost")
_RENDERING = Semaphore(2)
"""Limits the pages rendered concurrently: each holds a corpus in memory."""
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="color-scheme" content="light dark">{head}<title>{title}</title></head>
<body><main><h1>{title}</h1>{body}</main></body></html>
"""


def application(token: str, store: str | None, names: Pseudonyms = NONE, *, writable: bool = False) -> Starlette:
    """Create the application that shows a store under a token, with names replaced by pseudonyms.

    If it is writable, facts can be decided on the pages.
    """

    def index(_: Request) -> Response:
        """Serve the list of corpora, or the only corpus."""
        return _render(store, lambda graph: _index(graph, names, writable))

    def corpus(request: Request) -> Response:
        """Serve a corpus by its position in the list."""
        number = _number(request)
        address = f"{number}/decide" if writable else ""
        return _render(store, lambda graph: _corpus(graph, number, names, address))

    async def write(request: Request) -> Response:
        """Record a decision about a fact."""
        try:
            number = _number(request)
            check_origin(request)
            wanted = parse(await body(request))
            await asyncio.get_running_loop().run_in_executor(None, decide, store, number, wanted)
        except HTTPException as error:
            return JSONResponse({"error": error.detail}, error.status_code)
        except TaegError as error:
            status = 422 if isinstance(error, InputError) else 503
            return JSONResponse({"error": names.text(str(error))}, status)
        return JSONResponse({})

    routes = [Route(f"/{token}/", index), Route(f"/{token}/corpus/{{number}}", corpus)]
    if writable:
        routes.append(Route(f"/{token}/corpus/{{number}}/decide", write, methods=["POST"]))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=LOOPBACK_NAMES, www_redirect=False)],
        exception_handlers={kind: _error_page(names) for kind in (HTTPException, TaegError, Exception)},
    )
    app.router.redirect_slashes = False
    return app


def _render(store: str | None, page: Callable[[Graph], str | bytes]) -> Response:
    with _RENDERING, Graph.open(store, read_only=True, create=False) as graph:
        return HTMLResponse(page(graph))


def _number(request: Request) -> int:
    """The number of the corpus in the address."""
    number = request.path_params["number"]
    if not re.fullmatch("[0-9]{1,9}", number):
        raise HTTPException(404)
    return int(number)


def _index(graph: Graph, names: Pseudonyms, writable: bool) -> str | bytes:
    entries = graph.corpora()
    if len(entries) == 1:
        return _corpus(graph, 1, names, "corpus/1/decide" if writable else "")
    items = "".join(
        f'<li><a href="corpus/{number}">{escape(names.text(entry.title or entry.id))}</a>, {entry.events} events</li>'
        for number, entry in enumerate(entries, start=1)
    )
    empty = "<p>The graph holds no corpus. Load one with: taeg ingest gospels</p>"
    return _page("Corpora", f"<ul>{items}</ul>" if items else empty)


def _corpus(graph: Graph, number: int, names: Pseudonyms, decide: str) -> bytes:
    """Render a corpus; `decide` is the address for decisions, relative to the page."""
    entries = graph.corpora()
    if not 1 <= number <= len(entries):
        raise HTTPException(404)
    book = exports.read(graph, "html", entries[number - 1].id)
    return synopsis.page(book.redact(names), decide if book.contested and book.contested.facts else "")


def _error_page(names: Pseudonyms) -> Callable[[Request, Exception], Response]:
    """Create an exception handler that shows the messages of TAEG and HTTP errors, and of no other exceptions."""

    def handle(_: Request, error: Exception) -> Response:
        match error:
            case HTTPException(status_code=404):
                text = "There is no page at this address. Use the complete address that `taeg serve` printed."
                return HTMLResponse(_message(text), 404)
            case HTTPException():
                return HTMLResponse(_message(error.detail), error.status_code, error.headers)
            case TaegError():  # no graph yet, no run yet, or the graph is in use: the same address works later
                return HTMLResponse(_message(names.text(str(error))), 503)
        sys.stderr.write(f"taeg: rendering a page failed ({type(error).__name__})\n")
        return HTMLResponse(_message("This page could not be rendered."), 500)

    return handle


def _message(text: str) -> str:
    """Return a page with one message."""
    return _page("TAEG", f"<p>{escape(text)}</p>")


def redirect(url: str) -> str:
    """Return a page that redirects to another address."""
    link = f'<p><a href="{escape(url)}">Open the page</a></p>'
    return _page("TAEG", link, f'<meta http-equiv="refresh" content="0;url={escape(url)}">')


def _page(title: str, body: str, head: str = "") -> str:
    return _PAGE.format(title=escape(title), body=body, head=head)
