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
from pbem.rulesets.armatys.cases.action import ActionSpec, read_action
from pbem.rulesets.armatys.cases.expect import told
from pbem.rulesets.armatys.cases.played import CaseStory, played
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.state.battle import Battle


class Prepared(msgspec.Struct, frozen=True):
    """What is played."""

    battle: Battle
    action: ActionSpec


def _prepared(head: Mapping[str, Any], case: CaseText, faults: Faults) -> Prepared | None:
    action, battle = read_action(case.action, faults), read_position(case.position, faults)
    return Prepared(battle, action) if action is not None and battle is not None else None


def _played(one: Prepared, dice: TapeDice) -> CaseStory:
    return played(one.battle, one.action, dice)


def _differences(one: Prepared, case: CaseText, story: CaseStory, faults: Faults) -> tuple[Difference, ...]:
    return () if story.error else told(case.expect, story, faults)


def _as_rolled(entry: TapeEntry) -> TapeEntry:
    """``ar.fire`` as the tape of dice has it: a label and its purpose."""
    label, _, purpose = entry.label.partition(".")
    return replace(entry, label=label, purpose=purpose)


DICE = (
    *("ar.class", "ar.charge", "ar.counter", "ar.stand", "ar.ident", "ar.pursuit", "ar.fire", "ar.gun", "ar.kill"),
    *("ar.save", "ar.melee", "ar.ghit", "ar.gfate", "ar.gwound", "ar.speech"),
    *("ar.bridle", "ar.advance", "ar.return", "ar.follow"),
)
"""Catalogue section 4."""

run_case = CaseKit(
    text=CaseText, prepared=_prepared, played=_played, differences=_differences, dice=DICE, as_rolled=_as_rolled,
).run  # fmt: skip
