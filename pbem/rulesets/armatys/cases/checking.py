"""A case that checks orders: each judged by itself against the position."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.ids import StandId
from pbem.rulesets.armatys.cases.action import ActionSpec, OrderSpec, orders_of
from pbem.rulesets.armatys.fighting.aiming import Objection, distance
from pbem.rulesets.armatys.fighting.fire import Aim, as_they_close, as_they_stand
from pbem.rulesets.armatys.morale import generals, resting
from pbem.rulesets.armatys.moving.charging import Barred, checked
from pbem.rulesets.armatys.moving.ordinary import plan
from pbem.rulesets.armatys.moving.riding import rode
from pbem.rulesets.armatys.moving.stepping import too_near
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle

Judged = tuple[StandId, Objection | dict[str, Any]]


def judged(battle: Battle, action: ActionSpec) -> Iterator[Judged]:
    """Of each order its unit, and an objection or what it takes: its time, or the range of a shot."""
    for spec in action.orders:
        who = StandId(spec.unit or spec.general or "")
        yield who, _judged(battle, action, spec, who)


def _judged(battle: Battle, action: ActionSpec, spec: OrderSpec, who: StandId) -> Objection | dict[str, Any]:
    alone = orders_of(ActionSpec(kind="play", orders=[spec], choices=action.choices), battle.bound, battle.bound)
    if alone.moves:
        return _move(battle, alone.moves[0], who)
    if spec.do == "fire":
        return _shot(battle, who, StandId(spec.target or ""), as_they_close if alone.closing else as_they_stand)
    if alone.charges:
        through = alone.choose(battle, who).friends_in_way == "through"
        found = checked(battle, alone.charges[0], through=through)
        return Objection(found.rules, found.by) if isinstance(found, Barred) else {"time": found.time / 100}
    if alone.rests:
        rules = resting.barred(battle, alone.rests[0], ())
        return Objection(rules) if rules else {}
    if alone.speeches:
        rules = generals.barred(battle, alone.speeches[0], ())
        return Objection(rules) if rules else {}
    return Objection(("not built",))


def _move(battle: Battle, order: o.MoveOrder, who: StandId) -> Objection | dict[str, Any]:
    if who in battle.generals:
        ridden = rode(battle, battle.generals[who], order.legs)
        return ridden if isinstance(ridden, Objection) else {"time": round(ridden.time, 2)}
    made = plan(battle, battle.units[who], order)
    if isinstance(made, Objection):
        return made
    near = too_near(battle, made)
    return Objection(("AR-Q65",), near) if near is not None else {"time": round(made.time, 2)}


def _shot(battle: Battle, who: StandId, target: StandId, aim: Aim) -> Objection | dict[str, Any]:
    unit, enemy = battle.units[who], battle.units.get(target) or battle.generals.get(target)
    if enemy is None:
        return Objection(("AR-fire-1",))
    found = aim(battle, unit, enemy)
    if isinstance(found, Objection):
        return found._replace(distance=distance(unit, enemy))
    return {"range": distance(unit, found) / 100}
