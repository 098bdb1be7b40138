"""The units of a battle as rows of a report, and how both sides are doing."""

from msgspec import UNSET

from pbem.engine.commanders import led_as, led_by_fellow
from pbem.engine.hiding import ghosts_of, knows_part
from pbem.engine.ids import Seat, Side
from pbem.engine.reporting import Tally, UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.arrivals import when_and_where
from pbem.engine.table.measures import say_degrees
from pbem.engine.table.references import say_spot
from pbem.engine.wording import capital, plural
from pbem.rulesets.armatys.playing.ending import held, lost
from pbem.rulesets.armatys.state.battle import Battle, General, touching, unit_of
from pbem.rulesets.armatys.state.units import Unit, break_number, files

KINDS = {
    "foot": "Foot", "horse": "Horse", "dragoons": "Dragoons", "irregular_light_cavalry": "Light horse",
    "artillery": "Guns",
}  # fmt: skip


def rows(turn: SeatTurn[Battle], side: Side | None) -> tuple[UnitRow, ...]:
    """A side's units and generals, those to come and those gone too; side None, an umpire's: those of both."""
    battle = turn.after
    every = {**battle.removed, **battle.to_come, **battle.units}
    troops = tuple(_unit(turn, one) for _, one in sorted(every.items()) if side in (None, one.side))
    generals = (one for _, one in sorted(battle.generals.items()) if side in (None, one.side))
    return troops + tuple(_general(turn, one) for one in generals)


def tallies(battle: Battle, mine: Side | None, seat: Seat) -> tuple[Tally, ...]:
    """Points lost and areas held of each side, the reader's first."""
    told = [
        Tally(
            one.name, one.id == mine, lost(battle, one.id, final=battle.phase == "over"), one.break_at,
            tuple((capital(goal.name), len(held(battle, one.id, goal)), len(goal.areas)) for goal in battle.objectives),
            "points", at_least=knows_part(battle, seat, one.id),
        )
        for one in battle.armies
    ]  # fmt: skip
    return tuple(sorted(told, key=lambda row: not row.mine))


def last_seen(battle: Battle, side: Side | None) -> tuple[str, ...]:
    """``?2 some foot, last seen at 12,30 in bound 3``: who is no longer in sight of a side (AR-H5)."""
    return tuple(
        f"{name} {ghost.was.name}, {ghost.how} at {say_spot(ghost.was.pose.at)} in bound {ghost.turn}."
        for name, ghost in ghosts_of(battle, side).items()
    )


def kind(unit: Unit) -> str:
    """``Trained foot``, ``Dragoons, dismounted``, ``Medium gun``; of one that is not known ``some foot``."""
    if unit.seen is not UNSET:
        return unit.name
    if unit.gun:
        return f"{capital(unit.gun)} gun"
    on_foot = ", dismounted" if unit.kind == "dragoons" and not unit.mounted else ""
    return f"{capital(unit.ability)} {KINDS[unit.kind].lower()}{on_foot}"


def shape(unit: Unit) -> str:
    """``12 files, 2 ranks``; ``march column``; of a gun ``limbered``."""
    if unit.gun:
        return unit.status
    if unit.march_column:
        return "march column"
    return f"{plural(files(unit), 'file', 'files')} in {plural(len(unit.rows), 'row', 'rows')}"


def counters(unit: Unit) -> str:
    """``2 of 6 counters``."""
    if not unit.counters_known:
        return "counters not known"
    number = break_number(unit)
    return f"{unit.counters} of {number} counters" if number else f"{unit.counters} counters, class not known"


def states(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """``2 of 6 counters``, ``broken``, ``fights N04``."""
    if unit.seen is not UNSET:
        return ("made out" if unit.seen == "made out" else "seen as no more than a body of troops", *_broken(unit))
    told = [shape(unit), counters(unit)]
    told += _broken(unit)
    if unit.pursuit:
        told.append(f"pursues {unit.pursuit.quarry}")
    if unit.rally_owed:
        told.append(f"rallies for {plural(unit.rally_owed, 'bound', 'bounds')} more")
    if unit.pistols:
        told.append("pistols loaded" if unit.pistols_loaded else "pistols empty")
    if unit.bayonet == "plug" and unit.bayonets_fixed:
        told.append("bayonets fixed")
    if unit.crew_at is not None and unit.figures:
        told.append(f"its crew at {say_spot(unit.crew_at.at)}")
    told += [f"fights {enemy}" for enemy in touching(battle, unit.id)]
    return (*told, *(f"with {_called(one)}" for one in leading(battle, unit)))


def _broken(unit: Unit) -> tuple[str, ...]:
    return ("broken",) if unit.state == "broken" else ()


def leading(battle: Battle, unit: Unit) -> list[General]:
    """The generals with a unit."""
    mine = [one for _, one in sorted(battle.generals.items()) if one.side == unit.side and not one.removed]
    return [one for one in mine if (found := unit_of(battle, one)) is not None and found.id == unit.id]


def _called(general: General) -> str:
    return general.name or f"general {general.id}"


def _unit(turn: SeatTurn[Battle], unit: Unit) -> UnitRow:
    battle = turn.after
    gone, late = unit.id in battle.removed, unit.id in battle.to_come
    return UnitRow(
        code=unit.id,
        name=unit.name,
        kind=kind(unit),
        group="Not known" if unit.seen == "body" else KINDS[unit.kind],
        place=say_spot(unit.pose.at),
        facing=say_degrees(unit.pose.facing) if unit.seen != "body" else "not seen",
        strength=f"{unit.figures} of {unit.start_figures or unit.figures}" if unit.seen is UNSET else "not known",
        left=unit.figures,
        start=unit.start_figures or unit.figures,
        states=(f"with {unit.parent}",) if unit.joined else ("gone",) if gone else () if late else states(battle, unit),
        changes=() if gone or late else _changes(turn, unit),
        gone=gone,
        failing=not late and _failing(unit),
        to_come=_expected(battle, unit) if late else "",
        led_by=led_by_fellow(battle.armies, turn.seat, unit.side, led_as(unit)),
    )


def _failing(unit: Unit) -> bool:
    """Broken, or a counter short of it (AR-mor-1)."""
    number = break_number(unit)
    return unit.state == "broken" or (unit.counters_known and number is not None and unit.counters >= number - 1)


def _expected(battle: Battle, unit: Unit) -> str:
    one = next(one for one in battle.arrivals if unit.id in one.units)
    dice = f", on {one.needs} or more" if one.needs else ""
    return f"expected {when_and_where(one, battle.table, battle.bound).replace('turn', 'bound')}{dice}"


def _general(turn: SeatTurn[Battle], one: General) -> UnitRow:
    battle = turn.after
    unit = unit_of(battle, one)
    state = {"wounded": "wounded", "retired": "wounded and gone", "dead": "dead"}.get(one.status, "")
    told = [state] if state else []
    told += ["on foot"] if not one.mounted and not one.removed else []
    return UnitRow(
        code=one.id, name=_called(one), kind="General", group="Generals", place=say_spot(one.pose.at),
        facing=say_degrees(one.pose.facing), strength="", left=0 if one.removed else 1, start=1,
        states=(*told, f"with {unit.id}") if unit is not None else tuple(told), gone=one.removed,
        led_by=led_by_fellow(battle.armies, turn.seat, one.side, one.id),
    )  # fmt: skip


def _changes(turn: SeatTurn[Battle], unit: Unit) -> tuple[str, ...]:
    before = turn.before.units.get(unit.id)
    if before is None:
        return ("arrived",) if unit.id in turn.before.to_come else ()
    changes: list[str] = []
    if before.pose.at != unit.pose.at:
        changes.append("moved")
    if unit.figures < before.figures and unit.seen is UNSET is before.seen:
        changes.append(f"lost {plural(before.figures - unit.figures, 'figure', 'figures')}")
    if unit.counters != before.counters and unit.counters_known and before.counters_known:
        more = unit.counters - before.counters
        changes.append(f"{'+' if more > 0 else '-'}{plural(abs(more), 'counter', 'counters')}")
    if before.state != unit.state:
        changes.append("broke" if unit.state == "broken" else "rallied")
    return tuple(changes)
