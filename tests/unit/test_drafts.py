"""Raw documents and the folder of a draft: formats, citations, reading it as a corpus, making it again."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

import ingest
import taeg
from ingest.drafts import folder as files
from ingest.drafts import raw, request
from taeg.align.draft import Draft
from taeg.align.review import Card, Reply
from taeg.base.errors import InputError, Problems
from taeg.export.pseudonyms import Pseudonyms
from tests.unit.document_files import docx_file, pdf_file
from tests.unit.drafts import STATEMENTS, drafted

VTT = """WEBVTT

00:00:01.000 --> 00:00:03.000
<v Ada>The alarm rang

00:00:03.000 --> 00:00:05.000
<v Ada>at nine.

00:00:05.000 --> 00:00:07.000
<v Ben>I saw a van.
"""
RTF = rb"{\rtf1\ansi The alarm rang.\par A van left.\par}"


def written(path: Path) -> Path:
    """A document with two paragraphs in the format of its suffix."""
    match path.suffix:
        case ".docx":
            docx_file(path, [("Title", "Statement"), ("Normal", "The alarm rang."), ("Normal", "A van left.")])
        case ".pdf":
            pdf_file(path, [["The alarm rang."], ["A van left."]])
        case ".html":
            path.write_text("<title>T</title><p>The alarm rang.</p><script>x</script><div>A van <b>left</b>.</div>")
        case ".rtf":
            path.write_bytes(RTF)
        case ".odt":
            from odfdo import Document, Paragraph

            document = Document("text")
            document.body.clear()
            for text in ("The alarm rang.", "A van left."):
                document.body.append(Paragraph(text))
            document.save(path)
        case ".eml":
            message = EmailMessage()
            message["From"], message["Date"] = "Ada Reyes <ada@example.org>", "Sat, 10 Feb 2024 09:30:00 +0000"
            message.set_content("The alarm rang.\n\nA van left.\n\n> Did you see it?\n")
            path.write_bytes(bytes(message))
        case ".vtt":
            path.write_text(VTT)
        case _:
            path.write_text("The alarm rang.\n\nA van left.\n")
    return path


@pytest.mark.parametrize(
    ("suffix", "first", "second"),
    [
        (".txt", "line 1", "line 3"),
        (".md", "line 1", "line 3"),
        (".docx", "paragraph 1", "paragraph 2"),
        (".html", "paragraph 1", "paragraph 2"),
        (".rtf", "paragraph 1", "paragraph 2"),
        (".odt", "paragraph 1", "paragraph 2"),
        (".eml", "paragraph 1", "paragraph 2"),
    ],
)
def test_formats(tmp_path: Path, suffix: str, first: str, second: str) -> None:
    document = raw.read(written(tmp_path / f"a{suffix}"), Problems())
    texts = [document.text[p.start : p.end] for p in document.paragraphs]
    assert texts == ["The alarm rang.", "A van left."]
    assert [document.cite(p.start, p.end) for p in document.paragraphs] == [first, second]
    assert document.own_text == (suffix == ".txt")


def test_pages_of_a_pdf_are_cited(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pdf")
    document = raw.read(path, Problems())
    assert document.text == "The alarm rang. A van left."
    assert document.cite(0, 10) == "page 1"


def test_an_email_has_a_sender_and_a_date(tmp_path: Path) -> None:
    problems = Problems()
    document = raw.read(written(tmp_path / "a.eml"), problems)
    assert (document.source, document.date) == ("Ada Reyes", "2024-02-10T09:30")
    assert "quote another message" in problems.remarks[0]


def test_transcripts_keep_speakers_and_times(tmp_path: Path) -> None:
    document = raw.read(written(tmp_path / "a.vtt"), Problems())
    texts = [document.text[p.start : p.end] for p in document.paragraphs]
    assert texts == ["Ada: The alarm rang at nine.", "Ben: I saw a van."]
    assert [document.cite(p.start, p.end) for p in document.paragraphs] == ["00:00:01", "00:00:05"]


def test_a_draft_is_a_corpus(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    corpus = ingest.read(str(case))
    assert {source.id for source in corpus.sources} == set(STATEMENTS)
    rows = {row.passage: row for _, row in files.read_rows(case / files.ALIGNMENT, files.PassageRow, Problems())}
    for version in corpus.versions:
        row = rows[version.id]
        assert version.text == (case / row.file).read_text(encoding="utf-8")[row.start : row.end]
        assert version.citation == "line 1"
    alarm = {v.source for v in corpus.versions if "alarm" in v.text}
    assert alarm == set(STATEMENTS)
    assert len({v.event for v in corpus.versions if "alarm" in v.text}) == 1


def test_making_a_draft_again_keeps_edited_rows(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    with (case / files.ALIGNMENT).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    alarm = next(row["event"] for row in rows if row["source"] == "ben")
    edited = next(row for row in rows if row["source"] == "anna" and row["event"] != alarm)
    edited["event"] = alarm
    with (case / files.ALIGNMENT).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    problems = Problems()
    again = request.run(request.Request([case]), problems).result
    [kept] = [row for row in again.passages if row.passage == edited["passage"]]
    assert (kept.event, kept.decided) == (alarm, "person")
    assert "edited by hand" in problems.remarks[0]


def test_adding_a_document(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    more = tmp_path / "dora.txt"
    more.write_text("The alarm began to ring in the street.\n", encoding="utf-8")
    found = request.run(request.Request([case], add=[more]), Problems()).result
    assert found.sources == ("anna", "ben", "carla", "dora")
    assert (case / "originals" / "dora.txt").read_bytes() == more.read_bytes()


def files_of(folder: Path, texts: dict[str, str]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"a.txt": "", "b.txt": "x."}, "has no text"),
        ({"a.txt": "One thing."}, "at least two sources"),
        ({"a.txt": "Same.", "b.txt": "Same.\n"}, "has the same text as"),
        ({"a.txt": "x.", "b.doc": "y."}, r"is \.doc, which is not read; save it as \.docx"),
    ],
)
def test_bad_input(tmp_path: Path, texts: dict[str, str], message: str) -> None:
    paths = files_of(tmp_path / "raw", texts)
    with pytest.raises(InputError, match=message):
        request.run(request.Request(paths, tmp_path / "out", model="none"), Problems())
    assert not (tmp_path / "out").exists()


def test_a_finished_corpus_is_not_overwritten(tmp_path: Path) -> None:
    paths = files_of(tmp_path / "raw", {"a.txt": "x.", "b.txt": "y."})
    files_of(tmp_path / "out", {"corpus.yaml": "title: T\n"})
    with pytest.raises(InputError, match="is a corpus already"):
        request.run(request.Request(paths, tmp_path / "out", model="none"), Problems())


def test_impossible_rows_are_reported_with_their_line(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    text = (case / files.ALIGNMENT).read_text(encoding="utf-8")
    first = text.splitlines()[1].split(",")
    first[4] = "99999"
    (case / files.ALIGNMENT).write_text(text.replace(text.splitlines()[1], ",".join(first)), encoding="utf-8")
    with pytest.raises(InputError, match=r"alignment\.csv:2: the passage goes from character 0 to 99999"):
        ingest.read(str(case))


def changed_case(tmp_path: Path, text: str) -> tuple[request.Drafted, Problems]:
    """Decide that two passages describe the same event, change a document, and make the draft again."""
    case = drafted(tmp_path)
    rows = [row for _, row in files.read_rows(case / files.ALIGNMENT, files.PassageRow, Problems())]
    bread = next(row for row in rows if row.source == "anna" and row.start > 85)
    bed = [row for row in rows if row.source == "carla"][-1]
    decision = files.DecisionRow("same", bread.file, bread.start, bread.end, bed.file, bed.start, bed.end)
    files.write(case, {files.DECISIONS: files.table_bytes([decision], files.DecisionRow)})
    (tmp_path / "raw" / "anna.txt").write_text(text, encoding="utf-8")
    problems = Problems()
    return request.run(request.Request([tmp_path / "raw"], case, model="none"), problems), problems


def test_a_changed_document_keeps_decisions(tmp_path: Path) -> None:
    found, _ = changed_case(tmp_path, "Asked again, I say this. " + STATEMENTS["anna"])
    [decision] = found.result.decisions
    text = (found.folder / decision.file).read_text(encoding="utf-8")
    assert text[decision.start : decision.end] == "I had bought bread that morning."
    decided = [row for row in found.result.passages if row.decided == "person"]
    assert len({row.event for row in decided}) == 1
    assert {row.source for row in decided} == {"anna", "carla"}
    assert found.result.lost == ()
    assert ingest.read(str(found.folder)).versions


def test_decisions_about_text_that_is_gone_are_reported(tmp_path: Path) -> None:
    found, _ = changed_case(tmp_path, "I locked the shop at nine. The alarm in the street began to ring.\n")
    assert found.result.decisions == ()
    [lost] = found.result.lost
    assert lost.startswith("same: originals/anna.txt")
    assert "changed or is no longer in the document" in lost
    assert '"I had bought bread that morning." and originals/carla.txt "I went back to bed."' in lost


def test_a_text_that_changed_since_the_draft_is_not_loaded(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    (case / "originals" / "anna.txt").write_text("New. " + STATEMENTS["anna"], encoding="utf-8")
    with pytest.raises(InputError, match="has changed since the draft was made; run: taeg draft"):
        ingest.read(str(case))
    with pytest.raises(InputError, match="have changed; run: taeg draft"):
        request.reopen(case, Problems())
    request.run(request.Request([case]), Problems())
    assert ingest.read(str(case)).versions


def test_a_table_of_statements(tmp_path: Path) -> None:
    table = tmp_path / "statements.csv"
    rows = [f'{name},"{sentence}."' for name, text in STATEMENTS.items() for sentence in text.strip(".\n").split(". ")]
    table.write_text("\n".join(["source,text", *rows]) + "\n", encoding="utf-8")
    found = request.run(request.Request([table], tmp_path / "case", model="none"), Problems())
    assert len(found.result.passages) == len(rows)  # the rows are passages already
    assert (found.folder / "originals" / "statements.csv").read_bytes() == table.read_bytes()
    assert ingest.read(str(found.folder)).versions
    again = request.run(request.Request([found.folder]), Problems())
    assert again.result.passages == found.result.passages


def test_a_table_lists_documents_with_sources_and_dates(tmp_path: Path) -> None:
    files_of(tmp_path, {"1.txt": STATEMENTS["anna"], "2.txt": "The dog barked.", "3.txt": STATEMENTS["ben"]})
    listed = "source,file,date\nAnna Bell,1.txt,2024-02-12\nAnna Bell,2.txt,2024-02-10\nBen,3.txt,\n"
    (tmp_path / "list.csv").write_text(listed, encoding="utf-8")
    found = request.run(request.Request([tmp_path / "list.csv"], tmp_path / "case", model="none"), Problems())
    assert found.result.sources == ("anna-bell", "ben")
    assert next(row.file for row in found.result.passages) == "originals/2.txt"  # the earlier document first
    (tmp_path / "list.csv").write_text("source,file\nAnna,../1.txt\nBen,4.txt\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"list\.csv:2: '\.\./1\.txt' is outside the folder"):
        request.run(request.Request([tmp_path / "list.csv"], tmp_path / "other", model="none"), Problems())


CHRONOLOGY = (
    "event,title,time\nalarm,The alarm rings in the street,\nvan,A white van drives away,\nend,Nobody is left,\n"
)


def test_known_events_keep_their_order_and_ids(tmp_path: Path) -> None:
    [timeline] = files_of(tmp_path, {"chronology.csv": CHRONOLOGY})
    paths = files_of(tmp_path / "raw", {f"{name}.txt": text for name, text in STATEMENTS.items()})
    wanted = request.Request(paths, tmp_path / "case", model="none", timeline=timeline, passages="sentence", grain=1)
    found = request.run(wanted, Problems())
    assert [event.event for event in found.result.events] == ["alarm", "van", "end"]
    told = {row.event for row in found.result.passages if "Then a white van" in passage_text(found.folder, row)}
    assert told == {"van"}
    again = request.run(request.Request([found.folder]), Problems())
    assert again.result.passages == found.result.passages
    assert [event.id for event in ingest.read(str(found.folder)).events] == ["alarm", "van", "end"]


def passage_text(folder: Path, row: files.PassageRow) -> str:
    return (folder / row.file).read_text(encoding="utf-8")[row.start : row.end]


def test_passages_with_events_are_only_ordered(tmp_path: Path) -> None:
    table = tmp_path / "passages.csv"
    rows = [
        "a,alarm,It rang.",
        "a,van,A van left.",
        "b,alarm,A bell rang.",
        "b,police,They came.",
        "a,police,Police came.",
    ]
    table.write_text("\n".join(["source,event,text", *rows]) + "\n", encoding="utf-8")
    found = request.run(request.Request([table], tmp_path / "case", model="none"), Problems())
    assert [event.event for event in found.result.events] == ["alarm", "van", "police"]
    assert {(row.source, row.event) for row in found.result.passages} == {tuple(r.split(",")[:2]) for r in rows}


def test_pseudonyms_in_everything_that_is_written(tmp_path: Path) -> None:
    names = Pseudonyms({"Anna": "Witness A", "Ben": "Witness B", "Holm": "Town"})
    texts = {f"{name}.txt": text.replace("in the street", "in Holm") for name, text in STATEMENTS.items()}
    paths = files_of(tmp_path / "raw", texts)
    case = tmp_path / "case"
    found = request.run(request.Request(paths, case, model="none", passages="sentence", rename=names.text), Problems())
    assert found.result.sources == ("carla", "witness-a", "witness-b")
    written = "".join(
        (case / name).read_text() for name in (files.ALIGNMENT, files.TIMELINE, files.MANIFEST, files.STATE)
    )
    assert [name for name in ("anna", "ben", "holm") if name in written.casefold()] == []
    assert "in Holm" in passage_text(case, next(row for row in found.result.passages if row.source == "carla"))
    again = request.run(request.Request(paths, case, rename=names.text), Problems())
    assert again.result.passages == found.result.passages


def test_a_draft_in_python(tmp_path: Path) -> None:
    paths = files_of(tmp_path / "raw", {f"{name}.txt": text for name, text in STATEMENTS.items()})
    made = taeg.draft(paths, passages="sentence", grain=1, model="none")
    assert list(made.passages["text"]) == [passage_text(tmp_path / "raw", row) for row in as_raw(made.result.passages)]
    assert list(made.timeline["order"]) == list(range(1, len(made.timeline) + 1))
    asked = []

    def alone(_: Draft, card: Card) -> Reply:
        asked.append(card.passage)
        return Reply(own_event=True)

    reviewed = taeg.draft(paths, tmp_path / "case", passages="sentence", grain=1, model="none", reviewer=alone)
    assert len(asked) == len(reviewed.decisions) == len(reviewed.timeline) == len(reviewed.passages)
    assert set(reviewed.passages["decided"]) == {"person"}
    assert len(ingest.read(str(tmp_path / "case")).events) == len(asked)


def as_raw(rows: Sequence[files.PassageRow]) -> list[files.PassageRow]:
    return [replace(row, file=Path(row.file).name) for row in rows]


def test_what_speaks_against_the_order_is_listed(tmp_path: Path) -> None:
    table = tmp_path / "passages.csv"
    rows = [
        "a,siren,It wailed.",
        "a,bridge,It fell.",
        "b,siren,Again.",
        "b,bridge,A fall.",
        "c,bridge,Down.",
        "c,siren,Loud.",
    ]
    table.write_text("\n".join(["source,event,text", *rows]) + "\n", encoding="utf-8")
    made = taeg.draft(table, tmp_path / "case", model="none")
    written = files.read_rows(tmp_path / "case" / files.CONTRADICTIONS, files.ContradictionRow, Problems())
    [row] = [row for _, row in written]
    assert (row.earlier, row.later, row.source) == ("siren", "bridge", "c")
    assert (row.earlier_title, row.later_title) == tuple(made.timeline["title"])
    assert (row.reference, row.evidence) == ("paragraph 1; paragraph 2", "Down. / Loud.")
    assert made.timeline["confidence"].tolist() == [1.0, 0.625]


FERRY = Path(__file__).resolve().parents[2] / "examples" / "ferry"


def test_raw_statements_of_the_examples() -> None:
    made = taeg.draft(FERRY / "sources.csv", model="none")
    assert "2024-06-08T21:12" in set(made.timeline["time"])
    preamble = made.passages[made.passages["event"] == ""]
    assert set(preamble["source"]) >= {"tor-lindal", "jonas-berge"}
    known = taeg.draft(FERRY / "sources.csv", model="none", timeline=FERRY / "events.csv")
    assert known.timeline["event"].tolist()[0::8] == ["departure", "crane"]
    [horn] = known.passages.query("source == 'tor-lindal' and event == 'horn'")["text"]
    assert "one long blast" in horn


def test_times_have_the_date_that_is_named(tmp_path: Path) -> None:
    table = tmp_path / "passages.csv"
    rows = [
        "a,alarm,It rang at 23:50 on 8 June 2024.",
        "a,police,The police came at 00:10.",
        "a,crane,It came on Monday.",
    ]
    rows += ["b,alarm,The bell went at 11.50 pm.", "b,police,They came at ten past midnight."]
    lines = [f"{row},2024-06-12" for row in rows]
    table.write_text("\n".join(["source,event,text,date", *lines]) + "\n", encoding="utf-8")
    made = taeg.draft(table, model="none")
    times = dict(zip(made.timeline["event"], made.timeline["time"], strict=True))
    assert times == {"alarm": "2024-06-08T23:50", "police": "2024-06-09T00:10", "crane": "2024-06-10"}


@pytest.mark.parametrize(
    ("ada", "ben", "expected"),
    [
        ("Statement of Ada, made on 24 June 2024.", "I am Ben. I say what I saw on the 22nd of June.", "2024-06-22T"),
        ("Statement of Ada, made on 24 June 2024.", "I am Ben.", ""),
        ("This is about 22 June 2024. Statement of Ada, dated 24 June 2024.", "I am Ben.", "2024-06-22T"),
    ],
)
def test_the_date_of_a_statement_is_not_that_of_events(tmp_path: Path, ada: str, ben: str, expected: str) -> None:
    said = "\n\nThe alarm in the street began to ring at 14:05. A white van drove away very fast.\n\nI closed the shop."
    ends = ["\n\nI went home.\n", "\n\nThe police came.\n\nBen Cole\nGraz, 9 July 2024\n"]
    paths = files_of(tmp_path / "raw", {"ada.txt": ada + said + ends[0], "ben.txt": ben + said + ends[1]})
    found = request.run(request.Request(paths, tmp_path / "case", model="none"), Problems()).result
    times = {event.time for event in found.events if event.time}
    assert f"{expected}14:05" in times
    assert not any("06-24" in time or "07-09" in time for time in times)


def test_clock_times_without_a_date_are_kept_for_readers(tmp_path: Path) -> None:
    table = tmp_path / "passages.csv"
    rows = [
        "a,alarm,It rang at 23:50.",
        "b,alarm,The bell went at 11.50 pm.",
        "b,police,They came at ten past midnight.",
    ]
    table.write_text("\n".join(["source,event,text", *rows]) + "\n", encoding="utf-8")
    taeg.draft(table, model="none", out=tmp_path / "case")
    problems = Problems()
    corpus = ingest.read(tmp_path / "case", problems=problems)
    assert {event.id: (event.time, event.dated) for event in corpus.events} == {
        "alarm": ("23:50", ""),
        "police": ("00:10", ""),
    }
    assert any("2 times have no date; they are shown" in remark for remark in problems.remarks)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("end", "0", r"alignment\.csv:3: the passage goes from character \d+ to 0"),
        ("file", "../other.txt", r"alignment\.csv:3: there is no text '\.\./other\.txt'"),
        ("decided", "nobody", r"alignment\.csv:3: decided is 'nobody'; write machine or person"),
        ("confidence", "7.5", r"alignment\.csv:3: confidence is 7\.5; write a number from 0 to 1"),
    ],
)
def test_impossible_rows_stop_a_new_draft(tmp_path: Path, column: str, value: str, message: str) -> None:
    case = drafted(tmp_path)
    table = case / files.ALIGNMENT
    lines = table.read_text(encoding="utf-8-sig").splitlines()
    cells = dict(zip(lines[0].split(","), lines[2].split(","), strict=True)) | {column: value}
    table.write_text("\n".join([*lines[:2], ",".join(cells.values()), *lines[3:]]) + "\n", encoding="utf-8")
    before = table.read_bytes()
    with pytest.raises(InputError, match=message):
        request.run(request.Request([case]), Problems())
    assert table.read_bytes() == before


def test_a_folder_that_is_a_corpus_is_not_drafted(tmp_path: Path) -> None:
    files_of(tmp_path / "corpus", {"a.txt": "x.", "corpus.yaml": "title: T\n"})
    with pytest.raises(InputError, match="is a corpus already; load it with: taeg ingest"):
        request.run(request.Request([tmp_path / "corpus"], tmp_path / "out", model="none"), Problems())


def test_a_language_without_stemmer_is_noted(tmp_path: Path) -> None:
    texts = {"a.txt": "Zvonek zvonil. Auto odjelo.", "b.txt": "Zvonek zvonil silně. Policie přijela."}
    problems = Problems()
    paths = files_of(tmp_path / "raw", texts)
    request.run(request.Request(paths, tmp_path / "out", language="cs", model="none"), problems)
    assert problems.remarks == ["there is no stemmer for the language cs: words match only in the same form"]


def test_an_edited_description_is_kept_and_extended(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    path, more = case / files.MANIFEST, tmp_path / "dora.txt"
    text = path.read_text(encoding="utf-8")
    edited = text.replace('title: "anna"', "title: A. Nowak\n    date: 2024-06-23  # signed").replace(
        'title: "case"', "title: The van"
    )
    path.write_text(edited + "licence: CC0\n", encoding="utf-8")
    request.run(request.Request([tmp_path / "raw"], case, model="none"), Problems())
    assert path.read_text(encoding="utf-8") == edited + "licence: CC0\n"
    more.write_text("The alarm began to ring in the street.\n", encoding="utf-8")
    request.run(request.Request([case], add=[more]), Problems())
    added = '  - id: "dora"\n    title: "dora"\n'
    assert path.read_text(encoding="utf-8") == edited + added + "licence: CC0\n"
    request.run(request.Request([case], title="Vans"), Problems())
    assert (
        path.read_text(encoding="utf-8") == edited.replace("title: The van", 'title: "Vans"') + added + "licence: CC0\n"
    )
    assert ingest.read(str(case)).sources[0].title == "A. Nowak"


def test_a_description_that_was_not_edited_is_written_anew(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    request.run(request.Request([case], title="The van"), Problems())
    request.run(request.Request([case], title="The white van"), Problems())
    assert ingest.read(str(case)).title == "The white van"


def test_a_description_that_cannot_be_extended_is_reported_before_anything_changes(tmp_path: Path) -> None:
    case = drafted(tmp_path)
    path, more = case / files.MANIFEST, tmp_path / "dora.txt"
    path.write_text("title: T\nfiles: [alignment.csv]\ntimeline: timeline.csv\nsources: [{id: anna}]\n")
    more.write_text("The alarm began to ring in the street.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"corpus\.yaml: new sources cannot be added .* ben, carla, dora"):
        request.run(request.Request([case], add=[more]), Problems())
    assert not (case / "originals" / "dora.txt").exists()
