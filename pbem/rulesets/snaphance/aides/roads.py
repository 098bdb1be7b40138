"""Where a stand could go in one move, as an aide reckons it: quickly, and leaving out what he would not order anyway.

No passing through friends, no ground that bars the way; what is found here the rules allow as things stand.
"""

from typing import NamedTuple

from pbem.engine.hexes import FACINGS, Facing, Hex, depth, front_hexes, neighbours, rear_hexes, turned
from pbem.rulesets.snaphance.aides.looking import Look, Piece
from pbem.rulesets.snaphance.moving.command import modifiers, needs
from pbem.rulesets.snaphance.moving.ground import barrier, crossing_disorders
from pbem.rulesets.snaphance.special.held import holding
from pbem.rulesets.snaphance.special.stop_line import stops_horse
from pbem.rulesets.snaphance.state.commands import Act, Go, TurnTo

LIKELY = 3
"""A test for a further move is tried that needs no more on the die."""
FAR_OFF = 5
"""Enemies beyond this are no danger to a stand whose test fails."""


class RoadPlace(NamedTuple):
    """A hex and facing to come to."""

    hex: Hex
    facing: Facing
    acts: tuple[Act, ...]
    mp: int
    """Spent."""
    steps: int
    """Hexes gone."""
    disordered: bool
    """It would be, by the way it went."""


class _At(NamedTuple):
    hex: Hex
    facing: Facing
    points: int
    way: tuple[Hex | Facing, ...]
    steps: int
    mp: int
    disordered: bool
    halted: bool
    most: int


def places(look: Look, piece: Piece, reach: int | None = None) -> list[RoadPlace]:
    """Everywhere a stand may sensibly go, the cheapest way first; where it is comes first of all.

    reach: MP it has, where that is not its whole first move.
    """
    mp = piece.reach if reach is None else reach
    stay = RoadPlace(piece.hex, piece.facing, (), 0, 0, piece.disordered)
    if holding(look.view, piece.id) is not None:
        return [stay]
    if piece.kind.is_free_mover:
        return [stay, *_free(look, piece, mp)]
    return [stay, *_marches(look, piece, mp)]


def _start(look: Look, piece: Piece) -> _At:
    fields = look.terrain(piece.hex) == "field"
    return _At(piece.hex, piece.facing, 0, (), 0, 0, piece.disordered, False, 2 if fields else 99)


def _step(look: Look, piece: Piece, at: _At, to: Hex, facings: tuple[Facing, ...]) -> _At | None:
    """One hex on, or None where it may not or had better not.  facings: those it may end with."""
    if to in look.at and look.at[to] is not piece:
        return None
    ground = look.ground(piece, to)
    if ground.closed or at.steps >= at.most:
        return None
    zones = look.zones.get(to, ())
    if zones and not any(all(foe.hex in front_hexes(to, facing) for foe in zones) for facing in facings):
        return None
    disordered = at.disordered or ground.disorders
    leaves = piece.kind.is_cs and look.terrain(at.hex) == "town"
    if leaves:  # a whole move, in disorder (SNT-town-5b)
        if at.mp:
            return None
        disordered = True
    if look.view.defences and barrier(look.view, at.hex, to):
        if at.steps:
            return None
        disordered = disordered or crossing_disorders(look.view, piece.id)
    most = at.most if ground.at_most is None else min(at.most, ground.at_most)
    if at.steps + 1 > most:
        return None
    halted = leaves or bool(zones) or ground.halts or bool(look.view.special and stops_horse(look.view, piece.id, to))
    return _At(to, at.facing, at.points, (*at.way, to), at.steps + 1, at.mp + 1, disordered, halted, most)


def _marches(look: Look, piece: Piece, mp: int) -> list[RoadPlace]:
    """By forward steps and as much turning as leaves it in order (SN-4.0b, SN-4.2).

    It does not turn where a friend has yet to make room: whether it will be able to is not known beforehand.
    """
    points = 2 if piece.kind.category == "Sh" else 1
    edge, seen, found = [_start(look, piece)], {(piece.hex, piece.facing)}, list[RoadPlace]()
    while edge:
        further: list[_At] = []
        for at in edge:
            if at.halted or at.mp >= mp:
                continue
            for to in front_hexes(at.hex, at.facing):
                got = _step(look, piece, at, to, (at.facing,))
                if got is not None and (got.hex, got.facing) not in seen:
                    seen.add((got.hex, got.facing))
                    further.append(got)
            if at.points < points and not (at.steps and at.hex in look.full):
                for by in (1, -1):
                    facing = turned(at.facing, by)
                    if (at.hex, facing) not in seen and _may_face(look, at.hex, facing):
                        seen.add((at.hex, facing))
                        further.append(
                            at._replace(facing=facing, points=at.points + 1, way=(*at.way, facing), mp=at.mp + 1)
                        )
        found += [RoadPlace(at.hex, at.facing, _acts(at.way), at.mp, at.steps, at.disordered) for at in further]
        edge = further
    return found


def _may_face(look: Look, here: Hex, facing: Facing) -> bool:
    """Whether it might end there so: no enemy whose zone it is in on its flank or rear (SN-4.6c)."""
    return all(foe.hex in front_hexes(here, facing) for foe in look.zones.get(here, ()))


def _acts(way: tuple[Hex | Facing, ...]) -> tuple[Act, ...]:
    """A way as orders: turns and marches in turn."""
    acts: list[Act] = []
    path: tuple[Hex, ...] = ()
    for one in way:
        if isinstance(one, Hex):
            path = (*path, one)
            continue
        if path:
            acts.append(Go(how="forward", path=path))
            path = ()
        if acts and isinstance(acts[-1], TurnTo):
            acts.pop()  # two points running are one turn
        acts.append(TurnTo(to=one))
    return (*acts, Go(how="forward", path=path)) if path else tuple(acts)


def _free(look: Look, piece: Piece, mp: int) -> list[RoadPlace]:
    """In any direction, to any facing (SN-4.1a): of the facings, those that look at the nearest enemies."""
    found = [_facing(piece.hex, facing) for facing in facings_to(look, piece.hex) if facing != piece.facing]
    edge, seen = [_start(look, piece)], {piece.hex}
    most = 1 if look.terrain(piece.hex) == "swamp" and piece.kind.category == "Sk" else mp
    while edge:
        further: list[_At] = []
        for at in edge:
            if at.halted or at.mp >= most:
                continue
            for to in around(look, at.hex):
                got = None if to in seen else _step(look, piece, at, to, FACINGS)
                if got is not None:
                    seen.add(to)
                    further.append(got)
        for at in further:
            way = tuple(one for one in at.way if isinstance(one, Hex))
            found += [
                RoadPlace(
                    at.hex, facing, (Go(how="move", path=way, end_facing=facing),), at.mp, at.steps, at.disordered
                )
                for facing in facings_to(look, at.hex)
                if _may_face(look, at.hex, facing)
            ]
        edge = further
    return found


def _facing(here: Hex, facing: Facing) -> RoadPlace:
    return RoadPlace(here, facing, (TurnTo(to=facing),), 0, 0, False)


def facings_to(look: Look, here: Hex) -> tuple[Facing, ...]:
    """The one or two facings that look at the enemies nearest to a hex."""
    known = "facings", here
    if known not in look.kept:
        near = look.near(here)[:2]
        look.kept[known] = tuple(dict.fromkeys(towards(look, here, foe.hex) for _, foe in near))
    found: tuple[Facing, ...] = look.kept[known]
    return found


def towards(look: Look, here: Hex, there: Hex) -> Facing:
    """The facing that has a hex most nearly ahead."""
    return max(look.facings(), key=lambda facing: depth(here, facing, there))


def around(look: Look, here: Hex) -> tuple[Hex, ...]:
    """The hexes around one, those ahead first."""
    six = neighbours(here)
    return tuple(six[(look.ahead + turn) % 6] for turn in (0, 5, 1, 4, 2, 3))


def onward(look: Look, piece: Piece, place: RoadPlace) -> tuple[Act, ...]:
    """A further move of foot on the march, where its test is likely to be passed and no enemy is near (SN-4.4a)."""
    last = place.acts[-1] if place.acts else None
    if piece.reach > 1 or piece.disordered or place.disordered or not (isinstance(last, Go) and last.how == "forward"):
        return ()
    needed = needs(look.view, (piece.id,)) - sum(
        term.value for term in modifiers(look.view, (piece.id,), "extra_move", earlier=0)
    )
    if needed > LIKELY or look.nearest(place.hex) <= FAR_OFF or place.hex in look.full:
        return ()
    for to in sorted(front_hexes(place.hex, place.facing), key=look.nearest):
        ground = look.ground(piece, to)
        if to not in look.at and not (ground.closed or ground.halts or ground.disorders):
            return (Go(how="forward", path=(to,), again=True),)
    return ()


def backward(look: Look, piece: Piece) -> list[RoadPlace]:
    """Straight back, facing kept; it disorders all but shot (SN-4.7)."""
    if piece.kind.is_free_mover or holding(look.view, piece.id) is not None:
        return []
    limit = 2 if piece.reach == 1 else piece.reach
    keeps = piece.kind.category == "Sh"
    edge, seen, found = [_start(look, piece)], {piece.hex}, list[RoadPlace]()
    while edge:
        further: list[_At] = []
        for at in edge:
            if at.halted or at.mp >= limit:
                continue
            for to in rear_hexes(at.hex, at.facing):
                got = None if to in seen else _step(look, piece, at, to, (at.facing,))
                if got is not None:
                    seen.add(to)
                    further.append(got)
        for at in further:
            way = tuple(one for one in at.way if isinstance(one, Hex))
            found.append(
                RoadPlace(
                    at.hex, at.facing, (Go(how="backward", path=way),), at.mp, at.steps, at.disordered or not keeps
                )
            )
        edge = further
    return found
