"""Starlette application of a review: the page, the draft as JSON, cards, and writes.

All addresses are under the token. A write must come from the page itself: JSON with the origin of this server.
"""

import asyncio
import sys
import zlib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ingest.drafts.folder import PERSON
from taeg.align import review
from taeg.base.errors import InputError, TaegError
from taeg.web.app import LOOPBACK_NAMES
from taeg.web.operations import Write
from taeg.web.review import Session, Snapshot, StaleError
from taeg.web.writing import body, check_origin

WAIT_SECONDS = 8.0
"""How long a request waits for the draft to be computed again."""
CARDS = 4
"""Cards sent at once, so that the next one is shown without waiting."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SCRIPTS = (
    *("core.js", "caret.js", "reading.js", "card.js", "grid.js", "inspector.js", "moves.js", "picker.js"),
    *("documents.js", "start.js"),
)
ASSETS: Mapping[str, tuple[str, str]] = {
    "": ("taeg.web", "review.html"),
    "synopsis.css": ("taeg.export", "synopsis.css"),
    "review.css": ("taeg.web", "review.css"),
    **{name: ("taeg.web", name) for name in SCRIPTS},
}
"""Package and file of each part of the page."""
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


def application(token: str, session: Session) -> Starlette:
    """Create the application for a session."""

    def documents(_: Request) -> Response:
        return _json(_documents(session))

    def state(request: Request) -> Response:
        session.look()
        snapshot = session.snapshot(WAIT_SECONDS if request.query_params.get("wait") else 0.0)
        if request.query_params.get("seen") == _tag(snapshot):
            return Response(status_code=204)
        return _json(_state(session, snapshot))

    def cards(request: Request) -> Response:
        try:
            document, start = (int(request.query_params[name]) for name in ("document", "start"))
        except (KeyError, ValueError):
            raise HTTPException(400, "cards need a document and a start") from None
        return _json(_cards(session, session.snapshot(), document, start))

    async def write(request: Request) -> Response:
        check_origin(request)
        try:
            wanted = msgspec.json.decode(await body(request), type=Write)
        except (msgspec.DecodeError, RecursionError) as error:
            raise HTTPException(400, f"the request is not understood: {error}") from None
        loop = asyncio.get_running_loop()
        version, undone = await loop.run_in_executor(None, session.apply, wanted.version, wanted.operation)
        return _json({"version": version, "undone": undone})

    app = Starlette(
        routes=[
            *(Route(f"/{token}/{name}", _asset(*place)) for name, place in ASSETS.items()),
            Route(f"/{token}/documents", documents),
            Route(f"/{token}/state", state),
            Route(f"/{token}/cards", cards),
            Route(f"/{token}/write", write, methods=["POST"]),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=LOOPBACK_NAMES, www_redirect=False)],
        exception_handlers={kind: _failure(session) for kind in (HTTPException, TaegError, Exception)},
    )
    app.router.redirect_slashes = False
    return app


def _asset(package: str, name: str) -> Callable[[Request], Response]:
    content = files(package).joinpath("page", name).read_bytes()
    kind = TYPES[name.rpartition(".")[2]]

    def serve(_: Request) -> Response:
        return Response(content, media_type=kind, headers={"Content-Security-Policy": POLICY})

    return serve


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _failure(session: Session) -> Callable[[Request, Exception], Response]:
    """Create an exception handler that shows the messages of TAEG and HTTP errors, and of no other exceptions."""

    def handle(_: Request, error: Exception) -> Response:
        match error:
            case HTTPException():
                return _json({"error": error.detail}, error.status_code)
            case StaleError():
                return _json({"error": str(error)}, 409)
            case TaegError():
                return _json({"error": session.names.text(str(error))}, 422 if isinstance(error, InputError) else 503)
        sys.stderr.write(f"taeg: a request failed ({type(error).__name__})\n")
        return _json({"error": "The request failed; nothing was changed."}, 500)

    return handle


def _documents(session: Session) -> dict[str, Any]:
    """What does not change: titles, sources and texts."""
    statements = session.snapshot().result.draft.statements
    documents = session.snapshot().result.documents
    names = {document.source: document.title for document in reversed(documents) if document.title}
    show = session.names.text
    return {
        "title": show(session.title),
        "folder": show(str(session.folder)),
        "sources": [show(names.get(source) or source) for source in statements.sources],
        "documents": [
            {"source": held.source, "name": show(held.name), "text": shown.text}
            for held, shown in zip(statements.documents, session.shown, strict=True)
        ],
        "remarks": [show(remark) for remark in session.remarks],
    }


def _tag(snapshot: Snapshot) -> str:
    """Identify a state, so that a page that has it is not sent it again."""
    problem = zlib.crc32(snapshot.problem.encode())
    return f"{snapshot.version}-{snapshot.revision}-{int(snapshot.current)}-{snapshot.notices}-{problem}"


def _state(session: Session, snapshot: Snapshot) -> dict[str, Any]:
    result, draft = snapshot.result, snapshot.result.draft
    show = session.names.text
    units = draft.statements.units
    passages = []
    for index, (passage, row) in enumerate(zip(draft.passages, result.passages, strict=True)):
        to_page = session.shown[passage.document].to_page
        passages.append(
            {
                "source": passage.source,
                "turn": review.turn(draft, index),
                "document": passage.document,
                "start": to_page(passage.start),
                "end": to_page(passage.end),
                "stops": [to_page(units[unit].start) for unit in passage.units][1:],
                "event": passage.event,
                "confidence": row.confidence,
                "decided": row.decided == PERSON,
                "reference": show(row.reference),
            }
        )
    return {
        "tag": _tag(snapshot),
        "version": snapshot.version,
        "current": snapshot.current,
        "undoable": snapshot.undoable,
        "revision": snapshot.revision,
        "notice": snapshot.notice,
        "notices": snapshot.notices,
        "problem": show(snapshot.problem),
        "passages": passages,
        "events": [
            {
                "id": f"{zlib.crc32(row.event.encode()):08x}",  # the id itself may contain a name
                "title": show(row.title),
                "time": show(row.time),
                "place": show(row.place),
                "confidence": row.confidence,
            }
            for row in result.events
        ],
        "contradictions": len(draft.contradictions),
    }


def _cards(session: Session, snapshot: Snapshot, document: int, start: int) -> dict[str, Any]:
    """The card of the passage at a place, and those of the next passages that are not settled."""
    draft = snapshot.result.draft
    begins = [(p.document, session.shown[p.document].to_page(p.start)) for p in draft.passages]
    first = begins.index((document, start)) if (document, start) in begins else 0
    waiting = list(review.reading_order(draft))
    later = [p for p in waiting if (review.turn(draft, p), p) > (review.turn(draft, first), first)]
    following = [p for p in dict.fromkeys([*later, *waiting]) if p != first]
    keys = [f"{held}:{begin}" for held, begin in begins]
    return {
        "revision": snapshot.revision,
        "cards": [
            {
                "key": keys[index],
                "end": session.shown[draft.passages[index].document].to_page(draft.passages[index].end),
                "sources": [
                    [{"key": keys[c.passage], "score": round(c.score, 3), "same": c.same} for c in some]
                    for some in review.card(draft, index).candidates
                ],
            }
            for index in [first, *following[: CARDS - 1]]
        ],
    }
