"""If-lines, tested on what their commander knows then (CA-4, CA-Q1)."""

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.playing.errands import beside
from pbem.rulesets.campaign.playing.intake import write_from
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import day_of
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of
from pbem.rulesets.campaign.state.country import Whereabouts, apart
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.orders import Condition
from pbem.rulesets.campaign.tables import NEAR, RULE

FRESH = 4
"""Half-days for which a sighting is believed to hold (CA-Q14)."""


def test(play: Play[Campaign]) -> None:
    """The first line that is true is the force's order for the rest of the turn.  Rules: CA-4, CA-Q1."""
    for code in sorted(play.battle.forces):
        if play.battle.forces[code].ifs and not play.battle.forces[code].pinned:
            _test(play, code)


def _test(play: Play[Campaign], code: StandId) -> None:
    for line in play.battle.forces[code].ifs:
        if holds(play.battle, play.battle.forces[code], line.when):
            play.record(f.IfCame(code, line, rules=RULE["CA-Q1"]))
            if line.write is not None:
                write_from(play, code, line.write)
            return


def holds(campaign: Campaign, force: Force, when: Condition) -> bool:
    """Whether a condition is true as far as the force's commander knows.  Rules: CA-Q1.

    A force whose seat's commander is elsewhere knows what it sees itself (CA-Q14).
    """
    knows = campaign.knows[force.seat]
    with_it = beside(campaign, force.seat, force.code)
    match when.kind:
        case "day":
            return day_of(campaign.half) >= when.over
        case "attacked":
            return force.attacked
        case "letter":
            fresh = [one for one in knows.letters if one.sender == when.whom and one.delivered >= campaign.half - 1]
            return with_it and bool(fresh)
        case "broken":
            return when.bridge in (knows.broken if with_it else ())
        case "held":
            held = knows.held.get(when.at) if with_it else None
            return held == enemy_of(campaign, force.side)
        case _:
            return _enemy(campaign, force, when, with_it)


def _enemy(campaign: Campaign, force: Force, when: Condition, with_it: bool) -> bool:
    """Sightings of enough men near a town, not older than two days; of a sighting without numbers any."""
    near = apart(campaign.country, force.where, Whereabouts(when.at))
    own_eyes = near is not None and near <= NEAR
    if own_eyes:
        seen = [
            one for one in campaign.forces.values()
            if one.side != force.side and one.is_there and one.kind != "garrison"
            and (far := apart(campaign.country, one.where, Whereabouts(when.at))) is not None and far <= NEAR
        ]  # fmt: skip
        return bool(seen) and sum(one.men for one in seen) > when.over
    if not with_it:
        return False
    some = [
        one for one in campaign.knows[force.seat].spotted
        if one.at == when.at and one.half >= campaign.half - FRESH
    ]  # fmt: skip
    return bool(some) and (some[-1].middle > when.over or not some[-1].most)
