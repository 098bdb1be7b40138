"""What may be added to a stand's orders, as whole lines: hex, hex, enemy on the map."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.offers import Offer
from pbem.rulesets.snaphance.language.remarks import charge_remark, further_moves, remarks, shot_remark
from pbem.rulesets.snaphance.language.spots import best_spots, spot_place, spot_text
from pbem.rulesets.snaphance.playing.choices import HexChoice
from pbem.rulesets.snaphance.playing.going_on import GoingOn, going_on
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import Act, Charge, Fire, Go, LeaveTown, Sheet, StandOrders, TurnTo
from pbem.rulesets.snaphance.writing.wording import named
from pbem.rulesets.snaphance.writing.writing import Answer, actions_text


def then(view: Battle, stand: StandId, answer: Answer | None) -> tuple[Offer, ...]:
    """Lines by which what an answer orders a stand goes on; each is taken whole.  The boldest first."""
    items = answer.orders if isinstance(answer, Sheet) else ()
    orders = next((item for item in items if isinstance(item, StandOrders) and item.stand == stand), None)
    found = going_on(view, orders) if orders is not None else None
    if orders is None or found is None:
        return ()
    return (*_charges(view, orders, found), *_shots(view, orders, found), *_marches(view, orders, found))


def _charges(view: Battle, orders: StandOrders, found: GoingOn) -> Iterator[Offer]:
    """In the move it is in, or those beyond that in one more."""
    start, at_once = view.stands[orders.stand], {quarry.stand for quarry in found.now.quarries}
    for move, again in ((found.now, False), (found.further, True)):
        for quarry in move.quarries:
            longer = replace(orders, actions=(*found.so_far, Charge(target=quarry.stand, again=again)))
            if again and quarry.stand in at_once:
                continue
            line = f"{orders.stand} {actions_text(longer.actions)}"
            text = f"{'Again: charge' if again else 'Charge'} {named(view, quarry.stand)}"
            promise = charge_remark(quarry.there, orders.stand, quarry.stand, moved=quarry.moved)
            told = (*further_moves(view, longer), promise) if not start.disordered else remarks(view, longer)
            yield Offer(line, text, "; ".join(part for part in told if part), at=quarry.stand)


def _shots(view: Battle, orders: StandOrders, found: GoingOn) -> Iterator[Offer]:
    """From where its orders take it."""
    for target in found.targets:
        for ranks, words in ((1, ""), (2, ", both ranks")):
            shot = Fire(target=target.stand, ranks=ranks)
            if ranks == 1 or target.both_ranks:
                line = f"{orders.stand} {actions_text((*found.so_far, shot))}"
                text = f"Fire at {named(view, target.stand)}{words}"
                yield Offer(line, text, shot_remark(found.battle, orders.stand, shot), at=target.stand)


def _marches(view: Battle, orders: StandOrders, found: GoingOn) -> Iterator[Offer]:
    """Where it may go on to in its move, then where one more move takes it beyond."""
    start = found.battle.stands[orders.stand]
    reached = {spot.hex for spot in found.now.spots}
    for move, again in ((found.now, False), (found.further, True)):
        for spot in best_spots(start, move.spots):
            if again and (not spot.path or spot.hex in reached or isinstance(spot.acts[0], LeaveTown)):
                continue
            longer = replace(orders, actions=_joined(found.so_far, spot, again=again))
            line = f"{orders.stand} {actions_text(longer.actions)}"
            note = "; ".join(further_moves(view, longer)) if again else f"{spot.mp} MP"
            text = f"{'again: ' if again else ''}{spot_text(start, spot)}"
            yield Offer(line, text, note, at=spot_place(view, spot))


def _joined(so_far: tuple[Act, ...], spot: HexChoice, *, again: bool) -> tuple[Act, ...]:
    """The actions with those of a spot after them; marches of one sort, running on, as one."""
    first, *rest = spot.acts
    last = so_far[-1]
    if again:
        first = replace(first, again=True) if isinstance(first, TurnTo | Go) else first
    elif isinstance(first, Go) and isinstance(last, Go) and last.how == first.how:
        longer = replace(last, path=(*last.path, *first.path), end_facing=first.end_facing)
        return (*so_far[:-1], longer, *rest)
    return (*so_far, first, *rest)
