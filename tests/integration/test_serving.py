"""`taeg serve`: its pages and errors. Addresses, limits and headers are in tests/security/test_ports.py."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import SplitResult, urljoin, urlsplit

import pytest
from lxml import html

import taeg
from taeg import export as exports
from taeg.build import build
from taeg.export.pseudonyms import NONE, Pseudonyms
from taeg.web import app, server
from tests.unit import books

CORPORA = ("pier", "a <b> & ü")


@contextmanager
def running(store: str | Path, names: Pseudonyms = NONE) -> Iterator[SplitResult]:
    """Serve a graph; yields the address."""
    with server.Server(partial(app.application, store=str(store), names=names), 0) as listening:
        thread = threading.Thread(target=listening.run)
        thread.start()
        try:
            yield urlsplit(listening.url)
        finally:
            listening.stop()
            thread.join()


def get(address: SplitResult, path: str = "", method: str = "GET") -> tuple[int, str]:
    """Status and content; `path` is relative to the start page."""
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    connection.request(method, urljoin(address.path, path))
    with connection.getresponse() as response:
        return response.status, response.read().decode()


def links(page: str) -> list[str]:
    return [str(link) for link in html.document_fromstring(page).xpath("//a/@href")]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A graph with two corpora, one with an id that needs escaping."""
    store = str(tmp_path_factory.mktemp("serving") / "test.db")
    with taeg.open(store) as graph:
        for name in CORPORA:
            graph.load(build(books.corpus()), name)
            graph.consolidate("longest", corpus=name)
    return store


@pytest.fixture(scope="module")
def address(store: str) -> Iterator[SplitResult]:
    with running(store) as found:
        yield found


def test_corpora_are_listed_and_rendered_as_exported(address: SplitResult, store: str) -> None:
    status, page = get(address)
    with taeg.open(store, read_only=True) as graph:
        exported = {exports.render(exports.read(graph, "html", name), "html")[""].decode() for name in CORPORA}
    assert (status, len(exported), len(links(page))) == (200, 2, 2)
    assert {get(address, link)[1] for link in links(page)} == exported


def test_unknown_addresses_and_methods(address: SplitResult) -> None:
    for path in ("corpus/nowhere", "corpus/0", "corpus/" + "9" * 5000):
        assert "There is no page at this address." in get(address, path)[1]
    assert {get(address, method=method)[0] for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH")} == {405}
    assert get(address, method="HEAD") == (200, "")


def test_each_request_reads_the_graph(tmp_path: Path) -> None:
    store = tmp_path / "test.db"
    with taeg.open(str(store)) as graph:
        graph.load(build(books.corpus()), "pier")
    with running(store) as address:
        status, page = get(address)
        assert status == 503
        assert "has no run yet" in page
        with taeg.open(str(store)) as graph:
            graph.consolidate("longest")
        status, page = get(address)
        assert status == 200
        assert "has no run yet" not in page


def test_pseudonyms_on_all_pages(store: str) -> None:
    with running(store, books.NAMES) as address:
        listed = get(address)[1]
        for page in (listed, *(get(address, link)[1] for link in links(listed))):
            assert [name for name in books.HIDDEN if name in page.casefold()] == []


def test_missing_graph(tmp_path: Path) -> None:
    with running(tmp_path / "gone.db") as address:
        status, page = get(address)
    assert status == 503
    assert "gone.db" in page


def test_unexpected_errors_show_their_type_only(
    address: SplitResult, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> bytes:
        raise RuntimeError("secret")

    monkeypatch.setattr("taeg.web.app._index", fail)
    status, page = get(address)
    assert (status, "secret" in page) == (500, False)
    assert capfd.readouterr().err == "taeg: rendering a page failed (RuntimeError)\n"
