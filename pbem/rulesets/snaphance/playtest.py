"""How Snaphance is tried out: by random play, by scores, by cases, by fuzzing."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.casekit.results import CaseResult
from pbem.engine.fuzzing import Fuzzing
from pbem.engine.playtest import Playtest, Score
from pbem.rulesets.snaphance import cases
from pbem.rulesets.snaphance.fuzzing import FUZZING
from pbem.rulesets.snaphance.randomplay import random_answer, wild_answer
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.battle import Battle


def score(battle: Battle) -> Score:
    """Rounds, break points lost of each army's break point, the grade of a victory (SN-14.0c)."""
    lost = {one.id: (one.break_lost, one.break_at) for one in battle.armies}
    return Score(battle.round, lost, battle.verdict.grade if battle.verdict else "")


def run_case(head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
    """One case, by the vocabulary of these rules."""
    return cases.run_case(head, value)


def fuzzing() -> Fuzzing[Battle]:
    """What is checked of random battles."""
    return FUZZING


PLAYTEST = Playtest(
    random=random_answer, wild=wild_answer, score=score,
    turn_began=f.RoundBegan, acts=(f.Stepped, f.Entered, f.Shot, f.Struck),
    vocabulary=run_case, fuzzing=fuzzing,
)  # fmt: skip
