"""Hand-to-hand.

Rules: OH-melee-1, OH-melee-2, OH-melee-3, OH-melee-4, OH-melee-5, OH-melee-6, OH-R-melee-1, OH-R-melee-2, OH-R-melee-3,
OH-R-melee-4, OH-Q25, OH-Q27, OH-Q33, OH-Q39, OH-Q40, OH-G15.
"""

from typing import TYPE_CHECKING

import msgspec

from pbem.engine.ids import RuleId, StandId
from pbem.engine.table.places import point
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.facts import Struck
from pbem.rulesets.onehour.fighting.hits import halves_of, hits_of
from pbem.rulesets.onehour.moving.ground import on_crossing, standing_in
from pbem.rulesets.onehour.tables import ROWS, rules

if TYPE_CHECKING:
    from pbem.engine.play import Play


class Blow(msgspec.Struct, frozen=True):
    """A blow that is struck."""

    unit: StandId
    target: StandId
    face: Face
    """Of the target."""
    plus: int
    halved: tuple[RuleId, ...]
    """The rules that halve it."""
    doubled: bool
    ground: str
    """The favouring feature."""


def blow_of(battle: Battle, unit: StandId) -> Blow | None:
    """The blow a unit owes the enemy on its front (OH-Q27); None for one that is not engaged there."""
    for one in battle.contacts:
        if one.attacker == unit:
            return _blow(battle, unit, one.target, one.face)
        if one.target == unit and one.face is Face.FRONT:
            return _blow(battle, unit, one.attacker, Face.FRONT)
    return None


def _blow(battle: Battle, unit: StandId, target: StandId, face: Face) -> Blow:
    """Whatever halves and doubles what a unit does to another, struck on that face."""
    ground = favouring(battle, unit, target, face)
    halved = (
        *(rules("OH-R-melee-1") if ground else ()),
        *(rules("OH-R-melee-2") if pikes(battle, unit, target) else ()),
    )
    return Blow(
        unit=unit, target=target, face=face, plus=ROWS[battle.units[unit].type].plus, halved=halved,
        doubled=face is not Face.FRONT, ground=ground,
    )  # fmt: skip


def favouring(battle: Battle, unit: StandId, target: StandId, face: Face) -> str:
    """The ground that favours a target (OH-R-melee-1, OH-G15): a wood or town it is in; a hill it is on and the striker
    is not; a crossing the striker is on, struck on the front, and it is not.  '' for none."""
    here, there = point(battle.units[unit].pose.at), point(battle.units[target].pose.at)
    cover = standing_in(battle, there, "woods", "town")
    if cover:
        return cover[0].id
    under = standing_in(battle, here, "hill")
    hills = [one for one in standing_in(battle, there, "hill") if one not in under]
    if hills:
        return hills[0].id
    crossings = standing_in(battle, here, "crossing")
    return crossings[0].id if crossings and face is Face.FRONT and not on_crossing(battle, there) else ""


def pikes(battle: Battle, unit: StandId, target: StandId) -> bool:
    """Infantry struck by horse, on any face, where the switch has it so (OH-R-melee-2)."""
    horse = ROWS[battle.units[unit].type].horse
    return battle.switches.pikes and horse and battle.units[target].type == "Infantry"


def strike(play: "Play[Battle]", unit: StandId) -> None:
    """One unit's blow, if it is engaged on its front: it may not decline.

    Rules: OH-melee-1, OH-melee-2, OH-melee-3, OH-melee-4, OH-melee-5, OH-Q33.
    """
    blow = blow_of(play.battle, unit)
    if blow is None:
        return
    die = play.roll("melee", unit, 1).values[0]
    halves = halves_of(halved=bool(blow.halved), doubled=blow.doubled)
    cited = rules(
        "OH-melee-2", "OH-melee-4" if blow.plus else "OH-melee-3", *(("OH-R-melee-3",) if blow.doubled else ())
    )
    play.record(
        Struck(
            unit=unit, target=blow.target, face=blow.face, die=die, plus=blow.plus, halved=blow.halved,
            doubled=blow.doubled, halves=halves, hits=hits_of(die + blow.plus, halves), ground=blow.ground,
            rules=(*cited, *blow.halved),
        )
    )  # fmt: skip
