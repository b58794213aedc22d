"""Plain text: every sentence has its note, and no account can pass for a heading or a note."""

import re
from dataclasses import replace

import pytest

from taeg.consolidate.narrative import Passage
from taeg.export import notes, text
from taeg.export.book import Book
from tests.unit import books


def exported(book: Book) -> str:
    return text.export(book).decode()


def body_and_notes(book: Book) -> tuple[str, dict[int, str]]:
    """What stands between the head and the notes, and the notes by number."""
    body, _, rest = exported(book).partition("\n\n")[2].rpartition("\n\nNotes\n\n")
    found = [re.fullmatch(r"\[+(\d+)\]+ (.*)", line) for line in rest.splitlines()]
    assert all(found)
    return body, {int(match[1]): match[2] for match in found if match}


@pytest.mark.parametrize("strategy", ["taeg", "longest", "priority", "lexrank"])
def test_every_sentence_leads_to_its_source(strategy: str) -> None:
    book = books.telling(strategy)
    body, found = body_and_notes(book)
    opening = "[" * (2 if re.search(r"\[\d", str([p.text for p in book.main.passages])) else 1)
    told = re.split(
        rf" {re.escape(opening)}(\d+)\]+", "\n".join(line.removeprefix(text.INDENT) for line in body.splitlines())
    )
    sentences = list(zip(told[::2], map(int, told[1::2]), strict=False))
    assert len(sentences) == len(book.main.sentences)
    for (words, number), traced in zip(sentences, book.main.sentences, strict=True):
        assert words.rstrip("\t").endswith(notes.plain(traced.text))
        for part in (traced.source_title, traced.reference, traced.time, f"version {traced.version}", traced.source):
            assert notes.one_line(part) in found[number]
    assert len(found) == len({traced.version for traced in book.main.sentences})


def test_events_have_their_number_in_the_timeline_and_circumstances() -> None:
    lines = exported(books.book()).splitlines()
    assert "1. The alarm | bell (Monday, 1912-04-10, Pier #1)" in lines
    assert "(chosen by the editor: a2; excluded by the editor: c1)" in lines
    assert "2. fire (-1)" in lines, "an event without a title goes by its id"
    assert "6. +end of it" in lines
    assert not any(line.startswith("4.") for line in lines), "nobody tells it"
    assert lines[:2] == [
        "A night at the <pier>",
        "Corpus pier, run taeg, made by " + books.book().program + ". Licence: CC0-1.0.",
    ]


def test_quoted_sentences_have_no_headings() -> None:
    body, found = body_and_notes(books.telling("lexrank"))
    assert all(line.startswith(text.INDENT) or not line for line in body.splitlines())
    assert any(note.endswith("excluded by the editor: c1") for note in found.values())


def test_what_accounts_say_stays_inside() -> None:
    shown = exported(books.book())
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]", shown)
    ours = [line for line in shown.splitlines() if line and not line.startswith(text.INDENT)]
    assert len(ours) == 3 + 5 + 2 + 1 + 5, "head, headings, marks of the editor, the word Notes, notes"


def test_brackets_are_those_that_no_account_has() -> None:
    book = books.book()
    main = book.main
    assert any("[1]" in passage.text for passage in main.passages)
    assert "[[1]] " in exported(book)
    tame = replace(book, tellings=(replace(main, passages=main.passages[:1], sentences=main.sentences[:3]),))
    assert "Nobody else did. [1]\n" in exported(tame)
    assert "[[" not in exported(tame)


def test_a_title_in_place_of_words_is_nobodys() -> None:
    passage = Passage("silence", "Nobody writes", "", "", "", "Nobody writes.")
    sentence = replace(books.book().main.sentences[0], text="Nobody writes.", version="", source="")
    book = books.book()
    silent = replace(book, tellings=(replace(book.main, passages=(passage,), sentences=(sentence,)),))
    assert "4. Nobody writes\n\n    Nobody writes. [1]\n" in exported(silent)
    assert f"[1] {notes.NOBODY} (silence)" in exported(silent)


def test_a_run_without_passages_and_a_corpus_without_licence() -> None:
    book = books.book()
    empty = replace(book, licence="", title=" ", tellings=(replace(book.main, passages=(), sentences=()),))
    assert exported(empty).startswith("pier\nCorpus pier, run taeg")
    assert "Licence: not stated." in exported(empty)


def test_pseudonyms() -> None:
    shown = exported(books.redacted()).casefold()
    assert "witness a" in shown
    assert not any(name in shown for name in books.HIDDEN)


def test_a_name_over_the_end_of_a_sentence_does_not_come_back() -> None:
    book = books.book()
    passage = replace(book.main.passages[0], text="I met Witness A went home.")
    sentences = [replace(book.main.sentences[0], text=words) for words in ("I met Dr.", "Weber went home.")]
    redacted = replace(book, tellings=(replace(book.main, passages=(passage,), sentences=tuple(sentences)),))
    assert "    I met Witness A went home. [1]\n" in exported(redacted)
    assert "Dr." not in exported(redacted)


def test_a_note_says_who_else_tells_the_event() -> None:
    book = books.telling("longest")
    _, found = body_and_notes(book)
    tellers = {h.id: {a.source_title for a in h.accounts if a.text and not a.excluded} for h in book.happenings}
    contested = next(p for p in book.main.passages if len(tellers[p.event]) > 1)
    [note] = [note for note in found.values() if f"version {contested.version};" in note]
    assert all(notes.one_line(name) in note for name in tellers[contested.event])
