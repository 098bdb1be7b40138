"""What a side is after: which stand goes where for which objective, and how much that presses."""

from collections.abc import Mapping
from heapq import heappop, heappush

import msgspec

from pbem.engine.hexes import Hex, distance, neighbours
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.aides.looking import Look, Piece
from pbem.rulesets.snaphance.aides.weighing import charge_worth, may_charge
from pbem.rulesets.snaphance.state.battle import HexObjective
from pbem.rulesets.snaphance.state.grades import score
from pbem.rulesets.snaphance.state.objectives import holder

DETOUR = 4
"""What a hex that no road leads from counts for, besides its distance."""
HOLDS_ILL = 6
"""Horse is sent to hold an objective only where foot is so much farther off."""
LIKELY = 8
"""As many of the nearest enemies are thought of as prey."""
HUNTERS = 2
"""As many horse ride for one enemy."""
RECKONING = 3
"""As many rounds before an objective decides, it is all that matters."""
LATE = 0.6
"""From this share of the rounds on an objective that is not held calls for more."""
FARTHEST = 40
"""Roads longer than this are not looked for."""
BEYOND = 4
"""Roads are looked for as far as a stand is, and so much farther."""


class Aims(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What the side's stands are to be about."""

    goals: Mapping[StandId, Hex]
    """Hexes to go to and hold, by stand."""
    prey: Mapping[StandId, Piece]
    """Enemies that horse is after."""
    whys: Mapping[StandId, str]
    """Of both, in a few words."""
    pull: float
    """Of goals."""
    urge: float
    """To close with the enemy."""
    dare: float
    """What an attack need promise, as a share of the usual."""

    def far(self, look: Look, piece: Piece, here: Hex, goal: Hex) -> int:
        """Hexes from a goal, round ground that bars the way."""
        if not look.land:
            return distance(here, goal)
        known = "way", piece.kind.category, goal
        ways = look.kept.get(known)
        if ways is None or piece.hex not in ways:
            ways = look.kept[known] = _ways(look, piece, goal)
        found: int = ways.get(here, distance(here, goal) + DETOUR)
        return found

    def why(self, piece: Piece) -> str:
        """What a march of a stand is for."""
        return self.whys.get(piece.id, "")


def aims(look: Look) -> Aims:
    """What the side is after now."""
    view = look.view
    goals: dict[StandId, Hex] = {}
    whys: dict[StandId, str] = {}
    late = min(1.0, (view.round - 1) / view.limit) if view.limit else 0.3
    for objective in view.objectives:
        _send(look, objective, goals, whys, late)
    prey = _prey(look, goals)
    whys.update({stand: f"after {enemy.id}" for stand, enemy in prey.items()})
    mine, theirs = _standing(look)
    ahead = mine > theirs
    held = all(holder(view, one) == look.side for one in view.objectives) if view.objectives else ahead
    content = held and ahead
    urge = 0.6 if content else 1.0 + (0.0 if held or ahead else 0.8 * late)
    dare = 1.0 if content else 1.0 - 0.8 * late
    return Aims(goals=goals, prey=prey, whys=whys, pull=_pull(look, late), urge=urge, dare=dare)


def _pull(look: Look, late: float) -> float:
    """How much objectives weigh: more as time passes, most when the day of reckoning of one not yet held is near."""
    now, weight = look.view.round, 0.7 + 0.6 * late
    for one in look.view.objectives:
        if one.at_round is not None and 0 <= one.at_round - now <= RECKONING and holder(look.view, one) != look.side:
            return 1.7 * weight
    return weight


def _prey(look: Look, goals: Mapping[StandId, Hex]) -> dict[StandId, Piece]:
    """For each stand of horse without a goal the enemy most worth riding for, few at one enemy."""
    found: dict[StandId, Piece] = {}
    for one in look.mine:
        if not one.kind.is_mcs or one.fought or one.id in goals:
            continue
        best, most = None, 0.0
        for apart, foe in look.near(one.hex)[:LIKELY]:
            sought = list(found.values()).count(foe)
            if not may_charge(one, foe) or sought >= HUNTERS:
                continue
            front, side = (charge_worth(look, one, foe, flank, ours=True) for flank in (False, True))
            worth = 0.5 * (front + side) - 0.07 * apart - 0.2 * sought
            if best is None or worth > most:
                best, most = foe, worth
        if best is not None:
            found[one.id] = best
    return found


def _standing(look: Look) -> tuple[int, int]:
    other = next(one.id for one in look.view.armies if one.id != look.side)
    return score(look.view, look.side).total, score(look.view, other).total


def _send(
    look: Look, objective: HexObjective, goals: dict[StandId, Hex], whys: dict[StandId, str], late: float
) -> None:
    """The nearest stands to its hexes: one for each that is needed, and of foot one to spare."""
    able = [one for one in look.mine if one.id not in goals and one.kind.category != "Art"]
    order = look.seen_from_home
    pairs = [(distance(one.hex, here) + _unfit(one), one, here) for one in able for here in objective.hexes]
    pairs.sort(key=lambda pair: (pair[0], pair[1].id, order(pair[2])))
    pressing = late >= LATE and holder(look.view, objective) != look.side
    wanted = objective.need + 1 + (2 if pressing else 0)
    taken: set[Hex] = set()
    for _, one, here in pairs:
        enough = objective.need if _unfit(one) else wanted
        if one.id not in goals and here not in taken and len(taken) < enough:
            goals[one.id], whys[one.id] = here, f"to the {objective.name}"
            taken.add(here)


def _unfit(piece: Piece) -> int:
    """How much farther off a stand counts, as one to hold ground: foot in pikes first, horse last."""
    if piece.kind.is_cs and not piece.kind.is_mounted:
        return 0
    return HOLDS_ILL if piece.kind.is_mounted else HOLDS_ILL // 2


def _ways(look: Look, piece: Piece, goal: Hex) -> dict[Hex, int]:
    """Steps to a goal from all hexes no farther from it than a stand may come, bad ground counting for three."""
    found = {goal: 0}
    edge, most = [(0, goal)], FARTHEST
    while edge:
        far, here = heappop(edge)
        if far > found[here]:
            continue  # a shorter way has been found since
        if far > most:
            break
        if here == piece.hex:
            most = far + BEYOND
        for there in neighbours(here):
            known = found.get(there, FARTHEST + 1)
            ground = look.ground(piece, there) if far + 1 < known else None
            if ground is not None and not ground.closed:
                steps = far + (3 if ground.disorders else 1)
                if steps < known:
                    found[there] = steps
                    heappush(edge, (steps, there))
    found.setdefault(piece.hex, distance(piece.hex, goal) + DETOUR)
    return found
