"""How campaigns are tried out: random play, the score, cases, fuzzing."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.casekit.results import CaseResult
from pbem.engine.fuzzing import Fuzzing
from pbem.engine.ids import Side
from pbem.engine.playtest import Playtest, Score
from pbem.rulesets.campaign.cases import CASES
from pbem.rulesets.campaign.fuzzing import FUZZING
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign


def score(campaign: Campaign) -> Score:
    """Days, and of each side the men it has lost of those it had, and its points."""
    lost: dict[Side, tuple[int, int]] = {}
    for host in campaign.armies:
        units = [one for force in campaign.forces.values() if force.side == host.id for one in force.units]
        began = sum(one.start for one in units if one.arm != "guns")
        lost[host.id] = (began - sum(one.fighters for one in units), began)
    return Score(rounds=campaign.day, lost=lost, points={host.id: host.points for host in campaign.armies})


def _case(head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
    return CASES.run(head, value)


def _fuzzing() -> Fuzzing[Campaign]:
    return FUZZING


PLAYTEST: Playtest[Campaign] = Playtest(
    score=score, turn_began=f.TurnBegan, acts=(f.Marched, f.SmallFought, f.BattleReturned), vocabulary=_case,
    fuzzing=_fuzzing,
)  # fmt: skip
"""All of it."""
