"""How far a force marches in a half-day (CA-3)."""

from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import Cmiles
from pbem.rulesets.campaign.state.forces import Force, count
from pbem.rulesets.campaign.state.orders import Pace


def mounted(force: Force) -> bool:
    """Whether all of it rides."""
    return bool(force.units) and not count(force.units, "foot", "guns")


def rate(campaign: Campaign, force: Force, pace: Pace = "normal") -> Cmiles:
    """Hundredths of a mile in a half-day.  Rules: CA-3."""
    rates = campaign.rates
    wheels = force.train or force.kind in {"convoy", "blind"} or force.guns > 0
    if pace == "forced" and force.light and not wheels:
        return rates.forced
    if wheels:
        return Cmiles(rates.train // 2) if campaign.raining else rates.train
    return rates.horse if mounted(force) else rates.foot
