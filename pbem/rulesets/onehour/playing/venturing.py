"""Orders carried out where units are hidden (OH-H2, OH-H6, OH-H7).

An order is judged by what its side sees, as before the deadline; then by what is true.  What the truth forbids is found
out as the order is carried out: the unit goes as far as it can, and what it was to spend is spent.
"""

from typing import TYPE_CHECKING

from pbem.engine.hiding import as_called, as_is, is_hidden, side_sights
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.table import noticed
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.onehour.battle import Battle, army
from pbem.rulesets.onehour.commands import NO_PIVOT, Charge, Enter, Go, Move, MoveOrder, Shoot, moving
from pbem.rulesets.onehour.facts import Charged, Refused
from pbem.rulesets.onehour.fighting.shooting import Aim, aimed
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.moves import shape_of
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.noticed import BlindUnveiled, FoundOut
from pbem.rulesets.onehour.standing.aims import COARSE, Cut, allowance, farthest
from pbem.rulesets.onehour.tables import rules

if TYPE_CHECKING:
    from pbem.engine.play import Play


def seen_by(play: "Play[Battle]", seat: Seat) -> Battle:
    """What a commander decides by: the seat's view where units are hidden, else the battle."""
    return play.seen(seat) if is_hidden(play.battle) else play.battle


def give_away(play: "Play[Battle]", *units: StandId) -> None:
    """Units give themselves away (OH-H2); nothing where nothing is hidden."""
    noticed.give_away(play, units, rules("OH-H2"))


def venture(play: "Play[Battle]", side: Side, order: MoveOrder) -> None:
    """An order of step 1 where units are hidden: refused by what its side sees, else carried out."""
    order = as_called(play.battle, side, order)
    got = done(play.seen(army(play.battle, side).seat), order)
    if got is None:
        return
    if isinstance(got, No):
        play.record(Refused(side=side, order=order, objections=got.objections))
        return
    true = as_is(play.battle, side, order)
    if isinstance(true, Charge) and _was_blind(play, side, true, true.target):
        return
    came = done(play.battle, true)
    if came is None or isinstance(came, No):
        _stopped(play, side, true, came)
        return
    if isinstance(came, Charged):
        give_away(play, came.unit, came.target)
    play.record(came)


def _stopped(play: "Play[Battle]", side: Side, order: MoveOrder, came: No | None) -> None:
    """It goes to the last free place on its way; the unit in the way is seen (OH-H6)."""
    met = hindering(play.battle, side, came)
    unseen = tuple(unit for unit in met if unit not in side_sights(play.battle, side).seen)
    give_away(play, order.unit, *met)
    way = _as_far_as_free(play.battle, order)
    if way is not None and way.order is not None:
        went = done(play.battle, way.order)
        if went is not None and not isinstance(went, No):
            play.record(went)
    play.record(
        FoundOut(
            side=side, order=order, what="ran into" if unseen else "not as seen", enemies=met,
            rules=rules("OH-H6", "OH-H7"),
        )
    )  # fmt: skip
    unveil(play, met)


def unveil(play: "Play[Battle]", units: tuple[StandId, ...]) -> None:
    """Blinds among some units that were met are taken off the table (OH-H10)."""
    for unit in units:
        if play.battle.units[unit].blind and play.battle.units[unit].on_table:
            play.record(BlindUnveiled(unit=unit, rules=rules("OH-H10")))


def _was_blind(play: "Play[Battle]", side: Side, order: Charge | Shoot, target: StandId) -> bool:
    """Whether a charge or a shot was at a blind: it is unveiled, and what the order was to spend is spent (OH-H10)."""
    one = play.battle.units.get(target)
    if one is None or not one.blind:
        return False
    play.record(
        FoundOut(
            side=side, order=order, what="not as seen", enemies=(target,), shooting=isinstance(order, Shoot),
            rules=rules("OH-H10"),
        )
    )  # fmt: skip
    unveil(play, (target,))
    return True


def hindering(battle: Battle, side: Side, came: No | None) -> tuple[StandId, ...]:
    """Enemies that stood against an order, each once."""
    named = [StandId(one.by) for one in came.objections] if came is not None else []
    return tuple(dict.fromkeys(unit for unit in named if unit in battle.units and battle.units[unit].side != side))


def _as_far_as_free(battle: Battle, order: MoveOrder) -> Cut | None:
    """The same way, as far as is free of whatever stands there; None where there is no way but the whole."""
    one = battle.units[order.unit]
    match order:
        case Charge():
            return farthest(battle, lambda by: moving(one.id, by, order.pivot_start), allowance(one), COARSE)
        case Enter():
            shape = shape_of(order.legs)
            most = shape.advance if shape is not None else Hundredths(0)
            return farthest(battle, lambda by: Enter(unit=one.id, at=order.at, legs=(Go(by),)), most, COARSE, one.depth)
        case Move():
            shape = shape_of(order.legs)
            first, most = (shape.first, shape.advance) if shape is not None else (NO_PIVOT, Hundredths(0))
            return farthest(battle, lambda by: moving(one.id, by, first, road=order.road), most, COARSE)
        case _:
            return None


def venture_shot(play: "Play[Battle]", side: Side, order: Shoot) -> Aim | None:
    """The shot that an order comes to where units are hidden; None for none, and why is recorded."""
    order = as_called(play.battle, side, order)
    got = aimed(play.seen(army(play.battle, side).seat), order)
    if isinstance(got, No):
        play.record(Refused(side=side, order=order, objections=got.objections))
        return None
    true = as_is(play.battle, side, Shoot(unit=order.unit, targets=(got.target,)))
    if _was_blind(play, side, true, true.targets[0]):
        return None
    aim = aimed(play.battle, true)
    if isinstance(aim, No):
        met = hindering(play.battle, side, aim)
        unseen = tuple(unit for unit in met if unit not in side_sights(play.battle, side).seen)
        give_away(play, *met)
        play.record(
            FoundOut(
                side=side, order=true, what="ran into" if unseen else "not as seen", enemies=met, shooting=True,
                rules=rules("OH-H7"),
            )
        )  # fmt: skip
        unveil(play, met)
        return None
    give_away(play, aim.unit)
    return aim
