"""Where a stand could come to in one move, and how it could come to face an enemy."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.hexes import (
    FACINGS,
    Facing,
    Hex,
    distance,
    front_hexes,
    neighbours,
    points_between,
    turned,
    turns,
)
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.moving.atoms import Atom, Found, after, is_of, try_atom
from pbem.rulesets.snaphance.moving.movement import (
    No,
    Walk,
    manner_of,
    released,
)
from pbem.rulesets.snaphance.moving.turning import TO_REAR, end_facing, free_points
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Stand,
    stand_at,
    terrain,
    type_of,
)
from pbem.rulesets.snaphance.state.commands import March


def in_front(battle: Battle, stand: StandId, target: StandId) -> bool:
    """Whether an enemy stands in a stand's front 2H: where it can be attacked (SN-Q12)."""
    one, other = battle.stands[stand], battle.stands[target]
    return other.on_board and other.hex in front_hexes(one.hex, one.facing)


def meets(found: Found, stand: StandId, target: StandId) -> bool:
    """Whether a march has come to its target."""
    return not found.walk.through and in_front(found.battle, stand, target)


def explore(
    battle: Battle, stand: StandId, walk: Walk, exchanging: bool = False, beside: Hex | None = None
) -> tuple[Found, ...]:
    """Every place and facing a stand can come to by forward steps and a point of turning, or freely, in this move.

    Cheapest first; the place it is in is not among them.  exchanging: those it would take from a friend too (SN-4.11).
    beside: only those next to this hex.
    """
    free = type_of(battle, stand).is_free_mover
    one = battle.stands[stand]
    spent = {_where(one, walk): 0}
    edge = [Found((), battle, walk)]
    found: list[Found] = []
    while edge:
        further: list[Found] = []
        for at in edge:
            for atom in _next_atoms(at, stand, free):
                got = after(at, stand, atom)
                if isinstance(got, No) or (beside is not None and _too_far(got, stand, beside)):
                    continue
                here = _where(got.battle.stands[stand], got.walk)
                if here not in spent or got.walk.spent < spent[here]:
                    spent[here] = got.walk.spent
                    further.append(got)
                    found += _stopping(at, got, stand, exchanging)
        edge = [got for got in further if not got.battle.stands[stand].doing.over]
    if beside is not None:
        found = [got for got in found if distance(got.battle.stands[stand].hex, beside) == 1]
    if free:
        found = [turned_to for got in (Found((), battle, walk), *found) for turned_to in _every_facing(got, stand)]
    return tuple(found)


def _too_far(at: Found, stand: StandId, goal: Hex) -> bool:
    """Whether the steps that are left, of 1 MP at least, cannot bring it beside a hex."""
    here = at.walk.through[-1] if at.walk.through else at.battle.stands[stand].hex
    return distance(here, goal) - 1 > at.walk.mp - at.walk.spent


def _where(one: Stand, walk: Walk) -> tuple[Hex, tuple[Hex, ...], Facing, int, bool, int | None]:
    """All that decides how a move can go on from a place, but what it has cost so far."""
    return one.hex, walk.through, one.facing, walk.points, one.disordered, walk.at_most


def _stopping(before: Found, found: Found, stand: StandId, exchanging: bool) -> list[Found]:
    """A place as the end of the move, if the move may end there."""
    if found.walk.through:
        taken = after(found, stand, Atom("end")) if exchanging else None
        return [taken] if isinstance(taken, Found) else []
    if not found.atoms[-1].more:
        return [found]
    last = replace(found.atoms[-1], more=False)
    got = try_atom(before.battle, stand, before.walk, last)
    return [] if isinstance(got, No) else [Found((*before.atoms, last), found.battle, got.walk)]


def _next_atoms(at: Found, stand: StandId, free: bool) -> list[Atom]:
    """What may come next of a move that still has movement points; () once it has been halted."""
    if at.walk.spent >= at.walk.mp or released(at.battle, stand, at.walk).halted:
        return []
    one = at.battle.stands[stand]
    here = at.walk.through[-1] if at.walk.through else one.hex
    if free:
        return [Atom("step", to=to) for to in neighbours(here)]
    atoms = [Atom("step", to=to) for to in front_hexes(here, one.facing)]
    if at.walk.points < free_points(type_of(at.battle, stand)) and not at.walk.through:
        atoms += [Atom("turn", facing=turned(one.facing, by), more=True) for by in (1, -1)]
    return atoms


def _every_facing(at: Found, stand: StandId) -> list[Found]:
    """A place with each facing the stand may end with there, the least turning first."""
    facing = at.battle.stands[stand].facing
    found: list[Found] = [at] if at.atoms and end_facing(at.battle, stand, None) == facing else []
    tried = (after(at, stand, Atom("turn", facing=to)) for to in turns(facing))
    return [*found, *(got for got in tried if isinstance(got, Found))]


def by_enemy(places: Sequence[Found], stand: StandId) -> Mapping[StandId, Sequence[Found]]:
    """For each enemy that a stand comes to face, the places from which it does, in their order."""
    found: dict[StandId, list[Found]] = {}
    for place in places:
        one = place.battle.stands[stand]
        for there in () if place.walk.through else front_hexes(one.hex, one.facing):
            other = stand_at(place.battle, there)
            if other is not None and other.side != one.side:
                found.setdefault(other.id, []).append(place)
    return found


def approach(places: Sequence[Found], stand: StandId, target: StandId) -> Found | None:
    """The cheapest of the places from which a stand faces its target, on forward steps and a point of turning at most.

    Of equal ones: onto the target's front, without disorder, with the fewest other enemies, the least turning, the
    first by hexes.
    """
    met = [one for one in places if meets(one, stand, target)]
    return min(met, key=lambda one: _cheapest(one, stand, target)) if met else None


def _cheapest(found: Found, stand: StandId, target: StandId) -> tuple[int, bool, bool, int, int, tuple[Hex, ...], int]:
    one, other = found.battle.stands[stand], found.battle.stands[target]
    frontal = one.hex in front_hexes(other.hex, other.facing)
    fronts = [stand_at(found.battle, there) for there in front_hexes(one.hex, one.facing)]
    others = sum(1 for s in fronts if s is not None and s.side != one.side and s.id != target)
    path = tuple(atom.to for atom in found.atoms if atom.to is not None)
    return found.walk.spent, not frontal, one.disordered, others, found.walk.points, path, one.facing


def aside(battle: Battle, stand: StandId, walk: Walk) -> tuple[Found, ...]:
    """Every place a stand can come to backward or sideways (shot: and forward, SN-4.8b) in the move it is in.

    () for free movers, who just go.
    """
    if type_of(battle, stand).is_free_mover:
        return ()
    here = Found((), battle, walk)
    mixes = type_of(battle, stand).category == "Sh"
    ways: tuple[March, ...] = ("backward", "sideways", "sideways_forward") if mixes else ("backward", "sideways")
    return tuple(found for how in ways for found in straight_ways(here, stand, how))


def turned_farther(battle: Battle, stand: StandId, walk: Walk, places: tuple[Found, ...]) -> tuple[Found, ...]:
    """Where a stand's move ends by turning more than its own point: by a further one (SN-4.2b), to its rear (SN-4.3a).

    () for free movers, who turn as they like.
    """
    if type_of(battle, stand).is_free_mover:
        return ()
    found: list[Found] = []
    free = free_points(type_of(battle, stand))
    for at in (Found((), battle, walk), *places):
        if (at.walk.points < free and at.walk.spent >= at.walk.mp) or released(at.battle, stand, at.walk).halted:
            continue
        facing = at.battle.stands[stand].facing
        before, points = _before_turning(at, battle.stands[stand].facing)
        most = free + 1 if at.atoms else max(free + 1, TO_REAR)
        for to in turns(facing):
            turned_by = at.walk.points + points_between(facing, to)
            if turned_by > most or turned_by - points != points_between(before, to):
                continue  # too far, or the long way round
            got = after(at, stand, Atom("turn", facing=to))
            found += [got] if isinstance(got, Found) else []
    return tuple(found)


def _before_turning(at: Found, facing: Facing) -> tuple[Facing, int]:
    """The facing before the turns that a move has ended with so far, and the points turned till then.

    facing: the one it began with.
    """
    kept = len(at.atoms)
    while kept and at.atoms[kept - 1].kind == "turn":
        kept -= 1
    faced = [atom.facing for atom in at.atoms[:kept] if atom.facing is not None]
    return faced[-1] if faced else facing, len(faced)


def out_of_town(battle: Battle, stand: StandId, walk: Walk) -> tuple[Found, ...]:
    """Where a combat stand comes to that leaves a town its own way (SNT-town-5b)."""
    one = battle.stands[stand]
    if terrain(battle, one.hex) != "town":
        return ()
    here = Found((), battle, walk)
    tried = (after(here, stand, Atom("leave", to=to, facing=p)) for to in neighbours(one.hex) for p in FACINGS)
    return tuple(got for got in tried if not isinstance(got, No))


def straight_ways(at: Found, stand: StandId, how: March) -> list[Found]:
    """Every place to be reached by steps of one sort, without turning."""
    kind = type_of(at.battle, stand)
    seen = {at.battle.stands[stand].hex}
    edge, found = [at], []
    while edge:
        further: list[Found] = []
        for one in edge:
            facing = one.battle.stands[stand].facing
            here = one.walk.through[-1] if one.walk.through else one.battle.stands[stand].hex
            for to in neighbours(here):
                if to in seen or not is_of(how, manner_of(kind, facing, here, to)):
                    continue
                got = after(one, stand, Atom("step", to=to))
                if not isinstance(got, No):
                    seen.add(to)
                    further.append(got)
        for got in further:
            ended = after(got, stand, Atom("end")) if got.walk.through else got
            found += [ended] if isinstance(ended, Found) else []
        edge = further
    return found
