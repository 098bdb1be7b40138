"""The units of a one-hour battle as rows of a report, and how both sides are doing."""

from msgspec import UNSET

from pbem.engine.blinds import MAY_BE
from pbem.engine.commanders import led_by_fellow
from pbem.engine.hiding import ghosts_of, has_blinds, is_hidden, knows_part
from pbem.engine.ids import Seat, Side
from pbem.engine.reporting import Tally, UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.arrivals import when_and_where
from pbem.engine.table.measures import say_degrees, say_inches
from pbem.engine.wording import capital, plural
from pbem.rulesets.onehour.battle import GONE, Arrival, Battle, Unit, arrival_of, fights_of, lost_by
from pbem.rulesets.onehour.playing.ending import held
from pbem.rulesets.onehour.tables import ELIMINATED_AT, ROWS
from pbem.rulesets.onehour.writing.wording import ON_FACE, place


def rows(turn: SeatTurn[Battle], side: Side | None, *, others: bool = False) -> tuple[UnitRow, ...]:
    """A side's units, or all but its; side None: those of both."""
    units = [unit for _, unit in sorted(turn.after.units.items())]
    return tuple(_row(turn, one) for one in units if side is None or (one.side == side) != others)


def tallies(battle: Battle, mine: Side | None, seat: Seat) -> tuple[Tally, ...]:
    """Units lost, areas held and points of each side, the reader's first."""
    told: list[Tally] = []
    for one in battle.armies:
        extra = tuple(
            (capital(goal.name), len(held(battle, one.id, goal)), len(goal.areas))
            for goal in battle.objectives
            if not goal.sides or one.id in goal.sides
        )
        part = knows_part(battle, seat, one.id)
        lost = lost_by(battle, one.id)
        told.append(Tally(one.name, one.id == mine, lost, one.break_at, extra, "units", at_least=part))
    return tuple(sorted(told, key=lambda row: not row.mine)) if mine else tuple(told)


def expected(battle: Battle, one: Arrival) -> str:
    """``expected in turn 2 over the south edge at 16.5``."""
    return f"expected {when_and_where(one, battle.table, battle.turn)}"


def _row(turn: SeatTurn[Battle], unit: Unit) -> UnitRow:
    battle = turn.after
    coming = arrival_of(battle, unit.id) if unit.state == "to come" else None
    return UnitRow(
        code=unit.id,
        name=unit.name,
        kind=unit.type if unit.seen is UNSET else unit.name,
        group="Not known" if unit.seen == "body" else "Horse" if ROWS[unit.type].horse else "Foot",
        place=place(battle.table, unit.pose.at),
        facing=say_degrees(unit.pose.facing) if unit.seen != "body" else "not seen",
        strength=strength(unit),
        left=left_of(unit),
        start=ELIMINATED_AT,
        states=states(battle, unit),
        changes=_changes(turn, unit),
        gone=unit.state in GONE,
        to_come=expected(battle, coming) if coming is not None else "",
        led_by=led_by_fellow(battle.armies, turn.seat, unit.side, unit.id),
    )


def last_seen(battle: Battle, side: Side | None) -> tuple[str, ...]:
    """``?2 some foot, last seen at 12,30 (C6) in turn 3``: who is no longer in sight of a side (OH-H5)."""
    if side is None or not is_hidden(battle):
        return ()
    return tuple(
        f"{name} {ghost.was.name}, {ghost.how} at {place(battle.table, ghost.was.pose.at)} in turn {ghost.turn}."
        for name, ghost in ghosts_of(battle, side).items()
    )


def left_of(unit: Unit) -> int:
    """Hits that it can take before it is eliminated."""
    return max(ELIMINATED_AT - unit.hits, 0)


def strength(unit: Unit) -> str:
    """``9 of 15``."""
    if unit.seen is not UNSET:
        return "not known"
    if unit.blind:
        return "a blind"
    return f"{left_of(unit)} of {ELIMINATED_AT}"


def states(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """``out of ammunition``, ``attacked in the rear by N04``."""
    if unit.state == "eliminated":
        return ("destroyed",)
    if unit.state == "left":
        return ("left the table",)
    if unit.state == "unveiled":
        return ("unveiled",)
    if unit.state == "to place":
        return ("to be set up",)
    if unit.seen is not UNSET:
        body = MAY_BE if has_blinds(battle) else "seen as no more than a body of troops"
        return ("made out" if unit.seen == "made out" else body,)
    states = [f"{say_inches(unit.width)} by {say_inches(unit.depth)} inches"] if _unusual(battle, unit) else []
    if unit.out_of_ammo:
        states.append("out of ammunition")
    for one in fights_of(battle, unit.id):
        if one.attacker == unit.id:
            states.append(f"fights {one.target}")
        else:
            states.append(f"attacked {ON_FACE[one.face]} by {one.attacker}")
    return tuple(states)


def _unusual(battle: Battle, unit: Unit) -> bool:
    """Whether its base is of another size than units have that do not say."""
    return (unit.width, unit.depth) != (battle.switches.frontage, battle.switches.depth)


def _changes(turn: SeatTurn[Battle], unit: Unit) -> tuple[str, ...]:
    before = turn.before.units.get(unit.id)
    if before is None:
        return ()
    if before.state == "to place" and unit.on_table:
        return ("set up",)
    if unit.state != before.state:
        return ({"eliminated": "destroyed", "left": "left", "on table": "entered"}.get(unit.state, unit.state),)
    changes: list[str] = []
    if before.pose.at != unit.pose.at:
        changes.append("moved")
    elif before.pose.facing != unit.pose.facing:
        changes.append("turned")
    if unit.hits > before.hits:
        changes.append(f"took {plural(unit.hits - before.hits, 'hit', 'hits')}")
    if unit.out_of_ammo and not before.out_of_ammo:
        changes.append("ran out of ammunition")
    return tuple(changes)
