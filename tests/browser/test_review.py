"""The review in a browser: the keyboard flow, the grid, two windows, hostile text, foreign pages, accessibility."""

import csv
import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.resources import files as resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from taeg.web import review_app, server
from taeg.web.review import Session
from tests.browser.test_synopsis_looks import _AXE
from tests.unit.drafts import STATEMENTS, drafted

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

PATIENCE = 60.0
HOSTILE = "<img src=x onerror=\"document.title='broken'\"></script><script>document.title='broken'</script>"


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


class Page:
    """The page in a window of the browser."""

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
        check = (
            "return !document.getElementById('progress').textContent.includes('updating')"
            " && document.getElementById('progress').textContent.includes('settled')"
            " && document.getElementById('card').getAttribute('aria-busy') === 'false'"
        )
        self.wait(lambda: self.script(check), "the draft")

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.browser).send_keys(*keys).perform()

    def texts(self, selector: str) -> list[str]:
        found = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)"
        return list(self.script(found, selector))

    @property
    def now(self) -> str:
        return self.texts(".mark.now")[0]


def decisions(folder: Path) -> list[dict[str, str]]:
    with (folder / "decisions.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def kinds(folder: Path) -> list[str]:
    return [row["kind"] for row in decisions(folder)]


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return drafted(tmp_path)


@pytest.fixture
def review(page: "WebDriver", case: Path) -> Iterator[Page]:
    with reviewed(case) as (url, _):
        yield Page(page, url)


def test_keyboard_flow(review: Page, case: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    assert review.now == "I locked the shop at nine."
    ticked = review.script("return document.querySelector('.focused input').checked")
    review.press("1")
    assert review.script("return document.querySelector('.focused input').checked") != ticked
    review.press(Keys.ARROW_DOWN)
    assert review.texts(".focused legend") == ["carla"]
    review.press(Keys.ENTER)
    review.ready()
    answered = kinds(case)
    assert answered[0] == "same"
    assert {"same", "different"} >= set(answered)
    assert review.now != "I locked the shop at nine."
    for key, kind in (("n", "own"), ("p", "none"), ("s", "split"), ("j", "join")):
        review.press(key)
        review.ready()
        assert kinds(case)[-1] == kind
    review.press("u")
    review.ready()
    assert kinds(case) == [*answered, "own", "none", "split"]
    assert "settled" in review.texts("#progress")[0]


def test_mouse(review: Page, case: Path) -> None:
    review.script("document.querySelectorAll('[data-testid=candidate] input')[0].click()")
    review.script("document.querySelector('[data-key=Enter]').click()")
    review.ready()
    assert kinds(case)
    review.script("document.getElementById('undo').click()")
    review.ready()
    assert kinds(case) == []


def test_grid(review: Page, case: Path) -> None:
    review.press("g")
    chips = "[...document.querySelectorAll('[data-event=\"0\"] [data-testid=chip]')]"
    text = review.script(f"return {chips}[0].textContent")
    review.script(f"{chips}[0].click()")
    review.script(
        "const target = document.getElementById('target'); target.value = '1';target.dispatchEvent(new Event('change'))"
    )
    review.ready()
    assert "same" in kinds(case)
    row = "return [...document.querySelectorAll('tr')].find(r => r.textContent.includes(arguments[0])).dataset.event"
    moved = review.script(row, text)
    neighbours = review.texts(f'[data-event="{moved}"] [data-testid=chip]')
    assert len(neighbours) > 1
    review.script("document.querySelector('button.event').click()")
    review.script(
        "const title = document.getElementById('set-title'); title.value = 'Closing time';"
        "title.dispatchEvent(new Event('change'))"
    )
    review.ready()
    assert decisions(case)[-1]["value"] == "Closing time"
    assert any("Closing time" in text for text in review.texts("button.event"))


def test_dragging_a_passage(review: Page, case: Path) -> None:
    review.press("g")
    review.script("""
        const data = new DataTransfer();
        const chip = document.querySelector('[data-event="0"] [data-testid=chip]');
        chip.dispatchEvent(new DragEvent('dragstart', {dataTransfer: data, bubbles: true}));
        document.querySelector('[data-event="-1"]').dispatchEvent(
            new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    """)
    review.ready()
    assert kinds(case) == ["none"]


def test_stale_window(review: Page, case: Path) -> None:
    first, url = review.browser.current_window_handle, review.browser.current_url
    review.browser.switch_to.new_window("tab")
    second = Page(review.browser, url)
    second.press("n")
    second.ready()
    assert kinds(case) == ["own"]
    review.browser.close()
    review.browser.switch_to.window(first)
    review.press("p")
    review.ready()
    assert kinds(case) == ["own"]
    assert "another window" in review.texts("#notice")[0]
    review.press("p")
    review.ready()
    assert kinds(case) == ["own", "none"]


def test_hostile_text_is_text(page: "WebDriver", tmp_path: Path) -> None:
    hostile = {name: f"{text.strip()} {HOSTILE} 😀.\n" for name, text in STATEMENTS.items()}
    with reviewed(drafted(tmp_path, hostile)) as (url, _):
        review = Page(page, url)
        for key in ("g", "d", "r"):
            review.press(key)
            assert review.script("return document.querySelectorAll('img, main script').length") == 0
        assert HOSTILE in review.texts("#statement")[0]
        assert review.script("return document.title") != "broken"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example", "Content-Type": "application/json"}, 403),
        ({"Origin": "null", "Content-Type": "application/json"}, 403),
        ({"Content-Type": "application/json"}, 403),
        ({"Origin": "{own}", "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "{own}", "Content-Type": "text/plain"}, 415),
        ({"Origin": "{own}", "Content-Type": "application/json"}, 400),
    ],
)
def test_writes_of_other_sites_are_refused(case: Path, headers: dict[str, str], status: int) -> None:
    with reviewed(case) as (url, _):
        address = urlsplit(url)
        connection = http.client.HTTPConnection(address.netloc, timeout=60)
        sent = {name: value.replace("{own}", f"http://{address.netloc}") for name, value in headers.items()}
        connection.request("POST", f"{address.path}write", b"{}", sent)
        assert connection.getresponse().status == status
        assert kinds(case) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(review: Page, theme: str) -> None:
    if review.script("return document.documentElement.dataset.theme") != theme:
        review.script("document.getElementById('theme').click()")
    axe = resources("selenium_axe_python").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
    review.press("n")
    review.ready()
    review.script(axe)
    found: dict[str, Any] = {}
    for key in ("r", "g", "d", "?"):
        review.press(key)
        found[key] = review.browser.execute_async_script(_AXE)
    print(json.dumps(found, indent=1, ensure_ascii=False))
    assert [(look, *v) for look, vs in found.items() for v in vs if v[0] in ("serious", "critical")] == []
