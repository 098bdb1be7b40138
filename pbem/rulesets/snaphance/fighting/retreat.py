"""Retreat and bounce (SN-12, SN-11.1d): which ways there are, what they cost, and going them."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import (
    Direction,
    Facing,
    Hex,
    depth,
    distance,
    front_hexes,
    neighbour,
    neighbours,
    rear_hexes,
)
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.morale import destroy, leave_melees, lose
from pbem.rulesets.snaphance.moving.generals import driven_off, stand_gone
from pbem.rulesets.snaphance.moving.ground import barrier, entry
from pbem.rulesets.snaphance.moving.zones import enemy_zocs
from pbem.rulesets.snaphance.special.edge import RULE as DEAR_EDGE
from pbem.rulesets.snaphance.special.edge import times_over
from pbem.rulesets.snaphance.state.asks import AskWay, Way
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Stand,
    enemies_of,
    on_board,
    seat_of_stand,
    stand_at,
    terrain,
    type_of,
)
from pbem.rulesets.snaphance.state.facts import Disordered, LeftBoard, Retreated, Stepped
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import rules
from pbem.rulesets.snaphance.state.venturing import felt_by
from pbem.rulesets.snaphance.state.victory import check

MOST_OFFERED = 600
"""Ways open to a player: all of LC in open ground (510); where sideways steps make them more, the first to each hex."""

CLEAR, THROUGH_FRIENDS, THROUGH_ZONE, SIDEWAYS = 1, 2, 3, 4
"""Preferences of SN-12.0b, SN-12.0c, SN-12.0d, SN-12.0e."""

Kind = Literal["retreat", "bounce"]


class Escape(msgspec.Struct, frozen=True, kw_only=True):
    """A lawful way back.  For each hex of the path: SP it costs, its preference, the friend it disorders (or None)."""

    path: tuple[Hex, ...] = ()
    tolls: tuple[int, ...] = ()
    classes: tuple[int, ...] = ()
    upset: tuple[StandId | None, ...] = ()
    zones: tuple[StandId, ...] = ()
    """Enemies whose zones are paid for."""
    swerve: int = 0
    """How far it strays from the right-hand way (D25's last resort)."""

    @property
    def cost(self) -> int:
        """SP for the whole way."""
        return sum(self.tolls)


class Directions(msgspec.Struct, frozen=True):
    """Straight back, the preferred first, and sideways (SN-Q31)."""

    straight: tuple[Direction, ...]
    sideways: tuple[Direction, ...]


class _Case(msgspec.Struct, frozen=True, kw_only=True):
    """What stays the same while ways are sought."""

    stand: StandId
    victor: StandId
    most: int
    """Hexes."""
    directions: Directions
    base_line: tuple[Hex, Facing] | None
    rear_attacker: StandId | None
    """That of SN-12.1c."""
    beaten: bool
    """No bounce."""


# --- directions ---------------------------------------------------------------------------------------------------


def directions(battle: Battle, stand: Stand, victor: Hex) -> Directions:
    """Away from the victor: beaten from the front backward, from the rear forward, from a flank to the other side, or
    backward too where SN-Q31 is read so."""
    p = stand.facing
    left, right = Direction((p + 4) % 6), Direction((p + 1) % 6)
    ahead = depth(stand.hex, p, victor)
    if ahead > 0 or (ahead == 0 and reading(battle, "SN-Q31") == "by-the-rear"):
        return Directions((Direction((p + 2) % 6), Direction((p + 3) % 6)), (right, left))
    if ahead < 0:
        return Directions((Direction(p % 6), Direction((p + 5) % 6)), (right, left))
    from_right = distance(neighbour(stand.hex, right), victor) < distance(stand.hex, victor)
    towards = right if from_right else left
    away = Direction((towards + 3) % 6)
    beside = tuple(sorted((Direction((towards + 2) % 6), Direction((towards + 4) % 6)), key=lambda d: (p + 2 - d) % 6))
    return Directions((away, *beside), (Direction((towards + 1) % 6), Direction((towards + 5) % 6)))


def _case(battle: Battle, stand_id: StandId, victor: StandId, moves: int) -> _Case:
    stand, winner = battle.stands[stand_id], battle.stands[victor]
    faced = stand.hex in front_hexes(winner.hex, winner.facing)
    return _Case(
        stand=stand_id, victor=victor, most=moves * type_of(battle, stand_id).mp_first,
        directions=directions(battle, stand, winner.hex), base_line=(winner.hex, winner.facing) if faced else None,
        rear_attacker=_rear_attacker(battle, stand_id, victor), beaten=moves > 1,
    )  # fmt: skip


def _rear_attacker(battle: Battle, stand_id: StandId, victor: StandId) -> StandId | None:
    """An enemy on a rear hex facing a stand beaten from the front (SN-12.1c); None when there is none, or two."""
    stand = battle.stands[stand_id]
    if depth(stand.hex, stand.facing, battle.stands[victor].hex) <= 0:
        return None
    behind = [stand_at(battle, here) for here in rear_hexes(stand.hex, stand.facing)]
    enemies = [one for one in behind if one is not None and one.side != stand.side]
    found = [one.id for one in enemies if stand.hex in front_hexes(one.hex, one.facing)]
    return found[0] if len(found) == 1 else None


# --- ways ---------------------------------------------------------------------------------------------------------


def ways(battle: Battle, stand_id: StandId, victor: StandId, kind: Kind = "retreat") -> tuple[Escape, ...]:
    """Every lawful way, the default first; () when there is none, or only the board's edge is left.

    At each hex only those of the best preference that is open may be taken: clear, through friends, through a zone,
    sideways (SN-12.0b, SN-12.0c, SN-12.0d, SN-12.0e).  The default goes the full distance (D24) if the stand lives
    through it, without a step sideways where it need not, then costs least, ends farthest from the victor, then from
    all enemies, then keeps to the right (D25).
    """
    case = _case(battle, stand_id, victor, 2 if kind == "retreat" else 1)
    found: list[Escape] = []
    _seek(battle, case, Escape(), found)
    enemies = [enemy.hex for enemy in enemies_of(battle, battle.stands[stand_id].side)]
    here, left = battle.stands[victor].hex, sum(battle.stands[stand_id].sp)

    def rank(way: Escape) -> tuple[bool, int, int, int, int, int, int, tuple[Hex, ...]]:
        end = way.path[-1]
        nearest = min((distance(enemy, end) for enemy in enemies), default=0)
        return (
            way.cost >= left, way.classes.count(SIDEWAYS), -min(len(way.path), case.most), way.cost,
            -distance(here, end), -nearest, way.swerve, way.path,
        )  # fmt: skip

    if found and reading(battle, "SN-Q30") == "full":
        found = _longest(found, case.most)
    return tuple(sorted(found, key=rank))


def _longest(found: list[Escape], most: int) -> list[Escape]:
    """The ways that go as far as can be gone without a step sideways more than need be (SN-Q30)."""
    aside = min(way.classes.count(SIDEWAYS) for way in found)
    straight = [way for way in found if way.classes.count(SIDEWAYS) == aside]
    longest = max(min(len(way.path), most) for way in straight)
    return [way for way in straight if min(len(way.path), most) == longest]


def _seek(battle: Battle, case: _Case, so_far: Escape, found: list[Escape]) -> bool:
    """Adds every way that begins with ``so_far``; whether there was any."""
    stand = battle.stands[case.stand]
    here = so_far.path[-1] if so_far.path else stand.hex
    occupant = stand_at(battle, here) if so_far.path else None
    ends_here = bool(so_far.path) and _may_end(battle, case, here)
    if ends_here:
        found.append(so_far)
    if _stops(battle, case, so_far, among_friends=occupant is not None):
        return ends_here
    steps = [_step(battle, case, so_far, here, d, i) for i, d in enumerate(case.directions.straight)]
    by_class: dict[int, list[Escape]] = {}
    for step in steps:
        if step is not None:
            by_class.setdefault(step.classes[-1], []).append(step)
    sideways = [_step(battle, case, so_far, here, d, i, sideways=True) for i, d in enumerate(case.directions.sideways)]
    if so_far.path or not _only_edge(battle, case, here, by_class):
        by_class[SIDEWAYS] = [step for step in sideways if step is not None and step.path[-1] not in so_far.path]
    for preference in sorted(by_class):
        reached = False
        for step in by_class[preference]:
            reached = _seek(battle, case, step, found) or reached
        if reached:
            return True
    return ends_here


def _stops(battle: Battle, case: _Case, so_far: Escape, *, among_friends: bool) -> bool:
    """Whether a way goes no farther: its length, or ground that halts (SN-Q55); among friends it goes on (SN-12.0c)."""
    if not so_far.path:
        return False
    if len(so_far.path) > case.most + 6:
        return True
    ground = entry(battle, case.stand, so_far.path[-1])
    halts = ground.halts and reading(battle, "SN-Q55") == "halts"
    return halts or (len(so_far.path) >= case.most and not among_friends)


def _may_end(battle: Battle, case: _Case, here: Hex) -> bool:
    """A free hex, or one of friendly skirmishers that can be pushed back (SN-12.0c)."""
    other = stand_at(battle, here)
    return other is None or pushed_to(battle, case.stand, other.id, case.directions.straight) is not None


def pushed_to(battle: Battle, stand_id: StandId, other: StandId, back: tuple[Direction, ...]) -> Hex | None:
    """Where friendly skirmishers go when a retreat ends on them; None when they are none, or have nowhere to go."""
    one = battle.stands[other]
    if one.side != battle.stands[stand_id].side or type_of(battle, other).category != "Sk":
        return None
    for d in back:
        to = neighbour(one.hex, d)
        if stand_at(battle, to) is None and not entry(battle, other, to).closed:
            return to
    return None


def _step(
    battle: Battle, case: _Case, so_far: Escape, here: Hex, towards: Direction, index: int, *, sideways: bool = False
) -> Escape | None:
    """One hex more; None when it may not be entered."""
    to = neighbour(here, towards)
    stand = battle.stands[case.stand]
    if entry(battle, case.stand, to).closed or _too_far_in_fields(battle, case, (*so_far.path, to)):
        return None
    if not case.beaten and so_far.path and barrier(battle, here, to):
        return None  # SNT-def-a, SN-Q55: only the beaten cross defences without halting
    if case.base_line is not None and depth(*case.base_line, to) <= 0:
        return None  # SN-12.1d
    other = stand_at(battle, to)
    if other is not None and other.side != stand.side and type_of(battle, other.id).category != "Sk":
        return None  # SN-12.1a
    past_rear = not so_far.path and not sideways and case.rear_attacker is not None
    paid = (*so_far.zones, case.rear_attacker) if past_rear and case.rear_attacker is not None else so_far.zones
    fresh = tuple(z for z in enemy_zocs(battle, stand.side, to) if z not in paid)
    if reading(battle, "SN-Q32") == "per-hex":
        met = enemy_zocs(battle, stand.side, to)
        fresh = met[:1] if not past_rear or set(met) - {case.rear_attacker} else ()
    toll = len(fresh) + sideways + past_rear  # SN-Q32: what SN-12.1c costs includes the rear attacker's zone
    preference = SIDEWAYS if sideways else THROUGH_ZONE if fresh else THROUGH_FRIENDS if other is not None else CLEAR
    return replace(
        so_far, path=(*so_far.path, to), tolls=(*so_far.tolls, toll), classes=(*so_far.classes, preference),
        upset=(*so_far.upset, _upset(battle, case.stand, other)), zones=(*paid, *fresh),
        swerve=so_far.swerve + index,
    )  # fmt: skip


def _too_far_in_fields(battle: Battle, case: _Case, path: tuple[Hex, ...]) -> bool:
    """SNT-field-a for each move of a retreat."""
    limits = [entry(battle, case.stand, here).at_most for here in path if terrain(battle, here) == "field"]
    moves = case.most // max(1, type_of(battle, case.stand).mp_first)
    return any(limit is not None and len(path) > limit * moves for limit in limits)


def _upset(battle: Battle, stand_id: StandId, other: Stand | None) -> StandId | None:
    """The friend that is disordered by being gone through: a Pike block, or a CS facing another point (SN-12.0c)."""
    stand = battle.stands[stand_id]
    if other is None or other.side != stand.side or not type_of(battle, stand_id).is_cs:
        return None
    row = type_of(battle, other.id)
    return other.id if row.category == "Pk" or (row.is_cs and other.facing != stand.facing) else None


def _only_edge(battle: Battle, case: _Case, here: Hex, by_class: Mapping[int, list[Escape]]) -> bool:
    """Whether a beaten stand's way back begins with the edge of the board and no hex on it (SN-12.2a)."""
    if by_class:
        return False
    return any(not on_board(battle, neighbour(here, d)) for d in case.directions.straight)


def driven_off_board(battle: Battle, stand_id: StandId, victor: StandId) -> bool:
    """Whether a beaten stand is forced over the edge: it stands beside it, with no hex on the board straight back."""
    case = _case(battle, stand_id, victor, 2)
    here = battle.stands[stand_id].hex
    steps = [_step(battle, case, Escape(), here, d, i) for i, d in enumerate(case.directions.straight)]
    return _only_edge(battle, case, here, {CLEAR: [s for s in steps if s]} if any(steps) else {})


def surrounded(battle: Battle, stand_id: StandId) -> bool:
    """Enemies that fight hand to hand on all six sides (SN-12.1a)."""
    stand = battle.stands[stand_id]
    for here in neighbours(stand.hex):
        other = stand_at(battle, here)
        if other is None or other.side == stand.side or stand.hex not in front_hexes(other.hex, other.facing):
            return False
    return True


# --- going --------------------------------------------------------------------------------------------------------


class Gone(msgspec.Struct, frozen=True):
    """What became of a beaten stand.  path: hexes gone, for its pursuer.

    how: ``back``, or ``stays`` where it had no way (SN-12.1e), or ``lost``: destroyed, or off the board.
    """

    how: Literal["back", "stays", "lost"]
    path: tuple[Hex, ...] = ()


def retreat(play: Play[Battle], stand_id: StandId, beaten_by: StandId) -> Gone:
    """The whole retreat of a beaten stand, its costs paid as they arise.

    Rules: SN-12.0, SN-12.1, SN-12.2; 3.18d, points 2 and 3.
    """
    if driven_off_board(play.battle, stand_id, beaten_by):
        leave_board(play, stand_id, counts=True, cited=("SN-12.2a", "SN-12.0g"))
        return Gone("lost")
    way = _choose(play, stand_id, beaten_by, "retreat")
    if way is not None:
        return _go(play, stand_id, beaten_by, way, "retreat")
    if surrounded(play.battle, stand_id):
        destroy(play, stand_id, "it was beaten with enemies on all sides", ("SN-12.1a",))
        check(play)
        return Gone("lost")
    stays = lose(play, stand_id, 2, "it had no way to retreat", ("SN-12.1d", "SN-12.1e"))
    check(play)
    return Gone("stays" if stays else "lost")


def bounce(play: Play[Battle], stand_id: StandId, enemy: StandId, cited: tuple[str, ...] = ()) -> bool:
    """Mounted that have not won go back up to a normal move, in disorder (SN-11.1d, SN-Q46); False when they cannot.

    cited: further rules that have decided it.
    """
    way = _choose(play, stand_id, enemy, "bounce")
    if way is None:
        return False
    if not play.battle.stands[stand_id].disordered:
        play.record(Disordered(stand=stand_id, cause="it falls back from the melee", rules=rules("SN-11.1d")))
    _go(play, stand_id, enemy, way, "bounce", cited)
    return True


def _choose(play: Play[Battle], stand_id: StandId, enemy: StandId, kind: Kind) -> Escape | None:
    """D24, D25, D27."""
    seat = seat_of_stand(play.battle, stand_id)
    found = offered(ways(felt_by(play, seat), stand_id, enemy, kind))
    if len(found) < 2:
        return found[0] if found else None
    options = tuple(way.path for way in found)
    chosen = play.ask(
        AskWay(seat=seat, default=Way(options[0]), matter=kind, stand=stand_id, other=enemy, options=options)
    ).path
    return found[options.index(chosen)]


def offered(found: tuple[Escape, ...]) -> tuple[Escape, ...]:
    """The ways put to a player: all, or when there are very many the best to each hex."""
    if len(found) <= MOST_OFFERED:
        return found
    best: dict[Hex, Escape] = {}
    for way in found:
        best.setdefault(way.path[-1], way)
    return tuple(best.values())


def _go(
    play: Play[Battle], stand_id: StandId, enemy: StandId, way: Escape, kind: Kind, cited: tuple[str, ...] = ()
) -> Gone:
    start = play.battle.stands[stand_id].hex
    decided = _ruled(play.battle, stand_id, enemy, way) if play.battle.rulings else ()
    back = directions(play.battle, play.battle.stands[stand_id], play.battle.stands[enemy].hex).straight
    through: tuple[Hex, ...] = ()
    gone: tuple[Hex, ...] = ()
    for i, to in enumerate(way.path):
        friend = way.upset[i]
        if friend is not None and not play.battle.stands[friend].disordered:
            play.record(Disordered(stand=friend, cause=f"{stand_id} fell back through it", rules=rules("SN-12.0c")))
        if stand_at(play.battle, to) is not None and not (i == len(way.path) - 1 and _push(play, stand_id, to, back)):
            through = (*through, to)
        else:
            _fall_back(play, stand_id, to, through, kind, way.classes[i])
            through = ()
        gone = (*gone, to)
        if not lose(play, stand_id, way.tolls[i], "the way back", ("SN-12.0d", "SN-12.0e", "SN-Q32")):
            break
    play.record(
        Retreated(
            stand=stand_id, start=start, path=gone, bounce=kind == "bounce", beaten_by=enemy,
            rules=rules("SN-11.1d" if kind == "bounce" else "SN-12.0a", *cited, *decided),
        )
    )  # fmt: skip
    check(play)
    return Gone("back" if play.battle.stands[stand_id].on_board else "lost", gone)


def _ruled(battle: Battle, stand_id: StandId, enemy: StandId, way: Escape) -> tuple[str, ...]:
    """The switched rulings that have made a way back what it is."""
    stand = battle.stands[stand_id]
    aside = depth(stand.hex, stand.facing, battle.stands[enemy].hex) == 0
    halting = any(entry(battle, stand_id, here).halts for here in way.path[:-1])
    zones = any(enemy_zocs(battle, stand.side, here) for here in way.path)
    asked = ("SN-Q30", *(("SN-Q31",) if aside else ()), *(("SN-Q32",) if zones else ()))
    return switched(battle, *asked, *(("SN-Q55",) if halting else ()))


PREFERENCE_RULE: Mapping[int, str] = {
    CLEAR: "SN-12.0b", THROUGH_FRIENDS: "SN-12.0c", THROUGH_ZONE: "SN-12.0d", SIDEWAYS: "SN-12.0e",
}  # fmt: skip


def _fall_back(
    play: Play[Battle], stand_id: StandId, to: Hex, through: tuple[Hex, ...], kind: Kind, preference: int
) -> None:
    before = play.battle.stands[stand_id]
    cited = rules(PREFERENCE_RULE[preference])
    play.record(
        Stepped(stand=stand_id, start=before.hex, to=to, facing=before.facing, how=kind, through=through, rules=cited)
    )
    for moved in driven_off(play.battle, play.battle.stands[stand_id].side, to):
        play.record(moved)


def _push(play: Play[Battle], stand_id: StandId, here: Hex, back: tuple[Direction, ...]) -> bool:
    """Friendly skirmishers on whom a retreat ends are pushed back a hex (SN-12.0c)."""
    other = stand_at(play.battle, here)
    if other is None:
        return False
    pushed, facing = other.id, other.facing
    to = pushed_to(play.battle, stand_id, pushed, back)
    if to is None:
        return False
    play.record(Stepped(stand=pushed, start=here, to=to, facing=facing, how="retreat", rules=rules("SN-12.0c")))
    return True


def leave_board(play: Play[Battle], stand_id: StandId, *, counts: bool, cited: tuple[str, ...]) -> None:
    """A stand goes over the edge.  counts: its points are lost (SN-12.0g, not for a pursuer: SN-13.0h)."""
    points = type_of(play.battle, stand_id).bp * len(play.battle.stands[stand_id].sp) if counts else 0
    times = times_over(play.battle, stand_id) if counts else 1
    cited = (*cited, DEAR_EDGE) if times > 1 else cited
    play.record(LeftBoard(stand=stand_id, points=points * times, rules=rules(*cited)))
    stand_gone(play, stand_id)
    leave_melees(play, stand_id)
    check(play)
