"""A review that is served, and its page in a window of the browser."""

import csv
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taeg.web import review_app, server
from taeg.web.review import Session

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

PATIENCE = 30.0
_READY = """
    const text = document.getElementById('progress').textContent;
    return text.includes('settled') && !text.includes('updating')
        && document.getElementById('card').getAttribute('aria-busy') === 'false';
"""


@contextmanager
def reviewed(folder: Path) -> Iterator[tuple[str, Session]]:
    """Serve a review; yields its address and session."""
    session = Session(folder)
    with server.Server(partial(review_app.application, session=session), 0) as listening:
        thread = threading.Thread(target=listening.run)
        thread.start()
        try:
            yield listening.url, session
        finally:
            listening.stop()
            thread.join()
            session.close()


class ReviewPage:
    """The page of a review."""

    def __init__(self, browser: "WebDriver", url: str) -> None:
        self.browser = browser
        browser.get(url)
        self.ready()

    def script(self, text: str, *arguments: object) -> Any:  # noqa: ANN401
        return self.browser.execute_script(text, *arguments)

    def wait(self, until: Callable[[], object], what: str) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.browser, PATIENCE, 0.05).until(lambda _: until(), f"waited in vain for {what}")

    def ready(self) -> None:
        """Wait until the draft is current and the card is shown."""
        self.wait(lambda: self.script(_READY), "the draft")

    def press(self, *keys: str) -> None:
        """Press keys one after the other, then wait until the page is ready."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.browser).send_keys(*keys).perform()
        self.ready()

    def hold(self, modifier: str, key: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.browser).key_down(modifier).send_keys(key).key_up(modifier).perform()
        self.ready()

    def one(self, selector: str, containing: str = "") -> "WebElement":
        """The first element with these words."""
        find = "return [...document.querySelectorAll(arguments[0])].find(e => e.textContent.includes(arguments[1]))"
        found: WebElement | None = self.script(find, selector, containing)
        assert found is not None, (selector, containing)
        return found

    def click(self, selector: str, containing: str = "") -> None:
        """Click with the mouse, then wait until the page is ready; an element that is drawn again is found again."""

        def clicked() -> bool:
            found = self.one(selector, containing)
            self.script("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", found)
            found.click()
            return True

        self.fresh(clicked)
        self.ready()

    def fresh(self, action: Callable[[], Any]) -> Any:  # noqa: ANN401
        """Return the result of an action on elements; repeat it if they are drawn again meanwhile."""
        from selenium.common.exceptions import StaleElementReferenceException

        for _ in range(20):
            try:
                return action()
            except StaleElementReferenceException:
                self.ready()
        return action()

    def drag(self, one: "WebElement", other: "WebElement", down: int = 0) -> None:
        """Drag an element onto another, `down` pixels below its middle."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.browser).click_and_hold(one).move_by_offset(5, 5)
        chain.move_to_element_with_offset(other, 0, down).move_by_offset(1, 0).release().perform()
        self.ready()

    def texts(self, selector: str) -> list[str]:
        found = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)"
        return list(self.script(found, selector))

    def fill(self, field: str, value: str) -> None:
        """Write into a field of the selected event and press Enter; the field may be drawn again meanwhile."""
        select = "const e = document.getElementById(arguments[0]); e.focus(); e.select(); return true"
        self.wait(lambda: self.script(select, f"set-{field}"), field)
        self.press(value, "\ue007")
        self.wait(lambda: self.script("return !document.activeElement.matches('input')"), "the focus to go on")
        self.wait(lambda: value in "".join(self.texts("#grid tbody th")), value)
        self.ready()

    def cell_of(self, words: str) -> str:
        """The event of the row in which a passage is."""
        row = "return arguments[0].closest('tr').dataset.event"
        return str(self.fresh(lambda: self.script(row, self.one(".passage-chip", words))))

    @property
    def now(self) -> str:
        return self.texts(".mark.now")[0]

    @property
    def events(self) -> list[str]:
        """Titles of the rows, without their numbers."""
        return [title.partition(". ")[2] for title in self.texts("button.event")]


def decisions(folder: Path) -> list[dict[str, str]]:
    with (folder / "decisions.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def kinds(folder: Path) -> list[str]:
    return [row["kind"] for row in decisions(folder)]
