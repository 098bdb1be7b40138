"""Orders tried out on a seat's view: where a try begins, and what came of each unit in it.

A try is one bound, to the next orders; an aide-de-camp writes the enemy's packet from what the enemy would see of that
view.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.hiding import laid_open
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.table.references import say_spot
from pbem.engine.what_if import Came, CannotTry, StandCame, WhatIf
from pbem.rulesets.armatys.asks import AskPacket, Packet
from pbem.rulesets.armatys.playing.ending import lost
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.view import side_of

CARRIED_OUT, NOT_CARRIED_OUT = "order carried out", "order not carried out"
"""What came of an own unit's orders: all was done; something was refused."""
TESTED = {
    ("charge", True): "charge went in", ("charge", False): "charge test failed",
    ("counter", True): "counter-charged", ("counter", False): "counter-charge test failed",
    ("stand", True): "stood", ("stand", False): "stand test failed",
    ("pursuit", True): "halted its pursuit", ("pursuit", False): "pursued on",
}  # fmt: skip
"""A test of reaction, and whether it was passed."""
FIRED, HIT, BROKE = "fired without a hit", "fired and hit", "broke"


def from_here(view: Battle, ask: Ask[Any]) -> Battle:
    """The view as it was before this bound began.

    Dice that were thrown as it began are not thrown again: who has not come does not come before the next bound.
    Raises CannotTry at a stop within a bound.
    """
    if not isinstance(ask, AskPacket) or ask.stop:
        raise CannotTry("only the orders of a whole bound can be tried out, not what is said at a stop within it")
    return laid_open(
        replace(
            view, bound=view.bound - 1, special=tuple(_thrown(view, n, rule) for n, rule in enumerate(view.special)),
            arrivals=tuple(replace(one, turn=max(one.turn, view.bound + 1)) for one in view.arrivals),
        )
    )  # fmt: skip


def _thrown(view: Battle, place: int, rule: k.Special) -> k.Special:
    """A special rule whose die of this bound has been thrown."""
    if isinstance(rule, k.Runaway):
        return replace(rule, returns_from=max(rule.returns_from, view.bound + 1))
    if isinstance(rule, k.MustAdvance) and place not in view.special_done:
        return replace(rule, bound=0)
    return rule


def came(before: Battle, after: Battle, facts: Sequence[Fact[Battle]], seat: Seat, answer: Any) -> Came:  # noqa: ANN401  # a packet
    """What came of a try for all in view that are known."""
    mine = side_of(before, seat)
    deeds = _deeds(facts, mine, answer, before)
    names = {one.id: one.name for one in after.armies}
    return Came(
        stands=tuple(
            _unit(unit, after.units.get(code), mine, tuple(deeds.get(code, ())))
            for code, unit in sorted(before.units.items())
            if unit.seen is UNSET
        ),
        lost={names[one.id]: lost(after, one.id) - lost(before, one.id) for one in after.armies},
        ended=after.how or "", winner=names[after.winner] if after.winner is not None else "",
    )  # fmt: skip


def _unit(before: Unit, after: Unit | None, mine: Side | None, deeds: tuple[str, ...]) -> StandCame:
    """Its strength is its figures."""
    return StandCame(
        code=before.id, mine=before.side == mine, start=before.figures,
        lost=before.figures - (after.figures if after is not None else 0), gone=after is None, disordered=False,
        at=say_spot(after.pose.at) if after is not None else "", deeds=deeds,
    )  # fmt: skip


def _deeds(
    facts: Sequence[Fact[Battle]], mine: Side | None, answer: Any, before: Battle  # noqa: ANN401  # a packet
) -> dict[StandId, dict[str, None]]:  # fmt: skip
    """What each unit did, each thing once."""
    found: dict[StandId, dict[str, None]] = {}
    refused = {fact.unit for fact in facts if isinstance(fact, f.OrderRefused)}
    own = {unit for unit, one in before.units.items() if one.side == mine}
    packet = answer if isinstance(answer, Packet) else Packet()
    ordered = {*(one.unit for one in packet.charges), *(one.unit for one in packet.moves)}
    for unit in sorted(own & (ordered | {one.unit for one in packet.shots})):
        found.setdefault(unit, {})[NOT_CARRIED_OUT if unit in refused else CARRIED_OUT] = None
    for fact in facts:
        for unit, deed in _of(fact, before):
            found.setdefault(unit, {})[deed] = None
    return found


def _of(fact: Fact[Battle], before: Battle) -> Iterator[tuple[StandId, str]]:
    match fact:
        case f.ReactionTested(unit=unit, test=test, passed=passed):
            yield unit, TESTED[test, passed]
        case c.ChargeDeclared(charge=charge):
            yield charge.target, "was charged"
        case f.Fired(unit=unit, hits=hits):
            yield unit, HIT if hits else FIRED
        case f.Broke(unit=unit):
            yield unit, BROKE
        case f.MeleeDecided(melee=melee):
            for unit in melee.units:
                side = before.units[unit].side if unit in before.units else None
                drawn = melee.loser == "both"
                yield unit, "melee drawn" if drawn else "melee lost" if melee.loser == side else "melee won"
        case _:
            pass


WHAT_IF = WhatIf(from_here=from_here, came=came)
