"""Texts read into packets, one packet a line, for rule sets whose sides order a whole turn at once.

A packet is what a side orders of one turn; a line's packet holds what that line orders and nothing else.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.language.codes import STUCK_CODES
from pbem.engine.language.diagnosis import Lexis, bare_words, first_word, may_come, near_a_control, stopped_at
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.lines import OrderLine, barred, clean, control, lines, turn_named
from pbem.engine.language.reader import Wrapping, gathered, joined, problem_of, suggested, two_orders
from pbem.engine.language.spelling import nearest, slip
from pbem.engine.language.spellings import other_words, plain
from pbem.engine.language.transformer import Transformer, Unfit
from pbem.engine.orders import Problem, Reading, Understood
from pbem.engine.reporting import FormLine

S = TypeVar("S")
"""What a line says, before it is looked up."""
P = TypeVar("P")
"""The packet."""

SHORT = 4
"""Words of a line that may be an order without its unit."""


class NamingDesk(Protocol):
    """What a side can name."""

    @property
    def units(self) -> Sequence[StandId]:
        """Codes of its own units."""

    @property
    def generals(self) -> Sequence[StandId]:
        """Codes of its own generals."""

    @property
    def codes(self) -> Collection[str]:
        """Every code that it knows."""

    @property
    def names(self) -> Mapping[str, str]:
        """Codes of its own units by their folded names."""


D = TypeVar("D", bound=NamingDesk)


@dataclass(frozen=True)
class PacketReader(Generic[D, S, P]):
    """Reads texts into packets."""

    parser: Transformer[S]
    """A tidied line -> what it says."""

    tidy: Callable[[str], str]
    """A line in usual spellings -> as the grammar has it."""

    lexis: Lexis
    """The words by which a line that cannot be read is explained."""

    joins: re.Pattern[str]
    """What a line begins or ends with that goes on from another."""

    desk_of: Callable[[Any, Ask[Any]], D]
    """View and ask -> what the side can name."""

    packets_of: Callable[[D, S], list[tuple[str, P]]]
    """What a line says -> the units it orders, each with its packet.  Raises Fault."""

    together: Callable[[Sequence[P]], P]
    """Packets put together."""

    ordered: Callable[[P], set[StandId]]
    """The units and generals that a packet orders."""

    settles: Callable[[P], tuple[object, ...]]
    """The standing orders of a packet, by what each is about."""

    write: Callable[[Any, Any], str]
    """View, packet -> canonical text, an order a line."""

    form: Callable[[Any, Ask[Any]], Sequence[FormLine]]
    """What acts if nothing is sent."""

    def heard(
        self, text: str, names: Mapping[str, str] | None = None, codes: Collection[str] = ()
    ) -> S | Unreadable | Unfit:
        """What a cleaned line says.  names: codes of own units by their names.  codes: all that are known."""
        plainly = plain(text, codes)
        said = self.parser.heard(self.tidy(plainly), "order")
        if isinstance(said, Unreadable):
            again = self.parser.heard(self.tidy(other_words(plainly, names or {})), "order")
            return said if isinstance(again, Unreadable) else again
        return said

    def read(self, view: Any, ask: Ask[Any], text: str) -> Reading:  # noqa: ANN401  # of any rule set
        """A text as the answer to an ask."""
        desk = self.desk_of(view, ask)
        found = gathered(
            joined(lines(text), Wrapping(self.joins, self.reads)),
            lambda line: [(line, code, packet) for code, packet in self._taken(desk, line)],
            lambda line, _fault: not self._seems_order(line),
            lambda line, fault: problem_of(
                line, fault, suggested(self.tidy(line.text), fault, self._tried(view, desk, line))
            ),
        )
        settled = self._settled(view, found.taken, found.problems)
        answer = self.together([packet for _, _, packet in settled]) if settled else None
        understood = [Understood(line.number, *self._told(view, packet)) for line, _, packet in settled]
        ordered = self.ordered(answer) if answer is not None else set()
        missing = [row for row in self.form(view, ask) if StandId(row.code) not in ordered]
        return found.reading(answer, understood, missing, self.write(view, answer))

    def reads(self, text: str) -> bool:
        """Whether a cleaned line can be read."""
        return not isinstance(self.heard(text), Unreadable)

    def looks_like_order(self, line: str) -> bool:
        """Whether a line might be read as an order or a control."""
        text = "" if barred(line) else clean(line)
        known = bool(text) and (control(text) is not None or turn_named(text) is not None)
        return known or (bool(text) and self.reads(text))

    def _taken(self, desk: D, line: OrderLine) -> list[tuple[str, P]]:
        said = self.heard(line.text, desk.names, desk.codes)
        if isinstance(said, Unreadable):
            raise self._why(desk, self.tidy(plain(line.text, desk.codes)), said)
        if isinstance(said, Unfit):
            raise Fault(said.kind, said.reason, fixes=said.fixes)
        return self.packets_of(desk, said)

    def _settled(
        self, view: Any, taken: list[tuple[OrderLine, str, P]], problems: list[Problem]  # noqa: ANN401  # of any rule set
    ) -> list[tuple[OrderLine, str, P]]:  # fmt: skip
        """One line for each unit and each standing order; lines that differ about one thing are both left out."""
        first: dict[object, tuple[OrderLine, str, P]] = {}
        contrary: set[object] = set()
        for line, code, packet in taken:
            key = (code, self.settles(packet))
            had = first.setdefault(key, (line, code, packet))
            if had[2] != packet:
                contrary.add(key)
                told = [(one.number, " ".join(self._told(view, of))) for one, of in ((had[0], had[2]), (line, packet))]
                problems.append(two_orders(line, told, about=code))
        return [entry for key, entry in first.items() if key not in contrary]

    def _told(self, view: Any, packet: P) -> tuple[str, str]:  # noqa: ANN401  # of any rule set
        """``S01``, ``forward 4``."""
        code, _, rest = self.write(view, packet).split("\n")[0].partition(" ")
        if code == "standing":
            whom, _, rest = rest.partition(" ")
            return f"standing {whom}", rest
        return code, rest

    def _why(self, desk: D, text: str, stop: Unreadable) -> Fault:
        """Why a line cannot be read."""
        mine = [*desk.units, *desk.generals]
        if stop.at == 0 or STUCK_CODES.match(text):
            known = self.lexis.strange_code(text, mine) or near_a_control(text)
            known = known or self.lexis.nameless(first_word(text), mine)
            return known or self.lexis.no_start(first_word(text), first_word(text))
        before, word = stopped_at(text, stop)
        if word in self.lexis.unbuilt:
            reason, rule = self.lexis.unbuilt[word]
            return Fault("not allowed", reason, rules=(rule,))
        words = self.parser.grammar.words(stop.expected)
        few = words if len(words) <= SHORT * 2 else ()
        things = self.parser.grammar.things(stop.expected)
        come = may_come(things, few, frozenset({"at", "a", "an", "the", "and", "then"}))
        near = nearest(word, words) if word else None
        reason = f'after "{before.upper()}" comes {come}' + (f', not "{word}"' if word else "")
        if not few and words and word:
            reason = f'"{word}" cannot stand after "{before.upper()}"'
        return unknown(f'{reason}. Did you mean "{near}"?' if near else reason, word, near)

    def _seems_order(self, line: OrderLine) -> bool:
        words = bare_words(line.text)
        short = len(words) <= SHORT and bool(slip(words[0], self.lexis.steps))
        starts = self.lexis.begins_with_code(line.text) or words[0] == "standing"
        return starts or short or self.lexis.sends_somewhere(words)

    def _tried(self, view: Any, desk: D, line: OrderLine) -> Callable[[str, bool], str]:  # noqa: ANN401  # of any rule set
        def would_read(text: str, whole: bool) -> str:
            try:
                found = self._taken(desk, OrderLine(line.number, text, clean(text)))
            except Fault:
                return ""
            return " ".join(" ".join(self._told(view, packet)) for _, packet in found)

        return would_read
