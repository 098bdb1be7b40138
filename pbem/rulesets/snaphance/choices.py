"""What a stand may do now, and why not the rest: for forms, pages and the aide.

Everything is asked of the same functions that play: what is listed here is accepted and carried out, tests and dice
apart.  Whose turn it is, is not judged: choices are wanted while orders are written.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import Facing, Hex, distance
from pbem.engine.ids import MeleeId, StandId
from pbem.rulesets.snaphance.arrivals import begun_off, ways_in
from pbem.rulesets.snaphance.atoms import Found, begun
from pbem.rulesets.snaphance.battle import Battle, enemies_of, melee_of
from pbem.rulesets.snaphance.breaking import bound_off, must_break_off
from pbem.rulesets.snaphance.commands import Act, Charge, Enter, Fire, Go, March, Turn
from pbem.rulesets.snaphance.movement import No, Walk, may_move, no
from pbem.rulesets.snaphance.opportunity import opportunity_refusal
from pbem.rulesets.snaphance.reaching import approach, aside, by_enemy, explore, in_front
from pbem.rulesets.snaphance.refusals import charge_refusal, fire_refusal, rally_refusal


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A hex (and facing) a stand could come to in one move.  path: hexes stepped into; () for a turn in place.

    acts: the orders that lead there.  mp: spent.  disordered: it would be, on arrival.  ends: its action would be over.
    """

    hex: Hex
    facing: Facing
    path: tuple[Hex, ...]
    acts: tuple[Act, ...]
    mp: int
    disordered: bool
    ends: bool


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy that may be shot at.  dice: of the shot (of both ranks together where two fire)."""

    stand: StandId
    distance: int
    dice: int
    both_ranks: int = 0


class Quarry(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy that may be charged.  path: of the approach, () from where it stands; facing: at its end."""

    stand: StandId
    path: tuple[Hex, ...]
    facing: Facing


class Denied(msgspec.Struct, frozen=True, kw_only=True):
    """Something it may not do.  what: ``move``, ``rally``, ``fire``, ``charge N02``."""

    what: str
    no: No


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """All of it.

    entries: hexes by which it may come onto the board.  opportunity: it may test to wait.  melee: the ongoing melee it
    is in.  denied: what it may not do, with the reasons.
    """

    stand: StandId
    entries: tuple[Hex, ...] = ()
    spots: tuple[Spot, ...] = ()
    targets: tuple[Target, ...] = ()
    quarries: tuple[Quarry, ...] = ()
    rally: bool = False
    opportunity: bool = False
    melee: MeleeId | None = None
    denied: tuple[Denied, ...] = ()


def choices(view: Battle, stand: StandId) -> Choices:
    """What a stand may do in its next turn, begun now.  Raises KeyError for a stand that does not exist."""
    one = view.stands[stand]
    if one.to_come:
        return _entries(view, stand)
    if not one.on_board:
        return Choices(stand=stand)
    first = must_break_off(view, stand)
    if first is not None:
        return Choices(stand=stand, spots=_spots(view, bound_off(view, stand), stand), denied=_until_then(first))
    melee = melee_of(view, stand)
    denied: list[Denied] = []
    rally = rally_refusal(view, stand)
    if rally is not None and one.disordered:
        denied.append(Denied(what="rally", no=rally))
    waits = opportunity_refusal(view, stand)
    if waits is not None and "opportunity" not in view.bans:
        denied.append(Denied(what="opportunity", no=waits))
    targets, unshot = _targets(view, stand)
    stays = may_move(view, stand, again=False)
    if stays is not None:
        return Choices(
            stand=stand, targets=targets, rally=rally is None, melee=melee.id if melee else None,
            denied=(Denied(what="move", no=stays), *denied, *unshot),
        )  # fmt: skip
    battle, walk = begun(view, stand)
    places = explore(battle, stand, walk)
    quarries, spared = _quarries(view, stand, places, walk)
    return Choices(
        stand=stand, opportunity=waits is None and not one.opportunity,
        spots=_spots(view, (*places, *aside(battle, stand, walk)), stand), targets=targets,
        quarries=quarries, rally=rally is None, denied=(*denied, *unshot, *spared),
    )  # fmt: skip


def _entries(view: Battle, stand: StandId) -> Choices:
    """Where a stand that is to come may enter, and where it could go from its first hex in the same move."""
    got = begun_off(view, stand)
    if isinstance(got, No):
        return Choices(stand=stand, denied=(Denied(what="enter", no=got),))
    battle, walk = got
    there = battle.stands[stand].hex
    spots = _spots(view, (Found((), battle, walk), *explore(battle, stand, walk)), stand)
    return Choices(
        stand=stand, entries=ways_in(view, stand),
        spots=tuple(replace(one, path=(there, *one.path), acts=(Enter(), *one.acts)) for one in spots),
    )  # fmt: skip


def _until_then(first: No) -> tuple[Denied, ...]:
    """What skirmishers may not do before they have broken off (SN-10.5g)."""
    return tuple(Denied(what=what, no=first) for what in ("rally", "fire"))


def _spots(view: Battle, places: Sequence[Found], stand: StandId) -> tuple[Spot, ...]:
    """Every spot in reach, once for each hex, facing and state of order, the cheapest way first."""
    spots: dict[tuple[Hex, Facing, bool], Spot] = {}
    for found in sorted(places, key=lambda one: (one.walk.spent, len(one.atoms))):
        one = found.battle.stands[stand]
        place = (one.hex, one.facing, one.disordered)
        if place not in spots:
            spots[place] = Spot(
                hex=one.hex, facing=one.facing, path=_path(found), acts=_acts(view, found, stand),
                mp=found.walk.spent, disordered=one.disordered, ends=one.doing.over,
            )  # fmt: skip
    return tuple(spots.values())


def _path(found: Found) -> tuple[Hex, ...]:
    return tuple(atom.to for atom in found.atoms if atom.to is not None)


def _acts(view: Battle, found: Found, stand: StandId) -> tuple[Act, ...]:
    """The orders that lead to a place."""
    acts: list[Act] = []
    hexes: list[Hex] = []
    how = _march(found.walk)
    for atom in found.atoms:
        if atom.to is not None:
            hexes.append(atom.to)
        elif atom.facing is not None:
            if hexes and how == "move":
                acts.append(Go(how=how, path=tuple(hexes), end_facing=atom.facing))
                return tuple(acts)
            if hexes:
                acts.append(Go(how=how, path=tuple(hexes)))
                hexes = []
            elif acts and isinstance(acts[-1], Turn):
                acts.pop()  # two points running are one turn
            acts.append(Turn(to=atom.facing))
    if hexes:
        facing = found.battle.stands[stand].facing if how == "move" else None
        acts.append(Go(how=how, path=tuple(hexes), end_facing=facing))
    return tuple(acts)


def _march(walk: Walk) -> March:
    return walk.manner if walk.manner is not None else "forward"


def _targets(view: Battle, stand: StandId) -> tuple[tuple[Target, ...], tuple[Denied, ...]]:
    from pbem.rulesets.snaphance.shooting import Volley, may_fire, targets

    one = view.stands[stand]
    found: list[Target] = []
    for target in targets(view, stand):
        single, double = may_fire(view, stand, target), may_fire(view, stand, target, ranks=2)
        if isinstance(single, Volley):
            both = double.dice if isinstance(double, Volley) else 0
            apart = distance(one.hex, view.stands[target].hex)
            found.append(Target(stand=target, distance=apart, dice=single.dice, both_ranks=both))
    refusal = None if found else fire_refusal(view, stand, Fire())
    return tuple(found), () if refusal is None else (Denied(what="fire", no=refusal),)


def _quarries(
    view: Battle, stand: StandId, places: tuple[Found, ...], walk: Walk
) -> tuple[tuple[Quarry, ...], tuple[Denied, ...]]:
    """Enemies it could charge in its first move, and near ones it may not."""
    one = view.stands[stand]
    faced = by_enemy(places, stand)
    found: list[Quarry] = []
    denied: list[Denied] = []
    for enemy in enemies_of(view, one.side):
        at_once, near = in_front(view, stand, enemy.id), distance(one.hex, enemy.hex) <= walk.mp + 1
        if not (at_once or near or enemy.id in faced):
            continue
        refusal = charge_refusal(view, stand, Charge(target=enemy.id))
        if refusal is None and at_once:
            found.append(Quarry(stand=enemy.id, path=(), facing=one.facing))
            continue
        best = approach(faced.get(enemy.id, ()), stand, enemy.id) if refusal is None else None
        if best is not None:
            found.append(Quarry(stand=enemy.id, path=_path(best), facing=best.battle.stands[stand].facing))
        elif near:
            why = refusal or no(f"it cannot come to face {enemy.id} in one move", "SN-Q12", "SN-4.0d")
            denied.append(Denied(what=f"charge {enemy.id}", no=why))
    return tuple(found), tuple(denied)
