"""Orders read: lines taken or explained, gathered into a packet; a newer text over an older one; the form."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.language.diagnosis import Lexis
from pbem.engine.language.packets import PacketReader
from pbem.engine.orders import Reading
from pbem.engine.reporting import FormLine
from pbem.engine.standing_orders import overlaid
from pbem.engine.table.words.tidying import tidied
from pbem.engine.wording import listed
from pbem.rulesets.armatys.asks import AskPacket, Packet
from pbem.rulesets.armatys.fighting.aiming import objection
from pbem.rulesets.armatys.language.heard import READER, Said
from pbem.rulesets.armatys.language.judging import OrderDesk, desk_of, packets_of, together
from pbem.rulesets.armatys.language.verbs import VERBS
from pbem.rulesets.armatys.language.writing import NOW, units_of, write
from pbem.rulesets.armatys.morale.resting import quiet
from pbem.rulesets.armatys.playing.choosing import does
from pbem.rulesets.armatys.state.battle import Battle, foes
from pbem.rulesets.armatys.state.charged import chargers_of
from pbem.rulesets.armatys.state.standing import Standing

STEPS = tuple(row.word for row in VERBS.verbs if row.kind == "step" and row.word.isalpha())
LEXIS = Lexis(
    noun="unit", code="code", steps=STEPS,
    also={"attack": "charge", "move": "to", "march": "forward", "shoot": "fire", "advance": "forward"},
    starts=("standing",), place=re.compile(r"[0-9.]+(?:,[0-9.]+)?"),
)  # fmt: skip
_NEAR = re.compile(r",? (?=(?:unless|until|if no) )")


def _tidy(text: str) -> str:
    return _NEAR.sub(" ", tidied(text)).replace("counter charge", "counter-charge")


def overlay(view: Battle, before: Any, after: Any) -> Any:  # noqa: ANN401  # of any ask
    """Only what the newer text names changes: a unit's line replaces all its older orders."""
    if not isinstance(before, Packet) or not isinstance(after, Packet):
        return after if after is not None else before
    named = units_of(after)
    older = replace(
        before,
        holds=tuple(one for one in before.holds if one not in named),
        charges=tuple(one for one in before.charges if one.unit not in named),
        moves=tuple(one for one in before.moves if one.unit not in named),
        shots=tuple(one for one in before.shots if one.unit not in named),
        rests=tuple(one for one in before.rests if one.unit not in named),
        speeches=tuple(one for one in before.speeches if one.general not in named),
        now=tuple(one for one in before.now if one.unit not in named),
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
    if desk.stop:
        return tuple(_at_stop(view, desk))
    return (
        *(_line(view, code) for code in desk.units),
        *(FormLine(code, "hold", "he stays, and speaks where a unit needs it", settled=True) for code in desk.generals),
    )


def _at_stop(view: Battle, desk: OrderDesk) -> Iterator[FormLine]:
    """Of a stop: the charged units, with what they answer unless something is said; elsewhere those that may act."""
    for code in desk.units:
        unit = view.units[code]
        if desk.stop == "K1":
            against = chargers_of(view, code)
            if against and unit.state == "steady" and not unit.gun:
                horse = any(one.cavalry for one in against)
                word, _, _ = does(view, code, "charged by horse" if horse else "charged by foot").partition(" ")
                told = f"charged by {listed(sorted(one.id for one in against))}"
                yield FormLine(code, NOW[word], told, settled=True)
        elif desk.stop == "K2":
            yield _line(view, code)
        elif desk.stop == "K3" and any(objection(view, unit, one) is None for one in foes(view, unit)):
            yield FormLine(code, "hold", "it fires as its standing orders say", settled=True)
        elif desk.stop == "K4" and quiet(view, unit) and (unit.counters or unit.pistols):
            yield FormLine(code, "hold", "it rests or reloads as its standing orders say", settled=True)


def _line(view: Battle, code: StandId) -> FormLine:
    unit = view.units[code]
    if unit.state == "broken":
        return FormLine(code, "hold", "broken: it does nothing by choice", settled=True)
    if unit.pursuit is not None or unit.rally_owed:
        return FormLine(code, "hold", "it pursues, or rallies after a pursuit", settled=True)
    if unit.moved or unit.changed:
        return FormLine(code, "hold", "it has moved in this bound", settled=True)
    if any(code in (one.one, one.other) for one in view.contacts):
        return FormLine(code, "hold", "its melee goes on", settled=True)
    return FormLine(code, "hold")


STOPS = {
    "K1": "Bound {bound}, charges tested: what do your units do that are charged, or charge?",
    "K2": "Bound {bound}, after the melees: your moves, as they are to be now.",
    "K3": "Bound {bound}, after the moves: your fire, as it is to be now.",
    "K4": "Bound {bound}, after all fire: which units rest or reload, to whom do generals speak?",
}


def describe(view: Battle, ask: Ask[Any]) -> str:
    """An ask in words."""
    assert isinstance(ask, AskPacket)
    if ask.stop:
        return STOPS[ask.stop].format(bound=ask.bound)
    late = [one for one in view.arrivals if any(unit in view.to_come for unit in one.units)]
    mine = [unit for one in late for unit in one.units if unit in view.to_come and view.to_come[unit].side == ask.side]
    more = f" {listed(sorted(mine))} {'are' if len(mine) > 1 else 'is'} still to come." if mine else ""
    return f"Your orders for bound {ask.bound} of {view.limit}: charges, moves, fire; both sides act at once.{more}"


def _about(packet: Packet) -> tuple[object, ...]:
    return tuple((one.unit, one.about) for one in packet.standing)


PACKETS: PacketReader[OrderDesk, Said, Packet] = PacketReader(
    parser=READER, tidy=_tidy, lexis=LEXIS, joins=re.compile(r"[,;]|unless|until"), desk_of=desk_of,
    packets_of=packets_of,
    together=together, ordered=units_of, settles=_about, write=write, form=form,
)  # fmt: skip
looks_like_order = PACKETS.looks_like_order


def read(view: Battle, ask: Ask[Any], text: str, before: Any = None) -> Reading:  # noqa: ANN401  # of any ask
    """A text as the answer to an ask.  before: not looked at; a packet is laid over what stood by `overlay`."""
    return PACKETS.read(view, ask, text)
