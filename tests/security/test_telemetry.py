"""ONNX Runtime sends nothing and leaves no identifier on the machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from taeg.text.onnx import OPT_OUT

SUPPRESSED = ("CI", "PYTEST_CURRENT_TEST", OPT_OUT)
"""Variables that may switch the telemetry off without our help."""
LOADED = """
import os
from taeg.text.onnx import load_runtime
load_runtime()
print(os.environ["ORT_DISABLE_TELEMETRY"])
"""


def test_no_file_and_no_telemetry(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    environment = {name: value for name, value in os.environ.items() if name not in SUPPRESSED}
    environment |= {name: str(tmp_path) for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    done = subprocess.run([sys.executable, "-c", LOADED], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr
    assert list(tmp_path.rglob("*")) == []


def test_the_library_is_imported_in_one_place() -> None:
    package = Path(__file__).parents[2] / "taeg"
    users = [path.name for path in package.rglob("*.py") if "import onnxruntime" in path.read_text(encoding="utf-8")]
    assert users == ["onnx.py"]
