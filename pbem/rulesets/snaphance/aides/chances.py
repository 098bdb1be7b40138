"""What an aide expects of shots and melee rounds (SN-8.1, SN-11.0): what they cost, whatever the ruling; each worked
out once.
"""

from functools import cache
from typing import NamedTuple

from pbem.rulesets.snaphance.fighting.chances import hits
from pbem.rulesets.snaphance.fighting.morale import morale_loss

MOST_DICE = 16
BEST_MORALE = 9


class Shooting(NamedTuple):
    """Of one shot: the chance of a hit, and of the SP it costs."""

    hit: float
    loss: float


class Fighting(NamedTuple):
    """Of one melee round: the chance to win and to lose it, and the SP each side must expect to lose."""

    win: float
    lose: float
    lost: float
    dealt: float


@cache
def shooting(dice: int, morale: int, disordered: bool) -> Shooting:
    """A shot at a stand of that morale (SP of its front rank, with its general); at most 1SP (SN-8.1a, SN-8.3b)."""
    chances = hits(min(max(dice, 0), MOST_DICE))
    hit = 1 - chances[0]
    if disordered:
        return Shooting(hit, hit)
    loss = 0.0
    for count, chance in enumerate(chances[1:], 1):
        adjusted = max(1, morale - count)
        loss += chance * sum(morale_loss(adjusted, die) > 0 for die in range(1, 7)) / 6
    return Shooting(hit, loss)


@cache
def _suffered(dice: int, morale: int, disordered: bool) -> tuple[float, ...]:
    """What so many dice do to a stand: the chance of no test, then of a morale loss of 0 to 5."""
    found = [0.0] * 7
    for count, chance in enumerate(hits(dice)):
        if not count:
            found[0] += chance
            continue
        adjusted = max(1, morale - count - disordered)
        for die in range(1, 7):
            found[1 + min(5, morale_loss(adjusted, die))] += chance / 6
    return tuple(found)


@cache
def fighting(
    mine: int, theirs: int, my_morale: int, my_disorder: bool, their_morale: int, their_disorder: bool
) -> Fighting:
    """A melee round of so many dice against so many (SN-11.0, SN-8.1b, SN-8.3b)."""
    ours = _suffered(min(max(theirs, 1), MOST_DICE), min(max(my_morale, 1), BEST_MORALE), my_disorder)
    foes = _suffered(min(max(mine, 1), MOST_DICE), min(max(their_morale, 1), BEST_MORALE), their_disorder)
    win = lose = lost = dealt = 0.0
    for a, chance_a in enumerate(ours):
        for b, chance_b in enumerate(foes):
            chance = chance_a * chance_b
            if not chance:
                continue
            my_loss, their_loss = max(0, a - 1), max(0, b - 1)
            win += chance * (their_loss > my_loss)
            lose += chance * (my_loss > their_loss)
            lost += chance * _points(my_loss, my_loss > their_loss, my_disorder and a > 0)
            dealt += chance * _points(their_loss, their_loss > my_loss, their_disorder and b > 0)
    return Fighting(win, lose, lost, dealt)


def _points(loss: int, beaten: bool, always: bool) -> int:
    """SP for a morale loss: two only for the beaten, at least one for a stand that was disordered before."""
    points = min(loss, 2 if beaten else 1)
    return max(points, 1) if always else points
