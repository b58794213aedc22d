"""The example notebook: every cell runs, in a copy, on a machine without any settings or language data."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

import ingest
from tests.conftest import ROOT

NOTEBOOK = ROOT / "examples" / "statements.ipynb"
CELL_SECONDS = 120
NAMED_BY_THE_USER = ("JUPYTER", "IPYTHON", "XDG_", "NLTK_DATA", "MPL", "TAEG_")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The examples in a folder of their own, and an empty home: nothing of this machine's user is found."""
    place = tmp_path_factory.mktemp("notebook")
    for name in ("night", "ferry"):
        shutil.copytree(ROOT / "examples" / name, place / "examples" / name)
    shutil.copy(NOTEBOOK, place / "examples")
    (place / "home").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(NAMED_BY_THE_USER)]:
            patch.delenv(name)
        patch.setenv("HOME", str(place / "home"))
        yield place


@pytest.fixture(scope="module")
def done(copy: Path) -> NotebookNode:
    """The notebook with its outputs, run in the folder where it lies."""
    return execute(read(), copy / "examples")


def read() -> NotebookNode:
    return nbformat.read(NOTEBOOK, as_version=4)


def execute(notebook: NotebookNode, folder: Path) -> NotebookNode:
    # the kernel that ipykernel ships in sys.prefix names no path: it runs on the interpreter that asks for it
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=CELL_SECONDS, kernel_name="python3", resources=resources)
    client.execute()
    return notebook


def shown(notebook: NotebookNode, cell: str) -> str:
    """What a cell printed or shows, as text."""
    [found] = [c for c in notebook.cells if c.id == cell]
    outputs = [output for output in found.outputs if output.get("name") != "stderr"]
    return "\n".join(output.get("text") or output["data"]["text/plain"] for output in outputs)


def html(notebook: NotebookNode, cell: str) -> str:
    """The HTML that a cell shows."""
    [found] = [c for c in notebook.cells if c.id == cell]
    return str(found.outputs[-1]["data"]["text/html"])


def test_the_notebook_is_stored_without_outputs() -> None:
    notebook = read()
    nbformat.validate(notebook)
    assert notebook.nbformat == 4
    assert notebook.metadata.kernelspec.name == "python3"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) >= 10
    for cell in code:
        assert cell.outputs == []
        assert cell.execution_count is None
        assert len(cell.source.splitlines()) <= 12


def test_every_cell_runs_without_errors_or_warnings(done: NotebookNode) -> None:
    for cell in done.cells:
        if cell.cell_type == "code":
            assert cell.execution_count
            assert [output for output in cell.outputs if output.output_type == "error"] == []
            # matplotlib may say there that it is looking for fonts
            assert "Warning" not in "".join(o.text for o in cell.outputs if o.get("name") == "stderr")


def test_cells_show_statements_corrections_and_scores(done: NotebookNode) -> None:
    corpus = ingest.read(ROOT / "examples" / "night")
    assert f"{len(corpus.events)} events, {len(corpus.versions)} versions" in shown(done, "load")
    assert all(source.id in shown(done, "sources") for source in corpus.sources)
    assert all(event.id in shown(done, "who-tells-what") for event in corpus.events)
    assert "argument-in-pub" in shown(done, "choices")
    assert "spread" in shown(done, "differ")
    assert "Statement of Pauline Garside" in shown(done, "sentences").splitlines()[1]
    for cell in ("correct", "marked"):
        assert "chosen by the editor: croft:argument-in-pub" in shown(done, cell)
    names = ("priority", "taeg-no-before", "lexrank", "random", "sight", "overlap")
    assert all(name in shown(done, "score") for name in names)
    assert "Statement of Pauline Garside" in html(done, "consolidate")
    assert "selected by taeg" in html(done, "event")
    [plot] = [cell for cell in done.cells if cell.id == "plot"]
    assert any("image/png" in output.get("data", {}) for output in plot.outputs)
    assert "not distinguishable" in shown(done, "verdicts")


def test_nothing_is_left_behind(copy: Path, done: NotebookNode) -> None:
    assert sorted(path.name for path in (copy / "examples").iterdir()) == ["ferry", "night", NOTEBOOK.name]


def test_the_notebook_runs_from_the_root(copy: Path) -> None:
    notebook = read()
    last = [cell.id for cell in notebook.cells].index("load")
    end = notebook.cells[-1]
    which = new_code_cell("import sys\nprint(sys.prefix)", id="which")
    notebook.cells = [which, *notebook.cells[: last + 1], end]
    execute(notebook, copy)
    assert "117 versions" in shown(notebook, "load")
    assert shown(notebook, "which").strip() == sys.prefix
