"""Attacks: who charges whom from where, and who comes up beside him first to lend his weight (SN-10.6).

The dice are those of the rules, for the attack as it would be made.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import distance, flank_hexes, front_hexes
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.aides.aims import Aims
from pbem.rulesets.snaphance.aides.looking import Look, Piece
from pbem.rulesets.snaphance.aides.roads import RoadPlace
from pbem.rulesets.snaphance.aides.weighing import SLIPS, clash, contact_dice, danger, evades
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, from_behind, helpers, strike_sum
from pbem.rulesets.snaphance.fighting.opponents import may_attack
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.state.battle import Battle, with_stand

MOST_HELPERS = 2
HELPER_STAKE = 0.08
"""What a helper risks, as a share of its break points: beaten with its battle stand, it goes back in disorder."""


Free = Mapping[StandId, tuple[Piece, list[RoadPlace]]]
"""Stands without orders, with the places they could go to."""


class Assault(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """An attack to be made."""

    piece: Piece
    place: RoadPlace
    """From where."""
    enemy: Piece
    helpers: tuple[tuple[Piece, RoadPlace], ...]
    """Who comes up before, and where to."""
    worth: float
    """In break points."""
    dice: tuple[int, int]
    """The attacker's, the enemy's."""
    face: str
    """Of the enemy that it meets."""


def contacts(reached: list[RoadPlace], enemy: Piece) -> list[RoadPlace]:
    """The places in reach from which a stand faces an enemy."""
    return [
        place for place in reached
        if distance(place.hex, enemy.hex) == 1 and enemy.hex in front_hexes(place.hex, place.facing)
    ]  # fmt: skip


def best_assault(look: Look, aims: Aims, free: Free, spared: frozenset[StandId] = frozenset()) -> Assault | None:
    """The attack most worth making by those who have no orders yet; None where none promises enough.

    spared: enemies who are attacked already.
    """
    best: Assault | None = None
    least = look.temper.charge * aims.dare
    for enemy in look.foes:
        if enemy.id in spared:
            continue
        coming = {}
        for stand, (piece, reached) in free.items():
            if distance(piece.hex, enemy.hex) <= piece.reach + 1 and (found := contacts(reached, enemy)):
                coming[stand] = piece, found
        for piece, found in coming.values():
            made = _assault(look, aims, piece, found, enemy, coming)
            if made is not None and made.worth >= least and (best is None or made.worth > best.worth):
                best = made
    return best


def _assault(
    look: Look, aims: Aims, piece: Piece, found: list[RoadPlace], enemy: Piece, coming: Free
) -> Assault | None:
    """One stand's attack on one enemy from the best place, with the helpers that are worth bringing."""
    if isinstance(may_attack(look.view, piece.id, enemy.id), No):
        return None
    best: Assault | None = None
    for place in _likely(look, found, enemy):
        made = _weigh(look, aims, piece, place, enemy, ())
        if made is not None and (best is None or made.worth > best.worth):
            best = made
    if best is None or evades(enemy, piece):
        return best
    while len(best.helpers) < MOST_HELPERS:
        better = _with_another(look, aims, best, coming)
        if better is None:
            return best
        best = better
    return best


def _likely(look: Look, found: list[RoadPlace], enemy: Piece) -> list[RoadPlace]:
    """The cheapest way onto each face of the enemy, those in order first."""
    ways: dict[str, RoadPlace] = {}
    for place in sorted(found, key=lambda one: (one.disordered, one.mp, look.seen_from_home(one.hex))):
        ways.setdefault(face_of(enemy, place), place)
    return list(ways.values())


def face_of(enemy: Piece, place: RoadPlace) -> str:
    """Which face of an enemy a place beside it is on."""
    if place.hex in enemy.front:
        return "front"
    return "flank" if place.hex in flank_hexes(enemy.hex, enemy.facing) else "rear"


def _with_another(look: Look, aims: Aims, made: Assault, coming: Free) -> Assault | None:
    """The attack with one helper more, if that makes it better."""
    used = {made.piece.id, *(piece.id for piece, _ in made.helpers)}
    taken = {made.place.hex, *(place.hex for _, place in made.helpers)}
    best: Assault | None = None
    for stand, (piece, found) in coming.items():
        if stand in used or piece.disordered:
            continue
        for place in _likely(look, found, made.enemy):
            if place.hex in taken or place.disordered:
                continue
            better = _weigh(look, aims, made.piece, made.place, made.enemy, (*made.helpers, (piece, place)))
            if better is not None and better.worth > (best or made).worth + 0.05:
                best = better
    return best


def _weigh(
    look: Look, aims: Aims, piece: Piece, place: RoadPlace, enemy: Piece, helping: tuple[tuple[Piece, RoadPlace], ...]
) -> Assault | None:
    """What the attack promises, by the dice the rules give it."""
    view = look.view
    for friend, there in helping:
        view = _moved(view, friend, there)
    view = _moved(view, piece, place)
    if isinstance(may_attack(view, piece.id, enemy.id), No):
        return None
    found = Clash(
        attacker=piece.id, defender=enemy.id, how="charge" if place.steps else "attack",
        surprise=from_behind(view, piece.id, enemy.id), attackers_helpers=helpers(view, piece.id, enemy.id),
        defenders_helpers=helpers(view, enemy.id, piece.id),
    )  # fmt: skip
    if found.surprise and not enemy.disordered:
        stand = view.stands[enemy.id]
        view = with_stand(view, replace(stand, disordered=True))
    dice = strike_sum(view, found, piece.id).dice, strike_sum(view, found, enemy.id).dice
    face = face_of(enemy, place)
    fire = contact_dice(piece, enemy, True), contact_dice(enemy, piece, False) if face == "front" else 0
    temper = look.temper
    worth = clash(piece, enemy, dice, fire, temper.gain, temper.loss)
    if evades(enemy, piece):
        worth *= SLIPS if worth > 0 else 1
    worth -= 0.5 * temper.fear * danger(look, piece, place.hex, place.facing, but=enemy)
    worth -= sum(HELPER_STAKE * friend.kind.bp + 0.3 * temper.fear * danger(look, friend, at.hex, at.facing, but=enemy)
                 for friend, at in helping)  # fmt: skip
    goal = aims.goals.get(piece.id)
    if goal is not None:
        gone = aims.far(look, piece, place.hex, goal) - aims.far(look, piece, piece.hex, goal)
        worth -= temper.goal * aims.pull * gone
    if enemy.fought:
        worth += 0.2  # a melee is brought to its end
    return Assault(piece=piece, place=place, enemy=enemy, helpers=helping, worth=worth, dice=dice, face=face)


def _moved(view: Battle, piece: Piece, place: RoadPlace) -> Battle:
    """The view with a stand come to a place."""
    one = view.stands[piece.id]
    if place.hex == one.hex and place.facing == one.facing:
        return view
    trail = (place.hex,) if place.steps else ()
    doing = replace(one.doing, started_hex=one.hex, started_facing=one.facing, hexes=place.steps, trail=trail)
    disordered = one.disordered or place.disordered
    return with_stand(view, replace(one, hex=place.hex, facing=place.facing, doing=doing, disordered=disordered))
