"""The sets of the benchmark of contradictions: those that rules are tuned on, and those that nobody tuned on.

Truth is read from the tables of the examples (`bench/conflict_truth`), of `bench/unseen_conflicts`, of `bench/unseen`
and of `bench/kings_facts.csv`. Reading runs no detection.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import ingest
from bench.conflict_sets import (
    OTHER,
    Locator,
    Mention,
    Pair,
    Place,
    TruthSet,
    of_corpus,
    pairs_of_sides,
    read_pairs,
    read_sides,
    rows,
    with_truth,
)
from taeg.base.errors import InputError
from taeg.conflicts.values import Account

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
SIDES, UNSEEN, RAW = HERE / "conflict_truth", HERE / "unseen_conflicts", HERE / "unseen"
KINGS_FACTS = HERE / "kings_facts.csv"


def night() -> TruthSet:
    """Nine witness statements; rules are tuned on them."""
    base, locator = of_corpus("night", ingest.read(str(EXAMPLES / "night")))
    pairs, finals = read_sides(SIDES / "night.csv", locator)
    return with_truth(base, pairs=pairs, finals=finals, tuned=True)


def news() -> TruthSet:
    """Ninety-five news reports; rules are tuned on them."""
    base, locator = of_corpus("news", ingest.read(str(EXAMPLES / "news")))
    pairs, finals = read_sides(SIDES / "news.csv", locator)
    number = {label: version for version, label in enumerate(base.labels)}
    copies = frozenset(
        (number[row["from"]], number[row["value"]])
        for row in rows(EXAMPLES / "news" / "truth.csv")
        if row["what"] == "repeats"
    )
    return with_truth(base, pairs=pairs, finals=finals, copies=copies, tuned=True)


def gospels() -> TruthSet:
    """The built-in gospels (ASV) with divergences that readers noted; the list is not complete."""
    base, locator = of_corpus("gospels", ingest.read("gospels"))
    pairs, _ = read_sides(SIDES / "gospels.csv", locator)
    return with_truth(base, pairs=pairs, complete=False)


def kings() -> TruthSet:
    """Samuel, Kings and Chronicles, with the facts of `bench/kings_facts.csv`, which are not complete."""
    base, locator = of_corpus("kings", ingest.read(str(EXAMPLES / "kings")))
    pairs, copies = read_pairs(KINGS_FACTS, locator) if KINGS_FACTS.exists() else ((), frozenset())
    return with_truth(base, pairs=pairs, copies=copies, complete=False)


def written(name: str) -> Callable[[], TruthSet]:
    """Return the reader of a set of `bench/unseen_conflicts`."""

    def read() -> TruthSet:
        base, locator = of_corpus(name, ingest.read(str(UNSEEN / name)))
        pairs, copies = read_pairs(UNSEEN / name / "truth.csv", locator)
        return with_truth(base, pairs=pairs, copies=copies)

    return read


_LINE_NUMBER = re.compile(r"^ {0,4}\d+  ", re.MULTILINE)


def harbour() -> TruthSet:
    """Raw statements, divided into passages as `alignment_truth.csv` says."""
    folder = UNSEEN / "harbour"
    events = tuple(row["event"] for row in sorted(rows(folder / "timeline.csv"), key=lambda row: float(row["order"])))
    texts = {path.name: plain(path.read_text("utf-8")) for path in sorted((folder / "statements").iterdir())}
    passages = []
    for row in rows(folder / "alignment_truth.csv"):
        start, end = passage(texts[row["source"]], row["quote"], row["last"])
        passages.append((events.index(row["event"]), row["source"], start, end))
    passages.sort()
    parts = [(event, source, texts[source][start:end]) for event, source, start, end in passages]
    return _raw("harbour", events, parts, texts, folder / "truth.csv")


def plain(text: str) -> str:
    """Return a raw statement in one line without line numbers."""
    numbered = len(_LINE_NUMBER.findall(text)) > 5
    return " ".join((_LINE_NUMBER.sub("", text) if numbered else text).split())


def passage(text: str, first: str, last: str) -> tuple[int, int]:
    """Return the characters from the first words of a passage to its last."""
    start = text.find(first)
    end = text.find(last, start)
    if start < 0 or end < 0:
        raise InputError(f"no passage begins with {first!r} and ends with {last!r}; correct the alignment truth")
    return start, end + len(last)


def _raw(
    name: str,
    events: tuple[str, ...],
    passages: Sequence[tuple[int, str, str]],
    statements: Mapping[str, str],
    truth: Path,
) -> TruthSet:
    sources = sorted({source for _, source, _ in passages})
    accounts = tuple(
        Account(number, event, sources.index(source), text) for number, (event, source, text) in enumerate(passages)
    )
    labels = tuple(f"{source}:{events[event]}" for event, source, _ in passages)
    base = TruthSet(name, accounts, events, labels, ranks=tuple(a.source + 1 for a in accounts))
    names = [(source, Path(source).stem) for _, source, _ in passages]
    pairs, copies = read_pairs(truth, Locator(accounts, events, names, statements))
    return with_truth(base, pairs=pairs, copies=copies)


def sentence_set(name: str) -> Callable[[], TruthSet]:
    """Return the reader of a set of `bench/unseen`, whose truth names sentences."""

    def read() -> TruthSet:
        return of_sentences(name, rows(RAW / name / "truth.tsv", "\t"), rows(RAW / name / "disagreements.tsv", "\t"))

    return read


_KIND_OF_SENTENCES = {"weight": "measure", "distance": "measure", "speed": "measure"}
_NOT_COMPARED = ("identity", "result", "order", "polarity", "place")


def of_sentences(
    name: str, sentences: Iterable[Mapping[str, str]], disagreements: Iterable[Mapping[str, str]]
) -> TruthSet:
    """Make a set of sentences with their events, and of facts with sentence numbers."""
    told = [row for row in sentences if row["event"] != "none"]
    events = tuple(dict.fromkeys(row["event"] for row in told))
    sources = sorted({row["file"] for row in told})
    grouped: dict[tuple[int, int], list[Mapping[str, str]]] = {}
    for row in told:
        grouped.setdefault((events.index(row["event"]), sources.index(row["file"])), []).append(row)
    accounts, place = [], {}
    for number, ((event, source), found) in enumerate(sorted(grouped.items())):
        text = ""
        for row in found:
            start = len(text)
            text += row["text"] + " "
            place[row["file"], row["sentence"]] = Place(number, start, len(text) - 1)
        accounts.append(Account(number, event, source, text.rstrip()))
    pairs: list[Pair] = []
    for row in disagreements:
        if "debatable" in row["verdict"]:
            continue
        sides = list(_sides_of_sentences(row, place))
        kind = OTHER if row["kind"] in _NOT_COMPARED else _KIND_OF_SENTENCES.get(row["kind"], row["kind"])
        pairs.extend(pairs_of_sides(row["fact"], kind, sides))
    labels = tuple(f"{sources[account.source]}:{events[account.event]}" for account in accounts)
    ranks = tuple(account.source + 1 for account in accounts)
    return TruthSet(name, tuple(accounts), events, labels, tuple(pairs), ranks=ranks)


def _sides_of_sentences(row: Mapping[str, str], place: Mapping[tuple[str, str], Place]) -> Iterator[Mention]:
    """Generate the sides of a fact; sentences that tell no event are left out."""
    contested = row["verdict"].startswith("contradiction")
    values, sentences = row["values"].split(" | "), row["sentences"].split(" | ")
    for value, sentence in zip(values, sentences, strict=True):
        file, number = sentence.rsplit(":", 1)
        if found := place.get((file, number)):
            said = value.split(": ", 1)[1]
            yield Mention(found, _same_value(said) if contested else "same")


def _same_value(said: str) -> str:
    """A value in a form that is equal for the equal values of these files (22 tonnes, 22000 kg; notes in brackets)."""
    value = re.sub(r" \(.*\)", "", said)
    if found := re.fullmatch(r"([\d.]+) tonnes", value):
        return f"{float(found[1]) * 1000:g} kg"
    return value


TUNED: dict[str, Callable[[], TruthSet]] = {"night": night, "news": news}
SEEN: dict[str, Callable[[], TruthSet]] = {
    **{name: written(name) for name in ("warehouse", "storm", "expedition")},
    "harbour": harbour,
    **{name: sentence_set(name) for name in ("accident", "flood")},
    "kings": kings,
}
"""Sets on which rules were tuned after a first run, whose figures are recorded as such."""
HELD_OUT: dict[str, Callable[[], TruthSet]] = {
    **{name: written(name) for name in ("market", "ferryfire", "school")},
    "gospels": gospels,
}
"""Sets on which nobody has tuned."""
