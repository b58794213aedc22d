"""What a reviewer does in a browser: each action by keyboard and by mouse, and undo."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.reviewing import ReviewPage, decisions, kinds, reviewed
from tests.unit.drafts import drafted

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

LOCKED, ALARM, VAN = "I locked the shop at nine.", "The alarm in the street began", "Then a white van drove"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drafted(tmp_path_factory.mktemp("drafted"))


@pytest.fixture
def case(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "case"))


@pytest.fixture
def review(page: "WebDriver", case: Path) -> Iterator[ReviewPage]:
    with reviewed(case) as (url, _):
        yield ReviewPage(page, url)


def ticks(review: ReviewPage) -> list[bool]:
    found: list[bool] = review.script("return [...document.querySelectorAll('#candidates input')].map(e => e.checked)")
    return found


def start_at_first_statement(review: ReviewPage) -> None:
    """Go from the statement that has most in common with the others, with which the review begins, to the first one."""
    assert review.now.startswith("The alarm in the street began to ring at ten")
    review.click("#tab-documents")
    review.click(".part", LOCKED)
    assert review.now == LOCKED


def test_reading_by_keyboard(review: ReviewPage, case: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    start_at_first_statement(review)
    before = ticks(review)
    review.press("1")
    assert ticks(review) == [not before[0], *before[1:]]
    review.press("1", Keys.ARROW_DOWN)
    assert (ticks(review), review.texts(".focused legend")) == (before, ["carla"])
    review.press("v")
    assert "I went back to bed." in review.one("[data-testid=whole]").text
    review.press("2")
    assert review.script("return document.querySelectorAll('.found').length") == len(ticks(review)) == 3
    review.press("2", "v", Keys.ENTER)
    answered = kinds(case)
    assert {"same"} <= set(answered) <= {"same", "different"}
    assert review.now.startswith(ALARM)
    review.press("u")
    assert (kinds(case), review.now) == ([], LOCKED)
    review.press("n")
    assert kinds(case) == ["own"]
    second = review.now
    review.press("p")
    assert kinds(case) == ["own", "none"]
    third = review.now
    review.press(Keys.PAGE_UP)
    assert review.now == second
    review.press(Keys.PAGE_DOWN)
    assert review.now == third
    review.press(Keys.ARROW_RIGHT, "s")
    assert kinds(case) == ["own", "none", "split"]
    assert third.startswith(review.now)
    review.press("j")
    assert (kinds(case)[-1], review.now) == ("join", third)
    review.press("u", "u")
    assert (kinds(case), review.now) == (["own", "none"], third)
    assert "2 of 10 settled" in review.texts("#progress")[0]


def test_reading_by_mouse(review: ReviewPage, case: Path) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    start_at_first_statement(review)
    before = ticks(review)
    review.click("[data-testid=candidate] .quote", "police came at eleven")
    assert sum(a != b for a, b in zip(ticks(review), before, strict=True)) == 1
    review.click("[data-key=v]")
    review.click(".found", "police came at eleven")
    review.click("[data-key=v]")
    assert ticks(review) == before
    review.click("[data-testid=source] legend", "carla")
    assert review.texts(".focused legend") == ["carla"]
    now = review.one(".mark.now")
    ActionChains(review.browser).move_to_element_with_offset(now, now.size["width"] // 2 - 12, 0).click().perform()
    review.click("[data-key=S]")
    assert (decisions(case)[-1]["kind"], decisions(case)[-1]["start"]) == ("split", str(LOCKED.index("nine")))
    review.click("[data-key=J]")
    review.click("#undo")
    review.click("#undo")
    assert kinds(case) == []
    for key, kind in (("Enter", "same"), ("N", "own"), ("P", "none")):
        review.click(f"[data-key={key}]")
        assert kind in kinds(case)
    review.click(".mark", LOCKED)
    assert review.now == LOCKED
    review.click("#tab-documents")
    assert "1 in no event" in review.one("#view-documents").text
    review.click(".part", VAN)
    assert review.now.startswith(VAN)


def test_grid_by_keyboard(review: ReviewPage, case: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    review.press("d", Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    assert review.now.startswith(ALARM)
    review.press("g", Keys.ARROW_DOWN)  # the first event
    review.press("e")
    review.fill("title", "Closing time")
    assert (decisions(case)[-1]["kind"], review.events[0]) == ("title", "Closing time")
    review.press("t")
    review.fill("time", "20:59")
    assert decisions(case)[-1]["value"] == "20:59"
    review.hold(Keys.ALT, Keys.ARROW_DOWN)
    assert (kinds(case)[-1], review.events[1]) == ("before", "Closing time")
    review.hold(Keys.ALT, Keys.ARROW_UP)
    assert review.events[0] == "Closing time"
    review.press(Keys.ARROW_RIGHT)
    assert LOCKED in review.texts("#inspected")
    review.press("m", "alarm", Keys.ENTER)
    assert review.cell_of(LOCKED) == review.cell_of("I heard the alarm")
    review.press("n")
    assert (kinds(case)[-1], review.cell_of(LOCKED) == review.cell_of("I heard the alarm")) == ("own", False)
    review.press("p")
    assert (kinds(case)[-1], review.cell_of(LOCKED)) == ("none", "none")
    review.press("u")
    assert review.cell_of(LOCKED) != "none"
    review.press("j")
    assert (kinds(case)[-1], len(review.texts(".passage-chip"))) == ("join", 9)
    review.press(Keys.ENTER, Keys.ARROW_LEFT, Keys.ARROW_RIGHT, "s")
    assert (kinds(case)[-1], len(review.texts(".passage-chip"))) == ("split", 10)
    review.press(Keys.ESCAPE, Keys.ESCAPE)
    review.click("button.event", "police")
    review.press("m", "van", Keys.ENTER)
    assert review.cell_of(VAN) == review.cell_of("The police came with two cars")
    review.press("o")  # no passage is selected
    review.click(".passage-chip", VAN)
    review.press("o")
    assert review.now.startswith(VAN)


def test_grid_by_mouse(review: ReviewPage, case: Path) -> None:
    review.click("#tab-grid")
    review.drag(review.one(".passage-chip", LOCKED), review.one(".passage-chip", "I heard the alarm"))
    assert review.cell_of(LOCKED) == review.cell_of("I heard the alarm")
    titles = review.events
    review.drag(review.one("button.event", titles[0]), review.one("button.event", titles[-1]), 40)
    assert (kinds(case)[-1], review.events) == ("before", [*titles[1:], titles[0]])
    review.drag(review.one(".passage-chip", VAN), review.one("[data-event=none] th"))
    assert (kinds(case)[-1], review.cell_of(VAN)) == ("none", "none")
    for words, key, kind in (
        (VAN, "N", "own"),
        ("", "P", "none"),
        ("police came with two cars", "S", "split"),
        ("", "J", "join"),
    ):
        if words:
            review.click(".passage-chip", words)
        review.click(f"#inspector [data-key={key}]")
        assert kinds(case)[-1] == kind
    review.click(".passage-chip", LOCKED)
    review.click("#inspector [data-key=M]")
    review.click("#picker li", "A new event")
    assert kinds(case)[-1] == "own"
    review.click("button.event", "I locked")
    review.fill("place", "High Street")
    assert decisions(case)[-1]["value"] == "High Street"
    review.click("#inspector [data-key=M]")
    review.click("#picker li", "alarm")
    assert review.cell_of(LOCKED) == review.cell_of("I heard the alarm")
