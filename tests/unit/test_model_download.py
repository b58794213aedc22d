"""Models are downloaded once, verified by hash, and listed by `taeg model`."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from taeg.base.errors import TaegError
from taeg.text.vectors import download, find_encoder
from taeg.text.vectors import models as models_module
from taeg.text.vectors.download import Artefact
from taeg.text.vectors.models import E5, E5_NAME, MODELS
from tests.conftest import Taeg
from tests.unit.tiny_model import onnx_model, tokenizer_json

MEMBERS = {"e5-small-v2-q.onnx": onnx_model(), "e5-small-v2-q-tokenizer.json": tokenizer_json().encode()}


def jar() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name, member in MEMBERS.items():
            packed.writestr(zipfile.ZipInfo(name), member)  # with a fixed date
    return content.getvalue()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home of TAEG on a machine without models and without Maven."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TAEG_MODEL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(models_module, "_package_folder", lambda _: None)
    return tmp_path / "home"


@pytest.fixture
def requests(home: Path, tmp_path: Path) -> Callable[[], list[str]]:
    """The artefacts that were asked for at a Maven, which copies them from `tmp_path / repository`."""
    log, program = tmp_path / "requests", tmp_path / "bin" / "mvn"
    log.touch()
    (tmp_path / "repository").mkdir()
    program.parent.mkdir()
    program.write_text(f"""#!/bin/sh
for word in "$@"; do
  case "$word" in -DoutputDirectory=*) folder="${{word#*=}}";; -Dartifact=*) named="${{word#*=}}";; esac
done
[ -z "$TAEG_HOME" ] || exit 4
echo "$named" >> "{log}"
exec /bin/cp "{tmp_path}/repository/"* "$folder/"
""")
    program.chmod(0o700)
    return lambda: log.read_text().split()


@pytest.fixture
def model(requests: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Artefact:
    """A small model in place of E5, in the repository."""
    content = jar()
    artefact = replace(E5, sha256=hashlib.sha256(content).hexdigest(), size=len(content))
    monkeypatch.setattr(models_module, "E5", artefact)
    monkeypatch.setitem(MODELS, E5_NAME, replace(MODELS[E5_NAME], artefact=artefact))  # type: ignore[arg-type]
    publish(tmp_path, artefact, content)
    return artefact


def publish(tmp_path: Path, artefact: Artefact, content: bytes) -> None:
    (tmp_path / "repository" / artefact.filename).write_bytes(content)


def test_download_on_first_use(model: Artefact, requests: Callable[[], list[str]]) -> None:
    assert find_encoder() is None
    assert requests() == []
    said: list[str] = []
    found = find_encoder(say=said.append)
    assert found is not None
    assert len(said) == 1
    assert requests() == [f"{model.group}:{model.name}:{model.version}"]
    assert "Downloading" in said[0]
    assert model.path.stat().st_mode & 0o777 == 0o600
    again = find_encoder(E5_NAME, say=pytest.fail)
    assert again is not None
    np.testing.assert_array_equal(again.encode(["the bridge"]), found.encode(["the bridge"]))
    assert len(requests()) == 1


@pytest.mark.parametrize(
    "content", [b"another file", jar() + b"x", jar()[:-1], b""], ids=["other", "longer", "shorter", "empty"]
)
def test_a_file_with_another_hash_is_refused(model: Artefact, tmp_path: Path, content: bytes) -> None:
    publish(tmp_path, model, content)
    with pytest.raises(TaegError, match=r"could not be downloaded \(the file does not have the expected SHA-256"):
        download.fetch(model, str)
    assert not [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    said: list[str] = []
    assert find_encoder(say=said.append) is None
    assert "expected SHA-256" in said[-1]


@pytest.mark.parametrize("damage", [b"", b"another file"])
def test_a_damaged_file_is_downloaded_again(model: Artefact, requests: Callable[[], list[str]], damage: bytes) -> None:
    download.fetch(model, str)
    model.path.write_bytes(damage)
    assert find_encoder() is None
    assert find_encoder(say=str) is not None
    assert len(requests()) == 2


def test_a_file_that_changes_later_is_not_loaded(model: Artefact) -> None:
    found = find_encoder(say=str)
    assert found is not None
    model.path.write_bytes(b"another file")
    with pytest.raises(TaegError, match="has changed: run `taeg model fetch`"):
        found.encode(["the bridge"])


def test_maven_fails(model: Artefact, tmp_path: Path) -> None:
    (tmp_path / "repository" / model.filename).unlink()
    with pytest.raises(TaegError, match=r"Maven failed with exit code 1.*check Maven and the network"):
        download.fetch(model, str)


def test_without_maven(home: Path) -> None:
    with pytest.raises(TaegError, match=r"Maven \(mvn\) is not installed.*`taeg model` lists them"):
        download.fetch(E5, str)


def test_a_folder_that_cannot_be_written(model: Artefact, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    with pytest.raises(TaegError, match="cannot write into"):
        download.fetch(model, str)


def test_commands(model: Artefact, taeg_command: Taeg) -> None:
    listed = json.loads(taeg_command("model", "list", "--json").out)
    assert [row["installed"] for row in listed] == [False, False, False]
    assert listed[0]["advice"] == "taeg model fetch"
    assert "taeg model fetch" in taeg_command("model").out
    fetched = taeg_command("model", "fetch")
    assert (fetched.code, str(model.path) in fetched.out, "Downloading" in fetched.err) == (0, True, True)
    assert json.loads(taeg_command("model", "fetch", E5_NAME, "--json").out)["path"] == str(model.path)
    first = json.loads(taeg_command("model", "list", "--json").out)[0]
    assert first["installed"]
    assert len(first["sha256"]) == 64


@pytest.mark.parametrize(
    ("name", "message"),
    [("e5-small", "there is no model 'e5-small'"), ("use-multilingual-v3", "is a package: pip install")],
)
def test_models_that_cannot_be_fetched(
    requests: Callable[[], list[str]], taeg_command: Taeg, name: str, message: str
) -> None:
    outcome = taeg_command("model", "fetch", name)
    assert (outcome.code, message in outcome.err) == (2, True)
    assert requests() == []
