"""All march, on one clock; where enemies' ways cross they are halted (CA-3, CA-Q2, CA-Q4)."""

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from pbem.engine.ids import Side, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.moving import tracks
from pbem.rulesets.campaign.moving.rates import rate
from pbem.rulesets.campaign.moving.tracks import Pass
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import Highway, TownId, Whereabouts, near_town, same_spot
from pbem.rulesets.campaign.state.forces import Force, count, thinned
from pbem.rulesets.campaign.state.orders import Act
from pbem.rulesets.campaign.tables import NIGHT_STRAGGLING, RULE, SMALL, STRAGGLING


class Encounter(msgspec.Struct, frozen=True):
    """A meeting on the clock, to be settled.  stood: the sides that were there first."""

    minute: Fraction
    at: Whereabouts
    forces: tuple[StandId, ...]
    stood: tuple[Side, ...]


def march(play: Play[Campaign]) -> tuple[Encounter, ...]:
    """Every force moves as far as it can; meetings are found, not yet settled.  Rules: CA-3, CA-Q2."""
    _enter(play)
    passes = {code: _track(play.battle, play.battle.forces[code]) for code in _on_board(play.battle)}
    held_up = behind(play.battle, passes)
    for code in held_up:
        passes[code] = tracks.standing(play.battle.country, play.battle.forces[code].where)
    found, passes = clash(play.battle, passes)
    for code, track in passes.items():
        _moved(play, code, track)
    return found


def _on_board(campaign: Campaign) -> list[StandId]:
    return [code for code, one in sorted(campaign.forces.items()) if one.is_there]


def _enter(play: Play[Campaign]) -> None:
    """Forces that come onto the board by the scenario."""
    for code in sorted(play.battle.forces):
        force = play.battle.forces[code]
        if force.arrival and not force.where.town and play.battle.half >= force.enters and force.units:
            here = Whereabouts(force.arrival)
            if not force.trail:
                play.record(f.Marched(code, force.where, here, (force.arrival,), entered=True))


def destination(campaign: Campaign, force: Force) -> tuple[TownId, ...]:
    """The towns a force marches by now; () for one that stays."""
    order = force.order
    if order is None or force.pinned or force.kind == "garrison" or campaign.half < force.enters:
        return ()
    match order.does:
        case "march":
            return order.route if order.pace != "night" else ()
        case "screen" | "besiege" | "storm" | "break" | "mend":
            return (order.at,) if Whereabouts(order.at) != force.where else ()
        case "seek":
            return _sought(campaign, force, order) if campaign.half >= force.beaten else ()
        case "join":
            return _to_join(campaign, force, order)
    return ()


def _sought(campaign: Campaign, force: Force, order: Act) -> tuple[TownId, ...]:
    """Where the enemy was last reported who is sought; any enemy where the report has no name."""
    names = {one.short: one.seat for one in campaign.officers.values()}
    short = next((name for name, seat in names.items() if seat == order.whom), "")
    spotted = campaign.knows[force.seat].spotted
    named = [one for one in spotted if one.leader and one.leader == short] or [one for one in spotted if not one.leader]
    last = max(named, key=lambda one: (one.half, one.most), default=None)
    return () if last is None or Whereabouts(last.at) == force.where else (last.at,)


def _to_join(campaign: Campaign, force: Force, order: Act) -> tuple[TownId, ...]:
    """Where the force to be joined is, as far as its own side's reports go."""
    other = campaign.forces.get(StandId(order.whom))
    if other is None or not other.is_there or other.where == force.where:
        return ()
    return (near_town(campaign.country, other.where),)


def forcing(force: Force) -> bool:
    """Whether it forces its march: light forces can."""
    return force.order is not None and force.order.pace == "forced" and force.light


def _track(campaign: Campaign, force: Force) -> Pass:
    route = destination(campaign, force)
    if not route:
        return tracks.standing(campaign.country, force.where)
    far = rate(campaign, force, "forced" if forcing(force) else "normal")
    return tracks.marching(campaign.country, force.where, route, far, whole(campaign))


def whole(campaign: Campaign) -> Callable[[Highway], bool]:
    """Whether a road is cut by no broken bridge."""
    broken = tuple(campaign.broken)
    return lambda road: road.bridge not in broken


def behind(campaign: Campaign, passes: Mapping[StandId, Pass]) -> list[StandId]:
    """Armies that set out behind another on one road, and wait a half-day (CA-Q2)."""
    first: dict[tuple[Whereabouts, TownId], StandId] = {}
    found: list[StandId] = []
    for code, track in passes.items():
        force = campaign.forces[code]
        if not force.where.in_town or not track.legs or track.end == force.where or force.men < SMALL:
            continue
        road = (force.where, track.through[0][0] if track.through else track.end.to)
        ahead = first.setdefault(road, code)
        if ahead != code and campaign.forces[ahead].side == force.side:
            found.append(code)
    return found


def clash(campaign: Campaign, passes: Mapping[StandId, Pass]) -> tuple[tuple[Encounter, ...], dict[StandId, Pass]]:
    """Every meeting of enemies in the order of the clock, each halting those who meet.  Rules: CA-10, CA-Q2, CA-Q3."""
    now = dict(passes)
    found: list[Encounter] = []
    done: set[tuple[StandId, StandId]] = set()
    while (next_one := _next(campaign, now, done)) is not None:
        minute, at, forces = next_one
        stood = tuple(dict.fromkeys(campaign.forces[code].side for code in forces if tracks.stood(now[code], minute)))
        done |= {(one, other) for one in forces for other in forces}
        found.append(Encounter(minute, at, forces, stood))
        for code in forces:
            now[code] = tracks.cut(campaign.country, now[code], minute)
    return tuple(found), now


def _next(
    campaign: Campaign, passes: Mapping[StandId, Pass], done: set[tuple[StandId, StandId]]
) -> tuple[Fraction, Whereabouts, tuple[StandId, ...]] | None:
    """The first meeting still to come: the minute, where, all who are there."""
    best = None
    for one in passes:
        for other in passes:
            if one < other and (one, other) not in done and _hostile(campaign, one, other):
                found = tracks.meeting(campaign.country, passes[one], passes[other])
                if found is not None and (best is None or found.minute < best.minute):
                    best = found
    if best is None:
        return None
    there = tuple(
        code for code in passes
        if _meets(campaign, code) and _is_at(campaign, passes[code], best)
    )  # fmt: skip
    return best.minute, best.where, there


def _is_at(campaign: Campaign, track: Pass, crossing: tracks.Crossing) -> bool:
    return same_spot(campaign.country, tracks.where_at(campaign.country, track, crossing.minute), crossing.where)


def _meets(campaign: Campaign, code: StandId) -> bool:
    """Garrisons are besieged, not met; what is in a battle is met by none (CA-Q12)."""
    force = campaign.forces[code]
    return force.kind != "garrison" and not force.pinned


def _hostile(campaign: Campaign, one: StandId, other: StandId) -> bool:
    first, second = campaign.forces[one], campaign.forces[other]
    return first.side != second.side and _meets(campaign, one) and _meets(campaign, other)


def _moved(play: Play[Campaign], code: StandId, track: Pass) -> None:
    """A force is where its march has brought it."""
    before = play.battle.forces[code]
    if track.end != before.where:
        through = tuple(town for town, _ in track.through)
        play.record(f.Marched(code, before.where, track.end, through, rules=RULE["CA-3"]))
        _wear(play, code)
    elif track.stopped and before.order is not None and before.order.does == "march":
        play.record(
            f.OrderDone(code, before.order, f"the bridge {track.stopped} is broken", rules=RULE["CA-Q4"])
        )  # fmt: skip


def _wear(play: Play[Campaign], code: StandId) -> None:
    """Men fall out on forced marches, once a day, and by day after a night's.  Rules: CA-16."""
    force = play.battle.forces[code]
    if play.battle.half % 2 == 0:
        return
    days = force.forced + 1 if forcing(force) else 0
    if days != force.forced:
        play.record(f.ForcedDay(code, days))
    percent = STRAGGLING[min(days, len(STRAGGLING)) - 1] if days else 0
    if play.battle.forces[code].weary >= play.battle.half:
        percent += NIGHT_STRAGGLING
    if percent:
        force = play.battle.forces[code]
        worn = thinned(force, percent, away=True)
        play.record(f.Straggled(code, worn.units, force.men - worn.men, rules=RULE["CA-16"]))


def arrive(play: Play[Campaign]) -> None:
    """When all meetings are settled: towns are taken, marches are done, exits are left by."""
    for code in _on_board(play.battle):
        if not play.battle.forces[code].pinned:
            _arrive(play, code)


def _arrive(play: Play[Campaign], code: StandId) -> None:
    """What comes of coming into a town: it is taken; a march is done; an exit is the end."""
    force = play.battle.forces[code]
    if not force.where.in_town:
        return
    town = force.where.town
    if play.battle.country.towns[town].kind == "exit":
        horse = count(force.units, "horse")
        play.record(f.LeftMap(code, town, force.men, horse, rules=RULE["CA-17"]))
        return
    take_town(play, code)
    order = play.battle.forces[code].order
    if order is not None and order.does == "march" and not order.route:
        play.record(f.OrderDone(code, order))


def take_town(play: Play[Campaign], code: StandId) -> None:
    """A town that no enemy garrison or force holds is the side's that marches in (CA-Q15)."""
    force = play.battle.forces[code]
    town = force.where.town
    if not force.where.in_town or force.men < BLIND or play.battle.towns[town].side == force.side:
        return
    enemies = [
        one for one in play.battle.forces.values()
        if one.side != force.side and one.is_there and one.where == force.where and one.men
    ]  # fmt: skip
    if not enemies:
        play.record(f.TownTaken(town, force.side, code, rules=RULE["CA-Q15"]))


BLIND = 100
"""Men under which a body holds no town."""


def by_night(play: Play[Campaign]) -> None:
    """Night marches begin: five miles before the enemy's scouts report.  Rules: CA-3."""
    for code in _on_board(play.battle):
        force = play.battle.forces[code]
        order = force.order
        if order is None or order.does != "march" or order.pace != "night" or force.pinned:
            continue
        before = play.battle
        track = tracks.marching(before.country, force.where, order.route, before.rates.night, whole(before))
        through = tuple(town for town, _ in track.through)
        play.record(f.Marched(code, force.where, track.end, through, night=True, rules=RULE["CA-3"]))
