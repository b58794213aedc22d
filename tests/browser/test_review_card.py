"""The card of the review: any passage of another document can be ticked, and a new draft does not change the card."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from taeg.web.review import Session
from tests.browser.reviewing import ReviewPage, decisions, kinds, reviewed
from tests.unit.drafts import STATEMENTS, drafted

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

TICKED = (
    "return [...document.querySelectorAll('[data-testid=candidate]:has(input:checked) .words')].map(e => e.textContent)"
)
CARD = "return [...document.querySelectorAll('#candidates label')].map(e => [e.textContent, e.children[0].checked])"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return drafted(tmp_path)


@pytest.fixture
def served(page: "WebDriver", case: Path) -> Iterator[tuple[ReviewPage, Session]]:
    with reviewed(case) as (url, session):
        yield ReviewPage(page, url), session


def other(review: ReviewPage) -> str:
    """The words of the only passage in the document that is not on the card."""
    [words] = review.texts(".found.other")
    return words


def kinds_of(words: str, case: Path) -> list[str]:
    """What was decided about a passage of the first statement on the card of another."""
    start = str(STATEMENTS["anna"].index(words))
    found = (row for row in decisions(case) if "anna" in row["other_file"])
    return [row["kind"] for row in found if row["other_start"] == start]


def test_any_passage_of_a_document_is_ticked_by_keyboard(served: tuple[ReviewPage, Session], case: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    review, _ = served
    assert len(review.texts(".focused [data-testid=candidate]")) == 3
    review.press("v")
    assert len(review.texts(".found")) == len(STATEMENTS["anna"].split(". "))
    words = other(review)
    focused = "return document.activeElement.parentElement.matches('.other')"
    for key in (*[Keys.ARROW_DOWN] * 3, *[Keys.ARROW_UP] * 3):
        if not review.script(focused):
            review.press(key)
    assert review.script(focused)
    review.press(Keys.SPACE)
    assert review.texts(".found.other") == []
    review.press("v")
    assert words in review.script(TICKED)
    assert "added by you" in review.texts(".focused [data-testid=candidate]")[3]
    review.press("4")
    assert words not in review.script(TICKED)
    review.press("v")
    assert other(review) == words
    review.click(".found.other")
    review.press(Keys.ENTER)
    assert kinds_of(words, case) == ["same"]


def test_any_passage_of_a_document_is_ticked_by_mouse(served: tuple[ReviewPage, Session], case: Path) -> None:
    review, _ = served
    review.click("[data-key=v]")
    words = other(review)
    review.click(".found.other")
    review.click("[data-key=v]")
    assert words in review.script(TICKED)
    review.click("[data-key=Enter]")
    assert kinds_of(words, case) == ["same"]


def test_card_stays_when_the_draft_is_computed_again(
    served: tuple[ReviewPage, Session], case: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    review, session = served
    gate, computed = threading.Event(), session._computed

    def later(*arguments: Any) -> Any:  # noqa: ANN401
        gate.wait(60)
        found = computed(*arguments)
        scores = found.draft.scores
        return replace(found, draft=replace(found.draft, scores=lambda p: [s if s < 0 else 1 - s for s in scores(p)]))

    monkeypatch.setattr(session, "_computed", later)
    first = review.now
    ActionChains(review.browser).send_keys(Keys.ENTER).perform()
    review.wait(lambda: review.now != first and review.script(CARD), "the next card")
    assert "updating" in review.texts("#progress")[0]
    shown = review.script(CARD)
    gate.set()
    review.wait(lambda: kinds(case) and session.snapshot().revision, "the new draft")
    review.ready()
    assert review.script(CARD) == shown
    review.press(Keys.PAGE_UP, Keys.PAGE_DOWN)
    review.wait(lambda: review.script(CARD) != shown, "the candidates of the new draft")


def in_page(review: ReviewPage, statements: str) -> None:
    """Run statements that may use the exports of the page's core."""
    script = f"import('./core.js').then(core => {{ {statements} }}).then(() => arguments[0](), arguments[0])"
    assert review.browser.execute_async_script(script) is None


def test_tick_from_a_card_of_a_draft_with_more_events(served: tuple[ReviewPage, Session], case: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    review, _ = served
    assert len(review.texts("[data-testid=candidate]")) > 1
    in_page(review, "core.model.events.length = 1; for (const one of core.model.passages) one.event = 0;")
    for box in range(2):
        review.script("document.querySelectorAll('.choice input')[arguments[0]].click()", box)
    review.press(Keys.ENTER)
    assert "same" in kinds(case)
    assert review.script("return document.getElementById('notice').hidden")


@pytest.mark.parametrize("fault", ["core.watch(() => core.called(99));", "setTimeout(() => core.called(99));"])
def test_fault_of_the_page_is_shown_and_answers_are_written(
    served: tuple[ReviewPage, Session], case: Path, fault: str
) -> None:
    review, _ = served
    in_page(review, fault)
    review.press("n", "p")
    review.wait(lambda: "reload the page" in review.texts("#notice")[0], "the notice")
    assert kinds(case) == ["own", "none"]
    assert not review.script("return document.getElementById('notice').hidden")
