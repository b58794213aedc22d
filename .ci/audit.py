"""Look up every package of constraints.txt among the known vulnerabilities, and say honestly how far that went.

Exit codes: 0 all were looked up and none is vulnerable, 1 some are, 3 the audit did not run or not for all of them.
pip-audit itself ends with 0 where a service knows no package at all, as a mirror does: a package that could not be
looked up is counted here as not audited.
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

PASSED, FOUND, NOT_RUN = 0, 1, 3
CONSTRAINTS = Path(__file__).resolve().parent.parent / "constraints.txt"
TOOL = f"{shlex.quote(sys.executable)} -m pip_audit"
"""Another one for tests: TAEG_AUDIT_TOOL."""
SERVICES = ("pypi", "osv")
SECONDS = 600
NAMED = 5


def main() -> int:
    """Ask one service after the other until one has looked up every package."""
    reasons = []
    for service in SERVICES:
        packages, reason = asked(service)
        vulnerable = {p["name"]: [v["id"] for v in p["vulns"]] for p in packages if p.get("vulns")}
        if vulnerable:
            print(f"audit: FOUND ({len(vulnerable)} of {len(packages)} packages are vulnerable)")
            for name, ids in vulnerable.items():
                print(f"  {name}: {', '.join(ids)}")
            return FOUND
        skipped = [p["name"] for p in packages if "skip_reason" in p]
        if packages and not skipped:
            print(f"audit: passed ({len(packages)} packages, none with a known vulnerability; {service})")
            return PASSED
        if skipped:
            names = ", ".join(skipped[:NAMED]) + (" …" if len(skipped) > NAMED else "")
            reason = f"{len(skipped)} of {len(packages)} packages could not be looked up: {names}"
        reasons.append(f"{service}: {reason}")
    print(f"audit: NOT RUN ({'; '.join(reasons)})")
    return NOT_RUN


def asked(service: str) -> tuple[list[dict], str]:
    """What the tool says of each package, or why it says nothing."""
    tool = shlex.split(os.environ.get("TAEG_AUDIT_TOOL") or TOOL)
    options = ["--requirement", str(CONSTRAINTS), "--no-deps", "--disable-pip", "--progress-spinner", "off"]
    try:
        done = subprocess.run(  # noqa: S603 (pip-audit, or what a test puts in its place)
            [*tool, *options, "--format", "json", "--vulnerability-service", service],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [], type(error).__name__
    try:
        return json.loads(done.stdout)["dependencies"], "it named no package"
    except (ValueError, KeyError, TypeError):
        said = [line for line in done.stderr.splitlines() if line.strip()]
        return [], (said[-1].strip()[:200] if said else f"the tool ended with {done.returncode}")


if __name__ == "__main__":
    sys.exit(main())
