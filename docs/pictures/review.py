"""Make the pictures of the review in docs/: `python -m docs.pictures.review`.

Drafts the statements of the example of the night without their headings, answers a few cards and takes pictures of the
three views.
Needs Chromium with its driver, and `pip install taeg[test] pillow`.
"""

import io
import re
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from ingest.drafts import request
from taeg.base.errors import Problems
from tests.browser import driving
from tests.browser.reviewing import ReviewPage, reviewed

DOCS = Path(__file__).resolve().parent.parent
STATEMENTS = DOCS.parent / "examples" / "night" / "statements"
WIDE, NARROW = (1280, 800), (400, 800)
ENTER, RIGHT, DOWN = "\ue007", "\ue014", "\ue015"


class Look(NamedTuple):
    """A picture: its file, and the keys that lead to it from the start page."""

    file: str
    keys: tuple[str, ...]
    size: tuple[int, int] = WIDE
    theme: str = "light"


LOOKS = (
    Look("review.png", ("p", ENTER, ENTER, ENTER)),
    Look("review-grid.png", ("g", *(DOWN,) * 6, RIGHT)),
    Look("review-documents.png", ("d", DOWN, DOWN, DOWN), theme="dark"),
    Look("review-narrow.png", (), NARROW),
)


def main() -> None:
    """Write the pictures, or say what is missing."""
    if reason := driving.missing():
        sys.exit(reason)
    with tempfile.TemporaryDirectory(prefix="taeg-pictures-") as name:
        folder = Path(name)
        (folder / "raw").mkdir()
        for file in STATEMENTS.glob("*.md"):
            text = re.sub(r"^---.*?---\n", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
            text = re.sub(r"^## .*\n(reference:.*\n)?", "", text, flags=re.MULTILINE)
            (folder / "raw" / f"{file.stem}.txt").write_text(text.strip() + "\n", encoding="utf-8")
        request.run(request.Request([folder / "raw"], folder / "case", model="none", title="The night"), Problems())
        with reviewed(folder / "case") as (url, _), driving.chromium(folder / "profile", *WIDE) as browser:
            for look in LOOKS:
                metrics = {"width": look.size[0], "height": look.size[1], "deviceScaleFactor": 1, "mobile": False}
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                page = ReviewPage(browser, url)
                page.script("document.documentElement.dataset.theme = arguments[0]", look.theme)
                for key in look.keys:
                    page.press(key)
                image = Image.open(io.BytesIO(browser.get_screenshot_as_png()))
                image.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(DOCS / look.file, optimize=True)


if __name__ == "__main__":
    main()
