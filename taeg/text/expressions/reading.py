"""A text prepared for the grammars: tokens, numbers, and what may follow an expression."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from taeg.text.expressions.cardinals import Cardinal, number_words, scan
from taeg.text.expressions.lexicon import language_table, weekdays
from taeg.text.expressions.tokens import BREAK, MARK, WORD, Phrases, Token, tokenize
from taeg.text.language import base_code

_COUNTING_MARKS = "%£$€°/+*=#&@-\u2030"
"""Marks after which a number is not a clock time."""
_RANGE = 4
"""Most numbers in a row: 'one or two or three'."""


@dataclass(frozen=True)
class Reading:
    """The tokens and numbers of a text."""

    code: str
    variant: str
    tokens: tuple[Token, ...]

    @cached_property
    def numbers(self) -> dict[int, Cardinal]:
        """The numbers by their first token."""
        return scan(self.tokens, number_words(self.code))

    @cached_property
    def numbers_by_end(self) -> dict[int, Cardinal]:
        """The numbers by the token after them."""
        return {number.last: number for number in self.numbers.values()}

    def word(self, at: int) -> str:
        """Return a token's word; empty outside the text."""
        return self.tokens[at].word if 0 <= at < len(self.tokens) else ""

    def opens(self, at: int) -> bool:
        """Whether a sentence or line begins at a token."""
        return at == 0 or self.word(at - 1) in (*".!?:;\"\u201c\u201d'\u2018\u2019(", BREAK)

    def free(self, at: int) -> bool:
        """Whether nothing that is counted stands at a token: the text ends, or a word follows that counts nothing."""
        closing = _closing(self.code)
        for _ in range(_RANGE):
            if at >= len(self.tokens):
                return True
            token, following = self.tokens[at], self.numbers.get(at + 1)
            if token.word in closing.joining and following is not None:
                at = following.last  # 'two or three minutes': what counts is what follows the second number
                continue
            if token.kind == MARK:
                return token.word not in _COUNTING_MARKS
            return token.kind == WORD and (token.word in closing.words or self._is_no_noun(closing, at))
        return False

    def _is_no_noun(self, closing: "_Closing", at: int) -> bool:
        """Whether the case of a word shows that it is no counted noun."""
        token = self.tokens[at]
        if closing.capital_nouns:  # neither a noun nor an adjective before one
            return not token.capital and not (at + 1 < len(self.tokens) and self.tokens[at + 1].capital)
        if closing.weekdays.at(self.tokens, at):
            return True
        return token.capital and at > 0 and self.tokens[at - 1].kind == WORD  # 'at ten Novakova', not 'at 10 Downing'


class _Closing:
    def __init__(self, code: str) -> None:
        table = language_table(code)
        self.words = table.words("closing")
        self.joining = table.words("joining")
        self.capital_nouns = table.flag("capital_nouns")
        self.weekdays = Phrases(weekdays(table))


_closing = cache(_Closing)


@lru_cache(16)
def read(text: str, language: str) -> Reading:
    """Prepare a text; cached, because several grammars read the same text."""
    return Reading(base_code(language), language.strip().casefold().replace("_", "-"), tuple(tokenize(text)))
