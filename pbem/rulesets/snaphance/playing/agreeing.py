"""The end of a battle by a word of the players: no rule ends it, so no grade is given."""

from pbem.engine.ids import Side
from pbem.rulesets.snaphance.state.battle import Battle, other_side
from pbem.rulesets.snaphance.state.facts import BattleEnded


def conclude(battle: Battle, loser: Side | None) -> tuple[BattleEnded, ...]:
    """What happens when a side gives up the field; loser None: when the sides agree on a draw."""
    if loser is None:
        return (BattleEnded(kind="draw", winner=None),)
    return (BattleEnded(kind="conceded", winner=other_side(battle, loser)),)
