"""`taeg review` killed at any moment: what was acknowledged is kept, and nothing looks edited."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

from ingest.drafts import folder as files
from ingest.drafts.folder import DecisionRow, EventRow, PassageRow
from taeg.base.errors import Problems
from taeg.web.review import Session
from tests.unit.drafts import STATEMENTS, drafted

ACKNOWLEDGED = 5
"""Writes after which the process is killed, while it computes the draft or writes its tables."""


def started(case: Path) -> tuple["subprocess.Popen[str]", str]:
    """Start the command; returns the process and its address."""
    command = [sys.executable, "-m", "taeg", "review", str(case), "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"http://\S+/", line):
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return process, found[0]
    raise AssertionError(f"the review did not start: {process.wait()}")


def decide(url: str, version: str, step: int) -> str:
    """Decide something about the first passages; returns the new version."""
    length = len(STATEMENTS["anna"].split(".")[0])
    place = {"document": step % len(STATEMENTS), "start": 0, "end": length}
    operation = {"type": "own", "place": place} if step % 2 else {"type": "none", "places": [place]}
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    headers = {"Content-Type": "application/json", "Origin": f"http://{address.netloc}"}
    body = json.dumps({"version": version, "operation": operation})
    connection.request("POST", f"{address.path}write", body, headers)
    return str(json.load(connection.getresponse())["version"])


def test_a_killed_review_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    process, url = started(case)
    try:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        connection.request("GET", f"{urlsplit(url).path}state")
        version = str(json.load(connection.getresponse())["version"])
        for step in range(ACKNOWLEDGED):
            version = decide(url, version, step)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    problems = Problems()
    tables = {files.ALIGNMENT: PassageRow, files.TIMELINE: EventRow, files.DECISIONS: DecisionRow}
    read = {name: [row for _, row in files.read_rows(case / name, kind, problems)] for name, kind in tables.items()}
    problems.settle()
    assert all(read.values())
    session = Session(case)
    session.close()
    assert session.version == version
    assert len(session.snapshot().result.decisions) == len(read[files.DECISIONS]) == ACKNOWLEDGED
