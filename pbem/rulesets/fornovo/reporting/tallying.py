"""How both sides are doing: points lost, ground held."""

from pbem.engine.hiding import knows_part
from pbem.engine.ids import Seat, Side
from pbem.engine.reporting import Tally
from pbem.engine.wording import capital
from pbem.rulesets.fornovo.playing.ending import held, lost
from pbem.rulesets.fornovo.state.battle import Battle


def tallies(battle: Battle, mine: Side | None, seat: Seat) -> tuple[Tally, ...]:
    """Points lost and areas held of each side, the reader's first."""
    told = [
        Tally(
            one.name, one.id == mine, lost(battle, one.id), one.break_at,
            tuple((capital(goal.name), len(held(battle, one.id, goal)), len(goal.areas)) for goal in battle.objectives),
            "points", at_least=knows_part(battle, seat, one.id),
        )
        for one in battle.armies
    ]  # fmt: skip
    return tuple(sorted(told, key=lambda row: not row.mine))
