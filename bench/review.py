"""How fast a review with 1,000 passages answers: `python -m bench.review` (needs Chromium with its driver).

Prints a row per action: from the key to the painted page, the processor time of the page, and the time until the draft
was computed again. Times are medians and maxima in milliseconds.
"""

import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.drafts import request
from taeg.base.errors import Problems
from tests.browser import driving
from tests.browser.reviewing import ReviewPage, reviewed

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

SOURCES, PASSAGES, EVENTS = 8, 125, 250
PEOPLE = ["Anna", "Ben", "Carla", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Irma", "Jan", "Karl", "Lena"]
VERBS = ["locked", "opened", "painted", "carried", "repaired", "closed", "watched", "left", "reached", "searched"]
THINGS = ["gate", "window", "ladder", "bicycle", "lantern", "basket", "piano", "kitchen", "cellar", "boat", "engine"]
PLACES = ["harbour", "market", "station", "bridge", "school", "mill", "chapel", "quarry", "orchard", "garden"]
FORMS = (
    "{0} {1} the {2} near the {3}.",
    "I saw that {0} {1} a {2} at the {3}.",
    "By the {3} the {2} was {1} by {0}, as far as I know.",
)
REPEATED = 10
ACTIONS = (
    ("tick", "1"),
    ("Enter", "Enter"),
    ("no event", "p"),
    ("undo", "u"),
    ("join, after a split", "sj"),
    ("open the grid", "rg"),
    ("move in the grid", "ArrowDown"),
    ("no event in the grid", "p"),
    ("undo in the grid", "u"),
    ("open the documents", "rd"),
)
_PRESS = """
    const [key, done] = arguments, start = performance.now();
    const press = new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true});
    (document.activeElement || document.body).dispatchEvent(press);
    requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => done(performance.now() - start);
        painted.port2.postMessage(0);
    });
"""


def case(folder: Path) -> Path:
    """Write statements and their draft; returns its folder."""
    chance = random.Random(1)
    events = [tuple(map(chance.choice, (PEOPLE, VERBS, THINGS, PLACES))) for _ in range(EVENTS)]
    (folder / "raw").mkdir()
    for source in range(SOURCES):
        reported = sorted(chance.sample(range(EVENTS), PASSAGES))
        sentences = [chance.choice(FORMS).format(*events[event]) for event in reported]
        lines = (" ".join(sentences[at : at + 5]) for at in range(0, PASSAGES, 5))
        (folder / "raw" / f"witness{source + 1}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    made = request.Request([folder / "raw"], folder / "case", passages="sentence", grain=1, model="none")
    request.run(made, Problems())
    return folder / "case"


def _busy(browser: "WebDriver") -> float:
    metrics = browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")) * 1000


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="taeg-review-") as name:
        folder = Path(name)
        with reviewed(case(folder)) as (url, _), driving.chromium(folder / "profile") as browser:
            browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
            page = ReviewPage(browser, url)
            print(f"{'action':22}{'painted':>16}{'processor':>16}{'draft':>16}")
            for action, keys in ACTIONS:
                rows = []
                for _ in range(REPEATED):
                    for key in [keys] if len(keys) > 2 else keys:
                        before = _busy(browser)
                        painted = browser.execute_async_script(_PRESS, key)
                        busy, start = _busy(browser) - before, time.monotonic()
                    page.ready()
                    rows.append((painted, busy, (time.monotonic() - start) * 1000))
                columns = [f"{statistics.median(of):.0f} ({max(of):.0f})" for of in zip(*rows, strict=True)]
                print(f"{action:22}" + "".join(f"{column:>16}" for column in columns), flush=True)


if __name__ == "__main__":
    main()
