"""Charges worth making: thought of roughly, then tried as the rules would carry them out now."""

from collections.abc import Iterable, Iterator

import msgspec

from pbem.engine.table.angles import EIGHTH, relative_bearing, rightward, turned
from pbem.engine.table.measures import Tenths
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.aides.aims import Aims, holds
from pbem.rulesets.onehour.aides.looking import Look, Piece, face_of, standing_at
from pbem.rulesets.onehour.aides.temperaments import Temperament
from pbem.rulesets.onehour.aides.weighing import between, charge_worth, company, fits, may_reach
from pbem.rulesets.onehour.battle import Battle, attacker_on
from pbem.rulesets.onehour.commands import Charge
from pbem.rulesets.onehour.facts import Charged
from pbem.rulesets.onehour.moving.charging import charge

ASIDE = 1.4
"""Inches to the side of a target's middle that are tried as well."""
ROUGH = 0.15
"""By so much a charge may turn out better than it was thought to be: by the ground it ends on."""
CLEARS = 0.4
"""At the end of the time, for an enemy who stands on what is to be held."""
WHOLE = 10


class Attack(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A charge that may be made.  fact: what would come of it.  worth: in units."""

    order: Charge
    fact: Charged
    worth: float


def best_attack(look: Look, after: Aims, temper: Temperament, battle: Battle, free: Iterable[Piece]) -> Attack | None:
    """The charge most worth making that is lawful now; None where none promises enough."""
    best: Attack | None = None
    for worth, piece, foe in _thoughts(look, after, temper, battle, free):
        least = temper.charge if best is None else best.worth
        if worth + ROUGH < least:
            break
        found = _tried(look, after, temper, battle, piece, foe)
        if found is not None and found.worth >= least:
            best = found
    return best


def _thoughts(
    look: Look, after: Aims, temper: Temperament, battle: Battle, free: Iterable[Piece]
) -> list[tuple[float, Piece, Piece]]:
    """Who could charge whom, and what it might be worth, the best first."""
    found: list[tuple[float, Piece, Piece]] = []
    for piece in free:
        for foe in look.foes if piece.charges else ():
            if foe.left <= 0 or may_reach(piece, foe) is None:
                continue
            face = face_of(foe, piece.x, piece.y)
            if not _taken(battle, foe, face):
                worth = charge_worth(look, temper, piece, foe, face) + extra(look, after, temper, piece, foe)
                if worth + ROUGH >= temper.charge and not between(look.pieces.values(), piece, foe):
                    found.append((worth, piece, foe))
    return sorted(found, key=lambda one: (-one[0], one[1].id, one[2].id))


def extra(look: Look, after: Aims, temper: Temperament, piece: Piece, foe: Piece) -> float:
    """What a charge is worth besides the fight: company, and an enemy the less on what is to be held."""
    goal = after.goals.get(piece.id)
    on_it = goal is not None and holds(goal.area, foe.x, foe.y)
    return company(look, temper, piece, foe) + (CLEARS * after.late if on_it else 0.0)


def _taken(battle: Battle, foe: Piece, face: Face) -> bool:
    return foe.engaged and attacker_on(battle, foe.id, face) is not None


def _tried(look: Look, after: Aims, temper: Temperament, battle: Battle, piece: Piece, foe: Piece) -> Attack | None:
    """The first lawful way at an enemy."""
    for order in _orders(look, piece, foe):
        fact = charge(battle, order)
        if isinstance(fact, Charged):
            there = standing_at(battle, piece, fact.end)
            worth = charge_worth(look, temper, there, foe, fact.face) + extra(look, after, temper, piece, foe)
            return Attack(order=order, fact=fact, worth=worth)
    return None


def _orders(look: Look, piece: Piece, foe: Piece) -> Iterator[Charge]:
    """Straight at its middle, then to either side of it."""
    tried: list[Tenths] = []
    bearing = relative_bearing((piece.x, piece.y), piece.facing, (foe.x, foe.y))
    rx, ry = rightward(Tenths((piece.facing + bearing) % 3600))
    for aside in (0.0, ASIDE, -ASIDE):
        there = (foe.x + rx * aside, foe.y + ry * aside)
        exact = relative_bearing((piece.x, piece.y), piece.facing, there)
        pivot = Tenths(max(-EIGHTH, min(EIGHTH, (exact + WHOLE // 2) // WHOLE * WHOLE)))
        if pivot not in tried:
            tried.append(pivot)
            if fits(look.pieces.values(), piece, piece.x, piece.y, turned(piece.facing, pivot)):
                yield Charge(unit=piece.id, target=foe.id, pivot_start=pivot)
