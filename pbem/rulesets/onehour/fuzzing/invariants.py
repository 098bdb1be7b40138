"""What is true of every battle: after every fact, and between two steps."""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from pbem.engine.facts import Fact
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.ids import StandId
from pbem.engine.table.areas import inside, meets
from pbem.engine.table.contact import reach
from pbem.engine.table.distances import rects as between
from pbem.engine.table.edges import TableEdge, crosses_edge
from pbem.engine.table.places import point
from pbem.engine.table.rects import Face, Rect, centre, grown
from pbem.rulesets.onehour.battle import Battle, Contact, Unit, on_table
from pbem.rulesets.onehour.facts import Charged, Eliminated, PhaseBegan, PlayerTurnBegan, Shot, Struck, TurnedToFace
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.ground import barred, ground, of_kind, on_crossing, on_road
from pbem.rulesets.onehour.tables import ELIMINATED_AT, ROWS

F = TypeVar("F", Charged, TurnedToFace)

ROUNDING = 0.02
"""Inches that a place may miss by, once it is stored in hundredths and its facing in tenths of a degree."""
PLACING = {"movement", "ending", "orders"}
"""Phases in which, or after which, a unit may stand elsewhere than before."""


def after_fact(start: Battle, battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    """Everybody where he can be; fights, hits and powder as they must be.

    facts: charges, turns to face, shots, blows, eliminations, and the phases between them.  Raises Fault.
    """
    if battle.phase in PLACING:
        _check_places(battle)
    _check_contacts(battle, facts)
    _check_hits(start, battle, facts)
    _check_eliminated(battle, facts)


def between_steps(battle: Battle) -> None:
    """No unit beyond its hits outlasts step 4; what units did in a player turn is forgotten after it."""
    if battle.limit is not None and battle.turn > battle.limit:
        raise FuzzFault(f"turn {battle.turn} of {battle.limit}")
    if battle.phase in {"orders", "movement", "shooting", "ending"}:
        for unit in on_table(battle):
            if unit.hits >= ELIMINATED_AT and battle.phase != "shooting":
                raise FuzzFault(f"{unit.id} stands with {unit.hits} hits")
    if battle.phase == "orders":
        for unit in battle.units.values():
            if unit.moved or unit.charged or unit.shot or unit.entered:
                raise FuzzFault(f"{unit.id} has acted before its player turn")
        gone = [one.id for one in battle.armies if not _anybody(battle, one.id)]
        if gone:
            raise FuzzFault(f"{', '.join(gone)} has nobody left, and the battle goes on")


def _anybody(battle: Battle, side: str) -> bool:
    return any(
        unit.side == side and unit.state in {"on table", "to come", "to place"} for unit in battle.units.values()
    )


# --- places ---------------------------------------------------------------------------------------------------------


def _check_places(battle: Battle) -> None:
    """No two overlap; all are on the table, and off ground that they may not enter (OH-G6, OH-Q36, OH-G7)."""
    there = [(unit, footprint(unit)) for unit in on_table(battle)]
    for (one, here), (other, beside) in combinations(there, 2):
        if (here.x - beside.x) ** 2 + (here.y - beside.y) ** 2 < 72 and reach(here, beside) > ROUNDING:
            raise FuzzFault(f"{one.id} and {other.id} overlap by {reach(here, beside):.3f}")
    for unit, place in there:
        inner = grown(place, -ROUNDING)
        if any(crosses_edge(battle.table, edge, inner) for edge in TableEdge):
            raise FuzzFault(f"{unit.id} is not wholly on the table")
        _check_ground(battle, unit, inner)


def _check_ground(battle: Battle, unit: Unit, place: Rect) -> None:
    at = centre(place)
    for one in barred(battle, unit.type):
        if (
            meets(place, ground(one))
            and not on_road(battle, at)
            and not (one.kind == "river" and on_crossing(battle, at))
        ):
            raise FuzzFault(f"{unit.id} stands on {one.id}, which it may not enter")
    if ROWS[unit.type].horse:
        for one in of_kind(battle, "town"):
            if inside(point(unit.pose.at), ground(one)):
                raise FuzzFault(f"{unit.id}, horse, stands in {one.id}")


# --- fights ---------------------------------------------------------------------------------------------------------


def _check_contacts(battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    """Each fight is between two enemies who are there, on a face of its own; they stand as when it began."""
    taken: list[tuple[StandId, Face]] = []
    for one in battle.contacts:
        attacker, target = battle.units[one.attacker], battle.units[one.target]
        if not (attacker.on_table and target.on_table) or attacker.side == target.side:
            raise FuzzFault(f"{one.attacker} fights {one.target}, which cannot be")
        taken += [(one.target, one.face), (one.attacker, Face.FRONT)]
    doubled = sorted({face for face in taken if taken.count(face) > 1})
    if doubled:
        raise FuzzFault(f"the {doubled[0][1]} of {doubled[0][0]} is taken twice")
    for one in battle.contacts:
        _check_contact(battle, one, facts)


def _check_contact(battle: Battle, contact: Contact, facts: Sequence[Fact[Battle]]) -> None:
    """The attacker stands where it charged to; the target, where it has not turned since, touches it."""
    attacker, target = battle.units[contact.attacker], battle.units[contact.target]
    begun = _last(facts, Charged, attacker.id)
    if begun is None or begun.target != target.id:
        raise FuzzFault(f"{attacker.id} fights {target.id} without having charged it")
    if attacker.pose != begun.end:
        raise FuzzFault(f"{attacker.id} is engaged, and has moved")
    turned = _last(facts, TurnedToFace, target.id)
    if turned is not None and facts.index(turned) > facts.index(begun):
        if turned.end != target.pose:
            raise FuzzFault(f"{target.id} is engaged, and has moved")
    elif between(footprint(attacker), footprint(target)) > ROUNDING:
        raise FuzzFault(f"{attacker.id} does not touch {target.id}")


def _last(facts: Sequence[Fact[Battle]], kind: type[F], unit: StandId) -> F | None:
    """The last fact of a kind that a unit was the subject of."""
    return next((fact for fact in reversed(facts) if isinstance(fact, kind) and fact.unit == unit), None)


# --- hits and powder ------------------------------------------------------------------------------------------------


def _check_hits(start: Battle, battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    """Hits are those of shots and blows, and never fall (OH-Q31); powder that is gone stays gone (OH-shoot-8)."""
    taken: dict[StandId, int] = {}
    dry: set[StandId] = set()
    for fact in facts:
        if isinstance(fact, Shot | Struck):
            taken[fact.target] = taken.get(fact.target, 0) + fact.hits
            if fact.hits < 1:
                raise FuzzFault(f"{fact.unit} does {fact.target} {fact.hits} hits")
        if isinstance(fact, Shot):
            if fact.unit in dry:
                raise FuzzFault(f"{fact.unit} shoots without powder")
            if fact.out:
                dry.add(fact.unit)
    for unit in battle.units.values():
        first = start.units.get(unit.id)
        had = first.hits if first is not None else 0
        if unit.hits != had + taken.get(unit.id, 0):
            raise FuzzFault(f"{unit.id} has {unit.hits} hits; by what befell it, {had + taken.get(unit.id, 0)}")
        if unit.out_of_ammo != (unit.id in dry or (first is not None and first.out_of_ammo)):
            raise FuzzFault(f"{unit.id} is {'out of' if unit.out_of_ammo else 'again in'} ammunition without a cause")


def _check_eliminated(battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    """Units are taken off in step 4 only, for 15 hits (OH-elim-1, OH-Q30)."""
    phase = ""
    gone: set[StandId] = set()
    for fact in facts:
        if isinstance(fact, PhaseBegan):
            phase = fact.phase
        elif isinstance(fact, PlayerTurnBegan):
            phase = "orders"
        elif isinstance(fact, Eliminated):
            gone.add(fact.unit)
            if phase != "eliminating":
                raise FuzzFault(f"{fact.unit} is eliminated in {phase or 'no phase'}")
    for unit in battle.units.values():
        if (unit.state == "eliminated") != (unit.id in gone) or (unit.id in gone and unit.hits < ELIMINATED_AT):
            raise FuzzFault(f"{unit.id} is {unit.state} with {unit.hits} hits")
