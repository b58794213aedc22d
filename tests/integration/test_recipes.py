"""The recipes of CONTRIBUTING.md, applied to a copy of the packages and run on both engines.

A code block whose info string names a file changes that file: `new` creates it, `before="…"` or `after="…"` inserts the
block at the only line that starts with the anchor, `replace="…"` puts it in place of the anchor. `example` writes
a file beside the graph. A `console` block runs its commands; the lines below a command must occur in its output.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGES = ("cypher", "ingest", "taeg", "eval")
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^## Add (?:a|an) (.+?)\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))
BLOCK = re.compile(
    r"^```(\w+)(?: (\S+))?(?: (new|example|before|after|replace)(?:=\"([^\n]+)\")?)?\n(.*?)^```",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A code block of a recipe."""

    language: str
    path: str
    action: str
    anchor: str
    content: str


def blocks(recipe: str) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(RECIPES[recipe])]


def apply(block: Block, root: Path) -> None:
    """Change the copy in `root` as the block says."""
    path = root / block.path
    if block.action in ("new", "example"):
        assert not path.exists()
        path.write_text(block.content, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if block.action == "replace":
        assert text.count(block.anchor) == 1
        path.write_text(text.replace(block.anchor, block.content.strip()), encoding="utf-8")
        return
    lines = text.splitlines(keepends=True)
    [index] = [i for i, line in enumerate(lines) if line.strip().startswith(block.anchor)]
    lines.insert(index + (block.action == "after"), block.content)
    path.write_text("".join(lines), encoding="utf-8")


def run(content: str, folder: Path, root: Path, store: str) -> None:
    """Run the commands of a console block in `folder` with the changed packages."""
    for text in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
        command, *expected = text.rstrip().split("\n")
        words = shlex.split(command)
        assert words[0] == "taeg"
        done = subprocess.run(
            [sys.executable, "-m", "taeg", *words[1:]],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(root), "TAEG_STORE": store},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (command, done.stderr)
        for line in expected:
            assert line.strip() in done.stdout, (command, done.stdout)


def test_a_recipe_for_each_extension_point() -> None:
    assert set(RECIPES) >= {"strategy", "metric", "reader", "export", "kind of edge", "node property"}


def engines() -> list[tuple[str, str]]:
    """Each recipe on the embedded engine; those that change what is stored on both."""
    both = [recipe for recipe in RECIPES if any(block.path.startswith("cypher/") for block in blocks(recipe))]
    return [*((recipe, "ladybug") for recipe in RECIPES), *((recipe, "neo4j") for recipe in both)]


@pytest.mark.parametrize(("recipe", "address"), engines(), indirect=["address"])
def test_recipe(recipe: str, address: str, tmp_path: Path) -> None:
    root = tmp_path / "copy"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, root / package)
    work = tmp_path / "work"
    work.mkdir()
    found = blocks(recipe)
    changes = [block for block in found if block.action]
    commands = [block for block in found if block.language == "console"]
    assert changes
    assert commands
    for block in changes:
        apply(block, work if block.action == "example" else root)
    for block in commands:
        run(block.content, work, root, address)
