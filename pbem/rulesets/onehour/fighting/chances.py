"""What an aide expects of shots, blows and fights to the end: exact, from the six faces of the die (section 4)."""

from functools import cache
from typing import NamedTuple

DIE = range(1, 7)


class ExpectedBlow(NamedTuple):
    """plus: added to the die.  halves: the factor in halves: 1, 2 or 4 (OH-Q25)."""

    plus: int
    halves: int


class Duel(NamedTuple):
    """A fight to the end, for the side striking next."""

    win: float
    """Its chance."""
    mine: float
    """Hits it has left on average, 0 where it loses."""
    theirs: float
    """Of the other, 0 where that one loses."""


@cache
def hits(blow: ExpectedBlow) -> tuple[int, ...]:
    """The hits of each face of the die, fractions up (OH-R-melee-4)."""
    return tuple(-(-(die + blow.plus) * blow.halves // 2) for die in DIE)


@cache
def mean(blow: ExpectedBlow) -> float:
    """Hits on the average: 3.5, 2, 5.5, 3, 11 (section 4)."""
    return sum(hits(blow)) / len(DIE)


@cache
def useful(blow: ExpectedBlow, left: int) -> float:
    """The same, without what goes beyond the hits a unit has left."""
    return sum(min(left, one) for one in hits(blow)) / len(DIE)


@cache
def kills(blow: ExpectedBlow, left: int) -> float:
    """The chance that one blow or shot removes a unit with so many hits left."""
    return sum(one >= left for one in hits(blow)) / len(DIE)


@cache
def duel(mine: int, theirs: int, my_blow: ExpectedBlow, their_blow: ExpectedBlow) -> Duel:
    """Two units with so many hits left, striking in turn until one is gone; mine strikes next."""
    return opened(mine, theirs, my_blow, my_blow, their_blow)


@cache
def opened(mine: int, theirs: int, first: ExpectedBlow, my_blow: ExpectedBlow, their_blow: ExpectedBlow) -> Duel:
    """The same, where the first blow is another: in the flank of a unit that then turns to face."""
    win = my_left = their_left = 0.0
    for one in hits(first):
        left = theirs - one
        if left <= 0:
            win, my_left = win + 1, my_left + mine
        else:
            back = duel(left, mine, their_blow, my_blow)
            win, my_left, their_left = win + 1 - back.win, my_left + back.theirs, their_left + back.mine
    return Duel(win / len(DIE), my_left / len(DIE), their_left / len(DIE))
