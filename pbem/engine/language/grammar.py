"""A verb table as a grammar (lark, LALR, contextual lexer): one line at a time, and errors in plain words."""

import re

import msgspec
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from pbem.engine.orders import VerbTable

_LITERAL = re.compile(r'"([a-z]+)"')
_KEYWORD = "_WORD_"

Parsed = Tree[Token]


class Unreadable(msgspec.Struct, frozen=True):
    """Where a line stops making sense.  at: place in the text.  expected: the terminals that could have stood there."""

    at: int
    expected: tuple[str, ...]


class Grammar:
    """Reads cleaned lines by a verb table.  Building one takes some 30 ms: keep it."""

    def __init__(self, table: VerbTable) -> None:
        """Raises lark's GrammarError when the rows of the table contradict one another."""
        self.table = table
        kinds = dict.fromkeys(verb.kind for verb in table.verbs if verb.grammar)
        rules = [table.frame]
        verbs = [verb for verb in table.verbs if verb.grammar]
        rules += [f"?{kind}: " + " | ".join(verb.rule for verb in verbs if verb.kind == kind) for kind in kinds]
        rules += [f"{verb.rule}: {verb.grammar}" for verb in verbs]
        text = "\n".join(rules)
        self.keywords = tuple(sorted(set(_LITERAL.findall(text))))
        # A keyword ends where the word ends: else `holdfast` is read as `hold` and the message points inside it.
        text = _LITERAL.sub(lambda found: _KEYWORD + found[1].upper(), text)
        words = [f"{_KEYWORD}{word.upper()}.2: /{word}(?![\\w'-])/" for word in self.keywords]
        self._lark = Lark(
            "\n".join([text, *words]), parser="lalr", lexer="contextual", start=list(table.starts),
            maybe_placeholders=False,
        )  # fmt: skip

    def parse(self, text: str, start: str) -> Parsed | Unreadable:
        """The tree of a cleaned line, or where and at what it stopped."""
        try:
            return self._lark.parse(text, start)
        except UnexpectedCharacters as error:
            return Unreadable(error.column - 1, tuple(sorted(error.allowed or ())))
        except UnexpectedToken as error:
            at = len(text) if error.token.type == "$END" else int(error.token.start_pos or 0)
            return Unreadable(at, tuple(sorted(error.accepts or error.expected)))
        except UnexpectedEOF as error:
            return Unreadable(len(text), tuple(sorted(error.expected)))

    def words(self, expected: tuple[str, ...]) -> tuple[str, ...]:
        """The keywords among terminals: ``("hold", "rally")``."""
        return tuple(one.removeprefix(_KEYWORD).lower() for one in expected if one.startswith(_KEYWORD))

    def things(self, expected: tuple[str, ...]) -> tuple[str, ...]:
        """What else may stand there, in words, without what helps no reader (commas, names that can always go on)."""
        return tuple(dict.fromkeys(self.table.terms[one] for one in expected if self.table.terms.get(one)))
