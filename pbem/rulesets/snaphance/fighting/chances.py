"""What dice may be expected to do: hits (SN-7.0d), and a melee round between two stands (SN-11.0, SN-8.1b, SN-8.3b).

Exact, and each worked out once.
"""

from functools import cache, lru_cache
from math import comb, prod
from typing import NamedTuple

from pbem.rulesets.snaphance.fighting.morale import Tested, melee_cost, morale_loss


@cache
def hits(dice: int, one_pair: bool = False) -> tuple[float, ...]:
    """The chance of 0, 1, 2, .. hits: a six each, and each pair of fives (SN-7.0d).

    one_pair: all fives together make but one (SN-Q2 read otherwise).
    """
    found = [0.0] * (dice + 1)
    for sixes in range(dice + 1):
        for fives in range(dice - sixes + 1):
            ways = comb(dice, sixes) * comb(dice - sixes, fives) * 4 ** (dice - sixes - fives)
            pairs = min(1, fives // 2) if one_pair else fives // 2
            found[sixes + pairs] += ways / 6**dice
    return tuple(found)


def chance_of_hit(*shots: int) -> int:
    """In 100, rounded: at least one hit with any of these shots, each of so many dice (SN-7.0d)."""
    return in_100(1 - prod(hits(dice)[0] for dice in shots))


def in_100(chance: float) -> int:
    """A chance as players are told it; what is but possible is never called sure, nor out of the question."""
    rounded = round(100 * chance)
    if rounded in (0, 100) and 0 < chance < 1:
        return 1 if rounded == 0 else 99
    return rounded


def shares(*chances: float) -> tuple[int, ...]:
    """Chances of all that may come, in 100: rounded so that together they are 100."""
    whole = [int(100 * chance) for chance in chances]
    most_cut = sorted(range(len(chances)), key=lambda one: whole[one] - 100 * chances[one])
    for one in most_cut[: 100 - sum(whole)]:
        whole[one] += 1
    return tuple(whole)


class Fighter(NamedTuple):
    """A battle stand in a melee round."""

    dice: int
    """It throws."""
    morale: int
    """Adjusted before hits (SN-8.0b)."""
    disordered: bool
    """Already."""
    most: int
    """SP that the round can cost it at all."""
    left: int
    """That it has."""
    strong: bool = False
    """SN-Q4."""
    helped: bool = False
    """Where it is lost, its supports fight on (SN-Q52 read otherwise)."""


class Round(NamedTuple):
    """Chances of a melee round, 0 to 1: for the first to win it, a draw, the second to win it."""

    won: float
    drawn: float
    lost: float


@lru_cache(maxsize=4096)
def melee_round(one: Fighter, two: Fighter, one_pair: bool = False) -> Round:
    """How a round between them comes out.  A stand that is lost alone has lost it, whatever the morale losses say."""
    won = drawn = lost = 0.0
    theirs = _tested(two, hits(one.dice, one_pair))
    for mine, chance in _tested(one, hits(two.dice, one_pair)):
        for other, chance_too in theirs:
            both = chance * chance_too
            ahead = _ahead(one, two, mine, other)
            won, drawn, lost = won + both * (ahead > 0), drawn + both * (ahead == 0), lost + both * (ahead < 0)
    return Round(won, drawn, lost)


def _tested(one: Fighter, scored: tuple[float, ...]) -> tuple[tuple[Tested | None, float], ...]:
    """What hits on a stand do: the morale tests it may come to, None for none, with their chances."""
    by_loss: dict[int, float] = {}
    for count, chance in enumerate(scored[1:], 1):
        for die in range(1, 7):
            loss = morale_loss(max(1, one.morale - count), die, one.strong)
            by_loss[loss] = by_loss.get(loss, 0.0) + chance / 6
    return ((None, scored[0]), *((Tested(loss, one.disordered), chance) for loss, chance in by_loss.items()))


def _ahead(one: Fighter, two: Fighter, mine: Tested | None, other: Tested | None) -> int:
    """Above 0: the first has won."""
    losses = (mine.loss if mine else 0), (other.loss if other else 0)
    ahead = losses[1] - losses[0]
    gone = (
        melee_cost(mine, ahead < 0, one.most) >= one.left, melee_cost(other, ahead > 0, two.most) >= two.left
    )  # fmt: skip
    if gone == (True, False) and not one.helped:
        return -1
    if gone == (False, True) and not two.helped:
        return 1
    return ahead
