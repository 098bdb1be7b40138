"""How the rules are tried out: by scores, by cases, by random battles."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.casekit.results import CaseResult
from pbem.engine.fuzzing import Fuzzing
from pbem.engine.playtest import Playtest, Score
from pbem.rulesets.fornovo import cases
from pbem.rulesets.fornovo.fuzzing import FUZZING
from pbem.rulesets.fornovo.playing.ending import lost
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import fighting_facts as g
from pbem.rulesets.fornovo.state.battle import Battle


def score(battle: Battle) -> Score:
    """Turns begun; points lost of those that break a side."""
    return Score(
        battle.turn, {one.id: (lost(battle, one.id), one.break_at or one.points) for one in battle.armies},
        grade=battle.verdict.grade if battle.verdict is not None else "",
    )  # fmt: skip


def run_case(head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
    """One case, by the vocabulary of these rules."""
    return cases.run_case(head, value)


def fuzzing() -> Fuzzing[Battle]:
    """What is checked of random battles."""
    return FUZZING


PLAYTEST = Playtest(
    score=score, turn_began=f.TurnBegan, acts=(f.MoveMade, f.ChargeMoved, g.VolleyFired, g.Struck),
    vocabulary=run_case, fuzzing=fuzzing,
)  # fmt: skip
