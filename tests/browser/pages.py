"""Synopsis pages written, opened and looked at behind the scenes."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from taeg import export as exports
from taeg.export.book import Book

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

    from tests.browser.reading import Synopsis


def written(file: Path, book: Book) -> Path:
    file.write_bytes(exports.render(book, "html")[""])
    return file


def opened(page: "WebDriver", file: Path | str, hash: str = "") -> "Synopsis":
    from tests.browser.reading import Synopsis

    return Synopsis(page, file, hash)


def no_complaint_and_nobody_asked(page: "WebDriver") -> list[str]:
    """What the console complains of, and whom the page asked for anything."""
    complaints = [entry["message"] for entry in page.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    messages = [json.loads(entry["message"])["message"] for entry in page.get_log("performance")]
    sent = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    assert sent, "the log does not tell of the page itself"
    return complaints + [url for url in sent if not url.startswith(("file:", "data:", "about:"))]
