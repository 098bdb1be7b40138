"""A force made of part of another: detachments and convoys (CA-4, CA-Q13)."""

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.forces import Force, Regiment
from pbem.rulesets.campaign.state.orders import Act
from pbem.rulesets.campaign.tables import BREAD_NONE

ESCORT = 3
"""Men to a wagon: 600 for 200 (CA-Q13)."""


def detachment(campaign: Campaign, act: Act) -> Force | str:
    """The force that an act makes of part of another; why it cannot be made."""
    force = campaign.forces[act.force]
    if not force.is_there or force.kind == "blind":
        return f"{force.code} has no troops to part with"
    return _convoy(campaign, force, act) if act.does == "convoy" else _detached(campaign, force, act)


def _detached(campaign: Campaign, force: Force, act: Act) -> Force | str:
    if force.kind == "garrison":
        return f"{force.code} is a garrison and stays together"
    units = [one for one in force.units if one.arm == act.arm and one.men]
    if len(units) < act.number:
        have = len(units)
        return f"{force.code} has {have} {'unit' if have == 1 else 'units'} of {act.arm}, not {act.number}"
    if sum(1 for one in force.units if one.men) <= act.number:
        return f"nothing would be left of {force.code}"
    return _apart(campaign, force, tuple(units[: act.number]), f"{act.whom}'s detachment", (act.whom,))


def _convoy(campaign: Campaign, force: Force, act: Act) -> Force | str:
    town = campaign.country.towns.get(act.at)
    if town is None or not town.magazine:
        return "a convoy begins in a town with a magazine"
    if force.where.town != act.at or not force.where.in_town:
        return f"{force.code} is not in {town.name}"
    want = act.number * ESCORT
    foot = next((one for one in force.units if one.arm == "foot" and one.men > want), None)
    if foot is None:
        return f"{act.number} wagons want an escort of {want} foot, and {force.code} has no unit with more"
    code = StandId(f"{_next_code(campaign, force)}-1")
    escort = replace(foot, code=code, name=f"escort of {foot.name}", men=want, start=want, away=0)
    made = _apart(campaign, force, (escort,), f"convoy to {campaign.country.towns[act.route[-1]].name}", ())
    march = Act(force=made.code, does="march", route=act.route, stance="avoid")
    return replace(made, kind="convoy", train=True, order=march)


def _apart(campaign: Campaign, force: Force, units: tuple[Regiment, ...], name: str, leaders: tuple[str, ...]) -> Force:
    code = _next_code(campaign, force)
    return Force(
        code=code, name=name, seat=force.seat, side=force.side, where=force.where, units=units, leaders=leaders,
        light=force.light or all(one.arm in {"horse", "dragoons"} for one in units), bread=min(force.bread, BREAD_NONE),
    )  # fmt: skip


def _next_code(campaign: Campaign, force: Force) -> StandId:
    """The next free code of a seat: ``R23`` after ``R22``."""
    head = str(force.code)[:2]
    taken = {str(code) for code in campaign.forces}
    return StandId(next(f"{head}{n}" for n in range(1, 100) if f"{head}{n}" not in taken))


def left_of(force: Force, into: Force) -> tuple[Regiment, ...]:
    """The units of a force from which another has parted: whole units, or the escort of a convoy out of one."""
    gone = {one.code for one in into.units}
    if into.kind != "convoy":
        return tuple(one for one in force.units if one.code not in gone)
    men = into.units[0].men
    foot = next(one for one in force.units if one.arm == "foot" and one.men > men)
    return tuple(replace(one, men=one.men - men) if one.code == foot.code else one for one in force.units)
