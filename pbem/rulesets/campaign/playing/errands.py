"""Couriers sent: from where, whereto, by which road the sender believes open (CA-5, CA-8)."""

from msgspec.structs import replace

from pbem.engine.ids import Seat, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of
from pbem.rulesets.campaign.state.country import Highway, TownId, Whereabouts, near_town, way_on
from pbem.rulesets.campaign.state.knowledge import Courier


def beside(campaign: Campaign, seat: Seat, force: StandId) -> bool:
    """Whether a seat's commander is with a force, and gives it orders by word of mouth (CA-5)."""
    head = campaign.officers[seat].head
    if force == head:
        return True
    here, there = campaign.forces[head].where, campaign.forces[force].where
    return bool(here.town) and here == there


def head_of(campaign: Campaign, seat: Seat) -> Whereabouts:
    """Where a seat's commander is."""
    return campaign.forces[campaign.officers[seat].head].where


def believed(campaign: Campaign, seat: Seat, to: Seat, force: StandId | None = None) -> TownId:
    """Where a seat believes another seat, or a force of its own, to be; '' where it has never heard."""
    knows = campaign.knows[seat]
    if force:
        report = knows.reports.get(force)
        return near_town(campaign.country, report.where) if report is not None else TownId("")
    heard = knows.heads.get(to)
    return heard.at if heard is not None else TownId("")


def safe_way(campaign: Campaign, seat: Seat, start: Whereabouts, end: TownId) -> tuple[TownId, ...]:
    """The towns to ride by: round what the sender knows to be the enemy's or broken, if there is such a way; else the
    shortest.  () where no road leads."""
    knows = campaign.knows[seat]
    enemy = enemy_of(campaign, campaign.officers[seat].side)
    hostile = {town for town, whose in knows.held.items() if whose == enemy and town != end}

    def use(road: Highway) -> bool:
        return road.bridge not in knows.broken and not {road.a, road.b} & hostile

    found = way_on(campaign.country, start, end, use) or way_on(campaign.country, start, end)
    return found[1] if found is not None else ()


def send(play: Play[Campaign], courier: Courier) -> None:
    """A rider leaves, with a number and a way."""
    route = safe_way(play.battle, courier.sender, courier.where, courier.end)
    play.record(f.CourierSent(replace(courier, id=play.battle.riders + 1, route=route)))
