"""Why an act cannot be: the one place that says so, for the reader, for what is offered and for play (CA-4)."""

from pbem.engine.ids import StandId
from pbem.rulesets.campaign.moving.rates import rate
from pbem.rulesets.campaign.playing.detaching import detachment
from pbem.rulesets.campaign.state.calendar import day_of
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of, of_side
from pbem.rulesets.campaign.state.country import Whereabouts, near_town
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.orders import Act

OF_GARRISONS = ("hold", "scout", "break", "mend", "convoy", "spy")
OF_BLINDS = ("march", "hold", "avoid")
FAR_SIEGE = 3
"""Towns of a scout at most."""


def why_not(campaign: Campaign, act: Act) -> str:
    """Why a force cannot be ordered so, as far as the campaign shows; '' for what it can.  Rules: CA-4.

    campaign: a seat's view, or the true one.
    """
    force = campaign.forces.get(act.force)
    if force is None or not force.is_there:
        return f"{act.force} is not on the map"
    if force.kind == "garrison" and act.does not in OF_GARRISONS:
        return f"{force.code} is a garrison: it holds, scouts, breaks and mends bridges, and sends convoys"
    if force.kind == "blind" and act.does not in OF_BLINDS:
        return f"{force.code} is a blind: it marches, holds and avoids"
    if force.kind == "convoy" and act.does not in {"march", "hold", "avoid"}:
        return f"{force.code} is a convoy: it marches, holds and avoids"
    match act.does:
        case "march":
            return _march(campaign, force, act)
        case "scout":
            return "scouts ride to three places at the most" if len(act.route) > FAR_SIEGE else ""
        case "besiege" | "storm":
            own = campaign.towns[act.at].side == force.side
            return f"{campaign.country.towns[act.at].name} is your own side's" if own else ""
        case "break" | "mend":
            return _bridge(campaign, force, act)
        case "join":
            return _join(campaign, force, act)
        case "seek":
            return _seek(campaign, force, act)
        case "detach" | "convoy":
            found = detachment(campaign, act)
            return found if isinstance(found, str) else ""
    return ""


def _march(campaign: Campaign, force: Force, act: Act) -> str:
    if not act.route or (len(act.route) == 1 and Whereabouts(act.route[0]) == force.where):
        return f"{force.code} is there already"
    if campaign.half < force.enters:
        return f"{force.code} may not march before {campaign.calendar.date(day_of(force.enters))}"
    if act.pace == "forced" and rate(campaign, force, "forced") != campaign.rates.forced:
        return f"only a light force without wheels can force its march, and {force.code} is none"
    return ""


def _bridge(campaign: Campaign, force: Force, act: Act) -> str:
    if not any(road.bridge == act.bridge for road in campaign.country.roads):
        return f"there is no bridge {act.bridge}"
    broken = act.bridge in campaign.broken
    if broken is (act.does == "break"):
        return f"the bridge {act.bridge} is {'broken already' if broken else 'whole'}"
    if force.kind == "garrison" and near_town(campaign.country, force.where) != act.at:
        return f"{force.code} is a garrison and works at its own bridges"
    return ""


def _join(campaign: Campaign, force: Force, act: Act) -> str:
    other = campaign.forces.get(StandId(act.whom))
    if other is None or other.side != force.side or other.code == force.code:
        return f"there is no other force {act.whom} of your side"
    return f"{other.code} is no body of troops that others join" if other.kind in {"blind", "convoy"} else ""


def _seek(campaign: Campaign, force: Force, act: Act) -> str:
    names = of_side(campaign, enemy_of(campaign, force.side))
    return "" if not act.whom or act.whom in names else f"{act.whom} is no commander of the enemy"
