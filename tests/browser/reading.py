"""Drives a synopsis page with keyboard and mouse.

Used by the tests here and by `docs/pictures/synopsis.py`. Knows the page's marks and nothing of what is in a book.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

T = TypeVar("T")
PATIENCE = 30.0
"""Seconds: a busy machine draws slowly."""


class Synopsis:
    """One open page."""

    def __init__(self, page: WebDriver, file: Path | str, hash: str = "") -> None:
        """`file` is a page on disk or an address; `hash` a permanent link into it."""
        self.page = page
        page.get("about:blank")  # an address that differs in its hash alone would not be loaded anew
        page.get((file.as_uri() if isinstance(file, Path) else file) + hash)
        self.one("[data-testid=passage]")

    def all(self, selector: str) -> list[WebElement]:
        """The elements of a CSS selector that are shown."""
        return [element for element in self._found(selector) if element.is_displayed()]

    def one(self, selector: str) -> WebElement:
        """The first element of a CSS selector that is shown, as soon as there is one."""
        return self.wait(lambda: next((e for e in self._found(selector) if e.is_displayed()), None), selector)

    def texts(self, selector: str) -> list[str]:
        """The words of elements, shown or not."""
        return list(
            self.script("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)
        )

    def passages(self) -> list[list[str]]:
        """Event, version and words of each passage."""
        return list(
            self.script(
                "return [...document.querySelectorAll('[data-testid=passage]')].map("
                "e => [e.dataset.event, e.dataset.version, e.querySelector('.words').textContent])"
            )
        )

    def press(self, *keys: str) -> None:
        """Press keys wherever the focus is: letters, or names as `ENTER` and `ESCAPE`."""
        self.page.switch_to.active_element.send_keys(*(getattr(Keys, key, key) for key in keys))

    def find(self, words: str) -> str:
        """Look for words and return what the page says of it."""
        box = self.one("[data-testid=find]")
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(words)
        return self.wait(lambda: self.one("[data-testid=find-count]").text, "a count")

    def open(self, event: str) -> None:
        """Open an event from the timeline."""
        self.one(f"[data-testid=entry][data-event='{event}']").click()
        self.one("[data-testid=columns]")

    def tab(self, name: str) -> None:
        """Go to another view."""
        self.one(f"#tab-{name}").click()
        self.one(f"#view-{name}")

    def script(self, words: str, *values: object) -> "list[list[str]]":
        """Run a script and return its result."""
        found: list[list[str]] = self.page.execute_script(words, *values)
        return found

    def focused(self, attribute: str = "id") -> str:
        """An attribute of what has the focus."""
        return self.page.switch_to.active_element.get_attribute(attribute) or ""

    @property
    def hash(self) -> str:
        """The fragment of the address."""
        return self.page.current_url.partition("#")[2]

    def wait(self, until: Callable[[], T | None], what: str) -> T:
        """Wait until a condition returns a value, and return it."""
        waiting = WebDriverWait(self.page, PATIENCE, poll_frequency=0.1)
        return waiting.until(lambda _: until() or False, f"waited in vain for {what}")

    def _found(self, selector: str) -> list[WebElement]:
        return self.page.find_elements(By.CSS_SELECTOR, selector)
