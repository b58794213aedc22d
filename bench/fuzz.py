"""A coverage-guided fuzzer over everything that reads or writes: `python -m bench.fuzz TARGET --seconds 120`.

`python -m bench.fuzz` lists the targets, `python -m bench.fuzz all` goes through them and prints a table. Targets are
those of `tests.fuzz.targets`, the fuzzer is Atheris (`pip install taeg[fuzz]`; it has wheels for Linux on x86-64 and
some versions of Python). What it learns is kept in `out/fuzz/TARGET`, so that the next run goes on from there; an
input that fails is written there as `crash-…`, `timeout-…` or `oom-…`. Give that file in place of the bounds to run it
alone: `python -m bench.fuzz TARGET --file out/fuzz/TARGET/crash-…`.
"""

import argparse
import importlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

OUT = Path("out") / "fuzz"
MEMORY = Path("/dev/shm")
"""Where files cost least, if it is there."""
ALL = "all"
LONGEST = 16_384
"""Bytes of an input."""
SECONDS_EACH, MEGABYTES = 90, 2_048
"""What one input may take by the clock, on a machine that may be busy; some 300 MB are there to begin with."""
LIBRARIES = {"docx": "docx", "xlsx": "openpyxl", "pdf": "pypdf"}
"""Whose branches count too, beside our own, for targets with that word in their name."""
_EXECUTED = re.compile(r"number_of_executed_units:\s*([0-9]+)")
_LOST = re.compile(r"(?:crash|timeout|oom|leak)-[0-9a-f]{40}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description="Fuzz a reader or a writer.")
    parser.add_argument("target", nargs="?", help="its name, or 'all'; without one they are listed")
    parser.add_argument("--runs", type=int, default=-1, help="how many inputs to try")
    parser.add_argument("--seconds", type=int, default=60, help="how long to try (default: 60)")
    parser.add_argument("--file", type=Path, help="one input to try")
    said = parser.parse_args()
    if said.target is None:
        from tests.fuzz.targets import TARGETS

        print("\n".join(TARGETS))
    elif said.file:
        _try_one(said.target, said.file)
    elif find_spec("atheris") is None:
        sys.exit("Atheris is not installed: pip install 'taeg[fuzz]' (Linux on x86-64; else TAEG_FUZZ=long pytest)")
    elif said.target == ALL:
        _go_through(said.runs, said.seconds)
    else:
        _fuzz(said.target, said.runs, said.seconds)


def _try_one(target: str, file: Path) -> None:
    from tests.fuzz.targets import TARGETS

    _known(target, TARGETS)
    TARGETS[target].run(file.read_bytes())
    print(f"{target}: {file} does no harm")


def _known(target: str, targets: Iterable[str]) -> None:
    names = list(targets)
    if target not in names:
        sys.exit(f"there is no target {target!r}; there are: {', '.join(names)}")


def _fuzz(target: str, runs: int, seconds: int) -> None:
    """Let Atheris loose on one target, in a process that it ends itself, and clear up after it."""
    with tempfile.TemporaryDirectory(prefix="taeg-fuzz-", dir=MEMORY if MEMORY.is_dir() else None) as scratch:
        os.environ["TMPDIR"] = scratch
        if child := os.fork():
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        else:
            _let_loose(target, runs, seconds)
    sys.exit(code)


def _let_loose(target: str, runs: int, seconds: int) -> None:
    import atheris

    libraries = [library for word, library in LIBRARIES.items() if word in target]
    with atheris.instrument_imports(include=["ingest", "taeg", *libraries]):
        for module in ("ingest.readers", "ingest.documents.docx", "ingest.documents.pdf", "taeg.export", *libraries):
            importlib.import_module(module)
        targets = importlib.import_module("tests.fuzz.targets").TARGETS
    _known(target, targets)
    chosen, folder = targets[target], OUT / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(chosen.seeds()):
        (folder / f"seed-{number}").write_bytes(seed)
    words = folder.with_suffix(".words")
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in chosen.words))
    options = [
        f"-max_len={LONGEST}",
        f"-timeout={SECONDS_EACH}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_total_time={seconds}",
        f"-runs={runs}",
        f"-dict={words}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
    ]

    def once(data: bytes) -> None:
        chosen.run(data)

    atheris.Setup([sys.argv[0], *options, str(folder)], once)
    with _quiet_logs():
        atheris.Fuzz()


def _escaped(word: str) -> str:
    """A word as libFuzzer's dictionaries have it."""
    return "".join(chr(b) if 32 < b < 127 and chr(b) not in '"\\' else f"\\x{b:02X}" for b in word.encode())


def _go_through(runs: int, seconds: int) -> None:
    """Every target in a process of its own, and a line for each."""
    from tests.fuzz.targets import TARGETS

    print(f"{'target':<22} {'seconds':>7} {'executions':>12}  found")
    failed = False
    for name in TARGETS:
        command = [sys.executable, "-m", "bench.fuzz", name, "--runs", str(runs), "--seconds", str(seconds)]
        begun = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        counted = _EXECUTED.search(done.stderr)
        found = sorted(set(_LOST.findall(done.stderr)))
        said = ", ".join(found) or ("nothing" if done.returncode == 0 else done.stderr.strip()[-200:])
        failed = failed or done.returncode != 0
        took = time.monotonic() - begun
        print(f"{name:<22} {took:>7.0f} {int(counted[1]) if counted else 0:>12,}  {said}", flush=True)
    sys.exit(int(failed))


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep what libraries say of damaged files off the terminal."""
    import logging
    import warnings

    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


if __name__ == "__main__":
    main()
