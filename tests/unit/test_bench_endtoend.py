"""What the end-to-end benchmark makes of its measurements, and that a process is measured with its children."""

import sys
from pathlib import Path

import pytest

from bench import endtoend, process
from bench.endtoend import Stage
from bench.table import Row


def stages(seconds: dict[int, float], megabytes: float = 500.0) -> list[Stage]:
    return [Stage(size, stage, s / 2, s / 2, megabytes, "") for size, s in seconds.items() for stage in endtoend.STAGES]


def by_bar(rows: list[Row]) -> dict[str, Row]:
    return {row.bar: row for row in rows}


def test_sizes_are_read_as_people_write_them() -> None:
    assert endtoend.parsed("1M, 10k,250") == (250, 10_000, 1_000_000)
    assert [endtoend.called(size) for size in (250, 10_000, 1_000_000)] == ["250", "10k", "1M"]


def test_the_environment_cuts_the_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BENCH_SIZES", raising=False)
    assert endtoend.wanted_sizes() == endtoend.SIZES
    monkeypatch.setenv("BENCH_SIZES", "10k,100k")
    assert endtoend.wanted_sizes() == (10_000, 100_000)


def test_growth_compares_the_time_of_one_version() -> None:
    rows = by_bar(endtoend.judged(stages({10_000: 5.0, 1_000_000: 700.0}), {}))
    assert rows["≤ 1.5 x"].ratio == pytest.approx(1.4)
    assert rows["≤ 1.5 x"].met
    assert rows["≤ 900 s"].met
    assert rows["≤ 6 GB"].met
    slow = by_bar(endtoend.judged(stages({10_000: 5.0, 1_000_000: 1_000.0}, 6_500.0), {}))
    assert [slow[bar].met for bar in ("≤ 1.5 x", "≤ 900 s", "≤ 6 GB")] == [False, False, False]


def test_a_size_that_was_cut_or_failed_is_no_bar_met() -> None:
    cut = by_bar(endtoend.judged(stages({10_000: 5.0}), {}))
    assert (cut["≤ 1.5 x"].met, cut["≤ 900 s"].met) == (None, None)
    assert "10k" in cut["≤ 900 s"].note
    failed = by_bar(endtoend.judged(stages({10_000: 5.0}), {1_000_000: "failed: disk full"}))
    assert failed["≤ 900 s"].met is None
    assert failed["≤ 900 s"].note == failed["≤ 1.5 x"].note == "failed: disk full"


def test_a_size_measured_again_replaces_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "scaling.json"
    endtoend.record(stages({10_000: 5.0, 100_000: 50.0}), path)
    endtoend.record(stages({10_000: 7.0}), path)
    assert [(s.size, s.seconds) for s in endtoend.recorded(path) if s.stage == "ingest"] == [
        (10_000, 3.5),
        (100_000, 25.0),
    ]


def test_memory_is_that_of_a_process_and_its_children() -> None:
    holds = "import time; a = bytearray(60_000_000); a[::4096] = a[::4096]; time.sleep(1.5)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {holds!r}])"
    alone = process.run([sys.executable, "-c", "pass"])
    found = process.run([sys.executable, "-c", f"b = bytearray(b'x') * 40_000_000; {parent}"])
    assert found.megabytes > alone.megabytes + 80


def test_a_command_that_fails_says_what_it_said_last() -> None:
    with pytest.raises(process.FailedError, match="no such luck"):
        process.run([sys.executable, "-c", "import sys; print('well'); sys.exit('no such luck')"])
