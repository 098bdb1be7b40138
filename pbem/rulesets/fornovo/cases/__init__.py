"""The vocabulary of cases of these rules: a position, an action and dice in; what came of it compared.

Cases are played through ``Play`` by the steps that are built; what is not built is an error that names it.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.casekit.frame import CaseKit, CaseText
from pbem.engine.casekit.results import Difference
from pbem.engine.casekit.tape import TapeDice, TapeEntry
from pbem.engine.spec import Faults
from pbem.rulesets.fornovo.cases.action import ActionSpec, read_action
from pbem.rulesets.fornovo.cases.expect import told
from pbem.rulesets.fornovo.cases.played import CaseStory, played
from pbem.rulesets.fornovo.cases.position import read_position
from pbem.rulesets.fornovo.state.battle import Battle, with_unit


class Prepared(msgspec.Struct, frozen=True):
    """What is played."""

    battle: Battle
    action: ActionSpec


def _prepared(head: Mapping[str, Any], case: CaseText, faults: Faults) -> Prepared | None:
    battle = read_position(case.position, faults)
    action = read_action(case.action, battle, faults)
    return Prepared(_with_stakes(battle, action), action) if action is not None and battle is not None else None


def _with_stakes(battle: Battle, action: ActionSpec) -> Battle:
    """Where a case names no carriers, longbows that are ordered to plant stakes carry them (FS-2.11a)."""
    if any(block.stakes for unit in battle.units.values() for block in unit.blocks):
        return battle
    for one in action.orders:
        unit = battle.units.get(one.who)
        if unit is not None and {"stakes": "plant"} in one.moves:
            blocks = tuple(replace(block, stakes=block.missile == "longbow") for block in unit.blocks)
            battle = with_unit(battle, replace(unit, blocks=blocks))
    return battle


def _played(one: Prepared, dice: TapeDice) -> CaseStory:
    return played(one.battle, one.action, dice)


def _differences(one: Prepared, case: CaseText, story: CaseStory, faults: Faults) -> tuple[Difference, ...]:
    return () if story.error else told(case.expect, story, faults)


def _as_rolled(entry: TapeEntry) -> TapeEntry:
    """``fs.save:E1:other`` as the rules ask for it: by the label alone, for it names the roller."""
    label, _, purpose = entry.label.partition(".")
    return replace(entry, label=label, purpose=purpose, by=None)


run_case = CaseKit(
    text=CaseText, prepared=_prepared, played=_played, differences=_differences, as_rolled=_as_rolled,
).run  # fmt: skip
"""Plays one case: the head of its file, the case."""
