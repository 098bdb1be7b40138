"""What a stand may do now, and why not the rest: for forms, pages and the aide.

Everything is asked of the same functions that play: what is listed here is accepted and carried out, tests and dice
apart.  Whose turn it is, is not judged: choices are wanted while orders are written.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import FACINGS, Facing, Hex, distance, points_between
from pbem.engine.ids import MeleeId, StandId
from pbem.rulesets.snaphance.fighting.breaking import away_from, bound_off, must_break_off
from pbem.rulesets.snaphance.fighting.opponents import choice_refusal
from pbem.rulesets.snaphance.fighting.opportunity import opportunity_refusal
from pbem.rulesets.snaphance.fighting.recovery import rallies_with, rally_refusal
from pbem.rulesets.snaphance.fighting.shooting import Volley, may_fire, targets
from pbem.rulesets.snaphance.moving.arrivals import begun_off, ways_in
from pbem.rulesets.snaphance.moving.atoms import Atom, Found, after, begun
from pbem.rulesets.snaphance.moving.movement import No, Walk, may_move, no
from pbem.rulesets.snaphance.moving.reaching import aside, by_enemy, explore, in_front, out_of_town, turned_farther
from pbem.rulesets.snaphance.moving.turning import TO_REAR, turn_to_attacker
from pbem.rulesets.snaphance.playing.plan import charge_from
from pbem.rulesets.snaphance.playing.refusals import charge_refusal, fire_refusal
from pbem.rulesets.snaphance.special.must_charge import RULE as GOADED
from pbem.rulesets.snaphance.special.must_charge import driven_upon, reason
from pbem.rulesets.snaphance.state.battle import Battle, Stand, enemies_of, melee_of, with_stand
from pbem.rulesets.snaphance.state.commands import Act, Charge, Enter, Fire, Go, LeaveTown, March, TurnTo
from pbem.rulesets.snaphance.state.facts import StandBegan


class HexChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A hex (and facing) a stand could come to in one move."""

    hex: Hex
    facing: Facing
    path: tuple[Hex, ...]
    """Hexes stepped into; () for a turn in place."""
    acts: tuple[Act, ...]
    """The orders that lead there."""
    mp: int
    """Spent."""
    disordered: bool
    """It would be, on arrival."""
    ends: bool
    """Its action would be over."""


class TargetChoice(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy that may be shot at.  dice: of the shot (of both ranks together where two fire)."""

    stand: StandId
    distance: int
    dice: int
    both_ranks: int = 0


class Quarry(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy that may be charged.  there: the battle when the stand has come to face it; moved: by an approach."""

    stand: StandId
    there: Battle
    moved: bool


class Denied(msgspec.Struct, frozen=True, kw_only=True):
    """Something it may not do.  what: ``move``, ``rally``, ``fire``, ``charge N02``."""

    what: str
    no: No


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    stand: StandId
    entries: tuple[Hex, ...] = ()
    """Hexes by which it may come onto the board."""
    spots: tuple[HexChoice, ...] = ()
    targets: tuple[TargetChoice, ...] = ()
    quarries: tuple[Quarry, ...] = ()
    rally: bool = False
    rally_with: tuple[StandId, ...] = ()
    """The stands, itself among them, that may rally by one test; () for none."""
    opportunity: bool = False
    """It may test to wait."""
    melee: MeleeId | None = None
    """The ongoing melee it is in."""
    denied: tuple[Denied, ...] = ()
    """What it may not do, with the reasons."""


def choices(view: Battle, stand: StandId) -> Choices:
    """What a stand may do in its next turn, begun now.  Raises KeyError for a stand that does not exist."""
    return _choices(view, stand, marches=True)


def deeds(view: Battle, stand: StandId) -> Choices:
    """The same but for the places it may march to, which take the longest to list."""
    return _choices(view, stand, marches=False)


def _choices(view: Battle, stand: StandId, *, marches: bool) -> Choices:
    one = view.stands[stand]
    if one.to_come:
        return _entries(view, stand)
    if not one.on_board:
        return Choices(stand=stand)
    view = StandBegan(stand=stand).apply(view)
    first = must_break_off(view, stand)
    if first is not None:
        return _breaking_off(view, stand, first)
    melee = melee_of(view, stand)
    denied: list[Denied] = []
    rally = rally_refusal(view, stand)
    with_it = rallies_with(view, stand) if rally is None else ()
    if rally is not None and one.disordered:
        denied.append(Denied(what="rally", no=rally))
    waits = opportunity_refusal(view, stand)
    if waits is not None and "opportunity" not in view.bans:
        denied.append(Denied(what="opportunity", no=waits))
    targets, unshot = targets_of(view, stand)
    freely = _free_turns(view, stand)
    stays = may_move(view, stand, again=False)
    if stays is not None:
        return Choices(
            stand=stand, opportunity=waits is None and not one.opportunity, spots=freely, targets=targets,
            rally=rally is None, rally_with=with_it, melee=melee.id if melee else None,
            denied=(Denied(what="move", no=stays), *denied, *unshot),
        )  # fmt: skip
    battle, walk = begun(view, stand)
    reach = any(distance(one.hex, enemy.hex) <= walk.mp + 1 for enemy in enemies_of(view, one.side))
    places = explore(battle, stand, walk, exchanging=marches) if marches or reach else ()
    quarries, spared = quarries_of(view, stand, unhindered(places), walk)
    driven = driven_upon(view, stand, tuple(one.stand for one in quarries)) if view.special else None
    if driven is not None:
        only = Denied(what="anything but that charge", no=no(reason(view, driven), GOADED))
        quarries = tuple(one for one in quarries if one.stand == driven[1])
        return Choices(stand=stand, quarries=quarries, denied=(only, *spared))
    ends = ends_of(battle, stand, walk, places) if marches else ()
    spots = (*freely, *spots_of(ends, one, freely), *_after(view, freely, stand)) if marches else ()
    return Choices(
        stand=stand, opportunity=waits is None and not one.opportunity, spots=_each_once(spots), targets=targets,
        quarries=quarries, rally=rally is None, rally_with=with_it, denied=(*denied, *unshot, *spared),
    )  # fmt: skip


def _entries(view: Battle, stand: StandId) -> Choices:
    """Where a stand that is to come may enter, and where it could go from its first hex in the same move."""
    got = begun_off(view, stand)
    if isinstance(got, No):
        return Choices(stand=stand, denied=(Denied(what="enter", no=got),))
    battle, walk = got
    start = battle.stands[stand]
    stays = HexChoice(
        hex=start.hex, facing=start.facing, path=(), acts=(), mp=walk.spent, disordered=start.disordered,
        ends=start.doing.over,
    )  # fmt: skip
    ends = ends_of(battle, stand, walk, explore(battle, stand, walk, exchanging=True))
    spots = (stays, *spots_of(ends, start))
    return Choices(
        stand=stand, entries=ways_in(view, stand),
        spots=tuple(replace(one, path=(start.hex, *one.path), acts=(Enter(), *one.acts)) for one in spots),
    )  # fmt: skip


def ends_of(battle: Battle, stand: StandId, walk: Walk, places: tuple[Found, ...]) -> tuple[Found, ...]:
    """Where its first move may end.  places: those by forward steps and a point of turning."""
    farther = turned_farther(battle, stand, walk, places)
    return (*places, *aside(battle, stand, walk), *farther, *out_of_town(battle, stand, walk))


def unhindered(places: tuple[Found, ...]) -> tuple[Found, ...]:
    """Those places that no friend has to leave: no friend gives way to a charge."""
    return tuple(one for one in places if all(atom.kind != "end" for atom in one.atoms))


def _breaking_off(view: Battle, stand: StandId, first: No) -> Choices:
    """What skirmishers may do that must first break off: go, and fire from where that takes them (SN-10.5g)."""
    way = away_from(view, stand)
    targets = targets_of(way.battle, stand)[0] if way is not None else ()
    barred = ("rally",) if targets else ("rally", "fire")
    ways = bound_off(view, stand)
    start = view.stands[stand]
    spots = (*spots_of(ways, start), *(spot for way in ways for spot in _faced_after(way, start)))
    denied = tuple(Denied(what=what, no=first) for what in barred)
    return Choices(stand=stand, spots=_each_once(spots), targets=targets, denied=denied)


def _faced_after(way: Found, start: Stand) -> Iterator[HexChoice]:
    """Once off, they may turn to whom they like."""
    for to in FACINGS:
        got = after(way, start.id, Atom("turn", facing=to))
        if isinstance(got, Found):
            for spot in spots_of((got,), start):
                yield replace(spot, acts=(*_acts(way, start), TurnTo(to=to)))


def _free_turns(view: Battle, stand: StandId) -> tuple[HexChoice, ...]:
    """Turns to an enemy that attacks its flank or rear, which are no move (D34)."""
    one = view.stands[stand]
    ways = (turn_to_attacker(view, stand, to) for to in FACINGS)
    return tuple(
        HexChoice(
            hex=one.hex, facing=way.to, path=(), acts=(TurnTo(to=way.to),), mp=0, disordered=one.disordered, ends=False
        )
        for way in ways if way is not None
    )  # fmt: skip


def _after(view: Battle, turns: tuple[HexChoice, ...], stand: StandId) -> Iterator[HexChoice]:
    """Where it may come to once it has turned to its attacker."""
    for turn in turns:
        start = replace(view.stands[stand], facing=turn.facing)
        battle, walk = begun(with_stand(view, start), stand)
        ends = ends_of(battle, stand, walk, explore(battle, stand, walk, exchanging=True))
        for spot in spots_of(ends, start):
            yield replace(spot, acts=(*turn.acts, *spot.acts))


def _each_once(spots: Iterable[HexChoice]) -> tuple[HexChoice, ...]:
    """Each hex, facing and state of order once, the first way to it."""
    found: dict[tuple[Hex, Facing, bool], HexChoice] = {}
    for spot in spots:
        found.setdefault((spot.hex, spot.facing, spot.disordered), spot)
    return tuple(found.values())


def spots_of(places: Sequence[Found], start: Stand, free: tuple[HexChoice, ...] = ()) -> Iterator[HexChoice]:
    """The places as spots, each hex, facing and state of order once, the cheapest way first.

    start: the stand as its move begins.  free: turns that cost nothing; ways that begin with one are left out.
    """
    turns = {spot.acts[0] for spot in free}
    seen = {(start.hex, start.facing, disordered) for disordered in (True, False)}
    for found in sorted(places, key=lambda one: (one.walk.spent, len(one.atoms))):
        one = found.battle.stands[start.id]
        if (one.hex, one.facing, one.disordered) in seen:
            continue
        acts = _acts(found, start)
        if acts[0] not in turns:
            seen.add((one.hex, one.facing, one.disordered))
            yield HexChoice(
                hex=one.hex, facing=one.facing, path=_path(found), acts=acts, mp=found.walk.spent,
                disordered=one.disordered, ends=one.doing.over,
            )  # fmt: skip


def _path(found: Found) -> tuple[Hex, ...]:
    return tuple(atom.to for atom in found.atoms if atom.to is not None)


def _acts(found: Found, start: Stand) -> tuple[Act, ...]:
    """The orders that lead to a place.  start: the stand as its move begins."""
    acts: list[Act] = []
    hexes: list[Hex] = []
    how = _march(found)
    before = facing = start.facing
    for atom in found.atoms:
        if atom.kind == "leave" and atom.to is not None:
            return (LeaveTown(path=(atom.to,), end_facing=atom.facing),)
        if atom.to is not None:
            hexes.append(atom.to)
        elif atom.facing is not None:
            if hexes and how == "move":
                return (*acts, Go(how=how, path=tuple(hexes), end_facing=atom.facing))
            if hexes:
                acts.append(Go(how=how, path=tuple(hexes)))
                hexes = []
            if acts and isinstance(acts[-1], TurnTo) and points_between(before, atom.facing) < TO_REAR:
                acts.pop()  # two points running are one turn, but three would be a turn to the rear (SN-4.3a)
            else:
                before = facing
            acts.append(TurnTo(to=atom.facing))
            facing = atom.facing
    if hexes:
        last = found.battle.stands[start.id].facing if how == "move" else None
        acts.append(Go(how=how, path=tuple(hexes), end_facing=last))
    return tuple(acts)


def _march(found: Found) -> March:
    """The sort of march its steps make."""
    mixed = 0 < found.walk.sideways < len(_path(found))
    return "sideways_forward" if mixed else found.walk.manner or "forward"


def targets_of(view: Battle, stand: StandId) -> tuple[tuple[TargetChoice, ...], tuple[Denied, ...]]:
    """Enemies it could shoot at from where it is, and why there are none."""
    one = view.stands[stand]
    found: list[TargetChoice] = []
    for target in targets(view, stand):
        single, double = may_fire(view, stand, target), may_fire(view, stand, target, ranks=2)
        if isinstance(single, Volley):
            both = double.dice if isinstance(double, Volley) else 0
            apart = distance(one.hex, view.stands[target].hex)
            found.append(TargetChoice(stand=target, distance=apart, dice=single.dice, both_ranks=both))
    refusal = None if found else fire_refusal(view, stand, Fire())
    return tuple(found), () if refusal is None else (Denied(what="fire", no=refusal),)


def quarries_of(
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
            refusal = choice_refusal(view, stand, enemy.id)
            if refusal is None:
                found.append(Quarry(stand=enemy.id, there=view, moved=walk.steps > 0))
                continue
        best = charge_from(faced.get(enemy.id, ()), stand, enemy.id) if refusal is None else None
        if best is not None:
            found.append(Quarry(stand=enemy.id, there=best.battle, moved=best.walk.steps > 0))
        elif near:
            why = refusal or no(f"it cannot come to face {enemy.id} in one move", "SN-Q12", "SN-4.0d")
            denied.append(Denied(what=f"charge {enemy.id}", no=why))
    return tuple(found), tuple(denied)
