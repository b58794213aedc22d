"""A fused run on the synopsis page: spans, notes, marks, places in accounts, coverage, and its looks."""

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.pages import no_complaint_and_nobody_asked, opened, written
from tests.browser.test_synopsis_looks import AXE, WIDER
from tests.unit import fused_books
from tests.unit.fused_books import LAMP, MARKUP, RUMOUR, SMOKE

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

LEFT_OUT = 1200
NARROW = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": True}


@pytest.fixture(scope="session")
def fused(folder: Path) -> Path:
    return written(folder / "fused.html", fused_books.fused(LEFT_OUT))


def test_spans_lead_to_their_place(page: "WebDriver", fused: Path) -> None:
    synopsis = opened(page, fused)
    spans = synopsis.script(
        "return [...document.querySelectorAll('[data-testid=span]')].map("
        "e => [e.dataset.role, e.dataset.version, e.querySelector('.span-words').textContent, e.dataset.hue])"
    )
    assert [row[:2] for row in spans[:4]] == [
        ["base", "ann-1"],
        ["inline", "bob-1"],
        ["base", "ann-1"],
        ["note", "bob-1"],
    ]
    assert [spans[i][2].split("hearsay")[0].strip() for i in (1, 3)] == [LAMP, RUMOUR]
    assert [row[3] for row in spans[:3]] == ["0", "1", "0"]
    inserted = synopsis.one(".span.inline")
    assert inserted.find_element("css selector", "[data-testid=source-tag]").text == "inserted from\nBob's letter"
    inserted.find_element("css selector", ".s").click()
    assert "".join(synopsis.texts("mark.here")) == LAMP
    assert synopsis.focused() == "here"
    synopsis.press("ESCAPE")
    assert not synopsis.all("#panel")
    synopsis.script("document.querySelectorAll('.addition .s')[0].focus()")
    synopsis.press("ENTER")
    assert "".join(synopsis.texts("mark.here")) == RUMOUR
    assert synopsis.one("[data-version=bob-1] .badge").text == "3 passages added to this narrative"
    synopsis.press("ESCAPE")
    synopsis.script("document.querySelectorAll('.addition .place')[1].focus()")
    synopsis.press("ENTER")
    assert "".join(synopsis.texts("mark.here")) == MARKUP
    synopsis.press("ESCAPE")
    synopsis.one("[data-testid=chip][data-source=bob]").click()
    assert not synopsis.all(".span.inline")
    assert len(synopsis.all("[data-testid=note]")) == 1
    assert len(synopsis.passages()) == 3
    assert synopsis.script("return window.hacked") is None
    assert no_complaint_and_nobody_asked(page) == []


def test_notes_and_marks(page: "WebDriver", fused: Path) -> None:
    synopsis = opened(page, fused)
    leads = [lead.text for lead in synopsis.all(".addition-lead")]
    assert leads == ["Bob's letter also says:", f"Cid {fused_books.HOSTILE} also says:", "Bob's letter also says:"]
    assert synopsis.texts(".addition .new")[0] == "said that a boy lit"
    assert synopsis.texts("details summary") == ["3 notes from 2 other accounts", "1 note from 1 other account"]
    synopsis.press("f")
    assert not synopsis.all("[data-testid=note]")
    assert synopsis.one("#notes-toggle").get_attribute("aria-pressed") == "true"
    synopsis.script("document.querySelector('summary').focus()")
    synopsis.press("ENTER")
    assert len(synopsis.all("[data-testid=note]")) == 2
    synopsis.find("water")
    assert [mark.text for mark in synopsis.all("#passages mark")] == ["water"], "a match unfolds its notes"
    [hearsay, repeated] = synopsis.all("[data-testid=tag]")
    tip = "return getComputedStyle(document.querySelector(arguments[0] + ' .tip')).clipPath"
    assert synopsis.script(tip, ".hearsay") != "none"
    synopsis.script("arguments[0].focus()", hearsay)
    assert synopsis.script(tip, ".hearsay") == "none"
    assert "“It is said that”" in hearsay.text
    repeated.click()
    assert synopsis.one("#panel-title").text == "The barn burns"
    assert "".join(synopsis.texts("mark.here")) == SMOKE


def test_coverage_and_what_is_left_out(page: "WebDriver", fused: Path) -> None:
    from selenium.webdriver.support.ui import Select

    synopsis = opened(page, fused)
    synopsis.tab("coverage")
    cells = synopsis.texts("[data-testid=coverage][data-source=dot] td")
    assert cells == ["", "0 %", "0 %", "0 %", "0 %", "100 %"]
    rows = "return document.querySelectorAll('[data-testid=omitted-row]').length"
    assert synopsis.script(rows) == 100, "the rest comes when it is wanted"
    synopsis.script("document.querySelector('[data-testid=omitted-more]').scrollIntoView()")
    synopsis.wait(lambda: int(str(synopsis.script(rows))) > 100, "more rows")
    Select(synopsis.one("#omitted-source")).select_by_visible_text("Dot (1)")
    assert synopsis.texts("[data-testid=omitted-row] .words") == ["Nobody came."]
    assert synopsis.one("[data-testid=omitted-row]").get_attribute("data-reason") == "excluded"
    Select(synopsis.one("#omitted-source")).select_by_value("1")
    Select(synopsis.one("#omitted-reason")).select_by_visible_text("told already")
    links = synopsis.all("[data-testid=omitted-row]:first-child .place")
    assert [link.text for link in links] == ["Bob's letter, Letter 1", "Ann's diary, Diary 1"]
    links[1].click()
    assert "".join(synopsis.texts("mark.here")).endswith("The barn burned.")
    synopsis.press("ESCAPE")
    synopsis.press("r")
    assert not synopsis.all("#tab-coverage, #notes-toggle, .fused"), "other runs look as before"


def test_speakers_are_named_and_quoted(page: "WebDriver", folder: Path) -> None:
    synopsis = opened(page, written(folder / "testimony.html", fused_books.testimony()))
    assert [turn.text for turn in synopsis.all("[data-testid=turn]")] == [
        "Ann's diary: “I saw the barn burn.”",
        "Bob's letter: “I heard a bang.”",
        "Ann's diary: “I ran for help.”",
    ]
    assert synopsis.one(".addition .words").text == "“I rang the bell.”"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_looks(page: "WebDriver", fused: Path, theme: str) -> None:
    axe = files("selenium_axe_python").joinpath("axe-core", "axe.min.js").read_text(encoding="utf-8")
    synopsis = opened(page, fused)
    if theme == "dark":
        synopsis.one("#theme").click()
    page.execute_script(axe)
    found: dict[str, Any] = {"narrative": page.execute_async_script(AXE)}
    synopsis.script("document.querySelector('.span.inline .s').click()")
    found["place"] = page.execute_async_script(AXE)
    synopsis.press("ESCAPE")
    synopsis.tab("coverage")
    found["coverage"] = page.execute_async_script(AXE)
    print(json.dumps(found, indent=1, ensure_ascii=False))
    assert [(look, *violation) for look, violations in found.items() for violation in violations] == []
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", NARROW)
    try:
        for tab in ("coverage", "narrative"):
            synopsis.tab(tab)
            assert synopsis.script(WIDER) == [], tab
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
