"""Functions of the synopsis page, in a browser without network."""

import base64
import io
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING
from unicodedata import normalize

from taeg.export.book import Book
from taeg.export.collation import shared
from taeg.text.dates import readable
from tests.browser import books
from tests.browser.pages import no_complaint_and_nobody_asked, opened

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver


def test_find(page: "WebDriver", night: Path) -> None:
    synopsis = opened(page, night)
    count = synopsis.find("bang")
    left = [entry.get_attribute("data-event") for entry in synopsis.all("[data-testid=entry]")]
    assert "bang" in left
    assert len(left) < 27
    assert f" of {len(left)} events, " in count
    marked = synopsis.texts("#passages mark")
    assert {mark.casefold() for mark in marked} == {"bang"}
    assert f"{len(marked)} places" in count
    first = synopsis.one("[aria-current=true]").get_attribute("data-event")
    at = left.index(first) + 1
    assert count.startswith(f"{at} of ")
    assert synopsis.focused() == "find"
    assert synopsis.texts("[data-testid=passage].current mark")[0] == marked[0]
    top, bottom, mark = synopsis.script(
        "const [n, m] = ['#narrative', '#passages mark'].map(s => document.querySelector(s).getBoundingClientRect());"
        "return [n.top, n.bottom, m.top]"
    )
    assert top < mark < bottom, "the narrative has moved to the match"
    synopsis.press("ENTER")
    assert synopsis.one("#find-count").text.startswith(f"{at + 1} of ")
    synopsis.script("document.activeElement.blur()")
    synopsis.press("p")
    assert synopsis.one("[aria-current=true]").get_attribute("data-event") == first
    synopsis.find("xyzzyplugh")
    synopsis.wait(lambda: synopsis.one("#find-count").text == "nothing found", "nothing")
    assert not synopsis.all("[data-testid=entry]")
    assert synopsis.one("#timeline-empty")
    assert synopsis.one("#find-next").get_attribute("disabled")


def test_find_words_that_the_narrative_lacks(page: "WebDriver", night: Path, night_book: Book) -> None:
    told = " ".join(passage.text for passage in night_book.main.passages).casefold()
    version = next(v for v in night_book.versions if v.usable and v.text.casefold()[:40] not in told)
    synopsis = opened(page, night)
    count = synopsis.find(f'"{version.text[:40]}"')
    assert count.startswith("1 of 1 event, 0 places")
    assert synopsis.one("[aria-current=true]").get_attribute("data-event") == version.event
    assert not synopsis.all("#panel"), "typing opens nothing"
    synopsis.press("ENTER")
    assert synopsis.texts("[data-testid=account] mark"), "Enter shows the account"


def test_filters(page: "WebDriver", night: Path) -> None:
    synopsis = opened(page, night)
    passages = synopsis.all("[data-testid=passage]")
    source = passages[0].get_attribute("data-source")
    synopsis.one(f"[data-testid=chip][data-source={source}]").click()
    assert not passages[0].find_element("css selector", ".words").is_displayed()
    assert "is switched off" in passages[0].text
    synopsis.open(passages[0].get_attribute("data-event"))
    assert source not in {account.get_attribute("data-source") for account in synopsis.all("[data-testid=account]")}
    synopsis.press("ESCAPE")
    synopsis.one("#sources-all").click()
    assert passages[0].find_element("css selector", ".words").is_displayed()
    synopsis.one("#marks [data-mark=once]").click()
    assert [entry.get_attribute("data-event") for entry in synopsis.all("[data-testid=entry]")] == ["van-at-lights"]
    synopsis.one("#marks [data-mark=once]").click()
    synopsis.one("#marks [data-mark=editor]").click()
    assert {e.get_attribute("data-event") for e in synopsis.all("[data-testid=entry]")} == {"bang", "man-falls"}


def test_every_run_is_complete(page: "WebDriver", night: Path, night_book: Book) -> None:
    from selenium.webdriver.support.ui import Select

    synopsis = opened(page, night)
    shown = [n for n in night_book.runs if n.run.parameters.get("seed", 0) == 0]  # of random runs the first
    for number, narrated in enumerate(shown):
        Select(synopsis.one("[data-testid=run]")).select_by_value(str(number))
        assert synopsis.passages() == [[p.event, p.version, p.text] for p in narrated.passages]
        if narrated is not night_book.main:
            assert synopsis.hash == f"run={narrated.run.id.replace(',', '%2C').replace('=', '%3D')}"


def test_links_and_history(page: "WebDriver", night: Path) -> None:
    synopsis = opened(page, night, "#event=bang&run=longest")
    assert synopsis.one("#panel-title").text == "A bang is heard"
    assert synopsis.one("#run").get_attribute("value") == synopsis.one("#run option:checked").get_attribute("value")
    assert synopsis.one("#run option:checked").text == "Longest account · longest"
    synopsis.press("ESCAPE")
    assert synopsis.hash == "run=longest"
    synopsis.open("van-leaves")
    assert synopsis.hash == "event=van-leaves&run=longest"
    page.back()
    synopsis.wait(lambda: not synopsis.all("#panel"), "the event to close")
    page.back()
    synopsis.wait(lambda: synopsis.one("#panel-title").text == "A bang is heard", "the event before")
    page.forward()
    page.forward()
    synopsis.wait(lambda: synopsis.one("#panel-title").text == "The van drives away", "the event behind")
    synopsis.one("#panel-link").click()
    copied = synopsis.wait(lambda: synopsis.texts("#live")[0], "what was copied")
    assert copied == f"Copied: {page.current_url}"
    lost = opened(page, night, "#event=nowhere&run=nobody")
    assert lost.one("#notice").text == "This book has no run “nobody” and no event “nowhere”."


def test_accounts_side_by_side(page: "WebDriver", night: Path, night_book: Book) -> None:
    versions = next(versions for event, versions in night_book.timeline_entries if event.id == "fire-starts")
    stretches = shared([version.text for version in versions], night_book.language)
    synopsis = opened(page, night)
    synopsis.open("fire-starts")
    accounts = synopsis.all("[data-testid=account]")
    assert [a.get_attribute("data-version") for a in accounts] == [v.id for v in versions]
    assert synopsis.texts("[data-testid=account-words]") == [v.text for v in versions]
    for shown, version in zip(accounts, versions, strict=True):
        assert night_book.source_of(version).title in shown.text
        assert version.citation in shown.text
    tops = {a.rect["y"] for a in accounts}
    lefts = [a.rect["x"] for a in accounts]
    assert len(tops) == 1
    assert lefts == sorted(set(lefts))
    for level in (0, 1):
        wanted = [s.text.strip() for found in stretches for s in found if s.shared == level]
        assert synopsis.texts(f"[data-testid=account] .shared-{level}") == wanted
        assert wanted
    assert [a.get_attribute("class") for a in accounts].count("account in-narrative") == 1
    assert synopsis.one("[data-testid=reference]")
    accounts[0].find_element("css selector", "[data-testid=copy-citation]").click()
    copied = synopsis.wait(lambda: synopsis.texts("#live")[0], "what was copied")
    assert copied.startswith("Copied: ")
    assert f"version {versions[0].id}, taeg " in copied
    assert f"digest {night_book.digest}." in copied
    synopsis.press("ESCAPE")
    assert not synopsis.all("#panel")
    assert synopsis.focused("data-event") == "fire-starts"


def test_keyboard(page: "WebDriver", night: Path, night_book: Book) -> None:
    synopsis = opened(page, night)
    ids = [event.id for event in night_book.events]
    synopsis.press("TAB")
    assert synopsis.focused() == "skip"
    synopsis.press("ENTER")
    assert synopsis.focused() == "narrative"
    assert synopsis.hash == ""
    synopsis.press("j")
    synopsis.press("j")
    synopsis.press("k")
    assert synopsis.one("[aria-current=true]").get_attribute("data-event") == ids[0]
    synopsis.press("ENTER")
    assert synopsis.focused() == "panel-title"
    synopsis.press("j")
    assert synopsis.hash.startswith(f"event={ids[1]}&")
    synopsis.press("ESCAPE")
    assert synopsis.focused() == "narrative"
    synopsis.press("r")
    assert synopsis.one("#run option:checked").text.endswith(night_book.runs[1].run.id)
    synopsis.press("?")
    assert "Keys" in synopsis.one("#help").text
    synopsis.press("ESCAPE")
    assert not synopsis.all("#help")
    synopsis.press("s")
    assert "sentence 1 of" in synopsis.one("[data-testid=trace]").text
    synopsis.press("/")
    assert synopsis.focused() == "find"
    synopsis.press("jrk?")
    assert synopsis.one("#find").get_attribute("value") == "jrk?"


def test_scores_and_about(page: "WebDriver", night: Path, night_book: Book) -> None:
    synopsis = opened(page, night)
    synopsis.tab("scores")
    rows = synopsis.texts("[data-testid=scores-table] tbody th")
    assert rows[0] == "Graph centrality (TAEG) taeg (the narrative shown)"
    assert "Random account random, mean of 3 seeds" in rows
    assert len(rows) == len({n.run.strategy for n in night_book.runs})
    heads = synopsis.texts("[data-testid=scores-table] thead th")
    cells = dict(zip(heads[1:], synopsis.texts("[data-testid=scores-table] tbody tr:first-child td"), strict=True))
    assert cells["ROUGE-L"] == f"{night_book.main.scores['rougeL']:.3f}"
    draws = [n.scores["rougeL"] for n in night_book.runs if n.run.strategy == "random"]
    [chance] = (row for row in synopsis.texts("[data-testid=scores-table] tbody tr") if row.startswith("Random"))
    assert f"{fmean(draws):.3f} ± {stdev(draws):.3f}" in chance
    assert "RED" not in heads
    assert "Not shown, because it is 0 in every run: RED." in synopsis.texts("[data-testid=scores-notes] li")
    starred = synopsis.texts("[data-testid=scores-table] .superior")
    assert len(starred) == sum(len(n.superior) for n in night_book.runs if n.run.strategy != "random")


def test_about(page: "WebDriver", night: Path, night_book: Book) -> None:
    synopsis = opened(page, night)
    synopsis.tab("about")
    about = synopsis.texts("#view-about li")
    assert set(night_book.corrections) <= set(about)
    assert len(night_book.corrections) == len(books.CORRECTIONS)
    texts, runs = (row.find_elements("css selector", "tbody tr") for row in synopsis.all("#view-about table"))
    for source, row in zip(night_book.sources, texts, strict=True):
        [file] = source.files
        assert file.endswith(".md")
        assert "/" not in file
        for part in (source.title, source.id, file, readable(source.date, "en")):
            assert part in row.text
    assert "Longest account" in " ".join(row.text for row in runs)
    assert synopsis.script(
        "return [...document.querySelectorAll('#view-about .scroll')].map(e => e.scrollWidth <= e.clientWidth)"
    ) == [True, True], "nothing is cut off"
    assert night_book.digest in synopsis.one("#view-about").text


def test_print(page: "WebDriver", night: Path, night_book: Book) -> None:
    from pypdf import PdfReader

    synopsis = opened(page, night)
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    for control in ("#controls", "#tabs", ".tools", "#timeline", "#skip"):
        assert not synopsis.all(control), control
    assert len(synopsis.all("[data-testid=attribution]")) == len(night_book.main.passages)
    printed = page.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    pdf = PdfReader(io.BytesIO(base64.b64decode(printed["data"])))
    assert len(pdf.pages) > 1
    words = normalize("NFKC", " ".join(" ".join(sheet.extract_text() for sheet in pdf.pages).split()))  # no ligatures
    for passage in night_book.main.passages:
        assert passage.source_title in words
        assert " ".join(passage.reference.split()) in words


def test_hostile_text_is_text(page: "WebDriver", hostile: Path) -> None:
    synopsis = opened(page, hostile)
    shown = [entry.text for entry in synopsis.all("[data-testid=entry]")]
    for bad, words in zip(books.HOSTILE, shown[:-1], strict=True):
        assert bad.split("\u2028")[0].strip("\u202e") in words
    for bad in books.HOSTILE[:9]:
        synopsis.find(bad.split()[-1])
        synopsis.press("ESCAPE")
    for place in range(len(books.HOSTILE)):
        synopsis.script("document.querySelectorAll('a.entry')[arguments[0]].click()", place)
        assert len(synopsis.texts("[data-testid=account]")) == len(books.HOSTILE)
        assert synopsis.texts("#panel-title") == [f"E {books.HOSTILE[place]}"]
        assert synopsis.script("return window.hacked") is None
        if place >= books.NAMES_OF_OBJECTS:
            page.refresh()  # now as a link into the page
            assert synopsis.texts("#panel-title") == [f"E {books.HOSTILE[place]}"]
    synopsis.press("ESCAPE")
    for run in range(len(books.HOSTILE)):
        synopsis.script(
            "const s = document.getElementById('run'); s.value = arguments[0];s.dispatchEvent(new Event('change'))", run
        )
    for tab in ("scores", "about"):
        synopsis.tab(tab)
        [words] = synopsis.texts(f"#view-{tab}")
        assert [bad for bad in books.HOSTILE if bad not in words] == []
    assert synopsis.script("return window.hacked") is None
    made = "img, iframe, object, embed, svg a, form, base, link, [onerror], [onload], [onfocus], [href^='javascript' i]"
    assert not page.find_elements("css selector", made)
    assert len(page.find_elements("css selector", "script")) == 2
    assert no_complaint_and_nobody_asked(page) == []
