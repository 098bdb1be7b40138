"""Orders read: lines taken or explained, gathered into a packet; a newer text over an older one; the form."""

import re
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.language.diagnosis import Lexis
from pbem.engine.language.lines import barred, clean
from pbem.engine.language.packets import PacketReader
from pbem.engine.orders import Reading
from pbem.engine.reporting import FormLine
from pbem.engine.standing_orders import overlaid
from pbem.engine.table.words.tidying import tidied
from pbem.engine.wording import listed
from pbem.rulesets.fornovo.language import levying
from pbem.rulesets.fornovo.language.heard import READER, Said
from pbem.rulesets.fornovo.language.judging import (
    AT_STOPS,
    BY_STANDING_ORDERS,
    OrderDesk,
    desk_of,
    packets_of,
    together,
)  # fmt: skip
from pbem.rulesets.fornovo.language.verbs import VERBS
from pbem.rulesets.fornovo.language.writing import units_of, write
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet
from pbem.rulesets.fornovo.state.battle import Battle, charges_on, chase_of, combats_of
from pbem.rulesets.fornovo.state.standing import Standing

STEPS = tuple(row.word for row in VERBS.verbs if row.kind == "step" and row.word.isalpha())
LEXIS = Lexis(
    noun="unit", code="code", steps=STEPS,
    also={"attack": "charge", "move": "to", "march": "forward", "shoot": "fire", "advance": "forward"},
    starts=("standing",), place=re.compile(r"[0-9.]+(?:,[0-9.]+)?"),
)  # fmt: skip
_NEAR = re.compile(r",? (?=(?:unless|if no) )")


def _tidy(text: str) -> str:
    return _NEAR.sub(" ", tidied(text)).replace("counter charge", "countercharge")


def overlay(view: Battle, before: Any, after: Any) -> Any:  # noqa: ANN401  # of any ask
    """Only what the newer text names changes: a unit's line replaces all its older orders."""
    if not isinstance(before, Packet) or not isinstance(after, Packet):
        return after if after is not None else before
    if view.army_points:
        return levying.overlaid(before, after)
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
    if desk.stop == "armies":
        return levying.form(view, desk.side)
    if desk.stop == "answers":
        return tuple(_charged(view, code) for code in desk.units if charges_on(view, code))
    if desk.stop in BY_STANDING_ORDERS:
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
    if ask.stop == "armies":
        return levying.described(view, ask.side)
    if ask.stop:
        return f"Turn {ask.turn}: you are asked for {AT_STOPS[ask.stop]}."
    late = sorted(unit for unit, one in view.to_come.items() if one.side == ask.side)
    more = f" {listed(late)} {'are' if len(late) > 1 else 'is'} still to come." if late else ""
    return (
        f"Your orders for turn {ask.turn} of {view.limit}: charges, answers to charges, moves, fire; they are opened "
        f"together with the enemy's.{more}"
    )


def _about(packet: Packet) -> tuple[object, ...]:
    return tuple((one.unit, one.about) for one in packet.standing)


PACKETS: PacketReader[OrderDesk, Said, Packet] = PacketReader(
    parser=READER, tidy=_tidy, lexis=LEXIS, joins=re.compile(r"[,;]|unless"), desk_of=desk_of,
    packets_of=packets_of,
    together=together, ordered=units_of, settles=_about, write=write, form=form,
)  # fmt: skip


def looks_like_order(line: str) -> bool:
    """Whether a line might be read as an order, a control, or a line of an army list."""
    return PACKETS.looks_like_order(line) or (not barred(line) and levying.looks_like_levy(clean(line)))


def read(view: Battle, ask: Ask[Any], text: str, before: Any = None) -> Reading:  # noqa: ANN401  # of any ask
    """A text as the answer to an ask.  before: what stood of an army list; a packet of orders is laid over what stood
    by `overlay`.
    """
    if isinstance(ask, AskPacket) and ask.stop == "armies":
        return levying.read(view, ask.side, text, before if isinstance(before, Packet) else None)
    return PACKETS.read(view, ask, text)
