"""The one-hour vocabulary of cases: a position, player turns and dice in; what came of it compared.

Cases are played by the rules themselves, through ``Play``; nothing is decided here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.casekit.frame import CaseKit, CaseText
from pbem.engine.casekit.results import Difference
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.spec import Faults
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.cases.action import Entry, read_action
from pbem.rulesets.onehour.cases.expect import check_names, differences
from pbem.rulesets.onehour.cases.played import CaseStory, played
from pbem.rulesets.onehour.cases.position import read_position


class Case(CaseText, frozen=True, kw_only=True):
    """A case as written."""

    position: dict[str, Any]
    action: list[Any]
    expect: dict[str, Any]


class Prepared(msgspec.Struct, frozen=True):
    """What is played.  judged: whether the battle is over is looked at after the last player turn."""

    battle: Battle
    action: Sequence[Entry]
    judged: bool


def _prepared(head: Mapping[str, Any], case: Case, faults: Faults) -> Prepared | None:
    action = read_action(case.action, faults)
    battle = read_position(head.get("conventions", {}), case.position, action, faults)
    if battle is None:
        return None
    check_names(case.expect, battle, faults)
    return Prepared(battle, action, judged=bool({"ended", "next"} & case.expect.keys()))


def _played(one: Prepared, dice: TapeDice) -> CaseStory:
    return played(one.battle, one.action, dice, judged=one.judged)


def _differences(one: Prepared, case: Case, story: CaseStory, faults: Faults) -> tuple[Difference, ...]:
    return differences(case.expect, story, faults)


run_case = CaseKit(
    text=Case, prepared=_prepared, played=_played, differences=_differences,
    dice=("first", "army", "shoot", "ammo", "melee"),
).run  # fmt: skip
