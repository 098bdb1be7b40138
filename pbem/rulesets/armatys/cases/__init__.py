"""The vocabulary of cases of these rules: a position, an action and dice in; what came of it compared.

Cases are played through ``Play`` by the phases that are built; what is not built is an error that names it.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.casekit.frame import CaseKit, CaseText
from pbem.engine.casekit.results import Difference
from pbem.engine.casekit.tape import TapeDice, TapeEntry
from pbem.engine.spec import Faults
from pbem.rulesets.armatys.cases.action import ActionSpec, names_known, read_action
from pbem.rulesets.armatys.cases.expect import told
from pbem.rulesets.armatys.cases.played import CaseStory, played
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.morale.testing import ROLLS
from pbem.rulesets.armatys.state.battle import Battle


class Prepared(msgspec.Struct, frozen=True):
    """What is played."""

    battle: Battle
    action: ActionSpec


def _prepared(head: Mapping[str, Any], case: CaseText, faults: Faults) -> Prepared | None:
    action, battle = read_action(case.action, faults), read_position(case.position, faults)
    if action is None or battle is None:
        return None
    bridges = [one.id for one in battle.terrain if one.kind == "bridge"]
    names_known(action, {*battle.units, *battle.generals}, bridges, faults)
    return None if faults.found else Prepared(battle, action)


def _played(one: Prepared, dice: TapeDice) -> CaseStory:
    return played(one.battle, one.action, dice)


def _differences(one: Prepared, case: CaseText, story: CaseStory, faults: Faults) -> tuple[Difference, ...]:
    return () if story.error else told(case.expect, story, faults)


def _as_rolled(entry: TapeEntry) -> TapeEntry:
    """``ar.fire`` as the tape of dice has it: a label and its purpose."""
    label, _, purpose = entry.label.partition(".")
    return replace(entry, label=label, purpose=purpose)


run_case = CaseKit(
    text=CaseText, prepared=_prepared, played=_played, differences=_differences, dice=ROLLS, as_rolled=_as_rolled,
).run  # fmt: skip
