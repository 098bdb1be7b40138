"""The Snaphance vocabulary of cases: a position, orders, choices and dice in; what came of it compared.

Cases are played by the rules themselves, through ``Play``; nothing is decided here.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.cases import CaseResult, TapeDice, TapeEntry, fault_text
from pbem.engine.spec import Faults, read
from pbem.rulesets.snaphance.cases.action import read_action
from pbem.rulesets.snaphance.cases.expect import differences
from pbem.rulesets.snaphance.cases.orders import played
from pbem.rulesets.snaphance.cases.position import read_position
from pbem.rulesets.snaphance.cases.sense import check_expected, check_names
from pbem.rulesets.snaphance.cases.shapes import Action

ONLY_PURPOSE = {"initiative": ("dice-off",), "melee": ("round", "round of a melee")}
"""Labels of one purpose only, which the rules do not name when they ask for the dice (section 4)."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A case as written."""

    id: str
    title: str
    position: dict[str, Any]
    action: dict[str, Any]
    expect: dict[str, Any]
    dice: list[Any] = []
    cites: list[str] = []
    why: str = ""
    source: str = ""


def run_case(head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
    """Play one case.  head: the file's other keys, of which ``types`` is read."""
    faults = Faults()
    name, title = str(value.get("id", "a case without id")), str(value.get("title", ""))
    case = read(Case, value, "", faults)
    if case is None:
        return CaseResult(id=name, title=title, error=fault_text(faults))
    tape = [read(TapeEntry, entry, f"dice[{i}]", faults) for i, entry in enumerate(case.dice)]
    for i, entry in enumerate(tape):
        if entry is not None and not all(1 <= value <= 6 for value in entry.values):
            faults.add(f"dice[{i}].values", "a die shows 1 to 6")
    action = read_action(case.action, faults)
    battle = read_position(head.get("types", {}), case.position, action or Action(), faults)
    if faults.found or battle is None or action is None:
        return CaseResult(id=name, title=title, error=fault_text(faults))
    check_names(action, battle.battle, faults)
    check_expected(case.expect, action, battle.battle, faults)
    if faults.found:
        return CaseResult(id=name, title=title, error=fault_text(faults))
    dice = TapeDice([_as_rolled(entry) for entry in tape if entry is not None])
    story = played(battle, action, dice)
    left = dice.leftover()
    error = story.error or (f"dice left over: {left}" if left else "")
    found = differences(case.expect, story, faults)
    if faults.found:
        error = fault_text(faults)
    return CaseResult(
        id=name,
        title=title,
        error=error,
        differences=found,
        asked=tuple(str(asked) for asked in dice.asked),
        refused=story.refusals(),
    )


def _as_rolled(entry: TapeEntry) -> TapeEntry:
    return replace(entry, purpose=None) if entry.purpose in ONLY_PURPOSE.get(entry.label, ()) else entry
