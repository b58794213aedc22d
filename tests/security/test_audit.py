"""The audit of dependencies: vulnerable, passed and not run are different results."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PASSED, FOUND, NOT_RUN = 0, 1, 3
HARMLESS = {"name": "click", "version": "8.1.0", "vulns": []}
VULNERABLE = {"name": "lxml", "version": "1.0", "vulns": [{"id": "PYSEC-0000-1", "fix_versions": ["5"]}]}
SKIPPED = {"name": "numpy", "skip_reason": "Dependency not found on PyPI and could not be audited"}


def stub(folder: Path, pypi: object, osv: object, code: int) -> str:
    """A stand-in for pip-audit with an answer for each service; a string is an error message."""
    script = folder / "stub.py"
    script.write_text(
        "import json, sys\n"
        f"answers = json.loads({json.dumps(json.dumps({'pypi': pypi, 'osv': osv}))})\n"
        "assert '--requirement' in sys.argv and '--no-deps' in sys.argv\n"
        "answer = answers[sys.argv[sys.argv.index('--vulnerability-service') + 1]]\n"
        "if isinstance(answer, str):\n    sys.exit(answer)\n"
        "print(json.dumps({'dependencies': answer}))\n"
        f"sys.exit({code})\n"
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


@pytest.mark.parametrize(
    ("pypi", "osv", "code", "says"),
    [
        ([HARMLESS], "not asked", PASSED, "audit: passed (1 packages"),
        ([HARMLESS, VULNERABLE], "not asked", FOUND, "lxml: PYSEC-0000-1"),
        ([SKIPPED, VULNERABLE], "not asked", FOUND, "audit: FOUND (1 of 2"),
        ("pypi is down", [HARMLESS], PASSED, "osv"),
        ("pypi is down", [VULNERABLE], FOUND, "audit: FOUND"),
        ("pypi is down", "no route to host", NOT_RUN, "audit: NOT RUN (pypi: pypi is down; osv: no route to host)"),
        ([SKIPPED], "down", NOT_RUN, "audit: NOT RUN (pypi: 1 of 1 packages could not be looked up: numpy; osv: down)"),
        ([HARMLESS, SKIPPED], [], NOT_RUN, "1 of 2 packages could not be looked up"),
        ([], [], NOT_RUN, "it named no package"),
    ],
)
def test_results(tmp_path: Path, pypi: object, osv: object, code: int, says: str) -> None:
    for tools_own in (0, 1):  # pip-audit exits with 0 even if it could look up nothing
        done = audited(stub(tmp_path, pypi, osv, tools_own))
        assert done.returncode == code
        assert done.stdout.startswith("audit: ")
        assert says in done.stdout
        assert ("NOT RUN" in done.stdout) == (code == NOT_RUN)


@pytest.mark.parametrize("tool", ["/nowhere/pip-audit", f"{shlex.quote(sys.executable)} -m no_such_module"])
def test_a_missing_tool_is_an_audit_not_run(tool: str) -> None:
    done = audited(tool)
    assert (done.returncode, done.stdout[:14]) == (NOT_RUN, "audit: NOT RUN")


def test_ci_fails_only_for_a_vulnerability() -> None:
    """The line of `.ci/run` with each exit code in place of the audit."""
    [line] = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if ".ci/audit.py" in line]
    for code, ends in ((PASSED, 0), (NOT_RUN, 0), (FOUND, 1)):
        command = line.replace(".venv/bin/python .ci/audit.py", f"(exit {code})")
        assert command != line
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], capture_output=True, text=True, check=False)
        assert done.returncode == ends
        assert ("audits not run: 1" in done.stdout) == (code == NOT_RUN)


def audited(tool: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "audit.py")],
        env={"PATH": "/usr/bin:/bin", "TAEG_AUDIT_TOOL": tool},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
