"""Stands that come onto the board during the battle: when they are due, where they may enter, and the entry itself.

The rules have none; this is the project's ruling (``scenarios/README.md``).  A stand that is due enters in its group's
activation, as the first step of its first move, by the hex its scenario names; where that is taken, by the nearest free
hex of the board's edge within 2.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import Facing, Hex, distance, label, neighbours, rear_hexes, turned
from pbem.engine.ids import GroupId, RuleId, Side, StandId
from pbem.engine.wording import listed
from pbem.rulesets.snaphance.moving.generals import driven_off
from pbem.rulesets.snaphance.moving.ground import NAMES, entry
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, applied, begin
from pbem.rulesets.snaphance.moving.zones import barred_by, enemy_zocs
from pbem.rulesets.snaphance.state.battle import Arrival, Battle, Stand, on_board, stand_at, terrain, type_of
from pbem.rulesets.snaphance.state.commands import Act, Enter
from pbem.rulesets.snaphance.state.facts import Disordered, Entered, Expected, MoveBegan

if TYPE_CHECKING:
    from pbem.engine.play import Play

WHEN, HOW, WHERE = (RuleId("SCN-arrival-a"),), (RuleId("SN-4.0b"),), (RuleId("SCN-arrival-c"),)
ASIDE = 2
"""As far from a hex that is taken may a stand enter."""


# --- who comes, and when --------------------------------------------------------------------------------------------


def expect(play: "Play[Battle]") -> None:
    """Before the orders of a round: who may enter from now on; a die for each arrival that needs one."""
    for one in play.battle.arrivals:
        if one.due or play.battle.round < one.round:
            continue
        if one.needs is None:
            play.record(Expected(stands=one.stands, due=True))
            continue
        die = play.roll("arrival", one.stands[0], 1).values[0]
        play.record(Expected(stands=one.stands, due=die >= one.needs, needs=one.needs, die=die, rules=WHEN))


def arrival_of(battle: Battle, stand: StandId) -> Arrival | None:
    """With whom a stand comes, and when; None when it began on the board."""
    return next((one for one in battle.arrivals if stand in one.stands), None)


def is_due(battle: Battle, stand: StandId) -> bool:
    """Whether a stand that is to come may enter now."""
    arrival = arrival_of(battle, stand)
    return battle.stands[stand].to_come and arrival is not None and arrival.due


def may_enter(battle: Battle, stand: StandId) -> bool:
    """Whether a stand that is to come has its turn still before it."""
    return is_due(battle, stand) and not battle.stands[stand].doing.over


def due(battle: Battle, group: GroupId) -> list[Stand]:
    """A group's stands that may enter now, by id."""
    if not battle.arrivals:
        return []
    coming = [one for _, one in sorted(battle.stands.items()) if one.to_come and one.group == group]
    return [one for one in coming if is_due(battle, one.id)]


def expected(battle: Battle, stand: StandId) -> str:
    """``expected in round 2 at 0609``; ``expected from round 4 on 4+ at 1801``; ``may enter at 0609``."""
    arrival, at = arrival_of(battle, stand), where(battle.stands[stand].enters)
    if arrival is None:
        return ""
    if arrival.due:
        return f"may enter at {at}"
    if arrival.needs is None:
        return f"expected in round {arrival.round} at {at}"
    return f"expected from round {arrival.round} on, each round on {arrival.needs}+, at {at}"


def to_come(battle: Battle, mine: Side | None = None) -> str:
    """``S03 and S04 in round 2 at 0609; S05 in round 3 at 0609``, a side's own first; '' when no stand is to come."""
    lines: dict[str, list[str]] = {}
    for arrival in sorted(battle.arrivals, key=lambda one: battle.stands[one.stands[0]].side != mine):
        for stand in arrival.stands:
            if battle.stands[stand].to_come:
                lines.setdefault(expected(battle, stand).removeprefix("expected "), []).append(stand)
    return "; ".join(f"{listed(stands)} {when}" for when, stands in lines.items())


def where(hexes: Sequence[Hex]) -> str:
    """``0609``, ``0609 or 0709``."""
    names = [label(here) for here in hexes]
    return listed(names).replace(" and ", " or ")


def entering(actions: tuple[Act, ...]) -> tuple[Act, ...]:
    """The orders of a stand that is to come: they begin with its entry, also where that is not said."""
    return actions if actions and isinstance(actions[0], Enter) else (Enter(), *actions)


# --- where, and how -------------------------------------------------------------------------------------------------


def ways_in(battle: Battle, stand: StandId) -> tuple[Hex, ...]:
    """The hexes by which a stand may enter now, the one it takes unasked first.

    The scenario's that are free, else the nearest free ones of the edge within 2; those in an enemy's zone last.
    """
    named = battle.stands[stand].enters
    free = [here for here in named if _open(battle, stand, here)]
    if not free:
        near = sorted({here for one in named for here in near_edge(battle, one) if _open(battle, stand, here)})
        reach = {here: min(distance(here, one) for one in named) for here in near}
        free = sorted((here for here in near if reach[here] == min(reach.values())), key=label)
    side = battle.stands[stand].side
    return tuple(sorted(free, key=lambda here: bool(enemy_zocs(battle, side, here))))


def near_edge(battle: Battle, here: Hex) -> set[Hex]:
    """A hex, and those of the board's edge within 2 of it."""
    ring = {here}
    for _ in range(ASIDE):
        ring |= {there for one in ring for there in neighbours(one)}
    return {here} | {one for one in ring if on_board(battle, one) and _at_edge(battle, one)}


def _at_edge(battle: Battle, here: Hex) -> bool:
    return any(not on_board(battle, there) for there in neighbours(here))


def _open(battle: Battle, stand: StandId, here: Hex) -> bool:
    """Whether a stand could come to be there: it is empty, its ground and the zones of control allow it."""
    if stand_at(battle, here) is not None or entry(battle, stand, here).closed:
        return False
    return _facing(battle, stand, here) is not None


def _facing(battle: Battle, stand: StandId, here: Hex) -> Facing | None:
    """How it comes to stand there: as its scenario says; free movers turn to an enemy whose zone they enter (SN-4.6c).

    None where a zone of control forbids it.
    """
    one = battle.stands[stand]
    turns = (0, 1, -1, 2, -2, 3) if type_of(battle, stand).is_free_mover else (0,)
    ways = (turned(one.facing, points) for points in turns)
    return next((facing for facing in ways if not barred_by(battle, one.side, here, facing)), None)


def come_on(battle: Battle, stand: StandId, wanted: Hex | None = None) -> Yes | No:
    """The entry of a stand that is due, by the hex wanted or the first there is: one step of its first move."""
    absent = not_yet(battle, stand)
    if absent is not None:
        return absent
    ways = ways_in(battle, stand)
    if not ways:
        return No(WHERE, f"no hex of the edge within {ASIDE} of {where(battle.stands[stand].enters)} is free for it")
    if wanted is not None and wanted not in ways:
        return No(WHERE, f"it enters at {where(ways)}, not at {label(wanted)}")
    to = wanted if wanted is not None else ways[0]
    return _entered(battle, stand, to)


def not_yet(battle: Battle, stand: StandId) -> No | None:
    """Why a stand may not enter: it is here, or not due; None when it may."""
    one = battle.stands[stand]
    if not one.to_come:
        return No((RuleId("SN-1.2a"),), "it is no longer in the battle" if one.gone else "it is on the board already")
    return None if is_due(battle, stand) else No(WHEN, f"it is not on the board yet: {expected(battle, stand)}")


def _entered(battle: Battle, stand: StandId, to: Hex) -> Yes:
    """The facts of an entry, and what is left of the move it begins."""
    one, ground = battle.stands[stand], entry(battle, stand, to)
    facing = _facing(battle, stand, to)
    if facing is None:
        raise ValueError(f"{label(to)} is not open to {stand}")
    facts: list[Fact[Battle]] = [
        MoveBegan(stand=stand, rules=(RuleId("SN-4.0c"),)),
        Entered(stand=stand, to=to, facing=facing, rules=HOW if to in one.enters else (*HOW, *WHERE)),
    ]
    if ground.disorders and not one.disordered:
        facts.append(Disordered(stand=stand, cause=f"entering {NAMES[terrain(battle, to)]}", rules=ground.rules))
    facts += driven_off(battle, one.side, to)
    after = applied(battle, tuple(facts))
    manner = "move" if type_of(battle, stand).is_free_mover else "forward"
    walk = replace(begin(after, stand), spent=1, steps=1, manner=manner, at_most=ground.at_most)
    zocs = enemy_zocs(battle, one.side, to)
    if zocs:
        walk = replace(
            walk, halted=f"it halts in the zone of control of {', '.join(zocs)}", rules=(RuleId("SN-4.6b"),)
        )  # fmt: skip
    elif ground.halts:
        walk = replace(walk, halted=f"it halts on entering {NAMES[terrain(battle, to)]}", rules=ground.rules)
    return Yes(walk, tuple(facts))


def outside(battle: Battle, stand: StandId) -> Hex:
    """The hex off the board from which a stand has just entered: behind it if it can be; else its own."""
    one = battle.stands[stand]
    off = [here for here in neighbours(one.hex) if not on_board(battle, here)]
    behind = [here for here in rear_hexes(one.hex, one.facing) if here in off]
    return (behind or off or [one.hex])[0]


def begun_off(battle: Battle, stand: StandId, wanted: Hex | None = None) -> tuple[Battle, Walk] | No:
    """A copy of the battle in which a stand has entered, and what is left of its move: for looking ahead."""
    got = come_on(battle, stand, wanted)
    return got if isinstance(got, No) else (applied(battle, got.facts), got.walk)
