"""Orders read: lines taken or explained, gathered into a packet; a newer text over an older one; the form."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

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
from pbem.engine.language.transformer import Unfit
from pbem.engine.orders import Reading, Understood
from pbem.engine.reporting import FormLine
from pbem.engine.standing_orders import overlaid
from pbem.engine.table.words.tidying import tidied
from pbem.engine.wording import listed
from pbem.rulesets.fornovo.language.heard import READER, Said
from pbem.rulesets.fornovo.language.judging import AT_STOPS, OrderDesk, desk_of, packets_of, together
from pbem.rulesets.fornovo.language.verbs import VERBS
from pbem.rulesets.fornovo.language.writing import units_of, write
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet
from pbem.rulesets.fornovo.state.battle import Battle, charges_on, chase_of, combats_of
from pbem.rulesets.fornovo.state.standing import Standing

STEPS = tuple(row.word for row in VERBS.verbs if row.kind == "step" and row.word.isalpha())
SHORT = 4
"""Words of a line that may be an order without its unit."""
LEXIS = Lexis(
    noun="unit", code="code", steps=STEPS,
    also={"attack": "charge", "move": "to", "march": "forward", "shoot": "fire", "advance": "forward"},
    starts=("standing",), place=re.compile(r"[0-9.]+(?:,[0-9.]+)?"),
)  # fmt: skip
_NEAR = re.compile(r",? (?=(?:unless|if no) )")
Entry = tuple[OrderLine, str, Packet]


def heard(text: str, names: Mapping[str, str] | None = None, codes: Collection[str] = ()) -> Said | Unreadable | Unfit:
    """What a cleaned line says.  names: codes of own units by their names.  codes: all that are known."""
    plainly = plain(text, codes)
    said = READER.heard(_tidy(plainly), "order")
    if isinstance(said, Unreadable):
        again = READER.heard(_tidy(other_words(plainly, names or {})), "order")
        return said if isinstance(again, Unreadable) else again
    return said


def _tidy(text: str) -> str:
    return _NEAR.sub(" ", tidied(text)).replace("counter charge", "countercharge")


def read(view: Battle, ask: Ask[Any], text: str, before: Any = None) -> Reading:  # noqa: ANN401  # of any ask
    """A text as the answer to an ask."""
    desk = desk_of(view, ask)
    found = gathered(
        joined(lines(text), Wrapping(re.compile(r"[,;]|unless"), _reads)),
        lambda line: [(line, code, packet) for code, packet in _taken(desk, line)],
        lambda line, fault: not _seems_order(line),  # of the contract
        lambda line, fault: problem_of(line, fault, suggested(_tidy(line.text), fault, _tried(desk, line))),
    )
    kept = _settled(view, found.taken, found.problems)
    answer = together([packet for _, _, packet in kept]) if kept else None
    understood = [Understood(line.number, *_told(view, packet)) for line, _, packet in kept]
    ordered = units_of(answer) if answer is not None else set()
    missing = [row for row in form(view, ask) if StandId(row.code) not in ordered]
    return found.reading(answer, understood, missing, write(view, answer))


def _reads(text: str) -> bool:
    return not isinstance(heard(text), Unreadable)


def _taken(desk: OrderDesk, line: OrderLine) -> list[tuple[str, Packet]]:
    said = heard(line.text, desk.names, desk.codes)
    if isinstance(said, Unreadable):
        raise _why(desk, _tidy(plain(line.text, desk.codes)), said)
    if isinstance(said, Unfit):
        raise Fault(said.kind, said.reason, fixes=said.fixes)
    return packets_of(desk, said)


def _settled(view: Battle, taken: list[Entry], problems: list[Any]) -> list[Entry]:
    """One line for each unit and each standing order; lines that differ about one thing are both left out."""
    kept: dict[object, Entry] = {}
    contrary: set[object] = set()
    for line, code, packet in taken:
        key = (code, tuple((one.unit, one.about) for one in packet.standing))
        had = kept.setdefault(key, (line, code, packet))
        if had[2] != packet:
            contrary.add(key)
            told = [(one.number, " ".join(_told(view, of))) for one, of in ((had[0], had[2]), (line, packet))]
            problems.append(two_orders(line, told, about=code))
    return [entry for key, entry in kept.items() if key not in contrary]


def _told(view: Battle, packet: Packet) -> tuple[str, str]:
    """``S01``, ``forward 4``."""
    code, _, rest = write(view, packet).split("\n")[0].partition(" ")
    if code == "standing":
        whom, _, rest = rest.partition(" ")
        return f"standing {whom}", rest
    return code, rest


def _why(desk: OrderDesk, text: str, stop: Unreadable) -> Fault:
    """Why a line cannot be read."""
    mine = [*desk.units, *desk.generals]
    if stop.at == 0 or STUCK_CODES.match(text):
        known = LEXIS.strange_code(text, mine) or near_a_control(text) or LEXIS.nameless(first_word(text), mine)
        return known or LEXIS.no_start(first_word(text), first_word(text))
    before, word = stopped_at(text, stop)
    words = READER.grammar.words(stop.expected)
    few = words if len(words) <= SHORT * 2 else ()
    come = may_come(READER.grammar.things(stop.expected), few, frozenset({"at", "a", "an", "the", "and", "then"}))
    near = nearest(word, words) if word else None
    reason = f'after "{before.upper()}" comes {come}' + (f', not "{word}"' if word else "")
    if not few and words and word:
        reason = f'"{word}" cannot stand after "{before.upper()}"'
    return unknown(f'{reason}. Did you mean "{near}"?' if near else reason, word, near)


def _seems_order(line: OrderLine) -> bool:
    words = bare_words(line.text)
    short = len(words) <= SHORT and bool(slip(words[0], STEPS))
    return LEXIS.begins_with_code(line.text) or words[0] == "standing" or short or LEXIS.sends_somewhere(words)


def _tried(desk: OrderDesk, line: OrderLine) -> Any:  # noqa: ANN401  # a function of the reader's
    def would_read(text: str, whole: bool) -> str:  # of the contract
        try:
            return " ".join(
                " ".join(_told(desk.view, packet))
                for _, packet in _taken(desk, OrderLine(line.number, text, clean(text)))
            )
        except Fault:
            return ""

    return would_read


def overlay(view: Battle, before: Any, after: Any) -> Any:  # noqa: ANN401  # of any ask
    """Only what the newer text names changes: a unit's line replaces all its older orders."""
    if not isinstance(before, Packet) or not isinstance(after, Packet):
        return after if after is not None else before
    named = units_of(after)
    older = replace(
        before,
        holds=tuple(one for one in before.holds if one not in named),
        charges=tuple(one for one in before.charges if one.unit not in named),
        answers=tuple(one for one in before.answers if one.unit not in named),
        moves=tuple(one for one in before.moves if one.who not in named),
        shots=tuple(one for one in before.shots if one.unit not in named),
        standing=(),
    )
    whole = together([older, replace(after, standing=())])
    standing = overlaid(before.standing, after.standing, subject=_settles, taken_back=lambda one: False)
    return replace(whole, standing=standing)


def _settles(one: Standing) -> tuple[StandId, str]:
    return one.unit, one.about


def form(view: Battle, ask: Ask[Any]) -> tuple[FormLine, ...]:
    """What acts if nothing is sent."""
    desk = desk_of(view, ask)
    if desk.stop == "answers":
        return tuple(_charged(view, code) for code in desk.units if charges_on(view, code))
    if desk.stop in {"targets", "tests"}:
        return ()
    return (
        *(_line(view, code) for code in desk.units),
        *(
            FormLine(code, "hold", "he stays, or does as his standing order says", settled=True)
            for code in desk.generals
        ),
    )


def _charged(view: Battle, code: StandId) -> FormLine:
    against = listed(sorted(one.unit for one in charges_on(view, code)))
    return FormLine(code, "stand", f"charged by {against}; unless its standing order says otherwise", settled=True)


def _line(view: Battle, code: StandId) -> FormLine:
    unit = view.units[code]
    if unit.left_table is not None:
        return FormLine(code, "hold", "off the table: it tries to come back", settled=True)
    if unit.morale == "routed":
        return FormLine(code, "hold", "routed: it runs, or rallies", settled=True)
    if chase_of(view, code) is not None:
        return FormLine(code, "hold", "it pursues, or halts", settled=True)
    if unit.debt:
        return FormLine(code, "hold", "it still owes moves for a maneuver", settled=True)
    if combats_of(view, code):
        return FormLine(code, "hold", "its combat goes on", settled=True)
    return FormLine(code, "hold")


def describe(view: Battle, ask: Ask[Any]) -> str:
    """An ask in words."""
    assert isinstance(ask, AskPacket)
    if ask.stop:
        return f"Turn {ask.turn}: you are asked for {AT_STOPS[ask.stop]}."
    late = sorted(unit for unit, one in view.to_come.items() if one.side == ask.side)
    more = f" {listed(late)} {'are' if len(late) > 1 else 'is'} still to come." if late else ""
    return (
        f"Your orders for turn {ask.turn} of {view.limit}: charges, answers to charges, moves, fire; they are opened "
        f"together with the enemy's.{more}"
    )


def looks_like_order(line: str) -> bool:
    """Whether a line might be read as an order or a control."""
    text = "" if barred(line) else clean(line)
    known = bool(text) and (control(text) is not None or turn_named(text) is not None)
    return known or (bool(text) and _reads(text))
