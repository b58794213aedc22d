"""Make the pictures of the synopsis page in docs/: `python -m docs.pictures.synopsis`.

Exports the example of the night with its runs and scores and photographs it wide and narrow, light and dark, its scores
and its contested facts. Needs Chromium with its driver, and `pip install taeg[test] pillow`.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from selenium.webdriver.remote.webdriver import WebDriver

import taeg
from taeg import export as exports
from tests.browser import books, driving
from tests.browser.reading import Synopsis

DOCS = Path(__file__).resolve().parent.parent
WIDE, NARROW = (1400, 900), (400, 800)
EVENT, RUN = "fire-starts", "taeg"


def main() -> None:
    """Write the pictures, or say what is missing."""
    if reason := driving.missing():
        sys.exit(reason)
    with tempfile.TemporaryDirectory(prefix="taeg-pictures-") as name:
        folder = Path(name)
        file = folder / "synopsis.html"
        file.write_bytes(exports.render(books.night(folder), "html")[""])
        contested = folder / "contested.html"
        with taeg.open(str(folder / "night.db")) as graph:
            graph.conflicts()
            contested.write_bytes(exports.render(exports.read(graph, "html", run=RUN), "html")[""])
        with driving.chromium(folder / "profile") as page:
            _photograph(page, file)
            with _screen(page, WIDE):
                Synopsis(page, contested).tab("contested")
                _keep(page, "synopsis-contested.png")


def _photograph(page: WebDriver, file: Path) -> None:
    link = f"#event={EVENT}&run={RUN}"
    with _screen(page, WIDE):
        synopsis = Synopsis(page, file, link)
        _keep(page, "synopsis.png")
        synopsis.tab("scores")
        _keep(page, "synopsis-scores.png")
        synopsis.tab("narrative")
        synopsis.one("#theme").click()
        _keep(page, "synopsis-dark.png")
        synopsis.one("#theme").click()
    with _screen(page, NARROW):
        synopsis = Synopsis(page, file, f"#run={RUN}")
        _keep(page, "synopsis-narrow.png")
        synopsis.one("#theme").click()
        _keep(page, "synopsis-narrow-dark.png")


@contextmanager
def _screen(page: WebDriver, size: tuple[int, int]) -> Iterator[None]:
    """A screen of exactly this size, which a window is not."""
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == NARROW}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    yield
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def _keep(page: WebDriver, name: str) -> None:
    """Write what is on the screen as a small file; colours are chosen so that rare ones stay, as those of sources."""
    page.execute_script("document.activeElement.blur()")
    page.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 300))")
    picture = Image.open(io.BytesIO(page.get_screenshot_as_png())).convert("RGB")
    few = picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    few.save(DOCS / name, optimize=True)
    print(DOCS / name)


if __name__ == "__main__":
    main()
