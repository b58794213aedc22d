"""Presentation of the synopsis: right-to-left text, narrow windows, themes, long books, accessibility, `taeg serve`."""

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from taeg.export.book import Book
from tests.browser import books
from tests.browser.pages import no_complaint_and_nobody_asked, opened, written
from tests.integration.test_serving import running

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

NARROW = (400, 800)
WIDER = """
    return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1
        && e.checkVisibility() && !e.closest('.scroll, .unseen, .columns, #sources'))
        .map(e => e.outerHTML.slice(0, 120));
"""
_VISIBLE = """
    const bottom = document.getElementById('timeline').getBoundingClientRect().bottom;
    const count = (found, keep) => [...document.querySelectorAll(found)].filter(keep).length;
    return [count('.entry', e => e.getBoundingClientRect().bottom <= bottom),
        count('.name', e => e.scrollHeight > e.clientHeight + 1)];
"""
AXE = """
    const done = arguments[0];
    const rules = document.documentElement.dataset.theme === 'dark' ? {runOnly: ['color-contrast']} : {};
    // colours in a transition have neither the old nor the new contrast
    document.getAnimations().forEach(animation => animation.finish());
    axe.run(document, {resultTypes: ['violations'], ...rules}).then(found => done(found.violations.map(
        v => [v.impact, v.id, v.nodes.map(n => n.html.slice(0, 150) + ' ' + (n.any[0] || {}).message)])));
"""


def test_right_to_left_text(page: "WebDriver", hostile: Path) -> None:
    synopsis = opened(page, hostile, "#event=hebrew&run=R%20constructor")
    [words, *_] = synopsis.all("[data-testid=account-words]")
    assert words.value_of_css_property("direction") == "rtl"
    assert synopsis.one("#panel-title").value_of_css_property("direction") == "rtl"
    hebrew = synopsis.one("[data-testid=passage][data-event=hebrew] .words")
    assert hebrew.value_of_css_property("direction") == "rtl"
    assert synopsis.one("h1").value_of_css_property("direction") == "ltr"


@pytest.mark.parametrize("name", ["night", "hostile"])
def test_narrow_window(page: "WebDriver", name: str, request: pytest.FixtureRequest) -> None:
    # a window of a headless browser is never narrower than 500 pixels: the screen is made so instead
    metrics = {"width": NARROW[0], "height": NARROW[1], "deviceScaleFactor": 1, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        synopsis = opened(page, request.getfixturevalue(name))
        for look in ("narrative", "event", "scores", "about"):
            if look == "event":
                synopsis.script("document.querySelector('a.event-link').click()")
                synopsis.one("[data-testid=columns]")
            elif look != "narrative":
                synopsis.script("document.getElementById(arguments[0]).click()", f"tab-{look}")
            assert synopsis.script("return innerWidth") == NARROW[0]
            assert synopsis.script("return document.documentElement.scrollWidth") <= NARROW[0], look
            assert synopsis.script(WIDER) == [], look
            synopsis.script("document.getElementById('panel-close')?.click()")
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_dark_theme_is_remembered(page: "WebDriver", night: Path) -> None:
    def paper() -> str:
        return str(synopsis.script("return getComputedStyle(document.body).backgroundColor"))

    synopsis = opened(page, night)
    light = paper()
    synopsis.one("#theme").click()
    dark = paper()
    assert dark != light
    synopsis = opened(page, night)
    assert paper() == dark
    assert synopsis.one("#theme").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("name", ["night", "gospels"])
def test_twenty_events_on_a_screen(page: "WebDriver", folder: Path, night: Path, name: str) -> None:
    file = night if name == "night" else written(folder / "gospels.html", books.gospels(folder))
    metrics = {"width": 1400, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        synopsis = opened(page, file)
        [visible, cut] = synopsis.script(_VISIBLE)
        assert visible >= 20
        assert cut == 0, "no title is cut off"
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_long_book(page: "WebDriver", folder: Path) -> None:
    synopsis = opened(page, written(folder / "long.html", books.long()))
    assert synopsis.script("return document.querySelectorAll('[data-testid=passage]').length") == books.LONG_EVENTS
    synopsis.one("#find").send_keys('"road number 1999"')
    synopsis.wait(lambda: synopsis.one("#find-count").text.startswith("1 of 1 event,"), "the last event")
    synopsis.press("ENTER")
    synopsis.wait(lambda: synopsis.texts("[data-event=e1999] mark") == ["road number 1999"], "the word")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(page: "WebDriver", night: Path, theme: str) -> None:
    axe = files("selenium_axe_python").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
    synopsis = opened(page, night)
    if theme == "dark":
        synopsis.one("#theme").click()
    page.execute_script(axe)
    found: dict[str, Any] = {"narrative": page.execute_async_script(AXE)}
    synopsis.find("fire")
    synopsis.open("fire-starts")
    found["event"] = page.execute_async_script(AXE)
    synopsis.press("ESCAPE")
    for tab in ("scores", "about"):
        synopsis.tab(tab)
        found[tab] = page.execute_async_script(AXE)
    synopsis.one("#help-open").click()
    found["help"] = page.execute_async_script(AXE)
    print(json.dumps(found, indent=1, ensure_ascii=False))
    assert [(look, *violation) for look, violations in found.items() for violation in violations] == []


def test_serve_shows_the_same_page(page: "WebDriver", folder: Path, night_book: Book) -> None:
    with running(folder / "night.db") as address:
        url = address.geturl()
        synopsis = opened(page, url, "#event=bang&run=longest")
        assert synopsis.one("#panel-title").text == "A bang is heard"
        longest = next(n for n in night_book.runs if n.run.id == "longest")
        assert synopsis.passages() == [[p.event, p.version, p.text] for p in longest.passages]
        assert [asked for asked in no_complaint_and_nobody_asked(page) if not asked.startswith(url)] == []
