"""A small draft for tests: three statements about one evening."""

from pathlib import Path

from ingest.drafts import request
from taeg.base.errors import Problems

STATEMENTS = {
    "anna": "I locked the shop at nine. The alarm in the street began to ring. Then a white van drove away fast. "
    "I had bought bread that morning.\n",
    "ben": "The alarm in the street began to ring at ten. A white van drove away very fast. "
    "The police came at eleven.\n",
    "carla": "I heard the alarm ring in the street. The police came with two cars at eleven. I went back to bed.\n",
}


def drafted(folder: Path, statements: dict[str, str] = STATEMENTS) -> Path:
    """Write a draft whose passages are sentences; returns its folder."""
    raw = folder / "raw"
    raw.mkdir(parents=True)
    for name, text in statements.items():
        (raw / f"{name}.txt").write_text(text, encoding="utf-8")
    out = folder / "case"
    request.run(request.Request([raw], out, passages="sentence", grain=1, model="none"), Problems())
    return out
