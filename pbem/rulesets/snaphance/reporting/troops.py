"""The stands of a Snaphance battle as rows of a report, and how both sides are doing."""

from msgspec import UNSET

from pbem.engine.blinds import MAY_BE
from pbem.engine.commanders import led_by_fellow
from pbem.engine.hexes import hour, label
from pbem.engine.hiding import ghosts_of, has_blinds, knows_part
from pbem.engine.ids import Seat, Side
from pbem.engine.reporting import Tally, UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed
from pbem.rulesets.snaphance.moving.arrivals import expected
from pbem.rulesets.snaphance.state.battle import Battle, Stand, type_of
from pbem.rulesets.snaphance.state.objectives import in_hand
from pbem.rulesets.snaphance.writing.wording import strength


def rows(turn: SeatTurn[Battle], side: Side | None, *, others: bool = False) -> tuple[UnitRow, ...]:
    """A side's stands, or all but its; side None: those of both."""
    stands = [turn.after.stands[s] for s in sorted(turn.after.stands)]
    return tuple(_row(turn, one) for one in stands if side is None or (one.side == side) != others)


def tallies(battle: Battle, mine: Side | None, seat: Seat) -> tuple[Tally, ...]:
    """Break points and objective hexes of each side, the reader's first."""
    told: list[Tally] = []
    for one in battle.armies:
        extra = tuple(
            (capital(goal.name), len(in_hand(battle, one.id, goal)), len(goal.hexes)) for goal in battle.objectives
        )
        part = knows_part(battle, seat, one.id)
        told.append(Tally(one.name, one.id == mine, one.break_lost, one.break_at, extra, at_least=part))
    return tuple(sorted(told, key=lambda row: not row.mine)) if mine else tuple(told)


def _row(turn: SeatTurn[Battle], stand: Stand) -> UnitRow:
    battle = turn.after
    kind = type_of(battle, stand.id)
    return UnitRow(
        code=stand.id,
        name=stand.name,
        kind=kind.title if stand.seen is UNSET else stand.name,
        group=battle.groups[stand.group].name,
        place=label(stand.hex),
        facing=str(hour(stand.facing)) if stand.seen != "body" else "not seen",
        strength="a blind" if stand.blind else strength(battle, stand) if stand.seen is UNSET else "not known",
        left=sum(stand.sp),
        start=sum(kind.sp),
        states=_states(battle, stand),
        changes=_changes(turn, stand),
        gone=stand.gone,
        to_come=expected(battle, stand.id) if stand.to_come else "",
        led_by=led_by_fellow(battle.armies, turn.seat, stand.side, stand.group),
    )


def last_seen(battle: Battle, side: Side | None) -> tuple[str, ...]:
    """``?2 some foot, last seen at 0605 in round 3.``: who is no longer in sight of a side (SN-H5)."""
    return tuple(
        f"{name} {ghost.was.name}, {ghost.how} at {label(ghost.was.hex)} in round {ghost.turn}."
        for name, ghost in ghosts_of(battle, side).items()
    )


def _states(battle: Battle, stand: Stand) -> tuple[str, ...]:
    if stand.destroyed:
        return ("destroyed",)
    if stand.off_board:
        return ("unveiled" if stand.blind else "left the field",)
    if stand.seen is not UNSET:
        body = MAY_BE if has_blinds(battle) else "seen as no more than a body of troops"
        return ("made out" if stand.seen == "made out" else body,)
    states: list[str] = []
    if stand.disordered:
        states.append("disordered")
    if stand.opportunity:
        states.append("on opportunity")
    for _, melee in sorted(battle.melees.items()):
        enemies = [s for side, s in sorted(melee.stands.items()) if side != stand.side]
        if stand.id in melee.stands.values():
            states.append(f"in melee with {listed(enemies)}")
        elif stand.id in melee.supports.get(stand.side, ()):
            states.append(f"in support against {listed(enemies)}")
    for _, commander in sorted(battle.commanders.items()):
        if commander.attached_to == stand.id and commander.alive:
            states.append(f"{commander.name} {'with it' if stand.to_come else 'here'}")
    return tuple(states)


def _changes(turn: SeatTurn[Battle], stand: Stand) -> tuple[str, ...]:
    before = turn.before.stands.get(stand.id)
    if before is None:
        return ()
    if stand.gone and not before.gone:
        return ("gone",)
    if before.to_come and not stand.to_come:
        return ("entered",)
    changes: list[str] = []
    if before.hex != stand.hex:
        changes.append("moved")
    elif before.facing != stand.facing:
        changes.append("turned")
    if sum(stand.sp) < sum(before.sp):
        changes.append(f"lost {sum(before.sp) - sum(stand.sp)} SP")
    if before.disordered and not stand.disordered:
        changes.append("rallied")
    if stand.disordered and not before.disordered:
        changes.append("fell into disorder")
    return tuple(changes)
