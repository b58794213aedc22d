"""What people write into `corpus.yaml` and should not, and links that lead out of the folder."""

from pathlib import Path

from tests.integration.corpora_made import GOOD, TIMELINE, Case, files, manifest, table


def outside(folder: Path) -> Path:
    """A file beside the corpus folder that is none of its business."""
    path = folder.parent / "secret.csv"
    path.write_text(GOOD)
    return path


def linked(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "linked.csv").symlink_to(outside(folder))


def linked_by_manifest(folder: Path) -> None:
    linked(folder)
    (folder / "corpus.yaml").write_text("files:\n  - reports.csv\n  - linked.csv\n")


def linked_folder(folder: Path) -> None:
    """A folder inside the corpus that is a link to one outside."""
    (folder / "reports.csv").write_text(GOOD)
    (folder / "more").symlink_to(outside(folder).parent)
    (folder / "corpus.yaml").write_text("files:\n  - reports.csv\n  - more/secret.csv\n")


def looped(folder: Path) -> None:
    (folder / "reports.csv").write_text(GOOD)
    (folder / "loop.csv").symlink_to("loop.csv")


def nowhere(folder: Path) -> None:
    looped(folder)
    (folder / "corpus.yaml").write_text("files: loop.csv\n")


def absolute(folder: Path) -> None:
    (folder / "corpus.yaml").write_text(f"files:\n  - {outside(folder).resolve()}\n")


ALIASES = "a: &a [x, x]\n" + "".join(
    f"{b}: &{b} [*{a}, *{a}, *{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)

MANIFESTS = [
    Case("no yaml", manifest("files: [reports.csv\ntitle: x\n"), ("corpus.yaml:", "not YAML", "correct it")),
    Case("tab in yaml", manifest("files:\n\t- reports.csv\n"), ("corpus.yaml:2: ", "tab", "use spaces")),
    Case("empty corpus.yaml", manifest("# nothing yet\n"), ("corpus.yaml: ", "is empty", "files:")),
    Case(
        "key misspelt", manifest("fiels:\n  - reports.csv\n"), ("corpus.yaml:1: ", "'fiels'", "did you mean 'files'?")
    ),
    Case("alias bomb", manifest(ALIASES), ("corpus.yaml:1: ", "anchor", "write it out")),
    Case(
        "python tag",
        manifest("title: !!python/object/apply:os.system ['true']\n"),
        ("corpus.yaml:1: ", "tag", "remove it"),
    ),
    Case(
        "file that is not there",
        manifest("files:\n  - report.csv\n"),
        ("corpus.yaml:2: ", "'report.csv'", "did you mean 'reports.csv'?"),
    ),
    Case(
        "pattern that nothing matches",
        manifest("files:\n  - witnesses/*.csv\n"),
        ("corpus.yaml:2: ", "no file matches", "correct"),
    ),
    Case(
        "file nowhere near", manifest("files:\n  - diary.md\n"), ("corpus.yaml:2: ", "'diary.md'", "correct the name")
    ),
    Case(
        "timeline among the files",
        manifest("files: '*.csv'\ntimeline: timeline.csv\n", timeline_csv=TIMELINE),
        good=True,
    ),
    Case(
        "source described twice",
        manifest("files: reports.csv\nsources:\n  - id: ben\n  - id: ben\n"),
        ("corpus.yaml:4: ", "'ben'", "corpus.yaml:3", "keep one"),
    ),
    Case("link to itself", looped, ("loop.csv", "leads nowhere", "put the file itself there")),
    Case(
        "link that leads nowhere",
        nowhere,
        ("corpus.yaml:1: ", "loop.csv", "leads nowhere", "put the file itself there"),
    ),
    Case(
        "title of two events",
        files({"anna.md": "# Coming\n\nThey came.\n", "timeline.csv": "event,title\na,Coming\nb,Coming\n"}),
        ("anna.md:1: ", "'a'", "'b'", "write the event's id"),
    ),
    Case("name too long", manifest(f"files: {'x' * 300}.csv\n"), ("corpus.yaml:1: ", "too long", "correct it")),
    Case(
        "out by ..",
        manifest("files:\n  - ../secret.csv\n"),
        ("corpus.yaml:2: ", "out of the corpus folder", "copy the file"),
    ),
    Case(
        "out by a pattern",
        manifest("files:\n  - ../*.csv\n"),
        ("corpus.yaml:2: ", "out of the corpus folder", "copy the file"),
    ),
    Case(
        "out by the home folder",
        manifest("files: ~/secret.csv\n"),
        ("corpus.yaml:1: ", "out of the corpus folder", "copy the file"),
    ),
    Case("out by an absolute path", absolute, ("corpus.yaml:2: ", "out of the corpus folder", "copy the file")),
    Case("out by a link", linked, ("linked.csv", "link", "put the file itself there")),
    Case("out by a named link", linked_by_manifest, ("corpus.yaml:3: ", "linked.csv", "put the file itself there")),
    Case("out by a linked folder", linked_folder, ("corpus.yaml:3: ", "secret.csv", "put the file itself there")),
    Case(
        "priority of nobody",
        manifest("files: reports.csv\npriority:\n  - ben\n  - ana\n"),
        ("corpus.yaml:4: ", "'ana'", "did you mean 'anna'?"),
    ),
    Case(
        "source of nobody",
        manifest("files: reports.csv\nsources:\n  - id: zoe\n    title: Zoe\n"),
        ("corpus.yaml:3: ", "'zoe'", "correct the name"),
    ),
    Case(
        "source date",
        manifest("files: reports.csv\nsources:\n  - id: ben\n    date: 2024-02-30\n"),
        ("corpus.yaml:4: ", "2024-02-30", "write it as"),
    ),
    Case(
        "timeline that is not there",
        manifest("files: reports.csv\ntimeline: time.csv\n"),
        ("corpus.yaml:2: ", "'time.csv'", "no file"),
    ),
    Case(
        "language that is none",
        manifest("files: reports.csv\nlanguage: English\n"),
        ("corpus.yaml:2: ", "'English'", "such as de"),
    ),
    Case(
        "language that is none in a row",
        table("source,event,text,lang\nanna,a,They came.,German\n"),
        ("csv:2: ", "'German'", "such as de"),
    ),
]
"""What `corpus.yaml` says, and where its files lead."""
