"""Turns and their halves in words: which a report covers, who moves first, when the other side's orders are needed."""

from pbem.engine.ids import Seat, Side
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets.onehour.battle import Battle, army, side_of_seat
from pbem.rulesets.onehour.facts import PlayerTurnEnded

Half = tuple[int, Side]
"""A player turn: the turn, and whose half of it."""


def turn_name(battle: Battle) -> str:
    """``turn 3, South's half``."""
    if not battle.turn:
        return _before(battle)
    if battle.active is None or battle.ended is not None:
        return f"turn {battle.turn}"
    return _one(battle, (battle.turn, battle.active))


def _before(battle: Battle) -> str:
    """What goes before the first turn, where the sides are asked about it."""
    if battle.phase == "army" and any(one.muster for one in battle.armies):
        return "the choice of armies"
    return "the set-up" if battle.deploys and battle.phase in ("army", "set-up") else "the start"


def _one(battle: Battle, half: Half) -> str:
    turn, side = half
    return f"turn {turn}, {army(battle, side).name}'s half"


def covered(turn: SeatTurn[Battle]) -> tuple[str, int]:
    """What a report covers, and how many turns or halves that names; 0 before the first.

    ``turn 3``; ``turn 3, South's half``; ``turn 3 (South) and turn 4 (North)``; ``turns 3 to 5``.
    """
    battle, halves = turn.after, played(turn)
    if not halves:
        return turn_name(battle if battle.ended else turn.before), 0
    (first, one), (last, other) = halves[0], halves[-1]
    if len(halves) == 1:
        return _one(battle, halves[0]), 1
    if one == battle.side_order[0] and other == battle.side_order[-1]:
        return (f"turn {first}", 1) if first == last else (f"turns {first} to {last}", 2)
    joined = "and" if len(halves) == 2 else "to"
    return f"turn {first} ({army(battle, one).name}) {joined} turn {last} ({army(battle, other).name})", 2


def played(turn: SeatTurn[Battle]) -> list[Half]:
    """The halves that were played to their end between the two ends of a report."""
    return [
        (one.before.turn, one.before.active)
        for one in turn.happenings
        if isinstance(one.fact, PlayerTurnEnded) and one.before.active is not None
    ]


def who_first(battle: Battle, mine: Side | None) -> str:
    """``North moves first in every turn; your orders are needed once North has moved.``."""
    if not battle.side_order:
        return "Dice decide which side moves first in every turn."
    first, second = (army(battle, battle.side_order[0]).name, army(battle, battle.side_order[-1]).name)
    if mine is None:
        return f"{first} moves first in every turn, then {second}."
    if mine == battle.side_order[0]:
        return f"You move first in every turn, then {second}."
    if battle.active != battle.side_order[0]:
        return f"{first} moves first in every turn, then you."
    return f"{first} moves first in every turn; your orders are needed once {first} has moved."


def ahead(view: Battle, seat: Seat) -> str:
    """What the second side is told as the first half begins, while it has no orders to give; '' at any other time."""
    mine = side_of_seat(view, seat)
    if mine is None or view.turn != 1 or view.phase != "orders" or mine == view.active:
        return ""
    return who_first(view, mine) if view.active == view.side_order[0] else ""
