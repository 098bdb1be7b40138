"""How the one-hour rules are tried out: by random play, by scores, by cases, by fuzzing."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.casekit.results import CaseResult
from pbem.engine.fuzzing import Fuzzing
from pbem.engine.playtest import Playtest, Score
from pbem.rulesets.onehour import cases
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Battle, lost_by
from pbem.rulesets.onehour.fuzzing import FUZZING
from pbem.rulesets.onehour.randomplay import random_answer, wild_answer


def score(battle: Battle) -> Score:
    """Turns begun; units lost of those a side has, or of its break point; by what the end was judged."""
    lost = {
        one.id: (lost_by(battle, one.id), one.break_at or sum(unit.side == one.id for unit in battle.units.values()))
        for one in battle.armies
    }
    return Score(battle.turn, lost)


def run_case(head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
    """One case, by the vocabulary of these rules."""
    return cases.run_case(head, value)


def fuzzing() -> Fuzzing[Battle]:
    """What is checked of random battles."""
    return FUZZING


PLAYTEST = Playtest(
    random=random_answer, wild=wild_answer, score=score, turn_began=f.PlayerTurnBegan,
    acts=(f.Moved, f.Entered, f.Charged, f.Shot, f.Struck), vocabulary=run_case, fuzzing=fuzzing,
)  # fmt: skip
