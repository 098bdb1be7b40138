"""What a unit may do now, and why not the rest: for forms, pages, the aide and random play.

Everything is asked of the same functions that play: what is listed here is accepted and carried out.
"""

from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.battle import Battle, Unit, enemies_of, fights_of
from pbem.rulesets.onehour.commands import NO_PIVOT, Charge, TurnToFace
from pbem.rulesets.onehour.facts import Charged, Objection
from pbem.rulesets.onehour.fighting.shooting import Aim, aim
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.moves import may_act, may_move
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.moving.roads import road_allowance
from pbem.rulesets.onehour.standing.aims import COARSE, by_road, charge, roads_under, straight
from pbem.rulesets.onehour.tables import ROWS


class Quarry(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy that may be charged."""

    order: Charge
    """With the least pivot that meets it."""
    face: Face
    """On which."""
    distance: Hundredths
    """To run."""


class Denied(msgspec.Struct, frozen=True, kw_only=True):
    """Something it may not do, and why.  at: the enemy it is about, None for the thing altogether."""

    what: Literal["move", "charge", "shoot", "turn to face"]
    objections: tuple[Objection, ...]
    at: StandId | None = None


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    unit: StandId
    free: bool = False
    """It may move, pivots of any angle and an advance."""
    ahead: Hundredths = Hundredths(0)
    """The farthest straight on, without a pivot, in tenths of an inch."""
    stopped: tuple[Objection, ...] = ()
    """By what."""
    road: Hundredths = Hundredths(0)
    """The farthest along the road it is on, 0 for none."""
    charges: tuple[Quarry, ...] = ()
    """The enemies that may be charged and shot at."""
    shots: tuple[Aim, ...] = ()
    """The enemies that may be charged and shot at."""
    turns: tuple[TurnToFace, ...] = ()
    """Attackers it may turn to face."""
    denied: tuple[Denied, ...] = ()


def choices(view: Battle, unit: StandId) -> Choices:
    """What a unit may do as the battle stands.  Raises KeyError for a unit that does not exist."""
    one = view.units[unit]
    barred = tuple(may_act(view, unit))
    if barred:
        return Choices(unit=unit, denied=(Denied(what="move", objections=barred),))
    shots, unshot = _shots(view, one)
    turns, unturned = _turns(view, one)
    bound = tuple(may_move(view, one))
    if bound:
        unmoved = Denied(what="move", objections=bound)
        return Choices(unit=unit, shots=shots, turns=turns, denied=(unmoved, *unturned, *unshot))
    ahead = straight(view, unit, NO_PIVOT, ROWS[one.type].move, COARSE)
    quarries, spared = _quarries(view, one)
    return Choices(
        unit=unit, free=True, ahead=ahead.by, stopped=ahead.stopped, road=_road(view, one), charges=quarries,
        shots=shots, turns=turns, denied=(*spared, *unturned, *unshot),
    )  # fmt: skip


def _shots(view: Battle, unit: Unit) -> tuple[tuple[Aim, ...], tuple[Denied, ...]]:
    """Enemies that may be shot at; the others with the reasons."""
    if not ROWS[unit.type].shoots:
        return (), ()
    got = [(one.id, aim(view, unit.id, one.id)) for one in enemies_of(view, unit.side)]
    denied = tuple(Denied(what="shoot", at=at, objections=one.objections) for at, one in got if isinstance(one, No))
    return tuple(one for _, one in got if isinstance(one, Aim)), denied


def _turns(view: Battle, unit: Unit) -> tuple[tuple[TurnToFace, ...], tuple[Denied, ...]]:
    """Attackers on its flanks and rear it may turn to; the others with the reasons."""
    found: tuple[TurnToFace, ...] = ()
    denied: tuple[Denied, ...] = ()
    for contact in fights_of(view, unit.id):
        if contact.target != unit.id or contact.face is Face.FRONT:
            continue
        order = TurnToFace(unit=unit.id, attacker=contact.attacker)
        got = done(view, order)
        if isinstance(got, No):
            denied = (*denied, Denied(what="turn to face", at=contact.attacker, objections=got.objections))
        else:
            found = (*found, order)
    return found, denied


def _quarries(view: Battle, unit: Unit) -> tuple[tuple[Quarry, ...], tuple[Denied, ...]]:
    """Enemies that may be charged; the others with why not straight on."""
    found: tuple[Quarry, ...] = ()
    denied: tuple[Denied, ...] = ()
    for enemy in enemies_of(view, unit.side):
        order = charge(view, unit.id, enemy.id)
        got = done(view, order or Charge(unit=unit.id, target=enemy.id))
        if order is not None and isinstance(got, Charged):
            found = (*found, Quarry(order=order, face=got.face, distance=got.distance))
        elif isinstance(got, No):
            denied = (*denied, Denied(what="charge", at=enemy.id, objections=got.objections))
    return found, denied


def _road(view: Battle, unit: Unit) -> Hundredths:
    """How far it may go along the road it is on, the way it faces more nearly."""
    under = roads_under(view, unit)
    return by_road(view, unit.id, under[0], road_allowance(view, unit), step=COARSE).by if under else Hundredths(0)
