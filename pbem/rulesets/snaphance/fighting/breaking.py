"""Skirmishers break off from enemies in front of them (SN-10.5g, SN-Q51; D36)."""

from pbem.engine.hexes import Hex, depth, distance, front_hexes
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.fighting.footing import covered
from pbem.rulesets.snaphance.moving.atoms import Atom, Found, begun, try_atom
from pbem.rulesets.snaphance.moving.ground import denies_cb
from pbem.rulesets.snaphance.moving.movement import No, begin, may_move, no
from pbem.rulesets.snaphance.moving.reaching import explore
from pbem.rulesets.snaphance.state.battle import Battle, Stand, stand_at, type_of


def threats(battle: Battle, stand: StandId) -> tuple[StandId, ...]:
    """Enemies in a stand's front 2H from whom skirmishers must break off: combat stands, LC, Sh and Dr (SN-Q51)."""
    one = battle.stands[stand]
    found: list[StandId] = []
    for here in front_hexes(one.hex, one.facing):
        other = stand_at(battle, here)
        kind = type_of(battle, other.id) if other is not None and other.side != one.side else None
        if other is not None and kind is not None and (kind.is_cs or kind.category in ("LC", "Sh", "Dr")):
            found.append(other.id)
    return tuple(found)


def bound_off(battle: Battle, stand: StandId) -> tuple[Found, ...]:
    """Where skirmishers that must break off may go; () for all who need not, or cannot (SN-10.5g, SN-Q51).

    Not from an enemy they have turned to themselves: they did not start their turn with him in front.  Not in terrain
    where they may fight: in cover, or where the charge bonus is taken away (SN-10.5d).
    """
    one = battle.stands[stand]
    if type_of(battle, stand).category != "Sk" or one.doing.moves or one.doing.fired:
        return ()
    if one.doing.started_facing not in (None, one.facing):
        return ()
    feared = threats(battle, stand)
    if not feared or may_move(battle, stand, again=False) is not None:
        return ()
    if all(covered(battle, stand, enemy) or denies_cb(battle, enemy, stand) for enemy in feared):
        return ()
    ahead, walk = begun(battle, stand)
    ways = explore(ahead, stand, walk)
    return tuple(way for way in ways if way.battle.stands[stand].hex != one.hex and not threats(way.battle, stand))


def must_break_off(battle: Battle, stand: StandId) -> No | None:
    """The refusal of anything else that skirmishers are ordered first; None for those who need not break off."""
    if not bound_off(battle, stand):
        return None
    enemies = ", ".join(threats(battle, stand))
    return no(f"it must first break off from {enemies}, to where no such enemy is in front", "SN-10.5g", "SN-Q51")


def clears(ahead: Battle, stand: StandId, atoms: tuple[Atom, ...]) -> bool:
    """Whether steps, carried out from ``ahead``, takes skirmishers to another hex with no enemy to fear in front."""
    start, walk = ahead.stands[stand].hex, begin(ahead, stand)
    for atom in atoms:
        got = try_atom(ahead, stand, walk, atom)
        if isinstance(got, No):
            break
        walk = got.walk
        for fact in got.facts:
            ahead = fact.apply(ahead)
    return ahead.stands[stand].hex != start and not threats(ahead, stand)


def open_ways(view: Battle, stand: StandId) -> dict[tuple[Hex, ...], Found]:
    """The ways off by their hexes, the cheapest to each hex, those that D36 prefers first."""
    feared, start = threats(view, stand), view.stands[stand]
    ordered = sorted(bound_off(view, stand), key=lambda one: _preference(one, stand, feared, start))
    ends: dict[Hex, Found] = {}
    for way in ordered:
        ends.setdefault(way.battle.stands[stand].hex, way)
    return {tuple(atom.to for atom in way.atoms if atom.to is not None): way for way in ends.values()}


def away_from(battle: Battle, stand: StandId) -> Found | None:
    """The way off that D36 chooses; None where none is needed or open."""
    ways = bound_off(battle, stand)
    feared, start = threats(battle, stand), battle.stands[stand]
    if not ways:
        return None
    return min(ways, key=lambda one: _preference(one, stand, feared, start))


def _preference(way: Found, stand: StandId, feared: tuple[StandId, ...], start: Stand) -> tuple[int, int, int]:
    """Far from those in front, straight back, by few steps: the less the better."""
    back = depth(start.hex, start.facing, way.battle.stands[stand].hex)
    return -away(way.battle, stand, feared), back, len(way.atoms)


def away(battle: Battle, stand: StandId, feared: tuple[StandId, ...]) -> int:
    """Hexes from a stand to the nearest of some others."""
    return min(distance(battle.stands[stand].hex, battle.stands[other].hex) for other in feared)
