"""`taeg serve --decide`: decisions about contested facts that the page sends, and requests that are refused."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import pytest

import taeg
from taeg.conflicts.values import CLOCK
from taeg.export.pseudonyms import NONE, Pseudonyms
from taeg.graph import conflicts
from taeg.web import app, server
from tests.integration.contested import DETECTOR, corpus

NAMES = Pseudonyms({"Reyes": "Witness R"})


@contextmanager
def running(store: Path, names: Pseudonyms = NONE, *, writable: bool = True) -> Iterator[SplitResult]:
    """Serve a graph on whose pages facts can be decided; yields the address."""
    pages = partial(app.application, store=str(store), names=names, writable=writable)
    with server.Server(pages, 0) as listening:
        thread = threading.Thread(target=listening.run)
        thread.start()
        try:
            yield urlsplit(listening.url)
        finally:
            listening.stop()
            thread.join()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return with_facts(tmp_path / "test.db", monkeypatch)


def with_facts(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a graph with a run and with two contested facts, in which nothing can be found again."""
    monkeypatch.setattr(conflicts, "detector", lambda *_: DETECTOR)
    with taeg.open(str(path)) as graph:
        graph.put(corpus())
        graph.consolidate("longest")
        graph.conflicts()
    monkeypatch.setattr(conflicts, "detector", None)
    return path


def facts(store: Path) -> dict[str, tuple[str, str, str]]:
    """By kind: id, decision and reason of each fact."""
    with taeg.open(str(store), read_only=True) as graph:
        return {fact.kind: (fact.id, fact.decided, fact.why) for fact in graph.conflicts(model="any").facts}


def request(address: SplitResult, wanted: object, path: str = "corpus/1/decide", **headers: str) -> tuple[int, str]:
    """Status and message of a decision."""
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    own = {"Content-Type": "application/json", "Origin": f"http://{address.netloc}"}
    given = {name: value for name, value in (own | headers).items() if value}
    connection.request("POST", address.path + path, json.dumps(wanted), given)
    with connection.getresponse() as response:
        content = response.read().decode()
        return response.status, str(json.loads(content).get("error", "")) if content.startswith("{") else content


def wanted(store: Path, verdict: str, **more: object) -> dict[str, object]:
    with taeg.open(str(store), read_only=True) as graph:
        return {"digest": graph.corpus().digest, "fact": facts(store)[CLOCK][0], "verdict": verdict, **more}


@pytest.mark.parametrize("verdict", ["confirm", "dismiss", "settle"])
def test_decisions_are_corrections(store: Path, verdict: str) -> None:
    with running(store) as address:
        version = 1 if verdict == "settle" else -1
        assert request(address, wanted(store, verdict, version=version, why="a log")) == (200, "")
    decided = {"confirm": "confirmed", "dismiss": "dismissed", "settle": "settled"}[verdict]
    assert facts(store)[CLOCK][1:] == (decided, "a log")
    with taeg.open(str(store), read_only=True) as graph:
        [correction] = graph.corrections()
    assert correction.kind == verdict
    assert bool(correction.other) == (verdict == "settle")


@pytest.mark.parametrize(
    ("changes", "headers", "status"),
    [
        ({"verdict": "burn"}, {}, 400),
        ({"more": 1}, {}, 400),
        ({"digest": "other"}, {}, 409),
        ({"fact": "ffffffff"}, {}, 422),
        ({"verdict": "settle", "version": 99}, {}, 422),
        ({"why": "x" * 3000}, {}, 413),
        ({"why": "x" * 2_000_000}, {}, 413),
        ({}, {"Origin": "http://example.org"}, 403),
        ({}, {"Origin": ""}, 403),
        ({}, {"Sec-Fetch-Site": "cross-site"}, 403),
        ({}, {"Content-Type": "text/plain"}, 415),
    ],
)
def test_requests_that_are_refused(
    store: Path, changes: dict[str, object], headers: dict[str, str], status: int
) -> None:
    with running(store) as address:
        found, message = request(address, wanted(store, "confirm") | changes, **headers)
    assert (found, bool(message)) == (status, True)
    assert facts(store)[CLOCK][1] == ""


def test_unknown_corpora_and_tokens(store: Path) -> None:
    with running(store) as address:
        assert request(address, wanted(store, "confirm"), "corpus/2/decide")[0] == 404
        other = address._replace(path="/" + "0" * 32 + "/")
        assert request(other, wanted(store, "confirm"))[0] == 404
    with running(store, writable=False) as address:
        assert request(address, wanted(store, "confirm"))[0] == 404


def test_names_are_replaced_in_messages(store: Path) -> None:
    with running(store, NAMES) as address:
        _, message = request(address, wanted(store, "confirm", fact="reyes"))
    assert "Witness R" in message
    assert "reyes" not in message.casefold()


def test_only_pages_that_may_write_have_the_script(store: Path) -> None:
    for writable in (True, False):
        with running(store, writable=writable) as address:
            connection = http.client.HTTPConnection(address.netloc, timeout=60)
            connection.request("GET", address.path)
            with connection.getresponse() as response:
                page = response.read().decode()
            assert ("fetch(" in page, "connect-src" in page, '"decide":"corpus/1/decide"' in page) == (writable,) * 3
