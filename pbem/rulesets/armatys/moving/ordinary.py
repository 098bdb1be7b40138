"""P5d: what an ordinary move is, part by part, and whether it may be ordered (AR-D13, AR-D14, AR-G10, AR-G12)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pbem.engine.kept import kept
from pbem.engine.table.angles import bearing, relative
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import Hundredths, Tenths, inches, normal
from pbem.engine.table.paths import Ahead, Leg, Shift, Wheel
from pbem.engine.table.places import Pose, point
from pbem.engine.table.rects import Anchor, Rect, centre, pose_of
from pbem.engine.table.turning import faced
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.bridging import crossed
from pbem.rulesets.armatys.moving.costing import HALF, SLACK, Trip, at_time, covered, trip
from pbem.rulesets.armatys.moving.detaching import detached, in_action, may_rejoin
from pbem.rulesets.armatys.moving.manning import way_back
from pbem.rulesets.armatys.special.barring import no_ground, no_move
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle, touching, umpires_word
from pbem.rulesets.armatys.state.charged import charging
from pbem.rulesets.armatys.state.units import Unit, rate, speed


class Part(NamedTuple):
    """A part of a move, in shares of a move of time; a change takes effect at its end."""

    began: float
    over: float
    before: Unit
    after: Unit
    way: Trip | None = None
    """None for a change of formation and the like."""


class Plan(NamedTuple):
    """An ordinary move as it would be made alone on the table."""

    order: o.MoveOrder
    parts: tuple[Part, ...]
    stopped: tuple[tuple[str, ...], str | None] | None = None
    """Ground that ends it early, without being against the rules (AR-G14)."""

    @property
    def time(self) -> float:
        """The share of a move that it takes."""
        return self.parts[-1].over if self.parts else 0.0


def plan(battle: Battle, unit: Unit, order: o.MoveOrder) -> Plan | Objection:
    """A move part by part; an objection where the rules bar it as a whole."""
    if battle.units.get(unit.id) is not unit:
        return _plan(battle, unit, order)
    return kept(battle, ("plan", order), lambda: _plan(battle, unit, order))


def _plan(battle: Battle, unit: Unit, order: o.MoveOrder) -> Plan | Objection:
    against = _state(battle, unit, order)
    if against is not None:
        leaves = any(isinstance(leg, o.Detach) for leg in order.legs) and in_action(battle, unit)
        return against._replace(rules=(*against.rules, "AR-form-4", "AR-Q68")) if leaves else against
    parts: list[Part] = []
    now, time, stopped = unit, 0.0, None
    for leg in order.legs:
        made = _part(battle, now, leg, time)
        if isinstance(made, Objection):
            return made
        if made.over > 1 + SLACK:
            return Objection(("AR-G10",))
        parts.append(made)
        now, time = made.after, made.over
        if made.way is not None and made.way.stopped is not None:
            stopped = made.way.stopped
            break
    found = Plan(order, tuple(parts), stopped)
    if unit.fired and inches_of(found, 1.0) > 100 * t.MOVE_AND_FIRE:
        return Objection(("AR-bow-2" if unit.bow else "AR-pist-2", "AR-Q34"))
    return found


def at(made: Plan, time: float) -> Unit:
    """The unit at a time of its move."""
    one = _part_at(made, time)
    return _changing(one, time) if one.way is None else replace(one.before, pose=pose_at(made, time))


def rect_at(made: Plan, time: float) -> Rect:
    """Its footprint at a time of its move."""
    one = _part_at(made, time)
    return _changing(one, time).rect if one.way is None else at_time(one.way, time)


def pose_at(made: Plan, time: float) -> Pose:
    """Its pose at a time of its move."""
    one = _part_at(made, time)
    return _changing(one, time).pose if one.way is None else pose_of(at_time(one.way, time), Anchor.FRONT)


def _part_at(made: Plan, time: float) -> Part:
    """The part of a move that is being made."""
    begun = [one for one in made.parts if one.began <= time + SLACK / 100]
    return begun[-1] if begun else made.parts[0]


def _changing(made: Part, time: float) -> Unit:
    """The unit in a part that is no way."""
    return made.after if time >= made.over - SLACK / 100 else made.before


def inches_of(made: Plan, time: float) -> Hundredths:
    """The path made until a time."""
    ways = [one.way for one in made.parts if one.way is not None]
    return Hundredths(round(100 * sum(covered(way, time) for way in ways)))


def changes(made: Plan, time: float) -> bool:
    """Whether a change of formation or the like has begun by a time."""
    return any(one.way is None and one.began < time for one in made.parts)


def _state(battle: Battle, unit: Unit, order: o.MoveOrder) -> Objection | None:
    """Who makes no ordinary move: broken, pursuing, owing, in melee, moved in P2, or having fired; or by the umpire."""
    if umpires_word(battle, unit.id, "move") == "forbidden":
        return Objection(("AR-D22",))
    if unit.state == "broken":
        return Objection(("AR-Q14", "AR-Q17"))
    if unit.pursuit is not None or unit.rally_owed:
        return Objection(("AR-pur-9", "AR-Q23"))
    if unit.status == "abandoned" and not all(isinstance(leg, o.Man) for leg in order.legs):
        return Objection(("AR-art-2", "AR-Q25"))
    facing = any(isinstance(leg, o.FaceEnemy) for leg in order.legs)
    near = touching(battle, unit.id)
    if near and not (facing and len(order.legs) == 1):
        return Objection(("AR-Q53",), near[0])
    if unit.moved or unit.changed or unit.retired or charging(unit):
        return Objection(("AR-move-5",))
    if unit.fired and not unit.cavalry:
        return Objection(("AR-art-6",) if unit.gun else ("AR-move-6",))
    if unit.crossing is not None and not isinstance(order.legs[0], o.Cross):
        return Objection(("AR-Q60",), unit.crossing.bridge)
    if unit.failed_charge and any(isinstance(leg, o.Forward | o.WheelBy | o.Cross) for leg in order.legs):
        return Objection(("AR-chg-4", "AR-Q9"))
    barred = no_move(battle, unit, order.legs)
    return Objection(barred) if barred else None


def _part(battle: Battle, unit: Unit, leg: Any, began: float) -> Part | Objection:  # noqa: ANN401  # any part of a move
    """A part of a move from a time on."""
    way = _way(leg)
    if way is not None and unit.crossing is None:
        return _going(battle, unit, way, leg, began)
    if isinstance(leg, o.Cross) and (barred := no_ground(battle, unit, leg.bridge)):
        return Objection(barred, leg.bridge)
    if isinstance(leg, o.Cross):
        over = crossed(battle, unit, leg.bridge, began)
        return over if isinstance(over, Objection) else Part(began, began + over.time, unit, over.unit)
    if unit.crossing is not None:
        return Objection(("AR-Q60",), unit.crossing.bridge)
    changed = _changed(battle, unit, leg)
    if isinstance(changed, Objection):
        return changed
    if not holds(battle.table, point(changed.pose.at)):
        return Objection(("AR-G20",))
    if isinstance(leg, o.Rejoin):
        return Part(began, began, unit, changed)
    whole = isinstance(leg, o.FaceEnemy | o.Unlimber | o.Detach | o.Man)
    whole = whole or (isinstance(leg, o.Limber) and unit.gun != "light")
    return Part(began, began + (1.0 if whole else HALF), unit, changed)


def _way(leg: Any) -> Leg | None:  # noqa: ANN401  # any part of a move
    match leg:
        case o.Forward(far) | o.ByHand(far):
            return Ahead(inches(far))
        case o.Back(far):
            return Ahead(inches(Hundredths(-far)))
        case o.Sideways(far):
            return Shift(Tenths(900 if far > 0 else -900), inches(Hundredths(abs(far))))
        case o.WheelBy(angle):
            return Wheel(angle)
    return None


def _going(battle: Battle, unit: Unit, way: Leg, leg: Any, began: float) -> Part | Objection:  # noqa: ANN401  # the same
    """AR-art-2, AR-art-4: a gun moves limbered, or by hand when it is prepared."""
    by_hand = isinstance(leg, o.ByHand) or (isinstance(leg, o.WheelBy) and unit.gun is not None)
    by_hand = by_hand and (unit.gun is None or unit.status == "prepared")
    if by_hand and unit.gun is None:
        return Objection(("AR-art-2",))
    if unit.gun and (not unit.figures or (unit.status, by_hand) not in {("limbered", False), ("prepared", True)}):
        return Objection(("AR-art-2",))
    backward = isinstance(leg, o.Back | o.Sideways)
    made = trip(battle, unit, unit.rect, (way,), speed=rate(unit) / 2 if backward else speed(unit), began=began)
    short = made.stopped is not None and made.stopped[0] == ("AR-G10",) and _unknown_to_owner(battle, unit)
    if made.stopped is not None and made.stopped[0] != ("AR-ter-13", "AR-G14") and not short:
        return Objection(*made.stopped)
    return Part(began, made.time, unit, replace(unit, pose=pose_of(at_time(made, 1.0), Anchor.FRONT)), made)


def _unknown_to_owner(battle: Battle, unit: Unit) -> bool:
    """AR-Q74: its owner may not have known of counters that make it slower: it goes as far as it can."""
    return battle.counters == "umpire_only" and unit.counters > 0


def _changed(battle: Battle, unit: Unit, leg: Any) -> Unit | Objection:  # noqa: ANN401  # one for each change
    match leg:
        case o.TurnTo(facing):
            return replace(unit, pose=pose_of(faced(unit.rect, facing), Anchor.FRONT))
        case o.FaceEnemy(enemy):
            return _facing(battle, unit, enemy)
        case o.Form(rows):
            same = sorted("".join(rows)) == sorted("".join(unit.rows)) and not unit.gun
            return replace(unit, rows=rows, march_column=False) if same else Objection(("AR-move-3",))
        case o.March():
            rows = tuple("".join(unit.rows)) if battle.switches.columns == "one file" else unit.rows
            return Objection(("AR-move-3",)) if unit.gun else replace(unit, rows=rows, march_column=True)
        case o.Mount() | o.Dismount() if unit.kind == "dragoons":
            up = isinstance(leg, o.Mount)
            return replace(unit, mounted=up) if up is not unit.mounted else Objection(("AR-move-3",))
        case o.Limber() if unit.gun and unit.status == "prepared" and unit.figures:
            return replace(unit, status="limbered")
        case o.Unlimber() if unit.gun and unit.status in {"limbered", "unlimbering"} and unit.figures:
            done = unit.unlimber_moves + 1
            ready = done >= t.UNLIMBER_MOVES[unit.gun]
            return replace(unit, status="prepared" if ready else "unlimbering", unlimber_moves=0 if ready else done)
        case o.Bayonets(fix) if unit.bayonet == "plug" and fix is not unit.bayonets_fixed:
            return replace(unit, bayonets_fixed=fix)
        case o.Detach():
            return detached(battle, unit, leg)
        case o.Rejoin(parent):
            return may_rejoin(battle, unit, parent) or unit
        case o.Man():
            back = way_back(battle, unit)
            return back if isinstance(back, Objection) else unit
    return Objection(_WHY.get(type(leg), ("AR-move-3",)))


_WHY: dict[type, tuple[str, ...]] = {
    o.Limber: ("AR-art-3",), o.Unlimber: ("AR-art-4", "AR-Q42"), o.Bayonets: ("AR-Q56",),
}  # fmt: skip


def _facing(battle: Battle, unit: Unit, enemy: Any) -> Unit | Objection:  # noqa: ANN401  # a unit's id
    """AR-Q53: a unit in contact only on flank or rear turns about its centre until its front is to the enemy."""
    if enemy not in touching(battle, unit.id):
        return Objection(("AR-Q53",), str(enemy))
    if any(unit.id == one.one or (unit.id == one.other and one.face == "front") for one in battle.contacts):
        return Objection(("AR-Q53",), str(enemy))
    off = relative(bearing(centre(unit.rect), centre(battle.units[enemy].rect)), unit.pose.facing)
    quarter = 900 * round(off / 900)
    return replace(unit, pose=pose_of(faced(unit.rect, normal(unit.pose.facing + quarter)), Anchor.FRONT))


def legs_after(battle: Battle, unit: Unit, legs: Sequence[o.Leg]) -> Unit:
    """The unit as it would stand after the parts of a move that can be made."""
    made = plan(battle, unit, o.MoveOrder(0, unit.id, tuple(legs)))
    return unit if isinstance(made, Objection) or not made.parts else at(made, 1.0)
