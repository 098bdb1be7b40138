"""Sentences of one event: a stand is named in full once, then by its code or as "it"; what it does next is joined on.

Words hold names as ``{S04}``; who that is, is put in when the text is made.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from pbem.engine.wording import capital, listed

CLAUSES = 3
"""Most things one sentence says of one stand."""

_NAME = re.compile(r"\{([^{}]+)\}")


class Naming(msgspec.Struct, frozen=True):
    """How a unit or a general is named: at first, afterwards, and as the subject of the next sentence."""

    full: str
    short: str
    pronoun: str = "it"


@dataclass
class Going:
    """Steps of one sort, one after another.  verb: ``moved``.  way: places as they are told."""

    verb: str
    way: list[str]

    def words(self) -> str:
        """``moved to 0705 by way of 0706``."""
        return f"{self.verb} to {self.way[-1]}{by_way_of(self.way[:-1])}"


def by_way_of(way: Sequence[str]) -> str:
    """``by way of 0907 and 0806``, or nothing."""
    return f" by way of {listed(way)}" if way else ""


@dataclass
class _Sentence:
    subject: str = ""
    lead: str = ""
    clauses: list[str | Going] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    tail_of: str = ""
    closed: bool = False

    def says(self) -> str:
        words = listed([one.words() if isinstance(one, Going) else one for one in self.clauses])
        return f"{words}, which {listed(self.tail)}" if self.tail else words


class Narration:
    """Sentences as they are told, one clause after another."""

    def __init__(self) -> None:
        """Nothing is told yet."""
        self._sentences: list[_Sentence] = []

    def did(self, who: str, words: str | Going, *, lead: str = "", closed: bool = False) -> None:
        """A unit did something.  lead: ``By default``.  closed: the sentence ends with it."""
        last = self._sentences[-1] if self._sentences else None
        if last is not None and not last.closed and not lead:
            if last.subject == who and not last.tail and len(last.clauses) < CLAUSES:
                last.clauses.append(words)
                last.closed = closed
                return
            if isinstance(words, str) and not closed and self._joins(last, who):
                last.tail.append(words)
                last.tail_of = who
                return
        self._sentences.append(_Sentence(who, lead, [words], closed=closed))

    def plain(self, text: str) -> None:
        """A sentence of its own, with its stop."""
        self._sentences.append(_Sentence(clauses=[text], closed=True))

    def march(self, who: str, verb: str, way: Sequence[str], lead: str = "") -> None:
        """A unit went on: joined to the way it went before, if that was the same sort of going."""
        going = self._going(who)
        if going is not None and going.verb == verb:
            going.way += list(way)
        else:
            self.did(who, Going(verb, list(way)), lead=lead)

    def take_march(self, who: str, verbs: tuple[str, ...]) -> list[str] | None:
        """The last steps told of a unit, to be told another way; None when it has done something else since."""
        going = self._going(who)
        if going is None or going.verb not in verbs:
            return None
        last = self._sentences[-1]
        last.clauses.pop()
        if not last.clauses and not last.lead:
            self._sentences.pop()
        return going.way

    def about(self, who: str) -> bool:
        """Whether anything is told of a unit as the one that acts."""
        return any(who in (one.subject, one.tail_of) for one in self._sentences)

    def __bool__(self) -> bool:
        """Whether anything is told."""
        return bool(self._sentences)

    def text(self, names: Mapping[str, Naming]) -> str:
        """All of it, with the names put in."""
        named: set[str] = set()

        def put(match: re.Match[str]) -> str:
            who = match.group(1)
            if who not in names:
                return who
            name = names[who].short if who in named else names[who].full
            named.add(who)
            return name

        told: list[str] = []
        before = ""
        for one in self._sentences:
            if one.subject:
                again = one.subject == before and one.subject in names
                who = names[one.subject].pronoun if again else _NAME.sub(put, f"{{{one.subject}}}")
                lead = f"{one.lead} " if one.lead else ""
                told.append(capital(f"{lead}{who} {_NAME.sub(put, one.says())}."))
            else:
                told.append(capital(_NAME.sub(put, one.says())))
            before = one.tail_of or one.subject
        return " ".join(told)

    def _going(self, who: str) -> Going | None:
        last = self._sentences[-1] if self._sentences else None
        if last is None or last.subject != who or last.closed or last.tail or not last.clauses:
            return None
        going = last.clauses[-1]
        return going if isinstance(going, Going) else None

    @staticmethod
    def _joins(last: _Sentence, who: str) -> bool:
        """Whether a clause may follow as ``, which ...``: the sentence has just named the one who does it."""
        if last.tail:
            return last.tail_of == who and len(last.tail) < CLAUSES - 1
        words = last.clauses[-1] if last.clauses else ""
        return isinstance(words, str) and words.endswith(f"{{{who}}}")
