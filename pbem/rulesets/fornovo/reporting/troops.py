"""The units of a battle as rows of a report, and how both sides are doing."""

from collections.abc import Iterator

from msgspec import UNSET

from pbem.engine.commanders import led_by_fellow
from pbem.engine.hiding import ghosts_of
from pbem.engine.ids import Side
from pbem.engine.reporting import UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.arrivals import when_and_where
from pbem.engine.table.measures import say_degrees
from pbem.engine.table.references import say_spot
from pbem.engine.wording import capital, listed, plural
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.places import disordered
from pbem.rulesets.fornovo.state.battle import Battle, General, chase_of, combats_of, leader, opponent, piece
from pbem.rulesets.fornovo.state.units import Unit, exhausted, files, grade, ready_turn

GROUPS = {
    "foot": "Foot", "cavalry": "Horse", "mounted_foot": "Mounted foot", "artillery": "Guns", "sniper": "Foot",
    "wagons": "Wagons",
}  # fmt: skip
ARMOUR = {"L": "light", "M": "medium", "H": "heavy", "A": "armored"}


def rows(turn: SeatTurn[Battle], side: Side | None) -> tuple[UnitRow, ...]:
    """A side's units and generals, those to come and those gone too; side None, an umpire's: those of both."""
    battle = turn.after
    every = {**battle.removed, **battle.to_come, **battle.units}
    troops = tuple(_unit(turn, one) for _, one in sorted(every.items()) if side in (None, one.side))
    generals = (one for _, one in sorted(battle.generals.items()) if side in (None, one.side))
    return troops + tuple(_general(turn, one) for one in generals)


def last_seen(battle: Battle, side: Side | None) -> tuple[str, ...]:
    """``?2 some foot, last seen at 12,30 in turn 3``: who is no longer in sight of a side (FS-H5)."""
    return tuple(
        f"{name} {ghost.was.name}, {ghost.how} at {say_spot(ghost.was.pose.at)} in turn {ghost.turn}."
        for name, ghost in ghosts_of(battle, side).items() if ghost.was.pose is not None
    )  # fmt: skip


def kind(unit: Unit) -> str:
    """``Regular foot C, pike and shot``, ``Armored horse B, gallopers``, ``2 medium guns``."""
    if unit.seen is not UNSET:
        return unit.name
    if unit.guns:
        return f"{plural(unit.guns.n, 'gun', 'guns')}, {unit.guns.kind.replace('_', ' ')}, {grade(unit)}"
    type_ = "regular" if unit.type == "R" else "irregular"
    armour = ARMOUR[max((one.armour for one in unit.blocks), key=t.ARMOURS.index, default="L")]
    more = [*(["nobles"] if unit.nobles else []), *_arms(unit)]
    if unit.kind == "cavalry":
        more.append("gallopers" if unit.charge == "gallop" else "trotters")
    if unit.skirmishers:
        more.append("skirmishers")
    name = GROUPS[unit.kind].lower()
    return capital(f"{type_} {armour} {name} {grade(unit)}" + (f": {', '.join(more)}" if more else ""))


def _arms(unit: Unit) -> list[str]:
    """Every weapon once, from left to right."""
    found: dict[str, None] = {}
    for one in unit.blocks:
        if one.melee != "handarm":
            found[one.melee.replace("_", " ")] = None
        if one.missile:
            found[one.missile.replace("_", " ")] = None
    if unit.carried:
        found[f"a {unit.carried.kind.replace('_', ' ')} gun"] = None
    return list(found)


def shape(unit: Unit) -> str:
    """``6 files, 3 rows deep``; ``square``; of guns ``limbered``."""
    if unit.guns:
        return "limbered" if unit.limbered else "unlimbered"
    if unit.kind == "wagons":
        return "set up" if unit.set_up else "hitched"
    if unit.inside:
        return "garrison"
    if unit.formation == "square":
        return "square"
    deep = max((len(one.rows) for one in unit.blocks), default=1)
    return f"{plural(files(unit), 'file', 'files')} in {plural(deep, 'row', 'rows')}"


def states(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """``shaken``, ``disordered``, ``fights N04``, ``fires again in turn 6``."""
    if unit.seen is not UNSET:
        routed = ("routed",) if unit.morale == "routed" else ()
        return ("made out" if unit.seen == "made out" else "seen as no more than a body of troops", *routed)
    return tuple(_states(battle, unit))


def _states(battle: Battle, unit: Unit) -> Iterator[str]:
    yield shape(unit)
    if unit.inside:
        there = piece(battle, unit.inside)
        yield f"in {there.name or there.id}" if there else "in works"
    if unit.morale != "good":
        yield unit.morale
    if disordered(battle, unit):
        yield "disordered"
    if exhausted(unit):
        yield "exhausted"
    if unit.recoil_owed:
        yield "recoils"
    if unit.debt:
        yield f"owes {plural(unit.debt, 'move', 'moves')} for a maneuver"
    if unit.left_table:
        yield f"off the table since turn {unit.left_table.turn}"
    chase = chase_of(battle, unit.id)
    if chase is not None:
        yield f"pursues {chase.target}"
    if unit.guns and ready_turn(unit, battle.turn, battle.period) > battle.turn:
        yield f"fires again in turn {ready_turn(unit, battle.turn, battle.period)}"
    fought = sorted(opponent(one, unit.id) for one in combats_of(battle, unit.id))
    if fought:
        yield f"fights {listed(fought)}"
    led = leader(battle, unit.id)
    if led is not None:
        yield f"with {called(led)}"


def called(general: General) -> str:
    """His name, or his code."""
    return general.name or f"general {general.id}"


def _unit(turn: SeatTurn[Battle], unit: Unit) -> UnitRow:
    battle = turn.after
    gone, late = unit.id in battle.removed, unit.id in battle.to_come
    start = unit.start or unit.figures
    return UnitRow(
        code=unit.id,
        name=unit.name,
        kind=kind(unit),
        group="Not known" if unit.seen == "body" else unit.group or GROUPS[unit.kind],
        place=say_spot(unit.pose.at) if unit.pose and not late else "",
        facing=say_degrees(unit.pose.facing) if unit.pose and not late else "",
        strength=f"{unit.figures} of {start}",
        left=0 if gone else unit.figures,
        start=start,
        states=("marched off" if unit.went_home else "gone",) if gone else () if late else states(battle, unit),
        changes=() if gone or late else _changes(turn, unit),
        gone=gone,
        failing=not late and (unit.morale in {"shaken", "routed"} or exhausted(unit)),
        to_come=_expected(battle, unit) if late else "",
        led_by=led_by_fellow(battle.armies, turn.seat, unit.side, unit.id),
    )


def _expected(battle: Battle, unit: Unit) -> str:
    one = next(one for one in battle.arrivals if unit.id in one.units)
    dice = f", on {one.needs} or more" if one.needs else ""
    return f"expected {when_and_where(one, battle.table, battle.turn)}{dice}"


def _general(turn: SeatTurn[Battle], one: General) -> UnitRow:
    battle = turn.after
    unit = battle.units.get(one.attached_to) if one.attached_to else None
    at = unit.pose if unit is not None else None
    place = at.at if at is not None else one.at
    kind_ = "C/C" if one.kind == "cc" else "S/G"
    told = [f"with {one.attached_to}"] if one.attached_to and not one.removed else []
    return UnitRow(
        code=one.id, name=called(one), kind=f"General, {kind_}", group="Generals",
        place=say_spot(place) if place is not None and not one.removed else "", facing="", strength="",
        left=0 if one.removed else 1, start=1, states=("to come",) if one.to_come else tuple(told),
        gone=one.removed and not one.to_come, led_by=led_by_fellow(battle.armies, turn.seat, one.side, one.id),
    )  # fmt: skip


def _changes(turn: SeatTurn[Battle], unit: Unit) -> tuple[str, ...]:
    before = turn.before.units.get(unit.id)
    if before is None:
        return ("arrived",) if unit.id in turn.before.to_come else ()
    changes: list[str] = []
    if before.pose != unit.pose:
        changes.append("moved")
    if unit.figures < before.figures:
        changes.append(f"lost {plural(before.figures - unit.figures, 'figure', 'figures')}")
    if before.morale != unit.morale:
        changes.append("recovered" if unit.morale == "good" else f"now {unit.morale}")
    return tuple(changes)
