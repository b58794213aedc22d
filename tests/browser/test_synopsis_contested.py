"""Contested facts on the synopsis page: the table, marks in accounts and in the narrative, keyboard, looks."""

import json
import time
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from taeg.export.contested import Contested
from tests.browser.pages import no_complaint_and_nobody_asked, opened, written
from tests.browser.test_synopsis_looks import AXE, WIDER
from tests.integration.test_serving_decisions import running, with_facts
from tests.unit import books, contested_books
from tests.unit.contested_books import HOSTILE

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

NARROW = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": True}
ROWS = "return document.querySelectorAll('[data-testid=fact]').length"
TIP = "return getComputedStyle(document.querySelector('[data-testid=clash-mark] .tip')).clipPath"


@pytest.fixture(scope="session")
def barn(folder: Path) -> Path:
    return written(folder / "contested.html", contested_books.barn())


@pytest.fixture(scope="session")
def many(folder: Path) -> Path:
    return written(folder / "many-facts.html", contested_books.many())


def test_the_table_leads_to_the_words(page: "WebDriver", barn: Path) -> None:
    synopsis = opened(page, barn)
    synopsis.tab("contested")
    assert [th.text for th in synopsis.all("#facts-table thead th")] == [
        *("fact", "Ann's diary", "Bob's letter", f"Cid {HOSTILE}"),
    ]
    cells = [[td.text for td in row.find_elements("css selector", "td")] for row in synopsis.all("[data-testid=fact]")]
    assert cells == [
        ["★ 2\n(preferred)\n“The horses”", "3 estimate\n“The horses”", ""],
        ["", "grey hearsay\n“A lamp fell”", f"{HOSTILE}\n“A wind”"],
        ["23:41\n“All were safe”", "23:44\n“Two men”", ""],
    ]
    assert synopsis.texts("[data-testid=verdict]") == ["preferred: 2 (the latest account)"]
    assert synopsis.texts(".tier") == ["confident", "possible", "possible"]
    synopsis.script("document.querySelectorAll('[data-testid=side] button')[1].focus()")
    synopsis.press("ENTER")
    assert synopsis.one("#panel-title").text == "The barn burns"
    assert "".join(synopsis.texts("mark.here")) == "The horses"
    assert synopsis.focused() == "here"
    synopsis.press("ESCAPE")
    assert synopsis.one("#view-contested").is_displayed()
    assert synopsis.focused("title") == "“The horses”, Bob's letter, Letter 1"
    [amendment] = synopsis.all("[data-testid=amendment]")
    assert "corrects 2 to 3 of Ann's diary, Diary 1" in amendment.text
    [copied] = synopsis.all("[data-testid=repetition]")
    assert "Bob's letter, Letter 1: 50 % of its wording is in Ann's diary, Diary 1" in copied.text
    assert synopsis.script("return window.hacked") is None
    assert no_complaint_and_nobody_asked(page) == []


def test_filters(page: "WebDriver", barn: Path) -> None:
    from selenium.webdriver.support.ui import Select

    synopsis = opened(page, barn)
    synopsis.tab("contested")
    Select(synopsis.one("#contested-tier")).select_by_visible_text("possible (2)")
    assert synopsis.one("[data-testid=facts-count]").text == "2 facts"
    Select(synopsis.one("#contested-kind")).select_by_visible_text("colour (1)")
    assert synopsis.texts(".fact-name") == ["lamp"]
    assert len(synopsis.all(".event-row")) == 1
    synopsis.script("location.hash = '#fact=aaaa0003'")
    synopsis.wait(lambda: synopsis.texts(".now .fact-name") == ["rescue"], "the fact")
    assert synopsis.one("#contested-kind").get_attribute("value") == ""


def test_marks_in_accounts(page: "WebDriver", barn: Path) -> None:
    synopsis = opened(page, barn)
    synopsis.open("fire")
    marks = synopsis.all("[data-version=bob-1] [data-testid=clash]")
    assert [(mark.text, mark.get_attribute("class")) for mark in marks] == [
        ("A lamp fell", "clash possible"),
        ("The horses", "clash confident"),
    ]
    title = "number: horses, ran (confident); Ann's diary: 2; preferred: 2 (the latest account)"
    assert marks[1].get_attribute("title") == title
    book = contested_books.barn()
    assert synopsis.texts("[data-testid=account-words]") == [
        version.text for version in book.versions if version.event == "fire"
    ]
    assert synopsis.texts("#legend .clash") == ["contested, confident", "contested, possible"]
    synopsis.script("arguments[0].focus()", marks[1])
    synopsis.press("ENTER")
    synopsis.wait(lambda: synopsis.texts(".now .fact-name") == ["horses, ran"], "the fact")
    assert not synopsis.all("#panel")
    synopsis.script("history.back()")
    assert synopsis.one("#panel-title").text == "The barn burns"


def test_marks_in_the_narrative(page: "WebDriver", barn: Path) -> None:
    synopsis = opened(page, barn)
    assert synopsis.texts("#passages .clash") == ["A lamp fell", "The horses", "All were safe", "Two men"]
    mark = synopsis.all("[data-testid=clash-mark]")[0]
    assert synopsis.script(TIP) != "none"
    synopsis.script("arguments[0].focus()", mark)
    assert synopsis.script(TIP) == "none"
    lines = [line.text for line in mark.find_elements("css selector", ".tip > :not(.unseen)")]
    assert [line.replace("\n", "").rstrip(";") for line in lines] == [
        "colour: lamp (possible)",
        f"Cid {HOSTILE}: {HOSTILE}",
    ]
    synopsis.press("ENTER")
    assert "".join(synopsis.texts("mark.here")) == "A wind", "the other side"
    synopsis.press("ESCAPE")
    synopsis.press("r")
    assert synopsis.texts("#passages .clash") == ["The horses"]
    assert synopsis.script("return window.hacked") is None


def test_timeline_shows_contested_events(page: "WebDriver", barn: Path) -> None:
    synopsis = opened(page, barn)
    synopsis.one("[data-mark=contested].filter").click()
    assert [entry.get_attribute("data-event") for entry in synopsis.all("[data-testid=entry]")] == ["fire", "rescue"]


def test_hostile_texts(page: "WebDriver", folder: Path) -> None:
    synopsis = opened(page, written(folder / "hostile-facts.html", contested_books.pier()))
    synopsis.tab("contested")
    assert synopsis.texts(".fact-name")[2] == HOSTILE
    assert "</script><b>" in synopsis.texts(".value")
    synopsis.script("location.hash = '#fact=<img src=x onerror=window.hacked=3>'")
    notice = synopsis.wait(lambda: synopsis.one("#notice").text, "a notice")
    assert notice.startswith("This book has no contested fact")
    synopsis.script("document.querySelectorAll('[data-testid=side] button').forEach(b => b.click())")
    assert synopsis.script("return window.hacked") is None
    assert no_complaint_and_nobody_asked(page) == []


def test_a_thousand_facts(page: "WebDriver", many: Path) -> None:
    synopsis = opened(page, many)
    begun = time.monotonic()
    synopsis.tab("contested")
    assert time.monotonic() - begun < 10
    before = int(str(synopsis.script(ROWS)))
    assert 100 <= before < 400, "the rest comes when it is wanted"
    assert synopsis.one("[data-testid=facts-count]").text == "1,000 facts"
    synopsis.script("document.getElementById('facts-more').scrollIntoView()")
    synopsis.wait(lambda: int(str(synopsis.script(ROWS))) > before, "more rows")
    synopsis.script("location.hash = '#fact=000003e7'")
    synopsis.wait(lambda: synopsis.texts(".now .value") == ["499", "500", "501"], "the last fact")


def test_books_without_findings_have_no_tab(page: "WebDriver", night: Path, folder: Path) -> None:
    synopsis = opened(page, night)
    assert not synopsis.all("#tab-contested, .clash, [data-mark=contested]")
    none = replace(books.book(), contested=Contested())
    synopsis = opened(page, written(folder / "no-facts.html", none))
    synopsis.tab("contested")
    assert "No contested facts were found." in synopsis.one("#view-contested").text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_looks(page: "WebDriver", barn: Path, theme: str) -> None:
    axe = files("selenium_axe_python").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
    synopsis = opened(page, barn)
    if theme == "dark":
        synopsis.one("#theme").click()
    page.execute_script(axe)
    synopsis.script("document.querySelector('[data-testid=clash-mark]').focus()")
    found: dict[str, Any] = {"narrative": page.execute_async_script(AXE)}
    synopsis.open("fire")
    found["accounts"] = page.execute_async_script(AXE)
    synopsis.press("ESCAPE")
    synopsis.script("location.hash = '#fact=aaaa0002'")
    synopsis.one("#facts-table .now")
    found["table"] = page.execute_async_script(AXE)
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", NARROW)
    try:
        found["narrow"] = page.execute_async_script(AXE)
        for tab in ("contested", "narrative"):
            synopsis.tab(tab)
            assert synopsis.script(WIDER) == [], tab
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    print(json.dumps(found, indent=1, ensure_ascii=False))
    assert [(look, *violation) for look, violations in found.items() for violation in violations] == []


def test_facts_are_decided(page: "WebDriver", tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(with_facts(tmp_path / "test.db", monkeypatch)) as address:
        synopsis = opened(page, address.geturl())
        synopsis.tab("contested")
        axe = files("selenium_axe_python").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
        synopsis.script("document.querySelector('.decide summary').focus()")
        synopsis.press("ENTER")
        page.execute_script(axe)
        assert page.execute_async_script(AXE) == []
        synopsis.one(".decide input").send_keys("the log is <b>right</b>")
        synopsis.script("document.querySelectorAll('.decide [data-verdict=settle]')[1].focus()")
        synopsis.press("ENTER")
        said = "preferred: 23:44 (decided by the editor); reason: the log is <b>right</b>"
        synopsis.wait(lambda: said in synopsis.texts("[data-testid=verdict]"), "the decision")
        synopsis.wait(lambda: synopsis.texts(".now .said.preferred .value") == ["★ 23:44 (preferred)"], "the row")
        synopsis.script("document.querySelectorAll('.decide')[1].open = true")
        synopsis.all(".decide [data-verdict=dismiss]")[-1].click()
        synopsis.wait(lambda: synopsis.texts("[data-testid=facts-count]") == ["1 fact"], "one fact fewer")
        url = address.geturl()
        assert [asked for asked in no_complaint_and_nobody_asked(page) if not asked.startswith(url)] == []
    synopsis.script("document.querySelector('.decide').open = true")
    synopsis.one(".decide [data-verdict=confirm]").click()
    synopsis.wait(lambda: "the server does not answer" in synopsis.one(".decide-notice").text, "a message")
