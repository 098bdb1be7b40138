"""What is offered is taken: every line reads without a problem, is tapped on the board or on a stand in view, and a
march leads where it is tapped.
"""

from collections.abc import Iterable
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.hexes import from_label, label, straight_ahead
from pbem.engine.offers import Offer
from pbem.engine.ruleset import RuleSet
from pbem.fuzz.playing import Fault
from pbem.rulesets.snaphance.battle import Battle, on_board
from pbem.rulesets.snaphance.commands import Go, LeaveTown, Sheet, StandOrders, Turn
from pbem.rulesets.snaphance.playing.checking import judged
from pbem.rulesets.snaphance.randomplay import Chance

LINES = 5
"""Tried of each list: few, for many games are played."""


def check_offered(rules: RuleSet[Battle], view: Battle, ask: Ask[Any], answer: Any, chance: Chance) -> None:  # noqa: ANN401  # of the ask's type
    """The lines offered for an ask, for one stand and for some together.  answer: to it.  Raises Fault."""
    offered = rules.offers(view, ask, answer, units=False)
    _check(rules, view, ask, offered.answers, chance)
    for code in chance.mixed(offered.stands)[:1]:
        unit = rules.offers_for(view, ask, answer, code)
        if unit is None:
            raise Fault(f"{code} is to be ordered, but nothing is offered for it")
        for some in (unit.may, unit.marches, unit.then):
            _check(rules, view, ask, some, chance)
        for line in chance.mixed((*unit.may, *unit.marches))[:1]:
            so_far = rules.read(view, ask, line.line).answer
            longer = rules.offers_for(view, ask, so_far, code)
            _check(rules, view, ask, longer.then if longer is not None else (), chance)
    several = tuple(chance.mixed(offered.stands)[:2])
    _check(rules, view, ask, rules.group_offers(view, ask, answer, several), chance)


def _check(rules: RuleSet[Battle], view: Battle, ask: Ask[Any], offers: Iterable[Offer], chance: Chance) -> None:
    for offer in chance.mixed(tuple(offers))[:LINES]:
        reading = rules.read(view, ask, offer.line)
        if reading.problems:
            raise Fault(f"{offer.line!r} is offered, and not taken: {reading.problems[0].reason}")
        if isinstance(reading.answer, Sheet):
            _leads_there(view, offer, reading.answer)
        if offer.at and not _is_place(view, offer.at):
            raise Fault(f"{offer.line!r} is offered at {offer.at!r}, which is no place and no stand")


def _leads_there(view: Battle, offer: Offer, sheet: Sheet) -> None:
    """A stand's own march ends in the hex it is tapped in, a turn shows to it; nothing of them is refused now."""
    for item in sheet.orders:
        if isinstance(item, StandOrders) and item.actions and isinstance(item.actions[-1], Go | Turn | LeaveTown):
            there = judged(view, item)
            one = there.battle.stands[item.stand]
            if there.objections:
                raise Fault(f"{offer.line!r} is offered, and refused as things stand: {there.objections[0].no.why}")
            if offer.at and from_label(offer.at) not in (one.hex, straight_ahead(one.hex, one.facing)):
                raise Fault(f"{offer.line!r} is offered at {offer.at}, and leads to {label(one.hex)}")


def _is_place(view: Battle, at: str) -> bool:
    """A stand that is there, or a hex of the board."""
    return any(one.id == at and one.on_board for one in view.stands.values()) or (
        at.isdigit() and on_board(view, from_label(at))
    )
