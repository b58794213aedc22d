"""A headless Chromium for tests that look at pages.

Where Chromium, its driver or Selenium is missing the tests are skipped with the reason; `TAEG_REQUIRE_BROWSER=1` makes
them fail instead. The browser has a fresh profile and finds nothing but this machine.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from taeg.export.book import Book
from taeg.store.neo4j import local_server
from taeg.store.neo4j.local_server import Server
from tests.browser import books
from tests.browser.pages import written
from tests.servers import empty, login_of

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

WIDE = (1280, 900)


@pytest.fixture
def browser(tmp_path: Path) -> "Iterator[WebDriver]":
    """A browser of one test's own: `browser.get(path.as_uri())` or an address of this machine."""
    with _chromium(tmp_path) as page:
        yield page


@pytest.fixture(scope="module")
def server(own_home: Path) -> Iterator[Server]:
    """A local Neo4j, whose Browser address is known, without corpora before and after."""
    server = local_server.start(own_home)
    with login_of(server).connect() as graph:
        empty(graph)
        yield server
        empty(graph)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pages lie."""
    return tmp_path_factory.mktemp("synopsis")


@pytest.fixture(scope="session")
def night_book(folder: Path) -> Book:
    """The example corpus with runs and scores; its graph stays in the folder."""
    return books.night(folder)


@pytest.fixture(scope="session")
def night(folder: Path, night_book: Book) -> Path:
    return written(folder / "night.html", night_book)


@pytest.fixture(scope="session")
def hostile(folder: Path) -> Path:
    return written(folder / "hostile.html", books.hostile())


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[WebDriver]":
    """One browser for all tests here: starting one takes longer than most of them."""
    with _chromium(tmp_path_factory.mktemp("chromium")) as page:
        yield page


@pytest.fixture
def page(window: "WebDriver", night: Path) -> "WebDriver":
    """The browser as if it were new: wide, on screen, with nothing remembered and nothing in its logs."""
    window.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    window.set_window_size(*WIDE)
    window.get(night.as_uri())
    window.execute_script("localStorage.clear()")
    window.get("about:blank")
    for kind in ("browser", "performance"):
        window.get_log(kind)
    return window


@contextmanager
def _chromium(folder: Path) -> "Iterator[WebDriver]":
    try:
        from tests.browser import driving
    except ModuleNotFoundError as error:
        missing(f"{error.name} is not installed: pip install selenium")
    if reason := driving.missing():
        missing(reason)
    with driving.chromium(folder / "profile") as page:
        yield page


def missing(reason: str) -> NoReturn:
    """Skip, or fail where a browser is required."""
    if os.environ.get("TAEG_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
