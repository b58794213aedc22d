"""The review beside other windows, programs and sites; hostile text; narrow windows; accessibility."""

import http.client
import http.server
import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files as resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from taeg.web.operations import Own, Place
from tests.browser.reviewing import ReviewPage, kinds, reviewed
from tests.browser.test_synopsis_looks import AXE, NARROW, WIDER
from tests.unit.drafts import STATEMENTS, drafted

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

HOSTILE = "<img src=x onerror=\"document.title='broken'\"></script><script>document.title='broken'</script>"
_BLIND = """
    const fetch = window.fetch;
    window.fetch = (path, options) => path.startsWith('state?seen') ? new Promise(() => {}) : fetch(path, options);
"""
"""Keeps the page from asking for what others have changed."""
_ATTACK = """<!doctype html><title>Another site</title><iframe name="hidden"></iframe>
<form method="post" enctype="text/plain" target="hidden" action="{write}"><input name='{head}' value='{tail}'></form>
<script>
const tried = [
    fetch("{write}", {{method: "POST", mode: "no-cors", body: '{body}'}}),
    fetch("{write}", {{method: "POST", body: '{body}', headers: {{"Content-Type": "application/json"}}}}),
    fetch("{read}").then(answer => answer.text()).then(() => document.title = "read"),
];
document.forms[0].submit();
Promise.allSettled(tried).then(all => document.body.dataset.tried = all.map(one => one.status).join());
</script>"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    hostile = {name: f"{text.strip()} {HOSTILE} 😀.\n" for name, text in STATEMENTS.items()}
    return drafted(tmp_path_factory.mktemp("drafted"), hostile)


@pytest.fixture
def case(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "case"))


@contextmanager
def another_site(content: str) -> Iterator[str]:
    """Serve one page from another origin; yields its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_two_windows_and_a_spreadsheet(page: "WebDriver", case: Path) -> None:
    with reviewed(case) as (url, _):
        review = ReviewPage(page, url)
        first = page.current_window_handle
        page.switch_to.new_window("tab")
        second = ReviewPage(page, url)
        second.press("n")
        assert kinds(case) == ["own"]
        page.close()
        page.switch_to.window(first)
        review.script("dispatchEvent(new Event('focus'))")
        review.wait(lambda: "1 of" in review.texts("#progress")[0], "what the other window decided")
        table = case / "alignment.csv"
        lines = table.read_text(encoding="utf-8-sig").splitlines()
        last = lines[-1].split(",")
        last[6] = ""
        table.write_text("\n".join([*lines[:-1], ",".join(last)]) + "\n", encoding="utf-8-sig")
        review.script("dispatchEvent(new Event('focus'))")
        review.wait(lambda: "edited outside" in review.texts("#notice")[0], "what was edited")
        review.ready()
        assert kinds(case) == ["own", "none"]
        review.press("u")
        assert kinds(case) == ["own"]


def test_a_window_that_missed_a_decision_is_refused(page: "WebDriver", case: Path) -> None:
    with reviewed(case) as (url, session):
        review = ReviewPage(page, url)
        review.script(_BLIND)
        session.apply(session.version, Own(Place(0, 0, 5)))
        review.press("p")
        assert kinds(case) == ["own"]
        assert "another window" in review.texts("#notice")[0]
        review.press("p")
        assert kinds(case) == ["own", "none"]


def test_hostile_text_is_text(page: "WebDriver", case: Path) -> None:
    with reviewed(case) as (url, _):
        review = ReviewPage(page, url)
        for key in ("v", "v", "g", "\ue015", "m", "\ue00c", "d", "r"):
            review.press(key)
            assert review.script("return document.querySelectorAll('img, main script').length") == 0
        assert HOSTILE in review.texts("#statement")[0]
        assert review.script("return document.title") != "broken"


def test_another_site_cannot_read_or_write(page: "WebDriver", case: Path) -> None:
    """Not even with the token, which it does not know."""
    with reviewed(case) as (url, session):
        operation = {"type": "none", "places": [{"document": 0, "start": 0, "end": 5}]}
        body = json.dumps({"version": session.version, "operation": operation})
        parts = {"head": body[:-1] + ',"x":"', "tail": '"}', "body": body}
        with another_site(_ATTACK.format(write=f"{url}write", read=f"{url}state", **parts)) as other:
            page.get(other)
            wanted = "return document.body.dataset.tried"
            ReviewPage.wait(review_of(page), lambda: page.execute_script(wanted), "the requests of the other site")
            assert page.execute_script(wanted).split(",")[1:] == ["rejected", "rejected"]
            assert page.title == "Another site"
        assert kinds(case) == []
        headers = {"Content-Type": "application/json"}
        own = f"http://{urlsplit(url).netloc}"
        for more, status in (
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": "null"}, 403),
            ({}, 403),
            ({"Origin": own, "Sec-Fetch-Site": "cross-site"}, 403),
            ({"Origin": own, "Content-Type": "text/plain"}, 415),
            ({"Origin": own}, 200),
        ):
            assert post(url, body, headers | more) == status, more
            assert kinds(case) == ([] if status != 200 else ["none"])


def review_of(page: "WebDriver") -> ReviewPage:
    """The means of waiting for a page that is not the review."""
    found = ReviewPage.__new__(ReviewPage)
    found.browser = page
    return found


def post(url: str, body: str, headers: dict[str, str]) -> int:
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    connection.request("POST", f"{address.path}write", body, headers)
    return connection.getresponse().status


def test_narrow_windows_and_axe(page: "WebDriver", case: Path) -> None:
    axe = resources("selenium_axe_python").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
    metrics = {"width": NARROW[0], "height": NARROW[1], "deviceScaleFactor": 1, "mobile": True}
    found: dict[str, Any] = {}
    wide: dict[str, Any] = {}
    with reviewed(case) as (url, _):
        review = ReviewPage(page, url)
        review.script("document.documentElement.dataset.theme = 'light'")
        review.press("n")
        review.script(axe)
        looks = {"reading": "r", "whole": "v", "card": "v", "passage": "g\ue015\ue014", "event": "\ue012"}
        looks |= {"picker": "m", "grid": "\ue00c\ue00c", "documents": "d", "help": "?"}
        for theme in ("light", "dark"):
            review.script("document.documentElement.dataset.theme = arguments[0]", theme)
            for look, keys in looks.items():
                review.press(*keys)
                found[f"{look} {theme}"] = page.execute_async_script(AXE)
            review.press("\ue00c")
        page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        try:
            for look, keys in looks.items():
                review.press(*keys)
                wide[look] = review.script(WIDER.replace(".scroll,", ".scroll, #bar,"))
        finally:
            page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    print(json.dumps(found, indent=1, ensure_ascii=False))
    assert [(look, *violation) for look, violations in found.items() for violation in violations] == []
    assert [(look, *nodes) for look, nodes in wide.items() if nodes] == []
