"""Who sees what: forces, scouts, townspeople, spies; and how news comes to the commanders (CA-7)."""

from collections.abc import Sequence

import msgspec

from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.playing import errands
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of, of_side
from pbem.rulesets.campaign.state.country import TownId, Whereabouts, apart, near_town
from pbem.rulesets.campaign.state.forces import Force, count
from pbem.rulesets.campaign.state.knowledge import Courier, Spotted
from pbem.rulesets.campaign.tables import (
    CLOSE,
    FALSE_MILES,
    LOOSE,
    MANY_HORSE,
    NEAR,
    RULE,
    SCOUT_PACE,
    SPY_MEN,
)

HUNDRED = 100


class Watch(msgspec.Struct, frozen=True):
    """A watcher at a town.  rider: whether it has to ride there first, as scouts do."""

    who: str
    seat: Seat
    side: Side
    town: TownId
    scout: bool = False


def see(play: Play[Campaign]) -> None:
    """Each watcher looks once at its place.  Rules: CA-7."""
    for watch in watches(play.battle):
        there = _there(play.battle, watch)
        if there or watch.scout:
            _look(play, watch, tuple(one.code for one in there))
    if not play.battle.morning:
        _spies(play)
    _look_round(play)


def watches(campaign: Campaign) -> list[Watch]:
    """Every watcher: forces where they stand, scouts who have come there, towns of a side without its troops."""
    found: list[Watch] = []
    for code, one in sorted(campaign.forces.items()):
        if not one.is_there or one.kind in {"blind", "convoy"}:
            continue
        here = near_town(campaign.country, one.where)
        found.append(Watch(code, one.seat, one.side, here))
        for town in one.scouts:
            far = apart(campaign.country, one.where, Whereabouts(town))
            if far is not None and campaign.half - one.since >= far // SCOUT_PACE and town != here:
                found.append(Watch(code, one.seat, one.side, town, scout=True))
    held = {(watch.side, watch.town) for watch in found}
    for town, state in sorted(campaign.towns.items()):
        if state.side is not None and (state.side, town) not in held and campaign.country.towns[town].kind == "town":
            seat = _nearest_seat(campaign, state.side, town)
            if seat is not None:
                found.append(Watch("townspeople", seat, state.side, town))
    return found


def _nearest_seat(campaign: Campaign, side: Side, town: TownId) -> Seat | None:
    """The commander of a side who is nearest: townspeople send there (CA-Q20)."""
    far = [
        (miles, n, seat)
        for n, seat in enumerate(of_side(campaign, side))
        if (miles := apart(campaign.country, errands.head_of(campaign, seat), Whereabouts(town))) is not None
    ]
    return min(far)[2] if far else None


def _there(campaign: Campaign, watch: Watch) -> list[Force]:
    """Enemies in the town, or on its roads within five miles; a garrison behind its walls is no news."""
    enemy = enemy_of(campaign, watch.side)
    return [
        one for _, one in sorted(campaign.forces.items())
        if one.side == enemy and one.is_there and one.kind != "garrison" and one.where.town
        and watch.town in (one.where.town, one.where.to)
        and (far := apart(campaign.country, one.where, Whereabouts(watch.town))) is not None and far <= NEAR
    ]  # fmt: skip


def modifier(campaign: Campaign, watch: Watch, there: Sequence[Force]) -> int:
    """What is added to the die of a sighting.  Rules: CA-7."""
    own = [
        one for one in campaign.forces.values()
        if one.side == watch.side and one.is_there and one.where == Whereabouts(watch.town)
    ]  # fmt: skip
    found = 1 if sum(count(one.units, "horse") for one in own) > MANY_HORSE else 0
    found += campaign.towns[watch.town].side == watch.side
    found -= any(one.order is not None and one.order.does == "screen" for one in there)
    return found - campaign.raining


def _look(play: Play[Campaign], watch: Watch, there: tuple[StandId, ...]) -> None:
    """The quality of a sighting by a die; on one or less nothing, or a false one.  Rules: CA-7, CA-Q9."""
    by = StandId(f"{watch.who}@{watch.town}" if watch.who != "townspeople" else f"{watch.side}@{watch.town}")
    face = play.roll("sight", by, 1).values[0]
    score = face + modifier(play.battle, watch, [play.battle.forces[code] for code in there])
    if score <= 1:
        second = play.roll("rumour", by, 2).values
        told = false_report(play.battle, watch, (second[0], second[1]))
    elif there:
        shift = play.roll("guess", by, 1).values[0]
        told = seen(play.battle, watch, there, score, shift)
    else:
        told = None
    if told is not None:
        _report(play, watch, told)


def seen(campaign: Campaign, watch: Watch, there: Sequence[StandId], score: int, shift: int) -> Spotted:
    """A true sighting.  shift: a die by which the numbers are off."""
    forces = [campaign.forces[code] for code in there]
    men = sum(_looks_like(one) for one in forces)
    arms = arms_of(forces)
    toward = next((one.where.to for one in forces if one.where.to and one.where.to != watch.town), TownId(""))
    if score <= 3:
        return Spotted(at=watch.town, half=campaign.half, by=watch.who, quality="body", arms=arms)
    spread = LOOSE if score <= 5 else CLOSE
    least, most = _between(men, spread, shift)
    leader = ""
    if score > 5:
        names = [one.short for one in campaign.officers.values() if one.head in there]
        leader = names[0] if names else ""
    return Spotted(
        at=watch.town, toward=toward, half=campaign.half, by=watch.who, quality="numbers" if score <= 5 else "close",
        least=least, most=most, arms=arms, leader=leader,
    )  # fmt: skip


BLIND_MEN = 3000
"""What a blind looks like (CA-Q16)."""


def _looks_like(force: Force) -> int:
    return BLIND_MEN if force.kind == "blind" else force.men


def _between(men: int, spread: int, shift: int) -> tuple[int, int]:
    """Two bounds with the truth between them, off by the die, in round hundreds."""
    middle = men * (HUNDRED + (2 * shift - 7) * spread // 10) // HUNDRED
    least, most = middle * (HUNDRED - spread // 2) // HUNDRED, middle * (HUNDRED + spread // 2) // HUNDRED
    least, most = min(least, men), max(most, men)
    return max(least // HUNDRED * HUNDRED, 0), -(-most // HUNDRED) * HUNDRED


def arms_of(forces: Sequence[Force]) -> str:
    """``horse and foot``."""
    units = [unit for one in forces for unit in one.units if unit.men]
    if not units:
        return "horse and foot"
    told = [name for name, arms in (("horse", ("horse", "dragoons")), ("foot", ("foot",)), ("guns", ("guns",)))
            if any(one.arm in arms for one in units)]  # fmt: skip
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def false_report(campaign: Campaign, watch: Watch, dice: tuple[int, int]) -> Spotted | None:
    """Nothing, or a true body made false: half or double, another road, a day old (CA-Q9)."""
    if dice[0] <= 3:
        return None
    enemy = enemy_of(campaign, watch.side)
    near = [
        (far, one)
        for _, one in sorted(campaign.forces.items())
        if one.side == enemy and one.is_there and one.kind == "field"
        and (far := apart(campaign.country, one.where, Whereabouts(watch.town))) is not None and far <= FALSE_MILES
    ]  # fmt: skip
    if not near:
        return Spotted(at=watch.town, half=campaign.half, by=watch.who, quality="body", arms="horse and foot")
    force = min(near, key=lambda pair: (pair[0], pair[1].code))[1]
    men = force.men // 2 if dice[1] <= 2 else force.men * 2 if dice[1] <= 4 else force.men
    roads = [town for town, _ in campaign.country.beside(watch.town)]
    toward = roads[dice[0] % len(roads)] if dice[1] == 5 and roads else TownId("")
    half = Half(max(campaign.half - 2, 0)) if dice[1] == 6 else campaign.half
    least, most = _between(men, LOOSE, dice[0])
    return Spotted(
        at=watch.town, toward=toward, half=half, by=watch.who, quality="numbers", least=least, most=most,
        arms=arms_of([force]),
    )  # fmt: skip


def _report(play: Play[Campaign], watch: Watch, told: Spotted) -> None:
    """News rides to the commander; where the commander is, it is heard at once (CA-Q21)."""
    before = play.battle
    here = errands.head_of(before, watch.seat)
    if not here.town:
        return
    far = apart(before.country, Whereabouts(watch.town), here)
    if far is not None and far <= NEAR:
        play.record(f.NewsCame(watch.seat, (told,), rules=RULE["CA-7"]))
        return
    ready = Half(before.half + 1 + (far or 0) // SCOUT_PACE)
    end = near_town(before.country, here)
    courier = Courier(
        id=before.riders + 1, kind="news", sender=watch.seat, to=watch.seat, written=before.half, sent_from=watch.town,
        end=end, where=Whereabouts(watch.town), news=(told,), ready=ready,
    )  # fmt: skip
    play.record(f.CourierSent(courier))


def _spies(play: Play[Campaign]) -> None:
    """A spy tells truly whether more than a thousand men were in the town today.  Rules: CA-7."""
    for seat, town in sorted(play.battle.spies.items()):
        enemy = enemy_of(play.battle, play.battle.officers[seat].side)
        there = sum(
            one.men for one in play.battle.forces.values() if one.side == enemy and one.where == Whereabouts(town)
        )
        passed = play.battle.passed.get(town, {}).get(enemy, 0)
        play.record(f.SpyTold(seat, town, max(there, passed) > SPY_MEN, rules=RULE["CA-7"]))


def _look_round(play: Play[Campaign]) -> None:
    """A commander sees whose the town is and which of its bridges are broken."""
    for seat in sorted(play.battle.officers):
        here = errands.head_of(play.battle, seat)
        if not here.town:
            continue
        town = near_town(play.battle.country, here)
        knows = play.battle.knows[seat]
        side = play.battle.towns[town].side
        if knows.held.get(town) != side:
            play.record(f.TownKnown(seat, town, side))
        for _, road in play.battle.country.beside(town):
            broken = road.bridge in play.battle.broken
            if road.bridge and broken is not (road.bridge in play.battle.knows[seat].broken):
                play.record(f.TownKnown(seat, bridge=road.bridge, broken=broken))
