"""How the rules are tried out: by scores, by cases, by random battles."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.casekit.results import CaseResult
from pbem.engine.fuzzing import Fuzzing
from pbem.engine.playkit.player import Habits, RandomPlayer
from pbem.engine.playtest import Playtest, Score
from pbem.rulesets.armatys import cases
from pbem.rulesets.armatys.fuzzing import FUZZING
from pbem.rulesets.armatys.playing.ending import lost
from pbem.rulesets.armatys.rules import RULES
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle


def score(battle: Battle) -> Score:
    """Bounds begun; points lost of those that break a side."""
    over = battle.phase == "over"
    return Score(
        battle.bound, {one.id: (lost(battle, one.id, final=over), one.break_at or one.points) for one in battle.armies},
        grade=battle.verdict.grade if battle.verdict is not None else "",
    )  # fmt: skip


def run_case(head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
    """One case, by the vocabulary of these rules."""
    return cases.run_case(head, value)


def fuzzing() -> Fuzzing[Battle]:
    """What is checked of random battles."""
    return FUZZING


PLAYTEST = Playtest(
    random=RandomPlayer(RULES, habits=Habits(led=0)), wild=RandomPlayer(RULES, wild=True),
    score=score, turn_began=f.BoundBegan, acts=(f.Moved, c.ChargeMoved, f.Fired, f.Struck),
    vocabulary=run_case, fuzzing=fuzzing,
)  # fmt: skip
