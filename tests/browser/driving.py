"""Drives a headless Chromium and Neo4j Browser in it with keyboard and mouse.

Used by the tests here and by `docs/pictures/neo4j_browser.py`. Knows the Neo4j Browser that the local server serves
(5.24) and nothing of what is in a graph.
"""

import base64
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

T = TypeVar("T")
PATIENCE = 60.0
"""Seconds: a busy machine draws slowly."""
SWITCHES = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps"),
    *("--disable-extensions", "--no-proxy-server"),
    # nothing but this machine is found, so that no page can talk to anybody
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
)
EDITOR = ".monaco-editor .view-lines"
_PASTE = """
    const data = new DataTransfer();
    data.setData('text/plain', arguments[0]);
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}));
"""
_DROP = """
    const bytes = Uint8Array.from(atob(arguments[1]), c => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], arguments[0]));
    for (const kind of ['dragenter', 'dragover', 'drop'])
        document.querySelector('.monaco-editor').dispatchEvent(
            new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
"""
_CAPTIONS = """
    return [...arguments[0].querySelectorAll('svg g.node')].map(
        node => [...node.querySelectorAll('text.caption')].map(text => text.textContent.trim()).join(' '));
"""
_PLACES = "return [...arguments[0].querySelectorAll('svg g.node')].map(node => node.getAttribute('transform'));"
BINARIES = ("chromium", "chromium-browser", "google-chrome")


def missing() -> str:
    """Return which program is missing and how to install it; an empty text if none is."""
    if not binary():
        return "no Chromium on PATH: install it (Debian: apt-get install chromium), or set TAEG_CHROMIUM"
    if not driver():
        return "no chromedriver on PATH: install it (Debian: apt-get install chromium-driver), or set TAEG_CHROMEDRIVER"
    return ""


def binary() -> str:
    """Return the Chromium to drive: `TAEG_CHROMIUM`, else the first one on PATH."""
    return os.environ.get("TAEG_CHROMIUM") or next((found for name in BINARIES if (found := shutil.which(name))), "")


def driver() -> str:
    """Return its driver: `TAEG_CHROMEDRIVER`, else the one on PATH."""
    return os.environ.get("TAEG_CHROMEDRIVER") or shutil.which("chromedriver") or ""


@contextmanager
def chromium(profile: Path, width: int = 1400, height: int = 1000) -> Iterator[WebDriver]:
    """A headless Chromium with a fresh profile, which sees this machine alone."""
    options = webdriver.ChromeOptions()
    options.binary_location = binary()
    for switch in (*SWITCHES, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # with both paths given, Selenium looks for nothing and fetches nothing
    page = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver()))
    try:
        page.set_page_load_timeout(PATIENCE)
        yield page
    finally:
        page.quit()


class Neo4jBrowser:
    """One page of Neo4j Browser, logged in."""

    def __init__(self, page: WebDriver, link: str, username: str, password: str) -> None:
        """`link` names the server, as `taeg neo4j browser` prints it."""
        self.page = page
        page.get(link)
        self._replace(self.find("input[data-testid=username]"), username)
        self._replace(self.find("input[type=password]"), password)
        self.find("[data-testid=connect]").click()
        self.wait(lambda: not page.find_elements(By.CSS_SELECTOR, "input[type=password]"), "the login")
        self.find(EDITOR)

    def run(self, text: str) -> WebElement:
        """Run a statement and return the frame with its result."""
        self.write(text)
        return self.submit()

    def submit(self) -> WebElement:
        """Run the content of the editor and return the frame with its result."""
        before = {frame.id for frame in self._frames()}
        self.find(EDITOR).click()
        self.page.switch_to.active_element.send_keys(Keys.CONTROL, Keys.ENTER)
        return self.wait(lambda: next((f for f in self._frames() if f.id not in before), None), "a result")

    def write(self, text: str) -> None:
        """Replace the content of the editor by pasting a text."""
        self.find(EDITOR).click()
        area = self.page.switch_to.active_element
        area.send_keys(Keys.CONTROL, "a")
        area.send_keys(Keys.DELETE)
        self.page.execute_script(_PASTE, text)

    def written(self) -> str:
        """The visible content of the editor."""
        return self.text(".monaco-editor .view-lines").replace("\u00a0", " ")

    def drop(self, file: Path) -> None:
        """Drop a file on the page."""
        self.page.execute_script(_DROP, file.name, base64.b64encode(file.read_bytes()).decode())

    def captions(self, frame: WebElement) -> list[str]:
        """The words in the nodes that a frame draws, one text a node."""
        return list(self.page.execute_script(_CAPTIONS, frame))

    def colours(self, frame: WebElement) -> set[str]:
        """The colours of the nodes that a frame draws."""
        circles = frame.find_elements(By.CSS_SELECTOR, "svg g.node circle.b-outline")
        return {circle.get_attribute("fill") or "" for circle in circles}

    def still(self, frame: WebElement) -> None:
        """Wait until a drawing has come to rest."""
        seen = [""]

        def at_rest() -> bool:
            now = " ".join(self.page.execute_script(_PLACES, frame))
            seen.append(now)
            return bool(now) and seen[-1] == seen[-2]

        WebDriverWait(self.page, PATIENCE, poll_frequency=1.5).until(lambda _: at_rest())

    def text(self, selector: str) -> str:
        """The words of the elements of a CSS selector."""
        return "\n".join(element.text for element in self.page.find_elements(By.CSS_SELECTOR, selector))

    def find(self, selector: str) -> WebElement:
        """The first element of a CSS selector that is shown."""

        def shown() -> WebElement | None:
            found = self.page.find_elements(By.CSS_SELECTOR, selector)
            return next((element for element in found if element.is_displayed()), None)

        return self.wait(shown, selector)

    def wait(self, until: Callable[[], T | None], what: str) -> T:
        """Wait until a condition returns a value, and return it."""
        waiting = WebDriverWait(self.page, PATIENCE, ignored_exceptions=[StaleElementReferenceException])
        return waiting.until(lambda _: until() or False, f"waited in vain for {what}")

    def _frames(self) -> list[WebElement]:
        return self.page.find_elements(By.CSS_SELECTOR, "[data-testid=frame]")

    @staticmethod
    def _replace(field: WebElement, text: str) -> None:
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)
