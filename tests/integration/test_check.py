"""`taeg check` tells everything that is wrong with a corpus, and `taeg ingest` of it leaves the graph alone."""

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Outcome, Taeg
from tests.integration.bad_corpora import CASES, UNREADABLE
from tests.integration.corpora_made import GOOD, HEADER, TIMELINE, Case

Held = tuple[Path, str]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the graph of this module lies."""
    return tmp_path_factory.mktemp("graph") / "graph.db"


@pytest.fixture
def held(store: Path, taeg_command: Taeg) -> Held:
    """An embedded graph that holds a small good corpus, and what `stats` says of it."""
    if not store.exists():
        good = store.parent / "good.csv"
        good.write_text(GOOD)
        assert taeg_command("ingest", good, "--language", "en", "--store", store).code == 0
    return store, taeg_command("stats", "--json", "--store", store).out


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a corpus is to be made; the user stands above it."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "case"
    made.mkdir()
    return made


def told(outcome: Outcome, case: Case, folder: Path) -> list[str]:
    """The lines of an outcome that is fit for people: no traceback, and no path but as it was given."""
    said = outcome.out + outcome.err
    assert "Traceback" not in said
    assert "internal error" not in said
    if case.name != "out by an absolute path":
        assert str(folder.parent) not in said
    return said.splitlines()


def one_line(text: str) -> bool:
    return re.fullmatch(r"taeg: [^\n]+\n", text) is not None


def look(case: Case, folder: Path, taeg_command: Taeg, held: Held) -> None:
    path = (case.build(folder) or folder).relative_to(folder.parent)
    outcome = taeg_command("check", path)
    lines = told(outcome, case, folder)
    assert [line for line in lines if all(words in line for words in case.says)], lines
    assert outcome.code == (0 if case.good else 2), lines
    assert outcome.err == ""
    facts = taeg_command("check", path, "--json")
    assert json.loads(facts.out)["good"] is case.good
    if case.good:
        assert taeg_command("ingest", path, "--store", folder / "graph.db").code == 0
        return
    store, before = held
    # a note may stand beside it, but the fault is one line, and the last line counts the faults
    assert [line for line in lines if not line.startswith("note: ")][1:] == [
        f"{path}: one fault to mend before it can be loaded"
    ]
    refused = taeg_command("ingest", path, "--store", store)
    told(refused, case, folder)
    assert refused.code == 2
    assert refused.out == ""
    assert one_line(refused.err)
    assert all(words in refused.err for words in case.says), refused.err
    assert taeg_command("stats", "--json", "--store", store).out == before
    assert [facts["corpus"] for facts in json.loads(before)] == ["good-audited"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_people_have(case: Case, taeg_command: Taeg, held: Held, folder: Path) -> None:
    look(case, folder, taeg_command, held)


if os.geteuid():  # root may read everything, so there is nothing to refuse

    @pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case.name)
    def test_what_may_not_be_read(case: Case, taeg_command: Taeg, held: Held, folder: Path) -> None:
        look(case, folder, taeg_command, held)


def test_a_file_that_the_system_refuses(taeg_command: Taeg, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "reports.csv").write_text("source,event,text\nanna,arrival,They came.\n")
    opened: Callable[..., object] = Path.open

    def refused(path: Path, *args: str, **more: str) -> object:
        if path.name == "reports.csv":
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **more)

    monkeypatch.setattr(Path, "open", refused)
    outcome = taeg_command("check", folder)
    assert outcome.code == 2
    assert "reports.csv' cannot be read: Permission denied" in outcome.out


def test_there_are_cases_enough() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names) >= 45
    assert all(case.says for case in CASES if not case.good)


def test_all_faults_at_once_by_file_and_line(taeg_command: Taeg, held: Held, folder: Path) -> None:
    (folder / "corpus.yaml").write_text(
        "fiels: x\nfiles:\n  - second.csv\n  - first.csv\n  - carl.md\ntimeline: timeline.csv\npriority: [ana]\n"
        "corrections: corrections.yaml\n"
    )
    (folder / "timeline.csv").write_text(f"{TIMELINE}supper,fourth\narrival,5\n")
    (folder / "second.csv").write_text(
        "source,event,text,time\nanna,arival,They came.,\nben,arrival,They came.,25:00\nben,,They left.,\n"
        "ben,dinner,They ate.,2024-13\nben,supper,They ate.,2024\nben,supper,They ate.,2024\n"
    )
    (folder / "first.csv").write_text(f"{HEADER}BEN,arrival,They came.\nben,arrival\n")
    (folder / "carl.md").write_text("---\ndate: 2024-02-30\n---\n# departur\n\nThey left.\n\n# arrival\n")
    (folder / "corrections.yaml").write_text("- renam: arrival\n- rename: arrival\n")
    outcome = taeg_command("check", "case")
    assert outcome.code == 2
    places = [line.split(": ")[0].removeprefix("case/") for line in outcome.out.splitlines()]
    assert places == [
        *("corpus.yaml:1", "corpus.yaml:7", "timeline.csv:5", "timeline.csv:6"),
        *("second.csv:2", "second.csv:3", "second.csv:4", "second.csv:5", "second.csv:5", "second.csv:7"),
        *("first.csv:2", "first.csv:3", "carl.md:2", "carl.md:4", "carl.md:8"),
        *("corrections.yaml:1", "corrections.yaml:2", "case"),
    ]
    assert outcome.out.endswith("case: 17 faults to mend before it can be loaded\n")
    store, before = held
    refused = taeg_command("ingest", "case", "--store", store)
    assert refused.code == 2
    assert one_line(refused.err)
    first = outcome.out.splitlines()[0]
    assert refused.err == f"taeg: {first} (16 more: run `taeg check` for the full list)\n"
    assert taeg_command("stats", "--json", "--store", store).out == before


def test_a_table_of_faults_stays_readable(taeg_command: Taeg, folder: Path) -> None:
    names = [f"evnt-{number}" for number in range(20_000)]
    events = "".join(f"event-{number},{number}\n" for number in range(2_000))
    (folder / "timeline.csv").write_text(f"event,order\n{events}")
    (folder / "reports.csv").write_text(HEADER + "".join(f"anna,{name},They came.\n" for name in names))
    started = time.monotonic()
    outcome = taeg_command("check", "case")
    assert time.monotonic() - started < 60
    lines = outcome.out.splitlines()
    assert outcome.code == 2
    assert lines[0].startswith("case/reports.csv:2: event 'evnt-0' is not in the timeline; did you mean 'event-")
    assert lines[49].startswith("case/reports.csv:51: ")
    assert lines[50:] == [
        "… and 19,950 more faults (use --json for all)",
        "case: 20,000 faults to mend before it can be loaded",
    ]
    facts = json.loads(taeg_command("check", "case", "--json").out)
    assert len(facts["faults"]) == 20_000


def test_a_large_good_table_is_not_compared_name_by_name(taeg_command: Taeg, folder: Path) -> None:
    rows = "".join(
        f"{source},event-{number},They came.\n"
        for number in range(6_000)
        for source in ("anna", "ben")[: 1 + number % 2]
    )
    (folder / "reports.csv").write_text(HEADER + rows)
    started = time.monotonic()
    outcome = taeg_command("check", "case")
    assert time.monotonic() - started < 60
    assert outcome.code == 0
    assert "did you mean" not in outcome.out


def test_no_name_leaves_in_what_a_message_quotes(taeg_command: Taeg, folder: Path) -> None:
    Path("who.csv").write_text("name,pseudonym\nAnna Weber,Witness A\n")
    (folder / "anna.md").write_text(
        "Statement taken down on Friday, Anna Weber being sober.\n\n# anna\u00a0weber arrives\n\nShe came.\n\n"
        "# anna\u00a0weber Arrives\n\nShe came.\n\n# anna\u202fweber leaves\n"
    )
    (folder / "timeline.csv").write_text("event,time\nAnna\u00a0Weber arrives,1\nAnna\u00a0Weber arrives,2\n")
    for form in ((), ("--json",)):
        plain = taeg_command("check", "case", *form)
        assert "Anna We…" in plain.out
        assert "xa0Weber" in plain.out
        redacted = taeg_command("check", "case", *form, "--pseudonyms", "who.csv")
        assert redacted.code == 2
        assert "Witness A" in redacted.out
        assert not re.search("We…|weber", redacted.out, re.IGNORECASE), redacted.out
    refused = taeg_command("ingest", "case", "--store", "graph.db", "--pseudonyms", "who.csv")
    assert refused.code == 2
    assert not re.search("We…|weber", refused.err, re.IGNORECASE), refused.err
    assert "Anna We…" in taeg_command("check", "case").out


def test_folders_that_programs_leave_behind_are_not_read(taeg_command: Taeg, folder: Path) -> None:
    for name in ("", "__late", ".git", "__MACOSX", "__pycache__"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / f"{name.strip('._') or 'first'}.md").write_text("# arrival\n\nThey came.\n")
    outcome = taeg_command("check", "case")
    assert outcome.code == 0, outcome.out
    assert "case: good; 2 sources, 1 event, 2 accounts" in outcome.out
