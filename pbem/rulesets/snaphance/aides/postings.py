"""Where a stand is to be, if it does not attack: nearer its goal, in line, out of harm, with something to shoot at."""

import msgspec

from pbem.engine.hexes import depth, flank_hexes, neighbours
from pbem.rulesets.snaphance.aides.aims import Aims
from pbem.rulesets.snaphance.aides.looking import Look, Piece
from pbem.rulesets.snaphance.aides.roads import RoadPlace, backward
from pbem.rulesets.snaphance.aides.weighing import (
    charge_worth,
    danger,
    in_arc,
    may_charge,
    shot_changes,
    shot_worth,
)
from pbem.rulesets.snaphance.state.tables import LONGEST_RANGE

ALARM = 7
"""Enemies nearer than this may be upon a stand that waits on opportunity."""
HUNT = 1.2
"""Horse closes with its prey more readily than others with their enemies."""
NEAR = 7
"""Beyond so many hexes from every enemy a stand just marches."""


class ShotInView(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Something to shoot at."""

    enemy: Piece
    dice: int
    worth: float
    ranks: int = 1


class Posting(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A place for a stand, and what it shoots at from there.  fear: of what might come upon it there."""

    piece: Piece
    place: RoadPlace
    worth: float
    shot: ShotInView | None
    fear: float
    why: str


def best_posting(look: Look, aims: Aims, piece: Piece, reached: list[RoadPlace]) -> Posting:
    """The best place in reach, where it stands among them."""
    near = look.nearest(piece.hex)
    if worn(look, piece) and near <= NEAR:
        reached = [*reached, *backward(look, piece)]
    best: Posting | None = None
    for place in reached:
        found = _weigh(look, aims, piece, place, near)
        if best is None or found.worth > best.worth + 1e-9:
            best = found
    if best is None:
        raise ValueError("a stand is always somewhere")
    return best


def worn(look: Look, piece: Piece) -> bool:
    """Whether it had better be spared: its next loss is dear."""
    return piece.left <= look.temper.nurse or (piece.left <= 2 and piece.disordered)


def may_wait(look: Look, piece: Piece) -> bool:
    """Whether waiting on opportunity is open to a stand and good for anything."""
    if "opportunity" in look.view.bans or piece.stand.opportunity or look.nearest(piece.hex) > ALARM:
        return False
    return bool(piece.ranges) or (piece.kind.is_mcs and piece.kind.cb > 0)


def _weigh(look: Look, aims: Aims, piece: Piece, place: RoadPlace, near: int) -> Posting:
    temper = look.temper
    shot = best_shot(look, piece, place) if piece.ranges else None
    worth = (shot.worth if shot is not None else 0.0) - 0.01 * place.mp
    if place.disordered and not piece.disordered:
        worth -= 2 * piece.order
    if not place.acts and shot is None and not piece.disordered and may_wait(look, piece):
        worth += temper.patience * aims.dare
    worth += _drawn_to(look, aims, piece, place)
    worth += temper.line * _company(look, piece, place)
    worth += _ground(look, piece, place)
    if near > NEAR:
        return Posting(piece=piece, place=place, worth=worth, shot=shot, fear=0, why=aims.why(piece))
    fear = danger(look, piece, place.hex, place.facing)
    spared = 2.0 if worn(look, piece) else 1.0
    worth -= temper.fear * spared * fear
    worth += _prospects(look, piece, place) - _turned_away(look, place)
    return Posting(piece=piece, place=place, worth=worth, shot=shot, fear=fear, why=aims.why(piece))


def _drawn_to(look: Look, aims: Aims, piece: Piece, place: RoadPlace) -> float:
    """Nearer to its goal; nearer to the enemy, as far as its weapons want to be."""
    temper = look.temper
    if worn(look, piece):
        return 0.03 * min(8, look.nearest(place.hex))
    worth = 0.0
    goal = aims.goals.get(piece.id)
    if goal is not None:
        worth -= temper.goal * aims.pull * aims.far(look, piece, place.hex, goal)
    prey = aims.prey.get(piece.id)
    if prey is not None:
        return worth - HUNT * temper.press * aims.urge * max(0, aims.far(look, piece, place.hex, prey.hex) - 1)
    if look.foes:
        want = wanted_range(piece)
        near = min((abs(apart - want) for apart, _ in look.near(place.hex)[:4]), default=0)
        worth -= temper.press * aims.urge * near
    return worth


def wanted_range(piece: Piece) -> int:
    """How near a stand wants its enemies: in reach of its next charge, or of its best shot."""
    if piece.kind.category == "Art":
        return 4
    if piece.ranges and not piece.kind.is_mcs:
        return 2
    return 1 if not piece.kind.is_mounted else 2


def _company(look: Look, piece: Piece, place: RoadPlace) -> float:
    """Friends beside it; for those who only shoot, a combat stand near by that is not behind them."""
    found = 0.0
    sides = flank_hexes(place.hex, place.facing)
    for here in neighbours(place.hex):
        friend = look.at.get(here)
        if friend is None or friend.stand.side != look.side or friend is piece:
            continue
        if here in sides:
            found += 1.0 if friend.kind.is_cs or not piece.kind.is_cs else 0.4
        else:
            found += 0.4
        if not piece.kind.is_cs and friend.kind.is_cs:
            found += 0.8
    return min(found, 3.0)


def _ground(look: Look, piece: Piece, place: RoadPlace) -> float:
    ground = look.terrain(place.hex)
    if ground in ("hill-slope", "hill-top"):
        return 0.12
    if ground in ("woods", "town") and piece.kind.category in ("Sk", "Dr", "Sh"):
        return 0.2
    return 0.0


def _prospects(look: Look, piece: Piece, place: RoadPlace) -> float:
    """What it could charge next time from here."""
    best = 0.0
    for apart, foe in look.near(place.hex):
        if apart - 1 > piece.reach:
            break
        if not may_charge(piece, foe) or depth(place.hex, place.facing, foe.hex) < 1:
            continue
        flank = depth(foe.hex, foe.facing, place.hex) <= 0
        best = max(best, charge_worth(look, piece, foe, flank, ours=True))
    return 0.3 * best


def _turned_away(look: Look, place: RoadPlace) -> float:
    """Enemies near by that it does not look at."""
    worth = 0.0
    for apart, foe in look.near(place.hex):
        if apart > 4:
            break
        if depth(place.hex, place.facing, foe.hex) < 1:
            worth += 0.06 * (5 - apart)
    return worth


# --- shots ----------------------------------------------------------------------------------------------------------


def best_shot(look: Look, piece: Piece, place: RoadPlace) -> ShotInView | None:
    """The shot most worth having from a place, after going there; None where there is none."""
    lost = lost_by_moving(piece, place)
    if lost is None:
        return None
    best: ShotInView | None = None
    for apart, foe in look.near(place.hex):
        if apart > LONGEST_RANGE:
            break
        dice = piece.ranges.get(apart, 0)
        if not dice or foe.fought or not in_arc(piece, place.hex, place.facing, foe.hex):
            continue
        dice += shot_changes(look, foe) - lost
        if dice < 1 or not look.seen(place.hex, foe.hex):
            continue
        worth, ranks = shot_worth(look, piece, foe, dice), 1
        if piece.kind.category == "Pi" and len(piece.stand.sp) > 1:
            second = dice - piece.sp + piece.stand.sp[1] - 1
            if second > 0:
                worth, ranks = worth + 0.8 * shot_worth(look, piece, foe, second), 2
        if best is None or worth > best.worth:
            best = ShotInView(enemy=foe, dice=dice, worth=worth, ranks=ranks)
    return best


def lost_by_moving(piece: Piece, place: RoadPlace) -> int | None:
    """Dice that the march to a place costs its shot; None: it cannot shoot after it (SN-7.2)."""
    if not place.acts:
        return 0
    category = piece.kind.category
    backward_ = any(getattr(act, "how", "") == "backward" for act in place.acts)
    if category == "Art" or (backward_ and piece.kind.is_cs):
        return None
    if category == "Sk":
        return 0
    if category == "LC":
        return max(0, place.steps - 2)
    if category == "Dr":
        return None if place.steps >= 3 else 1
    return 1
