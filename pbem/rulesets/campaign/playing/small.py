"""The table of small actions (CA-11): a die each, odds, losses by the difference."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.playing import retreats
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.forces import Force, Regiment, share
from pbem.rulesets.campaign.tables import (
    DRAW_LOSES,
    LOSS_PER_POINT,
    LOST_FOR_GOOD,
    LOST_TAKEN,
    MOST_LOST,
    NO_SEEK,
    ODDS,
    RETREAT,
    RULE,
    SMALL,
    STEPS,
    WEIGHTS,
    WINNER_LOSES,
    WORKS,
)


def is_small(campaign: Campaign, ones: Sequence[StandId], others: Sequence[StandId]) -> bool:
    """Whether the smaller side has under a thousand men, or the odds are over four to one.  Rules: CA-11."""
    men = sorted(sum(campaign.forces[code].men for code in some) for some in (ones, others))
    return men[0] < SMALL or men[1] > ODDS * men[0]


def weight(forces: Sequence[Force], only: Sequence[str] = ()) -> int:
    """Men by their worth, in hundredths of a hundred."""
    return sum(
        one.fighters * WEIGHTS[one.rating] for force in forces for one in force.units if not only or one.arm in only
    )


def bonus(mine: int, theirs: int) -> int:
    """What odds add to the die."""
    return next((points for of, to, points in STEPS if mine * to >= theirs * of), 0) if theirs else STEPS[0][2]


def fight(
    play: Play[Campaign],
    ones: Sequence[StandId],
    others: Sequence[StandId],
    *,
    quarter: bool = False,
    works: int = 0,
    only: Sequence[str] = (),
) -> None:
    """A small action.  quarter: only a rear guard of the second fights.  works: of the second.  Rules: CA-11."""
    before = play.battle
    mine = weight([before.forces[code] for code in ones], only)
    theirs = weight([before.forces[code] for code in others], only) // (4 if quarter else 1)
    dice = play.roll("small", StandId(f"{ones[0]}-{others[0]}"), 2).values
    scores = (dice[0] + bonus(mine, theirs), dice[1] + bonus(theirs, mine) + WORKS * works)
    gap = scores[0] - scores[1]
    losses = _percents(gap)
    if quarter:
        losses = (losses[0] // 4, losses[1] // 4)
    units: dict[StandId, tuple[Regiment, ...]] = {}
    lost = []
    for some, percent in ((ones, losses[0]), (others, losses[1])):
        after = {code: worn(before.forces[code], percent, only) for code in some}
        lost.append(sum(before.forces[code].men - after[code].men for code in some))
        units |= {code: one.units for code, one in after.items()}
    sides = (before.forces[ones[0]].side, before.forces[others[0]].side)
    winner = sides[0] if gap > 0 else sides[1] if gap < 0 else None
    play.record(
        f.SmallFought(
            tuple(ones), tuple(others), (dice[0], dice[1]), scores, winner, (lost[0], lost[1]), units,
            rules=RULE["CA-11"],
        )
    )  # fmt: skip
    _after(play, ones if gap < 0 else others if gap > 0 else (), works=works)


def _percents(gap: int) -> tuple[int, int]:
    """What the first and the second lose in a hundred."""
    if gap == 0:
        return DRAW_LOSES, DRAW_LOSES
    loser = min(abs(gap) * LOSS_PER_POINT, MOST_LOST)
    return (WINNER_LOSES, loser) if gap > 0 else (loser, WINNER_LOSES)


def worn(force: Force, percent: int, only: Sequence[str]) -> Force:
    """A force after an action: of its losses a half are gone, a quarter taken, a quarter may come back (CA-Q8)."""
    units = []
    for one in force.units:
        hit = one.arm != "guns" and (not only or one.arm in only)
        lost = share(one.men, percent) if hit else 0
        back = lost - share(lost, LOST_FOR_GOOD) - share(lost, LOST_TAKEN)
        units.append(replace(one, men=one.men - lost, away=one.away + max(back, 0)))
    return replace(force, units=tuple(units))


def _after(play: Play[Campaign], beaten: Sequence[StandId], *, works: int) -> None:
    """Who is beaten falls back a day; a garrison beaten in its works yields."""
    for code in beaten:
        force = play.battle.forces[code]
        if not force.is_there:
            play.record(f.Vanished(code, rules=RULE["CA-11"]))
        elif force.kind == "garrison":
            storm_won(play, code)
        else:
            retreats.fall_back(play, code, RETREAT, Half(play.battle.half + NO_SEEK))


def storm_won(play: Play[Campaign], garrison: StandId) -> None:
    """A garrison that has lost its walls is taken."""
    before = play.battle
    force = before.forces[garrison]
    to = tuple(
        code for code, one in sorted(before.forces.items())
        if one.side != force.side and one.is_there and one.where == force.where
    )  # fmt: skip
    if to:
        side = before.forces[to[0]].side
        play.record(
            f.Yielded(garrison, force.where.town, side, force.men, force.guns, to, rules=RULE["CA-16"])
        )  # fmt: skip
