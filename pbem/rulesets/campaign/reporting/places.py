"""Words for places, times and men."""

from pbem.engine.wording import capital
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import MILE, TownId, Whereabouts
from pbem.rulesets.campaign.state.knowledge import Spotted


def name(campaign: Campaign, town: TownId) -> str:
    """A town's name."""
    return campaign.country.towns[town].name if town in campaign.country.towns else "?"


def place(campaign: Campaign, where: Whereabouts) -> str:
    """``Burford``; ``5 miles on the road from Burford to Stow``."""
    if not where.town:
        return "off the map"
    if where.in_town:
        return name(campaign, where.town)
    miles = (where.done + MILE // 2) // MILE
    told = f"{miles} {'mile' if miles == 1 else 'miles'} on the road"
    return f"{told} from {name(campaign, where.town)} to {name(campaign, where.to)}"


def at_place(campaign: Campaign, where: Whereabouts) -> str:
    """``at Burford``; ``5 miles on the road from Burford to Stow``."""
    return f"at {place(campaign, where)}" if where.in_town else place(campaign, where)


def when(campaign: Campaign, half: Half) -> str:
    """``the morning of 5 June``."""
    said = campaign.calendar.said(half)
    return said if said.startswith("before") else f"the {said}"


def men(least: int, most: int) -> str:
    """``3,000 to 5,000 men``."""
    if not most:
        return ""
    return f"{least:,} to {most:,} men" if least != most else f"{most:,} men"


def spotted(campaign: Campaign, one: Spotted) -> str:
    """A sighting in a sentence: what was seen then, and who says so."""
    size = men(one.least, one.most)
    body = f"a body of {one.arms}" if one.arms else "a body of troops"
    what = f"{body}, {size}" if size else body
    led = f" under {one.leader}" if one.leader else ""
    toward = f", going toward {name(campaign, one.toward)}" if one.toward else ""
    who = {"townspeople": "townspeople"}.get(one.by, f"the watch of {one.by}")
    return f"{capital(what)}{led} at {name(campaign, one.at)}{toward}, {when(campaign, one.half)} (from {who})."
