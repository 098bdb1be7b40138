"""An offered line does what it says: a march leads where it is tapped, and what is tapped is there."""

from pbem.engine.fuzzing import FuzzFault
from pbem.engine.hexes import from_label, label, straight_ahead
from pbem.engine.offers import Offer
from pbem.rulesets.snaphance.playing.checking import judged
from pbem.rulesets.snaphance.state.asks import Answers
from pbem.rulesets.snaphance.state.battle import Battle, on_board
from pbem.rulesets.snaphance.state.commands import Go, LeaveTown, Sheet, StandOrders, TurnTo


def leads_there(view: Battle, offer: Offer, answer: Answers) -> None:
    """A stand's own march ends in the hex it is tapped in, a turn shows to it; nothing of them is refused now."""
    for item in answer.orders if isinstance(answer, Sheet) else ():
        if isinstance(item, StandOrders) and item.actions and isinstance(item.actions[-1], Go | TurnTo | LeaveTown):
            there = judged(view, item)
            one = there.battle.stands[item.stand]
            if there.objections:
                raise FuzzFault(f"{offer.line!r} is offered, and refused as things stand: {there.objections[0].no.why}")
            if offer.at and from_label(offer.at) not in (one.hex, straight_ahead(one.hex, one.facing)):
                raise FuzzFault(f"{offer.line!r} is offered at {offer.at}, and leads to {label(one.hex)}")
    if offer.at and not _is_place(view, offer.at):
        raise FuzzFault(f"{offer.line!r} is offered at {offer.at!r}, which is no place and no stand")


def _is_place(view: Battle, at: str) -> bool:
    """A stand that is there, or a hex of the board."""
    return any(one.id == at and one.on_board for one in view.stands.values()) or (
        at.isdigit() and on_board(view, from_label(at))
    )
