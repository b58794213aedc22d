"""Make the picture of the review in docs/: `python -m docs.pictures.review`.

Drafts the statements of the example of the night without their headings, answers a few cards and photographs the next.
Needs Chromium with its driver, and `pip install taeg[test] pillow`.
"""

import io
import re
import sys
import tempfile
from pathlib import Path

from PIL import Image

from ingest.drafts import request
from taeg.base.errors import Problems
from tests.browser import driving
from tests.browser.reviewing import ReviewPage, reviewed

DOCS = Path(__file__).resolve().parent.parent
STATEMENTS = DOCS.parent / "examples" / "night" / "statements"
WIDE = (1280, 800)


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
            metrics = {"width": WIDE[0], "height": WIDE[1], "deviceScaleFactor": 1, "mobile": False}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            page = ReviewPage(browser, url)
            for key in ("p", "1", "\ue007", "\ue007", "\ue007", "2"):
                page.press(key)
                page.ready()
            for view, target in (("r", "review.png"), ("g", "review-grid.png")):
                page.press(view)
                image = Image.open(io.BytesIO(browser.get_screenshot_as_png()))
                image.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(DOCS / target, optimize=True)


if __name__ == "__main__":
    main()
