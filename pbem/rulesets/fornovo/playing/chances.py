"""Dice of the Move phase: mutinies, woods, ditches, snipers (FS-2.9, FS-11.5f, FS-11.9, FS-2.6e)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.measures import Hundredths, inches
from pbem.engine.table.paths import Ahead, Shift, Wheel, after, length_in_area
from pbem.engine.table.paths import Leg as Way
from pbem.engine.table.rects import Rect
from pbem.rulesets.fornovo.moving.charging import Evasion, evasion, placed_at
from pbem.rulesets.fornovo.moving.ground import meets_line
from pbem.rulesets.fornovo.moving.places import charge_move, rect_of
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle, Charge, PieceKind, piece
from pbem.rulesets.fornovo.state.units import Unit

HEAVY, CLUMSY, AWAY = 5, 3, 4
"""FS-11.5f: the least die of a heavy wood; FS-11.9: the highest that disorders foot; FS-2.6e: the least that evades."""


def mutiny(play: Play[Battle], unit: StandId) -> None:
    """FS-2.9a, FS-2.9b, FS-2.9c: on a 1 an unpaid unit is gone."""
    one = play.battle.units.get(unit)
    if one is None or not one.unpaid:
        return
    die = play.roll(f"fs.mutiny:{unit}", unit, 1).values[0]
    play.record(f.Mutinied(unit, die, die == 1, rules=(RuleId("FS-2.9a"),)))


def open_woods(play: Play[Battle], order: o.ChargeOrder | o.MoveOrder) -> bool:
    """FS-11.5f: an undecided wood that a way meets is light or heavy from now on.  Whether there was one."""
    who = order.unit if isinstance(order, o.ChargeOrder) else order.who
    found = _undecided(play.battle, who, order)
    for name in found:
        die = play.roll(f"fs.woods:{name}", who, 1).values[0]
        kind: PieceKind = "heavy_wood" if die >= HEAVY else "light_wood"
        play.record(f.WoodFound(name, kind, die, rules=(RuleId("FS-11.5f"),)))
    return bool(found)


def _undecided(battle: Battle, who: StandId, order: o.ChargeOrder | o.MoveOrder) -> list[str]:
    """Woods that a way meets of which it is not known what they are, in its order."""
    unit, found = battle.units[who], list[str]()
    rect = rect_of(battle, unit)
    if rect is None:
        return found
    for way in ways(battle, unit, order):
        for one in battle.terrain:
            if one.kind == "wood" and one.id not in found and length_in_area(rect, way, one.area):
                found.append(one.id)
        rect = after(rect, way)
    return found


def ways(battle: Battle, unit: Unit, order: o.ChargeOrder | o.MoveOrder) -> list[Way]:
    """The pieces of a way that is ordered; a charge without any: straight to its target."""
    found: list[Way] = []
    for leg in order.legs:
        if isinstance(leg, o.Go):
            found.append(Shift(leg.off, inches(leg.inches)) if leg.off else Ahead(inches(leg.inches)))
        elif isinstance(leg, o.WheelBy):
            found.append(Wheel(leg.angle))
    if isinstance(order, o.ChargeOrder) and not found:
        return [Ahead(inches(charge_move(unit, battle.scale)))]
    return found


def ditches(play: Play[Battle], charge: Charge) -> None:
    """FS-11.9: a charge over a ditch, or at those who defend its far side; troops inside are shaken by it."""
    unit = play.battle.units[charge.unit]
    start = placed_at(play.battle, unit, charge.start)
    if start is not None:
        over_ditches(play, unit.id, start, Ahead(inches(Hundredths(charge.moved + 100))))
    target = play.battle.units.get(charge.target)
    held = piece(play.battle, target.inside) if target is not None else None
    if target is not None and held is not None and held.kind == "ditch" and target.morale in {"good", "halted"}:
        play.record(f.MoraleChanged(target.id, "shaken", rules=(RuleId("FS-11.9"),)))


def over_ditches(play: Play[Battle], unit: StandId, rect: Rect, way: Way) -> None:
    """FS-11.9: mounted crossing are disordered; foot on 1 to 3."""
    for ditch in play.battle.terrain:
        if ditch.kind != "ditch" or not meets_line(rect, way, ditch):
            continue
        die = 1 if play.battle.units[unit].mounted else play.roll(f"fs.ditch:{unit}", unit, 1).values[0]
        if die <= CLUMSY:
            play.record(f.Disordered(unit, rules=(RuleId("FS-11.9"),)))


def sniper_gets_away(play: Play[Battle], charge: Charge) -> None:
    """FS-2.6e: a sniper whom an enemy unit contacts is killed, or evades."""
    sniper, start = charge.target, charge.start
    if play.battle.units[sniper].kind != "sniper":
        return
    die = play.roll(f"fs.sniper_evade:{sniper}", sniper, 1).values[0]
    if die < AWAY:
        play.record(f.Removed(sniper, "sniped", rules=(RuleId("FS-2.6e"),)))
        play.record(f.ChargeEnded(charge.unit))
        return
    found = evasion(play.battle, charge, start, o.AnswerOrder(0, sniper, "evade")) if start is not None else None
    if isinstance(found, Evasion):
        play.record(f.Evaded(sniper, found.to, found.inches, rules=(RuleId("FS-2.6e"),)))
