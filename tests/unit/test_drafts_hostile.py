"""Drafts of strangers: links out of the folder, models named in files, hostile requests to the review."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ingest.drafts import folder as files
from ingest.drafts import request
from taeg.base.errors import InputError, Problems
from taeg.web import operations as ops
from taeg.web import review_app
from taeg.web.operations import Place
from taeg.web.review import Session
from tests.unit.drafts import drafted


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return drafted(tmp_path)


@pytest.mark.parametrize("name", [files.DECISIONS, files.TIMELINE, files.MANIFEST, "originals/anna.txt", files.TEXTS])
def test_links_out_of_a_draft_are_refused(case: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    if name == files.TEXTS:
        outside.mkdir()
        (outside / "anna.txt").write_text("mine")
    else:
        outside.write_bytes((case / name).read_bytes())
        (case / name).unlink()
    (case / name).symlink_to(outside)
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(InputError, match="is a link to a place outside the draft"):
        request.run(request.Request([case], grain=2), Problems())
    with pytest.raises(InputError, match="is a link to a place outside the draft"):
        Session(case)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == kept


def test_linked_documents_are_refused(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "anna.txt").write_text("I locked the shop at nine. The alarm rang.")
    (tmp_path / "secret.txt").write_text("The key is under the mat.")
    (raw / "ben.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(InputError, match="is a link to a place outside the folder"):
        request.run(request.Request([raw], tmp_path / "case", model="none"), Problems())
    assert not (tmp_path / "case").exists()


@pytest.mark.parametrize("model", [".", "owner/name"])
def test_a_model_named_by_a_draft_is_not_loaded(case: Path, model: str) -> None:
    state = json.loads((case / files.STATE).read_text())
    state["settings"]["model"] = model
    (case / files.STATE).write_text(json.dumps(state))
    for again in (lambda: request.run(request.Request([case]), Problems()), lambda: Session(case)):
        with pytest.raises(InputError, match="name it again with --model"):
            again()
    Session(case, model="none").close()
    request.run(request.Request([case], model="none"), Problems())


@pytest.fixture
def session(case: Path) -> Iterator[Session]:
    opened = Session(case)
    yield opened
    opened.close()


@pytest.mark.parametrize("place", [Place(0, -5, 3), Place(0, 0, 10_000), Place(0, 9, 3), Place(7, 0, 1)])
def test_places_outside_the_documents_are_refused(session: Session, place: Place) -> None:
    with pytest.raises(InputError, match="reload the page"):
        session.apply(session.version, ops.NoEvent((place,)))
    assert files.read_rows(session.folder / files.DECISIONS, files.DecisionRow, Problems()) == []


def test_equal_places_are_one_decision(session: Session) -> None:
    session.apply(session.version, ops.NoEvent((Place(0, 0, 10),) * 1000))
    assert len(files.read_rows(session.folder / files.DECISIONS, files.DecisionRow, Problems())) == 1


@pytest.mark.parametrize("body", [b"[" * 50_000, b"{", b"\xff", b"{}"], ids=["nested", "cut", "bytes", "empty"])
def test_malformed_writes(session: Session, body: bytes) -> None:
    own = "http://127.0.0.1"
    client = TestClient(review_app.application("t", session), base_url=own, raise_server_exceptions=False)
    answer = client.post("/t/write", content=body, headers={"content-type": "application/json", "origin": own})
    assert answer.status_code == 400
    assert "not understood" in answer.json()["error"]
