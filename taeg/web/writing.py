"""Requests that write: only those of the page itself, as JSON of limited size, in limited time."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request

LARGEST = 1_000_000
"""Bytes of a write."""
BODY_SECONDS = 10.0


def check_origin(request: Request) -> None:
    """Refuse writes from other sites, which a browser always labels."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise HTTPException(415, "write JSON")
    own = f"http://{request.headers.get('host', '')}"
    site = request.headers.get("sec-fetch-site", "same-origin")
    if request.headers.get("origin") != own or site != "same-origin":
        raise HTTPException(403, "only the page itself can write")


async def body(request: Request) -> bytes:
    """Return the content of a request."""
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                content += part
                if len(content) > LARGEST:
                    raise HTTPException(413, "the request is too large")
    except TimeoutError:
        raise HTTPException(408, "the request did not arrive in time") from None
    return bytes(content)
