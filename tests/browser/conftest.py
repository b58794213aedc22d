"""A headless Chromium for tests that look at pages.

Where Chromium, its driver or Selenium is missing the tests are skipped with the reason; `TAEG_REQUIRE_BROWSER=1` makes
them fail instead. The browser has a fresh profile and finds nothing but this machine.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from taeg import TaegError, localserver
from taeg.localserver import Server

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver


@pytest.fixture
def browser(tmp_path: Path) -> "Iterator[WebDriver]":
    """A browser of one test's own: `browser.get(path.as_uri())` or an address of this machine."""
    try:
        from tests.browser import driving
    except ModuleNotFoundError as error:
        missing(f"{error.name} is not installed: pip install selenium")
    if reason := driving.missing():
        missing(reason)
    with driving.chromium(tmp_path / "profile") as page:
        yield page


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A local Neo4j of the tests' own, since only of that one the Browser's address is known."""
    if reason := localserver.unavailable_reason():
        missing(reason)
    home = tmp_path_factory.mktemp("neo4j") / "home"
    try:
        made = localserver.start(home)
    except TaegError as error:
        missing(f"the local server did not start: {error}")
    try:
        yield made
    finally:
        localserver.stop(home)


def missing(reason: str) -> NoReturn:
    """Skip, or fail where a browser is required."""
    if os.environ.get("TAEG_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
