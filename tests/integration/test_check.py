"""`taeg check`, and `taeg ingest` of faulty corpora: messages, exit codes, and an unchanged graph."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import Taeg
from tests.unit.test_bad_corpora import ANNA, GOOD, HEADER, TIMELINE, TWELVE, Content, table, write

FAULTY: dict[str, tuple[Mapping[str, Content], str]] = {
    "row": (table("anna,arrival,", TWELVE), "reports.csv:14: 'text' is empty"),
    "event": ({"timeline.csv": TIMELINE, **table("anna,arival,They came.")}, "did you mean 'arrival'?"),
    "document": ({"anna.md": f"I, Anna, say:\n\n{ANNA}"}, "anna.md:1: "),
    "manifest": ({"reports.csv": GOOD, "corpus.yaml": "files: ../secret.csv\n"}, "outside the corpus folder"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder `case` in the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case").mkdir()
    return Path("case")


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_corpus_is_not_loaded(taeg_command: Taeg, folder: Path, address: str, name: str) -> None:
    Path("good.csv").write_text(GOOD)
    store = ("--store", address)
    assert taeg_command("ingest", "good.csv", "--language", "en", *store).code == 0
    before = taeg_command("stats", "--json", *store).out
    files, message = FAULTY[name]
    write(folder, files)
    checked = taeg_command("check", "case")
    assert (checked.code, checked.err) == (2, "")
    assert message in checked.out
    assert checked.out.endswith("case: one fault to fix before it can be loaded\n")
    assert json.loads(taeg_command("check", "case", "--json").out)["good"] is False
    refused = taeg_command("ingest", "case", *store)
    assert (refused.code, refused.out) == (2, "")
    assert re.fullmatch(r"taeg: [^\n]+\n", refused.err)
    assert message in refused.err
    assert taeg_command("stats", "--json", *store).out == before


def test_order_disagreements(taeg_command: Taeg, folder: Path) -> None:
    rows = "anna,departure,They left.\nanna,arrival,They came.\n"
    write(folder, {"timeline.csv": TIMELINE, "reports.csv": HEADER + rows})
    checked = taeg_command("check", "case")
    assert checked.code == 0
    assert "order disagreement: case/reports.csv:3: anna reports 'departure' before 'arrival'" in checked.out
    facts = json.loads(taeg_command("check", "case", "--json").out)
    assert len(facts["order_disagreements"]) == 1
    assert facts["contradictions"] == facts["order_disagreements"]
    loaded = taeg_command("ingest", "case", "--store", "graph.db")
    assert "  order disagreement: anna reports 'departure' before 'arrival'" in loaded.out
    [facts] = json.loads(taeg_command("stats", "--json", "--store", "graph.db").out)
    assert facts["contradictions"] == facts["order_disagreements"] != []


def test_all_faults_are_listed_by_file_and_line(taeg_command: Taeg, folder: Path) -> None:
    write(
        folder,
        {
            "corpus.yaml": "fiels: x\nfiles:\n  - second.csv\n  - first.csv\n  - carl.md\ntimeline: timeline.csv\n"
            "priority: [ana]\ncorrections: corrections.yaml\n",
            "timeline.csv": f"{TIMELINE}supper,fourth\narrival,5\n",
            "second.csv": "source,event,text,time\nanna,arival,They came.,\nben,arrival,They came.,25:00\n"
            "ben,,They left.,\nben,dinner,They ate.,2024-13\nben,supper,They ate.,2024\nben,supper,They ate.,2024\n",
            "first.csv": f"{HEADER}BEN,arrival,They came.\nben,arrival\n",
            "carl.md": "---\ndate: 2024-02-30\n---\n# departur\n\nThey left.\n\n# arrival\n",
            "corrections.yaml": "- renam: arrival\n- rename: arrival\n",
        },
    )
    outcome = taeg_command("check", "case")
    assert outcome.code == 2
    origins = [line.split(": ")[0].removeprefix("case/") for line in outcome.out.splitlines()]
    assert origins == [
        *("corpus.yaml:1", "corpus.yaml:7", "timeline.csv:5", "timeline.csv:6"),
        *("second.csv:2", "second.csv:3", "second.csv:4", "second.csv:5", "second.csv:5", "second.csv:7"),
        *("first.csv:2", "first.csv:3", "carl.md:2", "carl.md:4", "carl.md:8"),
        *("corrections.yaml:1", "corrections.yaml:2", "case"),
    ]
    assert outcome.out.endswith("case: 17 faults to fix before it can be loaded\n")
    refused = taeg_command("ingest", "case", "--store", "graph.db")
    first = outcome.out.splitlines()[0]
    assert refused.err == f"taeg: {first} (16 more: run `taeg check` for the full list)\n"


def test_long_lists_are_shortened(taeg_command: Taeg, folder: Path) -> None:
    write(folder, {"reports.csv": HEADER + "anna,arrival,\n" * 200})
    outcome = taeg_command("check", "case")
    assert outcome.out.splitlines()[50:] == [
        "… and 150 more (use --json for all)",
        "case: 200 faults to fix before it can be loaded",
    ]
    assert len(json.loads(taeg_command("check", "case", "--json").out)["faults"]) == 200


def test_pseudonyms_apply_to_messages(taeg_command: Taeg, folder: Path) -> None:
    Path("who.csv").write_text("name,pseudonym\nAnna Weber,Witness A\n")
    (folder / "anna.md").write_text(
        "Statement taken down on Friday, Anna Weber being sober.\n\n# anna\u00a0weber arrives\n\nShe came.\n\n"
        "# anna\u00a0weber Arrives\n\nShe came.\n\n# anna\u202fweber leaves\n"
    )
    (folder / "timeline.csv").write_text(
        "event,time\nAnna\u00a0Weber arrives,1\nAnna\u00a0Weber arrives,Anna\u00a0Weber\n"
    )
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
