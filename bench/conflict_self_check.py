"""False alarms of contradictions without labels: the odd against the even sentences of each account.

`python -m bench.conflict_self_check [CORPUS ...]` splits every account in two and compares the halves as if they were
two accounts of one event. Hardly any account contradicts itself, so nearly every hit is false.
"""

import argparse
import math
from collections import Counter
from pathlib import Path

import ingest
from bench.examples import EXAMPLES
from taeg.base.files import cache_folder
from taeg.conflicts.claims.sentences import split
from taeg.conflicts.detection import by_grammar
from taeg.conflicts.parser import find_parser
from taeg.conflicts.values import Account, Conflict
from taeg.text.vectors import CachedEncoder, Encoder, find_encoder

CORPORA = ("night", "news")


def halves(texts: list[str]) -> list[Account]:
    """Return the odd and the even sentences of each text as two accounts of an event."""
    accounts = []
    for number, text in enumerate(texts):
        sentences = [sentence for _, sentence in split(text)]
        for half in (0, 1):
            accounts.append(Account(2 * number + half, number, half, " ".join(sentences[half::2]), time=-math.inf))
    return accounts


def check(texts: list[str], encoder: Encoder | None = None) -> list[Conflict]:
    """Return the conflicts between the halves of the texts."""
    parser = find_parser("en")
    accounts = halves(texts)
    return by_grammar(lambda: iter([accounts]), parser, encoder) if parser else []


def main() -> None:
    """Print the hits of each corpus."""
    given = argparse.ArgumentParser(prog="python -m bench.conflict_self_check")
    given.add_argument("corpora", nargs="*", default=[str(EXAMPLES / name) for name in CORPORA])
    found = find_encoder()
    encoder = CachedEncoder(found, cache_folder() / "bench-vectors") if found else None
    for corpus in given.parse_args().corpora:
        texts = [version.text for version in ingest.read(corpus).versions]
        accounts = halves(texts)
        conflicts = check(texts, encoder)
        counts = Counter(conflict.tier for conflict in conflicts)
        print(f"{Path(corpus).name}: {len(texts)} accounts, {dict(sorted(counts.items()))}")
        for conflict in conflicts:
            print(f"  {conflict.tier} {conflict.rule} | {conflict.key}")
            for side in (conflict.a, conflict.b):
                text = accounts[side.version].text
                print(f"    {text[max(0, side.start - 80) : side.start]}[{text[side.start : side.end]}]", end="")
                print(text[side.end : side.end + 60].replace("\n", " "))


if __name__ == "__main__":
    main()
