"""Where a beaten or a wary body goes (CA-Q10)."""

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.moving import tracks
from pbem.rulesets.campaign.playing.marches import whole
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of
from pbem.rulesets.campaign.state.country import Highway, TownId, Whereabouts, way_on
from pbem.rulesets.campaign.state.forces import Force, share
from pbem.rulesets.campaign.tables import RULE


def refuge(campaign: Campaign, force: Force) -> tuple[TownId, ...] | None:
    """The towns to the nearest magazine of its own side, by roads on which no enemy stands; None for none.

    A box or town of a magazine that no enemy holds will do.  Rules: CA-Q10.
    """
    enemy = enemy_of(campaign, force.side)
    there = [one.where for one in campaign.forces.values() if one.side == enemy and one.is_there and one.men]
    towns = {where.town for where in there if where.in_town and where != force.where}
    stood = [{where.town, where.to} for where in there if where.to]

    def use(road: Highway) -> bool:
        met = any({road.a, road.b} == both for both in stood)
        return road.bridge not in campaign.broken and not met and not {road.a, road.b} & towns

    found = [
        on
        for town, one in sorted(campaign.country.towns.items())
        if one.magazine and campaign.towns[town].side == force.side
        and (on := way_on(campaign.country, force.where, town, use)) is not None
    ]  # fmt: skip
    return min(found)[1] if found else None


def fall_back(play: Play[Campaign], code: StandId, far: int, until: Half, *, caught: bool = True) -> None:
    """A force falls back along its road to safety; with none, half of it are taken.  Rules: CA-Q10.

    far: hundredths of a mile.  until: it may not seek before.  caught: whether it can be cut off.
    """
    before = play.battle
    force = before.forces[code]
    road = refuge(before, force)
    if road is None:
        road = _anywhere(before, force)
        lost = _taken(force) if caught else force
        end = tracks.marching(before.country, force.where, road, far, whole(before)).end if road else force.where
        play.record(f.FellBack(code, end, until, force.men - lost.men, lost.units, rules=RULE["CA-Q10"]))
        return
    end = tracks.marching(before.country, force.where, road, far, whole(before)).end
    play.record(f.FellBack(code, end, until, rules=RULE["CA-Q10"]))


def _anywhere(campaign: Campaign, force: Force) -> tuple[TownId, ...]:
    """The town it came from, or the nearest with no enemy in it."""
    enemy = enemy_of(campaign, force.side)
    held = {one.where.town for one in campaign.forces.values() if one.side == enemy and one.is_there and one.men}
    found = [
        on
        for town in sorted(campaign.country.towns)
        if town not in held and campaign.country.towns[town].kind == "town" and Whereabouts(town) != force.where
        and (on := way_on(campaign.country, force.where, town, whole(campaign))) is not None
    ]  # fmt: skip
    return min(found)[1] if found else ()


def _taken(force: Force) -> Force:
    """Half of its men and all of its guns are taken."""
    units = tuple(replace(one, men=0 if one.arm == "guns" else one.men - share(one.men, 50)) for one in force.units)
    return replace(force, units=units)
